"""Builds the documentation as a site, into build/site/: `make docs`, or `python -m tests.docs_site`.

The pages are those of docs/, with CONTRIBUTING.md and CHANGELOG.md beside them. A warning of the
builder is an error, and so is a picture, a link or an anchor that leads nowhere, and a page that
makes a browser ask another host for anything. The kits that the gallery offers are built first.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).parent.parent
CONFIGURATION = "zensical.toml"
STAGED = Path("build", "docs")
SITE = Path("build", "site")

# The pages outside docs/, and their names on the site.
OUTSIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


# The kits that the gallery of the site offers.
KITS = Path("build", "kits")
PAPERS = {"a4": "A4", "letter": "Letter"}


def stage(top: Path, kits: Path | None = None) -> None:
    """Copy all pages into one folder below *top*, with links that lead from one to another there, and to *kits*."""
    staged_pages = top / STAGED
    shutil.rmtree(staged_pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", staged_pages)
    for name, staged in OUTSIDE.items():
        text = (ROOT / name).read_text("utf-8")
        (staged_pages / staged).write_text(text.replace("](docs/", "]("), "utf-8")
    for page in staged_pages.glob("*.md"):
        text = page.read_text("utf-8")
        for name, staged in OUTSIDE.items():
            text = re.sub(rf"\]\((\.\./)?{re.escape(name)}", f"]({staged}", text)
        page.write_text(as_the_builder_reads(text), "utf-8")
    if kits is not None:
        offer(kits, staged_pages)


def offer(kits: Path, pages: Path) -> None:
    """Copy all kits beside the gallery, each with a link before the command that builds it."""
    gallery = pages / "gallery.md"

    def links(found: re.Match[str]) -> str:
        offered = []
        for paper, title in PAPERS.items():
            name = f"{found[1]}-kit-{paper}.pdf"
            shutil.copy(kits / found[1] / name, pages / name)
            offered.append(f"[{title}]({name})")
        return f"Download the kit for {' or '.join(offered)}. {found[0]}"

    text = re.sub(
        r"^Build it with `pnp build (\S+)`", links, gallery.read_text("utf-8"), flags=re.M
    )
    gallery.write_text(text, "utf-8")


def as_the_builder_reads(text: str) -> str:
    """A page in the Markdown of the builder, where it differs from that of GitHub.

    What belongs to an item of a numbered list has four spaces before it, and not three; in a table,
    a bar inside code has no backslash.
    """
    lines, fenced = [], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if not fenced and line.startswith("   "):
            line = f" {line}"
        elif not fenced and line.startswith("|"):
            line = re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def build(top: Path) -> int:
    """Build the staged pages by the configuration in *top*; returns the builder's exit code."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    return subprocess.run(command, cwd=top, check=False).returncode


_TAG = re.compile(r"<(\w+)\b([^>]*)>")
_ADDRESS = re.compile(r'\b(?:src|href|srcset|data|poster)="?([^"\s>]+)')
_LOADS_NOTHING = {"a"}


def addresses(page: str) -> Iterator[tuple[str, str]]:
    """The tags of an HTML page that name an address, each with the address."""
    for tag, attributes in _TAG.findall(page):
        for address in _ADDRESS.findall(attributes):
            yield tag, address


def problems(site: Path) -> Iterator[str]:
    """Everything that is wrong with the built pages, each with its page."""
    pages = {page: page.read_text("utf-8") for page in sorted(site.rglob("*.html"))}
    anchors = {page: {*re.findall(r'\bid="?([^"\s>]+)', text)} for page, text in pages.items()}
    for page, text in pages.items():
        name = page.relative_to(site)
        for tag, address in addresses(text):
            if re.match(r"(https?:)?//", address):
                if tag not in _LOADS_NOTHING:
                    yield f"{name}: <{tag}> loads {address} from another host"
                continue
            path, _, anchor = address.partition("#")
            if re.match("[a-z]+:", path):
                continue
            # The page for what is not found is at home in no folder: its paths begin at the top.
            folder = site if path.startswith("/") else page.parent
            target = (folder / unquote(path).lstrip("/")).resolve() if path else page
            if not target.exists():
                yield f"{name}: there is no {address}"
            elif anchor and target in anchors and unquote(anchor) not in anchors[target]:
                yield f"{name}: there is no anchor {address}"
    for sheet in sorted(site.rglob("*.css")):
        for address in re.findall(
            r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^\"')]+)", sheet.read_text("utf-8")
        ):
            yield f"{sheet.relative_to(site)}: loads {address} from another host"


def main() -> int:
    """Stage, build and check; returns 1 if anything is wrong."""
    made = ["-m", "pnp", "build", "--bundled", "--only", "kit", "--quiet", "-o", str(ROOT / KITS)]
    subprocess.run([sys.executable, *made], cwd=ROOT, check=True)
    stage(ROOT, ROOT / KITS)
    if build(ROOT):
        return 1
    found = [*problems(ROOT / SITE)]
    print(*found, sep="\n", end="\n" if found else "")
    if not found:
        print(f"{ROOT / SITE / 'index.html'}: open it in a browser")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
