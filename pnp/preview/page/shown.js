// Which pieces the page shows: found by words, changed by the last save, in groups by a property.

import { plural } from "./dom.js";
import { store, valueOf } from "./store.js";

const TERM = /^([a-z-]+):(>=|<=|<|>|=)?(-?\d+)$/;
const TESTS = {
  "=": (value, number) => value === number,
  ">": (value, number) => value > number,
  "<": (value, number) => value < number,
  ">=": (value, number) => value >= number,
  "<=": (value, number) => value <= number,
};

/** Whether a piece has all words of the search: parts of its id, notation or fields, or a property and a number. */
export function matches(piece, group, words) {
  return words.every((word) => {
    const term = TERM.exec(word);
    if (term) {
      const value = term[1] === "copies" ? (piece.copies ?? 1) : valueOf(piece, term[1]);
      return value !== undefined && TESTS[term[2] ?? "="](value, Number(term[3]));
    }
    const text = [piece.id, piece.notation ?? "", group.title, ...Object.values(piece.fields ?? {})].join(" ").toLowerCase();
    return text.includes(word.toLowerCase());
  });
}

/** The groups with the pieces that are found. */
export function shownGroups() {
  const words = store.find.split(/[\s,]+/).filter(Boolean);
  const changed = new Set(store.state.changed ?? []);
  const groups = regrouped(store.state.groups);
  if (!words.length && !store.onlyChanged) return groups;
  return groups
    .map((group) => ({
      ...group,
      pieces: group.pieces.filter((piece) => matches(piece, group, words) && (!store.onlyChanged || changed.has(piece.id))),
    }))
    .filter((group) => group.pieces.length);
}

/** The groups, with all tiles in groups by a property if somebody wants that. */
function regrouped(groups) {
  if (store.group === "family") return groups;
  const tiles = groups.filter((group) => group.kind === "tile");
  const others = groups.filter((group) => group.kind !== "tile");
  const all = tiles.flatMap((group) => group.pieces.map((piece) => ({ ...piece, place: group.place })));
  if (!all.length) return groups;
  const title = (piece) => store.group === "none" ? "All tiles" : `${store.group.replace("-", " ")}: ${valueOf(piece, store.group)}`;
  const made = Map.groupBy ? Map.groupBy(all, title) : grouped(all, title);
  return [
    ...[...made].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true })).map(([name, pieces]) => ({
      kind: "tile", name, title: name, note: plural(pieces.length, "tile"), place: null, pieces,
    })),
    ...others,
  ];
}

function grouped(items, key) {
  const made = new Map();
  for (const item of items) {
    const name = key(item);
    if (!made.has(name)) made.set(name, []);
    made.get(name).push(item);
  }
  return made;
}
