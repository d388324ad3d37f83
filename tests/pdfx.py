"""A checker of PDF/X-4, with its own reading of the file: rules of ISO 15930-7:2010 that a machine can check.

The standard builds on PDF 1.6; clauses after `PDF` are those of ISO 32000-1, which has the same text for what is
used here. Each rule is named by what it asks for. Not checked: whether the numbers of a profile are those of a press,
and whether glyphs look as their font says.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

Check = Callable[[Pdf, bytes], Iterator[str]]
CHECKS: dict[str, Check] = {}

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XMP = "{http://ns.adobe.com/xap/1.0/}"
MM = "{http://ns.adobe.com/xap/1.0/mm/}"
DC = "{http://purl.org/dc/elements/1.1/}"
PDF = "{http://ns.adobe.com/pdf/1.3/}"
PDFXID = "{http://www.npes.org/pdfx/ns/id/}"

# PDF 8.6.8: operators that set device colours, with their spaces.
INKS = {
    "rg": "DeviceRGB",
    "RG": "DeviceRGB",
    "k": "DeviceCMYK",
    "K": "DeviceCMYK",
    "g": "DeviceGray",
    "G": "DeviceGray",
}


def violations(data: bytes) -> list[str]:
    """All that keeps a file from being PDF/X-4: the name of the rule and what is wrong."""
    with Pdf.open(io.BytesIO(data)) as file:
        return [f"{name}: {found}" for name, check in CHECKS.items() for found in check(file, data)]


def rule(check: Check) -> Check:
    """Puts a check among the rules, under its name."""
    CHECKS[check.__name__.replace("_", "-")] = check
    return check


def spaces_of(intent: str) -> set[str]:
    """The device spaces that an output intent allows; grey is the black of four inks, or a part of RGB."""
    return {"DeviceGray", {"RGB ": "DeviceRGB", "CMYK": "DeviceCMYK", "GRAY": ""}[intent]}


def intents(file: Pdf) -> list[Any]:
    """The output intents for PDF/X."""
    found = file.Root.get("/OutputIntents", Array())
    return [each for each in found if each.get("/S") == Name.GTS_PDFX]


def profile(file: Pdf) -> bytes:
    """The profile of the output intent."""
    for each in intents(file):
        if "/DestOutputProfile" in each:
            return bytes(each.DestOutputProfile.read_bytes())
    return b""


def resources(file: Pdf) -> Iterator[tuple[Any, Any]]:
    """Each stream with operators, and its resources."""
    for page in file.pages:
        yield page, page.obj.get("/Resources", Dictionary())
    for each in file.objects:
        if isinstance(each, Stream) and each.get("/Subtype") == Name.Form:
            yield each, each.get("/Resources", Dictionary())


def metadata(file: Pdf) -> dict[str, str]:
    """The properties of the XMP packet; of a list its first item."""
    if "/Metadata" not in file.Root:
        return {}
    root = ET.fromstring(bytes(file.Root.Metadata.read_bytes()))
    found = {}
    for description in root.iter(f"{RDF}Description"):
        found |= description.attrib
        for each in description:
            item = each.find(f".//{RDF}li")
            found[each.tag] = (item if item is not None else each).text or ""
    return found


@rule
def header(file: Pdf, data: bytes) -> Iterator[str]:
    """The header says PDF 1.3 to 1.6, and a comment of four binary bytes follows (PDF 7.5.2)."""
    first, second, *_ = data.split(b"\n", 2)
    if not re.fullmatch(rb"%PDF-1\.[3-6]", first.strip()):
        yield f"the file begins with {first[:12]!r}"
    if len([each for each in second[1:5] if each > 127]) < 4:
        yield "no comment of binary bytes"
    if "/Version" in file.Root and str(file.Root.Version) > "/1.6":
        yield "the catalog has a later version"


@rule
def identifier(file: Pdf, data: bytes) -> Iterator[str]:
    """The trailer has two ids (PDF 14.4), and the file is not encrypted."""
    if len(file.trailer.get("/ID", Array())) != 2:
        yield "no ID"
    if file.is_encrypted:
        yield "encrypted"


@rule
def version(file: Pdf, data: bytes) -> Iterator[str]:
    """XMP has the version PDF/X-4; the packet is not compressed, so that any tool finds it."""
    if "/Metadata" not in file.Root:
        yield "no metadata"
        return
    if "/Filter" in file.Root.Metadata:
        yield "the metadata is compressed"
    if metadata(file).get(f"{PDFXID}GTS_PDFXVersion") != "PDF/X-4":
        yield "no GTS_PDFXVersion"


@rule
def information(file: Pdf, data: bytes) -> Iterator[str]:
    """A title, dates of creation and change, and ids, in XMP; the information dictionary says the same."""
    if "/Metadata" not in file.Root:
        return
    found, info = metadata(file), file.docinfo
    wanted = [f"{DC}title", f"{PDF}Trapped", f"{MM}DocumentID", f"{MM}VersionID"]
    wanted += [f"{MM}RenditionClass", *(f"{XMP}{each}Date" for each in ("Create", "Modify"))]
    for key in (*wanted, f"{XMP}MetadataDate"):
        if not found.get(key):
            yield f"no {key}"
    if str(info.get("/Title", "")) != found.get(f"{DC}title"):
        yield "two titles"
    for key, name in (("/CreationDate", "Create"), ("/ModDate", "Modify")):
        if digits(str(info.get(key, ""))) != digits(found.get(f"{XMP}{name}Date", "")):
            yield f"two dates at {key}"


def digits(text: str) -> str:
    """The digits of a date, to the second."""
    return "".join(re.findall(r"\d", text))[:14]


@rule
def trapping(file: Pdf, data: bytes) -> Iterator[str]:
    """Trapped is True or False, a name, and known (PDF 14.11.6)."""
    value = file.docinfo.get("/Trapped")
    if value not in (Name("/True"), Name("/False")):
        yield f"Trapped is {value}"
    elif metadata(file).get(f"{PDF}Trapped") != str(value)[1:]:
        yield "XMP says otherwise"


@rule
def output_intent(file: Pdf, data: bytes) -> Iterator[str]:
    """One output intent for PDF/X, with an identifier, an embedded profile and, if that is no registered one, words."""
    if len(intents(file)) != 1:
        yield f"{len(intents(file))} output intents"
        return
    (intent,) = intents(file)
    if intent.get("/Type") != Name.OutputIntent:
        yield "no Type"
    for key in ("/OutputConditionIdentifier", "/Info"):
        if not str(intent.get(key, "")):
            yield f"no {key}"
    if "/DestOutputProfile" not in intent:
        yield "no profile"


@rule
def output_profile(file: Pdf, data: bytes) -> Iterator[str]:
    """The profile is one of an output device, of ICC's version 2 or 4, and N is the number of its inks."""
    icc = profile(file)
    if not icc:
        return
    if icc[36:40] != b"acsp" or int.from_bytes(icc[:4], "big") != len(icc):
        yield "no profile of ICC"
        return
    if icc[12:16] != b"prtr":
        yield f"its class is {icc[12:16].decode()}"
    if icc[8] not in (2, 4):
        yield f"its version is {icc[8]}"
    inks = {b"RGB ": 3, b"CMYK": 4, b"GRAY": 1}.get(icc[16:20])
    if intents(file)[0].DestOutputProfile.get("/N") != inks:
        yield "N is another number"


@rule
def boxes(file: Pdf, data: bytes) -> Iterator[str]:
    """Each page has a TrimBox, no ArtBox beside it, and boxes inside each other (PDF 14.11.2)."""
    for number, page in enumerate(file.pages, 1):
        if ("/TrimBox" in page.obj) == ("/ArtBox" in page.obj):
            yield f"page {number} needs a TrimBox or an ArtBox"
            continue
        trim = [*map(float, page.obj.get("/TrimBox", page.obj.get("/ArtBox")))]
        media = [*map(float, page.mediabox)]
        bleed = [*map(float, page.obj.get("/BleedBox", page.mediabox))]
        for inner, outer in ((trim, bleed), (bleed, media)):
            if any(inner[at] < outer[at] for at in (0, 1)) or any(
                inner[at] > outer[at] for at in (2, 3)
            ):
                yield f"page {number} has a box outside of another"
        if trim[0] >= trim[2] or trim[1] >= trim[3]:
            yield f"page {number} has an empty box"


@rule
def fonts(file: Pdf, data: bytes) -> Iterator[str]:
    """All fonts are embedded."""
    for each in file.objects:
        if not isinstance(each, Dictionary) or each.get("/Type") != Name.Font:
            continue
        if each.get("/Subtype") in (Name.Type0, Name.Type3):
            continue
        described = each.get("/FontDescriptor", Dictionary())
        if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"{each.get('/BaseFont')} is not embedded"


@rule
def inks(file: Pdf, data: bytes) -> Iterator[str]:
    """Only colours that the output intent has, in operators, pictures, palettes, spots and transparency groups."""
    icc = profile(file)
    if not icc:
        return
    allowed = spaces_of(icc[16:20].decode())
    for stream, found in resources(file):
        used = {
            INKS[str(each.operator)]
            for each in pikepdf.parse_content_stream(stream)
            if str(each.operator) in INKS
        }
        used |= {
            space
            for each in found.get("/ColorSpace", Dictionary()).values()
            for space in device(each)
        }
        yield from (f"{space} on a page" for space in used - allowed)
    for each in file.objects:
        if not isinstance(each, Stream | Dictionary):
            continue
        if each.get("/Subtype") == Name.Image:
            yield from (f"{space} in a picture" for space in device(each.ColorSpace) - allowed)
        group = each.get("/Group")
        if group is not None and "/CS" in group:
            yield from (f"{space} in a group" for space in device(group.CS) - allowed)


def device(space: Any) -> set[str]:
    """The device spaces on which a colour space is built."""
    if isinstance(space, Name):
        return {str(space)[1:]} & {*INKS.values()}
    if space[0] == Name.Indexed:
        return device(space[1])
    if space[0] in (Name.Separation, Name.DeviceN):
        return device(space[2])
    return set()


@rule
def transparency(file: Pdf, data: bytes) -> Iterator[str]:
    """A page on which something is see-through says in which inks it is blended."""
    used = any(
        "/SMask" in each or "/Group" in each
        for each in file.objects
        if isinstance(each, Stream) and each.get("/Subtype") in (Name.Image, Name.Form)
    )
    for number, page in enumerate(file.pages, 1):
        if used and "/CS" not in page.obj.get("/Group", Dictionary()):
            yield f"page {number} has no group"


@rule
def forbidden(file: Pdf, data: bytes) -> Iterator[str]:
    """No actions, scripts, forms to fill in, annotations, LZW, PostScript, other files, transfer functions."""
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in file.Root:
            yield key
    names = file.Root.get("/Names", Dictionary())
    yield from (key for key in ("/JavaScript", "/EmbeddedFiles") if key in names)
    for page in file.pages:
        yield from (key for key in ("/AA", "/Annots", "/Trans", "/PresSteps") if key in page.obj)
    for each in file.objects:
        if isinstance(each, Stream):
            filters = each.get("/Filter", Array())
            filters = filters if isinstance(filters, Array) else [filters]
            yield from (str(one) for one in filters if one in (Name.LZWDecode, Name.Crypt))
            if each.get("/Subtype") == Name.PS or "/OPI" in each or "/Ref" in each or "/F" in each:
                yield "a stream of another kind"
            if each.get("/Subtype") == Name.Image and "/Alternates" in each:
                yield "alternate pictures"
        if isinstance(each, Dictionary) and each.get("/Type") == Name.ExtGState:
            yield from (key for key in ("/TR", "/TR2", "/HTP") if key in each)


@rule
def named(file: Pdf, data: bytes) -> Iterator[str]:
    """The resources have all that operators name (PDF 7.8.3)."""
    kinds = {"CS": "/ColorSpace", "cs": "/ColorSpace", "gs": "/ExtGState", "Do": "/XObject"}
    for stream, found in resources(file):
        for operands, operator in pikepdf.parse_content_stream(stream):
            kind = {**kinds, "Tf": "/Font"}.get(str(operator))
            is_device = str(operands[0])[1:] in INKS.values() if operands else True
            if kind and not is_device and operands[0] not in found.get(kind, Dictionary()):
                yield f"no {operands[0]}"
