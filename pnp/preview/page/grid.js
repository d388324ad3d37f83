// Grids of hexagons, squares, rectangles and triangles, and boards: cells, neighbours, sides, and what fits.

import { modulo } from "./store.js";

const ROOT3 = Math.sqrt(3);

/** A grid without an end, for tiles of this shape and size in millimetres; the ratio is that of a rectangle's height to its width. */
export function openGrid(shape, size, ratio = 1, turns = 1) {
  return { hexagon: hexagons, flat: flatHexagons, square: rectangles, rectangle: rectangles, triangle: triangles, loose, none: rectangles }[shape](size, ratio, turns);
}

function key(a, b) {
  return `${a},${b}`;
}

function parsed(cell) {
  return cell.split(",").map(Number);
}

function near(cells, radius, neighbours) {
  const found = new Set(cells);
  let edge = [...cells];
  for (let ring = 0; ring < radius; ring += 1) {
    const beside = edge.flatMap((cell) => neighbours(cell).map((each) => each.cell));
    edge = [...new Set(beside)].filter((cell) => !found.has(cell));
    for (const cell of edge) found.add(cell);
  }
  return found;
}

/** The outline of a regular polygon round a point; its first corner lies at this angle from above. */
function polygon(at, radius, corners, first) {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((first + (index * 360) / corners) * Math.PI) / 180;
    return { x: at.x + radius * Math.sin(angle), y: at.y - radius * Math.cos(angle) };
  });
}

/**
 * A grid of cells with two coordinates, each as a function of these: its centre, the names of its sides, and the steps
 * to its neighbours. A neighbour has the number of the side, and of its own side that lies against it.
 */
function lattice({ names, steps, centre, outline, turns, facing, turned = () => 0 }) {
  const sides = names(0, 0).length;
  return {
    sides,
    turns: turns ?? sides,
    origin: "0,0",
    open: true,
    near,
    place: parsed,
    at: (a, b) => (Number.isInteger(a + b) ? key(a, b) : undefined),
    names: (cell) => names(...parsed(cell)),
    centre: (cell) => centre(...parsed(cell)),
    outline: (cell) => outline(centre(...parsed(cell)), ...parsed(cell)),
    turned: (cell) => turned(...parsed(cell)),
    neighbours: (cell) => {
      const [a, b] = parsed(cell);
      return steps(a, b).map(([x, y], side) => ({ cell: key(a + x, b + y), side, facing: facing?.(side) ?? (side + sides / 2) % sides }));
    },
  };
}

function hexagons(size) {
  return lattice({
    names: () => ["upper right", "right", "lower right", "lower left", "left", "upper left"],
    steps: () => [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]],
    centre: (q, r) => ({ x: size * (q + r / 2), y: (size * ROOT3 * r) / 2 }),
    outline: (at) => polygon(at, size / ROOT3, 6, 0),
  });
}

/** Hexagons with a side at the top; the first side is that one. */
function flatHexagons(size) {
  return lattice({
    names: () => ["upper", "upper right", "lower right", "lower", "lower left", "upper left"],
    steps: () => [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]],
    centre: (q, r) => ({ x: (size * ROOT3 * q) / 2, y: size * (r + q / 2) }),
    outline: (at) => polygon(at, size / ROOT3, 6, 30),
    turned: () => -30,
  });
}

function rectangles(size, ratio) {
  const corners = [[1, -1], [1, 1], [-1, 1], [-1, -1]];
  return lattice({
    names: () => ["upper", "right", "lower", "left"],
    steps: () => [[0, -1], [1, 0], [0, 1], [-1, 0]],
    centre: (x, y) => ({ x: x * size, y: y * size * ratio }),
    outline: ({ x, y }) => corners.map(([a, b]) => ({ x: x + (a * size) / 2, y: y + (b * size * ratio) / 2 })),
    turns: ratio === 1 ? 4 : 2,
  });
}

/** Boxes for tiles that lie apart: their sides meet no others. Each has so many turns. */
function loose(size, ratio, turns) {
  return { ...rectangles(size, ratio), turns, apart: true };
}

function triangles(size) {
  // The cell 0,0 points up; every neighbour of a cell is turned by half a turn.
  const high = (size * ROOT3) / 2;
  const isUp = (a, b) => (a + b) % 2 === 0;
  return lattice({
    names: (a, b) => isUp(a, b) ? ["upper right", "lower", "upper left"] : ["lower left", "upper", "lower right"],
    steps: (a, b) => isUp(a, b) ? [[1, 0], [0, 1], [-1, 0]] : [[-1, 0], [0, -1], [1, 0]],
    centre: (a, b) => ({ x: (a * size) / 2, y: b * high + (isUp(a, b) ? high / 6 : -high / 6) }),
    outline: (at, a, b) => polygon(at, size / ROOT3, 3, isUp(a, b) ? 0 : 180),
    facing: (side) => side,
    turned: (a, b) => (isUp(a, b) ? 0 : 180),
  });
}

/** The grid of a board: its cells by name, with the sides of their shape. */
export function boardGrid(ground) {
  const byName = new Map(ground.cells.map((cell) => [cell.name, cell]));
  const byPlace = new Map(ground.cells.map((cell) => [key(cell.q, cell.r), cell.name]));
  const centre = (name) => byName.get(name) ?? { x: 0, y: 0 };
  const grid = openGrid(ground.flat ? "flat" : ground.shape, ground.size);
  const place = (name) => key(byName.get(name)?.q ?? 0, byName.get(name)?.r ?? 0);
  return {
    sides: grid.sides,
    turns: grid.turns,
    origin: ground.cells[Math.floor(ground.cells.length / 2)]?.name ?? "",
    open: false,
    place: (name) => [byName.get(name)?.q, byName.get(name)?.r],
    at: (q, r) => byPlace.get(key(q, r)),
    names: (name) => grid.names(place(name)),
    centre,
    outline: (name) => {
      const [own, other] = [centre(name), grid.centre(place(name))];
      return grid.outline(place(name)).map(({ x, y }) => ({ x: x - other.x + own.x, y: y - other.y + own.y }));
    },
    neighbours: (name) => byName.has(name)
      ? grid.neighbours(place(name))
        .map((beside) => ({ ...beside, cell: byPlace.get(beside.cell) }))
        .filter((beside) => beside.cell !== undefined)
      : [],
    turned: (name) => grid.turned(place(name)),
    cells: new Set(byName.keys()),
    near,
  };
}

/** What a side of a tile shows after it has been turned clockwise, a rectangle by halves. */
export function shows(tile, turn, side) {
  const count = tile.sides.length;
  const steps = (turn * count) / tile.turns.length;
  return tile.sides[modulo(side - steps, count)];
}

/** Whether two sides match: their edges meet, and so do the strands at each port, which mirror each other. */
function match(one, other, meetings) {
  const meets = (value, against) => meetings[value]?.includes(against) ?? value === against;
  return meets(one[0], other[0]) && one.length === other.length && one.slice(1).every((value, index) => meets(value, other[other.length - 1 - index]));
}

/** The sides of a tile that do not match its neighbours, if it lay on a cell with this turn. */
function clashesAt(grid, laid, tiles, cell, tile, turn) {
  const beside = grid.apart ? [] : grid.neighbours(cell);
  return beside.flatMap(({ cell: other, side, facing }) => {
    const lying = laid.get(other);
    const known = lying && tiles.get(lying.id);
    if (!known) return [];
    const [one, two] = [shows(tile, turn, side), shows(known, lying.turn, facing)];
    return match(one, two, grid.meetings) ? [] : [{ cell, side, other, one, two }];
  });
}

/** The turns with which a tile fits a cell. */
export function fittingTurns(grid, laid, tiles, cell, tile) {
  return tile.turns.map((_, turn) => turn).filter((turn) => !clashesAt(grid, laid, tiles, cell, tile, turn).length);
}

/** All clashes of a table, each once. */
export function allClashes(grid, laid, tiles) {
  const known = [...laid].filter(([, { id }]) => tiles.has(id));
  const found = known.flatMap(([cell, { id, turn }]) => clashesAt(grid, laid, tiles, cell, tiles.get(id), turn));
  return found.filter((clash) => clash.cell < clash.other);
}

/** The empty cells beside tiles; on a board all empty cells, on an empty table the first cell. */
export function places(grid, laid) {
  if (!grid.open) return [...grid.cells].filter((cell) => !laid.has(cell));
  if (!laid.size) return [grid.origin];
  const beside = [...laid.keys()].flatMap((cell) => grid.neighbours(cell).map((each) => each.cell));
  return [...new Set(beside)].filter((cell) => !laid.has(cell));
}

/** The neighbour in the direction of an arrow key; the next best one with Shift. */
export function step(grid, cell, direction, other) {
  const here = grid.centre(cell);
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [-0.02, -1], ArrowDown: [0.02, 1] }[direction];
  const ranked = grid.neighbours(cell)
    .map((beside) => {
      const there = grid.centre(beside.cell);
      const length = Math.hypot(there.x - here.x, there.y - here.y);
      return { cell: beside.cell, along: ((there.x - here.x) * x + (there.y - here.y) * y) / length };
    })
    .filter((each) => each.along > 0.3)
    .sort((one, two) => two.along - one.along);
  return ranked[other ? 1 : 0]?.cell ?? ranked[0]?.cell ?? cell;
}
