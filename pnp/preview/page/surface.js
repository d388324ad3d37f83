// The drawing of a table: its ground, its pieces, the places that matter, and the cursor.

import { svg } from "./dom.js";
import { picture, sizeOf } from "./pictures.js";

const MARGIN = 4; // millimetres round everything
const BADGE = 10; // pixels round a thing, for the number on its corner

function around(one, other) {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return { x, y, width: Math.max(one.x + one.width, other.x + other.width) - x, height: Math.max(one.y + one.height, other.y + other.height) - y };
}

function cornersOf({ x, y, width, height }) {
  return [{ x, y }, { x: x + width, y: y + height }];
}

/** A table in a scrolling frame; *listeners* get the cell under the pointer. */
export class Surface {
  constructor(frame, listeners) {
    this.frame = frame;
    this.scale = 2.6; // pixels for a millimetre
    this.layers = Object.fromEntries(["ground", "boards", "cells", "pieces", "marks", "loose", "over"].map((name) => [name, svg("g", { class: `layer-${name}`, "aria-hidden": ["boards", "loose"].includes(name) ? null : "true" })]));
    this.root = svg("svg", { class: "surface", role: "group", "aria-label": "On the table" }, Object.values(this.layers));
    frame.replaceChildren(this.root);
    this.box = null;
    this.nodes = new Map();
    this.grid = null;
    this.root.addEventListener("pointermove", (event) => listeners.hover(this.cellAt(event)));
    this.root.addEventListener("pointerleave", () => listeners.hover(null));
    this.root.addEventListener("pointerdown", (event) => listeners.down(this.cellAt(event), event));
    this.root.addEventListener("contextmenu", (event) => {
      const cell = this.cellAt(event);
      if (cell && listeners.remove(cell)) event.preventDefault();
    });
  }

  /** Shows a table: the grid, the ground, what lies on it, and room for these boxes. */
  show(grid, ground, cells, things, boxes = []) {
    this.ground = ground;
    this.grid = grid;
    this.cells = cells;
    this.fit(ground, cells, boxes);
    this.showGround(ground);
    this.layers.cells.replaceChildren(...(grid.open ? [...cells].map((cell) => this.outline(cell, "cell")) : []));
    this.showThings(things);
  }

  fit(ground, cells, boxes) {
    const [x, y, width, height] = ground?.box ?? [];
    const corners = [...(ground?.box ? [{ x, y, width, height }] : []), ...boxes].flatMap(cornersOf);
    this.boxes = boxes;
    const points = [...corners, ...(ground?.box ? [] : [...cells].flatMap((cell) => this.grid.outline(cell)))];
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const box = { x: Math.min(...xs) - MARGIN, y: Math.min(...ys) - MARGIN };
    box.width = Math.max(...xs) + MARGIN - box.x;
    box.height = Math.max(...ys) + MARGIN - box.y;
    const before = this.box;
    // A table only grows, so that nothing on it moves under the pointer.
    this.box = before && this.of === ground?.name ? around(before, box) : box;
    this.of = ground?.name;
    this.needed = box;
    this.resize();
    if (before && (before.x !== this.box.x || before.y !== this.box.y)) {
      this.frame.scrollLeft += (before.x - this.box.x) * this.scale;
      this.frame.scrollTop += (before.y - this.box.y) * this.scale;
    }
  }

  resize() {
    const { x, y, width, height } = this.box;
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.root.style.setProperty("width", `${width * this.scale}px`);
    this.root.style.setProperty("height", `${height * this.scale}px`);
    this.root.style.setProperty("--pixel", `${1 / this.scale}px`);
  }

  zoom(factor) {
    const { frame } = this;
    const middle = { x: (frame.scrollLeft + frame.clientWidth / 2) / this.scale, y: (frame.scrollTop + frame.clientHeight / 2) / this.scale };
    this.scale = Math.min(9, Math.max(0.7, factor ? this.scale * factor : 96 / 25.4));
    this.resize();
    frame.scrollLeft = middle.x * this.scale - frame.clientWidth / 2;
    frame.scrollTop = middle.y * this.scale - frame.clientHeight / 2;
  }

  /** Makes everything as large as the frame has room for; where some of it has none, loose things are in view. */
  fill() {
    if (!this.box) return;
    const { frame, needed } = this;
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    this.scale = Math.min(5, Math.max(0.9, Math.min(width / needed.width, height / needed.height)));
    // The whole frame is table: what is laid later needs no other place for all else.
    const [more, higher] = [Math.max(0, width / this.scale - needed.width), Math.max(0, height / this.scale - needed.height)];
    this.box = { x: needed.x - more / 2, y: needed.y - higher / 2, width: needed.width + more, height: needed.height + higher };
    this.resize();
    frame.scrollLeft = (this.box.width * this.scale - width) / 2;
    frame.scrollTop = (this.box.height * this.scale - height) / 2;
    for (const box of this.boxes.toReversed()) for (const corner of cornersOf(box).toReversed()) this.revealPoint(corner, BADGE);
  }

  async showGround(ground) {
    const name = ground?.picture ?? "";
    if (this.layers.ground.dataset.name === name) return;
    this.layers.ground.dataset.name = name;
    this.layers.ground.replaceChildren();
    if (!name) return;
    const drawn = await picture(name);
    if (this.layers.ground.dataset.name !== name) return;
    if (!drawn) {
      this.layers.ground.dataset.name = "";
      return;
    }
    const [x, y, width, height] = ground.box;
    // A board lies on paper, in dark and light.
    this.layers.ground.append(svg("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 3, class: "sheet" }));
    for (const [attribute, value] of Object.entries({ x, y, width, height })) drawn.setAttribute(attribute, value);
    this.layers.ground.append(drawn);
  }

  /** Things are {key, cell, picture, angle}, perhaps with a box round the cell's centre, a shift and a scale; one that stays keeps its element. */
  showThings(things) {
    const wanted = things.map((thing) => {
      const key = `${thing.key} ${thing.picture}`;
      let node = this.nodes.get(key);
      if (!node) {
        node = svg("g", { class: "thing" });
        this.nodes.set(key, node);
        // A picture that fails is asked for again when the table is shown again.
        this.drawInto(node, thing).then((drawn) => drawn || this.nodes.delete(key));
      }
      node.setAttribute("transform", this.placeOf(thing));
      return node;
    });
    const there = new Set(wanted);
    for (const [key, node] of this.nodes) if (!there.has(node)) this.nodes.delete(key);
    this.layers.pieces.replaceChildren(...wanted);
  }

  placeOf({ cell, shift = { x: 0, y: 0 }, angle = 0, scale = 1 }) {
    const { x, y } = this.grid.centre(cell);
    return `translate(${x + shift.x} ${y + shift.y}) rotate(${angle}) scale(${scale})`;
  }

  async drawInto(node, { picture: name, box }) {
    const drawn = name && (await picture(name));
    if (!drawn) return false;
    const { width, height } = sizeOf(drawn);
    drawn.setAttribute("width", width);
    drawn.setAttribute("height", height);
    drawn.setAttribute("x", box?.[0] ?? -width / 2);
    // The middle of a triangle lies at two thirds of its height.
    drawn.setAttribute("y", box?.[1] ?? (this.grid.sides === 3 ? (-height * 2) / 3 : -height / 2));
    node.append(drawn);
    return true;
  }

  outline(cell, name) {
    const points = this.grid.outline(cell).map((point) => `${point.x.toFixed(2)},${point.y.toFixed(2)}`).join(" ");
    return svg("polygon", { points, class: name });
  }

  /** The side of a cell that clashes: a black bar with a cross in its middle. */
  clash(cell, side) {
    const { x, y } = this.grid.centre(cell);
    const corners = this.grid.outline(cell);
    const beside = this.grid.neighbours(cell).find((each) => each.side === side);
    const there = beside ? this.grid.centre(beside.cell) : { x, y };
    const middle = { x: (x + there.x) / 2, y: (y + there.y) / 2 };
    const [one, two] = [...corners].sort((a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y));
    const bar = (name) => svg("line", { x1: one.x, y1: one.y, x2: two.x, y2: two.y, class: name });
    const arm = 1.1;
    return svg("g", { class: "clash" }, bar("halo"), bar("bar"), svg("circle", { cx: middle.x, cy: middle.y, r: 2.6 }),
      svg("path", { d: `M${middle.x - arm} ${middle.y - arm}l${2 * arm} ${2 * arm}M${middle.x + arm} ${middle.y - arm}l${-2 * arm} ${2 * arm}` }));
  }

  mark(marks) {
    this.layers.marks.replaceChildren(...marks);
  }

  /** The cursor, and the piece in hand where it would lie. */
  over(items) {
    this.layers.over.replaceChildren(...items);
  }

  ghost(thing) {
    const node = svg("g", { class: "ghost", transform: this.placeOf(thing) });
    this.drawInto(node, thing);
    return node;
  }

  /** The place under the pointer, in millimetres. */
  pointAt(event) {
    const frame = this.root.getBoundingClientRect();
    return { x: this.box.x + ((event.clientX - frame.left) / frame.width) * this.box.width, y: this.box.y + ((event.clientY - frame.top) / frame.height) * this.box.height };
  }

  /** The cell under the pointer; null beside all cells, and over a loose thing. */
  cellAt(event) {
    if (!this.grid || !this.box || event.target.closest?.(".loose")) return null;
    const at = this.pointAt(event);
    const far = (cell, point) => Math.hypot(this.grid.centre(cell).x - point.x, this.grid.centre(cell).y - point.y);
    let best = null;
    for (const cell of this.cells) if (best === null || far(cell, at) < far(best, at)) best = cell;
    return best !== null && far(best, at) <= far(best, this.grid.outline(best)[0]) ? best : null;
  }

  reveal(cell) {
    this.revealPoint(this.grid.centre(cell));
  }

  revealPoint({ x, y }, room = 70) {
    const left = (x - this.box.x) * this.scale;
    const top = (y - this.box.y) * this.scale;
    const { frame } = this;
    frame.scrollLeft = Math.max(left - frame.clientWidth + room, Math.min(left - room, frame.scrollLeft));
    frame.scrollTop = Math.max(top - frame.clientHeight + room, Math.min(top - room, frame.scrollTop));
  }
}
