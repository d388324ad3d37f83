// The free table: what lies on it, what it says of a place, and every step back.

import { plural } from "./dom.js";
import { allClashes, boardGrid, fittingTurns, openGrid, places, shows } from "./grid.js";
import { along, byText, covered, heldOver, lying, obstacle, turned } from "./polyforms.js";
import { keep, kept, modulo } from "./store.js";

const NO_DATA = { grounds: [], tiles: [], tokens: [], polyforms: [], inks: [], meetings: {}, files: [], game: null };

/**
 * `data` has the grounds and pieces of one revision; `tokens` has one for each cell, as a saved file has, and `polyforms`
 * one for each cell over which a hand holds it.
 */
export const free = {
  data: { ...NO_DATA, byId: new Map(), tokenById: new Map(), polyformById: new Map() },
  set: "", ground: "", laid: new Map(), tokens: new Map(), polyforms: new Map(), hand: null, turn: 0, over: false, cursor: "0,0", past: [], future: [], clashes: [], fits: 0,
};

/**
 * Takes over the data of a revision: whether it is of another set, and how many pieces have left the table.
 *
 * A tile is what it shows, whatever its id: it stays if the set still has it, in whatever family.
 */
export function take(answer, set) {
  const written = [free, ...free.past, ...free.future].map(positionOf);
  const hand = free.data.byId.get(free.hand)?.turns[0] ?? free.data.tokenById.get(free.hand)?.text;
  const data = { ...NO_DATA, ...answer };
  data.byId = new Map(data.tiles.map((tile) => [tile.id, tile]));
  data.tokenById = new Map(data.tokens.map((token) => [token.id, token]));
  data.polyformById = new Map(data.polyforms.map((piece) => [piece.id, piece]));
  data.polyformByText = byText(data.polyforms);
  data.byText = new Map(data.tiles.flatMap((tile) => tile.turns.map((text, turn) => [text, { id: tile.id, turn }])).reverse());
  data.tokenByText = new Map(data.tokens.flatMap((token) => token.pictures.map((_, side) => [token.text + (side ? " back" : ""), { id: token.id, back: side === 1 }])));
  free.data = data;
  const fresh = free.set !== set;
  let lost = 0;
  if (fresh) {
    Object.assign(free, { set, past: [], future: [] });
    lost = open(kept(sessionStorage, `table-${set}`) ?? { ground: "", tiles: [], tokens: [] });
  } else {
    const [now, ...others] = written.map(read);
    lost = now.lost;
    others.forEach((state, index) => Object.assign(index < free.past.length ? free.past[index] : free.future[index - free.past.length], state));
    Object.assign(free, now);
  }
  free.hand = data.byText.get(hand)?.id ?? data.tokenByText.get(hand)?.id ?? ([data.byId, data.tokenById, data.polyformById].some((known) => known.has(free.hand)) ? free.hand : (data.tiles[0] ?? data.polyforms[0] ?? data.tokens[0])?.id ?? null);
  return { fresh, lost };
}

/** Lays the pieces of a position in place of all others; the number of those that the set has not. */
export function open(position) {
  const found = read(position);
  Object.assign(free, found);
  return found.lost;
}

/** The same as a step that can be undone. */
export function opened(position) {
  remember();
  return open(position);
}

/** A position as it is written, with the pieces of this set. */
function read({ ground, tiles, tokens, polyforms = [] }) {
  const { data } = free;
  const found = (pairs, known) => new Map(pairs.filter(([, text]) => known.has(text)).map(([cell, text]) => [cell, { ...known.get(text) }]));
  const laid = found(tiles, data.byText);
  const lyingTokens = found(tokens, data.tokenByText);
  const shape = data.polyformById.get(data.polyformByText.get(polyforms[0]?.[1])?.id)?.shape;
  const there = data.grounds.find((each) => each.name === ground) ?? data.grounds.find((each) => !each.cells && each.shape === shape) ?? data.grounds[0];
  const pieces = readPolyforms(grid(there?.name), polyforms);
  return { ground: there?.name ?? "", laid, tokens: lyingTokens, polyforms: pieces, lost: tiles.length + tokens.length + polyforms.length - laid.size - lyingTokens.size - pieces.size };
}

/** The polyforms that can lie where they are written: none over the edge, or over another one. */
function readPolyforms(here, pairs) {
  const { polyformById, polyformByText } = free.data;
  const found = new Map();
  for (const [first, text] of pairs) {
    const { id, ...way } = polyformByText.get(text) ?? {};
    const piece = polyformById.get(id);
    const held = piece && heldOver(here, piece, way, first);
    if (held !== undefined && !obstacle(here, piece, lying(here, piece, way, held), covered(here, found, polyformById))) found.set(held, { id, ...way });
  }
  return found;
}

/** Keeps the table for a page that is loaded again. */
export function store() {
  keep(sessionStorage, `table-${free.set}`, asPosition());
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
  return !free.laid.size && !free.tokens.size && !free.polyforms.size;
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

/** The table as the server reads and saves it. */
export function asPosition() {
  return positionOf(free);
}

function positionOf({ ground, laid, tokens, polyforms }) {
  const { byId, tokenById, polyformById } = free.data;
  return {
    ground,
    tiles: [...laid].map(([cell, { id, turn }]) => [cell, byId.get(id).turns[modulo(turn, byId.get(id).turns.length)]]),
    tokens: [...tokens].map(([cell, { id, back }]) => [cell, tokenById.get(id).text + (back ? " back" : "")]),
    polyforms: [...new Set(covered(grid(ground), polyforms, polyformById).values())].map(({ cells, text }) => [cells[0], text]),
  };
}

/** A sentence for each tile of which more lie there than the set has. */
export function overused() {
  const counts = new Map();
  for (const { id } of [...free.laid.values(), ...free.polyforms.values()]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const copies = (id) => (free.data.byId.get(id) ?? free.data.polyformById.get(id)).copies;
  return [...counts].filter(([id, number]) => number > copies(id)).map(([id, number]) => `${id}: ${number} laid, ${copies(id)} in the set`);
}

// In words

const SIDE_WORDS = { "-1": "plain", "-2": "blank" };

function sideWord(values) {
  const named = values.filter((value) => value >= 0).map((value) => free.data.inks[value]);
  return named.length ? [...new Set(named)].join(" and ") : SIDE_WORDS[String(Math.max(...values))] ?? "blank";
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
  const there = [polyform?.text, token].filter(Boolean).join("; ") || "empty";
  return [`${cell}: ${wants.length ? `asks for ${wants.join(", ")}` : there}`, wants.length ? fitText(here, cell) : aim && `${free.hand} ${aim.wrong || "fits"}`].filter(Boolean).join("; ");
}

/** How the polyform in hand would lie over a cell, or one dragged from another, and what is wrong with it; null for none. */
export function aimed(cell, from = null) {
  const dragged = from !== cell && !free.tokens.has(from) ? covering().get(from)?.held : undefined;
  if (dragged !== undefined) return tried(along(grid(), dragged, from, cell), free.polyforms.get(dragged), dragged);
  // A click on a polyform turns it.
  return free.data.polyformById.has(free.hand) && !covering().has(cell) ? tried(cell, inHand()) : null;
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

function remember() {
  free.past.push(copied());
  free.future = [];
}

function copied() {
  return { laid: new Map(free.laid), tokens: new Map(free.tokens), polyforms: new Map(free.polyforms), ground: free.ground };
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
  remember();
  if (token) free.tokens.set(cell, { id: free.hand, back: false });
  else free.laid.set(cell, { id: free.hand, turn: free.turn });
  free.cursor = cell;
  return true;
}

/** Lays a polyform held over a cell, in place of that held over another one. */
function settle(cell, polyform, from = null, cursor = cell) {
  const { wrong } = tried(cell, polyform, from);
  if (wrong) return `${cursor}: ${polyform.id} ${wrong}`;
  remember();
  free.polyforms.delete(from);
  free.polyforms.set(cell, polyform);
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
  remember();
  if (token) free.tokens.set(cell, { ...token, back: !token.back });
  else free.laid.set(cell, { ...tile, turn: tile.turn + steps });
  return true;
}

export function remove(cell) {
  const held = covering().get(cell)?.held;
  if (!free.tokens.has(cell) && held === undefined && !free.laid.has(cell)) return false;
  remember();
  if (!free.tokens.delete(cell) && !free.polyforms.delete(held)) free.laid.delete(cell);
  return true;
}

export function move(from, to) {
  const held = covering().get(from)?.held;
  if (held !== undefined && !free.tokens.has(from)) return settle(along(grid(), held, from, to), free.polyforms.get(held), held, to);
  const source = free.tokens.has(from) ? free.tokens : free.laid;
  if (source === free.tokens && free.tokens.has(to)) return tokenThere(to);
  if (free.laid.has(to) || !source.has(from)) return false;
  remember();
  source.set(to, source.get(from));
  source.delete(from);
  free.cursor = to;
  return true;
}

export function clear() {
  if (isEmpty()) return false;
  remember();
  Object.assign(free, { laid: new Map(), tokens: new Map(), polyforms: new Map() });
  return true;
}

export function setGround(name) {
  remember();
  Object.assign(free, { ground: name, laid: new Map(), tokens: new Map(), polyforms: new Map() });
  free.cursor = grid().origin;
}

/** One step back. */
export function undo() {
  return restore(free.past, free.future);
}

/** One step forward again. */
export function redo() {
  return restore(free.future, free.past);
}

function restore(from, to) {
  const before = from.pop();
  if (!before) return false;
  to.push(copied());
  Object.assign(free, before);
  return true;
}
