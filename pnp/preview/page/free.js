// The free table: what lies on it, what it says of a place, and every step back.

import { plural } from "./dom.js";
import { allClashes, boardGrid, fittingTurns, openGrid, places, shows } from "./grid.js";
import { keep, kept, modulo } from "./store.js";

const NO_DATA = { grounds: [], tiles: [], tokens: [], inks: [], meetings: {}, files: [], game: null };

/** `data` has the grounds and pieces of one revision; `tokens` has one for each cell, as a saved file has. */
export const free = {
  data: { ...NO_DATA, byId: new Map(), tokenById: new Map() },
  set: "", ground: "", laid: new Map(), tokens: new Map(), hand: null, turn: 0, cursor: "0,0", past: [], future: [], clashes: [], fits: 0,
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
  free.hand = data.byText.get(hand)?.id ?? data.tokenByText.get(hand)?.id ?? (data.byId.has(free.hand) || data.tokenById.has(free.hand) ? free.hand : data.tiles[0]?.id ?? data.tokens[0]?.id ?? null);
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
function read({ ground, tiles, tokens }) {
  const { data } = free;
  const found = (pairs, known) => new Map(pairs.filter(([, text]) => known.has(text)).map(([cell, text]) => [cell, { ...known.get(text) }]));
  const laid = found(tiles, data.byText);
  const lying = found(tokens, data.tokenByText);
  const there = data.grounds.some((each) => each.name === ground) ? ground : data.grounds[0]?.name ?? "";
  return { ground: there, laid, tokens: lying, lost: tiles.length + tokens.length - laid.size - lying.size };
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
export function grid() {
  return { ...gridOf(groundOf(free.ground)), meetings: free.data.meetings };
}

// What lies there

export function isEmpty() {
  return !free.laid.size && !free.tokens.size;
}

export function angle(cell, turn) {
  const here = grid();
  return (turn * 360) / here.turns + here.turned(cell);
}

export function contents() {
  const { byId, tokenById } = free.data;
  const laid = [...free.laid].map(([cell, { id, turn }]) => ({ key: `tile ${cell} ${id}`, cell, picture: byId.get(id)?.picture, angle: angle(cell, turn) }));
  const tokens = [...free.tokens].map(([cell, { id, back }]) => ({ key: `token ${cell} ${id}`, cell, picture: tokenById.get(id)?.pictures[back ? 1 : 0], angle: 0 }));
  return [...laid, ...tokens];
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

function positionOf({ ground, laid, tokens }) {
  const { byId, tokenById } = free.data;
  return {
    ground,
    tiles: [...laid].map(([cell, { id, turn }]) => [cell, byId.get(id).turns[modulo(turn, byId.get(id).turns.length)]]),
    tokens: [...tokens].map(([cell, { id, back }]) => [cell, tokenById.get(id).text + (back ? " back" : "")]),
  };
}

/** A sentence for each tile of which more lie there than the set has. */
export function overused() {
  const counts = new Map();
  for (const { id } of free.laid.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  const copies = (id) => free.data.byId.get(id).copies;
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
  const lying = free.laid.get(cell);
  if (lying) {
    const bad = clashesOn(cell);
    return [`${cell}: ${lying.id}, ${byId.get(lying.id)?.turns[modulo(lying.turn, here.turns)] ?? ""}`, token, bad ? `${plural(bad, "side")} clash` : ""].filter(Boolean).join("; ");
  }
  const wants = wanted(here, cell);
  return [`${cell}: ${wants.length ? `asks for ${wants.join(", ")}` : token ?? "empty"}`, wants.length ? fitText(here, cell) : ""].filter(Boolean).join("; ");
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
  return { laid: new Map(free.laid), tokens: new Map(free.tokens), ground: free.ground };
}

/** Whether a token in hand, or one from another cell, would be the second on a cell. */
export function isTaken(cell, from = null) {
  return from === null ? free.data.tokenById.has(free.hand) && free.tokens.has(cell) : from !== cell && free.tokens.has(from) && free.tokens.has(cell);
}

export function put(cell) {
  const token = free.data.tokenById.has(free.hand);
  if (isTaken(cell) || (!token && (free.laid.has(cell) || !free.data.byId.has(free.hand)))) return false;
  remember();
  if (token) free.tokens.set(cell, { id: free.hand, back: false });
  else free.laid.set(cell, { id: free.hand, turn: free.turn });
  free.cursor = cell;
  return true;
}

export function turnAt(cell, steps) {
  const token = free.tokens.get(cell);
  const lying = free.laid.get(cell);
  // A token has no turns, but perhaps a back.
  if (token ? free.data.tokenById.get(token.id).pictures.length < 2 : !lying) return false;
  remember();
  if (token) free.tokens.set(cell, { ...token, back: !token.back });
  else free.laid.set(cell, { ...lying, turn: lying.turn + steps });
  return true;
}

export function remove(cell) {
  if (!free.tokens.has(cell) && !free.laid.has(cell)) return false;
  remember();
  if (!free.tokens.delete(cell)) free.laid.delete(cell);
  return true;
}

export function move(from, to) {
  const source = free.tokens.has(from) ? free.tokens : free.laid;
  if (free.laid.has(to) || isTaken(to, from) || !source.has(from)) return false;
  remember();
  source.set(to, source.get(from));
  source.delete(from);
  free.cursor = to;
  return true;
}

export function clear() {
  if (isEmpty()) return false;
  remember();
  free.laid = new Map();
  free.tokens = new Map();
  return true;
}

export function setGround(name) {
  remember();
  Object.assign(free, { ground: name, laid: new Map(), tokens: new Map() });
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
