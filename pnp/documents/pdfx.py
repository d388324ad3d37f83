"""PDF/X-4 (ISO 15930-7): the writer's files for print shops, with an output intent, and in its inks if it has four."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from html import escape
from io import BytesIO
from uuid import UUID

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pnp.basics.dates import file_date, pdf_date
from pnp.documents.conditions import Condition, Separation

VERSION = "PDF/X-4"

# PDF/X-4 is based on this version of PDF.
_PDF_VERSION = "1.6"

# Points by which a box may stick out of the page after rounding.
_ROUNDING = 0.01

# Operators of our writer that set an ink, and the ends of texts; its strings are hexadecimal, so that none looks like one.
_INK = re.compile(rb"\b(?:(BT|ET)|([01]?\.?\d*) ([01]?\.?\d*) ([01]?\.?\d*) (rg|RG))\b")
_BLACK = bytes(3)
_CMYK_OPERATORS = {b"rg": b"k", b"RG": b"K"}

# The ink in red, green and blue by which screens show a spot ink of a cutting machine.
_SPOT_RGB = (0.925, 0.0, 0.549)


def print_ready(pdf: bytes, condition: Condition) -> bytes:
    """The file of our writer as PDF/X-4 for this condition; equal files give equal bytes."""
    with Pdf.open(BytesIO(pdf)) as file:
        if condition.is_cmyk:
            _separate(file, Separation(condition))
        else:
            _show_spots_in_rgb(file)
        see_through = any("/SMask" in each or "/Group" in each for each in _streams(file))
        for page in file.pages:
            if see_through:
                group = Dictionary(S=Name.Transparency, CS=Name(f"/{condition.space}"))
                page.obj.Group = group
            _fit(page)
            # An empty effect of reportlab's for presentations.
            if "/Trans" in page.obj:
                del page.obj.Trans
        _describe(file, condition, hashlib.sha256(pdf + condition.profile).digest())
        buffer = BytesIO()
        file.save(
            buffer,
            force_version=_PDF_VERSION,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return buffer.getvalue()


def _fit(page: pikepdf.Page) -> None:
    """Makes the box of the bleed that of the page, which it is but for rounding."""
    media, bleed = ([*map(float, each)] for each in (page.mediabox, page.obj.BleedBox))
    if all(abs(one - other) < _ROUNDING for one, other in zip(media, bleed, strict=True)):
        page.obj.BleedBox = page.obj.MediaBox


def _describe(file: Pdf, condition: Condition, digest: bytes) -> None:
    """The output intent, and what the file says of itself, in both places alike."""
    profile = file.make_stream(condition.profile, N=4 if condition.is_cmyk else 3)
    file.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                # No name of ICC's registry, so that the profile alone counts.
                OutputConditionIdentifier=String("Custom"),
                OutputCondition=String(condition.name),
                Info=String(condition.name),
                DestOutputProfile=file.make_indirect(profile),
            )
        ]
    )
    about = file.docinfo
    about["/Trapped"] = Name("/False")
    about["/CreationDate"] = about["/ModDate"] = String(pdf_date())
    texts = {key: str(about.get(f"/{key}", "")) for key in ("Title", "Author", "Subject")}
    for key, text in texts.items():
        if not text and f"/{key}" in about:
            del about[f"/{key}"]
    about["/Producer"] = String("pnp")
    packet = _metadata(texts, str(UUID(bytes=digest[:16], version=5)))
    file.Root.Metadata = file.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)


_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}


def _metadata(texts: dict[str, str], document: str) -> bytes:
    """The XMP packet: PDF/X-4 has its version there alone, and asks for the dates and ids of the file."""
    date = f"{file_date():%Y-%m-%dT%H:%M:%SZ}"
    plain = {
        "xmp:CreateDate": date,
        "xmp:ModifyDate": date,
        "xmp:MetadataDate": date,
        "xmp:CreatorTool": "pnp",
        "xmpMM:DocumentID": f"uuid:{document}",
        "xmpMM:VersionID": "1",
        "xmpMM:RenditionClass": "default",
        "pdf:Producer": "pnp",
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": VERSION,
    }
    lists = (
        ("title", "Alt", ' xml:lang="x-default"', texts["Title"]),
        ("creator", "Seq", "", texts["Author"]),
        ("description", "Alt", ' xml:lang="x-default"', texts["Subject"]),
    )
    values = [f"<{key}>{escape(text, quote=False)}</{key}>" for key, text in plain.items()]
    values += [
        f"<dc:{key}><rdf:{kind}><rdf:li{attribute}>{escape(text, quote=False)}</rdf:li></rdf:{kind}></dc:{key}>"
        for key, kind, attribute, text in lists
        if text
    ]
    names = "".join(f' xmlns:{key}="{address}"' for key, address in _SPACES.items())
    return (
        '<?xpacket begin="\N{BYTE ORDER MARK}" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about=""{names}>{"".join(values)}</rdf:Description>'
        '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    ).encode()


# Inks


def _streams(file: Pdf) -> Iterator[pikepdf.Object]:
    """All streams of a file."""
    return (each for each in file.objects if isinstance(each, pikepdf.Stream))


def _separate(file: Pdf, separation: Separation) -> None:
    """Brings all inks and pictures of a file into four inks.

    Black texts and black lines stay in black alone, so that they are sharp where a press shifts its inks.
    """
    known: dict[bytes, bytes] = {}

    def ink(colour: bytes, *, alone: bool) -> bytes:
        if colour == _BLACK and alone:
            return b"0 0 0 1"
        if colour not in known:
            shares = separation.colours(colour)
            known[colour] = b" ".join(b"%.4g" % (share / 255) for share in shares)
        return known[colour]

    def separated(content: bytes) -> bytes:
        in_text = False

        def put(found: re.Match[bytes]) -> bytes:
            nonlocal in_text
            if found[1]:
                in_text = found[1] == b"BT"
                return found[0]
            colour = bytes(round(float(each) * 255) for each in found.group(2, 3, 4))
            operator = found[5]
            return b"%b %b" % (
                ink(colour, alone=in_text or operator == b"RG"),
                _CMYK_OPERATORS[operator],
            )

        return _INK.sub(put, content)

    pages = [page.obj.Contents for page in file.pages]
    contents = [each for part in pages for each in ([*part] if isinstance(part, Array) else [part])]
    forms = [each for each in _streams(file) if each.get("/Subtype") == Name.Form]
    for stream in (*contents, *forms):
        stream.write(separated(stream.read_bytes()))
    for stream in _streams(file):
        if stream.get("/Subtype") == Name.Image:
            _separate_picture(stream, separation)


def _separate_picture(stream: pikepdf.Object, separation: Separation) -> None:
    """Brings a picture in red, green and blue into four inks; a grey one is in black alone."""
    space = stream.ColorSpace
    if isinstance(space, Array):
        # A palette: its colours, and the dots stay.
        palette = space[3]
        colours = bytes(palette) if isinstance(palette, String) else palette.read_bytes()
        count = int(space[2]) + 1
        inks = separation.colours(colours[: 3 * count])
        stream.ColorSpace = Array([Name.Indexed, Name.DeviceCMYK, count - 1, String(inks)])
        return
    if space != Name.DeviceRGB:
        return
    from PIL import Image

    size = int(stream.Width), int(stream.Height)
    if stream.Filter == Name.DCTDecode:
        with Image.open(BytesIO(stream.read_raw_bytes()), formats=["JPEG"]) as found:
            picture = found.convert("RGB")
    else:
        data = stream.read_bytes()
        # Of two bytes the first counts more.
        data = data[::2] if stream.BitsPerComponent == 16 else data
        picture = Image.frombytes("RGB", size, data)
    stream.write(separation.picture(picture).tobytes())
    stream.ColorSpace = Name.DeviceCMYK
    stream.BitsPerComponent = 8


def _show_spots_in_rgb(file: Pdf) -> None:
    """Gives spot inks another ink for screens: one in CMYK would be a space that the output intent does not have."""
    function = Dictionary(
        FunctionType=2,
        Domain=Array([0, 1]),
        C0=Array([1, 1, 1]),
        C1=Array(_SPOT_RGB),
        N=1,
    )
    for page in file.pages:
        spaces = page.obj.get("/Resources", Dictionary()).get("/ColorSpace", Dictionary())
        for name, space in spaces.items():
            if space[0] == Name.Separation:
                spaces[name] = Array([Name.Separation, space[1], Name.DeviceRGB, function])
