"""How files are read, whatever they are about: nodes, values with places, sections and tables."""

from pnp.definition.reading.changing import changed, node_at, with_keys
from pnp.definition.reading.data import DataRow, DataTable, read_table
from pnp.definition.reading.formulas import Formula, FormulaError, UnknownName, parse_formula
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import (
    MappingNode,
    Node,
    Plain,
    Scalar,
    SequenceNode,
    compose,
    decoded,
    place_at,
    read_source,
    yaml_text,
)
from pnp.definition.reading.reader import (
    LONGEST_NAME,
    NAME,
    RESERVED_NAMES,
    Fields,
    Reader,
    near_name,
    read_whole,
)
from pnp.definition.reading.sections import Declared, Section, declared, field, nested, title_of

__all__ = [
    "LONGEST_NAME",
    "NAME",
    "RESERVED_NAMES",
    "DataRow",
    "DataTable",
    "Declared",
    "Fields",
    "Formula",
    "FormulaError",
    "Kind",
    "MappingNode",
    "Node",
    "Plain",
    "Reader",
    "Scalar",
    "Section",
    "SequenceNode",
    "UnknownName",
    "changed",
    "compose",
    "declared",
    "decoded",
    "field",
    "near_name",
    "nested",
    "node_at",
    "parse_formula",
    "place_at",
    "read_source",
    "read_table",
    "read_whole",
    "title_of",
    "with_keys",
    "yaml_text",
]
