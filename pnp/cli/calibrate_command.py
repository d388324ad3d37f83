"""`pnp calibrate`."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.basics.errors import OutputError
from pnp.cli.loudness import say
from pnp.cli.messages import exits_with_message
from pnp.cli.options import back_offset_option, chosen_offset, output_option, printer_option
from pnp.cli.output import write_file
from pnp.definition import ENGLISH, language_named, templates_here
from pnp.imposition.calibration import calibration
from pnp.imposition.papers import chosen_papers


@click.command("calibrate")
@output_option("The folder to write to.")
@click.option(
    "--paper",
    "papers",
    multiple=True,
    default=["a4"],
    show_default=True,
    metavar="NAME",
    help="The paper, as in pnp build; repeat the option for several papers.",
)
@click.option(
    "--duplex",
    type=click.Choice(["long-edge", "short-edge"]),
    default="long-edge",
    show_default=True,
    help="The edge over which you or the printer turn the paper.",
)
@click.option(
    "--language",
    default=ENGLISH,
    show_default=True,
    metavar="NAME",
    help="The language of the words on the sheet, such as de.",
)
@back_offset_option
@printer_option
@exits_with_message
def command(
    output: str,
    papers: tuple[str, ...],
    duplex: str,
    language: str,
    back_offset: str | None,
    printer: str | None,
) -> int:
    """Make a sheet that shows how far a printer shifts the backs of sheets.

    It also shows how near to the edge of the paper the printer prints. With --back-offset or
    --printer pnp corrects the sheet, so that you can see whether backs meet fronts.
    """
    from pnp.render import pdf_bytes

    if not output:
        raise OutputError("--output needs the name of a folder")
    offset = chosen_offset(back_offset, printer)
    words = language_named(language, templates_here())
    for paper in chosen_papers(papers):
        path = Path(output) / f"calibration-{paper.name}-{duplex}.pdf"
        write_file(path, pdf_bytes(calibration(paper, duplex, words, offset=offset)))
        say(f"{path}: print both pages on one sheet at 100 %, and follow its steps")
    return 0
