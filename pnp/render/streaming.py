"""reportlab's files, written object by object while pages are drawn: reportlab itself would first collect all of a file."""

from __future__ import annotations

from array import array
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    NoEncryption,
    PDFFile,
    PDFIndirectObject,
    PDFObjectReference,
    PDFTrailer,
)

# ISO 32000-1, 7.5.4: each line of the table of objects has 20 bytes.
_FREE, _USED = b"0000000000 65535 f \n", b"%010d 00000 n \n"


class StreamedFile:
    """A file that a canvas of reportlab draws: an object goes into it as soon as it is complete, and is forgotten.

    Both reportlab and pnp add objects. Numbers are those of reportlab's counter.
    """

    def __init__(self, canvas: Any, stream: BinaryIO) -> None:
        self._canvas, self._document, self._stream = canvas, canvas._doc, stream
        self._document.encrypt = _Plain()
        # Where object 1 begins, and each after it; 0 for one that is not written.
        self._offsets = array("Q")
        self._offset = 0
        self._put(b"".join(PDFFile(self._document._pdfVersion).strings))

    def new_number(self) -> int:
        """The number of an object that pnp writes later."""
        self._document.objectcounter += 1
        number: int = self._document.objectcounter
        return number

    def write(self, content: bytes, number: int = 0) -> int:
        """Writes an object of pnp's own, of that number or a new one; returns its number."""
        number = number or self.new_number()
        self._put_object(number, b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def write_added(self, name: str) -> None:
        """Writes an object that reportlab has under that name, and lets go of it."""
        document = self._document
        content = PDFIndirectObject(name, document.idToObject[name]).format(document)
        document.idToObject[name] = None
        self._put_object(document.idToObjectNumberAndVersion[name][0], content)

    def end_page(self, entries: dict[str, object]) -> bytes:
        """Ends and writes a page of the canvas, with more entries in its dictionary; returns the reference to it."""
        self._canvas.showPage()
        pages = self._document.Pages.pages
        page = pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, *entries]
        vars(page).update(entries)
        name = page.__InternalName__
        self.write_added(name)
        self.write_added(page.Contents.__InternalName__)
        pages[-1] = PDFObjectReference(name)
        reference: bytes = pages[-1].format(self._document)
        return reference

    def end(self) -> None:
        """Writes all other objects, and the table of objects, as reportlab's `PDFDocument.SaveToFile` does.

        Every object is formatted when it is written, and may add more objects.
        """
        document = self._document
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        root, info = document.Reference(document.Catalog), document.Reference(document.info)
        document.Outlines.prepare(document, self._canvas)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        number = 0
        while (number := number + 1) <= document.objectcounter:
            if number > len(self._offsets) or not self._offsets[number - 1]:
                self.write_added(document.numberToId[number])
        start = self._offset
        self._put(b"xref\n0 %d\n%b" % (number, _FREE))
        for offset in self._offsets:
            self._put(_USED % offset)
        trailer = PDFTrailer(start, Size=number, Root=root, Info=info, ID=document.ID())
        self._put(trailer.format(document))

    def _put_object(self, number: int, content: bytes) -> None:
        self._offsets.extend([0] * (number - len(self._offsets)))
        self._offsets[number - 1] = self._offset
        self._put(content)

    def _put(self, content: bytes) -> None:
        self._stream.write(content)
        self._offset += len(content)


class _Plain(NoEncryption):  # type: ignore[misc]  # its base is untyped
    """No encryption of streams, whose texts are ASCII: reportlab's own encoding would take longer than to compress them."""

    def encode(self, t: str | bytes) -> bytes:
        return t.encode("ascii") if isinstance(t, str) else t
