"""New sets: a starter of a kind, or a copy of a set, with everything that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.folders import as_typed, bundled, folders
from pnp.basics.words import counted
from pnp.definition import (
    Definition,
    PadDefinition,
    Templates,
    homes,
    load_definition,
    templates_near,
)
from pnp.definition.reading import (
    LONGEST_NAME,
    NAME,
    RESERVED_NAMES,
    MappingNode,
    Reader,
    Scalar,
    compose,
    near_name,
    read_source,
    title_of,
)
from pnp.definition.schema import json_schema
from pnp.kinds import piece_findings
from pnp.pieces import make_pieces
from pnp.project.sets import SetFile, all_sets
from pnp.sets.tileset import make_tileset

# Each has a starter in templates/starters/.
STARTERS: Mapping[str, str] = {
    "tiles": "hexagons with rivers, roads and rails",
    "cards": "cards with texts, cards in pairs, and tokens",
    "board": "a board of hexagons, pawns and tokens",
}

SCHEMA = "tileset.schema.json"
_MODELINE = f"# yaml-language-server: $schema={SCHEMA}\n"
_OLD_MODELINE = re.compile(r"# yaml-language-server:.*\n")
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}( *(?=#))?")


class NewFile(NamedTuple):
    """A file to write; `what` says what it is, or nothing if another file's words name it."""

    path: Path
    data: bytes
    what: str


def _text_file(path: Path, text: str, what: str) -> NewFile:
    return NewFile(path, text.encode(), what)


def check_new_name(name: str) -> None:
    """Raises UnusableInput for a name that no set may have, or that a set has already."""
    reader = Reader()
    if not NAME.fullmatch(name):
        near = near_name(name)
        hint = f"; write {near}" if near else ""
        raise UnusableInput(
            f'a set cannot be called "{name}": a name is made of small letters, digits and hyphens,'
            f" and starts with a letter{hint}"
        )
    if len(name) > LONGEST_NAME:
        raise UnusableInput(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    if name in RESERVED_NAMES:
        raise UnusableInput(
            f'a set cannot be called "{name}": Windows has no files of that name; write {name}-game'
        )
    if reader.name(compose(Source("", name)), "a set") is None:
        raise UnusableInput(
            f'a set cannot be called "{name}": the word means something else in YAML; write'
            f" {name}-game"
        )
    for each in all_sets():
        if each.name == name:
            raise UnusableInput(
                f'there is a set "{name}" already, {each.path}; choose another name'
            )


def starter(name: str, kind: str, path: Path) -> Iterator[NewFile]:
    """A set of a kind with comments that explain it, and its schema."""
    text = read_source(bundled("templates") / "starters" / f"{kind}.yaml").text
    values = {"name": name, "title": title_of(name)}

    def fill(match: re.Match[str]) -> str:
        value = values[match[1]]
        # A comment stays in its column, or two blanks behind a long value.
        return value if match[2] is None else f"{value}  ".ljust(len(match[0]))

    text = _PLACEHOLDER.sub(fill, text)
    yield _text_file(path, _MODELINE + text, f"a set to begin with: {STARTERS[kind]}")
    yield from _schema(path)


def changed_copy(name: str, original: SetFile, path: Path) -> Iterator[NewFile]:
    """A set under a new name, its schema, and the templates that pnp would not find for it.

    Comments stay. The rulebook stays that of the original, whose rules also score its figures.
    Raises UnusableInput or InvalidDefinition if the original cannot be read.
    """
    definition = load_definition(original.path)
    place = _name_in(definition.source).place
    lines = definition.source.text.splitlines(keepends=True)
    line = lines[place.line - 1]
    lines[place.line - 1] = line[: place.column - 1] + name + line[place.end - 1 :]
    template = definition.rulebook or definition.game
    found = templates_near(definition.file).find("rules", template, ".md")
    if found is not None and not definition.rulebook:
        ending = "" if lines[place.line - 1].endswith("\n") else "\n"
        lines[place.line - 1] += f"{ending}rulebook: {template}\n"
    text = _MODELINE + _OLD_MODELINE.sub("", "".join(lines), count=1)
    yield _text_file(path, text, f"a copy of {original.path}")
    yield from _schema(path)
    here = Templates(tuple(folders("templates", beside=homes(path))))
    yield from companions(definition, path, here)


def companions(definition: Definition, path: Path, here: Templates) -> Iterator[NewFile]:
    """What a set at this path needs besides its file: templates that are not *here*, tables, pictures, icons, fonts.

    Raises InvalidDefinition.
    """
    yield from _templates(definition, path, here)
    yield from _beside(definition, path)


def _name_in(source: Source) -> Scalar:
    """The node of the game's name."""
    root = compose(source)
    assert isinstance(root, MappingNode)
    (node,) = (value for key, value in root.entries if key.text == "game")
    assert isinstance(node, Scalar)
    return node


def _schema(path: Path) -> Iterator[NewFile]:
    """The schema beside a set, unless the folder has one."""
    schema = path.parent / SCHEMA
    if not schema.exists():
        text = json.dumps(json_schema("tileset"), indent=2, ensure_ascii=False) + "\n"
        yield _text_file(schema, text, "its schema, with which editors complete and explain keys")


def _templates(definition: Definition, path: Path, here: Templates) -> Iterator[NewFile]:
    near, there = homes(path), templates_near(definition.file)
    wanted = [("rules", definition.rulebook or definition.game, ".md")]
    wanted += [("pads", pad.form, ".yaml") for pad in definition.pieces_of(PadDefinition)]
    wanted += [
        ("faces", Path(source.name).stem, ".yaml")
        for source in definition.beside
        if Path(source.name).parent.name == "faces"
    ]
    for kind, name, ending in dict.fromkeys(wanted):
        found = there.find(kind, name, ending)
        if found is not None and here.find(kind, name, ending) is None:
            target = as_typed(near[-1] / "templates" / kind / f"{name}{ending}")
            yield _text_file(target, read_source(found).text, f"a copy of {found}")


def _beside(definition: Definition, path: Path) -> Iterator[NewFile]:
    """The tables, pictures, icons and fonts of a set, in the same folders beside its copy."""
    pieces = make_pieces(make_tileset(definition))
    # pnp knows the pictures of a set when it has laid out its faces.
    piece_findings(pieces)
    folder = definition.folder.resolve()
    named = [
        *pieces.supplies.used,
        *definition.outlines,
        *(icons.value for icons in definition.icons),
    ]
    named += [file.value for file in definition.fonts.files]
    found = {folder / name for name in named} | {
        Path(source.path or source.name).resolve() for source in definition.beside
    }
    files = {
        file
        for each in found
        for file in (each.rglob("*") if each.is_dir() else (each, *_licences(each)))
        if file.is_file() and file.is_relative_to(folder)
    }
    # Templates have been copied already, or are found without that.
    names = sorted(file.relative_to(folder) for file in files if "templates" not in file.parts)
    # An earlier copy of the set has the same files.
    names = [name for name in names if not _is_there(path.parent / name, folder / name)]
    for number, name in enumerate(names):
        what = f"a copy of {as_typed(folder / name)}"
        if len(names) > 1:
            what = (
                "" if number else f"{what}, with {counted(len(names) - 1, 'more file')} beside it"
            )
        yield NewFile(path.parent / name, (folder / name).read_bytes(), what)


def _is_there(target: Path, original: Path) -> bool:
    return target.is_file() and target.read_bytes() == original.read_bytes()


def _licences(file: Path) -> Iterator[Path]:
    """The licences in the folder of a font or a picture."""
    for name in ("OFL.txt", "LICENSE", "LICENSE.txt", "LICENCE", "LICENCE.txt"):
        yield file.parent / name
