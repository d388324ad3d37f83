"""Machine checks of PDF/UA-1, after the Matterhorn protocol 1.1 of the PDF Association: `problems(file)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name

# Operators that put ink on a page.
_PAINTING = {
    "f",
    "F",
    "f*",
    "B",
    "B*",
    "b",
    "b*",
    "S",
    "s",
    "Tj",
    "TJ",
    "'",
    '"',
    "Do",
    "sh",
    "BI",
    "EI",
}
_HEADINGS = re.compile(r"/H([1-6])")
# The parents that an element may have (ISO 32000-1, 14.8.4).
_PARENTS = {
    "/LI": {"/L"},
    "/Lbl": {"/LI", "/Note"},
    "/LBody": {"/LI"},
    "/TR": {"/Table", "/THead", "/TBody", "/TFoot"},
    "/THead": {"/Table"},
    "/TBody": {"/Table"},
    "/TH": {"/TR"},
    "/TD": {"/TR"},
}


def problems(path: Path) -> list[str]:
    """What keeps a file from PDF/UA-1, as far as a machine can tell."""
    with pikepdf.open(path) as file:
        if "/StructTreeRoot" not in file.Root:
            return ["has no structure"]
        return [*_of_file(file), *_of_fonts(file), *_of_elements(file), *_of_content(file)]


def _of_file(file: pikepdf.Pdf) -> Iterator[str]:
    root = file.Root
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "06: is not marked"
    if not str(root.get("/Lang", "")):
        yield "11: has no language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "07: a viewer does not show the title"
    packet = root.Metadata.read_bytes().decode() if "/Metadata" in root else ""
    if not re.search(r"pdfuaid:part(>1<|=.1)", packet):
        yield "06: does not say that it keeps PDF/UA-1"
    if not re.search(r"<dc:title>.*?<rdf:li[^>]*>[^<]+<", packet, re.DOTALL):
        yield "06: has no title in its metadata"
    for number, page in enumerate(file.pages, 1):
        if page.get("/Annots", []) and page.get("/Tabs") != Name.S:
            yield f"09: page {number} has annotations in no order"


def _of_fonts(file: pikepdf.Pdf) -> Iterator[str]:
    for thing in file.objects:
        if not isinstance(thing, Dictionary) or thing.get("/Type") != Name.Font:
            continue
        if thing.get("/Subtype") in (Name.CIDFontType0, Name.CIDFontType2, Name.Type3):
            continue
        name = str(thing.get("/BaseFont"))
        if "/ToUnicode" not in thing:
            yield f"10: {name} says no characters"
        own = thing.DescendantFonts[0] if "/DescendantFonts" in thing else thing
        files = {"/FontFile", "/FontFile2", "/FontFile3"}
        if files.isdisjoint(own.get("/FontDescriptor", {}).keys()):
            yield f"31: {name} is not in the file"


def _kids(node: Dictionary) -> list[object]:
    kids = node.get("/K", Array())
    return [*kids] if isinstance(kids, Array) else [kids]


def _walk(
    node: Dictionary, parents: tuple[str, ...]
) -> Iterator[tuple[Dictionary, tuple[str, ...]]]:
    for kid in _kids(node):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid, parents
            yield from _walk(kid, (*parents, str(kid.S)))


def _of_elements(file: pikepdf.Pdf) -> Iterator[str]:
    level = 0
    for element, parents in _walk(file.Root.StructTreeRoot, ()):
        kind = str(element.S)
        if kind == "/Figure" and not str(element.get("/Alt", "")):
            yield "13: a figure has no words"
        if kind in _PARENTS and parents[-1] not in _PARENTS[kind]:
            yield f"09: {kind} in {parents[-1]}"
        if kind == "/Document":
            level = 0
        if found := _HEADINGS.fullmatch(kind):
            if int(found[1]) > level + 1:
                yield f"14: {kind} below a heading of level {level}"
            level = int(found[1])
        if kind == "/Link" and not any(
            isinstance(kid, Dictionary) and kid.get("/Type") == Name.OBJR for kid in _kids(element)
        ):
            yield "28: a link leads nowhere"


def _of_content(file: pikepdf.Pdf) -> Iterator[str]:
    """All ink is an artifact or belongs to one element, which the tree of parents names."""
    marks: Counter[tuple[int, int]] = Counter()
    owner: dict[tuple[int, int], object] = {}
    for element, _ in _walk(file.Root.StructTreeRoot, ()):
        for kid in _kids(element):
            if isinstance(kid, int):
                key = (_stream_key(element.Pg), kid)
            elif isinstance(kid, Dictionary) and kid.get("/Type") == Name.MCR:
                page = kid.get("/Stm", kid.get("/Pg", element.get("/Pg")))
                key = (_stream_key(page), int(kid.MCID))
            else:
                continue
            marks[key] += 1
            owner[key] = element.objgen
    tree = dict(pikepdf.NumberTree(file.Root.StructTreeRoot.ParentTree).items())
    for number, page in enumerate(file.pages, 1):
        found: list[tuple[Dictionary, int]] = []
        for problem in _of_stream(page.obj, page.obj.get("/Resources", {}), None, found):
            yield f"01: page {number}: {problem}"
        for holder, mark in found:
            key = (_stream_key(holder), mark)
            if marks[key] != 1:
                yield f"01: page {number}: {marks[key]} elements have the mark {mark}"
            elif tree[int(holder.StructParents)][mark].objgen != owner[key]:
                yield f"01: page {number}: the mark {mark} has another parent"
        if len(set(found_keys := [(_stream_key(holder), mark) for holder, mark in found])) < len(
            found_keys
        ):
            yield f"01: page {number}: a mark is there twice"


def _stream_key(holder: Dictionary) -> int:
    return int(holder.objgen[0])


def _of_stream(
    holder: Dictionary,
    resources: Dictionary,
    around: str | None,
    found: list[tuple[Dictionary, int]],
) -> Iterator[str]:
    """What is wrong with the marks of a page or form, which stands in artifact, in a figure or in nothing."""
    stack: list[str] = [] if around is None else [around]
    stream = pikepdf.Page(holder) if holder.get("/Type") == Name.Page else holder
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        match name:
            case "BMC" | "BDC":
                tag, outer = str(operands[0]), [each for each in stack if each]
                values = operands[1] if name == "BDC" else {}
                if isinstance(values, Name):
                    values = resources.Properties[values]
                mark = values.get("/MCID")
                kind = "artifact" if tag == "/Artifact" else "" if mark is None else "content"
                if kind and outer and outer[-1] != kind:
                    yield f"{kind} in {outer[-1]}"
                if mark is not None:
                    found.append((holder, int(mark)))
                stack.append(kind)
            case "EMC":
                stack.pop()
            case "Do":
                thing = resources.XObject[operands[0]]
                inside = next((each for each in reversed(stack) if each), None)
                if thing.Subtype == Name.Form:
                    own = thing.get("/Resources", {})
                    yield from _of_stream(thing, own, inside, found)
                elif inside is None:
                    yield "a picture is neither content nor artifact"
            case _ if name in _PAINTING and not any(stack):
                yield f"{name} is neither content nor artifact"
