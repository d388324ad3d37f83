// Polyforms on the table: the cells that they cover, and what keeps them from lying there. The server has their shapes.

import { modulo } from "./store.js";

function wayOf({ ways }, { turn, over }) {
  const half = ways.length / 2;
  return ways[modulo(turn, half) + (over ? half : 0)];
}

function textOf({ id }, { words }) {
  return `${id} ${words}`.trim();
}

/** The texts of all ways in which pieces may lie, each with the way. */
export function byText(pieces) {
  return pieces.flatMap((piece) => piece.ways.map((way, index) => [textOf(piece, way), { id: piece.id, turn: index % (piece.ways.length / 2), over: 2 * index >= piece.ways.length }]));
}

function moved(grid, cell, [across, down]) {
  const [q, r] = grid.place(cell);
  return grid.at(q + across, r + down);
}

/** The cell that lies from *cell* as *to* lies from *from*; *to* itself if that is beyond the edge. */
export function along(grid, cell, from, to) {
  const [[q, r], [a, b]] = [grid.place(from), grid.place(to)];
  return moved(grid, cell, [a - q, b - r]) ?? to;
}

/**
 * How a piece lies that is held over a cell: its words, the cells that it covers, and how it is drawn. Cells beyond the
 * edge are undefined; a single triangle covers none if it lies the other way round.
 */
export function lying(grid, piece, way, cell) {
  const { held, degrees, ...words } = wayOf(piece, way);
  const [cells, middle] = held[grid.turned(cell) === 180 ? 1 : 0] ?? [[], []];
  const at = (offset) => moved(grid, cell, offset);
  return { text: textOf(piece, words), cells: cells.map(at), middle: at(middle), angle: degrees + grid.tilt, scale: piece.scale, ...piece.sides[way.over ? 1 : 0] };
}

/** A way after some turns, or turned over left to right; null if the pieces of the set may not be. */
export function turned(piece, way, steps, over) {
  if (!over) return piece.turns ? { ...way, turn: way.turn + steps } : null;
  return piece.over ? { ...way, turn: -way.turn, over: !way.over } : null;
}

/** The cell over which a piece is held whose first cell is *first*; undefined if it cannot lie there. */
export function heldOver(grid, piece, way, first) {
  const cells = wayOf(piece, way).held.filter(Boolean).map(([[[across, down]]]) => moved(grid, first, [-across, -down]));
  return cells.find((cell) => cell !== undefined && lying(grid, piece, way, cell).cells[0] === first);
}

/** What lies on each covered cell: how, and over which cell it is held. */
export function covered(grid, laid, pieces) {
  return new Map([...laid].flatMap(([held, { id, ...way }]) => {
    const lies = { held, id, ...lying(grid, pieces.get(id), way, held) };
    return lies.cells.map((cell) => [cell, lies]);
  }));
}

/** Why a piece cannot lie so, in words; "" if it can. */
export function obstacle(grid, piece, { cells }, taken) {
  if (piece.shape !== grid.shape) return `needs a ground of ${piece.cells}`;
  if (!cells.length) return "would lie the other way round";
  if (cells.includes(undefined)) return "would lie over the edge";
  const other = taken.get(cells.find((cell) => taken.has(cell)));
  return other ? `would overlap ${other.text} at ${other.cells[0]}` : "";
}
