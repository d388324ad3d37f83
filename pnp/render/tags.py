"""Tags of PDF files, for people who hear a page: its title is a heading, each drawing a figure that is read out in words.

The files keep PDF/UA-1 (ISO 14289-1): all else on a page, such as lines to cut along, is an artifact.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFName,
    PDFObject,
    PDFStream,
    PDFString,
)

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
    item = f"<rdf:{kind}><rdf:li{attribute}>{escape(text)}</rdf:li></rdf:{kind}>"
    return f"<dc:{name}>{item}</dc:{name}>" if text else ""


def tag(file: Any, document: Document) -> None:
    """Adds the tags of all pages, which are drawn, to a document of reportlab."""
    root, whole = _Written(), _Written()
    parent = _reference(file, whole)
    read, owners = [], []
    for number, (page, drawn) in enumerate(zip(document.pages, file.Pages.pages, strict=True)):
        shared = b"/P %b /Pg %b" % (parent, _reference(file, drawn))
        heads = [] if _heading(page) is None else [("H1", "ActualText", page.title)]
        every = [*(("Figure", "Alt", words) for words in words_of(page)), *heads]
        made = [
            _reference(
                file,
                _Written(
                    b"/S /%b %b /K %d /%b %b"
                    % (kind.encode(), shared, at, key.encode(), _text(file, words))
                ),
            )
            for at, (kind, key, words) in enumerate(every)
        ]
        # The heading is read before the figures, and marked after them.
        read.append(b" ".join(made[len(made) - len(heads) :] + made[: len(made) - len(heads)]))
        owners.append(b"%d [%b]" % (number, b" ".join(made)))
        drawn.__NoDefault__ = [*drawn.__NoDefault__, "StructParents"]
        drawn.StructParents = number
    whole.text = b"/S /Document /P %b /K [%b]" % (
        _reference(file, root),
        b" ".join(read),
    )
    root.text = b"/Type /StructTreeRoot /K %b /ParentTree << /Nums [%b] >>" % (
        parent,
        b" ".join(owners),
    )
    packet = PDFStream()
    packet.content = metadata(document.title, document.author, document.subject, document.language)
    packet.dictionary.dict |= {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}
    file.Catalog.StructTreeRoot = root
    file.Catalog.MarkInfo = _Written(b"/Marked true")
    file.Catalog.Metadata = packet


class _Written(PDFObject):  # type: ignore[misc]  # its base is untyped
    """A dictionary as it stands in the file: reportlab's own take five times as long."""

    __RefOnly__ = 1

    def __init__(self, text: bytes = b"") -> None:
        self.text = text

    def format(self, document: object) -> bytes:
        """The object as bytes."""
        return b"<< %b >>" % self.text


def _reference(file: Any, thing: object) -> bytes:
    formatted: bytes = file.Reference(thing).format(file)
    return formatted


def _text(file: Any, words: str) -> bytes:
    formatted: bytes = PDFString(words).format(file)
    return formatted
