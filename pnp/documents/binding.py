"""Binding: pages become one PDF file with bookmarks and tags, or a booklet to fold and staple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from pikepdf import (
    Array,
    Dictionary,
    Name,
    ObjectStreamMode,
    OutlineItem,
    Pdf,
    String,
)

from pnp.documents.leaves import About, Leaves, Part, Tag
from pnp.units import POINTS_PER_MM

_FOLD_TICK = 4.0  # millimetres, at both ends of a fold


def bound(parts: Sequence[Part], about: About) -> bytes:
    """The parts as one PDF file, each below a bookmark of its own if there are several."""
    whole = _new(about)
    tags: list[Tag] = []
    with whole.open_outline() as outline:
        for part in parts:
            first = len(whole.pages)
            with Pdf.open(BytesIO(part.leaves.pdf)) as source:
                marks = list(_bookmarks(source))
                whole.pages.extend(source.pages)
            tags += [tag._replace(page=tag.page + first) for tag in part.leaves.tags]
            items = [_moved(mark, first) for mark in marks]
            if len(parts) == 1:
                outline.root.extend(items)
            else:
                own = OutlineItem(part.title, first, "Fit")
                own.children.extend(items)
                own.is_closed = True
                outline.root.append(own)
    if tags:
        _add_structure(whole, tags)
    return _saved(whole)


class _Mark:
    """A bookmark by the number of its page."""

    def __init__(self, title: str, page: int, children: list[_Mark]) -> None:
        self.title = title
        self.page = page
        self.children = children


def _bookmarks(pdf: Pdf) -> Iterator[_Mark]:
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}

    def marks(items: Sequence[OutlineItem]) -> Iterator[_Mark]:
        for item in items:
            target = item.destination
            page = numbers.get(target[0].objgen, 0) if isinstance(target, Array) else 0
            yield _Mark(item.title, page, list(marks(item.children)))

    with pdf.open_outline() as outline:
        yield from list(marks(outline.root))


def _moved(mark: _Mark, by: int) -> OutlineItem:
    item = OutlineItem(mark.title, mark.page + by, "Fit")
    item.children.extend(_moved(child, by) for child in mark.children)
    return item


def _new(about: About) -> Pdf:
    pdf = Pdf.new()
    root = pdf.Root
    root.Lang = String(about.language)
    root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    for key, text in (
        ("/Title", about.title),
        ("/Author", about.author),
        ("/Subject", about.subject),
        ("/Creator", "pnp"),
    ):
        if text:
            pdf.docinfo[key] = String(text)
    return pdf


def _saved(pdf: Pdf) -> bytes:
    buffer = BytesIO()
    pdf.save(
        buffer,
        min_version="1.6",
        deterministic_id=True,
        object_stream_mode=ObjectStreamMode.generate,
        compress_streams=True,
    )
    return buffer.getvalue()


def _add_structure(pdf: Pdf, tags: Sequence[Tag]) -> None:
    """What screen readers go by: one element for each stretch of marked content, in order."""
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document))
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=document))
    document.P = root
    on_page: dict[int, list[object]] = {}
    elements = []
    for tag in tags:
        page = pdf.pages[tag.page].obj
        element = pdf.make_indirect(
            Dictionary(
                Type=Name.StructElem, S=Name(f"/{tag.role}"), P=document, Pg=page, K=tag.number
            )
        )
        if tag.role == "Figure":
            element.Alt = String(tag.alt or "picture")
        elements.append(element)
        on_page.setdefault(tag.page, []).append(element)
    document.K = Array(elements)
    numbers: list[object] = []
    for key, (page_number, found) in enumerate(sorted(on_page.items())):
        pdf.pages[page_number].obj.StructParents = key
        numbers += [key, Array(found)]
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(numbers)))
    root.ParentTreeNextKey = len(on_page)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


def imposed(pages: int) -> list[tuple[int, int]]:
    """The pages on the left and on the right of each side of a saddle-stitched booklet.

    Pages count from 1; those past the end are blank.

    >>> imposed(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    whole = -(-pages // 4) * 4
    sides = []
    for number in range(whole // 2):
        outer, inner = whole - number, number + 1
        sides.append((outer, inner) if number % 2 == 0 else (inner, outer))
    return sides


def booklet(leaves: Leaves, about: About, width: float, height: float) -> bytes:
    """The pages two by two on lying sheets of that upright size in millimetres.

    The sheets are printed on both sides, turned over the short edge, stacked, folded and stapled.
    """
    made = _new(about)
    made.Root.ViewerPreferences.Duplex = Name.DuplexFlipShortEdge
    long, short = height * POINTS_PER_MM, width * POINTS_PER_MM
    with Pdf.open(BytesIO(leaves.pdf)) as source:
        # Tags mean nothing in another order.
        forms = [made.copy_foreign(page.as_form_xobject()) for page in source.pages]
        sizes = [page.mediabox for page in source.pages]
    for left, right in imposed(len(forms)):
        made.add_blank_page(page_size=(long, short))
        page = made.pages[-1]
        resources = Dictionary(XObject=Dictionary())
        content = [_fold(long, short)]
        for name, number, start in (("/Left", left, 0.0), ("/Right", right, long / 2)):
            if number > len(forms):
                continue
            box = sizes[number - 1]
            x = start + (long / 2 - float(box[2])) / 2
            y = (short - float(box[3])) / 2
            resources.XObject[name] = forms[number - 1]
            content.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm {name} Do Q")
        page.obj.Resources = resources
        page.obj.Contents = made.make_stream("\n".join(content).encode())
    return _saved(made)


def _fold(long: float, short: float) -> str:
    """Two ticks where the sheet is folded."""
    middle, tick = long / 2, _FOLD_TICK * POINTS_PER_MM
    far = short - tick
    return (
        f"0.6 G 0.5 w {middle:.3f} 8 m {middle:.3f} {tick + 8:.3f} l S"
        f" {middle:.3f} {short - 8:.3f} m {middle:.3f} {far - 8:.3f} l S"
    )


def page_count(leaves: Leaves) -> int:
    """How many pages there are."""
    with Pdf.open(BytesIO(leaves.pdf)) as opened:
        return len(opened.pages)
