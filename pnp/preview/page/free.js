// The free table: what lies on it, what it says of a place, and every step back.

import { plural } from "./dom.js";
import { allClashes, boardGrid, fittingTurns, openGrid, places, shows } from "./grid.js";
import * as loose from "./loose.js";
import { along, byText, covered, heldOver, lying, obstacle, turned } from "./polyforms.js";
import { keep, kept, modulo } from "./store.js";

const NO_DATA = { grounds: [], tiles: [], tokens: [], polyforms: [], loose: [], players: [2, 2], inks: [], meetings: {}, files: [], game: null };
const LAYERS = ["tiles", "tokens", "polyforms"];
const MOST_KEPT = 20000; // pieces in all steps that can be undone: what a browser keeps at ease

/**
 * What outlives saves, reloads and servers: the table `now` and every step of it, the hand, and the game that is played.
 *
 * Each layer has a piece for each cell, as a saved file has: its text, which says what it shows, and its id and turn, which
 * tell pieces of one text apart. A polyform is there for its first cell, and has the cell over which a hand holds it as its grip.
 * Loose things are a value of their own. Below the table is the hand of the player number `whose`, or all pieces for 0.
 */
const KEPT = { now: { ground: "", tiles: {}, tokens: {}, polyforms: {}, loose: null }, past: [], future: [], hand: null, turn: 0, over: false, cursor: "0,0", whose: 0, playing: false, game: null };

/** All of that, and what the set of this revision makes of it, `loose` things as well; `polyforms` has the cells over which a hand holds them. */
export const free = {
  ...KEPT, data: indexed(NO_DATA), set: "", ground: "", laid: new Map(), tokens: new Map(), polyforms: new Map(), loose: loose.read(null, loose.indexed()), missing: [], clashes: [], fits: 0,
};

// How a tile looked when the set still had it, by its text.
const looks = new Map();

function indexed(answer) {
  const data = { ...NO_DATA, ...answer };
  const byId = (pieces) => new Map(pieces.map((piece) => [piece.id, piece]));
  const ways = (pairs) => {
    const found = new Map();
    for (const [text, way] of pairs) found.set(text, [...(found.get(text) ?? []), way]);
    return found;
  };
  return {
    ...data, byId: byId(data.tiles), tokenById: byId(data.tokens), polyformById: byId(data.polyforms),
    mat: loose.indexed(data.loose, data.players),
    ways: {
      tiles: ways(data.tiles.flatMap(({ id, turns }) => turns.map((text, turn) => [text, { id, turn }]))),
      tokens: ways(data.tokens.flatMap(({ id, text, pictures }) => pictures.map((_, side) => [text + (side ? " back" : ""), { id, back: side === 1 }]))),
      polyforms: ways(byText(data.polyforms)),
    },
  };
}

/** Takes over the data of a revision: whether it is of another set, and how many pieces that lie there it lacks. */
export function take(answer, set) {
  const fresh = free.set !== set;
  const hand = fresh ? null : free.data.byId.get(free.hand)?.turns[0] ?? free.data.tokenById.get(free.hand)?.text;
  const before = free.missing.length;
  free.data = indexed(answer);
  if (fresh) Object.assign(free, KEPT, { set }, kept(sessionStorage, `table-${set}`) ?? kept(localStorage, `table-${set}`));
  read();
  const { ways, byId, tokenById, polyformById, tiles, polyforms, tokens } = free.data;
  const same = (ways.tiles.get(hand) ?? ways.tokens.get(hand) ?? []).map(({ id }) => id);
  const isKnown = same.length ? same.includes(free.hand) : [byId, tokenById, polyformById].some((pieces) => pieces.has(free.hand));
  if (!isKnown) free.hand = same[0] ?? (tiles[0] ?? polyforms[0] ?? tokens[0])?.id ?? null;
  return { fresh, lost: Math.max(0, free.missing.length - (fresh ? 0 : before)) };
}

/** Keeps the table for this tab, and for one that is opened later. */
export function store() {
  const whole = Object.fromEntries(Object.keys(KEPT).map((name) => [name, free[name]]));
  for (const storage of [sessionStorage, localStorage]) keep(storage, `table-${free.set}`, whole);
}

/** Finds the pieces that lie there in the set; the others are missing, and come back with it. */
function read() {
  const { data, now } = free;
  const first = data.ways.polyforms.get(Object.values(now.polyforms)[0]?.text)?.[0];
  const shape = data.polyformById.get(first?.id)?.shape;
  free.ground = (data.grounds.find((each) => each.name === now.ground) ?? data.grounds.find((each) => !each.cells && each.shape === shape) ?? data.grounds[0])?.name ?? "";
  const here = grid();
  const found = Object.fromEntries(LAYERS.map((layer) => [layer, new Map()]));
  free.missing = [];
  for (const layer of LAYERS) {
    for (const [cell, { text, id, turn, over, grip }] of Object.entries(now[layer])) {
      const ways = data.ways[layer].get(text) ?? [];
      const way = ways.find((each) => each.id === id && each.turn === turn && each.over === over) ?? ways.find((each) => each.id === id) ?? ways[0];
      const held = layer === "polyforms" && way ? roomFor(here, way, cell, grip, found.polyforms) : cell;
      if (way && held !== undefined && isOn(here, cell)) found[layer].set(held, { ...way, first: cell });
      else free.missing.push({ layer, cell, text });
    }
  }
  Object.assign(free, { laid: found.tiles, tokens: found.tokens, polyforms: found.polyforms });
  free.loose = loose.read(now.loose, data.mat, onCells(), groundBox());
  for (let index = loose.lacking(free.loose, data.mat); index > 0; index -= 1) free.missing.push({ layer: "loose" });
  for (const { id, turn } of found.tiles.values()) looks.set(data.byId.get(id).turns[turn], { picture: data.byId.get(id).picture, turn });
}

/** How many of each piece lie on cells, by the texts of loose pieces. */
function onCells() {
  const texts = new Map([...free.data.mat.known].map(([text, { id, home }]) => [`${home.kind} ${id}`, text]));
  const counts = new Map();
  for (const [kind, layer] of [["tile", free.laid], ["token", free.tokens]]) {
    for (const { id } of layer.values()) {
      const text = texts.get(`${kind} ${id}`);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

const ROOM = 9.4; // cells across the room that an open table keeps free of homes

/** The box of the ground, beside which homes lie; null for a table without cells. */
function groundBox() {
  const { cells, box, size = 30, ratio = 1 } = groundOf(free.ground) ?? {};
  if (box) return { x: box[0], y: box[1], width: box[2], height: box[3] };
  return cells ? null : { x: (-ROOM * size) / 2, y: (-ROOM * size * ratio) / 2, width: ROOM * size, height: ROOM * size * ratio };
}

function isOn(here, cell) {
  const [one, other] = here.place(cell);
  return Number.isInteger(one + other);
}

/** The cell over which a polyform is held whose first cell this is, *grip* if it can be; undefined over the edge, or over another one. */
function roomFor(here, way, first, grip, others) {
  const { polyformById } = free.data;
  const piece = polyformById.get(way.id);
  const held = grip && lying(here, piece, way, grip).cells[0] === first ? grip : heldOver(here, piece, way, first);
  return held === undefined || obstacle(here, piece, lying(here, piece, way, held), covered(here, others, polyformById)) ? undefined : held;
}

/** Lays the pieces of a position in place of all others; the number of those that the set lacks. */
export function opened(position) {
  const layer = (pairs = []) => Object.fromEntries(pairs.map(([cell, text]) => [cell, { text }]));
  edit((now) => {
    now.ground = position.ground;
    for (const name of LAYERS) now[name] = layer(position[name]);
  });
  return free.missing.length;
}

/** The ground of that name, or the first one. */
export function groundOf(name) {
  return free.data.grounds.find((each) => each.name === name) ?? free.data.grounds[0];
}

export function gridOf(ground) {
  if (!ground?.shape) return openGrid("hexagon", 30);
  return ground.cells ? boardGrid(ground) : openGrid(ground.shape, ground.size, ground.ratio, ground.turns);
}

/** The grid on which pieces lie, with what colours meet by the rules of the set. */
export function grid(name = free.ground) {
  const ground = groundOf(name);
  const flat = ground?.flat || ground?.shape === "flat";
  return { ...gridOf(ground), meetings: free.data.meetings, shape: flat ? "hexagon" : ground?.shape, tilt: flat ? 30 : 0 };
}

// What lies there

export function isEmpty() {
  return LAYERS.every((layer) => !Object.keys(free.now[layer]).length);
}

/** The places of missing pieces, each with how the piece looked. */
export function ghosts() {
  const here = grid();
  return free.missing.filter(({ cell }) => cell !== undefined && isOn(here, cell)).map(({ cell, text }) => ({ cell, picture: looks.get(text)?.picture, angle: angle(cell, looks.get(text)?.turn ?? 0) }));
}

/** The polyform on each cell that one covers, without that held over a cell. */
export function covering(but = null) {
  return covered(grid(), [...free.polyforms].filter(([cell]) => cell !== but), free.data.polyformById);
}

export function angle(cell, turn) {
  const here = grid();
  return (turn * 360) / here.turns + here.turned(cell);
}

export function contents() {
  const { byId, tokenById } = free.data;
  const laid = [...free.laid].map(([cell, { id, turn }]) => ({ key: `tile ${cell} ${id}`, cell, picture: byId.get(id)?.picture, angle: angle(cell, turn) }));
  const tokens = [...free.tokens].map(([cell, { id, back }]) => ({ key: `token ${cell} ${id}`, cell, picture: tokenById.get(id)?.pictures[back ? 1 : 0], angle: 0 }));
  const pieces = [...new Set(covering().values())].map((lies) => ({ ...lies, key: `polyform ${lies.held} ${lies.id}`, cell: lies.middle }));
  return [...laid, ...pieces, ...tokens];
}

/** Finds the clashes, and the cells on which the tile in hand fits in some turn. */
export function judged(cells) {
  const here = grid();
  const { byId } = free.data;
  const tile = byId.get(free.hand);
  free.clashes = allClashes(here, free.laid, byId);
  const open = tile && free.laid.size ? places(here, free.laid).filter((cell) => cells.has(cell)) : [];
  const fits = open.map((cell) => ({ cell, turns: fittingTurns(here, free.laid, byId, cell, tile) })).filter((each) => each.turns.length);
  free.fits = fits.length;
  return fits.map(({ cell, turns }) => ({ cell, now: turns.includes(modulo(free.turn, tile.turns.length)) }));
}

/** The table as a file has it, with the pieces that are missing or without. */
export function asPosition(whole = true) {
  const gone = new Set(whole ? [] : free.missing.map(({ layer, cell }) => `${layer} ${cell}`));
  const pairs = (layer) => Object.entries(free.now[layer]).filter(([cell]) => !gone.has(`${layer} ${cell}`)).map(([cell, { text }]) => [cell, text]);
  return { ground: whole ? free.now.ground : free.ground, ...Object.fromEntries(LAYERS.map((layer) => [layer, pairs(layer)])) };
}

/** A sentence for each tile of which more lie there than the set has. */
export function overused() {
  const counts = new Map();
  const { homes, known } = free.data.mat;
  const apart = free.loose.piles.filter(({ key }) => !homes.has(key)).flatMap(({ pieces }) => pieces.map(({ text }) => known.get(text))).filter((piece) => piece?.home.kind === "tile" && free.data.byId.has(piece.id));
  for (const { id } of [...free.laid.values(), ...free.polyforms.values(), ...apart]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const copies = (id) => (free.data.byId.get(id) ?? free.data.polyformById.get(id)).copies;
  return [...counts].filter(([id, number]) => number > copies(id)).map(([id, number]) => `${id}: ${number} laid, ${copies(id)} in the set`);
}

// In words

const SIDE_WORDS = { "-1": "plain", "-2": "blank" };

function sideWord(values) {
  const named = values.filter((value) => value >= 0).map((value) => free.data.inks[value]);
  // The edge of a side with ports has a colour, or says nothing.
  return named.length ? [...new Set(named)].join(" and ") : SIDE_WORDS[String(Math.max(...(values.length > 1 ? values.slice(1) : values)))] ?? "blank";
}

export function clashText(clash) {
  const side = grid().names(clash.cell)[clash.side];
  return `${clash.cell}, ${side}: ${sideWord(clash.one)} meets ${sideWord(clash.two)}`;
}

function clashesOn(cell) {
  return free.clashes.filter((clash) => clash.cell === cell || clash.other === cell).length;
}

/** A place in words: what lies there, or what its neighbours ask for. */
export function describe(cell) {
  const here = grid();
  const { byId, tokenById } = free.data;
  const token = tokenById.get(free.tokens.get(cell)?.id)?.text;
  const tile = free.laid.get(cell);
  const polyform = covering().get(cell);
  if (tile) {
    const bad = clashesOn(cell);
    return [`${cell}: ${tile.id}, ${byId.get(tile.id)?.turns[modulo(tile.turn, here.turns)] ?? ""}`, polyform?.text, token, bad ? `${plural(bad, "side")} clash` : ""].filter(Boolean).join("; ");
  }
  const wants = wanted(here, cell);
  const aim = aimed(cell);
  const gone = free.missing.filter((each) => each.cell === cell).map(({ text }) => `${text}, which the set lacks now`);
  const there = [polyform?.text, token, ...gone].filter(Boolean).join("; ") || "empty";
  return [`${cell}: ${wants.length && !gone.length ? `asks for ${wants.join(", ")}` : there}`, wants.length ? fitText(here, cell) : aim && `${free.hand} ${aim.wrong || "fits"}`].filter(Boolean).join("; ");
}

/** How the polyform in hand would lie over a cell, or one dragged from another, and what is wrong with it; null for none. */
export function aimed(cell, from = null) {
  const dragged = from !== cell && !free.tokens.has(from) ? covering().get(from)?.held : undefined;
  if (dragged !== undefined) return tried(along(grid(), dragged, from, cell), free.polyforms.get(dragged), dragged);
  // A click on a polyform turns it.
  return free.data.polyformById.has(free.hand) && !covering().has(cell) ? tried(cell, inHand()) : null;
}

/** How a piece fits the cursor's cell, from the way in which it lies in the hand on; undefined if it does not. */
export function fitting(id) {
  const { data, cursor, laid, turn, over } = free;
  const tile = data.byId.get(id);
  if (tile) {
    const turns = laid.has(cursor) ? [] : fittingTurns(grid(), laid, data.byId, cursor, tile);
    return turns.length ? { turn: turns.find((each) => each === modulo(turn, tile.turns.length)) ?? turns[0], over: false } : undefined;
  }
  const piece = data.polyformById.get(id);
  if (!piece) return free.tokens.has(cursor) ? undefined : { turn: 0, over: false };
  const ways = piece.ways.map((_, index) => ({ turn: index % (piece.ways.length / 2), over: 2 * index >= piece.ways.length }));
  return ways.filter((way) => (piece.turns || way.turn === 0) && (piece.over || !way.over)).find((way) => !tried(cursor, { id, ...way }).wrong);
}

function inHand() {
  return { id: free.hand, turn: free.turn, over: free.over };
}

/** How a polyform would lie that is held over a cell, in place of that held over another one. */
function tried(cell, { id, ...way }, from = null) {
  const here = grid();
  const piece = free.data.polyformById.get(id);
  const lies = lying(here, piece, way, cell);
  return { ...lies, cell: lies.middle, wrong: obstacle(here, piece, lies, covering(from)) };
}

function wanted(here, cell) {
  const names = here.names(cell);
  return (here.apart ? [] : here.neighbours(cell)).flatMap((beside) => {
    const other = free.laid.get(beside.cell);
    const tile = other && free.data.byId.get(other.id);
    if (!tile) return [];
    const values = shows(tile, other.turn, beside.facing);
    return [`${sideWord(values)} ${names[beside.side]}`];
  });
}

function fitText(here, cell) {
  const tile = free.data.byId.get(free.hand);
  if (!tile) return "";
  const turns = fittingTurns(here, free.laid, free.data.byId, cell, tile).map((turn) => modulo(turn - free.turn, tile.turns.length));
  const best = Math.min(...turns);
  if (!turns.length) return `${free.hand} does not fit`;
  return best === 0 ? `${free.hand} fits` : `${free.hand} fits after ${plural(best, "turn")}`;
}

/** The sides that clash round a cell, for the sentence after something is laid there. */
export function laidText(cell) {
  const bad = clashesOn(cell);
  return `${free.hand} laid${bad ? `; ${plural(bad, "side")} clash` : ""}`;
}

// Laying, turning, taking away: each returns whether something has changed

function edit(change) {
  const loosePieces = free.now.loose?.piles.reduce((sum, pile) => sum + pile.pieces.length, 0) ?? 0;
  const pieces = LAYERS.reduce((sum, layer) => sum + Object.keys(free.now[layer]).length, 1 + loosePieces);
  free.past = [...free.past, free.now].slice(-Math.max(10, Math.floor(MOST_KEPT / pieces)));
  free.future = [];
  free.now = { ...structuredClone(free.now), ground: free.ground };
  change(free.now);
  read();
}

function tileEntry(id, turn) {
  const { turns } = free.data.byId.get(id);
  return { text: turns[modulo(turn, turns.length)], id, turn: modulo(turn, turns.length) };
}

function tokenThere(cell) {
  return `${cell} has a token already: the free table takes one token a cell`;
}

export function put(cell) {
  const { byId, tokenById, polyformById } = free.data;
  const token = tokenById.has(free.hand);
  if (polyformById.has(free.hand)) return covering().has(cell) ? false : settle(cell, inHand());
  if (token && free.tokens.has(cell)) return tokenThere(cell);
  if (!token && (free.laid.has(cell) || !byId.has(free.hand))) return false;
  edit((now) => {
    if (token) now.tokens[cell] = { text: tokenById.get(free.hand).text, id: free.hand };
    else now.tiles[cell] = tileEntry(free.hand, free.turn);
  });
  free.cursor = cell;
  return true;
}

/** Lays a polyform held over a cell, in place of that held over another one. */
function settle(cell, polyform, from = null, cursor = cell) {
  const { wrong, text, cells } = tried(cell, polyform, from);
  if (wrong) return `${cursor}: ${polyform.id} ${wrong}`;
  const { id, turn, over } = polyform;
  edit((now) => {
    delete now.polyforms[free.polyforms.get(from)?.first];
    now.polyforms[cells[0]] = { text, id, turn: modulo(turn, free.data.polyformById.get(id).ways.length / 2), over, grip: cell };
  });
  free.cursor = cursor;
  return true;
}

/** Turns what lies there, or turns it over; a token has no turns, but perhaps a back. */
export function turnAt(cell, steps, over = false) {
  const token = free.tokens.get(cell);
  const held = covering().get(cell)?.held;
  const tile = free.laid.get(cell);
  if (!token && held !== undefined) {
    const polyform = free.polyforms.get(held);
    const next = turned(free.data.polyformById.get(polyform.id), polyform, steps, over);
    return next ? settle(held, next, held, cell) : false;
  }
  if (token ? free.data.tokenById.get(token.id).pictures.length < 2 : !tile || over) return false;
  edit((now) => {
    if (token) now.tokens[cell] = { text: free.data.tokenById.get(token.id).text + (token.back ? "" : " back"), id: token.id };
    else now.tiles[cell] = tileEntry(tile.id, tile.turn + steps);
  });
  return true;
}

export function remove(cell) {
  const { now } = free;
  const first = free.polyforms.get(covering().get(cell)?.held)?.first;
  const [layer, key] = [["tokens", cell], ["polyforms", first ?? cell], ["tiles", cell]].find(([name, at]) => now[name][at]) ?? [];
  if (layer) edit((next) => delete next[layer][key]);
  return Boolean(layer);
}

export function move(from, to) {
  const held = covering().get(from)?.held;
  if (held !== undefined && !free.tokens.has(from)) return settle(along(grid(), held, from, to), free.polyforms.get(held), held, to);
  const layer = free.now.tokens[from] ? "tokens" : "tiles";
  if (layer === "tokens" && free.tokens.has(to)) return tokenThere(to);
  if (free.laid.has(to) || !free.now[layer][from]) return false;
  edit((now) => {
    now[layer][to] = now[layer][from];
    delete now[layer][from];
  });
  free.cursor = to;
  return true;
}

/** Takes a new value of the loose things. */
export function setLoose(value) {
  edit((now) => {
    now.loose = loose.stored(value, free.data.mat);
  });
  return true;
}

/** Lays a tile that was loose into a cell, turned by so many degrees; *value* has it no more. */
export function layLoose(value, id, degrees, cell) {
  const tile = free.data.byId.get(id);
  if (!tile || free.laid.has(cell) || covering().has(cell)) return false;
  edit((now) => {
    now.loose = loose.stored(value, free.data.mat);
    now.tiles[cell] = tileEntry(id, Math.round((degrees * tile.turns.length) / 360));
  });
  free.cursor = cell;
  return true;
}

export function clear() {
  if (isEmpty() && !free.now.loose) return false;
  edit((now) => Object.assign(now, KEPT.now, { ground: now.ground }));
  return true;
}

export function setGround(name) {
  edit((now) => Object.assign(now, KEPT.now, { ground: name, loose: now.loose }));
  free.cursor = grid().origin;
}

/** One step back. */
export function undo() {
  return restore("past", "future");
}

/** One step forward again. */
export function redo() {
  return restore("future", "past");
}

function restore(from, to) {
  if (!free[from].length) return false;
  free[to] = [...free[to], free.now];
  free.now = free[from].at(-1);
  free[from] = free[from].slice(0, -1);
  read();
  return true;
}
