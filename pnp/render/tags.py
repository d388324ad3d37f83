"""Tags of PDF files, for people who hear a page: its title is a heading, each drawing a figure that is read out in words.

The files keep PDF/UA-1 (ISO 14289-1): all else on a page, such as lines to cut along, is an artifact.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain, repeat
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFName, PDFStream  # type: ignore[import-untyped]

from pnp.render.streaming import StreamedFile
from pnp.scene import Document, Layer, Page, Text, strings_of

# What ends each item, and what is marked around all that nobody has to hear.
END = "EMC"
ARTIFACT = "/Artifact BMC"


def beginnings(page: Page) -> Iterator[str]:
    """The operator that begins each item of a page, layer by layer: a figure of the art, its heading, or an artifact."""
    title = _heading(page)
    for layer in Layer:
        for place, item in enumerate(page.items(layer)):
            if layer is Layer.ART:
                yield f"/Figure <</MCID {place}>> BDC"
            elif item is title:
                yield f"/H1 <</MCID {len(page.items(Layer.ART))}>> BDC"
            else:
                yield ARTIFACT


def _heading(page: Page) -> Text | None:
    """The first text round the pieces, which is read out as the title of the page."""
    texts = (item for item in page.items(Layer.GUIDE) if isinstance(item, Text) and item.string)
    return next(texts, None) if page.title else None


def words_of(page: Page) -> tuple[str, ...]:
    """What is read out for each item of the art of a page: the page's own words, its texts, or the title of the page."""
    return tuple(
        own or " ".join(dict.fromkeys(strings_of((item,)))) or page.title
        for own, item in zip(chain(page.words, repeat("")), page.items(Layer.ART), strict=False)
    )


def metadata(title: str, author: str, subject: str, language: str) -> bytes:
    """The XMP packet of a file that keeps PDF/UA-1."""
    default = ' xml:lang="x-default"'
    values = [
        _value("title", title, "Alt", default),
        _value("creator", author, "Seq"),
        _value("description", subject, "Alt", default),
        _value("language", language, "Bag"),
    ]
    return (
        '<?xpacket begin="\N{BYTE ORDER MARK}" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        f"{''.join(values)}<pdfuaid:part>1</pdfuaid:part>"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    ).encode()


def _value(name: str, text: str, kind: str, attribute: str = "") -> str:
    item = f"<rdf:{kind}><rdf:li{attribute}>{escape(text, quote=False)}</rdf:li></rdf:{kind}>"
    return f"<dc:{name}>{item}</dc:{name}>" if text else ""


class Tags:
    """The tags of a file, which go into it page by page."""

    def __init__(self, canvas: Any, file: StreamedFile) -> None:
        self._document, self._file = canvas._doc, file
        self._root, self._whole = file.new_number(), file.new_number()
        # References to the tags of each page, as they are read, and to the lists of those that its marks have.
        self._read: list[bytes] = []
        self._owners: list[int] = []

    @property
    def entries(self) -> dict[str, object]:
        """Entries of the next page's dictionary."""
        return {"StructParents": len(self._owners)}

    def add(self, page: Page, drawn: bytes) -> None:
        """Adds the tags of a page, to which *drawn* refers."""
        shared = b"/P %d 0 R /Pg %b" % (self._whole, drawn)
        heads = [] if _heading(page) is None else [("H1", "ActualText", page.title)]
        every = [*(("Figure", "Alt", words) for words in words_of(page)), *heads]
        made = [
            b"%d 0 R"
            % self._file.write(
                b"<< /S /%b %b /K %d /%b %b >>"
                % (kind.encode(), shared, at, key.encode(), _text(words))
            )
            for at, (kind, key, words) in enumerate(every)
        ]
        self._owners.append(self._file.write(b"[%b]" % b" ".join(made)))
        # The heading is read before the figures, and marked after them.
        self._read.append(
            b" ".join(made[len(made) - len(heads) :] + made[: len(made) - len(heads)])
        )

    def end(self, document: Document) -> None:
        """Ends the tags of all pages of a document."""
        read = b" ".join(self._read)
        self._file.write(b"<< /S /Document /P %d 0 R /K [%b] >>" % (self._root, read), self._whole)
        owners = b" ".join(b"%d %d 0 R" % each for each in enumerate(self._owners))
        self._file.write(
            b"<< /Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [%b] >> >>"
            % (self._whole, owners),
            self._root,
        )
        packet = PDFStream()
        packet.content = metadata(
            document.title, document.author, document.subject, document.language
        )
        packet.dictionary.dict |= {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}
        catalog = self._document.Catalog
        catalog.StructTreeRoot = f"{self._root} 0 R"
        catalog.MarkInfo = "<< /Marked true >>"
        catalog.Metadata = packet


def _text(words: str) -> bytes:
    """A text string of PDF (ISO 32000-1, 7.9.2)."""
    if words.isascii() and words.isprintable():
        return b"(%b)" % words.translate(_ESCAPED).encode()
    return b"<feff%b>" % words.encode("utf-16-be").hex().encode()


_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\()"})
