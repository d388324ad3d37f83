"""Pages that a reader follows: their files, commands, outputs and pictures, from top to bottom."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.definition import load_definition
from pnp.sets.tileset import make_tileset
from tests.conftest import too_large
from tests.docs_pages import (
    BY_HAND,
    DOCS,
    PAGES,
    Drawn,
    Ran,
    Written,
    as_shown,
    follow,
    picture,
    read,
    steps,
    write,
)

# They build a kit, draw many pieces, or play games.
SLOW = {"index", "tutorial", "recipes", "bundled-faces", "playtests"}
ROUNDED = 3.0  # of 255: two versions of the reader of PDF files may differ so far on average


def alike(drawn: bytes, kept: bytes) -> bool:
    """Whether two pictures in a format of dots show the same."""
    one, two = (
        np.asarray(Image.open(io.BytesIO(each)).convert("L"), float) for each in (drawn, kept)
    )
    return one.shape == two.shape and float(np.abs(one - two).mean()) < ROUNDED


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [pytest.param(each, marks=[pytest.mark.slow] if each in SLOW else []) for each in PAGES]
)
def test_a_page_can_be_followed(in_folder: Path, page: str) -> None:
    """Outputs are those of the page; the pictures are those that are drawn now.

    `python -m tests.docs_pictures` draws them anew, and shows outputs that differ.
    """
    for step, output in follow(page):
        match step:
            case Ran(command, shown):
                assert as_shown(output, shown), f"{command}\n{output}"
            case Drawn(image=image):
                drawn, kept = picture(step), DOCS / image
                if image.endswith(".svg"):
                    assert drawn.decode() == kept.read_text("utf-8"), image
                else:
                    assert alike(drawn, kept.read_bytes()), image


@pytest.mark.parametrize("page", PAGES)
def test_the_boards_of_a_page_can_be_printed(in_folder: Path, page: str) -> None:
    """On A4, or as posters."""
    files = [each for each in steps(read(page)) if isinstance(each, Written)]
    for file in files:
        write(file)
    for path in dict.fromkeys(
        file.path for file in files if re.search("^  boards:", file.text, re.M)
    ):
        assert too_large(make_tileset(load_definition(Path(path)))) == []


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_every_picture_says_how_it_is_drawn(page: Path) -> None:
    """In a comment before it; and only pages that are followed have pictures of their own."""
    text = page.read_text("utf-8")
    images = {each for each in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", text) if "images/" in each}
    drawn = {each.image for each in steps(text) if isinstance(each, Drawn)}
    assert images == drawn
    assert not images or page.stem in PAGES


def test_every_picture_is_on_a_page() -> None:
    """No picture stays behind when its page changes, and all together are not large."""
    images = {
        each.image
        for page in PAGES
        for each in steps((DOCS / f"{page}.md").read_text("utf-8"))
        if isinstance(each, Drawn)
    }
    kept = {f"images/{each.name}" for each in (DOCS / "images").iterdir()}
    assert kept == images
    assert sum(each.stat().st_size for each in (DOCS / "images").iterdir()) < 15_000_000


def test_a_page_is_read_as_steps() -> None:
    """Files, more of a file, commands with outputs, and pictures; other blocks are no steps."""
    text = """\
`a.yaml`:

```yaml
game: a
```

```sh
pnp list
```

`a.yaml`, at the end:

````yaml
tiles: {}
````

```console
$ pnp list
a …
$ cp a.yaml b.yaml
```

<!-- drawn by: pnp build a -> out/a.pdf, page 2 -->
![A page](images/a.png)

<!-- drawn by: python -m tests.docs_screens -->
![A screen](images/b.png)
"""
    assert [*steps(text)] == [
        Written("a.yaml", "game: a\n", at_the_end=False),
        Written("a.yaml", "tiles: {}\n", at_the_end=True),
        Ran("pnp list", "a …\n"),
        Ran("cp a.yaml b.yaml", ""),
        Drawn("images/a.png", "pnp build a", "out/a.pdf", 2),
        Drawn("images/b.png", BY_HAND[0], "images/b.png", 0),
    ]
