// The palette of the free table: all pieces that one can lay in cells, and the one that is in hand.

import { button, byId, el, icon, input, setChildren } from "./dom.js";
import { fitting, free, grid } from "./free.js";
import { picture } from "./pictures.js";
import { turned } from "./polyforms.js";
import { matches, whyNothing } from "./shown.js";
import { allPieces, modulo } from "./store.js";

let dragged = null; // the piece that the pointer has taken from the hand
let words = "";
let fits = false;
let fittingAt = ""; // the table and place for which the hand shows what fits

/** Whether the hand shows only what fits the place of the cursor. */
export function isFiltered() {
  return fits;
}

/** Shows the hand; *table* hears when another piece is taken or turned, and when a step is undone. */
export function showHand(hand, table) {
  const find = input(words, (text) => {
    words = text;
    fill(table);
  }, { type: "search", id: "hand-find", placeholder: "Find R1-2, crossings:0", "aria-label": "Find in the hand", autocomplete: "off", spellcheck: "false" }, "input");
  const onlyFitting = button("Fits here", () => {
    fits = !fits;
    onlyFitting.setAttribute("aria-pressed", String(fits));
    fill(table);
  }, { id: "fits-here", "aria-pressed": String(fits), title: "Only pieces that fit the place of the cursor, turned so that they do" });
  const { polyforms } = free.data;
  const list = el("div", { role: "listbox", id: "in-hand", "aria-label": "Pieces in hand", class: "pieces-in-hand", tabindex: "0", on: { keydown: (event) => handKey(event, table) } });
  // All polyforms are in one scale.
  list.style.setProperty("--share", 50 / Math.max(...polyforms.flatMap(({ sides }) => sides[0].box.slice(2))));
  setChildren(hand, [
    el("div", { class: "hand-tools" }, el("span", { class: "find" }, icon("find"), find), onlyFitting, el("span", { class: "grow" }),
      button(icon("left"), () => turnHand(-1, table), { "aria-label": "Turn left", "aria-keyshortcuts": "Shift+R" }),
      button(icon("right"), () => turnHand(1, table), { "aria-label": "Turn right", "aria-keyshortcuts": "R" }),
      polyforms.length ? button(icon("over"), () => turnHand(0, table, true), { "aria-label": "Turn over", "aria-keyshortcuts": "M" }) : null,
      button("Undo", table.undo, { id: "hand-undo", disabled: !free.past.length, "aria-keyshortcuts": "U" })),
    list,
    el("p", { class: "note", id: "hand-note" }),
  ]);
  fill(table);
}

/** The pieces that the hand shows, by family. */
function families() {
  const known = new Map(allPieces().map((each) => [each.piece.id, each]));
  const found = new Map();
  const wanted = words.split(/[\s,]+/).filter(Boolean);
  const things = [...free.data.tiles, ...free.data.polyforms.map(({ id, sides }) => ({ id, picture: sides[0].picture })), ...free.data.tokens.map(({ id, pictures }) => ({ id, picture: pictures[0] }))];
  for (const { id, picture: name } of things) {
    const { piece = { id }, group = { title: "Symbols" } } = known.get(id) ?? {};
    if (!matches(piece, group, wanted) || (fits && !fitting(id))) continue;
    found.set(group.title, [...(found.get(group.title) ?? []), { id, name }]);
  }
  return found;
}

function fill(table) {
  fittingAt = `${free.cursor} ${free.past.length} ${free.ground}`;
  const found = families();
  const list = byId("in-hand");
  list.replaceChildren(...[...found].map(([title, pieces]) => el("div", { role: "group", "aria-label": title, class: "in-family" }, el("span", { class: "note", "aria-hidden": "true" }, title), pieces.map((piece) => option(piece, table)))));
  list.hidden = !found.size;
  byId("hand-note").textContent = found.size ? "" : whyNothing(words) || `No piece ${words ? "has these words" : "is in the hand"}${fits ? ` and fits ${free.cursor}` : ""}.`;
  for (const node of list.querySelectorAll(".in-hand")) seen.observe(node);
  const chosen = list.querySelector('[aria-selected="true"]');
  list.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** Shows what fits after the cursor or the table has changed. */
export function showFitting(table) {
  if (fits && byId("in-hand") && fittingAt !== `${free.cursor} ${free.past.length} ${free.ground}`) fill(table);
}

function option({ id, name }, table) {
  return el("div", { role: "option", id: `hand-${id}`, class: free.data.polyformById.has(id) ? "in-hand of-cells" : "in-hand", "aria-selected": String(id === free.hand), "aria-label": id, "data-id": id, "data-picture": name, title: id,
    on: { pointerdown: () => { takeUp(id, table); dragged = id; } } });
}

const seen = new IntersectionObserver(async (entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || target.firstChild) continue;
    seen.unobserve(target);
    const drawn = await picture(target.dataset.picture);
    if (drawn && !target.firstChild) target.append(drawn);
    if (target.dataset.id === free.hand) turnInHand(target);
  }
}, { rootMargin: "300px" });

/** The piece that was dragged from the hand since this was last asked; null for none. */
export function dropped() {
  const id = dragged;
  dragged = null;
  return id;
}

/** Whether the Undo button has something to undo; the focus does not stay on a button that has not. */
export function showUndo() {
  const undo = byId("hand-undo");
  if (!undo) return;
  const focused = document.activeElement === undo;
  undo.disabled = !free.past.length;
  if (focused && undo.disabled) byId("view").querySelector(".frame").focus();
}

function takeUp(id, table) {
  if (id === free.hand && !fits) return;
  Object.assign(free, { hand: id, turn: 0, over: false }, fits ? fitting(id) : {});
  byId("in-hand")?.setAttribute("aria-activedescendant", `hand-${id}`);
  for (const node of byId("hand").querySelectorAll(".in-hand")) {
    const chosen = node.dataset.id === id;
    node.setAttribute("aria-selected", String(chosen));
    turnInHand(node);
    if (chosen) node.scrollIntoView({ inline: "nearest", block: "nearest" });
  }
  table.taken(id);
}

function turnInHand(node) {
  const { id } = node.dataset;
  const piece = free.data.polyformById.get(id);
  const turn = id === free.hand && (piece || free.data.byId.has(id)) ? free.turn : 0;
  const drawn = node.querySelector("svg");
  drawn?.style.setProperty("rotate", `${(turn * 360) / (piece ? piece.ways.length / 2 : grid().sides)}deg`);
  drawn?.style.setProperty("scale", id === free.hand && free.over ? "-1 1" : "1");
}

/** Turns the piece in hand, or turns it over if it is a polyform. */
export function turnHand(steps, table, over = false) {
  const piece = free.data.polyformById.get(free.hand);
  const next = piece ? turned(piece, { turn: free.turn, over: free.over }, steps, over) : { turn: free.turn + steps };
  Object.assign(free, next);
  for (const node of byId("hand").querySelectorAll('.in-hand[aria-selected="true"]')) turnInHand(node);
  table.turned();
}

function handKey(event, table) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  nextInHand(step, table);
}

export function nextInHand(by, table) {
  const ids = [...byId("in-hand").querySelectorAll(".in-hand")].map((node) => node.dataset.id);
  if (ids.length) takeUp(ids[modulo(ids.indexOf(free.hand) + by, ids.length)], table);
}
