"""The page of a report: one HTML file that needs no other, with the answer first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

import pnp
from pnp.basics.words import capitalised, counted
from pnp.playtest.answers import answer, games_of
from pnp.playtest.panels import REAL, Panel, Section, sections, table_of
from pnp.playtest.plots import plot
from pnp.playtest.replays import opens
from pnp.playtest.report import Pick, Report
from pnp.playtest.writing import data_of, definitions, missing, text_of

PAGE = "report.html"

# More rows of a table, or more arms, unfold.
_OPEN_ROWS = 24
_OPEN_ARMS = 3


def files_of(report: Report) -> dict[str, bytes]:
    """The files of a report by their path below its folder: the page, the text, the data, the games to look at, and their sets."""
    data = json.dumps(data_of(report), indent=1, ensure_ascii=False, allow_nan=False)
    texts = {PAGE: page(report), "report.txt": text_of(report), "report.json": f"{data}\n"}
    texts |= {pick.file: pick.game.record for pick in report.picks}
    # The folder that a command names need not be in UTF-8.
    files = {path: text.encode(errors="replace") for path, text in texts.items()}
    for pick in report.picks:
        files.update(pick.beside)
    return files


def page(report: Report) -> str:
    """The page; the same bytes for the same report."""
    title, parts = escape(report.asked.title), sections(report)
    links = [(each.key, each.title) for each in parts]
    links += [("games", "Games to look at"), ("definitions", "Definitions")]
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}: playtest</title>',
        f"<style>{_STYLE}</style>\n</head>\n<body>",
        f'<header><p class="kind">Playtest</p><h1>{title}</h1>\n<div class="answer">',
        *(f"<p>{escape(sentence)}</p>" for sentence in answer(report)),
        "</div>",
        *_setting(report),
        '</header>\n<nav aria-label="Contents"><ul>',
        *(f'<li><a href="#{key}">{escape(text)}</a></li>' for key, text in links),
        "</ul></nav>\n<main>",
    ]
    for section in parts:
        lines.append(
            f'<section id="{section.key}"><h2>{escape(section.title)}</h2><div class="panels">'
        )
        for panel in section.panels:
            lines += _panel(panel, report.asked.command)
        lines.append("</div></section>")
    lines += [*_games(report), *_reading(report, parts), "</main>"]
    lines.append(f"<footer>Made by pnp {escape(pnp.__version__)}</footer>\n</body>\n</html>\n")
    return "\n".join(lines)


def _setting(report: Report) -> Iterator[str]:
    """What was played, and the command that plays it again."""
    number = len(report.trials)
    if number > _OPEN_ARMS:
        games = counted(sum(len(trial.games) for trial in report.trials), "game")
        yield f'<details class="arms"><summary>{counted(number, "arm")} with {games}</summary>'
    yield '<dl class="setting">'
    for trial in report.trials:
        words = [games_of(trial)]
        words += [f"{name}: {value}" for name, value in (*trial.arm.options, *trial.arm.changes)]
        words += [counted(trial.arm.tiles, "tile")] if trial.arm.tiles else []
        yield f"<div><dt>{escape(trial.label or 'Games')}</dt><dd>{escape('; '.join(words))}</dd></div>"
    if number > _OPEN_ARMS:
        yield '</dl></details><dl class="setting">'
    yield f"<div><dt>Again</dt><dd><code>{escape(report.asked.command)}</code></dd></div></dl>"


def _panel(panel: Panel, command: str) -> Iterator[str]:
    yield f'<figure class="panel{"" if panel.plot else " wide"}" id="{panel.key}"><h3>{escape(panel.title)}</h3>'
    if panel.plot:
        yield plot(panel)
    yield f"<figcaption>{escape(panel.sentence)}</figcaption>"
    unfolds = panel.plot or len(panel.rows) > _OPEN_ROWS
    yield "<details><summary>Numbers and command</summary>" if unfolds else ""
    yield from _table(panel.title, table_of(panel))
    yield f'<p class="again">Again: <code>{escape(command)}</code></p>{"</details>" if unfolds else ""}</figure>'


def _table(title: str, table: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table that scrolls sideways on a phone; columns of numbers stand right, real differences are marked."""
    header, *rows = table
    right = [
        ' class="number"' if at and all(_is_number(row[at]) for row in rows) else ""
        for at in range(len(header))
    ]
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(title)}"><table><thead><tr>'
    for text, side in zip(header, right, strict=True):
        yield f'<th scope="col"{side}>{escape(text)}</th>'
    yield "</tr></thead><tbody>"
    for first, *rest in rows:
        real = ' class="real"' if rest and rest[-1] == "real" else ""
        cells = (
            f"<td{side}>{escape(text)}</td>" for text, side in zip(rest, right[1:], strict=True)
        )
        yield f'<tr{real}><th scope="row">{escape(first)}</th>{"".join(cells)}</tr>'
    yield "</tbody></table></div>"


def _is_number(text: str) -> bool:
    return text.strip(f"+- {REAL}").replace(",", "").replace(".", "").isdigit()


def _games(report: Report) -> Iterator[str]:
    yield '<section id="games"><h2>Games to look at</h2>'
    yield (
        '<p class="prose">Records of whole games, beside this page. The command steps through one on the table, with a bar of who leads, from the folder '
        "in which the playtest ran. A game with a set of its own has it in <code>sets/</code>.</p>"
    )
    if len(report.plain) > _OPEN_ARMS:
        table = [("arm", "game", "ending", "command")]
        table += [
            (pick.trial.label, pick.why, _ending(pick), opens(report, pick) or pick.file)
            for pick in report.picks
        ]
        yield f'<div class="panel">{"".join(_table("Games to look at", table))}</div></section>'
        return
    yield '<ul class="games">'
    for pick in report.picks:
        name, _, why = pick.why.partition(": ")
        title = f"The {name} game" + (f" of {pick.trial.label}" if pick.trial.label else "")
        yield f'<li><h3><a href="{escape(pick.file)}">{escape(title)}</a></h3>'
        yield f"<p>{escape(capitalised(why))}: {escape(_ending(pick))}.</p>"
        yield f"<code>{escape(opens(report, pick) or pick.file)}</code></li>"
    yield "</ul></section>"


def _ending(pick: Pick) -> str:
    figures = pick.game.figures
    words = f"{counted(figures.turns, 'turn')}, {' to '.join(map(str, figures.final))} points"
    if len(figures.final) == 1:
        return words
    winners = ", ".join(f"player {seat + 1}" for seat in figures.winners)
    return f"{words}, won by {winners or 'nobody'}"


def _reading(report: Report, parts: Sequence[Section]) -> Iterator[str]:
    """How to read the numbers, the definitions, and what was not counted."""
    yield '<section id="definitions"><h2>Definitions</h2>'
    yield (
        '<div class="prose"><p>A number with two others in brackets is an estimate and its interval of 95 %: in 19 of 20 playtests like '
        "this one, the interval holds the number that endless games would show. A filled dot differs for sure from the dashed line, or "
        "from the first arm; an open one may not. All of this is true of these bots. People play in other ways, and feel what no bot "
        "counts.</p></div>"
    )
    used = tuple(f"{panel.key}-" for section in parts for panel in section.panels)
    table = [("measure", "definition", "source")]
    table += [
        (each["title"], each["sentence"], each["source"] or "pnp")
        for key, each in definitions().items()
        if any(name.startswith(f"{key}-") for name in used)
    ]
    yield from _table("Definitions", table)
    yield from (f'<p class="prose">{escape(sentence)}</p>' for sentence in missing(report))
    yield "</section>"


# The greys of the preview: a report has no colour of its own.
_STYLE = """
:root { --ground: #e9e9e7; --panel: #f7f7f5; --raised: #ffffff; --ink: #1b1c1e; --soft: #55585c; --line: #cfcfcc; --edge: #77797c; color-scheme: light dark;
  font: 15px/1.5 ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root { --ground: #131416; --panel: #1c1d20; --raised: #26282b; --ink: #f0f0ee; --soft: #b3b5b8; --line: #3f4145; --edge: #8d9094; } }
@media print { :root { --ground: #fff; --panel: #fff; } details { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word; }
header, main, footer { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 44px; }
h1, h2, h3, p, dl, dd, ul, figure { margin: 0; padding: 0; }
ul { list-style: none; }
.kind { color: var(--soft); font-weight: 650; }
h1 { font-size: 38px; line-height: 1.15; letter-spacing: -0.01em; }
h2 { font-size: 23px; line-height: 1.25; margin: 52px 0 16px; }
h3 { font-size: 16px; line-height: 1.3; }
.answer { margin: 22px 0 30px; max-width: 64ch; font-size: 18px; line-height: 1.5; display: grid; gap: 10px; }
.answer p:first-child { font-size: 25px; line-height: 1.35; font-weight: 650; max-width: 40ch; letter-spacing: -0.005em; }
.arms { margin-bottom: 14px; }
.setting { border-top: 1px solid var(--line); display: grid; }
.setting div { display: grid; grid-template-columns: minmax(90px, 170px) minmax(0, 1fr); gap: 16px; padding: 9px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
code { font: 13px/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); margin-top: 26px; }
nav ul { max-width: 1180px; margin: 0 auto; padding: 0 24px; display: flex; gap: 22px; overflow-x: auto; white-space: nowrap; }
nav a { display: block; padding: 11px 0; color: var(--soft); text-decoration: none; }
nav a:hover, nav a:focus { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
section { scroll-margin-top: 30px; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 344px), 1fr)); gap: 16px; align-items: start; }
.panel { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 16px 18px; min-width: 0; }
.panel.wide { grid-column: 1 / -1; }
.panel svg { display: block; width: 100%; max-width: 430px; height: auto; margin: 12px 0 8px; overflow: visible; }
figcaption { color: var(--soft); font-size: 13.5px; line-height: 1.45; }
.wide figcaption { max-width: 90ch; margin-bottom: 12px; }
details { margin-top: 10px; border-top: 1px solid var(--line); padding-top: 8px; }
summary { cursor: pointer; font-size: 13.5px; color: var(--soft); }
summary:hover { color: var(--ink); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 4px; }
.again { font-size: 13px; color: var(--soft); margin-top: 10px; }
.scroll { overflow-x: auto; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 5px 14px 5px 0; border-bottom: 1px solid var(--line); font-weight: 400; }
.panel th, .panel td { white-space: nowrap; }
thead th { color: var(--soft); border-bottom-color: var(--edge); }
.number { text-align: right; }
tr.real td:last-child, tr.real th { font-weight: 650; }
tr.real td:last-child::before { content: "\\25CF\\00A0"; }
.games { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 344px), 1fr)); gap: 16px; margin-top: 16px; }
.games li { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 16px 18px; display: grid; gap: 6px; align-content: start; }
.games a { color: inherit; text-underline-offset: 3px; }
.prose { max-width: 72ch; margin-bottom: 14px; }
#definitions .scroll { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 8px 18px 10px; margin-bottom: 16px; }
#definitions tr:last-child th, #definitions tr:last-child td { border-bottom: 0; }
#definitions tbody th { font-weight: 650; min-width: 110px; }
#definitions td { min-width: 200px; }
footer { color: var(--soft); font-size: 13px; padding-top: 44px; padding-bottom: 44px; }
@media (max-width: 600px) { header, main, footer, nav ul { padding-left: 16px; padding-right: 16px; } header { padding-top: 24px; } h1 { font-size: 30px; }
  .answer { font-size: 16.5px; } .answer p:first-child { font-size: 21px; } .setting div { grid-template-columns: 1fr; gap: 0; } .panel { padding: 14px 12px; } h2 { margin-top: 40px; } }
"""
