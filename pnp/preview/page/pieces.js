// All pieces in groups: find, filter, zoom, choose, turn.

import { button, byId, el, icon, input, plural, say, select, setChildren } from "./dom.js";
import { picture, sizeOf } from "./pictures.js";
import { askForRows, markRows, rowsOf } from "./rows.js";
import { openLine } from "./server.js";
import { askForReasons, hasTiles, renderMany, sampleNote, shownGroups, whyNothing } from "./shown.js";
import { change, keyOf, modulo, store } from "./store.js";

const CHUNK = 60;
const NEAR_LATER = 100; // milliseconds
const TRUE_SCALE = 96 / 25.4; // CSS pixels for a millimetre
const LEAST = 1;
const MOST = 12;
const LARGER = 2.4; // pieces to read, than pieces among many

const sections = new Map(); // by key of the group
const nodes = new Map(); // by key of the piece

export function scrollTo(key) {
  const section = sections.get(key);
  if (!section) return;
  section.element.scrollIntoView({ block: "start" });
  section.heading.focus({ preventScroll: true });
}

export function render({ names, entered }) {
  const view = byId("view");
  if (entered) setChildren(byId("toolbar"), tools());
  askForRows({ names, entered });
  askForReasons({ names, entered });
  if (entered || SHOWN.some((name) => names.has(name))) {
    renderGroups(view);
    renderCount();
  }
  if (entered || names.has("scale") || names.has("large")) applyScale(view);
  if (["selected", "range", "turns"].some((name) => names.has(name)) || entered) renderChoice();
}

// What else than its own values changes which pieces the view shows.
const SHOWN = ["state", "find", "onlyChanged", "group", "lost", "large", "rows", "rowsCame", "reasons"];

// The toolbar

function tools() {
  const find = input(store.find, (text) => change({ find: text }), {
    type: "search", id: "find", "aria-label": "Find pieces", "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false",
  }, "input");
  const slider = input(store.scale, (text) => change({ scale: Number(text) }), { type: "range", id: "size", min: LEAST, max: MOST, step: 0.1, "aria-label": "Size of the pieces" }, "input");
  const properties = ["crossings", "ends", "lines", "blank-sides", "colours"].map((name) => [name, name.replace("-", " ")]);
  const grouping = select([["family", "family"], ["none", "nothing"], ...properties], store.group, (group) => change({ group }), { id: "grouping" });
  return [
    el("div", { class: "find" }, icon("find"), find, el("kbd", { "aria-hidden": "true" }, "/")),
    el("output", { id: "count", for: "find" }),
    button("Changed", () => change({ onlyChanged: !store.onlyChanged }), { id: "changed", "aria-pressed": "false", hidden: true }),
    button("Rows", () => change({ rows: !store.rows }), { id: "rows", "data-server": "", "aria-keyshortcuts": "T" }),
    button("Large", enlarge, { id: "large", "aria-keyshortcuts": "L" }),
    el("span", { class: "grow" }),
    el("label", { class: "wide" }, "Group by ", grouping),
    el("label", { class: "wide size" }, "Size ", slider),
    button("True size", () => change({ scale: TRUE_SCALE }), { class: "wide true-size", "aria-keyshortcuts": "0" }),
  ];
}

function renderCount() {
  const all = store.state.groups.flatMap((group) => group.pieces).length;
  const found = shownGroups().flatMap((group) => group.pieces).length;
  const count = byId("count");
  if (count) count.textContent = found === all ? plural(all, "piece") : `${found} of ${plural(all, "piece")}`;
  // Only tiles have notations and properties.
  byId("find").placeholder = hasTiles() ? "Find R1-2, crossings:0" : "Find a name or a word";
  byId("grouping").closest("label").hidden = !hasTiles();
  const changed = byId("changed");
  const number = store.state.changed?.length ?? 0;
  if (changed) {
    changed.hidden = !number && !store.onlyChanged;
    changed.textContent = `Changed ${number}`;
    changed.setAttribute("aria-pressed", String(store.onlyChanged));
  }
  const rows = byId("rows");
  if (!rows) return;
  rows.hidden = !store.state.groups.some((group) => group.pieces.some((piece) => piece.fields));
  rows.setAttribute("aria-pressed", String(store.rows));
  const large = byId("large");
  large.setAttribute("aria-pressed", String(store.large));
  large.textContent = store.range.size > 1 ? `Large ${store.range.size}` : "Large";
}

/** Shows the chosen pieces, or all, so large that one can read them; details would lie over them on a small screen. */
function enlarge() {
  const id = store.selected;
  change({ large: !store.large, selected: store.large ? id : null });
  byId("view").querySelector(`.option[data-id="${CSS.escape(id ?? "")}"]`)?.scrollIntoView({ block: "nearest" });
}

/** Makes the pieces larger or smaller by a factor. */
export function zoom(factor) {
  change({ scale: factor ? Math.min(MOST, Math.max(LEAST, store.scale * factor)) : TRUE_SCALE });
}

function scale() {
  return store.large ? LARGER * store.scale : store.scale;
}

function applyScale(view) {
  view.style.setProperty("--mm", `${scale()}px`);
  view.classList.toggle("large", store.large);
  const slider = byId("size");
  if (slider) slider.value = store.scale;
  for (const section of sections.values()) section.chunks.forEach(estimate);
}

// Groups and pieces on the page, each with an element that stays as long as it is there

function renderGroups(view) {
  const { state } = store;
  if (state.counts?.sampled && !state.groups.length) {
    setChildren(view, [renderMany(state)]);
    return;
  }
  const groups = shownGroups();
  if (!groups.length) {
    setChildren(view, [nothing(state)]);
    return;
  }
  const changed = new Set(state.changed ?? []);
  const focused = document.activeElement;
  const there = groups.map((group) => updated(group, changed).element);
  if (state.counts?.sampled) there.unshift(sampleNote(state));
  setChildren(view, there);
  // A piece may have moved to another part of its list.
  if (focused !== document.activeElement && focused.matches(".option") && focused.isConnected) focused.focus({ preventScroll: true });
  const keys = new Set(groups.map(keyOf));
  for (const key of sections.keys()) if (!keys.has(key) && !state.groups.some((group) => keyOf(group) === key)) sections.delete(key);
  fixTabStop();
}

function nothing(state) {
  if (state.status === "loading" || !state.revision) {
    return el("p", { class: "nothing" }, state.status === "loading" ? "Reading the set …" : "There is nothing to show until pnp can read the file.");
  }
  if (store.find || store.onlyChanged) {
    return el("p", { class: "nothing" }, `${whyNothing(store.find) || "No piece matches."} `, button("Show all", () => {
      byId("find").value = "";
      change({ find: "", onlyChanged: false });
    }));
  }
  const example = "tiles:\n  shape: hexagon\n  size: 30mm\n  families:\n    - name: path\n      generate: strands\n";
  return el("div", { class: "nothing" }, el("p", {}, "The set has no pieces yet. Write a family of tiles into its file:"), el("pre", {}, example), button("Copy", () => navigator.clipboard.writeText(example)));
}

function updated(group, changed) {
  const key = keyOf(group);
  let section = sections.get(key);
  if (!section) {
    const heading = el("h2", { tabindex: "-1", id: `group-${sections.size}-${group.kind}` });
    const note = el("span", { class: "note" });
    const place = el("span", { class: "place" });
    const list = el("div", { role: "listbox", "aria-multiselectable": "true", "aria-labelledby": heading.id, "aria-orientation": "horizontal", class: "list" });
    const element = el("section", { class: `family of-${group.kind}` }, el("header", {}, heading, note, place), list);
    section = { element, heading, note, place, list, chunks: [] };
    sections.set(key, section);
  }
  section.heading.textContent = group.title;
  section.note.textContent = group.note;
  setPlace(section.place, group.place);
  // A back that all pieces of a group share is shown once.
  const [first] = group.pieces;
  const alike = group.pieces.length > 1 && group.pieces.every((piece) => piece.pictures.length === 2 && piece.pictures[1] === first.pictures[1]);
  const wanted = group.pieces.map((piece) => nodeOf(group, piece, changed, alike && (piece !== first || store.large) ? piece.pictures.slice(0, 1) : piece.pictures));
  section.chunks = [];
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const number = start / CHUNK;
    const chunk = section.list.children[number] ?? el("div", { class: "chunk", role: "presentation" });
    setChildren(chunk, wanted.slice(start, start + CHUNK));
    chunk.dataset.number = chunk.childElementCount;
    estimate(chunk);
    section.chunks.push(chunk);
  }
  setChildren(section.list, section.chunks);
  const rows = rowsOf(key, group.title, group.pieces);
  section.element.classList.toggle("with-rows", Boolean(rows));
  setChildren(section.element, [section.element.firstChild, rows, section.list].filter(Boolean));
  return section;
}

function setPlace(element, place) {
  if (!place || place.source === null) {
    setChildren(element, []);
    return;
  }
  setChildren(element, ["defined at ", button(`line ${place.line}`, () => openLine(place), { class: "link", "data-key": "place" })]);
}

/** The height that a chunk will have, so that the scrollbar is right before the chunk is drawn. */
function estimate(chunk) {
  const first = chunk.firstElementChild;
  if (!first) return;
  const width = Number(first.dataset.width || 30) * scale() + 24;
  const height = Number(first.dataset.height || 34) * scale() + 60;
  const columns = Math.max(1, Math.floor((byId("view").clientWidth - 40) / width));
  chunk.style.setProperty("contain-intrinsic-size", `auto ${Math.ceil(chunk.childElementCount / columns) * height}px`);
}

function nodeOf(group, piece, changed, pictures) {
  const key = `${group.kind}/${piece.id}`;
  let node = nodes.get(key);
  if (!node) {
    node = el("div", { role: "option", class: "option", tabindex: "-1", "data-id": piece.id, "aria-selected": "false", on: { click: choose } },
      el("span", { class: "faces" }), el("span", { class: "caption" }));
    nodes.set(key, node);
  }
  const number = group.kind === "tile" && piece.id.startsWith(`${group.name}-`) ? piece.id.slice(group.name.length + 1) : piece.id;
  const copies = piece.copies > 1 ? ` ×${piece.copies}` : "";
  const caption = node.querySelector(".caption");
  setText(caption, el("b", {}, piece.behind ? `${number} | ${piece.behind}` : number), piece.notation ? el("span", { class: "notation" }, ` ${piece.notation}`) : null, copies);
  node.setAttribute("aria-label", [piece.id, piece.behind ? `${piece.behind} on its back` : "", piece.notation, piece.copies > 1 ? `${piece.copies} copies` : "", changed.has(piece.id) ? "changed" : ""].filter(Boolean).join(", "));
  node.classList.toggle("changed", changed.has(piece.id));
  const names = pictures.join();
  if (node.dataset.pictures !== names) {
    node.dataset.pictures = names;
    seen.observe(node);
  }
  return node;
}

function setText(element, ...children) {
  const made = el("span", {}, ...children);
  if (element.textContent !== made.textContent) element.replaceChildren(...made.childNodes);
}

// What is in view is drawn and painted first; what is near, a moment later.
const seen = new IntersectionObserver((entries) => {
  const view = byId("view").getBoundingClientRect();
  for (const { isIntersecting, target, boundingClientRect: box } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    if (box.bottom > view.top && box.top < view.bottom) draw(target);
    else setTimeout(() => draw(target), NEAR_LATER);
  }
}, { root: byId("view"), rootMargin: "1200px" });

/** Draws all pieces, also those that have not been in view. */
export function drawAll() {
  return Promise.all([...byId("view").querySelectorAll(".option")].map(draw));
}

async function draw(node) {
  const names = node.dataset.pictures;
  const drawn = await Promise.all(names.split(",").map((name) => picture(name)));
  if (node.dataset.pictures !== names) return;
  if (drawn.includes(null)) {
    // The next state asks for it again.
    node.dataset.pictures = "";
    return;
  }
  const { width, height } = sizeOf(drawn[0]);
  node.dataset.width = drawn.reduce((sum, face) => sum + sizeOf(face).width, 0);
  node.dataset.height = height;
  node.classList.toggle("low", width > 2 * height);
  node.querySelector(".faces").replaceChildren(...drawn);
  node.dataset.drawn = names;
  turned(node);
}

// Choosing and turning

function choose(event) {
  showOrTurn(event.currentTarget, event);
  focusOn(event.currentTarget);
}

/** Shows a piece, or turns it; with Shift it chooses all pieces from the shown one to this, with Ctrl also this one. */
function showOrTurn(node, { shiftKey, ctrlKey, metaKey }) {
  const { id } = node.dataset;
  const options = [...byId("view").querySelectorAll(".option")].map((each) => each.dataset.id);
  if (shiftKey) {
    const [from, to] = [Math.max(0, options.indexOf(store.selected)), options.indexOf(id)].sort((one, other) => one - other);
    change({ range: new Set(options.slice(from, to + 1)), selected: store.selected ?? id });
    say(plural(store.range.size, "piece") + " chosen");
  } else if (ctrlKey || metaKey) {
    const range = new Set(store.range.size ? store.range : [store.selected].filter(Boolean));
    if (!range.delete(id)) range.add(id);
    change({ range, selected: id });
  } else if (store.range.size && !store.large) change({ range: new Set(), selected: id });
  else if (store.selected === node.dataset.id) turn(1);
  else change({ selected: node.dataset.id });
}

/** The number of turns of a tile; 1 for a piece that does not turn. */
export function turnsOf(id) {
  const found = store.state.groups.flatMap((group) => group.pieces).find((piece) => piece.id === id);
  return found?.ways ?? 1;
}

export function turn(steps) {
  const id = store.selected;
  const sides = id === null ? 1 : turnsOf(id);
  if (sides === 1) return;
  const turns = new Map(store.turns);
  turns.set(id, (turns.get(id) ?? 0) + steps);
  change({ turns });
  say(`turn ${modulo(turns.get(id), sides) + 1} of ${sides}`);
}

function turned(node) {
  const id = node.dataset.id;
  const angle = ((store.turns.get(id) ?? 0) * 360) / turnsOf(id);
  const face = node.querySelector(".faces svg");
  if (face) face.style.setProperty("rotate", angle ? `${angle}deg` : "none");
}

function renderChoice() {
  for (const node of byId("view").querySelectorAll(".option")) {
    const chosen = node.dataset.id === store.selected || store.range.has(node.dataset.id);
    if (chosen !== (node.getAttribute("aria-selected") === "true")) node.setAttribute("aria-selected", String(chosen));
    if (chosen || store.turns.has(node.dataset.id)) turned(node);
  }
  fixTabStop();
  markRows();
  renderCount();
}

/** Chooses the piece that has the focus, so that keys are about what one sees framed. */
export function chooseFocused() {
  const id = document.activeElement?.closest?.(".option")?.dataset.id;
  if (id && id !== store.selected) change({ selected: id });
}

/** Enter on a piece shows it, and then turns it; with Shift or Ctrl it chooses several. */
export function press(event) {
  const node = document.activeElement?.closest?.(".option");
  if (node) showOrTurn(node, event);
  return Boolean(node);
}

// Walking among the pieces with the arrow keys

/** One piece is in the order of the Tab key: the chosen one, or else the first. */
function fixTabStop() {
  const options = [...byId("view").querySelectorAll(".option")];
  const stop = options.find((node) => node === document.activeElement) ?? options.find((node) => node.dataset.id === store.selected) ?? options[0];
  for (const node of options) if (node.tabIndex !== (node === stop ? 0 : -1)) node.tabIndex = node === stop ? 0 : -1;
}

function focusOn(node) {
  node.focus({ preventScroll: false });
  fixTabStop();
}

/** Moves the focus among the pieces: by one, or by a row. */
export function walk(key) {
  const options = [...byId("view").querySelectorAll(".option")];
  const at = options.indexOf(document.activeElement);
  if (at < 0) return false;
  const inLine = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 };
  const next = key in inLine ? options[inLine[key]] : beside(options, at, key === "ArrowDown" ? 1 : -1);
  if (next) focusOn(next);
  return true;
}

function beside(options, at, direction) {
  const here = options[at].getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best = null;
  let row = null;
  for (let index = at + direction; index >= 0 && index < options.length; index += direction) {
    const box = options[index].getBoundingClientRect();
    if (direction * (box.top - here.top) <= 4) continue;
    if (row !== null && Math.abs(box.top - row) > 4) break;
    row = box.top;
    const far = Math.abs(box.left + box.width / 2 - middle);
    if (best === null || far < best.far) best = { far, node: options[index] };
  }
  return best?.node ?? null;
}
