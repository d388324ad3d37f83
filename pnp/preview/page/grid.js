// Grids of hexagons, squares, rectangles and triangles, and boards: cells, neighbours, sides, and what fits.

const ROOT3 = Math.sqrt(3);

const HEX_NAMES = ["upper right", "right", "lower right", "lower left", "left", "upper left"];
const HEX_STEPS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];

/** A grid without an end, for tiles of this shape and size in millimetres; the ratio is that of a rectangle's height to its width. */
export function openGrid(shape, size, ratio = 1) {
  return { hexagon: hexagons, square: rectangles, rectangle: rectangles, triangle: triangles }[shape](size, ratio);
}

function key(a, b) {
  return `${a},${b}`;
}

function parsed(cell) {
  return cell.split(",").map(Number);
}

function near(origin, radius, neighbours) {
  const found = new Set([origin]);
  let edge = [origin];
  for (let ring = 0; ring < radius; ring += 1) {
    const next = [];
    for (const cell of edge) {
      for (const beside of neighbours(cell)) {
        if (found.has(beside.cell)) continue;
        found.add(beside.cell);
        next.push(beside.cell);
      }
    }
    edge = next;
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

function hexagons(size) {
  const centre = (cell) => {
    const [q, r] = parsed(cell);
    return { x: size * (q + r / 2), y: (size * ROOT3 * r) / 2 };
  };
  return {
    sides: 6,
    turns: 6,
    origin: "0,0",
    open: true,
    names: () => HEX_NAMES,
    centre,
    outline: (cell) => polygon(centre(cell), size / ROOT3, 6, 0),
    // The number of the side, and of the side of the next tile that lies against it.
    neighbours: (cell) => {
      const [q, r] = parsed(cell);
      return HEX_STEPS.map(([a, b], side) => ({ cell: key(q + a, r + b), side, facing: (side + 3) % 6 }));
    },
    turned: () => 0,
    near,
  };
}

/** Hexagons with a side at the top; the first side is that one. */
function flatHexagons(size) {
  const centre = (cell) => {
    const [q, r] = parsed(cell);
    return { x: (size * ROOT3 * q) / 2, y: size * (r + q / 2) };
  };
  const steps = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
  return {
    sides: 6,
    turns: 6,
    origin: "0,0",
    open: true,
    names: () => ["upper", "upper right", "lower right", "lower", "lower left", "upper left"],
    centre,
    outline: (cell) => polygon(centre(cell), size / ROOT3, 6, 30),
    neighbours: (cell) => {
      const [q, r] = parsed(cell);
      return steps.map(([a, b], side) => ({ cell: key(q + a, r + b), side, facing: (side + 3) % 6 }));
    },
    turned: () => -30,
    near,
  };
}

function rectangles(size, ratio) {
  const centre = (cell) => {
    const [x, y] = parsed(cell);
    return { x: x * size, y: y * size * ratio };
  };
  const outline = (cell) => {
    const { x, y } = centre(cell);
    return [[1, -1], [1, 1], [-1, 1], [-1, -1]].map(([a, b]) => ({ x: x + (a * size) / 2, y: y + (b * size * ratio) / 2 }));
  };
  const steps = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  return {
    sides: 4,
    turns: ratio === 1 ? 4 : 2,
    origin: "0,0",
    open: true,
    names: () => ["upper", "right", "lower", "left"],
    centre,
    outline,
    neighbours: (cell) => {
      const [x, y] = parsed(cell);
      return steps.map(([a, b], side) => ({ cell: key(x + a, y + b), side, facing: (side + 2) % 4 }));
    },
    turned: () => 0,
    near,
  };
}

function triangles(size) {
  // The cell 0,0 points up; every neighbour of a cell is turned by half a turn.
  const high = (size * ROOT3) / 2;
  const isUp = (cell) => {
    const [a, b] = parsed(cell);
    return (a + b) % 2 === 0;
  };
  const centre = (cell) => {
    const [a, b] = parsed(cell);
    return { x: (a * size) / 2, y: b * high + (isUp(cell) ? high / 6 : -high / 6) };
  };
  const steps = { true: [[1, 0], [0, 1], [-1, 0]], false: [[-1, 0], [0, -1], [1, 0]] };
  return {
    sides: 3,
    turns: 3,
    origin: "0,0",
    open: true,
    names: (cell) => isUp(cell) ? ["upper right", "lower", "upper left"] : ["lower left", "upper", "lower right"],
    centre,
    outline: (cell) => polygon(centre(cell), size / ROOT3, 3, isUp(cell) ? 0 : 180),
    neighbours: (cell) => {
      const [a, b] = parsed(cell);
      return steps[isUp(cell)].map(([x, y], side) => ({ cell: key(a + x, b + y), side, facing: side }));
    },
    turned: (cell) => (isUp(cell) ? 0 : 180),
    near,
  };
}

/** The grid of a board: its cells by name, with the sides of their shape. */
export function boardGrid(ground) {
  const byName = new Map(ground.cells.map((cell) => [cell.name, cell]));
  const byPlace = new Map(ground.cells.map((cell) => [key(cell.q, cell.r), cell.name]));
  const centre = (name) => byName.get(name) ?? { x: 0, y: 0 };
  const grid = ground.flat ? flatHexagons(ground.size) : openGrid(ground.shape, ground.size);
  const place = (name) => key(byName.get(name)?.q ?? 0, byName.get(name)?.r ?? 0);
  return {
    sides: grid.sides,
    turns: grid.turns,
    origin: ground.cells[Math.floor(ground.cells.length / 2)]?.name ?? "",
    open: false,
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
  return tile.sides[(((side - steps) % count) + count) % count];
}

/** Whether two sides match: the same edge, and the same strand at each port, which mirror each other. */
export function match(one, other) {
  return one[0] === other[0] && one.length === other.length && one.slice(1).every((value, index) => value === other[other.length - 1 - index]);
}

/** The sides of a tile that do not match its neighbours, if it lay on a cell with this turn. */
export function clashesAt(grid, laid, tiles, cell, tile, turn) {
  const found = [];
  for (const beside of grid.neighbours(cell)) {
    const other = laid.get(beside.cell);
    const known = other && tiles.get(other.id);
    if (known && !match(shows(tile, turn, beside.side), shows(known, other.turn, beside.facing))) {
      found.push({ cell, side: beside.side, other: beside.cell, one: shows(tile, turn, beside.side), two: shows(known, other.turn, beside.facing) });
    }
  }
  return found;
}

/** The turns with which a tile fits a cell. */
export function fittingTurns(grid, laid, tiles, cell, tile) {
  return tile.turns.map((_, turn) => turn).filter((turn) => !clashesAt(grid, laid, tiles, cell, tile, turn).length);
}

/** All clashes of a table, each once. */
export function allClashes(grid, laid, tiles) {
  const found = [];
  for (const [cell, { id, turn }] of laid) {
    const tile = tiles.get(id);
    if (!tile) continue;
    for (const clash of clashesAt(grid, laid, tiles, cell, tile, turn)) {
      if (clash.cell < clash.other) found.push(clash);
    }
  }
  return found;
}

/** The empty cells beside tiles; on a board all empty cells, on an empty table the first cell. */
export function places(grid, laid) {
  if (!grid.open) return [...grid.cells].filter((cell) => !laid.has(cell));
  if (!laid.size) return [grid.origin];
  const found = new Set();
  for (const cell of laid.keys()) {
    for (const beside of grid.neighbours(cell)) if (!laid.has(beside.cell)) found.add(beside.cell);
  }
  return [...found];
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
