"""Random tiles for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from pnp.tiles import Colour, Mark, Port, Shape, Strand, Tile, TileGeometry, tile

_REGULAR = [Shape.TRIANGLE, Shape.SQUARE, Shape.HEXAGON]
_POLYGONS = [shape for shape in Shape if shape.is_polygon]
_RATIOS = st.sampled_from([0.5, 1.4, 2.0])


def _of_shapes(shapes: list[Shape]) -> st.SearchStrategy[TileGeometry]:
    made = st.tuples(st.sampled_from(shapes), st.integers(1, 3))
    return made.map(lambda each: TileGeometry(*each))


REGULAR = _of_shapes(_REGULAR)
GEOMETRIES = st.one_of(
    REGULAR,
    _of_shapes(_POLYGONS),
    st.tuples(st.just(Shape.RECTANGLE), st.integers(1, 3), _RATIOS).map(
        lambda each: TileGeometry(*each)
    ),
)
CODES = ("A", "B", "Cd")


@st.composite
def tiles(draw: st.DrawFn, geometry: TileGeometry) -> Tile:
    """Any tile of a geometry, with three colours at most."""
    colours = st.integers(-1, len(CODES) - 1).map(Colour)
    edges = draw(st.lists(colours, min_size=geometry.sides, max_size=geometry.sides))
    # Each port gets a strand's number, or 0 for none.
    owners = draw(
        st.lists(st.integers(0, 4), min_size=geometry.port_count, max_size=geometry.port_count)
    )
    strands = [
        Strand(
            tuple(Port(port) for port, each in enumerate(owners) if each == owner), draw(colours)
        )
        for owner in sorted(set(owners) - {0})
    ]
    marks = st.sampled_from(
        [Mark(""), Mark("dot"), Mark("ring", Colour(2)), Mark("label", text="7")]
    )
    corners = draw(st.lists(colours, min_size=geometry.sides, max_size=geometry.sides))
    # A tile without a colour at any corner has no corners.
    return tile(edges, strands, draw(marks), corners if max(corners) >= 0 else ())


@st.composite
def tiles_with_geometry(
    draw: st.DrawFn, geometries: st.SearchStrategy[TileGeometry] = GEOMETRIES
) -> tuple[TileGeometry, Tile]:
    """A geometry and a tile of it."""
    geometry = draw(geometries)
    return geometry, draw(tiles(geometry))
