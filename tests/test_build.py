"""Builds: the files, and the fate of earlier ones."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest

from pnp.basics.errors import OutputError
from pnp.basics.scratch import ScratchFolder
from pnp.project.files import MANIFEST, Content, OutputFile, write_files
from tests.conftest import ROOT, Call

SMALL = """\
game: small
title: "Small & <fine>"
source: {designer: Zoë Example}
colours: [red, blue]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: one, generate: edges, expect: 6}
"""


@pytest.fixture
def small(in_folder: Path) -> Path:
    """A small set in a folder of its own."""
    path = in_folder / "tilesets" / "small.yaml"
    path.parent.mkdir()
    path.write_text(SMALL)
    return path


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder, with a hash of what is in it."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_a_build_makes_pictures_sheets_and_a_manifest(small: Path, pnp: Call) -> None:
    """A file a tile, the sheets as SVG, a PDF a paper and layout, and a list of them all."""
    result = pnp("build", "small")
    assert result.exit_code == 0, result.output
    assert "output/small: 6 tiles, 12 files" in result.output
    files = set(contents(Path("output/small")))
    assert files == {
        *(f"tiles/one-{number}.svg" for number in range(1, 7)),
        "sheets/small-tiles-a4-straight-01.svg",
        "sheets/small-tiles-letter-straight-01.svg",
        "small-tiles-a4-straight.pdf",
        "small-tiles-letter-straight.pdf",
        "small-kit-a4.pdf",
        "small-kit-letter.pdf",
        MANIFEST,
    }
    manifest = json.loads(Path("output/small", MANIFEST).read_text())
    listed = {each["path"]: each["sha256"] for each in manifest["files"]}
    assert listed == {
        name: sha for name, sha in contents(Path("output/small")).items() if name != MANIFEST
    }
    assert (manifest["game"], manifest["total"], manifest["pieces"]) == ("small", 6, 6)
    assert manifest["families"] == {"one": 6}


def test_the_pdf_is_sound(small: Path, pnp: Call) -> None:
    """Title, author, language, page size, printing at full size, and fonts that are in the file."""
    pnp("build", "small", "--paper", "letter")
    path = Path("output/small/small-tiles-letter-straight.pdf")
    with pikepdf.open(path) as pdf:
        assert (
            pdf.check_pdf_syntax() == [] if hasattr(pdf, "check_pdf_syntax") else pdf.check() == []
        )
        assert str(pdf.docinfo["/Title"]) == "Small & <fine>: tiles"
        assert str(pdf.docinfo["/Author"]) == "Zoë Example"
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        box = [float(each) for each in pdf.pages[0].mediabox]
        assert box == pytest.approx([0, 0, 612, 792], abs=0.01)
    text = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
    assert "Small & <fine>" in text
    assert "6 tiles of 40 mm, sheet 1 of 1" in text
    assert "100 mm" in text


@pytest.mark.slow
def test_an_svg_has_its_size_in_millimetres(small: Path, pnp: Call) -> None:
    """Inkscape and cutting machines open it at true size; cut lines are a layer of their own."""
    pnp("build", "small")
    root = ElementTree.parse("output/small/tiles/one-1.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("40mm", "40mm")
    assert root.get("viewBox") == "0 0 40 40"
    layers = [group.get("id") for group in root if group.tag.endswith("}g")]
    assert layers == ["art", "cut"]


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(small: Path, pnp: Call) -> None:
    """Two builds, one folder each, every file equal."""
    pnp("build", "small", "-o", "first", "--layout", "all")
    pnp("build", "small", "-o", "second", "--layout", "all")
    assert contents(Path("first")) == contents(Path("second"))


@pytest.mark.slow
def test_a_build_removes_what_it_made_before_and_nothing_else(small: Path, pnp: Call) -> None:
    """A tile that is gone has no picture any more; a file of the user's stays."""
    pnp("build", "small")
    mine = Path("output/small/mine.txt")
    mine.write_text("keep me")
    small.write_text(SMALL.replace("expect: 6", "where: {colours: 1}"))
    result = pnp("build", "small", "--paper", "a4")
    assert result.exit_code == 0
    assert set(contents(Path("output/small"))) == {
        "tiles/one-1.svg",
        "tiles/one-2.svg",
        "sheets/small-tiles-a4-straight-01.svg",
        "small-tiles-a4-straight.pdf",
        "small-kit-a4.pdf",
        "mine.txt",
        MANIFEST,
    }


def test_only_some_kinds_leave_the_others_alone(small: Path, pnp: Call) -> None:
    """All other kinds are neither made nor removed, and stay in the manifest."""
    pnp("build", "small", "--only", "pdf", "--paper", "a4")
    pdfs = {"small-tiles-a4-straight.pdf", MANIFEST}
    assert set(contents(Path("output/small"))) == pdfs
    pnp("build", "small", "--only", "tiles")
    files = contents(Path("output/small"))
    assert set(files) == pdfs | {f"tiles/one-{number}.svg" for number in range(1, 7)}
    manifest = json.loads(Path("output/small", MANIFEST).read_text())
    assert {each["path"] for each in manifest["files"]} == set(files) - {MANIFEST}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("expect: 6", "expect: 7", "tilesets/small.yaml:9:44: error expect: the family"),
        (
            "size: 40mm",
            "size: 400mm",
            "tilesets/small.yaml:7:9: error size: one-1 of 400 mm x 400 mm",
        ),
        ("size: 40mm", "size: 0", "tilesets/small.yaml:7:9: error length: size has to be greater"),
        ("game: small", "game: ../small", "tilesets/small.yaml:1:7: error name: a game cannot be"),
        ("generate: edges", "generate: [", "tilesets/small.yaml:9:"),
        (
            "[red, blue]",
            "[red, bleu, 7]",
            "tilesets/small.yaml:4:22: error name: a colour cannot be",
        ),
        ("Small & <fine>", "Small \u2606", "tilesets/small.yaml:2:8: error printable: the font"),
        ("expect: 6", "rules: [x]", "tilesets/small.yaml:9:36: error unknown-key"),
    ],
)
def test_a_build_that_fails_leaves_the_last_good_one(
    small: Path, pnp: Call, old: str, new: str, message: str
) -> None:
    """Every byte of earlier output is as it was, and nothing is left lying about."""
    pnp("build", "small")
    before = contents(Path("output"))
    small.write_text(SMALL.replace(old, new))
    result = pnp("build", "small")
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert contents(Path("output")) == before
    assert [path.name for path in Path("output").iterdir()] == ["small"]


def test_a_crash_half_way_leaves_the_last_good_build(in_folder: Path) -> None:
    """Files are made beside the target, and moved only when all are there."""
    good = [OutputFile("a.txt", "x", lambda: "old", lambda: Content(b"old"))]
    target = in_folder / "game"
    write_files(target, good, {}, written=lambda number: None)
    before = contents(in_folder)

    def broken() -> Content:
        raise RuntimeError("the power is gone")

    bad = [
        OutputFile("a.txt", "x", lambda: "new", lambda: Content(b"new")),
        OutputFile("b.txt", "x", lambda: "new", broken),
    ]
    with pytest.raises(RuntimeError):
        write_files(target, bad, {}, written=lambda number: None)
    assert contents(in_folder) == before
    assert list(in_folder.iterdir()) == [target]


@pytest.mark.slow
def test_a_manifest_cannot_remove_files_elsewhere(small: Path, pnp: Call) -> None:
    """Whatever somebody has written into it."""
    Path("precious.txt").write_text("mine")
    pnp("build", "small")
    path = Path("output/small", MANIFEST)
    manifest = json.loads(path.read_text())
    manifest["files"].append({"path": "../../precious.txt", "kind": "tiles"})
    path.write_text(json.dumps(manifest))
    assert pnp("build", "small").exit_code == 0
    assert Path("precious.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"files": ' + "[" * 100_000,
        '{"files": [1]}',
        '{"files": 1}',
        "\0",
        '{"files": [{"path": "a", "kind": "\\ud800"}], "version": 1}',
        *(
            json.dumps({"files": [{"path": path, "kind": "x"}], "version": version})
            for path in (
                ".",
                "",
                "..",
                "/",
                "./.",
                "below",
                "a\0b",
                "\ud800",
                "x" * 5000,
                "y/" * 3000,
            )
            for version in ("1", "\ud800")
        ),
    ],
    ids=lambda text: f"{text[:40]!r}",
)
def test_a_damaged_manifest_stops_no_build(in_folder: Path, text: str) -> None:
    """All files are made, and the next manifest is whole."""
    folder = in_folder / "game"
    (folder / "below").mkdir(parents=True)
    (folder / "below/mine.txt").write_text("mine")
    (folder / MANIFEST).write_text(text)
    files = [OutputFile("a.txt", "x", lambda: "a", lambda: Content(b"a"))]
    for _ in range(2):
        write_files(folder, files, {"version": "2"}, written=lambda number: None)
        assert (folder / "a.txt").read_bytes() == b"a"
        assert (folder / "below/mine.txt").read_text() == "mine"
        listed = json.loads((folder / MANIFEST).read_text())["files"]
        assert [each["path"] for each in listed] == ["a.txt"]


@pytest.mark.parametrize("output", ["file", "file/below", "/dev/null/below"])
def test_an_output_folder_that_cannot_be_written(small: Path, pnp: Call, output: str) -> None:
    """One message that names it, and the file that is in the way stays."""
    Path("file").write_text("in the way")
    result = pnp("build", "small", "-o", output)
    assert result.exit_code == 2
    assert re.search(r"^error: cannot write to ", result.stderr, re.MULTILINE)
    assert Path("file").read_text() == "in the way"


@pytest.mark.slow
@pytest.mark.parametrize("name", [MANIFEST, "small-tiles-a4-straight.pdf", "tiles/one-3.svg"])
def test_a_folder_in_the_way_of_a_file_stops_the_build(small: Path, pnp: Call, name: str) -> None:
    """Before anything is moved: the other files are as they were."""
    pnp("build", "small")
    Path("output/small", name).unlink()
    Path("output/small", name).mkdir()
    before = contents(Path("output"))
    small.write_text(SMALL.replace("40mm", "30mm"))
    result = pnp("build", "small")
    assert result.exit_code == 2
    assert f"cannot write to output/small/{name}: there is a folder of that name" in result.stderr
    assert contents(Path("output")) == before


@pytest.mark.slow
def test_only_some_kinds_never_leave_two_versions_of_a_set(small: Path, pnp: Call) -> None:
    """When the set has changed, files of other kinds are of the old one, and go."""
    pnp("build", "small")
    small.write_text(SMALL.replace("expect: 6", "where: {colours: 1}"))
    pnp("build", "small", "--only", "pdf", "--paper", "a4")
    assert set(contents(Path("output/small"))) == {"small-tiles-a4-straight.pdf", MANIFEST}


@pytest.mark.slow
def test_what_a_killed_build_left_behind_is_removed(small: Path, pnp: Call) -> None:
    """At once, whichever game it was of, but nothing that a running build works in or that is not ours."""
    for name in (".pnp-build-small-old", ".pnp-build-other-old", ".small-notes"):
        Path("output", name).mkdir(parents=True)
    running = ScratchFolder(Path("output"), ".pnp-build-", "other-")
    assert not Path("output/.pnp-build-small-old").exists()
    Path("output/.pnp-build-small-old").mkdir()
    pnp("build", "small")
    left = {path.name for path in Path("output").iterdir()}
    assert left == {running.path.name, ".small-notes", "small"}
    running.remove()


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_stopped_build_leaves_nothing_that_the_next_one_does_not_remove(
    small: Path, pnp: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Neither beside the output nor in the system's scratch folder, and no process."""
    number = getattr(signal, name)
    command = [sys.executable, "-m", "pnp", "build", "small", "macmahon-squares"]
    system = tmp_path / "system"
    system.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(system)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        while not [*Path("output").glob(".pnp-build-*/*")] and run.poll() is None:
            time.sleep(0.005)
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        others = children.read_text().split() if children.exists() else []
        run.send_signal(number)
        run.wait()
    assert run.returncode in (128 + number, -number)
    until = time.monotonic() + 20
    while any(Path("/proc", each).exists() for each in others) and time.monotonic() < until:
        time.sleep(0.01)
    assert not [each for each in others if Path("/proc", each).exists()]
    monkeypatch.setattr(tempfile, "tempdir", str(system))
    assert pnp("build", "small", "--only", "pdf", "--paper", "a4").exit_code == 0
    assert not [*Path("output").glob(".*")]
    assert not [*system.iterdir()]


def write(folder: Path, *names: str, force: bool = False) -> None:
    """A build of files with these names."""
    made = [
        OutputFile(name, "x", lambda: names, lambda: Content(" ".join(names).encode()))
        for name in names
    ]
    write_files(folder, made, {"version": names}, written=lambda number: None, force=force)


def test_what_pnp_has_not_made_is_not_replaced(in_folder: Path) -> None:
    """Unless one asks for it, or a build has made it before."""
    target = in_folder / "game"
    write(target, "a.txt")
    (target / "b.txt").write_text("mine")
    before = contents(in_folder)
    with pytest.raises(OutputError, match=r"b\.txt: pnp has not made .* add --force"):
        write(target, "a.txt", "b.txt", "c.txt")
    assert contents(in_folder) == before
    write(target, "a.txt", "b.txt", "c.txt", force=True)
    assert (target / "b.txt").read_text() == "a.txt b.txt c.txt"
    write(target, "a.txt", "b.txt")
    assert {*contents(target)} == {"a.txt", "b.txt", MANIFEST}


def test_a_build_does_not_follow_links_out_of_its_folder(in_folder: Path) -> None:
    """A folder of the output may be a link, but only to another one inside."""
    target, other = in_folder / "game", in_folder / "other"
    write(target, "tiles/a.txt", "rest/a.txt")
    other.mkdir()
    (target / "tiles" / "a.txt").unlink()
    (target / "tiles").rmdir()
    (target / "tiles").symlink_to(other)
    with pytest.raises(OutputError, match=r"tiles is a link that leads out of"):
        write(target, "tiles/a.txt", "rest/b.txt")
    assert not [*other.iterdir()]
    assert {*contents(target)} == {"rest/a.txt", MANIFEST}


def test_the_manifest_of_another_program_stays(in_folder: Path) -> None:
    """But a damaged one of ours, which no program can read, does not stop builds."""
    target = in_folder / "game"
    target.mkdir()
    (target / MANIFEST).write_text('{"name": "a page"}')
    with pytest.raises(OutputError, match=r"manifest\.json: pnp has not made"):
        write(target, "a.txt")
    (target / MANIFEST).unlink()
    write(target, "a.txt")
    whole = (target / MANIFEST).read_bytes()
    (target / MANIFEST).write_bytes(whole[:-9])
    write(target, "a.txt", "b.txt")
    write(target, "a.txt")
    assert (target / MANIFEST).read_bytes() == whole


def test_a_file_that_cannot_be_replaced_leaves_all_as_it_was(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files before it move back, and the message names it: one that is open on Windows, say."""
    target = in_folder / "game"
    write(target, "a.txt", "c.txt")
    before, real = contents(in_folder), Path.replace

    def replace(path: Path, to: Path) -> Path:
        if to == target / "c.txt":
            raise PermissionError(13, "Permission denied")
        return real(path, to)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OutputError, match=r"cannot write to .*c\.txt: Permission denied"):
        write(target, "a.txt", "b.txt", "c.txt", "d.txt")
    assert contents(in_folder) == before


@pytest.mark.slow
def test_a_second_paper_joins_the_first(small: Path, pnp: Call) -> None:
    """All papers and layouts of one version of a set stay, and are in the manifest."""
    pnp("build", "small", "--paper", "a4")
    pnp("build", "small", "--paper", "letter", "--layout", "spaced")
    files = contents(Path("output/small"))
    assert {"small-tiles-a4-straight.pdf", "small-tiles-letter-spaced.pdf"} <= set(files)
    manifest = json.loads(Path("output/small", MANIFEST).read_text())
    assert {each["path"] for each in manifest["files"]} == set(files) - {MANIFEST}
    # A file that somebody has removed or changed is no longer listed as ours.
    Path("output/small/small-tiles-a4-straight.pdf").unlink()
    pnp("build", "small", "--only", "tiles")
    manifest = json.loads(Path("output/small", MANIFEST).read_text())
    assert "small-tiles-a4-straight.pdf" not in {each["path"] for each in manifest["files"]}


@pytest.mark.slow
def test_builds_at_the_same_time_leave_a_true_manifest(small: Path) -> None:
    """Four at once, of two papers: every file is listed, with its hash."""
    commands = [
        [sys.executable, "-m", "pnp", "build", "small", "--paper", paper]
        for paper in ("a4", "letter", "a4", "letter")
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen(each, env=environment, stdout=subprocess.DEVNULL) for each in commands
    ]
    assert [each.wait() for each in running] == [0, 0, 0, 0]
    manifest = json.loads(Path("output/small", MANIFEST).read_text())
    listed = {each["path"]: each["sha256"] for each in manifest["files"]}
    files = contents(Path("output/small"))
    assert listed == {name: sha for name, sha in files.items() if name != MANIFEST}
    assert len(listed) == 12


def test_more_tiles_than_the_limit_are_not_printed(small: Path, pnp: Call) -> None:
    """Copies count."""
    small.write_text(SMALL.replace("expect: 6", "copies: 1000"))
    result = pnp("build", "small", "--limit", "5999")
    assert result.exit_code == 1
    assert "there are 6,000 tiles to print, more than 5,999" in result.stderr


def test_an_output_folder_needs_a_name(small: Path, pnp: Call) -> None:
    """Nothing is written into the folder that one is in."""
    assert pnp("build", "small", "-o", "").exit_code == 2


@pytest.mark.slow
def test_one_bad_set_does_not_stop_the_others(small: Path, pnp: Call) -> None:
    """The others are built, and the exit code tells."""
    Path("tilesets/bad.yaml").write_text("game: bad\n")
    result = pnp("build", "tilesets", "--paper", "a4")
    assert result.exit_code == 1
    assert 'a tileset needs "tiles"' in result.stderr
    assert Path("output/small/small-tiles-a4-straight.pdf").is_file()


def test_ids_can_be_left_out(small: Path, pnp: Call) -> None:
    """With ids there is one more text on a tile than without."""
    pnp("build", "small", "-o", "with", "--only", "tiles")
    pnp("build", "small", "-o", "without", "--only", "tiles", "--no-ids")
    pictures = [Path(folder, "small/tiles/one-1.svg").read_text() for folder in ("with", "without")]
    assert [picture.count("aria-label") for picture in pictures] == [5, 4]


def test_more_players_get_more_tiles(in_folder: Path, pnp: Call) -> None:
    """Controlled Path has a fourth start tile for a fourth player."""
    result = pnp("build", "controlled-path", "--players", "4", "--only", "tiles")
    assert "41 tiles" in result.output
    assert Path("output/controlled-path/tiles/start-4.svg").is_file()


TOKENS = "pieces:\n  tokens: [{name: coin, size: 20mm, count: 3, front: coin}]\n"


def with_rules(game: str) -> None:
    """Writes a short rulebook of a game."""
    Path("templates/rules").mkdir(parents=True)
    Path(f"templates/rules/{game}.md").write_text("# Rules\n\nPlay well.\n")


@pytest.mark.slow
def test_kinds_that_a_game_lacks_are_reported(small: Path, pnp: Call) -> None:
    """Other games are built all the same; without any such piece a build fails, and the last one stays."""
    Path("tilesets/coins.yaml").write_text(f"game: coins\n{TOKENS}")
    with_rules("coins")
    assert pnp("build", "coins", "--paper", "a4", "--only", "kit").exit_code == 0
    before = contents(Path("output/coins"))
    for option in ("--only", "--pieces"):
        alone = pnp("build", "coins", option, "tiles")
        assert alone.exit_code == 2
        assert "coins has no pieces or files of the kinds in --only and --pieces" in alone.stderr
        assert contents(Path("output/coins")) == before
        others = pnp("build", "coins", "small", "--jobs", "1", "--paper", "a4", option, "tiles")
        assert others.exit_code == 0
        assert "output/small: 6 tiles" in others.stdout
    rules = pnp("build", "coins", "--paper", "a4", "--only", "tiles", "--only", "rules")
    assert "output/coins: 2 files" in rules.stdout


@pytest.mark.slow
def test_the_reported_pieces_are_those_that_are_made(small: Path, pnp: Call) -> None:
    """The game has tiles, tokens and a rulebook."""
    small.write_text(SMALL + TOKENS)
    with_rules("small")
    for words, summary in [
        (("--pieces", "tokens", "--only", "pdf"), "3 tokens, 1 file\n"),
        (("--only", "rules"), "output/small: 2 files"),
        (("--only", "rules", "--only", "tiles"), "output/small: 6 tiles, 8 files"),
    ]:
        result = pnp("build", "small", "--paper", "a4", *words)
        assert summary in result.stdout, result.output


@pytest.mark.parametrize(
    ("margin", "warned"), [("0mm", True), ("10mm,6mm", True), ("7mm", False), (None, False)]
)
def test_a_margin_that_printers_do_not_reach_is_reported(
    small: Path, pnp: Call, margin: str | None, warned: bool
) -> None:
    """The narrow margin that the paper 4x6 has of its own is not reported."""
    words = [] if margin is None else ["--margin", margin]
    result = pnp("build", "small", "--paper", "4x6", "--only", "pdf", *words)
    assert result.exit_code == 0, result.output
    assert ("pieces lie where many printers do not print" in result.stderr) == warned


@pytest.mark.slow
def test_tokens_are_cut_straight_if_the_options_choose_lines(in_folder: Path, pnp: Call) -> None:
    """Less than half as many cuts are needed; a note says that no line cuts round tokens."""
    cuts = []
    for how in ("auto", "lines"):
        result = pnp(
            "build", "hexagonal-highway", "--paper", "a4", "--pieces", "tokens", "--cuts", how,
            "--only", "pdf",
        )  # fmt: skip
        assert ("no line across the sheet can cut round pieces" in result.stdout) == (
            how == "lines"
        )
        (number,) = re.findall(r"(\d+) cuts", result.stdout)
        cuts.append(int(number))
    assert cuts[1] < cuts[0] / 2


@pytest.mark.slow
def test_several_sets_at_once_have_the_files_of_one_after_the_other(
    tmp_path: Path, pnp: Call
) -> None:
    """The same bytes, and reports in the order of the sets; a set that cannot be built stops no other."""
    sets = []
    for name, colours in (("one", 1), ("two", 2), ("broken", 3)):
        sets.append(tmp_path / f"{name}.yaml")
        generate = "edges" if name != "broken" else "egdes"
        sets[-1].write_text(
            f"game: {name}\ncolours: {['red', 'blue', 'green'][:colours]}\n"
            f"tiles: {{shape: square, size: 30mm, families: [{{name: all, generate: {generate}}}]}}\n"
        )
    found = {}
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        result = pnp("build", *map(str, sets), "--jobs", jobs, "--paper", "a4", "-o", str(folder))
        assert result.exit_code == 1
        assert "egdes" in result.stderr
        heads = [line.partition(":")[0] for line in result.stdout.splitlines() if line[0] != " "]
        assert heads == [str(folder / "one"), str(folder / "two")]
        files = (path for path in folder.rglob("*") if path.is_file())
        found[jobs] = {path.relative_to(folder): path.read_bytes() for path in files}
    assert found["1"] == found["2"]


@pytest.mark.slow
def test_two_games_of_one_name_share_no_folder(tmp_path: Path, pnp: Call) -> None:
    """pnp builds the first, and refuses the second."""
    text = "game: same\ncolours: [red]\ntiles: {shape: square, size: 30mm, families: [{name: all, generate: edges}]}\n"
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(text)
    for jobs in ("1", "2"):
        names = [str(tmp_path / f"{name}.yaml") for name in ("a", "b")]
        result = pnp("build", *names, "--jobs", jobs, "--only", "tiles", "-o", str(tmp_path / jobs))
        assert result.exit_code == 2
        assert 'both have the game "same"; build them one at a time' in result.stderr
        assert (tmp_path / jobs / "same" / "manifest.json").is_file()


@pytest.mark.slow
def test_a_build_has_the_date_of_the_environment(
    small: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In all PDF files, which are the same each time; without it, the first second of 2000."""
    rules = small.parent.parent / "templates" / "rules"
    rules.mkdir(parents=True)
    (rules / "small.md").write_text("# Small\n\nLay tiles.\n")
    small.write_text(SMALL + "rulebook: small\n")

    def dates() -> set[str]:
        assert pnp("build", "small", "--paper", "a4").exit_code == 0
        made = {}
        for path in Path("output/small").glob("*.pdf"):
            with pikepdf.open(path) as file:
                made[path.name] = {str(file.docinfo[key]) for key in ("/CreationDate", "/ModDate")}
        assert len(made) >= 4, made
        return {date.replace("+00'00'", "Z") for each in made.values() for date in each}

    assert dates() == {"D:20000101000000Z"}
    before = contents(Path("output"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert dates() == {"D:20231114221320Z"}
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert dates() == {"D:20000101000000Z"}
    assert contents(Path("output")) == before
