// The rows of data beside the pieces that they make: a row finds its pieces, and a piece its row.

import { AskedView } from "./asked.js";
import { button, byId, el, icon, plural, setChildren } from "./dom.js";
import { openLine } from "./server.js";
import { change, keyOf, store } from "./store.js";

const MOST = 1000; // rows of a group on the page

const view = new AskedView("pieces", { groups: [] }, () => change({ rowsCame: true }));
const tables = new Map(); // by key of the group: its box, and what it shows

/** Asks for the rows of the files as they are now, if somebody wants to see them. */
export function askForRows(what) {
  if (store.rows) view.update([store.state.set, store.state.number].join(), "/api/rows", { ...what, entered: what.entered || what.names.has("rows") });
}

/** The rows of a group of which these pieces are shown, as a table; null if it has none, or nobody wants them. */
export function rowsOf(key, title, pieces) {
  const made = store.rows && view.answer?.groups.find((each) => keyOf(each) === key);
  if (!made) return null;
  if (!tables.has(key)) tables.set(key, { box: el("div", { class: "rows" }) });
  const table = tables.get(key);
  const ids = new Set(pieces.map((piece) => piece.id));
  const narrowed = store.find || store.onlyChanged || store.large;
  const rows = made.rows.filter((row) => !narrowed || row.ids.some((id) => ids.has(id)));
  const shown = [title, ...rows.map((row) => made.rows.indexOf(row))].join();
  if (table.made !== made || table.shown !== shown) {
    Object.assign(table, { made, shown });
    fill(table.box, made, title, rows);
    markRows();
  }
  return table.box;
}

function fill(box, made, title, rows) {
  const columns = made.columns.length + 1;
  const grid = el("table", { class: "plain", role: "grid", "aria-label": `Rows of ${title}`, on: { click: clicked, keydown: pressed } },
    el("thead", {}, el("tr", {}, ["Piece", ...made.columns].map((name) => el("th", { scope: "col" }, name))), messages(made.found, columns)),
    el("tbody", {}, rows.slice(0, MOST).map((row) => [
      el("tr", { class: "row", "data-key": `${row.place.line}:${row.place.column} ${row.ids.join()}`, "data-ids": row.ids.join(" "), tabindex: "-1", "aria-selected": "false" },
        el("th", { scope: "row" }, row.ids[0] ?? "not printed", row.ids.length > 1 ? ` and ${row.ids.length - 1} more` : "", " ", lineOf(row)),
        row.cells.map((text, index) => el("td", { class: row.marks[index] }, row.marks[index] ? icon(row.marks[index]) : null, text))),
      messages(row.found, columns),
    ])));
  setChildren(box, [grid, rows.length > MOST ? el("p", { class: "note" }, `and ${plural(rows.length - MOST, "more row")}: find some by their words`) : ""]);
}

function lineOf({ place }) {
  return place.source === null ? null : button(`line ${place.line}`, () => openLine(place), { class: "link", tabindex: "-1", "aria-label": `line ${place.line} of ${place.name}` });
}

function messages(found, columns) {
  return found.map(({ severity, message }) => el("tr", {}, el("td", { colspan: columns }, el("p", {}, el("span", { class: `severity ${severity}` }, icon(severity), severity), ` ${message}`))));
}

/** Marks the rows of the chosen piece, and scrolls each table to its first one; one row is in the order of the Tab key. */
export function markRows() {
  for (const { box } of tables.values()) {
    const rows = [...box.querySelectorAll(".row")];
    const mine = rows.filter((row) => row.dataset.ids.split(" ").includes(store.selected));
    const stop = rows.find((row) => row.contains(document.activeElement)) ?? mine[0] ?? rows[0];
    for (const row of rows) {
      row.setAttribute("aria-selected", String(mine.includes(row)));
      for (const each of [row, ...row.querySelectorAll("button")]) each.tabIndex = row === stop ? 0 : -1;
    }
    if (mine.length) inView(box, mine[0]);
  }
}

/** Scrolls the table alone: the piece stays where it is. */
function inView(box, row) {
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const head = box.querySelector("thead").offsetHeight;
  if (inner.top < outer.top + head || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - head - box.clientHeight / 3;
}

function clicked(event) {
  const row = event.target.closest(".row");
  if (row && !event.target.closest("button")) find(row);
}

/** Chooses the piece of a row, and brings it into view. */
function find(row) {
  const [id] = row.dataset.ids.split(" ");
  if (!id) return null;
  change({ selected: id, range: new Set() });
  const piece = byId("view").querySelector(`.option[data-id="${CSS.escape(id)}"]`);
  piece?.scrollIntoView({ block: "nearest" });
  return piece;
}

function pressed(event) {
  const row = event.target.closest(".row");
  if (row !== event.target) return;
  const rows = [...row.parentElement.querySelectorAll(".row")];
  const at = rows.indexOf(row);
  const next = rows[{ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]];
  if (next) {
    next.focus({ preventScroll: true });
    inView(row.closest(".rows"), next);
    markRows();
  } else if (event.key === "Enter") find(row)?.focus({ preventScroll: true });
  else if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
}
