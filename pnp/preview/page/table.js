// The table: lay pieces freely, or play a game by its rules.

import { asksAgain } from "./asked.js";
import { button, byId, el, icon, plural, say, select, setChildren, showMessage } from "./dom.js";
import * as laying from "./free.js";
import { angle, describe, free } from "./free.js";
import { step } from "./grid.js";
import { Hands } from "./hands.js";
import { Mat } from "./mat.js";
import { dropped, isFiltered, nextInHand, showFitting, showHand, showUndo, turnHand } from "./palette.js";
import { askName, freePanel, showSummary } from "./panel.js";
import { Play } from "./play.js";
import { ask } from "./server.js";
import { sampleSentence } from "./shown.js";
import { change, modulo, small, store } from "./store.js";
import { Surface } from "./surface.js";

const REACH = [2, 4]; // rings of empty cells round the pieces, and round the first cell
const SCORE_AFTER = 120; // milliseconds
const OPEN = { x: 0, y: 0, width: 340, height: 240 }; // millimetres of a table without cells

let surface = null;
let play = null;
let asked = "";
let ready = false;

let score = null;
let hovered = null;
let nextClash = 0;

/** The free table; a game has the same properties. */
const freely = {
  ground: () => laying.groundOf(free.ground),
  get cursor() { return free.cursor; },
  set cursor(cell) { free.cursor = cell; },
  occupied: () => new Set([...free.laid.keys(), ...free.tokens.keys(), ...laying.covering().keys(), ...laying.ghosts().map(({ cell }) => cell)]),
  contents: laying.contents,
  marks: () => [
    ...laying.ghosts().flatMap((ghost) => [ghost.picture && surface.ghost(ghost), surface.outline(ghost.cell, "missing")].filter(Boolean)),
    ...laying.judged(surface.cells).map(({ cell, now }) => surface.outline(cell, now ? "fits now" : "fits")),
    ...free.clashes.map((clash) => surface.clash(clash.cell, clash.side)),
  ],
  describe,
  choose: put,
  showHand: (place) => hands.show(place, hasPalette() ? (body) => showHand(body, steps) : null),
  panel: () => freePanel(score, steps, mat.panel()),
};

/** The loose things, which belong to the free table. */
const mat = new Mat({
  get surface() { return mode === freely ? surface : null; },
  get value() { return free.loose; },
  get set() { return free.data.mat; },
  get whose() { return free.whose; },
  edit: (value, sentence) => did(laying.setLoose(value), () => sentence),
  layTile: (value, id, degrees, cell) => did(laying.layLoose(value, id, degrees, cell), () => describe(cell)),
  cell: () => (hasCells() ? free.cursor : null),
  tilt: () => grid().turned(grid().origin),
  isGround: (key) => key === `board ${free.ground}`,
  show(number) {
    free.whose = number;
    laying.store();
    showBelow();
    showPanel();
  },
  showHand: () => showBelow(),
  chooseInHand: (index) => hands.choose(index),
  showPanel: () => showPanel(),
  showPlace,
  fill: () => surface.fill(),
  room: () => surface.needed,
});
const hands = new Hands(mat);

function hasCells() {
  return grid().open || grid().cells.size > 0;
}

function hasPalette() {
  return hasCells() && free.data.tiles.length + free.data.tokens.length + free.data.polyforms.length > 0;
}

let mode = freely; // or the game that is played
let brought = {};

/** Takes a piece into the hand, for somebody who comes from the other views. */
export function lay(id) {
  brought = { hand: id, turn: store.turns.get(id) ?? 0, over: false, playing: false };
}

export function render({ names, entered }) {
  if (entered) build();
  const key = `${store.state.set} ${store.state.revision}`;
  if (key !== asked && store.state.revision && (entered || asksAgain(names))) load(key);
  else if (entered && ready) show(true);
  else if (ready && ["hand", "panel"].some((name) => names.has(name))) show(true);
}

small.addEventListener("change", () => change({ panel: null }));

function isOpen(part) {
  return store[part] ?? !small.matches;
}

/** Folds the panel away where it covers the table. */
export function foldSheet() {
  mat.cancel();
  if (small.matches && isOpen("panel")) change({ panel: false });
}

addEventListener("pagehide", () => ready && laying.store());

export function leave() {
  surface = null;
}

async function load(key) {
  asked = key;
  surface?.frame.setAttribute("aria-busy", "true");
  let answer;
  try {
    answer = await ask("/api/table");
  } catch (error) {
    // The next state asks again.
    if (asked === key) asked = "";
    showMessage(error.message);
    return;
  }
  if (asked !== key) return;
  if (ready && free.set !== store.state.set) laying.store();
  ready = true;
  const { fresh, lost } = laying.take(answer, store.state.set);
  if (lost) showMessage(`The set lacks ${plural(lost, "piece")} of the table now; ${lost === 1 ? "it comes" : "they come"} back with the set`);
  if (fresh || !free.data.game) play = null;
  if (fresh) score = null;
  play?.take(free.data);
  if (store.view === "table") show(fresh);
}

function newPlay() {
  const made = new Play(free.data, { changed: playChanged, message: showMessage, pointed: () => mode === made && surface && (drawMarks(), drawCursor()) });
  made.take(free.data);
  return made;
}

// The frame

function build() {
  const frame = el("div", { class: "frame", tabindex: "0", role: "application", "aria-label": "Table", "aria-roledescription": "table of tiles", "aria-describedby": "place", "aria-busy": String(!ready) });
  const note = el("div", { id: "table-sample" });
  const place = el("p", { id: "place", class: "place-text" });
  const hand = el("div", { class: "hand", id: "hand" });
  const panel = el("section", { class: "panel", id: "table-panel", "aria-label": "About the table" });
  setChildren(byId("view"), [el("div", { class: "middle" }, note, frame, place, hand), panel]);
  surface = new Surface(frame, { hover, down, remove: (cell) => mode === freely && did(laying.remove(cell), () => "taken away") });
  frame.addEventListener("focus", () => draw());
}

function grid() {
  return laying.gridOf(mode.ground());
}

function show(fill = false) {
  if (!surface) return;
  Object.assign(free, brought);
  brought = {};
  const hasRecord = location.hash === "#table/record";
  if (hasRecord) {
    // Once: a page that is loaded again keeps its game.
    history.replaceState(null, "", "#table");
    free.playing = true;
  }
  mode = free.playing && free.data.game ? (play ??= newPlay()) : freely;
  if (hasRecord && mode !== freely) play.send("/api/play/open", {});
  surface.frame.setAttribute("aria-busy", "false");
  showTools();
  setChildren(byId("table-sample"), [sampleSentence()].filter(Boolean));
  showBelow();
  draw();
  if (fill) surface.fill();
  showPanel();
  if (mode === freely) askScore();
}

function showTools() {
  const choose = (label, playing) => button(label, () => {
    free.playing = playing;
    laying.store();
    show(true);
  }, { "aria-pressed": String(playing === (mode !== freely)) });
  const { game, grounds } = free.data;
  const choice = select(grounds.map((each) => [each.name, each.title]), free.ground, (name) => {
    laying.setGround(name);
    hovered = null;
    show(true);
  }, { "aria-label": "Ground" });
  setChildren(byId("toolbar"), [
    game ? el("span", { class: "toggle", role: "group", "aria-label": "On the table" }, choose(["Try", el("span", { class: "more" }, " pieces")], false), choose(["Play", el("span", { class: "more" }, " by the rules")], true)) : null,
    mode === freely && grounds.length > 1 ? el("label", {}, "On ", choice) : null,
    el("span", { class: "grow" }),
    ...[["hand", "Hand"], ["panel", "Details"]].map(([part, label]) => button(label, () => change({ [part]: !isOpen(part) }), { id: `fold-${part}`, "aria-expanded": String(isOpen(part)), "aria-controls": part === "hand" ? "hand" : "table-panel" })),
    el("span", { class: "zoom" },
      button("−", () => surface.zoom(1 / 1.2), { "aria-label": "Smaller", "aria-keyshortcuts": "-" }),
      button("+", () => surface.zoom(1.2), { "aria-label": "Larger", "aria-keyshortcuts": "+" }),
      button("Fit", () => surface.fill())),
  ].filter(Boolean));
}

function playChanged(started) {
  laying.store();
  if (mode === freely || store.view !== "table") return;
  draw();
  showBelow();
  showPanel();
  if (started) surface?.fill();
  else {
    const cell = mode.news().at(-1)?.cells.at(-1);
    if (surface?.cells.has(cell)) surface.reveal(cell);
  }
}

// Drawing

function draw() {
  if (!surface || !ready) return;
  const here = grid();
  const used = mode.occupied();
  const cells = here.open ? new Set() : here.cells;
  if (here.open) {
    const longest = Math.max(0, ...free.data.polyforms.map((each) => each.ways[0].held.find(Boolean)[0].length));
    for (const cell of here.near(used.size ? used : [here.origin], Math.max(REACH[used.size ? 0 : 1], longest), here.neighbours)) cells.add(cell);
  }
  if (!cells.has(mode.cursor)) mode.cursor = used.size ? [...used][0] : here.origin;
  surface.frame.tabIndex = mode !== freely || hasCells() ? 0 : -1;
  const boxes = mode === freely ? [...mat.boxes(), ...(hasCells() ? [] : [OPEN])] : [];
  surface.show(here, mode.ground(), cells, mode.contents(here), boxes);
  if (mode === freely) mat.draw();
  else for (const layer of ["boards", "loose"]) surface.layers[layer].replaceChildren();
  drawMarks();
  drawCursor();
}

function drawMarks() {
  surface.mark(mode.marks(surface));
}

function drawCursor() {
  const items = [];
  const cell = hovered ?? mode.cursor;
  if (mode === freely && cell && (hovered || document.activeElement === surface.frame)) items.push(...aimed(cell));
  if (!surface.cells.has(mode.cursor)) {
    surface.over([]);
    return;
  }
  if (document.activeElement === surface.frame) items.push(surface.outline(mode.cursor, "cursor"));
  if (hovered && hovered !== mode.cursor) items.push(surface.outline(hovered, "hovered"));
  surface.over(items);
  if (mode === freely) showFitting(steps);
  if (!document.activeElement?.closest(".loose")) showPlace(mode.describe(mode.cursor, surface.grid));
}

function showPlace(sentence) {
  const place = byId("place");
  if (place) place.textContent = sentence;
}

/** The piece in hand, or a polyform that is dragged, where it would lie. */
function aimed(cell) {
  const aim = laying.aimed(cell, pressed);
  if (aim) return [...aim.cells.filter(Boolean).map((each) => surface.outline(each, aim.wrong ? "covers wrong" : "covers")), ...(aim.wrong ? [] : [surface.ghost(aim)])];
  const tile = free.data.byId.get(free.hand);
  const token = free.data.tokenById.get(free.hand);
  if (free.laid.has(cell)) return [];
  if (tile) return [surface.ghost({ cell, picture: tile.picture, angle: angle(cell, free.turn) })];
  return token ? [surface.ghost({ cell, picture: token.pictures[0], angle: 0 })] : [];
}

// Below the table and beside it

const steps = {
  undo: () => did(laying.undo(), () => "undone"),
  redo: () => did(laying.redo(), () => "done again"),
  clear: () => did(laying.clear(), () => "cleared") && surface.fill(),
  remove: () => did(laying.remove(free.cursor), () => "taken away"),
  save,
  open,
  toClash,
  hasCells,
  taken(id) {
    drawMarks();
    drawCursor();
    showSummary();
    say(`${id} in hand`);
  },
  turned() {
    drawMarks();
    drawCursor();
    say(describe(free.cursor));
  },
};

function showBelow() {
  const hand = byId("hand");
  if (!hand) return;
  hand.hidden = !isOpen("hand");
  mode.showHand(hand);
}

/** Shows the numbers of pieces in the hands of players, and the hand that is shown; all pieces stay as they are. */
function showTabs() {
  if (free.whose || !hasPalette()) showBelow();
  else hands.showNumbers();
}

function showPanel() {
  const panel = byId("table-panel");
  if (!panel) return;
  panel.hidden = !isOpen("panel");
  byId("view").classList.toggle("folded", panel.hidden);
  const [head, ...parts] = mode.panel();
  const fold = () => {
    change({ panel: false });
    byId("fold-panel").focus();
  };
  setChildren(panel, [el("header", {}, el("h2", {}, head), button(icon("close"), fold, { class: "icon-button", id: "close-panel", "aria-label": "Fold the details away" })), ...parts.filter(Boolean)]);
}

let scoring = 0;

function askScore() {
  clearTimeout(scoring);
  if (!free.data.game || laying.isEmpty()) {
    score = null;
    return;
  }
  scoring = setTimeout(async () => {
    score = await ask("/api/table/score", laying.asPosition(false)).catch((error) => ({ problems: [error.message] }));
    if (mode === freely && store.view === "table") showPanel();
  }, SCORE_AFTER);
}

function save() {
  if (!laying.isEmpty()) askName("Save the position", (name) => ask("/api/table/save", { ...laying.asPosition(), name }), showPanel);
}

/** Lays the pieces of a saved position. */
async function open(file) {
  let position;
  try {
    position = await ask("/api/table/open", { file });
  } catch (error) {
    showMessage(error.message);
    return;
  }
  const lost = laying.opened(position);
  did(true, () => `${file} lies on the table`);
  surface.fill();
  if (lost) showMessage(`${file}: ${plural(lost, "piece")} of it ${lost === 1 ? "is not in this set, or has" : "are not in this set, or have"} no room there`);
}

// Laying, turning, taking away

/** Draws the table after a step, and says what the step was, or why it cannot be; whether somebody tried one. */
function did(happened, sentence) {
  if (!happened) return false;
  if (happened !== true) {
    drawCursor();
    showMessage(happened);
    return true;
  }
  laying.store();
  draw();
  askScore();
  showPanel();
  if (free.data.mat.homes.size) showTabs();
  showUndo();
  say(sentence());
  return true;
}

function put(cell, before = cell) {
  // Somebody who looks for what fits chooses the place first.
  if (isFiltered() && cell !== before && !freely.occupied().has(cell)) {
    drawCursor();
    say(describe(cell));
  } else if (!did(laying.put(cell), () => laying.laidText(cell))) turnAt(cell, 1);
}

function turnAt(cell, by, over = false) {
  did(laying.turnAt(cell, by, over), () => describe(cell));
}

/** Turns what lies at the cursor, or else the piece in hand; *over* turns it over. */
function turn(by, onTable, over = false) {
  if (onTable && freely.occupied().has(free.cursor)) turnAt(free.cursor, by, over);
  else turnHand(by, steps, over);
}

function hover(cell) {
  if (cell === hovered) return;
  hovered = cell;
  drawCursor();
}

let pressed = null;
let cursorBefore = null;

function down(cell, event) {
  if (event.button !== 0 || !cell) return;
  if (mode !== freely) {
    mode.choose(cell);
    return;
  }
  pressed = cell;
  cursorBefore = free.cursor;
  free.cursor = cell;
}

addEventListener("pointerup", (event) => {
  const fromHand = dropped();
  const from = pressed;
  pressed = null;
  if (!surface || store.view !== "table" || mode !== freely) return;
  // A finger that drags has its events where it began.
  const below = document.elementFromPoint(event.clientX, event.clientY);
  const cell = surface.frame.contains(below) ? surface.cellAt(event) : null;
  if (!cell) return;
  if (from === cell || fromHand) put(cell, fromHand ? cell : cursorBefore);
  else if (from) did(laying.move(from, cell), () => describe(cell));
});

function toClash(clash) {
  free.cursor = clash.cell;
  surface.reveal(clash.cell);
  surface.frame.focus();
  drawCursor();
  say(laying.clashText(clash));
}

// Keys

export function key(event) {
  if (!surface || !ready) return false;
  const onTable = surface.frame.contains(event.target);
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && mode === freely) {
    if (letter === "z") steps[event.shiftKey ? "redo" : "undo"]();
    else if (letter === "y") steps.redo();
    else return false;
    return true;
  }
  if (mode === freely && (hands.key(event) || mat.key(event, store.single))) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (onTable && event.key.startsWith("Arrow")) walk(event);
  else if (onTable && (event.key === "Enter" || event.key === " ")) mode.choose(mode.cursor);
  else if (mode === freely && onTable && (event.key === "Delete" || event.key === "Backspace")) steps.remove();
  else return store.single && letterKey(letter, event.shiftKey, onTable);
  return true;
}

function walk(event) {
  mode.cursor = step(grid(), mode.cursor, event.key, event.shiftKey);
  surface.reveal(mode.cursor);
  hovered = null;
  drawCursor();
  if (mode !== freely) showBelow();
  say(mode.describe(mode.cursor));
}

function letterKey(letter, shift, onTable) {
  if (letter === "+" || letter === "=") surface.zoom(1.2);
  else if (letter === "-") surface.zoom(1 / 1.2);
  else if (letter === "0") surface.zoom(0);
  else if (mode !== freely) return mode.key(letter);
  else if (letter === "r") turn(shift ? -1 : 1, onTable);
  else if (letter === "m") turn(0, onTable, true);
  else if (letter === ",") nextInHand(-1, steps);
  else if (letter === ".") nextInHand(1, steps);
  else if (letter === "u") steps.undo();
  else if (letter === "c" && free.clashes.length) {
    nextClash = modulo(nextClash + 1, free.clashes.length);
    toClash(free.clashes[nextClash]);
  } else if (letter === "s") save();
  else return false;
  return true;
}
