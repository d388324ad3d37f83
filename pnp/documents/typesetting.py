"""A book becomes pages with a running foot, metadata and tags; Typst sets them."""

from __future__ import annotations

import json
import weakref
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from importlib.resources import files
from io import BytesIO
from math import inf
from shutil import rmtree

import typst
from pikepdf import Name, Pdf

from pnp.basics.scratch import scratch_folder
from pnp.basics.units import POINTS_PER_MM
from pnp.documents.binding import saved
from pnp.documents.book import Book
from pnp.documents.booklets import LEAST_AID, folded, with_blanks
from pnp.documents.layout import BookLayout, Draft, End
from pnp.documents.paging import balanced, paged
from pnp.documents.pictures import Furnished, fill_blanks, number_anew
from pnp.documents.story import Data, Story
from pnp.documents.typography import Typography, typography
from pnp.scene.fonts import PAGE_FONT, advances, font_data, font_name

# The files of the design, the main one first.
_DESIGN = ("book.typ", "base.typ", "panels.typ")

# Typst forgets old results after each so many bytes of drafts, which take up to 600 times as much memory. All drafts of a
# game's booklet and kit have some 500,000 bytes, so that nothing that they need is forgotten. After a draft it is called so
# often at the most: what the draft before did not need is gone then.
_FORGETS = 50_000
_MOST_CALLS = 6

# A file of the same book is the same at any time.
_TIME = datetime.fromtimestamp(0, tz=UTC)


class TypesetBook:
    """A book on pages of one size, whose number is known before any of them is made.

    Its `pages` have the `layout`; `blank` ones of a booklet are those that its last sheet lacked. Its pictures stay in memory
    as long as it lives.
    """

    def __init__(self, book: Book, width: float, height: float) -> None:
        """Lengths in millimetres; raises MissingGlyph."""
        advances(book.footer, bold=False)
        self._book, self._design = book, typography(width, height)
        story = Story(self._design, numbered=book.numbered)
        # A compiler reads its files again if they change; files in memory would be parsed for each draft.
        self._folder = scratch_folder()
        weakref.finalize(self, rmtree, self._folder, ignore_errors=True)
        for name in _DESIGN:
            (self._folder / name).write_bytes((files("pnp.documents") / name).read_bytes())
        (self._folder / "book.json").write_bytes(_json(_data(book, self._design, story)))
        self._compiler = typst.Compiler(
            self._folder / _DESIGN[0], root=self._folder, font_paths=_fonts()
        )
        self._drafts: dict[bytes, Draft] = {}
        # Bytes of drafts since Typst forgot.
        self._remembered = 0
        chapters = tuple(story.chapters(book.blocks))
        self._pictures = story.pictures
        self.blank = 0
        draft = self._whole(chapters)
        self.pages = draft.pages
        self.layout = draft.layout

    def pdf(self, *, first: int | None = None) -> bytes:
        """The pages in reading order, tagged; they count from the book's own number or another one.

        Raises MissingGlyph.
        """
        pages, places = self._numbered
        if first is None or first == self._book.first:
            return pages
        with Pdf.open(BytesIO(pages)) as file:
            number_anew(file, places, self._book, self._design, first=first + self._has_cover)
            return saved(file)

    @cached_property
    def _numbered(self) -> tuple[bytes, Furnished]:
        """The pages as they count from the book's own number, and the places of their heads and feet."""
        self._arrange(_json(self.layout._asdict()))
        # It has blanks in place of pictures, heads and feet.
        blank = self._compiler.compile(pdf_standards=["ua-1"], timestamp=_TIME)
        assert isinstance(blank, bytes)
        with Pdf.open(BytesIO(blank)) as file:
            book, design = self._book, self._design
            first = book.first + self._has_cover
            places = fill_blanks(file, self._pictures, book, design, first=first)
            # Scaling a page to fit the paper would change the size of the pieces.
            file.Root.ViewerPreferences.PrintScaling = Name("/None")
            return saved(file), places

    @property
    def _has_cover(self) -> bool:
        return self._book.dress.cover is not None and self.layout.covered

    def _whole(self, chapters: tuple[Data, ...], *, last: int = 1) -> Draft:
        """The draft of the best layout for a last chapter of so many pages, or of more if it takes more.

        A last page to look at during play takes most of the time of a draft, and does not depend on the pages before
        it. So the drafts that show the best layout have an empty one in its place.
        """
        drafted = partial(self._drafted, last=last)
        if self._book.sizes:
            draft = drafted(BookLayout(chapters, *self._book.sizes))
        elif self._book.bound:
            cover, aid = self._book.dress.cover, self._aid_height(chapters[-1])
            best = folded(chapters, drafted, covered=cover is not None, aid=aid)
            draft = balanced(best, drafted)
        else:
            draft = balanced(paged(chapters, self._design, drafted), drafted)
        layout = with_blanks(draft) if self._book.bound else draft.layout
        self.blank = len(layout.chapters) - len(chapters)
        whole = self._draft(layout)
        if not chapters[-1]["last"] or whole.pages_of_last <= last:
            return whole
        return self._whole(chapters, last=whole.pages_of_last)

    def _drafted(self, layout: BookLayout, *, last: int) -> Draft:
        """A draft with this layout, without what is on the last page, which counts as so many pages."""
        *before, chapter = layout.chapters
        if not (before and chapter["last"]):
            return self._draft(layout)
        draft = self._draft(layout._replace(chapters=tuple(before)))
        end = End(draft.pages + (last if chapter["opens"] else 0), 0.0, 0.0)
        return replace(draft, layout=layout, ends=[*draft.ends, [end]])

    def _aid_height(self, chapter: Data) -> float:
        """The millimetres of a last page in the smallest text of one that is the foot of another; infinite without one."""
        if not chapter["last"]:
            return inf
        alone = self._draft(BookLayout(({**chapter, "largest": LEAST_AID},), covered=False))
        return inf if alone.pages > 1 else alone.ends[0][-1].y - self._design.margin.top

    def _draft(self, layout: BookLayout) -> Draft:
        """A draft, which is made once."""
        key = _json(layout._asdict())
        if key not in self._drafts:
            self._arrange(key)
            self._drafts[key] = self._measured(layout)
            self._forget(len(key))
        return self._drafts[key]

    def _forget(self, size: int) -> None:
        """Lets Typst forget, after a draft of so many bytes, the results that nothing needed since it was called ten times.

        Typst remembers the result of every step. Its library lets go of old ones when it compiles, not
        when it is queried, and a book is queried for each draft: compile an empty page, in some
        milliseconds.
        """
        calls, self._remembered = divmod(self._remembered + size, _FORGETS)
        for _ in range(min(calls, _MOST_CALLS)):
            typst.compile(b"", format="svg", font_paths=_fonts())

    def _arrange(self, layout: bytes) -> None:
        (self._folder / "layout.json").write_bytes(layout)

    def _measured(self, layout: BookLayout) -> Draft:
        found = self._compiler.query("<places>", field="value", one=True)
        measured = json.loads(found)
        ends: list[list[End]] = [[] for _ in layout.chapters]
        for each in measured:
            end = End(each["page"], _millimetres(each["x"]), _millimetres(each["y"]))
            ends[each["chapter"]].append(end)
        return Draft(layout, self._design, ends)


@cache
def _fonts() -> typst.Fonts:
    """The page's fonts, which Typst reads from files when it needs them."""
    folder = scratch_folder()
    for bold in (False, True):
        (folder / f"{font_name(bold=bold)}.ttf").write_bytes(font_data(bold=bold))
    return typst.Fonts(
        font_paths=[str(folder)], include_system_fonts=False, include_embedded_fonts=False
    )


def _millimetres(length: str) -> float:
    return float(length.removesuffix("pt")) / POINTS_PER_MM


def _json(data: Mapping[str, object]) -> bytes:
    return json.dumps(data).encode()


def _data(book: Book, design: Typography, story: Story) -> Data:
    """The data of the book, without its chapters."""
    dress = book.dress
    return {
        "title": book.title,
        "author": book.author,
        "subject": book.subject,
        "language": book.language,
        "design": _design(design, book),
        "lettering": None if dress.title is None else story.picture(dress.title),
        "masthead": None if dress.masthead is None else story.picture(dress.masthead),
        "cover": None
        if dress.cover is None
        else story.picture(dress.cover._replace(alt=book.title)),
    }


def _design(design: Typography, book: Book) -> dict[str, object]:
    values = {**design._asdict(), "margin": design.margin._asdict()}
    return {
        **values,
        "inks": book.dress.inks._asdict(),
        "font": PAGE_FONT,
        "measure": design.measure,
        "text_width": design.text_width,
        "text_height": design.text_height,
        "bound": book.bound,
    }
