// The hand of the free table: all pieces that one can lay, and the one that is chosen.

import { button, byId, el, icon, setChildren } from "./dom.js";
import { free, grid } from "./free.js";
import { picture } from "./pictures.js";
import { turned } from "./polyforms.js";
import { modulo } from "./store.js";

let dragged = null; // the piece that the pointer has taken from the hand

/** Shows the hand; *table* hears when another piece is taken or turned, and when a step is undone. */
export function showHand(hand, table) {
  const list = el("div", { role: "listbox", "aria-label": "Pieces in hand", class: "pieces-in-hand", tabindex: "0", "aria-activedescendant": `hand-${free.hand}`, on: { keydown: (event) => handKey(event, table) } });
  const { tiles, tokens, polyforms } = free.data;
  // All polyforms are in one scale.
  const longest = Math.max(...polyforms.flatMap(({ sides }) => sides[0].box.slice(2)));
  list.style.setProperty("--share", 50 / longest);
  const things = [...tiles.map((tile) => ({ id: tile.id, picture: tile.picture })), ...polyforms.map(({ id, sides }) => ({ id, picture: sides[0].picture })), ...tokens.map((token) => ({ id: token.id, picture: token.pictures[0] }))];
  for (const { id, picture: name } of things) {
    const node = el("div", { role: "option", id: `hand-${id}`, class: free.data.polyformById.has(id) ? "in-hand of-cells" : "in-hand", "aria-selected": String(id === free.hand), "aria-label": id, "data-id": id, "data-picture": name, title: id,
      on: { pointerdown: () => { takeUp(id, table); dragged = id; } } });
    list.append(node);
    seen.observe(node);
  }
  setChildren(hand, [
    list,
    el("div", { class: "hand-tools" },
      button(icon("left"), () => turnHand(-1, table), { "aria-label": "Turn left", "aria-keyshortcuts": "Shift+R" }),
      button(icon("right"), () => turnHand(1, table), { "aria-label": "Turn right", "aria-keyshortcuts": "R" }),
      polyforms.length ? button(icon("over"), () => turnHand(0, table, true), { "aria-label": "Turn over", "aria-keyshortcuts": "M" }) : null,
      button("Undo", table.undo, { id: "hand-undo", disabled: !free.past.length, "aria-keyshortcuts": "U" })),
  ]);
  list.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: "nearest", block: "nearest" });
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
  if (id === free.hand) return;
  free.hand = id;
  free.turn = 0;
  free.over = false;
  byId("hand").querySelector('[role="listbox"]')?.setAttribute("aria-activedescendant", `hand-${id}`);
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
  const ids = [...free.data.tiles, ...free.data.polyforms, ...free.data.tokens].map((each) => each.id);
  if (ids.length) takeUp(ids[modulo(ids.indexOf(free.hand) + by, ids.length)], table);
}
