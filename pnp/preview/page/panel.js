// The panel beside the free table: its summary, its score, and its clashes.

import { button, byId, el, icon, plural, setChildren } from "./dom.js";
import { clashText, free, isEmpty, overused } from "./free.js";

const MOST_CLASHES = 40;

/** Shows the panel; *table* undoes, saves, clears, and goes to a clash. */
export function showFreePanel(panel, score, table) {
  const { clashes } = free;
  const over = overused();
  setChildren(panel, [
    el("h2", {}, "Table"),
    el("p", { class: "note", id: "table-summary" }, summaryText()),
    ...(score ? scoreParts(score) : []),
    ...(clashes.length ? [
      el("h3", {}, plural(clashes.length, "clash", "clashes")),
      el("ul", { class: "clashes" }, clashes.slice(0, MOST_CLASHES).map((clash) => el("li", {}, button([icon("error"), el("span", {}, clashText(clash))], () => table.toClash(clash), { class: "clash-line" })))),
    ] : []),
    ...(over.length ? [el("h3", {}, "More than the set has"), el("ul", {}, over.map((text) => el("li", { class: "note" }, text)))] : []),
    el("div", { class: "actions" },
      button("Undo", table.undo, { id: "panel-undo", disabled: !free.past.length }),
      button("Save position", table.save, { class: "strong", disabled: isEmpty(), "aria-keyshortcuts": "S" }),
      button("Take away", table.remove, { id: "panel-remove", disabled: isEmpty(), "aria-keyshortcuts": "Delete" }),
      button("Clear", table.clear, { disabled: isEmpty() })),
    el("p", { class: "note" }, "A click lays the piece in hand; a click on a tile turns it, a right click takes it away. Drag moves it. A bold dashed cell fits the piece as it lies, a fine one after a turn."),
    ...(free.data.files.length ? [el("h3", {}, "Saved in positions/"), el("ul", { class: "files" }, free.data.files.map((file) => el("li", {}, button(file, () => table.open(file), { class: "link" }))))] : []),
  ]);
}

export function showSummary() {
  const summary = byId("table-summary");
  if (summary) summary.textContent = summaryText();
}

function summaryText() {
  const fit = free.data.byId.has(free.hand) && free.laid.size ? ` · ${free.hand} fits in ${plural(free.fits, "place")}` : "";
  return `${plural(free.laid.size + free.tokens.size, "piece")} laid${fit}`;
}

/** A score: its totals and parts, or everything that is wrong with the position. */
export function scoreParts(found) {
  if (found.problems) return [el("h3", {}, "Score, live"), el("ul", { class: "problems" }, found.problems.map((text) => el("li", {}, icon("warning"), el("span", {}, text))))];
  if (!found.totals) return [];
  const rows = found.totals.map(([whose, points]) => el("tr", {}, el("td", {}, whose), el("td", { class: "right" }, el("b", {}, String(points)))));
  return [
    el("h3", {}, "Score, live"),
    el("table", { class: "plain" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Whose"), el("th", { scope: "col", class: "right" }, "Points"))), el("tbody", {}, rows)),
    found.parts.length ? el("details", {}, el("summary", { "data-key": "parts" }, plural(found.parts.length, "part")), el("ul", { class: "parts" }, found.parts.map((part) => el("li", {}, `${part.whose}: ${part.what}${part.how ? `, ${part.how}` : ""} = ${part.points}`)))) : null,
    ...found.remarks.map((text) => el("p", { class: "note" }, text)),
  ].filter(Boolean);
}
