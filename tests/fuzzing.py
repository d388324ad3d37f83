"""Fuzzing: what a user can write, mutated, goes the way that a user's file goes, and pnp has to answer in messages.

A `Target` is a kind of input: its seeds, and a function that hands a text to pnp. `failure` runs it and says what is wrong: a traceback, too
much time or memory, characters that act on terminals, lines without end, places outside of the file, or another answer the second time.
`tests/test_fuzz.py` runs all targets by hypothesis. Here they run by coverage, with atheris, or by chance where it is not installed:

    python -m tests.fuzzing --for short             every target
    python -m tests.fuzzing --for 60 sets           one target
    python -m tests.fuzzing sets FILE               a file again, such as one in build/fuzz/

docs/testing.md says more.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple
from xml.etree import ElementTree
from zipfile import ZipFile

import httpx
import yaml
from click.testing import CliRunner

from pnp.basics.errors import PnpError, Source
from pnp.basics.words import ACTS_ON_TERMINALS
from pnp.cli import main as pnp_main
from pnp.cli.messages import report
from pnp.definition.reading import decoded
from pnp.games import game_of, playable
from pnp.play import FileKind, write_record
from tests.conftest import ROOT, peak
from tests.mutation import LOADER, mutated
from tests.preview import Running, running

FOUND = ROOT / "build/fuzz"
KEPT = ROOT / "tests/fuzzed"

# Processor seconds for an input and megabytes that it may add; letters of a line and lines of an answer.
MOST_SECONDS = 20.0
MOST_MEMORY = 600
MOST_LINE = 1500
MOST_LINES = 2000

# One in so many inputs is run again, and one in so many sound ones is built.
AGAIN = 16
BUILT = 8

# Inputs after which garbage is collected; and a folder in memory, where a file costs a tenth, if the system has one.
CLEAN = 100
IN_MEMORY = Path("/dev/shm")

# Seconds of all targets together.
LENGTHS = {"short": 120.0, "nightly": 4 * 3600.0}


class Target(NamedTuple):
    """A kind of input: `seeds` are texts of it, and `run` hands one to pnp and returns the answer.

    It runs in a folder of its own, which `furnish` has filled.
    """

    seeds: Callable[[], Sequence[str]]
    run: Callable[[str], str]
    furnish: Callable[[], None] = lambda: None


def small_first(seeds: Sequence[str]) -> list[str]:
    """The seeds by their length, but for the first one, which is sound."""
    return [*seeds[:1], *sorted(seeds[1:], key=len)]


class TooMuch(BaseException):
    """An input that takes too long; no handler of pnp's catches it."""


class Failure(NamedTuple):
    """What is wrong with an answer; `key` is the same for inputs that probably have one cause."""

    key: str
    text: str


# How an answer is judged


def failure(target: Target, text: str) -> Failure | None:
    """What is wrong with pnp's answer to a text; None if it is as it should be."""
    before = peak()
    try:
        with limited():
            answer = target.run(text)
            second = target.run(text) if again(text) else answer
    except Rejected as error:
        return Failure(str(error).split(":")[0], str(error))
    except TooMuch:
        return Failure(
            f"time {_where(sys.exc_info()[1])}",
            f"more than {MOST_SECONDS:g} s\n{traceback.format_exc(limit=-12)}",
        )
    except MemoryError as error:
        return Failure(f"memory {_where(error)}", traceback.format_exc(limit=-12))
    except Exception as error:
        return Failure(f"{type(error).__name__} {_where(error)}", traceback.format_exc())
    if peak() > before + MOST_MEMORY:
        return Failure("memory", f"{peak() - before} MB")
    if second != answer:
        return Failure("another answer", f"{answer}\n--- and then\n{second}")
    return None


def again(text: str) -> bool:
    """Whether a text is run twice: some are."""
    return chance(text, AGAIN) == 1


class Rejected(AssertionError):
    """An answer that a user should not see; the text is what is wrong, a colon, and the answer."""


def _where(error: BaseException | None) -> str:
    """The last lines of pnp in a traceback, which name a cause."""
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    ours = [
        f"{Path(each.filename).stem}.{each.name}" for each in frames if "/pnp/" in each.filename
    ]
    return " ".join(ours[-1:])


@contextmanager
def limited() -> Iterator[None]:
    """Ends with `TooMuch` after the seconds that this process may take."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooMuch

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


_PLACE = re.compile(r"([^\s:]+\.(?:yaml|md|csv)):(\d+):(\d+): (?:error|warning|note)")


def judged(said: str, *, texts: Mapping[str, str]) -> str:
    """An answer as it was printed, if a user may see it; *texts* are the files of which it may name places."""
    if found := ACTS_ON_TERMINALS.search(said):
        raise Rejected(
            f"a character that acts on terminals: {found[0]!r} in {said[max(0, found.start() - 200) : found.end() + 50]!r}"
        )
    lines = said.splitlines()
    if len(lines) > MOST_LINES:
        raise Rejected(f"too many lines: {len(lines)}")
    for line in lines:
        if len(line) > MOST_LINE:
            raise Rejected(f"a long line: {len(line)} letters, {line[:300]!r}")
    for name, row, column in _PLACE.findall(said):
        if name in texts:
            rows = texts[name].removeprefix("\ufeff").splitlines() or [""]
            if not 1 <= int(row) <= len(rows) + 1:
                raise Rejected(
                    f"a place outside of the file: {name}:{row}:{column} of {len(rows)} lines"
                )
            if int(column) > len(rows[min(int(row), len(rows)) - 1]) + 1:
                raise Rejected(f"a place outside of the line: {name}:{row}:{column}")
    return said


# How texts are handed to pnp


def command(*words: str) -> tuple[int, str]:
    """The exit code of a command of pnp, and all that it prints; a traceback is raised."""
    result = CliRunner().invoke(pnp_main, words, prog_name="pnp")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout + result.stderr


def refusable(call: Callable[[], object]) -> str:
    """The report of a call, if pnp refuses its input."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            call()
        except PnpError as error:
            report(error)
    return out.getvalue() + err.getvalue()


def write(name: str, text: str) -> None:
    """Writes a file; halves of characters become bytes that are not UTF-8."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def write_bytes(name: str, text: str) -> None:
    """Writes a file whose bytes are letters of Latin-1."""
    Path(name).write_bytes(text.encode("latin-1", "replace"))


def chance(text: str, number: int) -> int:
    """A number below *number* that depends on nothing but the text."""
    return zlib.crc32(text.encode("utf-8", "replace"), 1) % number


# The numbers in the summary of `pnp validate`: a set of few pieces is quick to build.
_NUMBERS = re.compile(r"[0-9][0-9,]*")
_FEW = 60


def checked_file(
    name: str,
    words: Sequence[str] = (),
    *,
    build: Sequence[str] = (),
    put: Callable[[str, str], None] = write,
) -> Callable[[str], str]:
    """Hands a text to `pnp validate` as a file beside a set, and some sound ones to `pnp build`."""

    def run(text: str) -> str:
        put(name, text)
        texts = {
            each: Path(each).read_bytes().decode("utf-8", "replace") for each in ("game.yaml", name)
        }
        code, said = command("validate", "game.yaml", "--limit", "3000", *words)
        judged(said, texts=texts)
        if chance(text, AGAIN) == 0:
            _, values = command(
                "validate", "game.yaml", "--limit", "3000", "--format", "json", *words
            )
            json.loads(values)
        numbers = [
            int(each.replace(",", ""))
            for each in _NUMBERS.findall(said.splitlines()[-1] if said else "")
        ]
        if code == 0 and max(numbers, default=0) <= _FEW and chance(text, BUILT) == 0:
            said += built(text, words, build)
        return said

    return run


def built(text: str, words: Sequence[str], build: Sequence[str]) -> str:
    """The pages of a set, as digests of their files; pictures have to be XML."""
    shutil.rmtree("output", ignore_errors=True)
    _, said = command(
        "build", "game.yaml", "--paper", "a4", *words, *(build or ("--only", "sheets"))
    )
    judged(said, texts={})
    found = [said]
    for path in sorted(Path("output").rglob("*.*")):
        data = path.read_bytes()
        if path.suffix == ".svg":
            try:
                ElementTree.fromstring(data)
            except ElementTree.ParseError as error:
                raise Rejected(f"a picture that is not XML: {path.name}, {error}") from None
        found.append(f"{path.name} {hashlib.sha256(data).hexdigest()}")
    return "\n".join(found)


# Seeds


def kept(name: str) -> list[str]:
    """The inputs of a target that have failed once."""
    return [
        path.read_bytes().decode("utf-8", "surrogatepass")
        for path in sorted(KEPT.glob(f"{name}-*"))
    ]


@cache
def texts_in(folder: str, pattern: str) -> list[str]:
    """The texts of the files of a folder of the project."""
    return [path.read_text("utf-8") for path in sorted((ROOT / folder).glob(pattern))]


@cache
def mistaken(*subjects: str) -> list[str]:
    """The texts of mistakes about these subjects, each once."""
    from tests.mistakes import in_file

    return [
        *dict.fromkeys(
            each.text for subject in subjects for each in in_file(subject) if each.text.strip()
        )
    ]


SETS = (
    "boxes", "colour-rules", "combinations", "definition", "face-checks", "faces", "fonts", "frames", "looks", "loops", "maps", "markup", "messages",
    "notation", "outlines", "piece-rules", "pieces", "polyforms", "rules", "screens", "tiles", "values",
)  # fmt: skip


def starters() -> list[str]:
    """The sets that `pnp new` writes."""
    return [
        re.sub(r"\{\{\w+\}\}", "game", text) for text in texts_in("templates/starters", "*.yaml")
    ]


@cache
def documented(keys: str = ".") -> list[str]:
    """The sets in the documentation that have one of these keys, which are a pattern."""
    blocks = re.compile(r"^```yaml\n(game:.*?)^```", re.M | re.S)
    found = [block for page in texts_in("docs", "*.md") for block in blocks.findall(page)]
    return [each for each in found if re.search(rf"\b({keys}):", each)]


@cache
def sets() -> Sequence[str]:
    """Sets: those that come with pnp, starters, those of the documentation, and mistakes."""
    return [
        *starters(),
        *documented("game"),
        *POLYGONS,
        LOOPS,
        *texts_in("tilesets/examples", "*.yaml"),
        *texts_in("tilesets/published", "*.yaml"),
        *mistaken(*SETS),
        *texts_in("tilesets", "*.yaml"),
        *kept("sets"),
    ]


def small_sets() -> Sequence[str]:
    """Starters, sets of the documentation, and mistakes in sets of few pieces."""
    subjects = ("face-checks", "faces", "loops", "maps", "notation", "pieces", "polyforms")
    own = [*starters(), *documented("game"), *POLYGONS, LOOPS]
    return [*own, *mistaken(*subjects), *kept("exports")]


def examples() -> None:
    """The files beside the examples and other sets, and those that the mistakes name."""
    write("leaves.csv", LEAVES)
    shutil.copytree(ROOT / "tilesets/examples", ".", dirs_exist_ok=True)
    for name in ("small.png", "train.svg"):
        shutil.copy(ROOT / "tests/mistakes" / name, name)


GAME = """\
game: game
colours: [red, green, blue, yellow]
rulebook: mine
tiles: {shape: square, size: 30mm, families: [{name: one, generate: edges, colours: [red, green]}]}
pieces:
  boards: [{name: board, squares: 3x3, cell: 20mm}]
"""

CARDS = """\
game: game
pieces:
  cards:
    - name: deck
      size: poker
      face: mine
      data: cards.csv
"""

TABLE = """\
title,type,text,cost,power,art,band,number,symbol,left,right,copies
Alder,Tree,**Draw** one card.,2,3,small.png,accent,7,star,red,blue,2
Birch,"Tree, old",Pay {coin},,,,,8,coin,blue,red,1
"""

FACE = """\
face: mine
fields: {title: required, text: optional, cost: optional, art: optional}
front:
  - {name: title, text: "{title}", size: 14..7pt, at: top, height: 20%}
  - {name: text, text: "{text}", size: 9..5pt}
  - {name: cost, if: cost, at: top left, width: 15%, height: 12%, layers: [{shape: circle, fill: ground}, {text: "{cost}"}]}
"""

POLYGONS = (
    """\
game: bent
colours: [red, blue]
tiles:
  shape: polygon
  corners: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]
  size: 40mm
  families: [{name: sides, generate: edges, where: {red: {sides: 2}}}]
""",
    """\
game: leaf
tiles:
  shape: polygon
  outline: train.svg
  size: 50mm
  families: [{name: leaf, data: leaves.csv, face: [{text: "{word}", size: 9pt}]}]
""",
    """\
game: kites
colours: [red, blue]
tiles:
  kites: {shape: kite, angle: 72, size: 40mm, families: [{name: kite, generate: edges}]}
  darts: {shape: dart, angle: 72, size: 40mm, families: [{name: dart, generate: corners}]}
  rhombs: {shape: rhomb, angle: 36, size: 30mm, families: [{name: rhomb, generate: edges}]}
""",
    """\
game: shards
colours: [red, blue]
pieces:
  tokens:
    - {name: train, outline: train.svg, size: 20mm, colours: [red, blue], count: 2}
  polyforms:
    - {name: four, shape: polyomino, cells: 4, cell: 12mm, colours: [red]}
""",
)

LEAVES = "word\nOak\nElm\n"

LOOPS = """\
game: loops
pieces:
  cards:
    - name: deck
      size: {width: 60mm, height: 80mm}
      cards: [{word: AB, n: 3, map: "AB\\nBA", signs: [sun, moon]}, {word: C, n: 0}]
      face:
        fields: {word: optional, n: optional, map: optional, signs: optional}
        tables: {ink: {A: "#D01010", B: none, C: "#10D010"}}
        front:
          - {for: "i in 1..{n}", shape: circle, fill: "#2E7D4F", at: bottom left, width: 2mm, height: 2mm, x: "{i * 3 - 3}mm"}
          - {for: "s in {signs}", sign: "{s}", arrange: row, each: 8 x 8mm, gap: 1mm, height: 9mm}
          - rows:
              - for: "line in lines of {map}"
                columns: [{for: "c in characters of {line}", shape: rectangle, fill: "{ink[c]}"}]
"""

PLACES = "name,x,y,label\nAldby,30,40,\nCorm,150,30,above\nWick,90,100,left\n"

MAP = """\
game: crossings
colours: {red: "#C8372D", blue: "#2D6DB5"}
rules: [places-connected]
pieces:
  boards: [{name: land, size: 180 x 120mm, cell: 8mm, places: places.csv, routes: routes.csv}]
"""

ROUTES = """\
from,to,spaces,colour,bend
Aldby,Corm,4,red,-15
Corm,Wick,3,blue,
Wick,Aldby,3,,20
"""

OUTLINE = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" viewBox="0 0 100 100"><path d="M5 5H95C95 60 60 95 5 95z"/></svg>\n'

ICONS = """\
{"prefix": "farm", "info": {"name": "Farm", "author": {"name": "Ada Field"}, "license": {"title": "CC BY 4.0"}},
 "width": 16, "height": 16,
 "icons": {"egg": {"body": "<path d='M8 1c3 0 5 5 5 8a5 5 0 0 1-10 0c0-3 2-8 5-8z'/>"},
           "hay": {"body": "<g fill='none' stroke='#000'><path d='M3 2h10v3H3z'/><circle cx='5' cy='5' r='2'/></g>", "left": 1}},
 "aliases": {"straw": {"parent": "hay", "rotate": 1, "hFlip": true}}}
"""

FARM = """\
game: farm
icons: [farm.json, icons]
pieces:
  cards: [{name: work, size: mini, cards: [{title: Milking, sign: hay, text: "Pay {hay}, take {egg} and {mine}."}]}]
"""

LETTERED = """\
game: lettered
title: Lettered
fonts: {title: mine.ttf, text: mine.ttf}
pieces:
  cards: [{name: work, size: mini, cards: [{title: Milk, text: "Pay **two** coins."}]}]
"""

WHERE = """\
game: where
colours: [red, blue]
tiles:
  hexagons: {shape: hexagon, ports: 1, size: 30mm, families: [{name: sides, generate: edges}]}
  squares:
    shape: square
    size: 30mm
    families: [{name: roads, generate: strands}, {name: ends, generate: edges}]
"""

CONDITIONS = (
    "{lines: 2}", "{lines: '>=1', crossings: 0, straights: 0}", "{colours: 2, each-colour: {sides: 3, runs: 1}}",
    "{red: {sides: '>=4'}, any: [{runs: 2}, {rotations: 3}]}", "{pattern: AABB}", "{chiral: yes}", "{strands: 1..2, junctions: '<=1'}",
    "{equal-neighbours: 0}", "{red: {sharp-bends: 1}, blue: {ends: 1}}", "{sides: 2, adjacent-blanks: 0}", "{not: {lines: 1}}",
)  # fmt: skip

PAD = "form: mine\ntitle: Mine\nup: 4\nblocks:\n  - fields: [Date, Player]\n  - table: {columns: [{head: Round, width: 2}, {colour: red}], rows: [First, {label: Total, total: yes}]}\n"


PAPER = "mine: {width: 200mm, height: 300mm, margins: {sides: 5mm, ends: 8mm}}\n"

BOOK = """\
# Game

Lay *tiles* of **{{ tiles }}** in turn.[^1]

## Play

1. Draw a tile.
2. Lay it:
   - sides agree,
   - corners meet.

| tile | points |
|---|--:|
| red | 1 |

> Nobody lays two.

[^1]: The youngest begins.
"""


def beside(**files: str) -> Callable[[], None]:
    """Files of a folder; `__` in a name stands for a slash and `_` for a point."""

    def fill() -> None:
        shutil.copy(ROOT / "tests/mistakes/small.png", "small.png")
        for name, text in files.items():
            write(name.replace("__", "/").replace("_", "."), text)

    return fill


def padded() -> None:
    """A set with a pad, whose form is mutated."""
    beside(
        game_yaml=f"{GAME.replace('rulebook: mine', '')}  pads: [{{name: scores, form: mine}}]\n"
    )()


def art_beside() -> None:
    """A set with a card, whose picture is mutated."""
    beside(
        game_yaml=CARDS.replace("face: mine", "face: full-art"),
        cards_csv="title,art\nAlder,mine.svg\n",
    )()


def conditions(text: str) -> str:
    """Lists the tiles that meet a condition."""
    if "\0" in text:
        return ""  # no command line has it
    form = ("table", "json", "csv", "notation")[chance(text, 4)]
    words = ("--where", text, "--limit", "3000", "--format", form)
    said = command("enumerate", "game.yaml", *words)[1]
    if form != "json":  # which has long texts in one line
        return judged(said, texts={})
    json.loads(said)
    return said


@cache
def workbooks() -> Sequence[str]:
    """The bytes of workbooks, as letters of Latin-1."""
    from tests.test_data import workbook

    rows = [each.split(",") for each in TABLE.replace("Tree, old", "Tree").splitlines()]
    values: list[Sequence[object]] = [
        ["title", "cost", "when"],
        ["Oak", 3.5, True],
        ["=1+1", None, 1e21],
    ]
    return [workbook(each).decode("latin-1") for each in (rows, values)]


def cells() -> Sequence[str]:
    """The sheets of those workbooks, as XML."""
    found = []
    for each in workbooks():
        with ZipFile(io.BytesIO(each.encode("latin-1"))) as file:
            found.append(file.read(SHEET).decode().replace("><c", ">\n<c"))
    return [*found, *kept("cells")]


SHEET = "xl/worksheets/sheet1.xml"


def with_cells(name: str, text: str) -> None:
    """Writes a workbook that is sound but for its sheet."""
    book = io.BytesIO(workbooks()[0].encode("latin-1"))
    with ZipFile(book) as old, ZipFile(name, "w") as new:
        for each in old.namelist():
            sheet = text.encode("utf-8", "surrogatepass")
            new.writestr(each, sheet if each == SHEET else old.read(each))


def fonts() -> Sequence[str]:
    """The bytes of fonts, as letters of Latin-1."""
    files = ("pnp/scene/symbols.ttf", "tilesets/examples/harbour/fonts/AlfaSlabOne-Regular.ttf")
    return [*((ROOT / each).read_bytes().decode("latin-1") for each in files), *kept("fonts")]


# Positions, records and moves


@cache
def records(name: str) -> Sequence[str]:
    """Records of games that were played at random."""
    game, found = game_of(name), []
    for seed in range(3):
        players, rng = game.players[seed % len(game.players)], Random(seed)
        position, moves = game.initial(Random(seed), players), []
        while len(moves) < 12 and not game.is_over(position):
            moves.append(rng.choice([*game.legal_moves(position)]))
            position = game.play(position, moves[-1])
        found += [
            write_record(game, moves, players=players, seed=seed),
            game.write_position(position),
        ]
    return found


def positions_of(name: str) -> Target:
    """Files of a game's positions, extracts and records."""

    def run(text: str) -> str:
        game, found = game_of(name), [""]

        def read() -> None:
            reading = game.read(decoded("position.yaml", text.encode("utf-8", "surrogatepass")))
            score = game.score(reading.position)
            found.append(repr(score))
            game.table(reading.position)
            if reading.kind is not FileKind.EXTRACT:
                written = game.write_position(reading.position)
                assert game.read_position(Source("position.yaml", written)) == reading.position
                assert bool(game.legal_moves(reading.position)) != game.is_over(reading.position)

        said = refusable(read)
        return judged(said, texts={"position.yaml": text}) + "".join(found)

    def seeds() -> Sequence[str]:
        mistakes = (
            mistaken(f"games/{name}")
            if (ROOT / f"tests/mistakes/games/{name}.yaml").exists()
            else []
        )
        return [
            *texts_in("tests/positions", f"{name}-*.yaml"),
            *records(name),
            *mistakes,
            *kept(f"positions-{name}"),
        ]

    return Target(seeds, run)


def moves() -> Sequence[str]:
    """A game and a move in a line each: first moves, and those of records."""
    found = []
    for name in playable():
        game = game_of(name)
        legal = game.legal_moves(game.initial(Random(1), game.players[-1]))
        lines = [game.write_move(move) for move, _ in zip(legal, range(5), strict=False)]
        for record in records(name):
            lines += [line.partition(": ")[2] for line in re.findall(r"^ *- (.*)$", record, re.M)]
        found += [f"{name}\n{line}" for line in lines]
    return [*dict.fromkeys(found), *kept("moves")]


def moved(text: str) -> str:
    """Reads and plays the first moves of a text, each at the start of its game."""
    name, _, lines = text.partition("\n")
    game = game_of(name if name in playable() else playable()[0])
    position, said = game.initial(Random(1), game.players[-1]), []
    for line in lines.splitlines()[:6]:

        def play(line: str = line, position: Any = position) -> None:
            game.play(position, game.read_move(position, line))

        said.append(refusable(play))
    return judged("".join(said), texts={})


# Requests of the preview


def without_aliases(text: str) -> Any:
    """The values of a YAML file that stands for something else, and may not grow; ValueError if it would."""
    if any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(text, LOADER)):
        raise ValueError
    return yaml.load(text, LOADER)


# What runs to the end of the process, or until somebody closes it.
RUNNING = ExitStack()


@cache
def preview() -> Running:
    """A preview of a set that can be played."""
    os.environ["PNP_EDITOR"] = "true"  # a program that does nothing
    found = RUNNING.enter_context(running("controlled-path"))
    RUNNING.callback(preview.cache_clear)
    found.complete()
    return found


REQUESTS = (
    "{method: GET, path: /api/state}",
    "{method: GET, path: /api/state, query: {set: controlled-path}}",
    "{method: POST, path: /api/pictures, body: [a, b]}",
    "{method: POST, path: /api/open, body: {source: 0, line: 1, column: 1}}",
    "{method: POST, path: /api/choice, body: {choice: random}}",
    "{method: GET, path: /api/pieces/1-2, query: {paper: a4, layout: straight}}",
    "{method: GET, path: /api/rows}",
    "{method: GET, path: /api/sheets, query: {paper: a4}}",
    "{method: GET, path: /sheets/1/a4/auto/0.svg}",
    "{method: GET, path: /api/numbers}",
    "{method: GET, path: /api/compare, query: {old: '0', new: '1'}}",
    "{method: GET, path: /api/changed}",
    "{method: GET, path: /api/table}",
    "{method: POST, path: /api/table/score, body: {ground: board, tiles: [['0,0', '1-2 3-4']], tokens: [['0,0', red]]}}",
    "{method: POST, path: /api/table/open, body: {file: a.yaml}}",
    "{method: POST, path: /api/table/save, body: {name: mine, ground: board, tiles: [['0,0', '1-2']]}}",
    "{method: POST, path: /api/play/start, body: {players: 2, seed: 1, options: {}, seats: ['', random]}}",
    "{method: POST, path: /api/play/open, body: {file: a.yaml}}",
    "{method: POST, path: /api/play/at, body: {set_up: 'players: 2', played: ['red: stay'], at: 0, seats: ['', '']}}",
    "{method: POST, path: /api/play/after, body: {set_up: 'players: 2', played: [], at: 0, move: stay}}",
    "{method: POST, path: /api/play/bot, body: {set_up: 'players: 2', played: [], at: 0, seats: [random, random]}}",
    "{method: POST, path: /api/play/save, body: {set_up: 'players: 2', played: [], at: 0, name: saved}}",
    "{method: POST, path: /api/build, body: {}}",
    "{method: GET, path: /page/index.html}",
)


def requests() -> Sequence[str]:
    """Every question that the page asks."""
    started = preview().post("/api/play/start", {"players": 2, "seed": 1, "options": {}}).json()
    sent = {"set_up": started["set_up"], "played": [], "at": 0, "seats": ["", "random"]}
    played = [
        yaml.safe_dump(
            {"method": "POST", "path": f"/api/play/{what}", "body": {**sent, "move": "stay"}}
        )
        for what in ("at", "after", "move", "bot", "save")
    ]
    return [*REQUESTS, *played, *kept("requests")]


def requested(text: str) -> str:
    """Sends a request; a server may refuse it, and may not fail."""
    from pnp.preview.table import POSITIONS

    try:
        asked = without_aliases(text)
        path = asked["path"]
        method = str(asked.get("method", "GET")).encode("ascii").decode()
        query = {str(key): str(value) for key, value in dict(asked.get("query") or {}).items()}
        body = asked.get("body")
        sent = body if isinstance(body, str) else json.dumps(body)
        request = preview().client.build_request(
            method, str(path), params=query, content=sent.encode("utf-8", "surrogatepass")
        )
    except Exception:
        return ""  # not a request
    if request.url.host != "127.0.0.1" or str(path).startswith("/events"):
        return ""  # it does not end
    # No name is taken, so that a second answer is as the first.
    shutil.rmtree(POSITIONS, ignore_errors=True)
    try:
        answer = preview().client.send(request)
    except httpx.LocalProtocolError:
        return ""  # no client can send it
    if answer.status_code >= 500:
        raise Rejected(
            f"the server fails at {re.sub('[^a-z/]', '', str(path))[:30]}: {answer.text[:2000]}"
        )
    if answer.headers.get("content-type", "").startswith("application/json"):
        answer.json()
        if len(answer.content) > 20_000_000:
            raise Rejected(f"a long answer: {len(answer.content)} bytes")
    return f"{answer.status_code}" if answer.status_code >= 400 else ""


# Plans and stores of playtests

PLANS = (
    "{game: controlled-path, players: '2,3', bots: 'random,greedy', sweeps: ['tiles.size=30mm,40mm']}",
    "{game: controlled-path, players: '2,3', bots: 'random,greedy', options: ['a=b'], sweeps: ['tiles.size=30mm,40mm']}",
    "{game: hex-auction, players: 2..4, sweeps: ['bots=random,greedy', 'set=hex-auction'], games: 100}",
    "{game: hexstatic, sets: [hexstatic, hexstatic-compact], ladder: '10,40,160'}",
    "{game: hexpertise, search: 'players=2..4,tiles=60..90..5', for: 'seats=even,turns=30..40,facts.stalemate=..10'}",
    "{game: hexagonal-highway, players: '6', bots: 'mcts:100:1+flat:10', search: 'title={a,b}', for: points=3..}",
    "{game: controlled-path, worth: moves, sweeps: ['parameters.coins=5..10']}",
    "{game: hexpertise, sweeps: ['players=2..4', 'bots=greedy,mcts:40', 'tiles=60,70']}",
    "{game: hex-auction, search: 'parameters.coins=3..10,bots={greedy,random},set=hex-auction', for: 'turns=30..40,points=even,margin=..20'}",
    "{game: hexpertise, search: 'tiles.families.three-colours.copies=1..3', for: 'lead-changes=2..,shared=..5,facts.rounds=3'}",
)


def planned(text: str) -> str:
    """The plan of a command line, up to the games."""
    from pnp.playtest.plans import Plan, Wish, arms_of, check_number, values_in, with_ladder
    from pnp.playtest.search import goals_of, space_of
    from pnp.playtest.setting import Setting

    try:
        given = dict(without_aliases(text))
    except Exception:
        return ""

    def word(key: str, default: str = "") -> str:
        return str(given.get(key, default))

    def words(key: str) -> tuple[str, ...]:
        found = given.get(key, [])
        return tuple(map(str, found if isinstance(found, list) else [found]))

    said = ""

    def plan() -> None:
        wish = Wish(
            word("game"),
            words("sets"),
            word("players"),
            word("bots", "random"),
            words("options"),
            words("sweeps"),
        )
        name, arms, labels = arms_of(wish)
        check_number(10, len(arms))
        made = Plan(name, arms, labels, 10, None, 1, "")
        if "ladder" in given:
            with_ladder(made, word("ladder"))
        Setting.of(arms[0], 1)

    said += refusable(plan)
    if "search" in given:
        said += refusable(lambda: space_of(word("search"), values_in))
    if "for" in given:
        said += refusable(lambda: goals_of(word("for")))
    return judged(said, texts={})


@cache
def stores() -> Sequence[str]:
    """The bytes of a store with a few games, as letters of Latin-1."""
    from pnp.playtest.arms import Arm
    from pnp.playtest.setting import Setting, packed
    from pnp.playtest.store import Store

    path = Path("seed.sqlite")
    path.unlink(missing_ok=True)
    setting = Setting.of(_arm(Arm), 1)
    with Store(path, "controlled-path") as store:
        store.add(store.key(setting), [packed(setting.play(number)) for number in range(3)])
    return [path.read_bytes().decode("latin-1"), *kept("stores")]


def _arm(kind: Any) -> Any:
    return kind("controlled-path", ("random", "random"), (), "", (), 0)


def stored(text: str) -> str:
    """Opens a store and reads its games."""
    from pnp.playtest.arms import Arm
    from pnp.playtest.setting import Setting
    from pnp.playtest.store import Store

    Path("mine.sqlite").write_bytes(text.encode("latin-1", "replace"))

    def read() -> None:
        with Store(Path("mine.sqlite"), "controlled-path") as store:
            key = store.key(Setting.of(_arm(Arm), 1))
            store.numbers(key)
            list(store.games(key, 10))

    return judged(refusable(read), texts={})


# Exports

FORMATS = ("json", "tts", "vassal", "screentop", "tabletopia", "png", "cut", "shop", "html", "3d")


def exported(text: str) -> str:
    """Exports a set that is sound and small."""
    write("game.yaml", text)
    code, said = command("validate", "game.yaml", "--limit", "200")
    numbers = [
        int(each.replace(",", ""))
        for each in _NUMBERS.findall(said.splitlines()[-1] if said else "")
    ]
    if code or max(numbers, default=0) > _FEW or chance(text, BUILT) > 1:
        return judged(said, texts={"game.yaml": text})
    key = FORMATS[chance(text + "\n", len(FORMATS))]
    dpi = ("--dpi", "36") if key in ("png", "tts", "vassal", "screentop", "tabletopia") else ()
    shutil.rmtree("output", ignore_errors=True)
    said += command("export", key, "game.yaml", *dpi)[1]
    digests = (
        f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(Path("output").rglob("*.*"))
        if path.is_file()
    )
    return judged(said, texts={"game.yaml": text}) + "\n".join(digests)


def in_shop(text: str) -> str:
    """Exports a deck for a print shop whose preset is mutated."""
    write("templates/shops/mine.yaml", text)
    _, said = command("export", "shop", "game.yaml", "--shop", "mine")
    return judged(said, texts={"templates/shops/mine.yaml": text})


ART = (
    "templates/landscape",
    "templates/signs",
    "tilesets/examples/market",
    "tilesets/examples/quillmark",
    "tests/mistakes",
)

TARGETS: dict[str, Target] = {
    "sets": Target(sets, checked_file("game.yaml"), examples),
    "faces": Target(
        lambda: [FACE, *texts_in("templates/faces", "*.yaml"), *kept("faces")],
        checked_file("templates/faces/mine.yaml"),
        beside(game_yaml=CARDS, cards_csv=TABLE),
    ),
    "data": Target(
        lambda: [TABLE, *texts_in("tilesets/examples", "*/*.csv"), *kept("data")],
        checked_file("cards.csv"),
        beside(game_yaml=CARDS, templates__faces__mine_yaml=FACE),
    ),
    "pads": Target(
        lambda: [PAD, *texts_in("templates/pads", "*.yaml"), *mistaken("forms"), *kept("pads")],
        checked_file("templates/pads/mine.yaml"),
        padded,
    ),
    "papers": Target(
        lambda: [
            PAPER,
            "".join((PAPER, *texts_in("templates", "papers.yaml"))),
            *kept("papers"),
        ],
        checked_file("templates/papers.yaml", ("--paper", "mine")),
        beside(game_yaml=GAME.replace("rulebook: mine", "")),
    ),
    "themes": Target(
        lambda: [*texts_in("templates/themes", "*.yaml"), *mistaken("themes"), *kept("themes")],
        checked_file("templates/themes/mine.yaml", ("--theme", "mine")),
        beside(game_yaml=GAME.replace("rulebook: mine", "")),
    ),
    "rulebooks": Target(
        lambda: [
            BOOK,
            *texts_in("templates/rules", "*.md"),
            *texts_in("tilesets/examples/templates/rules", "*.md"),
            *mistaken("rulebooks"),
            *kept("rulebooks"),
        ],
        checked_file("templates/rules/mine.md", build=("--only", "rules")),
        beside(game_yaml=GAME),
    ),
    "art": Target(
        lambda: [
            *(text for folder in ART for text in texts_in(folder, "*.svg")),
            *mistaken("drawings"),
            *kept("art"),
        ],
        checked_file("mine.svg"),
        art_beside,
    ),
    "shops": Target(
        lambda: [*texts_in("templates/shops", "*.yaml"), *mistaken("shops"), *kept("shops")],
        in_shop,
        beside(game_yaml=CARDS.replace("mine", "title-and-text"), cards_csv=TABLE),
    ),
    "exports": Target(small_sets, exported, examples),
    "boards": Target(
        lambda: [
            *documented("hexhex|hexes|squares|path|places|frames"),
            *mistaken("maps", "frames"),
            *kept("boards"),
        ],
        checked_file("game.yaml"),
        examples,
    ),
    "polygons": Target(
        lambda: [
            *POLYGONS,
            *documented("polyforms|corners|outline"),
            *texts_in("tilesets/published", "hexagons-3*.yaml"),
            *mistaken("polyforms"),
            *kept("polygons"),
        ],
        checked_file("game.yaml"),
        examples,
    ),
    "loops": Target(
        lambda: [LOOPS, *documented("for"), *mistaken("loops"), *kept("loops")],
        checked_file("game.yaml"),
        examples,
    ),
    "outlines": Target(
        lambda: [
            OUTLINE,
            *mistaken("outlines"),
            *texts_in("tests/mistakes", "train.svg"),
            *kept("outlines"),
        ],
        checked_file("train.svg"),
        beside(game_yaml=POLYGONS[1], leaves_csv=LEAVES),
    ),
    "places": Target(
        lambda: [PLACES, *texts_in("tilesets/examples", "*/places.csv"), *kept("places")],
        checked_file("places.csv"),
        beside(game_yaml=MAP, routes_csv=ROUTES),
    ),
    "routes": Target(
        lambda: [ROUTES, *texts_in("tilesets/examples", "*/routes.csv"), *kept("routes")],
        checked_file("routes.csv"),
        beside(game_yaml=MAP, places_csv=PLACES),
    ),
    "icons": Target(
        lambda: [ICONS, *texts_in("tilesets/examples", "*/icons.json"), *kept("icons")],
        checked_file("farm.json"),
        beside(game_yaml=FARM, icons__mine_svg=OUTLINE),
    ),
    "icon-drawings": Target(
        lambda: [
            OUTLINE,
            *(text for folder in ART for text in texts_in(folder, "*.svg")),
            *mistaken("drawings"),
            *kept("icon-drawings"),
        ],
        checked_file("icons/mine.svg"),
        beside(game_yaml=FARM, farm_json=ICONS),
    ),
    "fonts": Target(
        fonts,
        checked_file("mine.ttf", put=write_bytes),
        beside(game_yaml=LETTERED),
    ),
    "workbooks": Target(
        lambda: [*workbooks(), *kept("workbooks")],
        checked_file("cards.xlsx", put=write_bytes),
        beside(game_yaml=CARDS.replace("csv", "xlsx"), templates__faces__mine_yaml=FACE),
    ),
    "cells": Target(
        cells,
        checked_file("cards.xlsx", put=with_cells),
        beside(game_yaml=CARDS.replace("csv", "xlsx"), templates__faces__mine_yaml=FACE),
    ),
    "conditions": Target(
        lambda: [*CONDITIONS, *kept("conditions")], conditions, beside(game_yaml=WHERE)
    ),
    **{
        f"positions-{name}": positions_of(name)
        for name in (
            "controlled-path",
            "hex-auction",
            "hexagonal-highway",
            "hexpertise",
            "hexstatic",
        )
    },
    "moves": Target(moves, moved),
    "requests": Target(requests, requested),
    "plans": Target(lambda: [*PLANS, *kept("plans")], planned),
    "stores": Target(stores, stored),
}


@contextmanager
def furnished(target: Target) -> Iterator[None]:
    """A folder with the files of a target, in which it can run."""
    place = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="pnp-fuzz-", dir=place) as folder, chdir(folder):
        target.furnish()
        yield


# Runs


def shortened(target: Target, text: str, key: str, *, seconds: float = 30.0) -> str:
    """A shorter text that fails in the same way: without lines, and then without letters."""
    end = time.monotonic() + seconds
    for parts in (text.splitlines(keepends=True), None):
        pieces = [*text] if parts is None else parts
        if len(pieces) > 5000:
            continue
        size = max(1, len(pieces) // 2)
        while size and time.monotonic() < end:
            at = 0
            while at < len(pieces) and time.monotonic() < end:
                fewer = pieces[:at] + pieces[at + size :]
                found = failure(target, "".join(fewer))
                if found is not None and found.key == key:
                    pieces = fewer
                else:
                    at += size
            size //= 2
        text = "".join(pieces)
    return text


class Run:
    """A run of one target: it counts inputs, and keeps one text of each failure."""

    def __init__(self, name: str) -> None:
        self.name, self.target = name, TARGETS[name]
        self.seeds = small_first(self.target.seeds())
        self.inputs = 0
        self.known: set[str] = set()
        self.start = time.process_time()
        gc.collect()
        gc.freeze()
        gc.disable()

    def tried(self, data: bytes) -> None:
        """Tries the text that bytes stand for."""
        self.inputs += 1
        if self.inputs % CLEAN == 0:
            gc.collect()
        text = mutated(self.seeds, data)
        found = failure(self.target, text)
        if found is None or found.key in self.known:
            return
        self.known.add(found.key)
        if not found.key.startswith(("time", "memory")):
            text = shortened(self.target, text, found.key)
        FOUND.mkdir(parents=True, exist_ok=True)
        path = FOUND / f"{self.name}-{hashlib.sha256(found.key.encode()).hexdigest()[:8]}.txt"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        print(
            f"\n{self.name}: {found.key}\n{found.text[-3000:]}\nagain: python -m tests.fuzzing {self.name} {path.relative_to(ROOT)}",
            flush=True,
        )

    def ended(self) -> None:
        seconds = time.process_time() - self.start
        print(
            f"{self.name}: {self.inputs:,} inputs in {seconds:.0f} s of the processor, {len(self.known)} findings",
            flush=True,
        )


def by_chance(name: str, seconds: float, seed: int) -> bool:
    """Tries inputs that nothing guides; whether something is found."""
    with furnished(TARGETS[name]):
        run, rng, start = Run(name), Random(seed), time.monotonic()
        while time.monotonic() - start < seconds:
            run.tried(rng.randbytes(rng.choice((2, 6, 10, 14, 20, 40))))
        run.ended()
        RUNNING.close()
    return bool(run.known)


def tried_again(name: str, file: Path) -> int:
    """Runs one file, and prints what is wrong with the answer; 1 if something is."""
    text = file.read_bytes().decode("utf-8", "surrogatepass")
    with furnished(TARGETS[name]):
        TARGETS[name].seeds()
        found = failure(TARGETS[name], text)
    print("nothing is wrong" if found is None else f"{found.key}\n{found.text}")
    return int(found is not None)


def main() -> int:
    """Run targets for some time, or one file again; 1 if something is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="Fuzz pnp.")
    parser.add_argument(
        "target", nargs="?", choices=[*TARGETS], metavar="TARGET", help=", ".join(TARGETS)
    )
    parser.add_argument("file", nargs="?", help="run this file alone")
    parser.add_argument(
        "--for",
        dest="length",
        default="short",
        metavar="LENGTH",
        help="short (two minutes), nightly (four hours) or seconds, of all targets together",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--by", choices=("coverage", "chance"), default="coverage", help="coverage needs atheris"
    )
    chosen = parser.parse_args()
    seconds = float(LENGTHS.get(chosen.length, chosen.length))
    names = [*TARGETS] if chosen.target is None else [chosen.target]
    if chosen.file is not None:
        return tried_again(names[0], Path(chosen.file))
    if chosen.by == "coverage" and find_spec("atheris") is not None:
        words = ["-m", "tests.guided", *names, str(seconds / len(names))]
        return subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode
    found = [by_chance(name, seconds / len(names), chosen.seed) for name in names]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
