"""Languages: no English word of pnp reaches a German kit, and a file with mistakes says which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import yaml
from click.testing import CliRunner

from pnp.basics.errors import Source, UnusableInput
from pnp.cli import main
from pnp.definition import Definition, english, parse_definition, read_language
from pnp.kinds import KINDS, NetKind
from tests.conftest import ROOT, Call, refusal

Catalogue = dict[str, "str | dict[str, str]"]

WORD = re.compile(r"[^\W\d_]{2,}")

# A set of every kind of piece whose own words are German, of which no English word is one.
SET = """\
game: blumen
title: Blumenwiese
language: de
players: {min: 2, max: 4}
source: {designer: Erika Muster, year: "2024", page: Gartenheft}
licence: frei
notes: Alle Blumen blühen.
colours: {rot: "#C8372D", gelb: "#E69F00", blau: "#3C6BD6"}
tiles:
  shape: hexagon
  size: 32.5mm
  families: [{name: wiesen, generate: edges, where: {colours: 3, runs: 6}, copies: 5}]
pieces:
  boards:
    - {name: beet, title: Beet, hexhex: 3, cell: 20mm, poster: 60mm}
  cards:
    - {name: samen, title: Samen, size: mini, cards: [{title: Mohn, text: Blüht rot., copies: 3}]}
  tokens:
    - {name: biene, title: Biene, size: 20mm, colours: [gelb], count: 1}
  pads:
    - {name: zettel, count: 2}
"""

PAD = """\
form: zettel
title: Zettel
subtitle: zum Schreiben
up: 4
blocks: [{fields: [Wer]}]
"""

RULES = """\
# {{ title }}

![Das Spielmaterial](components)
"""


def words(text: str) -> set[str]:
    """The words of a text in small letters, without the names in braces."""
    return {each.casefold() for each in WORD.findall(re.sub(r"\{\w+\}", " ", text))}


def catalogue(name: str) -> Catalogue:
    """The texts of a language, as PyYAML reads them."""
    found: Catalogue = yaml.safe_load((ROOT / f"templates/words/{name}.yaml").read_text("utf-8"))
    return found


def texts(found: Catalogue) -> Iterator[str]:
    """All texts of a language, every form by itself."""
    for each in found.values():
        yield from each.values() if isinstance(each, dict) else (each,)


def slots(text: str | dict[str, str]) -> set[str]:
    """The names in braces."""
    return {*re.findall(r"\{(\w+)\}", " ".join(text.values()) if isinstance(text, dict) else text)}


def written_in(folder: Path, content: str = SET) -> None:
    """Writes the German set with its templates into a folder."""
    for name, text in (
        ("blumen.yaml", content),
        ("templates/pads/zettel.yaml", PAD),
        ("templates/rules/blumen.md", RULES),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def everything_in(path: Path) -> str:
    """Every text of a PDF file: on its pages, in its bookmarks, and about it."""
    document = pypdfium2.PdfDocument(path)
    try:
        found = [page.get_textpage().get_text_range() for page in document]
        found += [bookmark.get_title() for bookmark in document.get_toc()]
        found += [document.get_metadata_dict()[key] for key in ("Title", "Subject")]
    finally:
        document.close()
    # A hyphen at the end of a line is U+FFFE.
    return "\n".join(found).replace("\ufffe", "-")


BUILDS = (
    (),
    ("--duplex", "gutterfold", "--layout", "honeycomb", "--plain-backs"),
    ("--cuts", "crop", "--plain-backs", "--duplex", "short-edge", "--theme", "pens"),
    ("--cuts", "machine", "--layout", "spaced"),
    ("--cuts", "none", "--margin", "4mm"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], Path]:
    """The folder of the German set, built with some options."""

    @cache
    def build(options: tuple[str, ...]) -> Path:
        folder = tmp_path_factory.mktemp("blumen")
        written_in(folder)
        call = ["build", str(folder / "blumen.yaml"), "--paper", "a4", "-o", str(folder / "out")]
        result = CliRunner().invoke(main, [*call, *options])
        assert result.exit_code == 0, result.output
        return folder / "out/blumen"

    return build


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(options, marks=pytest.mark.nightly if number in (1, 4) else pytest.mark.slow)
        for number, options in enumerate(BUILDS)
    ],
    ids=" ".join,
)
def test_no_english_word_reaches_a_german_kit(
    built: Callable[[tuple[str, ...]], Path], options: tuple[str, ...]
) -> None:
    """On no page of no file, in no bookmark and no title; each file says that it is German."""
    german = words(" ".join(texts(catalogue("de"))))
    foreign = words(" ".join(texts(catalogue("en")))) - german
    # Words in the names of files, and those of both languages.
    foreign -= {"board", "poster", "rules", "booklet", "pens", "pnp", "calibrate"}
    assert {"tiles", "sheet", "and", "hexes", "by"} <= foreign
    files = sorted(built(options).glob("*.pdf"))
    assert len(files) == 9
    for path in files:
        found = everything_in(path)
        assert words(found) & foreign == set(), path.name
        with pikepdf.open(path) as pdf:
            assert pdf.Root.Lang == "de"
    for path in built(options).glob("sheets/*.svg"):
        svg = path.read_text("utf-8")
        assert 'xml:lang="de"' in svg
        assert words(" ".join(re.findall(r">([^<>]+)<", svg))) & foreign == set()


@pytest.mark.slow
def test_a_german_kit_speaks_german(built: Callable[[tuple[str, ...]], Path]) -> None:
    """Numbers, lengths, plurals and lists as in German."""
    kit = " ".join(everything_in(built(()) / "blumen-kit-a4.pdf").split())
    for expected in (
        "von Erika Muster, 2024 · für 2 bis 4 Personen",
        "Nachzählen: 55 Plättchen.",
        "Plättchen zu 32,5 mm, Bogen 1 von",
        "Nachzählen: 3 Karten.",
        "Nachzählen: 1 Marker.",
        "Bei einem Druck mit 100 % ist dieses Lineal 100 mm lang",
        "Blumenwiese: zum Selberdrucken",
    ):
        assert expected in kit


@pytest.mark.slow
def test_thousands_have_a_german_separator(tmp_path: Path) -> None:
    """In the list of pieces, on the sheets and in the steps."""
    written_in(tmp_path, SET.replace("copies: 5}", "copies: 100}"))
    call = ["build", str(tmp_path / "blumen.yaml"), "--paper", "a4", "--only", "kit"]
    result = CliRunner().invoke(main, [*call, "--pieces", "tiles", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    kit = " ".join(everything_in(tmp_path / "blumen/blumen-kit-a4.pdf").split())
    assert "1.100 Wiesen Plättchen, " in kit
    assert "1.100 Plättchen zu 32,5 mm, Bogen 1 von" in kit
    assert "Nachzählen: 1.100 Plättchen." in kit


@pytest.mark.slow
def test_an_english_kit_of_a_bundled_set_becomes_german(tmp_path: Path) -> None:
    """A copy with `language: de` has no phrase of pnp's own in English left."""
    text = (ROOT / "tilesets/hexpertise.yaml").read_text("utf-8")
    for language in ("en", "de"):
        copy = text.replace("game: hexpertise\n", f"game: copy\nlanguage: {language}\n")
        assert copy != text
        (tmp_path / f"{language}.yaml").write_text(copy, "utf-8")
    phrases = [
        part.strip(" *.,:;")
        for each in texts(catalogue("en"))
        for part in re.split(r"\{\w+\}", each.replace("**", ""))
        if len(words(part)) > 2
    ]
    seen = {}
    for language in ("en", "de"):
        call = ["build", str(tmp_path / f"{language}.yaml"), "--paper", "a4", "--only", "kit"]
        result = CliRunner().invoke(main, [*call, "-o", str(tmp_path / language)])
        assert result.exit_code == 0, result.output
        kit = " ".join(everything_in(tmp_path / language / "copy/copy-kit-a4.pdf").split())
        seen[language] = [phrase for phrase in phrases if phrase in kit]
    assert len(seen["en"]) > 10
    assert seen["de"] == []


def test_both_languages_have_the_same_keys_and_values() -> None:
    """In the same order, so that a reader can compare the files."""
    ours, german = catalogue("en"), catalogue("de")
    assert [*ours] == [*german]
    assert {key: slots(text) for key, text in ours.items()} == {
        key: slots(text) for key, text in german.items()
    }
    assert {key for key in ours if isinstance(ours[key], dict)} == {
        key for key in german if isinstance(german[key], dict)
    }
    # Only words without a language of their own are the same.
    same = {key for key in ours if ours[key] == german[key]}
    assert same == set()


@pytest.mark.slow
def test_every_text_is_printed_somewhere() -> None:
    """A key that neither the code nor a template has would be translated in vain."""
    code = "".join(path.read_text("utf-8") for path in sorted((ROOT / "pnp").rglob("*.py")))
    code += "".join(path.read_text("utf-8") for path in sorted((ROOT / "templates/kit").iterdir()))
    for key in catalogue("en"):
        start = key.partition("-")[0]
        ways = (f"{key}{end}" for end in "\"'}")
        assert any(f"{mark}{each}" in code for each in (*ways, f"{start}-{{") for mark in "\"'>") or key in (
            "tile", "card", "token", "pad", "board", "long-edge", "short-edge",
            # The step of a kind of net, whose template is one for all of them.
            *(f"kit-{kind.key}" for kind in KINDS if isinstance(kind, NetKind)),
        ), key  # fmt: skip


def defined_in(folder: Path, content: str = SET) -> Definition:
    """The set in a text, as if its file were in a folder."""
    return parse_definition(Source(str(folder / "blumen.yaml"), content))


def problem(folder: Path, content: str = SET) -> tuple[str, str, int, int, str]:
    """File, rule, line, column and message of the only mistake."""
    (only,) = refusal(defined_in, folder, content)
    name = Path(only.place.source.name).name
    return name, only.rule, only.place.line, only.place.column, only.message


def test_a_language_that_nobody_wrote(tmp_path: Path) -> None:
    """The message has the nearest name, or all names."""
    place = ("blumen.yaml", "unknown-word", 3, 11)
    message = 'pnp has no words in the language "deu"; did you mean "de"?'
    assert problem(tmp_path, SET.replace(": de", ": deu")) == (*place, message)
    message = 'pnp has no words in the language "klingon"; known here: de, en'
    assert problem(tmp_path, SET.replace(": de", ": klingon")) == (*place, message)
    assert problem(tmp_path, SET.replace(": de", ": DE"))[1:3] == ("name", 3)


def test_a_language_of_ones_own(tmp_path: Path, pnp: Call) -> None:
    """A file beside the set; the preview reads it again when it changes."""
    folder = tmp_path / "templates/words"
    folder.mkdir(parents=True)
    text = (ROOT / "templates/words/en.yaml").read_text("utf-8")
    text = text.replace('thousands: ","', 'thousands: "\u202f"').replace("\nand: and", "\nand: et")
    (folder / "fr.yaml").write_text(text, "utf-8")
    french = defined_in(tmp_path, SET.replace(": de", ": fr")).language
    assert french.tag == "fr"
    assert french.number(1234567) == "1\u202f234\u202f567"
    assert french.listed(["a", "b", "c"]) == "a, b et c"
    assert english().listed(["a", "b", "c"]) == "a, b and c"


MISTAKES = [
    ("backs: backs\n", "", ("missing-key", 1, 1, "this language lacks backs; see en.yaml for what they say")),
    ("backs: backs", "bakcs: backs", ("unknown-key", 0, 1, 'a language has no "bakcs"; did you mean "backs"?')),
    ("sheet: \"sheet {number} of {total}\"", "sheet: \"sheet {nr} of {total}\"", ("structure", 0, 8, '"sheet" has to have {number} and {total}, as in en.yaml')),
    ("backs: backs", "backs: back {number}", ("structure", 0, 8, '"backs" has to have no values, as in en.yaml')),
    ("backs: backs", "backs: {one: back, other: backs}", ("structure", 0, 8, '"backs" needs a single text')),
    ("backs: backs", "backs:", ("structure", 0, 7, "backs has to be a single value; there is nothing")),
    ('tile: {one: "{number} tile", other: "{number} tiles"}', 'tile: "{number} tiles"', ("structure", 0, 7, '"tile" needs the forms {one: …, other: …}')),
    ('tile: {one: "{number} tile", other: "{number} tiles"}', 'tile: {one: "{number} tile"}', ("missing-key", 0, 7, 'tile needs "other"')),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), MISTAKES)
def test_mistakes_in_a_language_have_their_places(
    tmp_path: Path, old: str, new: str, expected: tuple[str, int, int, str]
) -> None:
    """One message, with the file of the language, line and column."""
    text = (ROOT / "templates/words/en.yaml").read_text("utf-8")
    assert text.count(f"\n{old}") == 1
    line = text[: text.index(f"\n{old}")].count("\n") + 2
    (tmp_path / "templates/words").mkdir(parents=True)
    (tmp_path / "templates/words/fr.yaml").write_text(text.replace(f"\n{old}", f"\n{new}"), "utf-8")
    rule, at, column, message = expected
    found = problem(tmp_path, SET.replace(": de", ": fr"))
    assert found == ("fr.yaml", rule, at or line, column, message)


def test_a_language_that_is_not_yaml(tmp_path: Path) -> None:
    """The message names the file of the language."""
    (tmp_path / "fr.yaml").write_text("a: [", "utf-8")
    with pytest.raises(UnusableInput, match=r"fr\.yaml:2:1"):
        read_language(tmp_path / "fr.yaml")
    (tmp_path / "fr.yaml").write_text("", "utf-8")
    with pytest.raises(UnusableInput, match="this file is empty"):
        read_language(tmp_path / "fr.yaml")


@pytest.mark.slow
def test_calibration_and_errata_are_german_as_well(in_folder: Path, pnp: Call) -> None:
    """The sheets that are no part of a kit."""
    foreign = words(" ".join(texts(catalogue("en")))) - words(" ".join(texts(catalogue("de"))))
    assert pnp("calibrate", "--language", "de", "-o", ".").exit_code == 0
    found = words(everything_in(Path("calibration-a4-long-edge.pdf")))
    assert found & foreign <= {"back", "build", "office", "printer", "offset"}
    assert "messbogen" in found
    result = pnp("calibrate", "--language", "dee")
    assert (result.exit_code, "did you mean" in result.stderr) == (2, True)
    written_in(Path())
    Path("blumen.yaml").rename("old.yaml")
    written_in(Path(), SET.replace("Mohn", "Klee"))
    result = pnp("diff", "old.yaml", "blumen.yaml", "-o", "errata.pdf")
    assert Path("errata.pdf").is_file(), result.output
    text = everything_in(Path("errata.pdf"))
    assert "Blumenwiese: geändertes Material" in text and "3 Karten, Bogen 1 von 1" in text
    assert words(text) & foreign == set()
