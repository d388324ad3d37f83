// The hands of players below the table: one is shown at a time, and its pieces are played, passed on, and put back.

import { button, byId, el, say, select, setChildren } from "./dom.js";
import * as loose from "./loose.js";

/** The hands of a table, whose *mat* has the loose things. */
export class Hands {
  constructor(mat) {
    Object.assign(this, { mat, chosen: 0 });
  }

  /** The key of the hand that is shown, and its pieces. */
  get shown() {
    return loose.pileOf(this.mat.host.value, this.mat.hand);
  }

  /** Shows the tabs of all hands, and one hand; *palette* shows all pieces instead, or is null if there are none. */
  show(place, palette) {
    const { host } = this.mat;
    const tabs = [...(palette ? [[0, ["All", el("span", { class: "more" }, " pieces")]]] : []), ...loose.hands(host.value).map((pile) => [Number(pile.key.slice(5)), labelOf(pile)])];
    const now = palette && !host.whose ? 0 : Number(this.mat.hand.slice(5));
    const to = (number) => {
      this.chosen = 0;
      host.show(number);
    };
    const step = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      to(tabs[(tabs.findIndex(([number]) => number === now) + by) % tabs.length][0]);
      place.querySelector('[aria-selected="true"]').focus();
    };
    const list = el("div", { role: "tablist", class: "tabs", "aria-label": "Hands" }, tabs.map(([number, label]) =>
      button(label, null, { role: "tab", id: `tab-${number}`, "aria-selected": String(number === now), tabindex: number === now ? "0" : "-1", "data-hand": number || null, on: { click: () => to(number), keydown: step } })));
    const [tools, held] = now ? this.parts() : [];
    const body = el("div", { role: "tabpanel", "aria-labelledby": `tab-${now}`, class: "held", "data-hand": now || null }, held);
    setChildren(place, this.mat.set.homes.size ? [el("div", { class: "hand-head" }, list, tools), body] : [body]);
    if (!now) palette(body);
    body.querySelector('#held [aria-selected="true"]')?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }

  /** Shows the numbers of pieces in the tabs. */
  showNumbers() {
    for (const pile of loose.hands(this.mat.host.value)) byId(`tab-${pile.key.slice(5)}`)?.replaceChildren(...labelOf(pile));
  }

  /** What one can do with the chosen piece of the hand, and its pieces. */
  parts() {
    const { mat } = this;
    const { key, pieces } = this.shown;
    if (!pieces.length) return [null, el("p", { class: "note", id: "held", tabindex: "-1" }, "Nothing in this hand. Drag something here, or press H on a stack.")];
    this.chosen = Math.max(0, Math.min(this.chosen, pieces.length - 1));
    const targets = mat.targets(key, mat.set.known.get(pieces[this.chosen].text)?.home.kind ?? "card");
    const tools = el("div", { class: "hand-tools" },
      button("Play", () => this.play(true), { "aria-keyshortcuts": "Enter", id: "play-up" }), button("Play face down", () => this.play(false), { "aria-keyshortcuts": "Shift+Enter", id: "play-down" }),
      button("Put back", () => this.putBack(), { "aria-keyshortcuts": "Delete", id: "hand-back" }),
      select([["", "Move to…"], ...targets], "", (to) => mat.edit(loose.given(mat.host.value, mat.set, key, [this.chosen], to, true), `A piece of ${mat.player(key)} to ${loose.nameOf(loose.pileOf(mat.host.value, to), mat.set)}`), { "aria-label": "Move from the hand to", id: "hand-to" }));
    const option = (text, index) => el("div", { role: "option", id: `held-${index}`, class: "in-hand", "aria-selected": String(index === this.chosen), "aria-label": this.nameOf(text), title: this.nameOf(text),
      on: { pointerdown: (event) => event.button === 0 && mat.begin(event, { key, which: [index] }), dblclick: () => this.play(true) } });
    return [tools, el("div", { role: "listbox", id: "held", "aria-label": `Hand of ${mat.player(key)}`, class: "pieces-in-hand", tabindex: "0", "aria-activedescendant": `held-${this.chosen}` }, pieces.map(({ text }, index) => mat.small(option(text, index), text)))];
  }

  nameOf(text) {
    return loose.pieceName({ text, up: true }, this.mat.set);
  }

  choose(index) {
    this.chosen = index;
    this.mat.host.showHand();
  }

  key(event) {
    if (!event.target.closest?.("#held") || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { pieces } = this.shown;
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -pieces.length, End: pieces.length }[event.key];
    if (!pieces.length) return false;
    if (step) {
      this.choose(Math.max(0, Math.min(pieces.length - 1, this.chosen + step)));
      say(this.nameOf(pieces[this.chosen].text));
    } else if (event.key === "Enter" || event.key === " ") this.play(!event.shiftKey);
    else if (event.key === "Delete" || event.key === "Backspace") this.putBack();
    else return false;
    return true;
  }

  /** Plays the chosen piece: a tile to the cell of the cursor if it can lie there, all else to a free place. */
  play(up) {
    const { mat } = this;
    const { value } = mat.host;
    const { key, pieces } = this.shown;
    const { text } = pieces[this.chosen];
    const give = (to) => loose.given(value, mat.set, key, [this.chosen], to, up);
    const single = give({ x: 0, y: 0 });
    if (up && mat.toCell(single, single.piles.at(-1), mat.host.cell())) return;
    const piles = loose.lying(value);
    const home = piles.find((pile) => pile.key === mat.set.known.get(text)?.home.key) ?? piles[0];
    mat.bring(give(mat.beside(home)), `${loose.pieceName({ text, up }, mat.set)} played by ${mat.player(key)}`);
  }

  putBack() {
    const { key } = this.shown;
    this.mat.edit(loose.forgotten(this.mat.host.value, key, [this.chosen]), `A piece of ${this.mat.player(key)} put back`);
  }
}

function labelOf({ key, pieces }) {
  return [el("span", { class: "more" }, "Player "), `${key.slice(5)} (${pieces.length})`];
}
