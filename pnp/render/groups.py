"""Groups of a PDF file: forms that are painted first, and then shown as a whole, perhaps see-through."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFResourceDictionary,
    PDFStream,
    PDFZCompress,
)


class GroupObject(PDFObject):  # type: ignore[misc]  # its base is untyped
    """A transparency group (PDF 1.7, 11.6.6) with these operators in a box, and the forms that they show.

    The state `o` of its operators has the opacity.
    """

    __RefOnly__ = 1  # a stream is no part of another object

    def __init__(
        self,
        corners: Sequence[float],
        operators: str,
        forms: Sequence[str],
        opacity: float = 1.0,
    ) -> None:
        self._corners, self._operators = corners, operators
        self._forms, self._opacity = forms, opacity

    def format(self, document: object) -> bytes:
        """The object as bytes."""
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        resources.XObject = document.xobjDict(self._forms)  # type: ignore[attr-defined]
        share = round(self._opacity, 4)
        resources.ExtGState = {"o": PDFDictionary({"ca": share, "CA": share})}
        stream = PDFStream()
        stream.content = self._operators.encode("latin-1")
        stream.filters = [PDFZCompress]
        stream.dictionary.dict |= {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Form"),
            "BBox": PDFArray(list(self._corners)),
            "Group": PDFDictionary({"S": PDFName("Transparency"), "I": "true"}),
            "Resources": resources,
        }
        formatted: bytes = stream.format(document)
        return formatted
