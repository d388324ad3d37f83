// Two saved states side by side: what differs, and what to print again.

import { AskedView, asksAgain, query } from "./asked.js";
import { byId, el, plural, select, setChildren } from "./dom.js";
import { picture } from "./pictures.js";
import { sampleSentence } from "./shown.js";
import { store } from "./store.js";

const HEADINGS = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  mirrored: "The mirror twin of what it was",
  renamed: "The same, with another id",
  turned: "The same, turned: no need to print again",
};
const MOST = 60; // pieces of one kind of change
const ALIKE = 6; // pieces that differ in the same way: the others are like these

const view = new AskedView("compare", { entries: [], causes: [], sheets: [] }, show);
let old = null; // null is the state before the last save, and the last
let latest = null;

export function render(what) {
  if (!what.entered && !asksAgain(what.names)) return;
  const { history } = store.state;
  if (history.length < 2) {
    view.key = "";
    setChildren(byId("toolbar"), []);
    setChildren(byId("view"), [el("p", { class: "nothing" }, "There is one saved state so far. Change the file and save it: this page then shows what differs, and which sheets to print again.")]);
    return;
  }
  const known = (revision) => history.some((each) => each.revision === revision);
  const now = known(latest) ? latest : history.at(-1).revision;
  const before = known(old) && old !== now ? old : (history.findLast((each) => each.revision < now) ?? history.at(-1)).revision;
  showTools(history, before, now);
  const key = [store.state.set, before, now, store.paper, store.layout].join();
  view.update(key, `/api/compare?${query({ old: before, new: now })}`, what);
}

function showTools(history, before, now) {
  const last = history.at(-1).revision;
  const states = history.map((each, index) => [each.revision, `${each.saved}${history[index - 1]?.saved === each.saved ? " (later)" : ""}, ${each.revision === last ? "now" : "saved"}`]);
  const choose = (id, value, chosen) => select(states, value, (text) => { chosen(Number(text)); render({ names: new Set(["state"]), entered: false }); }, { id });
  setChildren(byId("toolbar"), [
    el("label", {}, "Before ", choose("compare-before", before, (revision) => { old = revision; })),
    el("label", {}, "after ", choose("compare-after", now, (revision) => { latest = revision === last ? null : revision; })),
    el("span", { class: "grow" }),
    el("output", { id: "compare-summary", class: "note" }, summary()),
  ]);
}

function summary() {
  const found = view.answer;
  if (!found || found.error) return "";
  const sheets = found.sheets.filter((each) => each.again.length).map((each) => `${each.section} ${each.again.length === each.of && each.of > 1 ? "all" : each.again.join(", ")}`);
  return [`${found.same} the same`, `${found.entries.length} differ`, sheets.length ? `print again: ${sheets.join("; ")}` : "nothing to print again"].join(" · ");
}

async function show() {
  const found = view.answer;
  byId("compare-summary").textContent = summary();
  if (found.error) {
    setChildren(byId("view"), [el("p", { class: "nothing" }, found.error)]);
    return;
  }
  const parts = [sampleSentence() ?? "", ...found.causes.map((text) => el("p", { class: "cause" }, text))];
  for (const [change, heading] of Object.entries(HEADINGS)) {
    const entries = found.entries.filter((entry) => entry.change === change);
    if (entries.length) parts.push(await group(heading, entries));
  }
  if (!found.entries.length) parts.push(el("p", { class: "nothing" }, found.causes.length ? "All pieces are the same but for this." : "All pieces are the same."));
  if (found === view.answer && store.view === "compare") setChildren(byId("view"), parts);
}

/** The pieces of a kind of change, those that differ in one way together. */
async function group(heading, entries) {
  const ways = new Map();
  for (const entry of entries) ways.set(entry.sentence, [...(ways.get(entry.sentence) ?? []), entry]);
  const parts = await Promise.all([...ways].map(async ([sentence, alike]) => {
    const many = alike.length > 2 * ALIKE && entries[0].old && entries[0].new;
    const rows = await Promise.all(alike.slice(0, many ? ALIKE : MOST).map((entry) => pair(entry, !many)));
    const more = alike.length - rows.length;
    return [many ? el("h3", {}, `${plural(alike.length, "piece")}: ${sentence}`) : null, el("ul", {}, rows), more ? el("p", { class: "note" }, `and ${plural(more, "more piece")}${many ? ", likewise" : ""}`) : null];
  }));
  return el("section", { class: "difference" }, el("h2", {}, `${heading} (${entries.length})`), parts);
}

async function pair(entry, withSentence) {
  return el("li", {}, el("div", { class: "pair" }, await side(entry.old, "before"), el("span", { "aria-hidden": "true" }, "→"), await side(entry.new, "after")), withSentence ? el("p", { class: "note" }, entry.sentence) : null);
}

async function side(piece, when) {
  if (!piece) return el("div", { class: "absent" }, "not there");
  const drawn = await picture(piece.picture, `${piece.id} ${when}`);
  return el("figure", {}, drawn, el("figcaption", {}, el("b", {}, piece.id), piece.notation ? el("code", {}, piece.notation) : null));
}
