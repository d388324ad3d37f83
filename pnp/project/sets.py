"""Finding tilesets: by name, by path, by folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.folders import as_typed, bundled, folders
from pnp.basics.lookup import no_file
from pnp.basics.words import did_you_mean
from pnp.games import game_class, playable

ENDINGS = (".yaml", ".yml")

# Levels of folders below the named one, so that a mistyped path does not search a whole disk.
DEEPEST = 3

# The folder beside sets with faces, forms and rulebooks, which are not sets.
_TEMPLATES = "templates"

_GAME = re.compile(r"^game:[ \t]*[\"']?([a-z0-9-]+)", re.MULTILINE)

# A title on a line of its own that means the same to any reader of YAML: in quotes without escapes and without characters that
# control or end a line, or plain without a sign of YAML; and the start of a file that is a mapping with a key to a line.
_UNSURE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff"
_TITLE = (
    rf"""(?mi)^title:[ ]+(?:"([^"\\{_UNSURE}]+)"|'([^'{_UNSURE}]+)'"""
    r"""|((?!(?:null|true|false|yes|no|on|off)\b)[^\W\d_](?:[ ]?[\w',.!?()&-])*))[ ]*(?:[ ]#.*)?\n(?=\S)"""
)
_KEYS = re.compile(r"(?:#.*\n|[ ]*\n)*[a-z]+:")

# The characters of a set that are read for its title; a longer one is read as a whole.
_GLANCE = 200_000


class SetFile(NamedTuple):
    """A tileset's file; the name is the file's, without its ending."""

    name: str
    path: Path


def all_sets(lost: Callable[[UnusableInput], object] = lambda error: None) -> list[SetFile]:
    """Every tileset with a name: a user's own, then those that come with pnp, then those of other games.

    The first of a name hides the others. A game that cannot be loaded has no set here; *lost* is
    called with the reason.
    """
    known = [*_known_sets()]
    return [*_added(known, _installed_sets({each.name for each in known}, lost))]


def _known_sets() -> Iterator[SetFile]:
    """The tilesets that are found without the packages of other games."""
    return _with_bundled(_own_sets())


def _installed_sets(
    known: Collection[str], lost: Callable[[UnusableInput], object]
) -> Iterator[SetFile]:
    """The sets of installed games, apart from the known ones, whose games need not be loaded."""
    for name in playable():
        if name not in known:
            try:
                yield _installed_set(name)
            except UnusableInput as error:
                lost(error)


def _installed_set(name: str) -> SetFile:
    """The set of an installed game; raises UnusableInput if its package or its file is not there."""
    path = game_class(name).sets / f"{name}.yaml"
    if not path.is_file():
        raise UnusableInput(f'the game "{name}" is installed without its set: there is no {path}')
    return SetFile(name, as_typed(path))


def _own_sets() -> Iterator[SetFile]:
    """The tilesets in the folder tilesets/ of the current folder."""
    return _added((), sets_in(Path("tilesets")))


def _with_bundled(sets: Iterable[SetFile]) -> Iterator[SetFile]:
    return _added(sets, sets_in(bundled("tilesets")))


def _added(sets: Iterable[SetFile], others: Iterable[SetFile]) -> Iterator[SetFile]:
    """The sets, and those of the others with names of their own; the others are found when they are needed."""
    names = set()
    for each in sets:
        names.add(each.name)
        yield each
    for each in others:
        if each.name not in names:
            names.add(each.name)
            yield each


def sets_in(folder: Path) -> Iterator[SetFile]:
    """The tilesets in a folder, if there is one: its own first, then those in the folders below it."""
    for path in sorted(_files(folder), key=lambda path: (len(path.parts), str(path))):
        yield SetFile(path.stem, as_typed(path))


def _files(folder: Path) -> Iterator[Path]:
    """The YAML files in a folder and a few levels below, without hidden ones and without templates."""
    for top, below, names in os.walk(folder):
        depth = len(Path(top).relative_to(folder).parts)
        below[:] = [
            name
            for name in below
            if depth < DEEPEST and not name.startswith(".") and name != _TEMPLATES
        ]
        for name in names:
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                path = Path(top, name)
                if path.is_file():
                    yield path


def resolve(words: Sequence[str], *, with_bundled: bool = False) -> list[SetFile]:
    """The sets that the words mean, each once; without words, the sets in tilesets/ here.

    The sets that come with pnp are added if there are no others, or with *with_bundled*. Raises
    UnusableInput if a word is not a set.
    """
    meant: dict[Path, SetFile] = {}
    for each in (each for word in words for each in _meant(word)):
        meant.setdefault(each.path.resolve(), each)
    chosen = [*(meant.values() if words else _own_sets())]
    if with_bundled or not chosen:
        chosen = [*_with_bundled(chosen)]
    if not chosen:
        raise UnusableInput("there is no tileset here; `pnp new NAME` writes one into tilesets/")
    return chosen


def one_set(word: str) -> SetFile:
    """The set that the word means; raises UnusableInput if it means none, or several."""
    found = resolve([word])
    if len(found) != 1:
        raise UnusableInput(f"{word} has {len(found)} sets; name one set")
    return found[0]


def _meant(word: str) -> Iterable[SetFile]:
    path = Path(word)
    # A file by its path is most often meant, and needs no look at all others.
    is_path = path.suffix in ENDINGS or len(path.parts) > 1
    known: dict[str, SetFile] = {}
    for each in () if is_path else _known_sets():
        if each.name == word:
            return [each]
        known[each.name] = each
    games = [each for each in known.values() if _game(each.path) == word]
    if games:
        return games[:1]
    try:
        if path.is_file():
            return [SetFile(path.stem, path)]
        folder = _folder(word)
    except OSError as error:  # such as a name with more letters than the system allows
        raise UnusableInput(f"cannot read {word}: {error.strerror or error}") from error
    if folder is not None:
        found = list(sets_in(folder))
        if not found:
            raise UnusableInput(f"there is no tileset in the folder {word}")
        return found
    if word in playable():
        return [_installed_set(word)]
    if is_path:
        other = no_file(path)
        raise UnusableInput(
            f"{word} is {other}; write the name of a file" if other else f"there is no file {word}"
        )
    raise UnusableInput(f'there is no tileset "{word}"{did_you_mean(word, {*known, *playable()})}')


def _folder(word: str) -> Path | None:
    """The folder that the word means: one here, or one below tilesets/, such as `published`."""
    if not word:
        return None
    collections = [] if ".." in Path(word).parts else [root / word for root in folders("tilesets")]
    return next((folder for folder in (Path(word), *collections) if folder.is_dir()), None)


def _game(path: Path) -> str:
    """The name of the game in a file, without reading all of it."""
    try:
        match = _GAME.search(path.read_text("utf-8", errors="replace"))
    except OSError:
        return ""
    return match[1] if match else ""


def title_in(path: Path) -> str | None:
    """The title of a set that one line of its file has; None if all of the file has to be read for it."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_GLANCE)
    except (OSError, UnicodeDecodeError):
        return None
    found = re.findall(_TITLE, text)
    is_plain = len(text) < _GLANCE and _KEYS.match(text) and _GAME.search(text)
    if not is_plain or len(found) != 1 or text.count("\ntitle:") != 1:
        return None
    return "".join(found[0])
