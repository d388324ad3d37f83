// Which pieces the page shows: found by words, changed by the last save, in groups by a property, or a sample.

import { AskedView } from "./asked.js";
import { button, el, plainTable, plural } from "./dom.js";
import { ask } from "./server.js";
import { change, store, valueOf } from "./store.js";

const TERM = /^([a-z-]+):(>=|<=|<|>|=)?(-?\d+)$/;
const TESTS = {
  "=": (value, number) => value === number,
  ">": (value, number) => value > number,
  "<": (value, number) => value < number,
  ">=": (value, number) => value >= number,
  "<=": (value, number) => value <= number,
};

/** Whether a piece has all words of the search: parts of its id, family, colours, notation or fields, or a property and a number. */
export function matches(piece, group, words) {
  return words.every((word) => {
    const term = TERM.exec(word);
    if (term) {
      const value = term[1] === "copies" ? (piece.copies ?? 1) : valueOf(piece, term[1]);
      return value !== undefined && TESTS[term[2] ?? "="](value, Number(term[3]));
    }
    const text = [piece.id, piece.behind ?? "", piece.notation ?? "", group.title, group.name ?? "", ...(piece.colours ?? []), ...Object.values(piece.fields ?? {})].join(" ").toLowerCase();
    return text.includes(word.toLowerCase());
  });
}

/** Whether the set has what notations, and properties with numbers, are about. */
export function hasTiles() {
  return store.state.groups.some(({ kind }) => kind === "tile");
}

/** What is wrong with a search that finds nothing: a property that tiles do not have, or one without its number. */
export function whyNothing(text) {
  const { properties = [] } = store.state;
  for (const word of text.split(/[\s,]+/)) {
    const [, name, number] = /^([a-z-]+):[<>=]*(.*)$/.exec(word) ?? [];
    if (name && name !== "copies" && !hasTiles()) return `“${name}:” asks for a property of tiles, and this set has none: write a word, such as a name.`;
    if (name && name !== "copies" && !properties.includes(name)) return `Tiles have no property “${name}”; they have ${properties.join(", ")}.`;
    if (name && !TERM.test(word)) return number ? `“${number}” is no number: write ${name}:2, or ${name}:>1.` : `Write a number after “${word}”, such as ${name}:2 or ${name}:>1.`;
  }
  return "";
}

/** The groups with the pieces that are found. */
export function shownGroups() {
  const words = store.find.split(/[\s,]+/).filter(Boolean);
  const changed = new Set(store.state.changed ?? []);
  const chosen = store.large && store.range.size ? store.range : null;
  const groups = store.onlyChanged ? byReason(changed) : regrouped(store.state.groups);
  if (!words.length && !store.onlyChanged && !chosen) return groups;
  return groups
    .map((group) => ({
      ...group,
      pieces: group.pieces.filter((piece) => matches(piece, group, words) && (!store.onlyChanged || changed.has(piece.id)) && (!chosen || chosen.has(piece.id))),
    }))
    .filter((group) => group.pieces.length);
}

const reasons = new AskedView("pieces", { ways: [] }, () => change({ reasons: true }));

/** Asks what has changed the pieces of the last save, if somebody looks at these alone. */
export function askForReasons(what) {
  if (store.onlyChanged) reasons.update([store.state.set, store.state.revision].join(), "/api/changed", { ...what, entered: what.entered || what.names.has("onlyChanged") });
}

/** The changed pieces in groups by what has changed them, each kind for itself: one ink, 217 pieces. */
function byReason(changed) {
  const ways = new Map((reasons.current?.ways ?? []).flatMap(([way, ids]) => ids.map((id) => [id, way])));
  if (!ways.size) return store.state.groups;
  const made = new Map();
  for (const group of store.state.groups) {
    for (const piece of group.pieces.filter(({ id }) => changed.has(id))) {
      const title = ways.get(piece.id) ?? "drawn differently";
      const key = `${group.kind} ${title}`;
      if (!made.has(key)) made.set(key, { kind: group.kind, name: title, title, place: null, pieces: [] });
      made.get(key).pieces.push(piece);
    }
  }
  return [...made.values()].map((group) => ({ ...group, note: plural(group.pieces.length, group.kind) })).sort((one, other) => other.pieces.length - one.pieces.length);
}

/** The groups, with all tiles in groups by a property if somebody wants that. */
function regrouped(groups) {
  if (store.group === "family") return groups;
  const tiles = groups.filter((group) => group.kind === "tile");
  const others = groups.filter((group) => group.kind !== "tile");
  const all = tiles.flatMap((group) => group.pieces.map((piece) => ({ ...piece, place: group.place })));
  if (!all.length) return groups;
  const title = (piece) => store.group === "none" ? "All tiles" : `${store.group.replace("-", " ")}: ${valueOf(piece, store.group)}`;
  const made = new Map();
  for (const piece of all) made.set(title(piece), [...(made.get(title(piece)) ?? []), piece]);
  return [
    ...[...made].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true })).map(([name, pieces]) => ({
      kind: "tile", name, title: name, note: plural(pieces.length, "tile"), place: null, pieces,
    })),
    ...others,
  ];
}

// A set with too many tiles to show: its number, and what to show of it

const SECONDS_EACH = 0.0006; // to draw a tile
const PER_SHEET = 50;

/** Which tiles the page shows of a set with too many; null if it shows all, or none. */
export function sampleSentence() {
  const { counts, groups } = store.state;
  const shown = groups.filter((group) => group.kind === "tile").reduce((sum, group) => sum + group.pieces.length, 0);
  return counts?.sampled && shown ? el("p", { class: "sample" }, `These are ${shown.toLocaleString("en")} of ${counts.total.toLocaleString("en")} tiles.`) : null;
}

/** The same for the pieces themselves, with the way to choose others. */
export function sampleNote(state) {
  const { counts } = state;
  const which = counts.choice === "random" ? "a random sample" : "the first that pnp finds";
  return el("p", { class: "sample" }, `${counts.total.toLocaleString("en")} tiles; these are ${which}. `, button("Choose again", () => ask("/api/choice", { choice: "ask" })));
}

export function renderMany(state) {
  const { counts } = state;
  const number = (value) => value.toLocaleString("en");
  const choose = (choice) => () => ask("/api/choice", { choice });
  const minutes = Math.max(1, Math.round((counts.total * SECONDS_EACH) / 60));
  return el("section", { class: "many" },
    el("h2", {}, `${number(counts.total)} tiles`),
    el("p", {}, `Counted by Burnside’s lemma, not listed. To draw them all takes about ${minutes === 1 ? "a minute" : `${number(minutes)} minutes`} and ${number(Math.ceil(counts.total / PER_SHEET))} sheets. What do you want to see?`),
    counts.choice === "numbers"
      ? plainTable(["Family", "Tiles"], Object.entries(counts.families).map(([name, size]) => [name, number(size)]), [false, true])
      : null,
    button(`Draw ${counts.sample} at random`, choose("random"), { class: "strong" }),
    button(`Draw the first ${counts.sample}`, choose("first")),
    counts.choice === "numbers" ? null : button("Only the numbers", choose("numbers")),
    el("p", { class: "note" }, "Or narrow the set in its file: conditions such as ", el("code", {}, "where: {crossings: 0}"), " leave fewer tiles."),
  );
}
