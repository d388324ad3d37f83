"""reportlab's files, written object by object: reportlab itself would first collect all of a file."""

from __future__ import annotations

from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    NoEncryption,
    PDFArray,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFFile,
    PDFIndirectObject,
    PDFName,
    PDFStream,
    PDFTrailer,
    PDFZCompress,
)


class _Output(PDFFile):  # type: ignore[misc]  # its base is untyped
    """A file that keeps nothing of what is added, only how much that was."""

    def __init__(self, version: tuple[int, int], stream: BinaryIO) -> None:
        super().__init__(version)
        stream.write(b"".join(self.strings))
        self.write = stream.write


class _Plain(NoEncryption):  # type: ignore[misc]  # its base is untyped
    """No encryption of streams, whose texts are ASCII: reportlab's own encoding would take longer than to compress them."""

    def encode(self, t: str | bytes) -> bytes:
        return t.encode("ascii") if isinstance(t, str) else t


def show_page(canvas: Any) -> None:
    """Ends a page, and compresses what it shows: reportlab would keep it as text until it writes the file."""
    canvas.showPage()
    page = canvas._doc.Pages.pages[-1]
    if page.compression:
        filters = PDFDictionary({"Filter": PDFArray([PDFName(PDFZCompress.pdfname)])})
        page.Contents = PDFStream(filters, PDFZCompress.encode(page.stream))
        page.stream = None


def write_document(canvas: Any, stream: BinaryIO) -> None:
    """Writes what a canvas of reportlab has drawn, as its `PDFDocument.SaveToFile` does.

    Every object is formatted when it is written, and may add more objects.
    """
    document = canvas._doc
    document.encrypt = _Plain()
    for font in document.delayedFonts:
        font.addObjects(document)
    document.info.invariant = document.invariant
    document.info.digest(document.signature)
    document.Reference(document.Catalog)
    document.Reference(document.info)
    document.Outlines.prepare(document, canvas)
    if document.Outlines.ready < 0:
        document.Catalog.Outlines = None
    output = _Output(document._pdfVersion, stream)
    names: list[str] = []
    while (number := len(names) + 1) in document.numberToId:
        name = document.numberToId[number]
        content = PDFIndirectObject(name, document.idToObject[name]).format(document)
        document.idToOffset[name] = output.add(content)
        names.append(name)
    references = PDFCrossReferenceTable()
    references.addsection(0, names)
    start = output.add(references.format(document))
    trailer = PDFTrailer(
        startxref=start,
        Size=len(names) + 1,
        Root=document.Reference(document.Catalog),
        Info=document.Reference(document.info),
        Encrypt=None,
        ID=document.ID(),
    )
    output.add(trailer.format(document))
