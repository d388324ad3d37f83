"""Finished PDF files: pages folded into booklets, and many files bound as one, with all bookmarks and structures.

Their bytes depend only on their content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO
from itertools import accumulate
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, NameTree, NumberTree, OutlineItem, Pdf, String

from pnp.basics.classes import NamedTuple
from pnp.basics.dates import pdf_date
from pnp.basics.errors import DoesNotFit
from pnp.basics.scratch import scratch_file
from pnp.basics.units import POINTS_PER_MM, number
from pnp.documents.book import KitFile, KitPart
from pnp.render.preferences import DUPLEX
from pnp.render.tags import ARTIFACT, END, metadata

# PDF 1.7 has tags, and all of the features in use.
_PDF_VERSION = "1.7"

# Points by which a page may be larger than half the sheet: half a Letter page is rounded.
_TOLERANCE = 1.0

# The ticks at both ends of the fold: their length, width and grey.
_TICK_LENGTH = 3.0 * POINTS_PER_MM
_TICK_WIDTH = 0.25
_TICK_GREY = 0.6


def saved(file: Pdf) -> bytes:
    """The bytes of a file."""
    buffer = BytesIO()
    save(file, buffer)
    return buffer.getvalue()


def save(file: Pdf, into: Path | BytesIO) -> None:
    """Writes the file, with the date of all files; raises UnusableInput if the environment has no possible one."""
    file.docinfo["/CreationDate"] = file.docinfo["/ModDate"] = pdf_date()
    file.save(
        into,
        min_version=_PDF_VERSION,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )


def page_count(pdf: bytes | Path) -> int:
    """The number of pages of a PDF file."""
    with _opened(pdf) as file:
        return len(file.pages)


def _opened(pdf: bytes | Path) -> Pdf:
    """A PDF file; of a path, only the parts that are needed are in memory at a time."""
    if isinstance(pdf, bytes):
        return Pdf.open(BytesIO(pdf))
    # By default pikepdf maps the whole file into memory.
    return Pdf.open(pdf, access_mode=pikepdf.AccessMode.stream)


# Booklets


def sides(pages: int) -> tuple[tuple[int, int], ...]:
    """The page numbers on the left and right of each side, front and back in turn.

    Numbers above *pages* are blank pages, which make a multiple of four.

    >>> sides(8)
    ((8, 1), (2, 7), (6, 3), (4, 5))
    >>> sides(1)
    ((4, 1), (2, 3))
    """
    padded = -(-pages // 4) * 4
    outer_inner = ((padded - side, side + 1) for side in range(padded // 2))
    return tuple(
        (outer, inner) if side % 2 == 0 else (inner, outer)
        for side, (outer, inner) in enumerate(outer_inner)
    )


def booklet_pdf(pages_pdf: bytes, sheet_width: float, sheet_height: float) -> bytes:
    """The pages on landscape sheets; the size is that of the upright sheet in millimetres."""
    width, height = sheet_height * POINTS_PER_MM, sheet_width * POINTS_PER_MM
    with Pdf.open(BytesIO(pages_pdf)) as book, Pdf.new() as sheets:
        forms = [_form(sheets, page, width / 2, height) for page in book.pages]
        for left, right in sides(len(forms)):
            _add_side(sheets, forms, (left, right), width, height)
        if "/StructTreeRoot" in book.Root:
            _copy_structure(book, sheets, forms)
        _copy_metadata(book, sheets)
        return saved(sheets)


def _form(sheets: Pdf, page: pikepdf.Page, width: float, height: float) -> pikepdf.Object:
    """The page as one drawing."""
    left, bottom, right, top = map(float, page.mediabox)
    if right - left > width + _TOLERANCE or top - bottom > height + _TOLERANCE:
        raise DoesNotFit(
            f"a page of {_size(right - left, top - bottom)} mm is larger than half of the sheet, "
            f"{_size(width, height)} mm"
        )
    form: pikepdf.Object = sheets.copy_foreign(page.as_form_xobject())
    return form


def _size(width: float, height: float) -> str:
    return f"{width / POINTS_PER_MM:.1f} x {height / POINTS_PER_MM:.1f}"


def _add_side(
    sheets: Pdf,
    forms: list[pikepdf.Object],
    pages: tuple[int, int],
    width: float,
    height: float,
) -> None:
    """One side of a sheet, with its pages in the middle of both halves."""
    placed = {
        f"/Page{page}": (forms[page - 1], half * width / 2)
        for half, page in enumerate(pages)
        if page <= len(forms)
    }
    content = [ARTIFACT, _ticks(width, height), END]
    for name, (form, left) in placed.items():
        x0, y0, x1, y1 = map(float, form.BBox)
        x = left + (width / 2 - (x1 - x0)) / 2 - x0
        y = (height - (y1 - y0)) / 2 - y0
        content.append(f"q 1 0 0 1 {number(x)} {number(y)} cm {name} Do Q")
    side = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, round(width, 3), round(height, 3)]),
        Resources=Dictionary(XObject=Dictionary({n: form for n, (form, _) in placed.items()})),
        Contents=sheets.make_stream("\n".join(content).encode()),
    )
    sheets.pages.append(pikepdf.Page(sheets.make_indirect(side)))


def _ticks(width: float, height: float) -> str:
    """Short marks where the fold meets the edges of the sheet."""
    x = number(width / 2)
    low, high = number(_TICK_LENGTH), number(height - _TICK_LENGTH)
    return (
        f"q {_TICK_GREY} G {_TICK_WIDTH} w {x} 0 m {x} {low} l S "
        f"{x} {number(height)} m {x} {high} l S Q"
    )


def _copy_metadata(book: Pdf, sheets: Pdf) -> None:
    for key in ("/Title", "/Author", "/Subject", "/Creator", "/Producer"):
        if key in book.docinfo:
            sheets.docinfo[key] = str(book.docinfo[key])
    if "/Lang" in book.Root:
        sheets.Root.Lang = str(book.Root.Lang)
    sheets.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, PrintScaling=Name("/None"), Duplex=Name(f"/{DUPLEX['short-edge']}")
    )
    title, author, subject = (
        str(book.docinfo.get(key, "")) for key in ("/Title", "/Author", "/Subject")
    )
    packet = metadata(title, author, subject, str(book.Root.get("/Lang", "")))
    sheets.Root.Metadata = sheets.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)


def _copy_structure(book: Pdf, sheets: Pdf, forms: Sequence[pikepdf.Object]) -> None:
    """Gives the sheets the structure of the book, in the order of its pages; changes the book.

    Marks that were on a page are in its form then (PDF 1.7, 14.7.4.2). Links, which paper has none of, stay as texts.
    """
    numbers = {page.obj.objgen: number for number, page in enumerate(book.pages)}
    # A file never copies pages with what refers to them, so elements get the numbers of pages instead.
    for element in _elements(book.Root.StructTreeRoot):
        own = element.get("/Pg")
        kids: list[pikepdf.Object] = []
        for kid in _kids(element):
            if isinstance(kid, int) or kid.get("/Type") == Name.MCR:
                mark, on = (kid, own) if isinstance(kid, int) else (kid.MCID, kid.get("/Pg", own))
                assert on is not None
                kids.append(Dictionary(Type=Name.MCR, MCID=mark, Stm=numbers[on.objgen]))
            elif kid.get("/Type") != Name.OBJR:
                kids.append(kid)
        element.K = Array(kids)
        if own is not None:
            del element.Pg
    root = sheets.copy_foreign(book.Root.StructTreeRoot)
    for form, page in zip(forms, book.pages, strict=True):
        if "/StructParents" in page.obj:
            form.StructParents = page.obj.StructParents
    side_of = {
        form.objgen: page.obj for page in sheets.pages for form in page.Resources.XObject.values()
    }
    for element in _elements(root):
        for kid in _kids(element):
            if kid.get("/Type") == Name.MCR:
                kid.Stm = forms[int(kid.Stm)]
                kid.Pg = side_of[kid.Stm.objgen]
    sheets.Root.StructTreeRoot = root
    sheets.Root.MarkInfo = Dictionary(Marked=True)


def _elements(node: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """All elements below a node of a structure, each before those below it."""
    for kid in _kids(node):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid
            yield from _elements(kid)


# Kits


def bound(parts: Sequence[KitPart], about: KitFile, into: Path) -> None:
    """Writes all parts as one file, with a bookmark for each title above the part's own bookmarks.

    Parts that are paths may be larger than the memory, and have figures alone.
    """
    with ExitStack() as opened:
        paths = [part.pdf for part in parts if isinstance(part.pdf, Path)]
        scratch = scratch_file(".pdf")
        opened.callback(scratch.unlink)
        kit = opened.enter_context(_joined(paths, scratch))
        files = [opened.enter_context(_opened(part.pdf)) for part in parts]
        lengths = (len(file.pages) for file in files)
        starts = [*accumulate(lengths, initial=0)][:-1]
        for part, file, start in zip(parts, files, starts, strict=True):
            if not isinstance(part.pdf, Path):
                for number, page in enumerate(file.pages, start):
                    kit.pages.insert(number, page)
        with kit.open_outline() as outline:
            outline.root.extend(
                _part_bookmark(kit, part.title, file, start)
                for part, file, start in zip(parts, files, starts, strict=True)
                if part.title
            )
        _join_structures(kit, files, starts, [isinstance(part.pdf, Path) for part in parts])
        _describe(kit, about)
        save(kit, into)


def _joined(paths: Sequence[Path], scratch: Path) -> Pdf:
    """The pages of these files, one after the other.

    pikepdf copies pages of other files into memory; QPDF's own program does not.
    """
    if not paths:
        return Pdf.new()
    pages = [{"file": str(path)} for path in paths]
    job = {"empty": "", "pages": pages, "deterministicId": "", "outputFile": str(scratch)}
    pikepdf.Job(job).run()
    return _opened(scratch)


def _describe(kit: Pdf, about: KitFile) -> None:
    kit.docinfo["/Title"] = about.title
    kit.docinfo["/Author"] = about.author
    kit.docinfo["/Subject"] = about.subject
    kit.docinfo["/Creator"] = "pnp"
    kit.Root.Lang = String(about.language)
    packet = metadata(about.title, about.author, about.subject, about.language)
    kit.Root.Metadata = kit.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)
    kit.Root.PageMode = Name.UseOutlines
    # Scaling a page to fit the paper would change the size of the pieces. People choose which pages to print on both sides.
    kit.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, PrintScaling=Name("/None"), Duplex=Name.Simplex
    )


# Bookmarks


class _Target(NamedTuple):
    """The target of a bookmark: a page of its file, counted from 0, and a height on it."""

    page: int
    top: float | None


def _part_bookmark(kit: Pdf, title: str, file: Pdf, start: int) -> OutlineItem:
    item = _bookmark(kit, title, _Target(start, None))
    with file.open_outline() as outline:
        item.children.extend(_shifted(kit, file, outline.root, start))
    return item


def _shifted(
    kit: Pdf, file: Pdf, items: Iterable[OutlineItem], start: int
) -> Iterator[OutlineItem]:
    """The bookmarks of a file that begins on this page of the kit, without those that lead nowhere."""
    for item in items:
        target = _target(file, item)
        if target is not None:
            copy = _bookmark(kit, item.title, target._replace(page=start + target.page))
            copy.children.extend(_shifted(kit, file, item.children, start))
            yield copy


def _bookmark(kit: Pdf, title: str, target: _Target) -> OutlineItem:
    page = kit.pages[target.page].obj
    return OutlineItem(title, Array([page, Name.XYZ, None, target.top, None]))


def _target(file: Pdf, item: OutlineItem) -> _Target | None:
    destination: object = item.destination
    if destination is None and item.action is not None:
        destination = item.action.get("/D")
    if isinstance(destination, (Name, String)):
        destination = _named_destination(file, str(destination))
    if isinstance(destination, Dictionary):
        destination = destination.get("/D")
    if not isinstance(destination, Array):
        return None
    pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
    page = pages.get(destination[0].objgen)
    return None if page is None else _Target(page, _top(destination))


def _named_destination(file: Pdf, name: str) -> pikepdf.Object | None:
    if "/Dests" in file.Root and name in file.Root.Dests:
        return file.Root.Dests[name]
    if "/Names" in file.Root and "/Dests" in file.Root.Names:
        return NameTree(file.Root.Names.Dests).get(name)
    return None


def _top(destination: Array) -> float | None:
    """The height of a destination, such as `/XYZ left top zoom` or `/FitH top`; None without one."""
    kind = str(destination[1]) if len(destination) > 1 else ""
    at = {"/XYZ": 3, "/FitH": 2, "/FitBH": 2}.get(kind)
    if at is None or len(destination) <= at or destination[at] is None:
        return None
    return float(destination[at])


# Structure


def _join_structures(
    kit: Pdf, files: Sequence[Pdf], starts: Sequence[int], joined: Sequence[bool]
) -> None:
    """One structure for the kit, made of the structures of the files, whose pages QPDF may have *joined*."""
    root = kit.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    children: list[pikepdf.Object] = []
    parents: list[pikepdf.Object | int] = []
    key = 0
    for file, start, is_joined in zip(files, starts, joined, strict=True):
        if "/StructTreeRoot" not in file.Root:
            continue
        if is_joined:
            children.append(_figures(kit, root, file, start, parents, key))
            key += len(file.pages)
        else:
            # Copying the whole keeps the references between elements, parents and pages.
            copy = kit.copy_foreign(file.Root.StructTreeRoot)
            for child in _kids(copy):
                child.P = root
                children.append(child)
            highest = -1
            for index, owners in NumberTree(copy.ParentTree).items():
                parents += [key + index, owners]
                highest = max(highest, index)
            _shift_keys(kit, range(start, start + len(file.pages)), key)
            key += highest + 1
    if not children:
        return
    root.K = Array(children)
    root.ParentTree = kit.make_indirect(Dictionary(Nums=Array(parents)))
    root.ParentTreeNextKey = key
    kit.Root.StructTreeRoot = root
    kit.Root.MarkInfo = Dictionary(Marked=True)


def _figures(
    kit: Pdf,
    root: pikepdf.Object,
    file: Pdf,
    start: int,
    parents: list[pikepdf.Object | int],
    key: int,
) -> pikepdf.Object:
    """The element of pages with a title and figures alone, whose copies are others than pikepdf makes; adds them to the *parents*."""
    whole = kit.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    kids: list[pikepdf.Object] = []
    for at, figures in NumberTree(file.Root.StructTreeRoot.ParentTree).items():
        page = kit.pages[start + at].obj
        page.StructParents = key + at
        own = [
            kit.make_indirect(Dictionary({"/P": whole, "/Pg": page, **_spoken(each)}))
            for each in figures
        ]
        # The heading is marked last, and read first.
        kids += sorted(own, key=lambda each: Name.Figure == each.S)
        parents += [key + at, Array(own)]
    whole.K = Array(kids)
    return whole


def _spoken(element: pikepdf.Object) -> dict[str, pikepdf.Object | int]:
    """What an element of a sheet is, its mark, and its words."""
    words = {key: String(str(element[key])) for key in ("/Alt", "/ActualText") if key in element}
    return {"/S": Name(str(element.S)), "/K": int(element.K), **words}


def _kids(root: pikepdf.Object) -> list[pikepdf.Object]:
    kids = root.get("/K", Array())
    return [*kids] if isinstance(kids, Array) else [kids]


def _shift_keys(kit: Pdf, pages: Iterable[int], by: int) -> None:
    """Renumbers the references of these pages to the tree of parents."""
    for at in pages:
        page = kit.pages[at].obj
        if "/StructParents" in page:
            page.StructParents = int(page.StructParents) + by
        for note in page.get("/Annots", Array()):
            if "/StructParent" in note:
                note.StructParent = int(note.StructParent) + by
