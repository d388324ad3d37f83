// The details of the chosen piece, or of the set if none is chosen.

import { query } from "./asked.js";
import { button, byId, el, icon, setChildren, showMessage, svg } from "./dom.js";
import { picture } from "./pictures.js";
import { ask, openLine } from "./server.js";
import { change, go, modulo, pieceOf, store, valueOf } from "./store.js";
import { turn, turnsOf } from "./pieces.js";

const FACTS = [["lines", "Lines"], ["ends", "Ends"], ["junctions", "Junctions"], ["crossings", "Crossings"], ["blank-sides", "Blank sides"]];

// Where the details lie over the page; those of the set, which nobody opens or closes, are not shown there.
const covering = matchMedia("(max-width: 1180px), (max-height: 560px)");
covering.addEventListener("change", () => renderInspector(byId("inspector")));

let shown = null;
let opener = null;

export function renderInspector(aside) {
  const found = store.selected === null ? null : pieceOf(store.selected);
  const hidden = store.view === "table" || (!found && covering.matches);
  aside.hidden = hidden;
  document.body.classList.toggle("inspecting", !hidden && Boolean(found));
  if (hidden) {
    shown = null;
    return;
  }
  if (!found) {
    shown = null;
    setChildren(aside, aboutSet());
    return;
  }
  const key = [found.piece.id, found.piece.pictures.join(), store.state.number, store.paper, store.layout].join();
  if (shown === key) {
    renderTurn(found.piece);
    return;
  }
  if (!shown) opener = document.activeElement;
  shown = key;
  fill(aside, found, key);
}

async function fill(aside, { piece, group }, key) {
  const [faces, details] = await Promise.all([
    Promise.all(piece.pictures.map((name, index) => picture(name, `${piece.id}${index ? ", back" : ""}`))),
    ask(`/api/pieces/${encodeURIComponent(piece.id)}?${query()}`).catch((error) => ({ error: error.message })),
  ]);
  if (shown !== key) return;
  const twin = details.twin && details.twin !== piece.id ? pieceOf(details.twin) : null;
  const drawn = twin && (await picture(twin.piece.pictures[0]));
  if (shown !== key) return;
  const parts = [
    el("header", {}, el("h2", { id: "details-title" }, piece.behind ? `${piece.id} | ${piece.behind}` : piece.id), button(icon("close"), close, { class: "icon-button", "aria-label": "Close the details", id: "close-details" })),
    el("div", { class: "stage" }, faces.filter(Boolean), turnsOf(piece.id) > 1 ? turnButtons() : null),
    facts(piece, group, details),
    el("div", { class: "actions" },
      piece.notation ? button("Copy notation", () => copy(byId("as-it-lies").textContent)) : null,
      ["tile", "token", "polyform"].includes(group.kind) ? button("Lay on the table", () => import("./table.js").then(({ lay }) => { lay(piece.id); go("table"); })) : null),
    ...(twin ? twinParts(twin.piece, drawn) : details.chiral === false ? [el("p", { class: "note" }, "It is its own mirror image.")] : details.chiral ? [el("p", { class: "note" }, "Its mirror twin is not in the set.")] : []),
    ...(details.sheets ? sheetParts(details.sheets, piece.id) : []),
  ];
  setChildren(aside, parts);
  aside.dataset.turns = JSON.stringify(details.turns ?? []);
  renderTurn(piece);
}

function turnButtons() {
  return el("div", { class: "turning" },
    button(icon("left"), () => turn(-1), { id: "turn-left", "aria-label": "Turn left", "aria-keyshortcuts": "Shift+R" }),
    el("span", { id: "turn" }),
    button(icon("right"), () => turn(1), { id: "turn-right", "aria-label": "Turn right", "aria-keyshortcuts": "R" }));
}

function facts(piece, group, details) {
  const rows = [];
  if (piece.notation) {
    rows.push(["As it lies", el("code", { id: "as-it-lies" }, piece.notation)], ["Canonical", el("code", {}, piece.notation)]);
  }
  rows.push(["Copies", piece.copies === null ? "as many as you need" : String(piece.copies)]);
  for (const [name, label] of FACTS) {
    const value = valueOf(piece, name);
    if (value !== undefined) rows.push([label, String(value)]);
  }
  for (const [name, text] of Object.entries(piece.fields ?? {})) rows.push([name, text]);
  const place = details.place ?? group.place;
  if (place && place.source !== null) rows.push(["Defined at", button(`${place.name}:${place.line}:${place.column}`, () => openLine(place), { class: "link", "data-key": "place" })]);
  return el("dl", {}, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

/** The same notation in all turns comes with the details: only the number of turns changes here. */
function renderTurn(piece) {
  const sides = turnsOf(piece.id);
  const turns = store.turns.get(piece.id) ?? 0;
  const number = modulo(turns, sides);
  const texts = JSON.parse(byId("inspector").dataset.turns ?? "[]");
  const label = byId("turn");
  if (label) label.textContent = `turn ${number + 1} of ${sides}`;
  const notation = byId("as-it-lies");
  if (notation) notation.textContent = texts[number] ?? piece.notation;
  const face = byId("inspector").querySelector(".stage > svg");
  if (face && sides > 1) face.style.setProperty("rotate", `${(turns * 360) / sides}deg`);
}

function twinParts(twin, drawn) {
  return [
    el("h3", {}, "Mirror twin"),
    button([drawn, el("span", {}, el("b", {}, twin.id), el("code", {}, twin.notation))], () => change({ selected: twin.id }), { class: "twin", id: "twin", "aria-keyshortcuts": "M" }),
  ];
}

function sheetParts(sheets, id) {
  if (sheets.reason) return [el("h3", {}, "On the sheets"), el("p", { class: "note" }, sheets.reason)];
  if (!sheets.places.length) return [];
  const [first] = sheets.places;
  const mine = new Set(sheets.places.filter((place) => place.page === first.page).map((place) => place.place));
  const map = svg("svg", { viewBox: `0 0 ${sheets.width} ${sheets.height}`, class: "map", "aria-hidden": "true" },
    sheets.outlines.map((corners, index) => svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" "), class: mine.has(index) ? "mine" : "" })));
  const more = sheets.places.length > 1 ? ` and ${sheets.places.length - 1} more` : "";
  return [
    el("h3", {}, "On the sheets"),
    el("div", { class: "where" }, map, el("div", {}, el("b", {}, sheets.title), el("p", {}, `place ${first.place + 1}${more} · ${sheets.paper}`),
      button("Show the sheet", () => { change({ goal: { page: first.page, piece: id } }); go("sheets"); }))),
  ];
}

function aboutSet() {
  const { state } = store;
  if (!state.revision) return [];
  const groups = state.groups.filter((group) => group.kind !== "tile");
  const tiles = state.counts?.total ?? 0;
  const rows = [];
  if (tiles) rows.push(["Tiles", tiles.toLocaleString("en")]);
  for (const group of groups) rows.push([group.title, String(group.printed)]);
  return [
    el("header", {}, el("h2", {}, state.title)),
    ...state.credit.map((line) => el("p", { class: "note" }, line)),
    el("dl", {}, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    ...(state.rules.length ? [el("h3", {}, ruleHead(state)), el("ul", { class: "rules" }, state.rules.map((name) => ruleLine(name, state)))] : []),
    el("h3", {}, "Choose a piece"),
    el("p", { class: "note" }, "Click one to see it here; click it again to turn it. Arrow keys walk, ", el("kbd", {}, "R"), " turns."),
  ];
}

function broken(name, state) {
  return state.findings.some((finding) => finding.rule === name && finding.severity === "error");
}

function ruleHead(state) {
  const failing = state.rules.filter((name) => broken(name, state)).length;
  return failing ? `${failing} of ${state.rules.length} rules broken` : "Rules that hold";
}

function ruleLine(name, state) {
  const bad = broken(name, state);
  return el("li", { class: bad ? "error" : "ok" }, icon(bad ? "error" : "ok"), el("span", {}, name), bad ? el("span", { class: "unseen" }, ", broken") : null);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(`Copied ${text}`);
  } catch {
    showMessage(`The browser does not copy; the notation is ${text}`);
  }
}

/** Closes the details, and gives the focus back. */
export function close() {
  if (store.range.size) change({ range: new Set(), large: false });
  if (store.selected === null) return false;
  const id = store.selected;
  change({ selected: null });
  const node = byId("view").querySelector(`.option[data-id="${CSS.escape(id)}"]`) ?? opener;
  node?.focus?.();
  return true;
}

/** Goes to the mirror twin of the chosen piece. */
export function twin() {
  byId("twin")?.click();
}
