"""A language: the words that pnp itself prints, how it writes numbers, and the files in templates/words/."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from pathlib import Path

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Located, Place, UnusableInput
from pnp.basics.folders import bundled
from pnp.basics.units import plain_lengths
from pnp.basics.words import did_you_mean, in_words, listed
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, read_source
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.templates import Templates, templates_near

# The place of a value in a text.
SLOT = re.compile(r"\{([a-z]+)\}")


class Plural(NamedTuple):
    """The forms of a text for 1 and for any other number."""

    one: str
    other: str


@frozen(slots=True)
class Language:
    """The words of a language by their keys; `tag` is its name, such as de."""

    tag: str
    texts: Mapping[str, str | Plural] = field(hash=False)

    def __call__(self, key: str, **values: str | int) -> str:
        """The text with its values; numbers are written as in this language."""
        text = self.texts[key]
        assert isinstance(text, str), f"{key} has a form for 1, and needs a number"
        return self._filled(text, values)

    def counted(self, key: str, number: int, **values: str | int) -> str:
        """The form of a text for this number, which is the value `number` of the text."""
        forms = self.texts[key]
        assert isinstance(forms, Plural), f"{key} has no form for 1"
        return self._filled(forms.one if number == 1 else forms.other, {"number": number, **values})

    def number(self, value: int) -> str:
        """A whole number with separators of thousands."""
        return f"{value:,}".replace(",", self("thousands"))

    def length(self, *millimetres: float) -> str:
        """A length, or several such as width and height, with their unit."""
        return plain_lengths(millimetres).replace(".", self("decimal"))

    def listed(self, texts: Sequence[str]) -> str:
        """The texts in one phrase, such as `a, b and c`."""
        return in_words(texts, last=self("and"))

    def templates(self) -> dict[str, str]:
        """All texts without a form for 1, with their values in double braces as in templates."""
        return {
            key: SLOT.sub(r"{{\1}}", text)
            for key, text in self.texts.items()
            if isinstance(text, str)
        }

    def _filled(self, text: str, values: Mapping[str, str | int]) -> str:
        def value(slot: re.Match[str]) -> str:
            found = values[slot[1]]
            return found if isinstance(found, str) else self.number(found)

        return SLOT.sub(value, text)


ENGLISH = "en"

_FORMS = ("one", "other")


def language_of(reader: Reader, wanted: Located[str], file: Path) -> Language:
    """The language that a set in this file names; English, after a finding, if there is no file.

    Raises UnusableInput or InvalidDefinition if the file of the language has errors.
    """
    try:
        return language_named(wanted.value, templates_near(file))
    except UnknownLanguage as error:
        reader.error("unknown-word", error.message, wanted.place)
        return english()


class UnknownLanguage(UnusableInput):
    """A language of which no templates have the words."""


def language_named(name: str, templates: Templates) -> Language:
    """The language of which templates have the words.

    Raises UnknownLanguage, or UnusableInput or InvalidDefinition if its file has errors.
    """
    path = templates.find("words", name, ".yaml")
    if path is None:
        hint = did_you_mean(name, templates.names("words", ".yaml"))
        raise UnknownLanguage(f'pnp has no words in the language "{name}"{hint}')
    return read_language(path)


def english() -> Language:
    """The language that comes with pnp, and that has the keys of all others."""
    return read_language(bundled("templates") / "words" / f"{ENGLISH}.yaml")


def with_words(language: Language, folders: Iterable[Path]) -> Language:
    """The language with the words of kinds of pieces in these folders; English where a folder lacks it.

    Raises UnusableInput or InvalidDefinition if one of their files has errors.
    """
    texts: dict[str, str | Plural] = {}
    for folder in folders:
        first, own = (folder / f"{tag}.yaml" for tag in (ENGLISH, language.tag))
        texts |= read_language(own if own.is_file() else first, first).texts
    return replace(language, texts={**texts, **language.texts})


def read_language(path: Path, model: Path | None = None) -> Language:
    """The language in a file with the keys of a model, by default English; raises UnusableInput or InvalidDefinition."""
    model = model or bundled("templates") / "words" / f"{ENGLISH}.yaml"
    return _language(path.absolute(), model.absolute(), path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _language(path: Path, model: Path, _changed: int) -> Language:
    """The language in a file, read once for each time of its last change."""
    source, reader = read_source(path), Reader()
    texts = None if path == model else read_language(model, model).texts
    return read_whole(reader, source, partial(_read, reader, path.stem, texts))


def _read(
    reader: Reader, tag: str, model: Mapping[str, str | Plural] | None, node: Node
) -> Language | None:
    """The language in a node, compared with the texts of a model."""
    fields = reader.fields(node, "a language", known=model)
    if fields is None:
        return None
    texts: dict[str, str | Plural] = {}
    for key, value in fields.items():
        text = _text(reader, value, key.text)
        if text is not None:
            texts[key.text] = text
            _compare(reader, key.text, text, (model or texts)[key.text], value.place)
    lacking = [key for key in model or () if key not in fields and key not in fields.misspelt]
    if lacking:
        start = Place(node.place.source, 1, 1)
        message = f"this language lacks {listed(lacking, most=8)}; see en.yaml for what they say"
        reader.error("missing-key", message, start)
    return Language(tag, texts)


def _text(reader: Reader, node: Node, key: str) -> str | Plural | None:
    """A text, or its forms for 1 and for other numbers."""
    if not isinstance(node, MappingNode):
        return (
            node.text
            if reader.printed(node, key) is not None and isinstance(node, Scalar)
            else None
        )
    fields = reader.fields(node, key, known=_FORMS, required=_FORMS)
    forms = [fields.node(form) for form in _FORMS] if fields else []
    found = [reader.printed(each, key) for each in forms if each is not None]
    texts = [each for each in found if each is not None]
    return Plural(*texts) if len(texts) == len(_FORMS) else None


def _compare(
    reader: Reader, key: str, text: str | Plural, model: str | Plural, place: Place
) -> None:
    """Reports a text that has other forms or other values than its model."""
    if isinstance(text, Plural) != isinstance(model, Plural):
        wanted = "the forms {one: …, other: …}" if isinstance(model, Plural) else "a single text"
        reader.error("structure", f'"{key}" needs {wanted}', place)
        return
    slots, wanted_slots = _slots(text), _slots(model)
    if slots != wanted_slots:
        wanted = in_words([f"{{{each}}}" for each in sorted(wanted_slots)]) or "no values"
        message = f'"{key}" has to have {wanted}, as in en.yaml'
        reader.error("structure", message, place)


def _slots(text: str | Plural) -> set[str]:
    return {*SLOT.findall(text if isinstance(text, str) else " ".join(text))}
