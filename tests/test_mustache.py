"""Templates with tags in double braces, and the first page of a kit, which is one."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pnp.basics.errors import Source, UnusableInput
from pnp.documents import filled
from tests.conftest import ROOT, Call

VALUES = {
    "name": "A*b*",
    "empty": "",
    "none": None,
    "one": {"name": "inner"},
    "many": [{"each": "x"}, {"each": "y"}],
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<{{name}}>", "<A\\*b\\*>"),
        ("{{#name}}yes{{/name}}{{^name}}no{{/name}}", "yes"),
        ("{{#empty}}yes{{/empty}}{{^empty}}no{{/empty}}", "no"),
        ("{{#none}}{{unheard-of}}{{/none}}", ""),
        ("{{#one}}{{name}}{{/one}}", "inner"),
        ("{{#many}}{{each}} of {{#one}}{{name}}{{/one}};{{/many}}", "x of inner;y of inner;"),
        ("a\n{{#name}}\nb\n{{/name}}\nc\n", "a\nb\nc\n"),
        ("a\n  {{> part }}\nc\n", "a\nsome A\\*b\\*\nc\n"),
    ],
)
def test_tags_become_their_values(template: str, expected: str) -> None:
    """Inner names hide outer ones, and a line with nothing but a tag leaves no line."""
    partials = {"part": Source("part.md", "some {{name}}\n")}
    assert filled(Source("page.md", template), VALUES, partials) == expected


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            "a\n b {{nam}}",
            'page.md:2:4: error unreadable: there is no value "nam"; did you mean "name"?',
        ),
        (
            "{{#name}}a",
            "page.md:1:1: error unreadable: this section is not closed: write {{/name}}",
        ),
        ("a{{/name}}", "page.md:1:2: error unreadable: no section name is open here"),
        (
            "{{#name}}{{#one}}{{/name}}{{/one}}",
            "page.md:1:18: error unreadable: no section name is open",
        ),
        ("{{>part}}", "page.md:1:1: error unreadable: there is no template part"),
    ],
)
def test_a_mistake_has_its_place(template: str, message: str) -> None:
    """Unknown names, sections that are not closed or cross each other."""
    with pytest.raises(UnusableInput) as refused:
        filled(Source("page.md", template), VALUES, {})
    assert str(refused.value).startswith(message)


def test_a_kit_has_a_first_page_of_ones_own(in_folder: Path, pnp: Call) -> None:
    """A file in templates/kit replaces the bundled one; its mistakes are findings."""
    page = Path("templates/kit/contents.md")
    page.parent.mkdir(parents=True)
    text = (ROOT / page).read_text("utf-8")
    page.write_text(text.replace("{{>kit-what-is-in}}", "Unser Inhalt"), "utf-8")
    words = ("build", "tsuro", "--only", "kit", "--paper", "a4")
    assert pnp(*words).exit_code == 0
    with pypdfium2.PdfDocument("output/tsuro/tsuro-kit-a4.pdf") as kit:
        # The first page is the cover.
        assert "Unser Inhalt" in kit[1].get_textpage().get_text_bounded()
    page.write_text(text.replace("{{title}}", "{{titel}}"), "utf-8")
    result = pnp(*words)
    assert result.exit_code == 2
    assert (
        'templates/kit/contents.md:3:1: error unreadable: there is no value "titel"'
        in result.stderr
    )
