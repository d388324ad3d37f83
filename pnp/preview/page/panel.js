// Beside the table: a score, what lies on the free table and clashes, and the files in positions/.

import { button, byId, el, icon, openDialog, plainTable, plural, showMessage } from "./dom.js";
import { clashText, free, isEmpty, overused } from "./free.js";
import { store } from "./store.js";

const MOST_CLASHES = 40;

/** The title and parts of the panel, with those about loose things; *table* undoes, saves, clears, and goes to a clash. */
export function freePanel(score, table, looseParts) {
  const { clashes } = free;
  const over = overused();
  return [
    "Table",
    table.hasCells() ? el("p", { class: "note", id: "table-summary" }, summaryText()) : null,
    ...looseParts,
    ...(score?.problems && clashes.length ? [...(score.besides?.length ? scoreParts({ problems: score.besides }) : [el("h3", {}, "Score, live")]), el("p", { class: "note" }, "None while sides clash.")] : score ? scoreParts(score) : []),
    ...(clashes.length ? [
      el("h3", {}, plural(clashes.length, "clash", "clashes")),
      el("ul", { class: "clashes" }, clashes.slice(0, MOST_CLASHES).map((clash) => el("li", {}, button([icon("error"), el("span", {}, clashText(clash))], () => table.toClash(clash), { class: "clash-line" })))),
    ] : []),
    ...(over.length ? [el("h3", {}, "More than the set has"), el("ul", {}, over.map((text) => el("li", { class: "note" }, text)))] : []),
    el("div", { class: "actions" },
      button("Undo", table.undo, { id: "panel-undo", disabled: !free.past.length }),
      ...(table.hasCells() ? [
        button("Save position", table.save, { class: "strong", "data-server": "", disabled: isEmpty(), "aria-keyshortcuts": "S" }),
        button("Take away", table.remove, { id: "panel-remove", disabled: isEmpty(), "aria-keyshortcuts": "Delete" }),
      ] : []),
      button("Clear", table.clear, { disabled: isEmpty() && !free.now.loose })),
    looseParts.length ? el("p", { class: "note" }, "A click chooses a stack, a second one draws from it. Drag takes its top piece; press Shift, or hold it first, to move the whole stack.") : null,
    !table.hasCells() ? null : el("p", { class: "note" }, "A click lays the piece in hand; a click on a tile turns it, a right click takes it away. Drag moves it. A bold dashed cell fits the piece as it lies, a fine one after a turn."),
    free.data.polyforms.length ? el("p", { class: "note" }, "M turns a polyform over, in the hand or on the table.") : null,
    ...savedFiles(table.open),
  ];
}

export function showSummary() {
  const summary = byId("table-summary");
  if (summary) summary.textContent = summaryText();
}

function summaryText() {
  const fit = free.data.byId.has(free.hand) && free.laid.size ? ` · ${free.hand} fits in ${plural(free.fits, "place")}` : "";
  const missing = free.missing.length ? `, ${free.missing.length} missing from the set` : "";
  return `${plural(free.laid.size + free.tokens.size + free.polyforms.size, "piece")} laid${missing}${fit}`;
}

/** A score: its totals by player and parts, or everything that is wrong with the position; the one who moves is marked. */
export function scoreParts(found, names = {}, mover = null) {
  if (found.problems) return [el("h3", {}, "Score, live"), el("ul", { class: "problems" }, found.problems.map((text) => el("li", {}, icon("warning"), el("span", {}, text))))];
  if (!found.totals) return [];
  const rows = found.totals.map(([whose, points]) => [[names[whose] ? `${whose}, ${names[whose]}` : whose, whose === mover ? el("span", { class: "mover" }, "moves") : ""], el("b", {}, String(points))]);
  return [
    el("h3", {}, "Score, live"),
    plainTable(["Whose", "Points"], rows, [false, true]),
    found.parts.length ? el("details", {}, el("summary", { "data-key": "parts" }, plural(found.parts.length, "part")), el("ul", { class: "parts" }, found.parts.map((part) => el("li", {}, `${part.whose}: ${part.what}${part.how ? `, ${part.how}` : ""} = ${part.points}`)))) : null,
    ...found.remarks.map((text) => el("p", { class: "note" }, text)),
  ].filter(Boolean);
}

// Files

/** The files in positions/, each with a link that opens it. */
export function savedFiles(open) {
  const { files } = free.data;
  return files.length ? [el("h3", {}, "Saved in positions/"), el("ul", { class: "files" }, files.map((file) => el("li", {}, button(file, () => open(file), { class: "link" }))))] : [];
}

const LONGEST = 50; // characters of a set's name in the proposed name

/** Asks for a name, and saves with *send*; *saved* hears of the new file. */
export function askName(title, send, saved = () => {}) {
  const help = byId("help");
  const input = el("input", { type: "text", id: "file-name", "aria-label": "Name", autocomplete: "off" });
  input.value = proposedName();
  const wrong = el("p", { class: "error", role: "alert" });
  const form = el("form", { on: { submit: async (event) => {
    event.preventDefault();
    try {
      const { file } = await send(input.value);
      help.close();
      showMessage(`Saved ${file}`);
      free.data.files = [...new Set([...free.data.files, file.split("/").at(-1)])].sort();
      saved();
    } catch (error) {
      wrong.textContent = error.message;
    }
  } } }, el("p", {}, "positions/", input, ".yaml"), wrong, el("p", { class: "actions" }, el("button", { type: "submit", class: "strong" }, "Save"), button("Cancel", () => help.close())));
  openDialog(title, form);
  input.select();
}

/** A free name of small letters, digits and hyphens, from the name of the set. */
function proposedName() {
  const plain = store.state.set.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const start = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, LONGEST).replace(/-$/, "") || "position";
  const taken = new Set(free.data.files);
  for (let number = 1; ; number += 1) {
    const name = `${start}-${number}`;
    if (!taken.has(`${name}.yaml`)) return name;
  }
}
