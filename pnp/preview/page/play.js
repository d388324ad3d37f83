// A game by its rules: legal moves, live score, and every step of a record.

import { button, byId, el, input, plural, say, select, setChildren } from "./dom.js";
import { free, groundOf } from "./free.js";
import { picture } from "./pictures.js";
import { ask } from "./server.js";
import { askName, savedFiles, scoreParts } from "./panel.js";

const MOST_SHOWN = 60;

// The table before a game has begun.
const NOTHING = { tiles: [], tokens: [] };

// The size of tokens that share a cell, and how far they lie from its middle, in radii of the cell.
const SHARED = 0.6;
const APART = 0.4;

/** Where one of several tokens on a cell lies: side by side, or three and more in a circle. */
function besideOthers(grid, cell, index, number) {
  if (number === 1) return {};
  const centre = grid.centre(cell);
  const [corner] = grid.outline(cell);
  const far = APART * Math.hypot(corner.x - centre.x, corner.y - centre.y);
  const way = Math.PI + (2 * Math.PI * index) / number;
  return { shift: { x: far * Math.cos(way), y: far * Math.sin(way) }, scale: number > 3 ? (SHARED * 3) / number : SHARED };
}

export class Play {
  constructor(data, { changed, message, pointed }) {
    Object.assign(this, { changed, message, pointed });
    this.ahead = null; // the move that somebody points at, and what it changes
    this.state = null;
    this.wrong = ""; // why the set does not allow the game that was begun
    this.cursor = "0,0";
    this.chosen = null; // the cell whose moves are listed
    this.whose = null;
    this.players = data.game.players[0] === 1 ? Math.min(2, data.game.players[1]) : data.game.players[0];
    this.seed = 1 + Math.floor(Math.random() * 9999);
    this.options = {};
  }

  /** Takes over the pieces and files of a later revision, and goes on with the game. */
  take(data) {
    this.data = data;
    const turned = data.tiles.flatMap((tile) => tile.turns.map((text, turn) => [text, { tile, turn }]));
    this.byNotation = new Map(turned.reverse());
    for (const [text, value] of turned) this.byNotation.set(text.replace(/ (dot|star|ring\S*|label\S*)$/, ""), value);
    if (free.game) this.send("/api/play/at", {}, true);
  }

  /** Asks about the game that the page keeps; *again* with the pieces of another revision. */
  async send(path, body, again = false) {
    const started = path !== "/api/play/at" && path !== "/api/play/move";
    try {
      const before = this.state;
      this.state = await ask(path, { ...free.game, ...body });
      const { set_up, played, at } = this.state;
      free.game = { set_up, played, at };
      this.wrong = "";
      this.chosen = this.ahead = null;
      // Each player may have a table of their own: the one who moves sees it first.
      this.whose = this.state.whose in this.state.tables ? this.state.whose : null;
      this.changed(started || (again && !before));
      if (again) return;
      if (path === "/api/play/move" || path === "/api/play/start") this.focusMoves();
      if (before && this.state.at !== before.at) say(`${this.state.last}. ${this.turnText()}`);
      else say(this.turnText());
    } catch (error) {
      if (again) Object.assign(this, { state: null, wrong: error.message });
      if (again) this.changed(false);
      else this.message(error.message);
    }
  }

  /** Focuses the first legal move, or the sentence that the game is over; not if somebody walks on the board. */
  focusMoves() {
    const hand = byId("hand");
    if (!hand || document.activeElement?.closest(".frame")) return;
    (hand.querySelector(".move") ?? hand.querySelector(".moves-head"))?.focus({ preventScroll: true });
  }

  turnText() {
    if (this.state.player === null) return `The game is over. ${this.state.winners.length ? `${this.state.winners.join(" and ")} wins.` : ""}`;
    return `${plural(this.state.moves.length + this.state.more, "legal move")} for player ${this.state.player}.`;
  }

  // What the table shows

  get table() {
    return this.state ? this.state.tables[this.whose] ?? this.state.table : NOTHING;
  }

  ground() {
    return { ...groundOf(this.state?.table.ground ?? ""), ...this.table.board };
  }

  contents(grid, table = this.table) {
    const sides = this.data.tiles[0]?.turns.length ?? 6;
    const tiles = table.tiles.map(({ cell, id, turn, picture: name }) => ({ key: `tile ${cell} ${id}`, name: id, cell, picture: name, angle: (turn * 360) / sides }));
    const several = new Map();
    for (const token of table.tokens) several.set(token.cell, [...(several.get(token.cell) ?? []), token]);
    const tokens = [...several].flatMap(([cell, here]) => here.map(({ text, picture: name }, index) =>
      ({ key: `token ${cell} ${text} ${index}`, name: text, cell, picture: name, angle: 0, ...besideOthers(grid, cell, index, here.length) })));
    return [...tiles, ...tokens];
  }

  occupied() {
    return new Set([...this.table.tiles, ...this.table.tokens].map(({ cell }) => cell));
  }

  /** The outlines of the cells of legal moves, and what lies there after the move that somebody points at. */
  marks(surface) {
    const cells = (moves) => [...new Set(moves.flatMap((move) => move.cells))].filter((cell) => surface.cells.has(cell));
    const open = this.chosen ? [this.chosen] : cells(this.state?.moves ?? []);
    const marks = open.flatMap((cell) => [surface.outline(cell, "halo"), surface.outline(cell, "open")]);
    if (!this.ahead) return marks;
    const { gone, come } = this.ahead.change(surface.grid);
    const on = ({ cell }) => surface.cells.has(cell);
    return [...marks, ...gone.filter(on).map(({ cell }) => surface.outline(cell, "leaves")), ...come.filter(on).map((thing) => surface.ghost(thing)),
      ...cells([this.ahead.move]).map((cell) => surface.outline(cell, "aimed"))];
  }

  /** What lies there now and does not after a move, and what comes there. */
  change(grid, table) {
    const nameOf = ({ key, picture: name, angle }) => [key, name, angle].join();
    const less = (some, others) => some.filter((thing) => !others.some((other) => nameOf(other) === nameOf(thing)));
    const [now, then] = [this.contents(grid), this.contents(grid, table)];
    return { gone: less(now, then), come: less(then, now) };
  }

  /** Shows on the board what a move would change, as long as somebody points at it; null for none. */
  async point(move) {
    const mine = (this.pointing = move);
    if (!move) {
      this.ahead = null;
      this.pointed();
      return;
    }
    const after = await ask("/api/play/after", { ...free.game, move: move.text }).catch(() => null);
    if (!after || this.pointing !== mine) return;
    const table = after.tables[this.whose] ?? after.table;
    this.ahead = { move, change: (grid) => this.change(grid, table) };
    this.pointed();
  }

  describe(cell, grid) {
    if (!this.state) return "Start a game, or open one.";
    if (this.ahead) {
      const { gone, come } = this.ahead.change(grid);
      return [`${this.ahead.move.text}: `, [...come.map((thing) => `${thing.name} comes to ${thing.cell}`), ...gone.map((thing) => `${thing.name} leaves ${thing.cell}`)].join(", ") || "nothing on the table changes"].join("");
    }
    const here = [...this.table.tiles, ...this.table.tokens].filter((each) => each.cell === cell).map((each) => each.text);
    const number = this.state.moves.filter((move) => move.cells.includes(cell)).length;
    return `${cell}: ${here.join("; ") || "empty"}; ${plural(number, "legal move")} here`;
  }

  choose(cell) {
    if (!this.state) return;
    this.cursor = cell;
    const moves = this.state.moves.filter((move) => move.cells.includes(cell));
    if (moves.length === 1 && this.chosen === cell) {
      this.move(moves[0]);
      return;
    }
    this.chosen = this.chosen === cell || !moves.length ? null : cell;
    this.changed();
    say(this.describe(cell));
    if (this.chosen) byId("hand").querySelector(".move")?.focus({ preventScroll: true });
  }

  move(move) {
    const later = this.state.of - this.state.at;
    if (later && !confirm(`This move replaces the ${plural(later, "move")} after it. Play it?`)) return;
    this.send("/api/play/move", { move: move.text });
  }

  goTo(at) {
    if (this.state && at >= 0 && at <= this.state.of) this.send("/api/play/at", { at });
  }

  key(letter) {
    if (!this.state) return false;
    if (letter === "," || letter === "u") this.goTo(this.state.at - 1);
    else if (letter === ".") this.goTo(this.state.at + 1);
    else if (letter === "s") this.save(false);
    else return false;
    return true;
  }

  // The moves below the table

  showHand(place) {
    setChildren(place, this.hand());
  }

  hand() {
    if (this.wrong) return [el("p", { class: "note" }, `The set does not allow this game now: ${this.wrong}. It goes on as soon as the set allows it again.`)];
    if (!this.state) return [el("p", { class: "note" }, "Start a game at the right, or open a record or a position that you have saved.")];
    if (this.state.player === null) return [el("p", { class: "moves-head", tabindex: "-1" }, el("strong", {}, this.turnText()))];
    const moves = this.state.moves.filter((move) => !this.chosen || move.cells.includes(this.chosen));
    const total = moves.length + (this.chosen ? 0 : this.state.more);
    const where = this.chosen ? ` at ${this.chosen}` : "";
    return [
      el("p", { class: "moves-head" }, el("strong", {}, `Player ${this.state.player}`), ` · ${plural(total, "legal move")}${where} `,
        this.chosen ? button("All moves", () => { this.chosen = null; this.changed(); }) : el("span", { class: "note" }, total > MOST_SHOWN ? "Choose a cell to see its moves." : "")),
      el("ul", { class: "moves", "aria-label": "Legal moves" }, moves.slice(0, MOST_SHOWN).map((move) => el("li", {}, this.moveButton(move)))),
    ];
  }

  moveButton(move) {
    const [point, leave] = [() => this.point(move), () => this.pointing === move && this.point(null)];
    const made = button(el("span", {}, move.text), () => this.move(move), { class: "move", on: { click: () => this.move(move), focus: point, pointerenter: point, blur: leave, pointerleave: leave } });
    const notation = /^(?:lay|place|choose|exchange) (.+?)(?: at \S+)?$/.exec(move.text)?.[1];
    const found = notation && this.byNotation.get(notation);
    if (found) {
      picture(found.tile.picture).then((drawn) => {
        if (!drawn) return;
        drawn.style.setProperty("rotate", `${(found.turn * 360) / found.tile.turns.length}deg`);
        made.prepend(drawn);
      });
    }
    return made;
  }

  // The panel

  panel() {
    return [
      "Play by the rules",
      ...(this.state ? this.gameParts() : []),
      el("details", { open: !this.state }, el("summary", {}, this.state ? "Another game" : "A new game"), this.startForm()),
      ...savedFiles((file) => this.send("/api/play/open", { file })),
    ];
  }

  gameParts() {
    const { state } = this;
    const slider = input(state.at, (text) => this.goTo(Number(text)), { type: "range", min: 0, max: state.of, "aria-label": "Move of the record" });
    const tables = Object.keys(state.tables);
    const whose = select(tables.map((name) => [name, name]), this.whose ?? tables[0], (name) => { this.whose = name; this.changed(); }, { "aria-label": "Whose table" });
    return [
      el("p", {}, el("strong", {}, state.player === null ? "The game is over." : `Player ${state.player} moves.`)),
      tables.length ? el("label", {}, "Table of ", whose) : null,
      ...scoreParts(state.score, state.names, state.whose),
      state.winners.length ? el("p", {}, el("strong", {}, `${state.winners.join(" and ")} ${state.winners.length === 1 ? "wins" : "win"}.`)) : null,
      el("h3", {}, "Record"),
      el("div", { class: "record" },
        button("‹", () => this.goTo(state.at - 1), { "aria-label": "One move back", disabled: state.at === 0, "aria-keyshortcuts": "," }), slider,
        button("›", () => this.goTo(state.at + 1), { "aria-label": "One move on", disabled: state.at === state.of, "aria-keyshortcuts": "." })),
      el("p", { class: "note" }, `move ${state.at} of ${state.of}${state.last ? `: ${state.last}` : ""}`),
      el("div", { class: "actions" }, button("Save position", () => this.save(false), { class: "strong", "aria-keyshortcuts": "S" }), button("Save record", () => this.save(true))),
    ].filter(Boolean);
  }

  save(record) {
    const at = record ? null : this.state.at;
    askName(record ? "Save the record" : "Save the position", (name) => ask("/api/play/save", { ...free.game, name, at }), () => this.changed());
  }

  startForm() {
    const { game } = this.data;
    const players = input(this.players, (text) => { this.players = Number(text); }, { type: "number", min: game.players[0], max: game.players[1], id: "players" });
    const seed = input(this.seed, (text) => { this.seed = Number(text); }, { type: "number", min: 0, max: 999999999, id: "seed" });
    const options = game.options.map(({ name, sentence, choices }) =>
      el("label", { class: "option-line" }, sentence, select(choices, this.options[name] ?? choices[0][0], (choice) => { this.options[name] = choice; })));
    return el("form", { class: "start", on: { submit: (event) => { event.preventDefault(); this.send("/api/play/start", { players: this.players, seed: this.seed, options: this.options }); } } },
      el("label", {}, "Players ", players), el("label", {}, "Seed ", seed),
      options.length ? el("details", {}, el("summary", {}, "House rules"), options) : null,
      el("button", { type: "submit", class: this.state ? "" : "strong" }, "Start"));
  }
}
