// A game by its rules: legal moves, live score, and every step of a record.

import { button, byId, el, input, plural, say, select, setChildren } from "./dom.js";
import { free, groundOf } from "./free.js";
import { leadChart } from "./lead.js";
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

function newSeed() {
  return 1 + Math.floor(Math.random() * 9999);
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
    this.seed = newSeed();
    this.options = free.game?.options ?? {};
    this.seats = free.game?.seats ?? [];
    this.waiting = null; // stops the question that is not answered yet
    this.halted = false; // whether somebody has stopped the bots
  }

  /** Takes over the pieces and files of a later revision, and goes on with the game. */
  take(data) {
    this.data = data;
    const turned = data.tiles.flatMap((tile) => tile.turns.map((text, turn) => [text, { tile, turn }]));
    this.byNotation = new Map(turned.reverse());
    for (const [text, value] of turned) this.byNotation.set(text.replace(/ (dot|star|ring\S*|label\S*)$/, ""), value);
    if (free.game) this.send("/api/play/at", {}, true);
  }

  /** Asks about the game that the page keeps, in place of what it has asked before; *again* with the pieces of another revision. */
  async send(path, body, again = false) {
    const started = ["/api/play/start", "/api/play/open"].includes(path);
    this.waiting?.abort();
    const { signal } = (this.waiting = new AbortController());
    try {
      const before = this.state;
      this.state = await ask(path, { ...free.game, ...body }, signal);
      const { set_up, played, at, seats, bot, since } = this.state;
      free.game = { set_up, played, at, seats, options: started ? body.options ?? {} : free.game?.options };
      this.wrong = "";
      this.chosen = this.ahead = null;
      // Each player may have a table of their own: a person who plays against bots sees the own one first, others that of the one who moves.
      this.whose = [this.state.viewer, this.state.whose].find((name) => name in this.state.tables) ?? null;
      if (path !== "/api/play/at") this.halted = false;
      this.changed(started || (again && !before));
      if (this.isThinking()) this.send("/api/play/bot", {});
      if (again) return;
      if (path === "/api/play/move" || path === "/api/play/start" || (path === "/api/play/bot" && byId("hand")?.contains(document.activeElement))) this.focusMoves();
      if (bot) return;
      if (before && this.state.at !== before.at) say(`${since.length ? since.map(({ text }) => text).join("; ") : this.state.last}. ${this.turnText()}`);
      else say(this.turnText());
    } catch (error) {
      if (signal.aborted) return;
      if (again && path === "/api/play/at") Object.assign(this, { state: null, wrong: error.message });
      else this.message(error.message);
      this.halted = path === "/api/play/bot";
      if (again || this.halted) this.changed(false);
    }
  }

  /** Whether a bot thinks about its move: it does at the end of the game so far, unless somebody has stopped it. */
  isThinking() {
    return Boolean(this.state?.bot) && this.state.at === this.state.of && !this.halted;
  }

  halt() {
    this.waiting?.abort();
    this.halted = true;
    this.changed(false);
    say("stopped");
  }

  /** Lets the bots move from here on, without the moves that came later. */
  goOn() {
    if (!this.mayReplace("Let the bots move")) return;
    this.halted = false;
    this.send("/api/play/at", { played: this.state.played.slice(0, this.state.at) });
  }

  /** Back to what a person has decided last, without the moves since then. */
  takeBack() {
    const { mine, played } = this.state;
    if (mine >= 0) this.send("/api/play/at", { at: mine, played: played.slice(0, mine) });
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
    const last = this.chosen ? [] : this.news().slice(-1);
    const marks = [...open.flatMap((cell) => [surface.outline(cell, "halo"), surface.outline(cell, "open")]), ...cells(last).flatMap((cell) => ["last", "last inner"].map((name) => surface.outline(cell, name)))];
    if (!this.ahead) return marks;
    const { gone, come } = this.ahead.change(surface.grid);
    const on = ({ cell }) => surface.cells.has(cell);
    return [...marks, ...gone.filter(on).map(({ cell }) => surface.outline(cell, "leaves")), ...come.filter(on).map((thing) => surface.ghost(thing)),
      ...cells([this.ahead.move]).map((cell) => surface.outline(cell, "aimed"))];
  }

  /** What bots have done on the table that is shown since a person moved. */
  news() {
    const { since = [], tables = {} } = this.state ?? {};
    const shown = this.whose ?? Object.keys(tables)[0];
    return since.filter(({ whose, cells }) => cells.length && (!shown || whose === shown));
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
    const news = this.news().filter(({ cells }) => cells.includes(cell)).map(({ text }) => `; ${text}`);
    return `${cell}: ${here.join("; ") || "empty"}; ${plural(number, "legal move")} here${news.join("")}`;
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
    if (this.mayReplace("Play it")) this.send("/api/play/move", { move: move.text });
  }

  /** Whether nothing comes later, or somebody agrees that it goes. */
  mayReplace(question) {
    const later = this.state.of - this.state.at;
    return !later || confirm(`This move replaces the ${plural(later, "move")} after it. ${question}?`);
  }

  hasBots() {
    return this.state.seats.some(Boolean);
  }

  goTo(at) {
    if (this.state && at >= 0 && at <= this.state.of) this.send("/api/play/at", { at });
  }

  key(letter) {
    if (!this.state) return false;
    if (letter === "u" && this.hasBots()) this.takeBack();
    else if (letter === "," || letter === "u") this.goTo(this.state.at - 1);
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
    if (this.state.bot) return [this.botLine()];
    const moves = this.state.moves.filter((move) => !this.chosen || move.cells.includes(this.chosen));
    const total = moves.length + (this.chosen ? 0 : this.state.more);
    const where = this.chosen ? ` at ${this.chosen}` : "";
    return [
      el("p", { class: "moves-head" }, el("strong", {}, `Player ${this.state.player}`), ` · ${plural(total, "legal move")}${where} `,
        this.chosen ? button("All moves", () => { this.chosen = null; this.changed(); }) : el("span", { class: "note" }, [total > MOST_SHOWN ? "Choose a cell to see its moves." : "", this.state.since.at(-1)?.text].filter(Boolean).join(" · "))),
      el("ul", { class: "moves", "aria-label": "Legal moves" }, moves.slice(0, MOST_SHOWN).map((move) => el("li", {}, this.moveButton(move)))),
    ];
  }

  /** The line below the table while a bot has the move. */
  botLine() {
    const { player, bot } = this.state;
    const thinks = this.isThinking();
    return el("p", { class: "moves-head of-bot", tabindex: "-1" }, thinks ? el("span", { class: "thinks", "aria-hidden": "true" }) : null,
      el("span", {}, el("strong", {}, `Player ${player}`), ` · ${bot} · ${thinks ? "on its move …" : "has the move"}`), thinks ? button("Stop", () => this.halt()) : button("Let it move", () => this.goOn()));
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
      state.player === null ? el("p", { class: "actions" }, button(state.seats.length > 1 ? "Play again, one seat on" : "Play again", () => this.playAgain())) : null,
      ...(state.since.length ? [el("h3", {}, "Since a person moved"), el("ul", { class: "parts since", tabindex: "0", "aria-label": "Moves of bots" }, state.since.map(({ text }) => el("li", {}, text)))] : []),
      el("h3", {}, "Record"),
      el("div", { class: "record" },
        button("‹", () => this.goTo(state.at - 1), { "aria-label": "One move back", disabled: state.at === 0, "aria-keyshortcuts": "," }), slider,
        button("›", () => this.goTo(state.at + 1), { "aria-label": "One move on", disabled: state.at === state.of, "aria-keyshortcuts": "." })),
      el("p", { class: "note" }, `move ${state.at} of ${state.of}${state.last ? `: ${state.last}` : ""}`),
      leadChart(state.points, state.at),
      el("div", { class: "actions" }, this.hasBots() ? button("Take back", () => this.takeBack(), { disabled: state.mine < 0, "aria-keyshortcuts": "U" }) : null, button("Save position", () => this.save(false), { class: "strong", "aria-keyshortcuts": "S" }), button("Save record", () => this.save(true))),
      el("details", {}, el("summary", {}, "Seats"), this.seatChoices(state.seats, state.seats.length, (seats) => this.send("/api/play/at", { seats }))),
    ].filter(Boolean);
  }

  /** Who sits on each seat; *chosen* gets them all after each choice. */
  seatChoices(seats, number, chosen) {
    return Array.from({ length: number }, (_, index) => {
      const all = () => Array.from({ length: number }, (_, each) => seats[each] ?? "");
      return el("label", { class: "option-line" }, `Player ${index + 1}`, select(this.data.game.seats, seats[index] ?? "", (bot) => chosen(all().with(index, bot))));
    });
  }

  /** A new deal, in which everybody sits one seat further on. */
  playAgain() {
    const { seats } = this.state;
    this.start({ players: seats.length, seats: [...seats.slice(-1), ...seats.slice(0, -1)], seed: newSeed(), options: free.game.options ?? {} });
  }

  start(wanted) {
    Object.assign(this, wanted);
    this.send("/api/play/start", wanted);
  }

  save(record) {
    const at = record ? null : this.state.at;
    askName(record ? "Save the record" : "Save the position", (name) => ask("/api/play/save", { ...free.game, name, at }), () => this.changed());
  }

  startForm() {
    const { game } = this.data;
    const seats = el("div", {});
    const showSeats = () => setChildren(seats, this.seatChoices(this.seats, Math.min(this.players, game.players[1]), (chosen) => { this.seats = chosen; showSeats(); }));
    const players = input(this.players, (text) => { this.players = Number(text); showSeats(); }, { type: "number", min: game.players[0], max: game.players[1], id: "players" });
    const seed = input(this.seed, (text) => { this.seed = Number(text); }, { type: "number", min: 0, max: 999999999, id: "seed" });
    const options = game.options.map(({ name, sentence, choices }) =>
      el("label", { class: "option-line" }, sentence, select(choices, this.options[name] ?? choices[0][0], (choice) => { this.options[name] = choice; })));
    showSeats();
    return el("form", { class: "start", on: { submit: (event) => { event.preventDefault(); this.start({ players: this.players, seats: this.seats.slice(0, this.players), seed: this.seed, options: this.options }); } } },
      el("label", {}, "Players ", players), seats, el("label", {}, "Seed ", seed),
      options.length ? el("details", {}, el("summary", {}, "House rules"), options) : null,
      el("button", { type: "submit", class: this.state ? "" : "strong" }, "Start"));
  }
}
