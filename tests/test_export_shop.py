"""`pnp export shop`: files for print shops, read back by another reader and compared with the model."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from coloraide import Color
from pikepdf import Array, Dictionary, Name, Pdf, String
from PIL import Image, ImageCms

from pnp.basics.errors import Source
from pnp.definition import load_definition
from pnp.documents.conditions import Condition, Separation, srgb_condition
from pnp.export import export, format_named
from pnp.export.game import side_of
from pnp.export.shops import chosen_shop, read_shop, shop_names
from pnp.kinds import ListedPiece, piece_groups
from pnp.pieces import Trim, make_pieces
from pnp.render.png import png_of
from pnp.render.svg import SvgWriter
from tests.conftest import ROOT, Call, Shared
from tests.pdfx import CHECKS, violations
from tests.presses import lab_of_light, light, linear, press
from tests.rasters import difference, pdf_raster, shares

POINTS = 72 / 25.4

# Cards with all that a file can have: pictures with and without clear dots, something see-through, texts in black.
CARDS = """\
game: small
title: Small & Co
colours: {red: "#C0392B", blue: "#2255AA"}
pieces:
  cards:
    - name: deck
      size: 63mm x 88mm
      cards: [{id: one, copies: 2}, {id: two}]
      face:
        front:
          - {image: photo.jpg, area: bleed, fit: fill}
          - {image: clear.png, at: centre, width: 30mm, height: 30mm}
          - {shape: rectangle, at: bottom, width: 40mm, height: 10mm, fill: "#FFFFFF", opacity: 60%}
          - {text: "Card {id}", at: bottom, colour: "#000000", height: 8mm}
        back:
          - {shape: fill, fill: red}
          - {image: flat.png, at: centre, width: 20mm, height: 20mm}
    - name: tickets
      size: 88mm x 63mm
      cards: [{id: trip}]
      face:
        front: [{shape: fill, fill: blue}, {text: "{id}", at: top, height: 8mm, width: 20mm}]
        back: [{shape: fill, fill: red}, {text: up, at: top, height: 8mm, width: 20mm}]
  tokens:
    - {name: coin, size: 25.4mm, count: 3, front: {text: "7"}}
"""


@pytest.fixture(scope="module")
def small(shared: Shared) -> Path:
    """The set in a file, with its pictures."""

    def fill(folder: Path) -> None:
        ramp = np.indices((220, 160)).sum(0)[..., None] * [0.6, 0.4, 0.2] + [0, 60, 150]
        photo = Image.fromarray(np.clip(ramp, 0, 255).astype(np.uint8))
        photo.save(folder / "photo.jpg", quality=95)
        clear = photo.convert("RGBA").resize((80, 80))
        clear.putalpha(Image.linear_gradient("L").resize((80, 80)))
        clear.save(folder / "clear.png")
        photo.quantize(16).save(folder / "flat.png")
        (folder / "small.yaml").write_text(CARDS)

    return shared("shop-set", fill) / "small.yaml"


@pytest.fixture(scope="module")
def made(small: Path, shared: Shared) -> Path:
    """The set for the generic shop, and in the inks of the model press; for MakePlayingCards, and others."""

    def fill(folder: Path) -> None:
        definition = load_definition(small)
        for shop in ("generic", "mb-print", "makeplayingcards", "the-game-crafter"):
            chosen = {"shop": chosen_shop(shop), "profile": None}
            export(definition, format_named("shop"), folder, chosen)
        chosen = {"shop": chosen_shop("generic"), "profile": Condition(press(), "A model")}
        export(definition, format_named("shop"), folder / "cmyk", chosen)

    return shared("shop-files", fill)


def small_pieces(small: Path) -> dict[str, ListedPiece]:
    """The pieces of the set by their ids."""
    pieces = make_pieces(bundled_set(small))
    return {piece.id: piece for group in piece_groups(pieces) for piece in group.pieces}


def bundled_set(path: Path) -> Any:
    """The set in a file."""
    from pnp.sets.tileset import make_tileset

    return make_tileset(load_definition(path))


def order(folder: Path) -> list[dict[str, str]]:
    """The rows of the order."""
    with (folder / "order.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


# PDF/X-4


def test_every_file_is_pdfx_4(made: Path) -> None:
    """In sRGB and in four inks; the checker has no complaint."""
    files = sorted(made.rglob("*.pdf"))
    assert len(files) == 9
    for file in files:
        assert violations(file.read_bytes()) == [], file


@pytest.mark.spread(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "hexstatic",
        "hexagonal-highway",
        "examples/wildwood",
        "examples/farholm",
        "examples/tray-of-twelve",
    ],
)
def test_games_are_pdfx_4(name: str, tmp_path: Path) -> None:
    """With their pictures, fonts and lines to cut along."""
    for profile in (None, Condition(press(), "A model")):
        chosen = {"shop": chosen_shop("generic"), "profile": profile}
        definition = load_definition(ROOT / f"tilesets/{name}.yaml")
        made = export(definition, format_named("shop"), tmp_path, chosen)
        pages = [made.folder / path for path in made.paths if path.endswith(".pdf")]
        assert pages and not [each for path in pages for each in violations(path.read_bytes())]


def first(file: Pdf) -> Any:
    """The first page."""
    return file.pages[0].obj


def recoloured(file: Pdf) -> None:
    """Says of pictures in RGB that they are in four inks."""
    for each in file.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/ColorSpace") == Name.DeviceRGB:
            each.ColorSpace = Name.DeviceCMYK


def without_fonts(file: Pdf) -> None:
    """Takes the fonts out."""
    for each in file.objects:
        if isinstance(each, Dictionary) and "/FontFile2" in each:
            del each["/FontFile2"]


def with_packet(file: Pdf, old: bytes, new: bytes) -> None:
    """Changes the metadata."""
    packet = file.Root.Metadata.read_bytes()
    assert old in packet
    file.Root.Metadata = file.make_stream(packet.replace(old, new))


SCREEN = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()

# What is done to a file, by name, and the rule that it breaks then.
SPOILED: dict[str, tuple[str, Callable[[Pdf], object]]] = {
    "no intent": ("output-intent", lambda file: file.Root.__delitem__("/OutputIntents")),
    "no words": ("output-intent", lambda file: file.Root.OutputIntents[0].__delitem__("/Info")),
    "screen": ("output-profile", lambda file: file.Root.OutputIntents[0].DestOutputProfile.write(SCREEN)),
    "no trim": ("boxes", lambda file: first(file).__delitem__("/TrimBox")),
    "large bleed": ("boxes", lambda file: first(file).__setitem__("/BleedBox", Array([-9, 0, 99, 99]))),
    "trapped": ("trapping", lambda file: file.docinfo.__setitem__("/Trapped", Name("/Unknown"))),
    "version": ("version", lambda file: with_packet(file, b"PDF/X-4", b"PDF/X-9")),
    "title": ("information", lambda file: file.docinfo.__setitem__("/Title", String("Another"))),
    "date": ("information", lambda file: file.docinfo.__setitem__("/ModDate", String("D:20200101000000Z"))),
    "no id": ("information", lambda file: with_packet(file, b"DocumentID>uuid", b"Document>uuid")),
    "ink": ("inks", lambda file: file.pages[0].contents_add(b"q 1 0 0 0 k 0 0 9 9 re f Q")),
    "picture": ("inks", recoloured),
    "group": ("inks", lambda file: first(file).Group.__setitem__("/CS", Name.DeviceCMYK)),
    "font": ("fonts", without_fonts),
    "no group": ("transparency", lambda file: first(file).__delitem__("/Group")),
    "action": ("forbidden", lambda file: file.Root.__setitem__("/OpenAction", Array([first(file), Name.Fit]))),
    "note": ("forbidden", lambda file: first(file).__setitem__("/Annots", Array([Dictionary(Type=Name.Annot)]))),
    "name": ("named", lambda file: file.pages[0].contents_add(b"/Nowhere Do")),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED)
def test_the_checker_finds_what_is_spoiled(made: Path, name: str) -> None:
    """Each rule fails on a file that breaks it."""
    broken, spoil = SPOILED[name]
    with Pdf.open(made / "small/shop/generic/cards/deck.pdf") as file:
        spoil(file)
        buffer = io.BytesIO()
        file.save(buffer, force_version="1.6")
    assert {each.split(":")[0] for each in violations(buffer.getvalue())} == {broken}


def test_the_checker_reads_headers_and_ids(made: Path) -> None:
    """What a library would set right is spoiled in the bytes."""
    data = (made / "small/shop/generic/cards/deck.pdf").read_bytes()
    assert violations(data.replace(b"%PDF-1.6", b"%PDF-1.7"))[0].startswith("header")
    with Pdf.open(io.BytesIO(data)) as file:
        buffer = io.BytesIO()
        file.save(buffer, encryption=pikepdf.Encryption(owner="a", user=""))
    assert any(each.startswith("identifier") for each in violations(buffer.getvalue()))
    assert {*(broken for broken, _ in SPOILED.values()), "header", "identifier"} == {*CHECKS}


def test_the_profile_of_srgb_is_srgb() -> None:
    """A profile of an output device, which littlecms reads as it reads its own sRGB, both ways."""
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb_condition().profile))
    assert profile.profile.device_class == "prtr"
    plain = ImageCms.createProfile("sRGB")
    colours = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    for pair in ((profile, plain), (plain, profile)):
        transform = ImageCms.buildTransform(*pair, "RGB", "RGB", renderingIntent=1)
        found = ImageCms.applyTransform(Image.fromarray(colours), transform)
        assert np.abs(np.asarray(found).astype(int) - colours).max() <= 1


# Pages


@pytest.mark.slow
def test_pages_are_the_sides_of_the_pieces(small: Path, made: Path) -> None:
    """Fronts and backs by turns, each as large as the piece and its bleed, with its boxes; as our SVG shows them."""
    folder, pieces, writer = made / "small/shop/generic", small_pieces(small), SvgWriter()
    rows = order(folder)
    assert [(row["id"], row["copies"]) for row in rows] == [
        ("deck-1", "2"), ("deck-2", "1"), ("tickets-1", "1"), ("coin", "3"),
    ]  # fmt: skip
    for row in rows:
        piece = pieces[row["id"]]
        assert bool(row["back"]) == (len(piece.sides) == 2)
        for back, link in enumerate(filter(None, (row["front"], row["back"]))):
            path, _, number = link.partition("#page=")
            data = (folder / path).read_bytes()
            with Pdf.open(io.BytesIO(data)) as file:
                page = file.pages[int(number) - 1]
                media, trim, bleed = (
                    [float(each) for each in page.obj[key]]
                    for key in ("/MediaBox", "/TrimBox", "/BleedBox")
                )
            box = side_of(piece).box
            assert media == bleed
            assert media[2:] == pytest.approx(
                [(each + 6) * POINTS for each in (box.width, box.height)], abs=0.01
            )
            assert trim == pytest.approx(
                [3 * POINTS, 3 * POINTS, media[2] - 3 * POINTS, media[3] - 3 * POINTS], abs=0.01
            )
            # Without bleed, at 254 dots an inch, where it is 30 dots wide.
            drawn = pdf_raster(data, 254, page=int(number) - 1)
            png = png_of(writer.text(side_of(piece, back=bool(back)).page(254)), 254)
            plain = Image.open(io.BytesIO(png)).convert("RGBA")
            inside = np.asarray(plain)[..., 3:] == 255
            wanted = shares(plain) * inside
            found = drawn[30 : 30 + plain.height, 30 : 30 + plain.width] * inside
            # The line to cut along is only in the file for the shop.
            assert difference(found, wanted) < (0.03 if row["id"] == "coin" else 0.004), link
            if row["id"] != "coin":
                ring = drawn.copy()
                ring[30:-30, 30:-30] = 0
                assert ring.min(-1).max() < 0.9, link


def test_a_shop_that_wants_them_gets_all_copies(made: Path) -> None:
    """MB Print: a pair of pages for each copy; the order says where a piece begins."""
    rows = {row["id"]: row for row in order(made / "small/shop/mb-print")}
    assert rows["deck-2"]["front"] == "cards/deck.pdf#page=5"
    with Pdf.open(made / "small/shop/mb-print/cards/deck.pdf") as file:
        assert len(file.pages) == 6
    with Pdf.open(made / "small/shop/mb-print/tokens/coin.pdf") as file:
        assert len(file.pages) == 3


def test_pieces_that_are_no_rectangles_have_a_line_to_cut_along(made: Path) -> None:
    """In a spot ink, which overprints; cards have none."""
    with Pdf.open(made / "small/shop/generic/tokens/coin.pdf") as file:
        (space,) = file.pages[0].obj.Resources.ColorSpace.values()
        assert [*map(str, space[:3])] == ["/Separation", "/CutContour", "/DeviceRGB"]
    with Pdf.open(made / "small/shop/generic/cards/deck.pdf") as file:
        assert all("/ColorSpace" not in page.obj.Resources for page in file.pages)


# Four inks


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB of colours of sRGB."""
    return lab_of_light(linear(rgb))


def distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """CIEDE2000 of pairs of colours in CIELAB."""
    pairs = zip(first.reshape(-1, 3), second.reshape(-1, 3), strict=True)
    return np.array(
        [Color("lab", [*a]).delta_e(Color("lab", [*b]), method="2000") for a, b in pairs]
    )


def test_inks_print_the_colours_of_the_screen() -> None:
    """Colours that the model press can print come out as they were, by the model and not by its profile."""
    wanted = np.random.default_rng(3).random((400, 4)) * [0.9, 0.9, 0.9, 0.3]
    shares = light(wanted)
    coded = np.where(shares <= 0.0031308, shares * 12.92, 1.055 * shares ** (1 / 2.4) - 0.055)
    rgb = np.round(coded * 255).astype(np.uint8)
    found = Separation(Condition(press(), "")).colours(rgb.tobytes())
    inks = np.frombuffer(found, np.uint8).reshape(-1, 4) / 255
    apart = distances(lab(rgb), lab_of_light(light(inks)))
    assert apart.max() < 3 and apart.mean() < 0.5


def inks_of(path: Path) -> Iterator[tuple[str, list[float], bool]]:
    """The inks of a file's pages and forms in their order, each with its operator, and whether a text has it."""
    with Pdf.open(path) as file:
        forms = [each for each in file.objects if isinstance(each, pikepdf.Stream)]
        forms = [each for each in forms if each.get("/Subtype") == Name.Form]
        for stream in (*file.pages, *sorted(forms, key=lambda each: each.objgen)):
            in_text = False
            for operands, operator in pikepdf.parse_content_stream(stream):
                name = str(operator)
                in_text = name == "BT" or (in_text and name != "ET")
                if name in ("rg", "RG", "k", "K"):
                    yield name, [*map(float, operands)], in_text


def test_a_file_in_four_inks_has_the_colours_of_that_in_srgb(made: Path) -> None:
    """Ink by ink and dot by dot, as the model press prints them; black texts are in black alone."""
    plain, cut = (made / each / "small/shop/generic/cards/deck.pdf" for each in ("", "cmyk"))
    pairs = [*zip(inks_of(plain), inks_of(cut), strict=True)]
    assert pairs
    for (name, rgb, in_text), (operator, inks, _) in pairs:
        assert operator == {"rg": "k", "RG": "K"}[name]
        if rgb == [0, 0, 0] and in_text:
            assert inks == [0, 0, 0, 1]
        else:
            apart = distances(lab(np.array(rgb) * 255), lab_of_light(light(np.array(inks))))
            # A full ink is the end of what the press can do.
            assert apart.max() < (8 if max(inks) > 0.999 else 3), (rgb, inks)
    assert any(inks == [0, 0, 0, 1] for _, (_, inks, in_text) in pairs if in_text)
    for one, other in zip(pictures(plain), pictures(cut), strict=True):
        dots = np.asarray(one.convert("RGB").resize((24, 24), Image.Resampling.NEAREST))
        inks = np.asarray(other.resize((24, 24), Image.Resampling.NEAREST)) / 255
        assert distances(lab(dots), lab_of_light(light(inks))).mean() < 3


def pictures(path: Path) -> Iterator[Image.Image]:
    """The coloured pictures of a file, in their order; those with a palette without it."""
    with Pdf.open(path) as file:
        for each in sorted(file.objects, key=lambda one: one.objgen):
            if not isinstance(each, pikepdf.Stream) or each.get("/Subtype") != Name.Image:
                continue
            space, size = each.ColorSpace, (int(each.Width), int(each.Height))
            if isinstance(space, Array):
                wide = 4 if space[1] == Name.DeviceCMYK else 3
                table = np.frombuffer(bytes(space[3]), np.uint8).reshape(-1, wide)
                bits, row = (
                    int(each.BitsPerComponent),
                    -(-size[0] * int(each.BitsPerComponent) // 8),
                )
                data = np.frombuffer(each.read_bytes(), np.uint8).reshape(size[1], row)
                spread = np.unpackbits(data, axis=1).reshape(size[1], -1, bits)
                dots = (spread * (1 << np.arange(bits)[::-1])).sum(-1)[:, : size[0]]
                yield Image.fromarray(table[dots], "CMYK" if wide == 4 else "RGB")
            elif space == Name.DeviceCMYK:
                yield Image.frombytes("CMYK", size, each.read_bytes())
            elif space == Name.DeviceRGB and each.Filter == Name.DCTDecode:
                yield Image.open(io.BytesIO(each.read_raw_bytes()))
            elif space == Name.DeviceRGB:
                yield Image.frombytes("RGB", size, each.read_bytes())


# Pictures


@pytest.mark.slow
def test_pictures_have_the_dots_of_the_product(small: Path, made: Path) -> None:
    """822 x 1122 and so on, full to the edge, with the card in its middle; a ticket that lies is turned."""
    folder, pieces, writer = made / "small/shop/makeplayingcards", small_pieces(small), SvgWriter()
    rows = {row["id"]: row for row in order(folder)}
    assert [*rows] == ["deck-1", "deck-2", "tickets-1"]
    for name, row in rows.items():
        for back, path in enumerate((row["front"], row["back"])):
            found = Image.open(folder / path).convert("RGB")
            assert found.size == (816, 1111)  # 63 x 88 mm at 300 dpi, and 36 on each side
            # It is compared in a dot for each millimetre.
            page = side_of(pieces[name], back=bool(back)).page(150)
            plain = Image.open(io.BytesIO(png_of(writer.text(page), 150))).convert("RGB")
            if name == "tickets-1":
                plain = plain.rotate(90 if back else -90, expand=True)
            wide, high = plain.width * 2, plain.height * 2
            left, top = (found.width - wide) // 2, (found.height - high) // 2
            middle = found.crop((left, top, left + wide, top + high))
            mine, theirs = (
                np.asarray(each.resize((63, 88))).astype(int) for each in (middle, plain)
            )
            assert np.abs(mine - theirs)[2:-2, 2:-2].mean() < 3, path
            assert np.asarray(found)[2, 2].min() < 200
    # The backs of the deck are one picture.
    assert rows["deck-1"]["back"] == rows["deck-2"]["back"]


def test_hexagons_lie_as_the_shop_has_them(
    tmp_path: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles that stand on a corner are turned, for a canvas with a corner at each side."""
    monkeypatch.chdir(tmp_path)
    Path("hexes.yaml").write_text(
        'game: hexes\ntitle: Hexes\ncolours: {red: "#C0392B"}\n'
        "tiles: {shape: hexagon, size: 2.2in, families: [{name: one, generate: edges}]}\n"
    )
    result = pnp("export", "shop", "hexes.yaml", "--shop", "the-game-crafter", "-o", "out")
    assert result.exit_code == 0, result.output
    folder = Path("out/hexes/shop/the-game-crafter")
    rows = order(folder)
    assert rows and {row["product"] for row in rows} == {"Medium hex tile"}
    found = Image.open(folder / rows[0]["front"]).convert("RGB")
    assert found.size == (825, 750)
    ink = (np.asarray(found).astype(int) != 255).any(-1)
    # Corners at the sides: the rows in the middle are the longest.
    assert ink[375].sum() == 825 and ink[8].sum() < 500 and ink[:, 412].sum() == 750


# What a shop does not make


@pytest.mark.slow
def test_what_a_shop_does_not_offer_is_reported_with_the_nearest(
    small: Path, in_folder: Path, pnp: Call
) -> None:
    """The Game Crafter has no card of 63 x 88 mm that lies and no deck of coins; DriveThruCards has poker alone."""
    result = pnp("export", "shop", small, "--shop", "drivethrucards")
    assert result.exit_code == 2
    assert (
        "DriveThruCards has no product for 2 cards of 63 x 88 mm; the nearest is US poker card, 63.5 x 88.9 mm"
        in " ".join(result.stderr.split())
    )
    assert not [*Path().rglob("*.pdf")]
    result = pnp("export", "shop", small, "--shop", "makeplayingcards", "-o", "out")
    assert result.exit_code == 0
    message = "no-product: MakePlayingCards has no product for 1 token of 25.4 mm; it has none of that shape"
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("shape", "lengths", "kind", "nearest", "fits"),
    [
        ("rectangle", (63.5, 88.9), "cards", "poker-deck", True),
        ("rectangle", (88.9, 63.5), "cards", "poker-deck", True),
        ("rectangle", (63.0, 88.0), "cards", "euro-poker-deck", True),
        ("rectangle", (62.0, 87.0), "cards", "euro-poker-deck", False),
        ("square", (50.8, 50.8), "tiles", "small-square-tile", True),
        ("hexagon", (44.45, 44.45), "tiles", "small-hex-tile", True),
        ("hexagon", (40.0, 40.0), "tiles", "small-hex-tile", False),
        ("hexagon", (40.0, 40.0), "cards", None, False),
        ("circle", (19.0, 19.0), "tokens", "medium-circle-chit", True),
        ("triangle", (50.0, 50.0), "tiles", None, False),
    ],
)
def test_products_are_found_by_shape_and_size(
    shape: Any, lengths: tuple[float, float], kind: str, nearest: str | None, fits: bool
) -> None:
    """The sides of a rectangle in any order."""
    shop, trim = chosen_shop("the-game-crafter"), Trim(shape, *lengths)
    found = shop.nearest(kind, trim)
    assert (found.name if found else None) == nearest
    assert (shop.product(kind, trim) is not None) == fits


@pytest.mark.parametrize(
    ("element", "reported"),
    [
        ('{text: "low", at: bottom, height: 6mm}', False),
        ('{text: "wide", area: trim, at: bottom, height: 6mm, width: 20mm}', True),
        ("{sign: star, area: trim, at: top left, width: 6mm, height: 6mm}", True),
        ("{sign: star, at: centre, width: 6mm, height: 6mm}", False),
        ('{shape: fill, fill: "#C0392B"}', False),
        ('{shape: rectangle, fill: "#C0392B", area: bleed}', False),
    ],
)
def test_texts_and_signs_stay_in_the_safe_area(
    element: str, reported: bool, in_folder: Path, pnp: Call
) -> None:
    """Grounds and pictures may bleed."""
    Path("one.yaml").write_text(
        "game: one\ntitle: One\npieces:\n  cards:\n    - name: deck\n      size: 63mm x 88mm\n"
        f"      cards: [{{}}]\n      face: {{front: [{element}]}}\n"
    )
    result = pnp("export", "shop", "one.yaml")
    assert result.exit_code == 0, result.output
    assert ("near-the-cut" in result.stderr) == reported
    if reported:
        assert "one.yaml:8:" in result.stderr and "wants 3.0 mm" in result.stderr


def test_values_at_the_edges_of_tiles_are_reported_once(in_folder: Path, pnp: Call) -> None:
    """Letters of colours and ids are no elements; one finding names the tiles."""
    result = pnp("export", "shop", ROOT / "tilesets/examples/harbour.yaml")
    found = [each for each in result.stderr.splitlines() if "near-the-cut" in each]
    assert len(found) == 1 and '"S" is 1.5 mm from the cut' in found[0]


# Presets and options


@pytest.mark.parametrize("name", shop_names())
def test_presets_say_where_their_numbers_are_from(name: str) -> None:
    """An address and a date; pictures have room for the product and the bleed on each side."""
    shop = chosen_shop(name)
    assert shop.source.startswith("http") and shop.date.startswith("20")
    for each in shop.products:
        if each.picture.width:
            size = each.size
            across = size.width * (2 / 3**0.5 if each.shape == "hexagon" else 1)
            box = (across, size.height or size.width)
            wide, high = (side / 25.4 * shop.dpi for side in box)
            # The shop rounds its hexagons: at their corners a fiftieth of an inch is missing.
            missing = 6.5 if each.shape == "hexagon" else 1
            room = min(each.picture.width - wide, each.picture.height - high) / 2
            assert room >= (each.bleed or shop.bleed) * shop.dpi / 25.4 - missing, each.title


def test_your_own_preset_hides_a_bundled_one(small: Path, in_folder: Path, pnp: Call) -> None:
    """In templates/shops/ of the current folder; mistakes are reported with line and column."""
    folder = Path("templates/shops")
    folder.mkdir(parents=True)
    text = (ROOT / "templates/shops/mb-print.yaml").read_text()
    (folder / "mb-print.yaml").write_text(text.replace("bleed: 3mm", "bleed: 5mm"))
    assert pnp("export", "shop", small, "--shop", "mb-print").exit_code == 0
    with Pdf.open("output/small/shop/mb-print/cards/deck.pdf") as file:
        assert float(file.pages[0].mediabox[2]) == pytest.approx(73 * POINTS, abs=0.01)
    (folder / "mine.yaml").write_text("title: Mine\nbleed: 3 miles\n")
    result = pnp("export", "shop", small, "--shop", "mine")
    assert result.exit_code == 1
    assert "templates/shops/mine.yaml:2:8: error length" in result.stderr
    assert "missing-key" in result.stderr


def test_the_example_of_the_documentation_is_sound() -> None:
    """Its products are those that the text speaks of."""
    text = (ROOT / "docs/export.md").read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(title: .*?)```", text, re.DOTALL)
    assert [each.name for each in read_shop(Source("a.yaml", example), "a").products] == [
        "euro",
        "hex",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--shop", "the-game-crafters"], 'there is no such print shop; did you mean "the-game-crafter"?'),
        (["--shop", "xyz"], "there is no such print shop; known here: drivethrucards, generic, makeplayingcards, mb-print, the-game-crafter"),
        (["--shop", ""], "there is no such print shop"),
        (["--profile", "none.icc"], "--profile none.icc: there is no such file"),
        (["--profile", "text.icc"], "--profile text.icc: this is no ICC profile"),
        (["--profile", "screen.icc"], "this is a profile of a screen in RGB; write the profile of a press"),
        (["--profile", "printer.icc"], "this is a profile of a printer in RGB; write the profile of a press"),
        (["--profile", "cut.icc"], "this is a profile that littlecms cannot use"),
        (["--profile", "."], "--profile .: it cannot be read: Is a directory"),
        (["--profile", "press.icc", "--shop", "makeplayingcards"], "MakePlayingCards takes pictures in sRGB"),
    ],
)  # fmt: skip
def test_bad_words_are_refused(
    small: Path, in_folder: Path, pnp: Call, words: list[str], message: str
) -> None:
    """In one line, before anything is written."""
    for name, data in {
        "text.icc": b"no profile " * 40,
        "screen.icc": SCREEN,
        "printer.icc": srgb_condition().profile,
        "press.icc": press() if "press.icc" in words else b"",
        "cut.icc": SCREEN[:12] + b"prtrCMYK" + SCREEN[20:400],
    }.items():
        Path(name).write_bytes(data)
    result = pnp("export", "shop", small, *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stderr.count("\n") == 1
    assert not Path("output").exists() or not [*Path("output").rglob("*.*")]


def test_the_same_set_gives_the_same_bytes(small: Path, made: Path, tmp_path: Path) -> None:
    """In sRGB and in four inks."""
    for profile, before in ((None, made), (Condition(press(), "A model"), made / "cmyk")):
        chosen = {"shop": chosen_shop("generic"), "profile": profile}
        again = export(load_definition(small), format_named("shop"), tmp_path, chosen)
        for path in again.paths:
            assert (again.folder / path).read_bytes() == (
                before / "small/shop/generic" / path
            ).read_bytes()
