// What the page knows: the state of the set, and what the person at the page has chosen.

const SAVED = ["dark", "scale", "single", "paper", "layout", "rows"];

export const store = {
  state: { groups: [], findings: [], history: [], sets: [], status: "loading", revision: 0 },
  view: "pieces",
  find: "",
  onlyChanged: false,
  group: "family",
  selected: null,
  range: new Set(), // pieces chosen together
  large: false,
  rows: false, // of data, beside the pieces
  turns: new Map(),
  dark: null,
  scale: 2.6,
  single: true,
  paper: "a4",
  layout: "auto",
  lost: false,
  hand: true,
  panel: null, // open, or folded away; null leaves it to the size of the page
};

/** Whether the page is a phone, or a window as small as that, such as one at 200 %. */
export const small = matchMedia("(max-width: 720px), (max-height: 560px)");

const listeners = new Set();

/** Calls *listener* after each change, with the names of what has changed. */
export function watch(listener) {
  listeners.add(listener);
}

export function change(values) {
  Object.assign(store, values);
  for (const name of SAVED) {
    if (name in values) keep(localStorage, name, values[name]);
  }
  const names = new Set(Object.keys(values));
  for (const listener of listeners) listener(names);
}

/** Takes over what an earlier visit has chosen. */
export function recall() {
  for (const name of SAVED) store[name] = kept(localStorage, name) ?? store[name];
}

/** Keeps a value for a later visit, in a browser that keeps something. */
export function keep(storage, name, value) {
  try {
    storage.setItem(`pnp-${name}`, JSON.stringify(value));
  } catch {
    // It does without.
  }
}

/** What an earlier visit has kept; null without it, or if somebody else has written it. */
export function kept(storage, name) {
  try {
    return JSON.parse(storage.getItem(`pnp-${name}`));
  } catch {
    return null;
  }
}

/** Goes to a view; a name after a slash is a group of pieces. */
export function go(name) {
  location.hash = `#${name}`;
}

/** A name for a group that no other group of the set has. */
export function keyOf(group) {
  return `${group.kind}:${group.name}`;
}

/** All pieces with their groups. */
export function allPieces() {
  return store.state.groups.flatMap((group) => group.pieces.map((piece) => ({ piece, group })));
}

export function pieceOf(id) {
  return allPieces().find(({ piece }) => piece.id === id) ?? null;
}

/** The remainder that is never negative. */
export function modulo(value, count) {
  return ((value % count) + count) % count;
}

/** The value of a property of a tile, such as `crossings`; undefined for other pieces. */
export function valueOf(piece, property) {
  const index = store.state.properties?.indexOf(property) ?? -1;
  return index < 0 ? undefined : piece.values?.[index];
}
