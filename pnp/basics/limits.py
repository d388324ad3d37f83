"""How large a set may be: what is larger is refused before work on it begins, with its number.

The table of limits in docs/language.md lists these, and those of pictures, which `pnp.art` has. A set that somebody
prints and cuts out is far below all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.basics.errors import Finding, Place, Severity

# Pieces. The tiles fill more than 3,000 sheets.
MOST_TILES = 200_000
MOST_CARDS = 10_000
MOST_TOKENS = 10_000
MOST_OF_A_KIND = 2000
MOST_SHEETS = 10_000
MOST_SHOWN = 5000  # different ones on a contact sheet
MOST_POLYFORMS = 1500  # different ones of a set

# Boards: columns, rows and lines; hexes to a side of a hexhex; spaces of a path; places and routes of a map.
MOST_LINES, MOST_SIDE, MOST_SPACES, MOST_PLACES, MOST_ROUTES = 40, 13, 400, 300, 1000

# The work on a family: the values of its conditions.
MOST_CONDITIONS = 200

# Faces: one above the other, the elements of each, and the rounds of a loop and of all loops.
MOST_EXTENDED = 20
MOST_ELEMENTS = 500
MOST_ROUNDS = 1000
MOST_ROUNDS_IN_ALL = 10_000

# Files: bytes of one, its values with aliases written out, levels of nesting, and letters of a value.
MOST_BYTES = 5_000_000
MOST_VALUES = 200_000
MOST_NESTED = 40
MOST_LETTERS_OF_A_VALUE = 20_000

# Lists and tables: bytes of a table, rows or combinations, fields, and letters of the value of each.
MOST_BYTES_OF_A_TABLE = 10_000_000
MOST_ROWS = 5000
MOST_FIELDS = 200
MOST_LETTERS = 2000

# Blocks one above the other on a pad or a face.
MOST_BLOCKS_OF_A_PAD = 200

# Rulebooks: letters, headings and texts of one, letters of each, rows of a table, texts of a list with those of lists in it,
# and lists, notes and styles inside each other. A text of a list takes up to 0.1 MB, and 0.3 MB five lists deep.
MOST_LETTERS_OF_RULES = 500_000
MOST_HEADINGS = 500
MOST_BLOCKS = 3000
MOST_IN_A_HEADING = 300
MOST_IN_A_PARAGRAPH = 10_000
MOST_ROWS_OF_A_TABLE = 500
MOST_IN_A_LIST = 250
MOST_LEVELS = 12
MOST_NOTES = 4

# Findings of one file or set that are looked for or reported.
MOST_FINDINGS = 1000


def first_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """As many findings as pnp reports, errors before others, and a note that counts the rest."""
    if len(findings) <= MOST_FINDINGS:
        return (*findings,)
    ranked = sorted(
        range(len(findings)), key=lambda at: findings[at].severity is not Severity.ERROR
    )
    kept, rest = sorted(ranked[:MOST_FINDINGS]), min(ranked[MOST_FINDINGS:])
    message = f"and {len(findings) - MOST_FINDINGS:,} more findings, of {len(findings):,}"
    more = Finding("limit", Severity.NOTE, message, findings[rest].place)
    return (*(findings[at] for at in kept), more)


def too_many(what: str, number: int, most: int, place: Place) -> Finding:
    """The finding that there are more of some things than a limit allows."""
    message = f"there are {number:,} {what}, more than the limit of {most:,}"
    return Finding("limit", Severity.ERROR, message, place)
