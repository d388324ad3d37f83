// Loose things on the table: stacks, supplies, bags, boards, dice, and the hands of players. Values in, values out.

/**
 * The value has `piles`, the lowest first, each with a key and its pieces, the lowest first; a piece is its text, and may
 * lie face up. A pile lies with its middle at x and y, in millimetres, turned by degrees. Piles that the set makes are there
 * for good: a home for pieces of a kind, which has its place from `read` until somebody moves it, and the hands of players,
 * which have no place. A die is a pile of its own. What is nowhere else lies in its home: to put a piece back is to forget it.
 */
const EMPTY = { piles: [], next: 1, log: [] };
const MOST_LOGGED = 20;
const GAP = 8; // millimetres between things
const FAR_DOWN = 6; // steps: so many pieces lie in a row before one lies below
const MOST_TRIED = 12; // places in a row, and rows
export const DIE = 16; // millimetres
const UNKNOWN = { kind: "card", size: [40, 40], step: 90 }; // a piece that the set no longer has

export const MOST_HANDS = 6;

/** The homes of a set, by key, and what it knows of each text. */
export function indexed(homes = [], players = [2, 2]) {
  return {
    homes: new Map(homes.map((home) => [home.key, home])),
    known: new Map(homes.flatMap((home) => home.pieces.map((piece) => [piece.text, { ...piece, home }]))),
    hands: Math.min(MOST_HANDS, Math.max(2, players[0])),
  };
}

export const handKey = (number) => `hand ${number}`;
export const isHand = ({ key }) => key.startsWith("hand ");
const isNew = ({ key }) => /^\d+$/.test(key);
export const hands = (value) => value.piles.filter(isHand);
export const lying = (value) => value.piles.filter((pile) => !isHand(pile));
export const pileOf = (value, key) => value.piles.find((pile) => pile.key === key);
export const topOf = (pile) => pile.pieces.at(-1);

/**
 * What a set makes of a value: every home has the pieces that it lacks, and those that are elsewhere, on cells, are gone
 * from it. *elsewhere* has their number by text; the homes lie beside the *ground*, a box. Other piles stay as they are.
 */
export function read(kept, set, elsewhere = new Map(), ground = null) {
  const value = { ...EMPTY, ...kept };
  const left = new Map([...set.known].map(([text, { copies }]) => [text, copies - (elsewhere.get(text) ?? 0)]));
  const count = (text, by) => left.set(text, (left.get(text) ?? 0) + by);
  for (const pile of value.piles) if (!isDerived(pile, set)) for (const { text } of pile.pieces) count(text, -1);
  const made = (pile) => {
    const home = set.homes.get(pile.key);
    const down = home.form === "deck";
    const there = (down ? pile.pieces : []).filter(({ text }) => {
      const excess = (left.get(text) ?? 0) < 0;
      if (excess) count(text, 1);
      return !excess;
    });
    const back = home.pieces.flatMap(({ text }) => Array.from({ length: Math.max(0, left.get(text)) }, () => ({ text, up: !down })));
    return { ...pile, pieces: [...back.reverse(), ...there] };
  };
  const fresh = [...set.homes.values()].filter((home) => home.form !== "board" && !pileOf(value, home.key)).map(({ key }) => ({ key, turn: 0, pieces: [] }));
  const number = hands(value).length || set.hands;
  const empty = Array.from({ length: number }, (_, index) => ({ key: handKey(index + 1), pieces: [] })).filter(({ key }) => !pileOf(value, key));
  // A home that the set no longer has goes, with its pieces.
  const piles = [...fresh, ...value.piles, ...empty].filter((pile) => isNew(pile) || isHand(pile) || set.homes.has(pile.key));
  const places = arranged(set, ground);
  return { ...value, piles: piles.map((pile) => (isNew(pile) || isHand(pile) ? pile : { ...made(pile), ...(pile.moved ? {} : places.get(pile.key)) })) };
}

/** Whether a pile has all that is nowhere else; only a deck has an order of its own. */
const isDerived = ({ key }, set) => ["bag", "supply"].includes(set.homes.get(key)?.form);

/** The value as it is kept: what the set makes of it need not be. */
export function stored(value, set) {
  return { ...value, piles: value.piles.map((pile) => (isDerived(pile, set) ? { ...pile, pieces: [] } : pile)) };
}

/** Where homes lie that nobody has moved: in columns at the right of the ground, each of one kind. */
function arranged(set, ground) {
  const { x, y, width, height } = ground ?? { x: 0, y: 0, width: -2 * GAP, height: 0 };
  const places = new Map();
  let [left, top, widest, before] = [x + width + 2 * GAP, y, 0, ""];
  for (const { key, size, form, kind } of set.homes.values()) {
    if (form === "board") continue;
    if (top > y && (kind !== before || top + size[1] > y + Math.max(height, 200))) [left, top, widest] = [left + widest + GAP, y, 0];
    places.set(key, { x: left + size[0] / 2, y: top + size[1] / 2 });
    top += size[1] + GAP * (form === "supply" ? 1.5 : 2);
    widest = Math.max(widest, size[0]);
    before = kind;
  }
  return places;
}

/** What is known of the top of a pile, or of the home that is empty. */
export function lookOf(pile, set) {
  if (pile.die) return { kind: "die", size: [DIE, DIE], step: 90 };
  const piece = topOf(pile);
  return piece ? set.known.get(piece.text)?.home ?? UNKNOWN : set.homes.get(pile.key) ?? UNKNOWN;
}

export function boxOf(pile, set) {
  const { size } = lookOf(pile, set);
  const [width, height] = (pile.turn / 90) % 2 ? [size[1], size[0]] : size;
  return { x: pile.x - width / 2, y: pile.y - height / 2, width, height };
}

/** The nearest free place at the right of a pile or below it, which counts as so many steps, for a thing of this size. */
export function beside(value, set, pile, down = FAR_DOWN, size = null) {
  const box = boxOf(pile, set);
  const [width, height] = size ?? [box.width, box.height];
  const others = lying(value).filter((each) => lookOf(each, set).kind !== "board").map((each) => boxOf(each, set));
  const steps = Array.from({ length: MOST_TRIED ** 2 }, (_, index) => [index % MOST_TRIED, Math.floor(index / MOST_TRIED)]).slice(1);
  steps.sort((one, other) => one[0] + down * one[1] - other[0] - down * other[1]);
  const places = steps.map(([right, below]) => ({ x: box.x + right * (width + GAP / 2), y: box.y + below * (height + 1.5 * GAP) }));
  const { x, y } = places.find((at) => others.every((each) => each.x >= at.x + width || at.x >= each.x + each.width || each.y >= at.y + height || at.y >= each.y + each.height)) ?? places[0];
  return { x: x + width / 2, y: y + height / 2 };
}

// Actions: each returns a new value

function changed(value, key, change) {
  return { ...value, piles: value.piles.map((pile) => (pile.key === key ? { ...pile, ...change(pile) } : pile)) };
}

/** Pieces of a pile, by their places in it, on top of another pile, or as a new one at a spot; *up* turns them. */
export function given(value, set, from, which, to, up) {
  const source = pileOf(value, from);
  const isDeck = set.homes.get(to)?.form === "deck";
  const pieces = which.map((index) => ({ ...source.pieces[index], up: isDeck ? false : up ?? source.pieces[index].up }));
  const left = forgotten(value, from, which, to);
  if (typeof to === "string") return changed(left, to, (pile) => ({ pieces: [...pile.pieces, ...pieces] }));
  return { ...left, next: value.next + 1, piles: [...left.piles, { key: String(value.next), turn: 0, ...to, pieces }] };
}

/** Without these pieces of a pile, or all: they go back to their homes. */
export function forgotten(value, key, which = pileOf(value, key).pieces.map((_, index) => index), but = null) {
  const gone = new Set(which);
  const left = changed(value, key, ({ pieces }) => ({ pieces: pieces.filter((_, index) => !gone.has(index)) }));
  return { ...left, piles: left.piles.filter((pile) => pile.key !== key || key === but || pile.pieces.length || !isNew(pile)) };
}

/** All pieces of a home in their first order, from every pile and hand. */
export function gathered(value, set, home) {
  const piles = value.piles.map((pile) => ({ ...pile, pieces: pile.pieces.filter(({ text }) => set.known.get(text)?.home.key !== home) }));
  return { ...value, piles: piles.filter((pile) => pile.die || pile.pieces.length || !isNew(pile)) };
}

/** The places of the next pieces that come from a pile: the topmost, or any of a bag. */
export function next(value, set, key, number, random) {
  const places = pileOf(value, key).pieces.map((_, index) => index);
  const order = set.homes.get(key)?.form === "bag" ? mixed(places, random) : places;
  return number > 0 ? order.slice(-number) : [];
}

/** One piece of a pile after another, to each hand in turn, for as long as there are some. */
export function dealt(value, set, key, number, random) {
  let now = value;
  for (let round = 0; round < number; round += 1) {
    for (const hand of hands(value)) {
      const which = pileOf(now, key) ? next(now, set, key, 1, random) : [];
      if (which.length) now = given(now, set, key, which, hand.key, true);
    }
  }
  return now;
}

/** The pieces of a pile in any order. */
export function shuffled(value, key, random) {
  return changed(value, key, ({ pieces }) => ({ pieces: mixed(pieces, random) }));
}

function mixed(list, random) {
  const all = [...list];
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other], all[index]];
  }
  return all;
}

/** With the top of a pile turned over, or the whole pile, whose lowest piece is its top then. */
export function flipped(value, key, whole) {
  const over = (piece) => ({ ...piece, up: !piece.up });
  return changed(value, key, ({ pieces }) => ({ pieces: whole ? pieces.map(over).reverse() : pieces.with(-1, over(pieces.at(-1))) }));
}

export function turned(value, set, key, steps) {
  return changed(value, key, (pile) => ({ turn: (pile.turn + steps * lookOf(pile, set).step + 360) % 360 }));
}

/** With a pile at another place, above all others. */
export function placed(value, key, x, y) {
  const pile = { ...pileOf(value, key), x, y, moved: true };
  return { ...value, piles: [...value.piles.filter((each) => each.key !== key), pile] };
}

/** With so many hands; what is in others goes home. */
export function withHands(value, number) {
  const kept = value.piles.filter((pile) => !isHand(pile) || Number(pile.key.slice(5)) <= number);
  const more = Array.from({ length: number }, (_, index) => ({ key: handKey(index + 1), pieces: [] })).filter(({ key }) => !pileOf(value, key));
  return { ...value, piles: [...kept, ...more] };
}

/** With a new pile at a spot: a board, or a die with so many sides. */
export function laid(value, spot, contents) {
  return { ...value, next: value.next + 1, piles: [...value.piles, { key: String(value.next), turn: 0, pieces: [], ...spot, ...contents }] };
}

/** Without a pile: a die goes, and all pieces go home. */
export function removed(value, key) {
  return pileOf(value, key).die ? { ...value, piles: value.piles.filter((pile) => pile.key !== key) } : forgotten(value, key);
}

export function rolled(value, key, random) {
  return changed(value, key, ({ die }) => ({ shows: 1 + Math.floor(random() * die) }));
}

export function logged(value, sentence) {
  return { ...value, log: [...value.log, capital(sentence)].slice(-MOST_LOGGED) };
}

// In words

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A piece as one sees it: without its name if it lies face down. */
export function pieceName({ text, up }, set) {
  const known = set.known.get(text);
  if (!known) return `${text}, which the set lacks now`;
  return up ? known.name : `a ${known.home.kind} of ${known.home.title}`;
}

/** A pile in words, with its number of pieces. */
export function nameOf(pile, set) {
  if (pile.die) return `Die with ${pile.die} sides: ${pile.shows}`;
  if (isHand(pile)) return `Player ${pile.key.slice(5)}`;
  const { length } = pile.pieces;
  const home = set.homes.get(pile.key);
  const top = topOf(pile);
  const shown = top && `${pieceName(top, set)}${top.up ? "" : ", face down"}`;
  if (home) return `${home.title}, ${home.form} of ${length}${top?.up && home.form === "deck" ? `, ${shown} on top` : ""}`;
  if (length === 1) return top.up ? shown : capital(shown);
  return `Stack of ${length}, ${shown} on top`;
}

/** The number of pieces outside all homes that the set lacks. */
export function lacking(value, set) {
  return value.piles.flatMap(({ pieces }) => pieces).filter(({ text }) => !set.known.has(text)).length;
}
