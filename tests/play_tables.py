"""The tables of docs/playing.md: `python -m tests.play_tables` writes them from the games.

The sentences about the keys stand in the page alone, and are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.games import game_of, playable
from pnp.play import AnyGame, Field
from pnp.play.codec import REQUIRED, in_extract
from tests.conftest import ROOT

PAGE = ROOT / "docs/playing.md"

# In place of what a new key says, until somebody writes it.
UNSAID = "???"

KEYS = "| key | what it says | whole position | extract |\n|---|---|---|---|\n"
OPTIONS = "| option | what about | choices |\n|---|---|---|\n"


def key_row(field: Field, sentence: str, *, has_extract: bool) -> str:
    """A key of a position file, with the sentence of the page about it."""
    whole, extract = (
        "required" if field.if_omitted(whole=each) is REQUIRED else "optional"
        for each in (True, False)
    )
    extract = extract if has_extract else ""
    return f"| `{field.key}` | {sentence} | {whole} | {extract} |\n"


def tables(game: AnyGame, before: str) -> tuple[str, str]:
    """The tables of the keys and of the options of a game, from its table of keys before."""
    sentences = dict(
        re.findall(r"^\| `([^`]+)` \| (.*?) \| (?:required|optional) \|", before, re.MULTILINE)
    )
    options = "".join(
        f"| `{option.name}` | {option.sentence} | "
        + "; ".join(
            f"`{choice}`{' (default)' if choice == option.default else ''}: {text}"
            for choice, text in option.choices.items()
        )
        + " |\n"
        for option in game.options
    )
    extract = in_extract(game.words.fields)
    rows = [
        key_row(field, sentences.get(field.key, UNSAID), has_extract=field in extract)
        for field in game.words.fields
    ]
    return KEYS + "".join(rows), OPTIONS + options


def with_tables(page: str) -> str:
    """The page with the tables of every game in its section, between its markers."""
    for name, game in sections():
        marker = f"<!-- keys of {name} -->\n"
        keys, options = tables(game, page[page.index(marker) :].partition("<!-- end -->")[0])
        for kind, table in (("keys", keys), ("options", options)):
            marker = f"<!-- {kind} of {name} -->\n"
            pattern = re.escape(marker) + r".*?<!-- end -->"
            page, found = re.subn(
                pattern, lambda _, new=f"{marker}{table}<!-- end -->": new, page, flags=re.DOTALL
            )
            assert found == 1, marker
    return page


def sections() -> Iterator[tuple[str, AnyGame]]:
    """Every game once, by the name of the set that it is named after."""
    return ((name, game_of(name)) for name in playable() if game_of(name).name == name)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
