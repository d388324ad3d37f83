"""Definitions: a YAML file read into plain values, every value with its place."""

from pnp.definition.cards import (
    CardSection,
    DeckDefinition,
)
from pnp.definition.colours import (
    FILL_OF_NAME,
    LINES,
    PATTERNS,
    REGIONS,
    SIGNS,
    SYMBOLS,
    Ink,
    Look,
    default_fill,
    in_palette,
)
from pnp.definition.definition import (
    Definition,
    load_definition,
    parse_definition,
    parse_where,
)
from pnp.definition.figures import (
    Annotations,
    CellContent,
    Claim,
    FigureDefinition,
    read_annotations,
    read_figure,
)
from pnp.definition.fonts import (
    FontFiles,
    FontsSection,
    PrintedText,
    font_findings,
    letterings,
    text_findings,
)
from pnp.definition.language import (
    ENGLISH,
    Language,
    english,
    language_named,
    read_language,
)
from pnp.definition.pieces.boards import (
    LEAST_SPACE,
    SMALLEST_CELL,
    TRACK_GAP,
    BoardDefinition,
    CellGroup,
    TrackDefinition,
)
from pnp.definition.pieces.boxes import (
    TILES,
    BoxDefinition,
    DividerDefinition,
    StandeeDefinition,
)
from pnp.definition.pieces.frames import (
    FrameDefinition,
    PlaceGroup,
)
from pnp.definition.templates import (
    Templates,
    as_typed,
    folders,
    homes,
    templates_here,
    templates_near,
)
from pnp.definition.tiles.families import (
    FamilyDefinition,
    ListedTile,
    TileSection,
)
from pnp.definition.tiles.groups import (
    DEFAULT_STYLE,
    NO_TILES,
    ROWS,
    TileGroup,
    TileStyle,
)
from pnp.definition.tiles.tiles import (
    TilesSection,
)
from pnp.definition.tileset import (
    STROKES,
    Credit,
    LookSection,
    Parameter,
    PiecesSection,
    Players,
    RuleUse,
    TilesetSection,
)
from pnp.definition.tokens import (
    PadDefinition,
    TokenDefinition,
    TokenFace,
)
from pnp.definition.values import (
    GivenPiece,
    unshown_fields,
)

__all__ = [
    "DEFAULT_STYLE",
    "ENGLISH",
    "FILL_OF_NAME",
    "LEAST_SPACE",
    "LINES",
    "NO_TILES",
    "PATTERNS",
    "REGIONS",
    "ROWS",
    "SIGNS",
    "SMALLEST_CELL",
    "STROKES",
    "SYMBOLS",
    "TILES",
    "TRACK_GAP",
    "Annotations",
    "BoardDefinition",
    "BoxDefinition",
    "CardSection",
    "CellContent",
    "CellGroup",
    "Claim",
    "Credit",
    "DeckDefinition",
    "Definition",
    "DividerDefinition",
    "FamilyDefinition",
    "FigureDefinition",
    "FontFiles",
    "FontsSection",
    "FrameDefinition",
    "GivenPiece",
    "Ink",
    "Language",
    "ListedTile",
    "Look",
    "LookSection",
    "PadDefinition",
    "Parameter",
    "PiecesSection",
    "PlaceGroup",
    "Players",
    "PrintedText",
    "RuleUse",
    "StandeeDefinition",
    "Templates",
    "TileGroup",
    "TileSection",
    "TileStyle",
    "TilesSection",
    "TilesetSection",
    "TokenDefinition",
    "TokenFace",
    "TrackDefinition",
    "as_typed",
    "default_fill",
    "english",
    "folders",
    "font_findings",
    "homes",
    "in_palette",
    "language_named",
    "letterings",
    "load_definition",
    "parse_definition",
    "parse_where",
    "read_annotations",
    "read_figure",
    "read_language",
    "templates_here",
    "templates_near",
    "text_findings",
    "unshown_fields",
]
