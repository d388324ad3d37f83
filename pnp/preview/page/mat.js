// Loose things on the table: how they are drawn, dragged, and moved by keys, and their actions in the panel.

import { button, byId, el, input, openDialog, plural, select, showMessage, svg } from "./dom.js";
import * as loose from "./loose.js";
import { picture } from "./pictures.js";

const STEP = [10, 50]; // millimetres that an arrow key moves a thing, with Shift as well
const DRAGGED = 5; // pixels from which a press is a drag
const ROOM = 7; // millimetres
const HELD = 400; // milliseconds after which a drag takes the whole stack
const ORDER = ["board", "tile", "card", "token", "die"]; // from the lowest
const MOST_LOOKED = 400; // pieces in a list
const SACK = "M-3.500 -9h7l-1.800 4.500c4.300 2 6.300 6 6.300 9 0 4-3 5-8 5s-8-1-8-5c0-3 2-7 6.300-9z";

const KEYS = ["Enter", "h", "a", "t", "m", "M", "x", "l", "r", "R", "g", "Delete"];

let random = Math.random;

/** Lets tests say what is random. */
export function seed(source) {
  random = source;
}

// How pieces looked when the set still had them, by their texts.
const looks = new Map();

/** The loose things of a table: *host* has their value and the set, and takes each new value with a sentence about it. */
export class Mat {
  constructor(host) {
    Object.assign(this, { host, chosen: null, nodes: new Map(), drag: null, number: 1, sides: 6 });
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.drop(event));
    addEventListener("pointercancel", () => this.cancel());
  }

  get value() {
    return this.drag?.value ?? this.host.value;
  }

  get set() {
    return this.host.set;
  }

  /** The key of the hand that is shown, or of the first one. */
  get hand() {
    const keys = loose.hands(this.value).map(({ key }) => key);
    return keys.find((key) => key === loose.handKey(this.host.whose)) ?? keys[0];
  }

  get pile() {
    return this.chosen && loose.pileOf(this.value, this.chosen);
  }

  // Drawing

  /** The boxes that all things fill, with room for their titles. */
  boxes() {
    return loose.lying(this.value).map((pile) => loose.boxOf(pile, this.set)).map(({ x, y, width, height }) => ({ x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM }));
  }

  draw() {
    const { surface } = this.host;
    if (!surface) return;
    const piles = loose.lying(this.value).map((pile, index) => ({ pile, index, look: loose.lookOf(pile, this.set) }));
    piles.sort((one, other) => ORDER.indexOf(one.look.kind) - ORDER.indexOf(other.look.kind) || one.index - other.index);
    const focused = document.activeElement?.closest?.(".loose");
    if (!this.pile || loose.isHand(this.pile)) this.chosen = piles[0]?.pile.key ?? null;
    const layers = { boards: [], loose: [] };
    for (const { pile, look } of piles) layers[look.kind === "board" ? "boards" : "loose"].push(this.node(pile, look));
    for (const [name, nodes] of Object.entries(layers)) {
      // What is dragged lies last, so that it is never the one that moves: it would lose the pointer.
      const { children } = surface.layers[name];
      nodes.forEach((node, index) => node === children[index] || surface.layers[name].insertBefore(node, children[index] ?? null));
      while (children.length > nodes.length) children[nodes.length].remove();
    }
    const there = new Set(piles.map(({ pile }) => pile.key));
    for (const key of this.nodes.keys()) if (!there.has(key)) this.nodes.delete(key);
    if (!focused) return;
    const next = focused.isConnected ? focused : this.nodes.get(this.chosen);
    if (next !== document.activeElement) next?.focus({ preventScroll: true });
    this.showPlace();
  }

  /** The element of a pile, which stays as long as the pile does. */
  node(pile, look) {
    const { key } = pile;
    let node = this.nodes.get(key);
    if (!node) {
      node = svg("g", { class: "loose", role: "button", "data-key": key, on: { focus: () => this.choose(key), pointerdown: (event) => this.press(event, key) } });
      this.nodes.set(key, node);
    }
    const label = loose.nameOf(pile, this.set);
    node.setAttribute("aria-label", label);
    node.setAttribute("tabindex", key === this.chosen ? "0" : "-1");
    node.setAttribute("transform", `translate(${pile.x} ${pile.y})`);
    const home = this.set.homes.get(key);
    const piece = loose.topOf(pile);
    const known = piece && this.known(piece.text);
    const name = home?.form === "bag" ? "" : known?.pictures[piece.up ? 0 : 1] ?? "";
    const tilt = look.kind === "tile" ? this.host.tilt() : 0;
    const looksSo = JSON.stringify([label, name, pile.turn + tilt, pile.pieces.length]);
    if (node.looksSo === looksSo) return node;
    node.looksSo = looksSo;
    const [width, height] = known?.home.size ?? look.size;
    const box = (properties) => svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: look.kind === "tile" ? 6 : 2, ...properties });
    const gone = piece && !this.set.known.has(piece.text);
    const turned = svg("g", { transform: `rotate(${pile.turn + tilt})`, class: gone ? "ghost" : null });
    const number = pile.pieces.length;
    if (home?.form === "bag") turned.append(svg("path", { class: "bag", d: SACK, transform: `scale(${Math.min(width, height) / 20})` }));
    else if (pile.die) turned.append(box({ class: "die", rx: 3 }), svg("text", { class: "shows", y: 3.2 }, String(pile.shows)));
    else if (!number) turned.append(box({ class: "vacant" }));
    else {
      if (look.kind === "card") turned.append(...Array.from({ length: Math.min(3, number - 1) }, (_, index) => box({ class: "edge", transform: `translate(${0.7 * (3 - index)} ${0.7 * (3 - index)})` })));
      if (!name) turned.append(box({ class: "reverse" }), box({ class: "reverse inner", x: 4 - width / 2, y: 4 - height / 2, width: width - 8, height: height - 8 }));
    }
    const around = loose.boxOf(pile, this.set);
    const title = ["deck", "bag"].includes(home?.form) && svg("text", { class: "title", y: around.height / 2 }, home.title);
    const badge = (number > 1 || (home && number !== 1)) && svg("text", { class: "badge", x: around.width / 2, y: -around.height / 2 }, String(number));
    const ring = svg("g", { transform: turned.getAttribute("transform") }, gone && box({ class: "missing" }), box({ class: "ring" }));
    node.replaceChildren(...[turned, ring, title, badge].filter(Boolean));
    // A picture that fails is asked for again when the table is shown again.
    if (name) this.host.surface.drawInto(turned, { picture: name, box: [-width / 2, -height / 2] }).then((drawn) => { if (!drawn) node.looksSo = ""; });
    return node;
  }

  known(text) {
    const known = this.set.known.get(text);
    if (known) looks.set(text, known);
    return known ?? looks.get(text);
  }

  // Choosing and dragging

  choose(key, focus = false) {
    if (key !== this.chosen) {
      this.chosen = key;
      for (const [each, node] of this.nodes) node.setAttribute("tabindex", each === key ? "0" : "-1");
      this.host.showPanel();
    }
    this.showPlace();
    if (focus) {
      this.host.surface.revealPoint(this.pile);
      this.nodes.get(key)?.focus({ preventScroll: true });
    }
  }

  showPlace() {
    if (this.pile) this.host.showPlace(`${loose.nameOf(this.pile, this.set)}. Enter: ${this.main(this.pile)[0].toLowerCase()}`);
  }

  press(event, key) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const again = key === this.chosen && document.activeElement === this.nodes.get(key);
    const node = this.nodes.get(key);
    node.focus({ preventScroll: true });
    this.begin(event, { key, node, again });
  }

  begin(event, drag) {
    // A finger's events stay with the element that it has pressed.
    event.currentTarget.setPointerCapture(event.pointerId);
    this.drag = { ...drag, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, since: event.timeStamp, value: null };
  }

  move(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const at = this.host.surface.pointAt(event);
    if (!drag.value) {
      if (Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) < DRAGGED) return;
      const start = this.host.value;
      const pile = loose.pileOf(start, drag.key);
      const isWhole = !loose.isHand(pile) && (event.shiftKey || event.timeStamp - drag.since > HELD || !(pile.pieces.length > 1 || this.set.homes.has(pile.key)));
      const which = isWhole ? [] : drag.which ?? loose.next(start, this.set, pile.key, 1, random);
      if (!isWhole && !which.length) return;
      drag.moved = isWhole ? pile.key : String(start.next);
      // A thing stays below the pointer as it was taken; from a hand it comes with its middle.
      const taken = this.host.surface.pointAt({ clientX: drag.from.x, clientY: drag.from.y });
      drag.shift = loose.isHand(pile) ? { x: 0, y: 0 } : { x: pile.x - taken.x, y: pile.y - taken.y };
      drag.value = isWhole ? start : loose.given(start, this.set, pile.key, which, { ...at, turn: pile.turn ?? 0 }, loose.isHand(pile) || undefined);
    }
    drag.value = loose.placed(drag.value, drag.moved, at.x + drag.shift.x, at.y + drag.shift.y);
    this.draw();
  }

  cancel() {
    if (!this.drag) return;
    this.drag = null;
    this.draw();
  }

  drop(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const { value, moved: key } = drag;
    if (!value) {
      this.drag = null;
      if (drag.again) this.main(this.pile)[1]();
      else if (drag.which) this.host.chooseInHand(drag.which[0]);
      return;
    }
    const pile = loose.pileOf(value, key);
    const own = this.nodes.get(key);
    own.classList.add("dragged");
    const below = document.elementFromPoint(event.clientX, event.clientY);
    own.classList.remove("dragged");
    const hand = below?.closest("[data-hand]")?.dataset.hand;
    const other = below?.closest(".loose") && loose.pileOf(value, below.closest(".loose").dataset.key);
    this.drag = null;
    const isHome = this.set.homes.has(key);
    const { kind } = loose.lookOf(pile, this.set);
    const all = pile.pieces.map((_, index) => index);
    if (hand !== undefined && pile.pieces.length && !isHome && kind !== "board") {
      const to = loose.handKey(hand);
      if (to === drag.key) this.draw();
      else this.edit(loose.given(value, this.set, key, all, to, true), `${this.several(pile)} to ${this.player(to)}`);
    } else if (!this.host.surface.frame.contains(below)) {
      this.draw();
    } else if (other && !isHome && kind !== "board" && !pile.die && loose.lookOf(other, this.set).kind === kind) {
      this.chosen = other.key;
      this.edit(loose.given(value, this.set, key, all, other.key), `${this.several(pile)} on ${loose.nameOf(other, this.set)}`);
    } else if (other || !this.toCell(value, pile, this.host.surface.cellAt({ clientX: event.clientX, clientY: event.clientY, target: below }))) {
      this.chosen = key;
      this.edit(value, `${loose.nameOf(pile, this.set)} moved`, false);
    }
  }

  /** Lays a single tile into a cell, if it can lie there. */
  toCell(value, pile, cell) {
    const piece = pile.pieces.length === 1 ? this.set.known.get(pile.pieces[0].text) : null;
    return Boolean(cell && piece?.home.kind === "tile" && this.host.layTile(loose.forgotten(value, pile.key), piece.id, pile.turn, cell));
  }

  // Actions

  edit(value, sentence, isLogged = true) {
    if (value === this.host.value) return;
    this.host.edit(isLogged ? loose.logged(value, sentence) : value, sentence);
  }

  /** The same with a piece that has come to the table, which one sees. */
  bring(value, sentence) {
    this.edit(value, sentence);
    this.host.surface.revealPoint(loose.lying(value).at(-1));
  }

  player(key) {
    return loose.nameOf(loose.pileOf(this.host.value, key), this.set);
  }

  several({ pieces }) {
    return pieces.length === 1 ? loose.pieceName(pieces[0], this.set) : plural(pieces.length, "piece");
  }

  /** The main action of a pile: its name, and what it does. */
  main(pile) {
    const home = this.set.homes.get(pile.key);
    if (pile.die) return ["Roll", () => this.roll(pile.key)];
    if (home || pile.pieces.length > 1) return ["Draw", () => this.take(1)];
    if (loose.lookOf(pile, this.set).kind === "tile" && this.host.cell()) {
      return [`Lay at ${this.host.cell()}`, () => this.toCell(this.host.value, pile, this.host.cell()) || showMessage(`The tile does not go to ${this.host.cell()}: the cell is taken, or the tile is of another size`)];
    }
    return this.canFlip(pile) ? ["Flip", () => this.flip(false)] : ["Turn", () => this.turn(1)];
  }

  /** Whether its pieces have another side; a card without a back has one without a picture. */
  canFlip(pile) {
    const isCard = loose.lookOf(pile, this.set).kind === "card";
    return pile.pieces.length > 0 && this.set.homes.get(pile.key)?.form !== "bag" && pile.pieces.every(({ text }) => isCard || this.known(text)?.pictures.length > 1);
  }

  turn(steps) {
    const { pile, set } = this;
    this.edit(loose.turned(this.host.value, set, pile.key, steps), `${loose.nameOf(pile, set)} turned`, false);
  }

  roll(key, value = this.host.value) {
    const next = loose.rolled(value, key, random);
    const die = loose.pileOf(next, key);
    this.chosen = key;
    this.edit(next, `Die with ${die.die} sides: ${die.shows}`);
  }

  rollNew() {
    const { value } = this.host;
    const there = loose.lying(value).find(({ die }) => die === this.sides);
    if (there) this.roll(there.key);
    else this.roll(String(value.next), loose.laid(value, this.beside(loose.lying(value)[0] ?? { x: 0, y: 0, die: this.sides }, [loose.DIE, loose.DIE]), { die: this.sides, shows: 1 }));
  }

  /** A free place near a pile: one below it rather than far from the ground. */
  beside(pile, size = null) {
    return { turn: size ? 0 : pile.turn, ...loose.beside(this.host.value, this.set, pile, this.host.cell() === null ? undefined : 1.5, size) };
  }

  /** Lays a board below all that is on the table, or so many side by side. */
  layBoard(home, number) {
    const [width, height] = home.size;
    const { x, y, height: used } = this.host.room();
    const pieces = [{ text: home.pieces[0].text, up: true }];
    const spots = Array.from({ length: number }, (_, index) => ({ x: x + ROOM + width / 2 + index * (width + ROOM), y: y + used + height / 2 }));
    this.edit(spots.reduce((value, spot) => loose.laid(value, spot, { pieces }), this.host.value), `${home.title} on the table${number > 1 ? `, ${number} times` : ""}`);
    this.host.fill();
  }

  /** Takes pieces off the top of the chosen pile, to lie beside it or in a hand. */
  take(number, to = null) {
    const { value } = this.host;
    const { pile, set } = this;
    const which = loose.next(value, set, pile.key, number, random);
    const form = set.homes.get(pile.key)?.form;
    if (!which.length) return showMessage(`${loose.nameOf(pile, set)}: nothing is left`);
    const up = to || form === "bag" || (form === "deck" && number === 1) ? true : undefined;
    const next = loose.given(value, set, pile.key, which, to ?? this.beside(pile), up);
    // Nobody reads out what goes to a hand.
    const pieces = which.map((index) => ({ ...pile.pieces[index], up: to ? false : up ?? pile.pieces[index].up }));
    return this[to ? "edit" : "bring"](next, `${this.several({ pieces })} ${to ? `to ${this.player(to)}` : `from ${set.homes.get(pile.key)?.title ?? "a stack"}`}`);
  }

  deal() {
    const { pile, set } = this;
    const { value } = this.host;
    const next = loose.dealt(value, set, pile.key, this.number, random);
    const given = pile.pieces.length - (loose.pileOf(next, pile.key)?.pieces.length ?? 0);
    this.edit(next, `${plural(given, loose.lookOf(pile, set).kind)} from ${set.homes.get(pile.key)?.title ?? "a stack"} dealt to ${plural(loose.hands(value).length, "player")}`);
  }

  flip(whole) {
    const { pile, set } = this;
    const next = loose.flipped(this.host.value, pile.key, whole);
    this.edit(next, `Turned over: ${loose.nameOf(loose.pileOf(next, pile.key), set)}`);
  }

  /** What can be done with the chosen pile: the key, the label, and the action. */
  actions() {
    const { pile, set } = this;
    if (!pile) return [];
    const { value } = this.host;
    const home = set.homes.get(pile.key);
    const { kind } = loose.lookOf(pile, set);
    const number = pile.pieces.length;
    const some = Math.min(this.number, number);
    const canFlip = this.canFlip(pile);
    const canTurn = !pile.die && home?.form !== "bag";
    const [label, main] = this.main(pile);
    const isBoard = kind === "board";
    return [
      ["Enter", label, number || pile.die ? main : null],
      ["h", `To ${this.player(this.hand)}`, number && !isBoard ? () => this.take(home ? 1 : number, this.hand) : null],
      ["a", `Deal ${this.number} to each`, number > 1 && !isBoard ? () => this.deal() : null],
      ["t", `Take ${some} off`, number > 1 ? () => this.take(some) : null],
      ["m", number > 1 ? "Flip the top" : label === "Flip" ? "" : "Flip", canFlip ? () => this.flip(false) : null],
      ["M", "Flip all", canFlip && number > 1 ? () => this.flip(true) : null],
      ["x", "Shuffle", number > 1 && home?.form !== "bag" && home?.form !== "supply" ? () => this.edit(loose.shuffled(value, pile.key, random), `${home?.title ?? "Stack"} shuffled`) : null],
      ["l", "Look through", number > 1 && home?.form !== "supply" ? () => this.look() : null],
      ["r", label === "Turn" ? "" : "Turn", canTurn ? () => this.turn(1) : null],
      ["R", "", canTurn ? () => this.turn(-1) : null],
      ["g", home?.form === "deck" ? "Reset the deck" : "Collect all", home ? () => this.edit(loose.gathered(value, set, home.key), `${home.title}: all collected`) : null],
      ["Delete", pile.die ? "Take away" : "Put back", home ? null : () => this.edit(loose.removed(value, pile.key), `${loose.nameOf(pile, set)} put back`)],
    ].filter(([, , action]) => action);
  }

  /** Says the numbers that somebody types on the buttons, which stay: a click that ends the typing reaches them. */
  relabel() {
    for (const [key, label] of this.actions()) byId("loose-actions").querySelector(`[data-key="do ${key}"]`)?.replaceChildren(label);
    byId("roll").replaceChildren(`Roll d${this.sides}`);
  }

  /** The piles and hands to which pieces can go. */
  targets(from, kind) {
    const { value } = this.host;
    const isTarget = (pile) => pile.key !== from && !pile.die && (loose.isHand(pile) ? kind !== "board" : loose.lookOf(pile, this.set).kind === kind && kind !== "board");
    return value.piles.filter(isTarget).map((pile) => [pile.key, loose.isHand(pile) ? this.player(pile.key) : `On ${loose.nameOf(pile, this.set)}`]);
  }

  look() {
    const { pile, set } = this;
    const pieces = pile.pieces.map((piece, index) => ({ ...piece, index })).reverse().slice(0, MOST_LOOKED);
    const dialog = byId("help");
    const take = (index) => {
      const { value } = this.host;
      dialog.close();
      this.bring(loose.given(value, set, pile.key, [index], this.beside(pile), true), `${loose.pieceName({ ...pile.pieces[index], up: true }, set)} from ${loose.nameOf(pile, set)}`);
    };
    openDialog(loose.nameOf(pile, set), el("p", { class: "note" }, `${pieces.length < pile.pieces.length ? `The first ${pieces.length} from` : "From"} the top. A piece that you choose comes to the table.`),
      el("ul", { class: "looked" }, pieces.map(({ text, index }) => el("li", {}, this.small(button(el("span", {}, loose.pieceName({ text, up: true }, set)), () => take(index), {}), text)))));
  }

  /** An element with the picture of a piece before its words. */
  small(element, text) {
    const name = this.known(text)?.pictures[0];
    if (name) picture(name).then((drawn) => drawn && element.prepend(drawn));
    return element;
  }

  // Keys

  key(event, letters) {
    if (this.drag && event.key === "Escape") return this.cancel() ?? true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const node = event.target.closest?.(".loose");
    if (!node || !this.pile) return false;
    const { pile } = this;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (dx !== undefined) {
      const by = STEP[event.shiftKey ? 1 : 0];
      this.edit(loose.placed(this.host.value, pile.key, pile.x + dx * by, pile.y + dy * by), `${loose.nameOf(pile, this.set)} moved`, false);
      this.host.surface.revealPoint(this.pile);
      return true;
    }
    const name = { " ": "Enter", Backspace: "Delete" }[event.key] ?? (event.key.length === 1 && event.shiftKey ? event.key.toUpperCase() : event.key);
    if (name.length === 1 && !letters) return false;
    if (name === "," || name === ".") {
      const keys = [...this.host.surface.root.querySelectorAll(".loose")].map((each) => each.dataset.key);
      this.choose(keys.at((keys.indexOf(pile.key) + (name === "." ? 1 : keys.length - 1)) % keys.length), true);
      return true;
    }
    const action = this.actions().find(([key]) => key === name)?.[2];
    if (action) action();
    else if (KEYS.includes(name)) showMessage(`${loose.nameOf(pile, this.set)}: that does nothing here`);
    return KEYS.includes(name);
  }

  // The panel

  panel() {
    const { set, pile } = this;
    const { value } = this.host;
    if (!set.homes.size) return [];
    const number = (label, now, most, chosen, id, least = 1) => el("label", {}, `${label} `, input(now, (text) => chosen(Math.min(most, Math.max(least, Math.round(Number(text)) || least))), { type: "number", min: least, max: most, id }, "input"));
    const targets = pile && !pile.die && pile.pieces.length ? this.targets(pile.key, loose.lookOf(pile, set).kind) : [];
    const all = pile?.pieces.map((_, index) => index);
    const players = loose.hands(value).length;
    const boards = [...set.homes.values()].filter(({ form, key }) => form === "board" && !this.host.isGround(key));
    return [
      pile ? el("h3", { id: "chosen-name" }, loose.nameOf(pile, set)) : null,
      el("div", { class: "actions", id: "loose-actions" },
        this.actions().filter(([, label]) => label).map(([key, label]) => button(label, () => this.actions().find(([other]) => other === key)[2](), { "data-key": `do ${key}`, "aria-keyshortcuts": key === "M" ? "Shift+M" : key.length === 1 ? key.toUpperCase() : key })),
        pile?.pieces.length > 1 ? number("Number", this.number, 99, (many) => { this.number = many; this.relabel(); }, "loose-number") : null,
        targets.length ? select([["", "Move to…"], ...targets], "", (to) => { this.chosen = loose.isHand({ key: to }) ? this.chosen : to; this.edit(loose.given(value, set, pile.key, all, to, loose.isHand({ key: to }) || undefined), `${this.several(pile)} to ${loose.nameOf(loose.pileOf(value, to), set)}`); }, { "aria-label": "Move to", id: "move-to" }) : null),
      el("div", { class: "actions" },
        el("label", {}, "Players ", select(Array.from({ length: loose.MOST_HANDS }, (_, index) => [index + 1, index + 1]), players, (many) => this.edit(loose.withHands(value, Number(many)), plural(Number(many), "player")), { id: "hands-number" })),
        number("Die", this.sides, 100, (sides) => { this.sides = sides; this.relabel(); }, "die-sides", 2), button(`Roll d${this.sides}`, () => this.rollNew(), { id: "roll" }),
        boards.map((home) => [[`Lay ${home.title}`, 1], [`One ${home.title} each`, players]].filter(([, many], index) => !index || many > 1).map(([label, many]) => button(label, () => this.layBoard(home, many), { "data-key": `${label} ${home.key}` })))),
      value.log.length ? el("details", { open: true }, el("summary", { "data-key": "log" }, "Log"), el("ol", { class: "log", reversed: true }, value.log.toReversed().map((line) => el("li", {}, line)))) : null,
    ];
  }
}
