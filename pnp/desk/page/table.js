// The table: lay pieces freely, or play a game by its rules.

import { button, byId, el, icon, plural, say, setChildren } from "./dom.js";
import { allClashes, boardGrid, clashesAt, fittingTurns, openGrid, places, step } from "./grid.js";
import { picture } from "./pictures.js";
import { Play } from "./play.js";
import { ask } from "./server.js";
import { allPieces, store } from "./store.js";
import { Surface } from "./surface.js";
import { showMessage } from "./main.js";

const REACH = 2; // rings of empty cells round the pieces
const SCORE_AFTER = 120; // milliseconds

let data = null; // the grounds and pieces of one revision
let surface = null;
let play = null;
let mode = "free";
let asked = "";

// The free table; everything in it can be undone.
const free = { set: "", ground: "", laid: new Map(), tokens: new Map(), hand: null, turn: 0, cursor: "0,0", past: [], future: [] };
let score = null;
let hovered = null;
let dragging = null;
let clashes = [];
let nextClash = 0;

/** Takes a piece into the hand, for somebody who comes from the other views. */
export function lay(id) {
  free.hand = id;
  free.turn = store.turns.get(id) ?? 0;
  mode = "free";
}

export function render(view, toolbar, { names, entered }) {
  if (entered) {
    view.classList.add("table");
    build(view);
  }
  const key = `${store.state.set} ${store.state.revision}`;
  if (key !== asked && store.state.revision) load(key, toolbar);
  else if (entered && data) show(toolbar, true);
}

export function leave() {
  byId("view").classList.remove("table");
  surface = null;
}

async function load(key, toolbar) {
  asked = key;
  let answer;
  try {
    answer = await ask("/api/table");
  } catch (error) {
    showMessage(error.message);
    return;
  }
  if (asked !== key) return;
  data = answer;
  data.byId = new Map(data.tiles.map((tile) => [tile.id, tile]));
  data.tokenById = new Map(data.tokens.map((token) => [token.id, token]));
  const fresh = free.set !== store.state.set;
  if (fresh) {
    Object.assign(free, { set: store.state.set, ground: data.grounds[0]?.name ?? "", laid: new Map(), tokens: new Map(), past: [], future: [] });
    play = null;
    mode = "free";
    score = null;
  }
  forgetMissing();
  if (store.view === "table") show(toolbar, fresh);
}

/** Pieces that the set has no more leave the table. */
function forgetMissing() {
  if (!data.byId.has(free.hand) && !data.tokenById.has(free.hand)) free.hand = data.tiles[0]?.id ?? data.tokens[0]?.id ?? null;
  if (!data.grounds.some((ground) => ground.name === free.ground)) free.ground = data.grounds[0]?.name ?? "";
  for (const [cell, { id }] of free.laid) if (!data.byId.has(id)) free.laid.delete(cell);
  for (const [cell, ids] of free.tokens) {
    const left = ids.filter((each) => data.tokenById.has(each.id));
    if (left.length) free.tokens.set(cell, left);
    else free.tokens.delete(cell);
  }
}

// The frame

function build(view) {
  const frame = el("div", { class: "frame", tabindex: "0", role: "application", "aria-label": "Table", "aria-roledescription": "table of tiles", "aria-describedby": "place" });
  const place = el("p", { id: "place", class: "place-text" });
  const hand = el("div", { class: "hand", id: "hand" });
  const panel = el("div", { class: "panel", id: "table-panel" });
  setChildren(view, [el("div", { class: "middle" }, frame, place, hand), panel]);
  surface = new Surface(frame, {
    hover: (cell) => hover(cell),
    down: (cell, event) => down(cell, event),
    remove: (cell) => mode === "free" && remove(cell),
  });
  frame.addEventListener("focus", () => draw());
}

function ground() {
  const name = mode === "play" ? play?.state?.table.ground ?? "" : free.ground;
  const here = data.grounds.find((each) => each.name === name) ?? data.grounds[0];
  return { ...here, ...(mode === "play" ? play?.state && play.table.board : null) };
}

function grid() {
  const here = ground();
  if (!here.shape) return openGrid("hexagon", 30);
  return here.cells ? boardGrid(here) : openGrid(here.shape, here.size);
}

function show(toolbar, fill = false) {
  if (!surface) return;
  showTools(toolbar);
  showHand();
  draw();
  if (fill) surface.fill();
  showPanel();
  if (mode === "free") askScore();
}

function showTools(toolbar) {
  const choose = (name, label) => button(label, () => {
    mode = name;
    if (name === "play" && !play) play = new Play(data, { changed: (started) => { draw(); showHand(); showPanel(); if (started) surface?.fill(); }, message: showMessage });
    show(toolbar, true);
  }, { "aria-pressed": String(mode === name) });
  const grounds = el("select", { "aria-label": "Ground", on: { change: (event) => {
    remember();
    free.ground = event.target.value;
    free.laid = new Map();
    free.tokens = new Map();
    free.cursor = grid().origin;
    show(toolbar, true);
  } } }, data.grounds.map((each) => el("option", { value: each.name }, each.title)));
  grounds.value = free.ground;
  setChildren(toolbar, [
    data.game ? el("span", { class: "toggle", role: "group", "aria-label": "On the table" }, choose("free", "Try pieces"), choose("play", "Play by the rules")) : null,
    mode === "free" && data.grounds.length > 1 ? el("label", {}, "On ", grounds) : null,
    el("span", { class: "grow" }),
    button("−", () => surface.zoom(1 / 1.2), { "aria-label": "Smaller", "aria-keyshortcuts": "-" }),
    button("+", () => surface.zoom(1.2), { "aria-label": "Larger", "aria-keyshortcuts": "+" }),
    button("Fit", () => surface.fill()),
  ].filter(Boolean));
}

// Drawing

function contents() {
  if (mode === "play" && play?.state) return play.contents();
  const laid = [...free.laid].map(([cell, { id, turn }]) => ({ key: `tile ${cell} ${id}`, cell, picture: data.byId.get(id)?.picture, angle: angle(cell, turn) }));
  const tokens = [...free.tokens].flatMap(([cell, ids]) => ids.map(({ id, back }, index) => ({ key: `token ${cell} ${id} ${index}`, cell, picture: data.tokenById.get(id)?.pictures[back ? 1 : 0], angle: 0 })));
  return [...laid, ...tokens];
}

function angle(cell, turn) {
  const here = grid();
  return (turn * 360) / here.sides + here.turned(cell);
}

function occupied() {
  return mode === "play" ? play?.occupied() ?? new Set() : new Set([...free.laid.keys(), ...free.tokens.keys()]);
}

function draw() {
  if (!surface || !data) return;
  const here = grid();
  const used = occupied();
  const cells = here.open ? new Set() : here.cells;
  if (here.open) {
    for (const cell of used.size ? used : [here.origin]) for (const each of here.near(cell, used.size ? REACH : 4, here.neighbours)) cells.add(each);
  }
  if (!cells.has(cursor())) setCursor(used.size ? [...used][0] : here.origin);
  surface.show(here, ground(), cells, contents());
  drawMarks();
  drawCursor();
}

function cursor() {
  return mode === "play" ? play?.cursor ?? "0,0" : free.cursor;
}

function setCursor(cell) {
  if (mode === "play") {
    if (play) play.cursor = cell;
  } else free.cursor = cell;
}

function drawMarks() {
  const here = grid();
  if (mode === "play") {
    surface.mark((play?.marked() ?? []).filter((cell) => surface.cells.has(cell)).map((cell) => surface.outline(cell, "fits")));
    return;
  }
  clashes = allClashes(here, free.laid, data.byId);
  const tile = data.byId.get(free.hand);
  const open = tile && free.laid.size ? places(here, free.laid).filter((cell) => surface.cells.has(cell)) : [];
  const fits = open.map((cell) => ({ cell, turns: fittingTurns(here, free.laid, data.byId, cell, tile) })).filter((each) => each.turns.length);
  free.fits = fits.length;
  surface.mark([
    ...fits.map(({ cell, turns }) => surface.outline(cell, turns.includes(modulo(free.turn, tile.sides.length)) ? "fits now" : "fits")),
    ...clashes.map((clash) => surface.clash(clash.cell, clash.side)),
  ]);
}

function modulo(value, count) {
  return ((value % count) + count) % count;
}

function drawCursor() {
  const items = [];
  const cell = hovered ?? cursor();
  if (mode === "free" && cell && !free.laid.has(cell) && (hovered || document.activeElement === surface.frame)) {
    const tile = data.byId.get(free.hand);
    const token = data.tokenById.get(free.hand);
    if (tile) items.push(surface.ghost(cell, tile.picture, angle(cell, free.turn)));
    else if (token) items.push(surface.ghost(cell, token.pictures[0], 0));
  }
  if (document.activeElement === surface.frame) items.push(surface.outline(cursor(), "cursor"));
  if (hovered && hovered !== cursor()) items.push(surface.outline(hovered, "hovered"));
  surface.over(items);
  const place = byId("place");
  if (place) place.textContent = describe(cursor());
}

const SIDE_WORDS = { "-1": "plain", "-2": "blank" };

function sideWord(values) {
  const named = values.filter((value) => value >= 0).map((value) => data.inks[value]);
  return named.length ? [...new Set(named)].join(" and ") : SIDE_WORDS[String(Math.max(...values))] ?? "blank";
}

/** A place in words: what lies there, or what its neighbours ask for. */
function describe(cell) {
  if (!data || !surface) return "";
  const here = grid();
  if (mode === "play") return play?.describe(cell) ?? "";
  const tokens = (free.tokens.get(cell) ?? []).map(({ id }) => data.tokenById.get(id)?.text);
  const lying = free.laid.get(cell);
  if (lying) {
    const bad = clashes.filter((clash) => clash.cell === cell || clash.other === cell).length;
    return [`${cell}: ${lying.id}, ${data.byId.get(lying.id)?.turns[modulo(lying.turn, here.sides)] ?? ""}`, ...tokens, bad ? `${plural(bad, "side")} clash` : ""].filter(Boolean).join("; ");
  }
  const names = here.names(cell);
  const wants = here.neighbours(cell).flatMap((beside) => {
    const other = free.laid.get(beside.cell);
    const tile = other && data.byId.get(other.id);
    if (!tile) return [];
    const values = tile.sides[modulo(beside.facing - other.turn, tile.sides.length)];
    return [`${sideWord(values)} ${names[beside.side]}`];
  });
  const tile = data.byId.get(free.hand);
  const turns = tile ? fittingTurns(here, free.laid, data.byId, cell, tile) : [];
  const best = tile && turns.map((turn) => modulo(turn - free.turn, tile.sides.length)).sort((one, two) => one - two)[0];
  const fit = !tile || !wants.length ? "" : !turns.length ? `${free.hand} does not fit` : best === 0 ? `${free.hand} fits` : `${free.hand} fits after ${plural(best, "turn")}`;
  return [`${cell}: ${wants.length ? `asks for ${wants.join(", ")}` : tokens.length ? tokens.join(", ") : "empty"}`, fit].filter(Boolean).join("; ");
}

// The hand

function showHand() {
  const hand = byId("hand");
  if (!hand) return;
  if (mode === "play") {
    setChildren(hand, play ? play.hand() : []);
    return;
  }
  const list = el("div", { role: "listbox", "aria-label": "Pieces in hand", class: "pieces-in-hand", tabindex: "0", "aria-activedescendant": `hand-${free.hand}`, on: { keydown: handKey } });
  const things = [...data.tiles.map((tile) => ({ id: tile.id, picture: tile.picture })), ...data.tokens.map((token) => ({ id: token.id, picture: token.pictures[0] }))];
  for (const { id, picture: name } of things) {
    const chosen = id === free.hand;
    const node = el("div", { role: "option", id: `hand-${id}`, class: "in-hand", "aria-selected": String(chosen), "aria-label": id, "data-id": id, "data-picture": name, title: id,
      on: { pointerdown: () => { take(id); dragging = { id }; } } });
    list.append(node);
    seen.observe(node);
  }
  setChildren(hand, [
    list,
    el("div", { class: "hand-tools" },
      button(icon("left"), () => turnHand(-1), { "aria-label": "Turn left", "aria-keyshortcuts": "Shift+R" }),
      button(icon("right"), () => turnHand(1), { "aria-label": "Turn right", "aria-keyshortcuts": "R" }),
      button("Undo", undo, { disabled: !free.past.length, "aria-keyshortcuts": "U" })),
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

function take(id) {
  if (id === free.hand) return;
  free.hand = id;
  free.turn = 0;
  const list = byId("hand").querySelector('[role="listbox"]');
  list?.setAttribute("aria-activedescendant", `hand-${id}`);
  for (const node of byId("hand").querySelectorAll(".in-hand")) {
    const chosen = node.dataset.id === id;
    node.setAttribute("aria-selected", String(chosen));
    turnInHand(node);
    if (chosen) node.scrollIntoView({ inline: "nearest", block: "nearest" });
  }
  drawMarks();
  drawCursor();
  showSummary();
  say(`${id} in hand`);
}

function turnInHand(node) {
  const turned = node.dataset.id === free.hand && data.byId.has(free.hand) ? free.turn : 0;
  node.querySelector("svg")?.style.setProperty("rotate", `${(turned * 360) / grid().sides}deg`);
}

function turnHand(steps) {
  free.turn += steps;
  for (const node of byId("hand").querySelectorAll('.in-hand[aria-selected="true"]')) turnInHand(node);
  drawMarks();
  drawCursor();
  say(describe(cursor()));
}

function handKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  nextInHand(step);
}

function nextInHand(by) {
  const ids = [...data.tiles, ...data.tokens].map((each) => each.id);
  if (ids.length) take(ids[modulo(ids.indexOf(free.hand) + by, ids.length)]);
}

// Laying, turning, taking away

function remember() {
  free.past.push({ laid: new Map(free.laid), tokens: new Map(free.tokens), ground: free.ground });
  free.future = [];
}

function changed() {
  draw();
  askScore();
  showPanel();
  const undoButton = byId("hand").querySelector(".hand-tools button:last-child");
  if (undoButton) undoButton.disabled = !free.past.length;
}

function put(cell) {
  if (!cell) return;
  const token = data.tokenById.get(free.hand);
  if (token) {
    remember();
    free.tokens.set(cell, [...(free.tokens.get(cell) ?? []), { id: token.id, back: false }]);
  } else if (free.laid.has(cell)) {
    turnAt(cell, 1);
    return;
  } else if (data.byId.has(free.hand)) {
    remember();
    free.laid.set(cell, { id: free.hand, turn: free.turn });
  } else return;
  free.cursor = cell;
  changed();
  const bad = clashes.filter((clash) => clash.cell === cell || clash.other === cell).length;
  say(`${free.hand} laid${bad ? `; ${plural(bad, "side")} clash` : ""}`);
}

function turnAt(cell, steps) {
  const tokens = free.tokens.get(cell);
  const lying = free.laid.get(cell);
  if (tokens?.length) {
    // A token has no turns, but perhaps a back.
    const last = tokens.at(-1);
    if (data.tokenById.get(last.id).pictures.length < 2) return;
    remember();
    free.tokens.set(cell, [...tokens.slice(0, -1), { ...last, back: !last.back }]);
  } else if (lying) {
    remember();
    free.laid.set(cell, { ...lying, turn: lying.turn + steps });
  } else return;
  changed();
  say(describe(cell));
}

function remove(cell) {
  const tokens = free.tokens.get(cell);
  if (!tokens?.length && !free.laid.has(cell)) return false;
  remember();
  if (tokens?.length > 1) free.tokens.set(cell, tokens.slice(0, -1));
  else if (tokens?.length) free.tokens.delete(cell);
  else free.laid.delete(cell);
  changed();
  say("taken away");
  return true;
}

function undo() {
  restore(free.past, free.future, "undone");
}

function redo() {
  restore(free.future, free.past, "done again");
}

function restore(from, to, word) {
  const state = from.pop();
  if (!state) return;
  to.push({ laid: free.laid, tokens: free.tokens, ground: free.ground });
  Object.assign(free, state);
  changed();
  say(word);
}

function clear() {
  if (!free.laid.size && !free.tokens.size) return;
  remember();
  free.laid = new Map();
  free.tokens = new Map();
  changed();
  surface.fill();
}

function hover(cell) {
  if (cell === hovered) return;
  hovered = cell;
  drawCursor();
}

let pressed = null;

function down(cell, event) {
  if (event.button !== 0 || !cell) return;
  if (mode === "play") {
    play.choose(cell);
    return;
  }
  pressed = cell;
  free.cursor = cell;
}

addEventListener("pointerup", (event) => {
  if (!surface || store.view !== "table" || mode !== "free") return;
  const cell = surface.frame.contains(event.target) ? surface.cellAt(event) : null;
  const [from, fromHand] = [pressed, dragging];
  pressed = null;
  dragging = null;
  if (!cell) return;
  if (from === cell || fromHand) put(cell);
  else if (from && !free.laid.has(cell) && (free.laid.has(from) || free.tokens.has(from))) move(from, cell);
});

function move(from, to) {
  remember();
  const tokens = free.tokens.get(from);
  if (tokens?.length) {
    free.tokens.set(to, [...(free.tokens.get(to) ?? []), tokens.at(-1)]);
    if (tokens.length > 1) free.tokens.set(from, tokens.slice(0, -1));
    else free.tokens.delete(from);
  } else {
    free.laid.set(to, free.laid.get(from));
    free.laid.delete(from);
  }
  free.cursor = to;
  changed();
}

// The panel: summary, score, clashes, saving

function asPosition() {
  const tiles = [...free.laid].map(([cell, { id, turn }]) => [cell, data.byId.get(id).turns[modulo(turn, data.byId.get(id).turns.length)]]);
  const tokens = [...free.tokens].flatMap(([cell, ids]) => ids.map(({ id, back }) => [cell, data.tokenById.get(id).text + (back ? " back" : "")]));
  return { ground: free.ground, tiles, tokens };
}

let scoring = 0;

function askScore() {
  clearTimeout(scoring);
  if (!data?.game || (!free.laid.size && !free.tokens.size)) {
    score = null;
    return;
  }
  scoring = setTimeout(async () => {
    score = await ask("/api/table/score", asPosition()).catch((error) => ({ problems: [error.message] }));
    if (mode === "free" && store.view === "table") showPanel();
  }, SCORE_AFTER);
}

function showSummary() {
  const summary = byId("table-summary");
  if (summary) summary.textContent = summaryText();
}

function summaryText() {
  const laid = free.laid.size + [...free.tokens.values()].reduce((sum, each) => sum + each.length, 0);
  const fit = data.byId.has(free.hand) && free.laid.size ? ` · ${free.hand} fits in ${plural(free.fits ?? 0, "place")}` : "";
  return `${plural(laid, "piece")} laid${fit}`;
}

function showPanel() {
  const panel = byId("table-panel");
  if (!panel) return;
  if (mode === "play") {
    setChildren(panel, play ? play.panel() : []);
    return;
  }
  const over = overused();
  setChildren(panel, [
    el("h2", {}, "Table"),
    el("p", { class: "note", id: "table-summary" }, summaryText()),
    ...(score ? scoreParts(score) : []),
    ...(clashes.length ? [
      el("h3", {}, clashes.length === 1 ? "1 side clashes" : `${clashes.length} sides clash`),
      el("ul", { class: "clashes" }, clashes.slice(0, 40).map((clash) => el("li", {}, button([icon("error"), el("span", {}, clashText(clash))], () => toClash(clash), { class: "clash-line" })))),
    ] : []),
    ...(over.length ? [el("h3", {}, "More than the set has"), el("ul", {}, over.map((text) => el("li", { class: "note" }, text)))] : []),
    el("div", { class: "actions" },
      button("Undo", undo, { disabled: !free.past.length }),
      button("Save position", save, { class: "strong", disabled: !free.laid.size && !free.tokens.size, "aria-keyshortcuts": "S" }),
      button("Clear", clear, { disabled: !free.laid.size && !free.tokens.size })),
    el("p", { class: "note" }, "Click lays the piece in hand; a click on a tile turns it, a right click takes it away. Drag moves it."),
  ]);
}

function overused() {
  const counts = new Map();
  for (const { id } of free.laid.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([id, number]) => number > data.byId.get(id).copies).map(([id, number]) => `${id}: ${number} laid, ${data.byId.get(id).copies} in the set`);
}

export function scoreParts(found) {
  if (found.problems) return [el("h3", {}, "Score, live"), el("ul", { class: "problems" }, found.problems.map((text) => el("li", {}, icon("warning"), el("span", {}, text))))];
  if (!found.totals) return [];
  const rows = found.totals.map(([whose, points]) => el("tr", {}, el("td", {}, whose), el("td", { class: "right" }, el("b", {}, String(points)))));
  return [
    el("h3", {}, "Score, live"),
    el("table", { class: "plain" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Whose"), el("th", { scope: "col", class: "right" }, "Points"))), el("tbody", {}, rows)),
    found.parts.length ? el("details", {}, el("summary", {}, plural(found.parts.length, "part")), el("ul", { class: "parts" }, found.parts.map((part) => el("li", {}, `${part.whose}: ${part.what}${part.how ? `, ${part.how}` : ""} = ${part.points}`)))) : null,
    ...found.remarks.map((text) => el("p", { class: "note" }, text)),
  ].filter(Boolean);
}

function clashText(clash) {
  const side = grid().names(clash.cell)[clash.side];
  return `${clash.cell}, ${side}: ${sideWord(clash.one)} meets ${sideWord(clash.two)}`;
}

function toClash(clash) {
  free.cursor = clash.cell;
  surface.reveal(clash.cell);
  surface.frame.focus();
  drawCursor();
  say(clashText(clash));
}

/** Asks for a name, and saves; *what* is sent with it. */
export function askName(title, proposed, send) {
  const help = byId("help");
  const input = el("input", { type: "text", id: "file-name", "aria-label": "Name", pattern: "[a-z0-9][a-z0-9\\-]*", autocomplete: "off" });
  input.value = proposed;
  const wrong = el("p", { class: "error", role: "alert" });
  const form = el("form", { on: { submit: async (event) => {
    event.preventDefault();
    try {
      const { file } = await send(input.value);
      help.close();
      showMessage(`Saved ${file}`);
      data.files = [...new Set([...data.files, file.split("/").at(-1)])].sort();
      if (mode === "play") showPanel();
    } catch (error) {
      wrong.textContent = error.message;
    }
  } } }, el("p", {}, "positions/", input, ".yaml"), wrong, el("p", { class: "actions" }, el("button", { type: "submit", class: "strong" }, "Save"), button("Cancel", () => help.close())));
  help.replaceChildren(el("h2", { id: "help-title" }, title), form);
  help.showModal();
  input.select();
}

export function proposedName() {
  const taken = new Set(data.files);
  for (let number = 1; ; number += 1) {
    const name = `${store.state.set}-${number}`;
    if (!taken.has(`${name}.yaml`)) return name;
  }
}

function save() {
  if (!free.laid.size && !free.tokens.size) return;
  askName("Save the position", proposedName(), (name) => ask("/api/table/save", { ...asPosition(), name }));
}

// Keys

export function key(event) {
  if (!surface || !data) return false;
  const onTable = surface.frame.contains(event.target);
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && mode === "free") {
    if (letter === "z") (event.shiftKey ? redo : undo)();
    else if (letter === "y") redo();
    else return false;
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (onTable && event.key.startsWith("Arrow")) {
    setCursor(step(grid(), cursor(), event.key, event.shiftKey));
    surface.reveal(cursor());
    hovered = null;
    drawCursor();
    if (mode === "play") showHand();
    say(describe(cursor()));
    return true;
  }
  if (onTable && (event.key === "Enter" || event.key === " ")) {
    if (mode === "play") play.choose(cursor());
    else put(cursor());
    return true;
  }
  if (letter === "+" || letter === "=") surface.zoom(1.2);
  else if (letter === "-") surface.zoom(1 / 1.2);
  else if (letter === "0") surface.zoom(0);
  else if (mode === "play") return play?.key(letter) ?? false;
  else if (onTable && (event.key === "Delete" || event.key === "Backspace")) remove(cursor());
  else if (!store.single) return false;
  else if (letter === "r") {
    if (onTable && (free.laid.has(cursor()) || free.tokens.has(cursor()))) turnAt(cursor(), event.shiftKey ? -1 : 1);
    else turnHand(event.shiftKey ? -1 : 1);
  } else if (letter === ",") nextInHand(-1);
  else if (letter === ".") nextInHand(1);
  else if (letter === "u") undo();
  else if (letter === "c" && clashes.length) {
    nextClash = (nextClash + 1) % clashes.length;
    toClash(clashes[nextClash]);
  } else if (letter === "s") save();
  else return false;
  return true;
}
