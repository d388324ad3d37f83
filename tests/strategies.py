"""Random tiles for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from pnp.tiles import Colour, Form, Mark, Port, Shape, Strand, Tile, tile

FORMS = st.builds(Form, st.sampled_from(Shape), st.integers(1, 3))
CODES = ("A", "B", "Cd")


@st.composite
def tiles(draw: st.DrawFn, form: Form) -> Tile:
    """Any tile of a form, with three colours at most."""
    colours = st.integers(-1, len(CODES) - 1).map(Colour)
    edges = draw(st.lists(colours, min_size=form.sides, max_size=form.sides))
    # Each port is given a strand's number, or 0 for none.
    owners = draw(st.lists(st.integers(0, 4), min_size=form.port_count, max_size=form.port_count))
    strands = [
        Strand(
            tuple(Port(port) for port, each in enumerate(owners) if each == owner), draw(colours)
        )
        for owner in sorted(set(owners) - {0})
    ]
    marks = st.sampled_from(
        [Mark(""), Mark("dot"), Mark("ring", Colour(2)), Mark("label", text="7")]
    )
    return tile(edges, strands, draw(marks))


@st.composite
def formed_tiles(draw: st.DrawFn) -> tuple[Form, Tile]:
    """A form and a tile of it."""
    form = draw(FORMS)
    return form, draw(tiles(form))
