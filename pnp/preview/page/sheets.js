// The sheets as they will be printed.

import { AskedView, query } from "./asked.js";
import { openBuild } from "./build.js";
import { button, byId, el, plural, select, setChildren, svg } from "./dom.js";
import { paperOf } from "./print.js";
import { addressed, ask } from "./server.js";
import { sampleSentence } from "./shown.js";
import { change, store } from "./store.js";

const PAPERS = [["a4", "A4"], ["letter", "Letter"], ["a3", "A3"], ["a5", "A5"], ["legal", "Legal"]];
const LAYOUTS = ["auto", "honeycomb", "straight", "spaced"];

const view = new AskedView("sheets", { pages: [] }, show);

export function count() {
  return view.current?.pages.length ?? null;
}

export function render(what) {
  if (what.entered) setChildren(byId("toolbar"), tools());
  const key = [store.state.revision, store.paper, store.layout, store.state.set].join();
  view.update(key, `/api/sheets?${query()}`, what);
  if (what.names.has("goal") && key === view.key && view.answer) reach();
}

function tools() {
  const paper = select(PAPERS, store.paper, (name) => change({ paper: name }));
  const layout = select(LAYOUTS.map((name) => [name, name]), store.layout, (name) => change({ layout: name }));
  return [el("label", {}, "Paper ", paper), el("label", {}, "Layout ", layout), el("output", { id: "sheet-count" }), el("span", { class: "grow" }), button("Build", openBuild, { id: "open-build" })];
}

function show() {
  const { pages, error } = view.answer;
  const place = byId("view");
  byId("sheet-count").textContent = error ? "" : plural(pages.length, "page");
  if (error) {
    setChildren(place, [el("p", { class: "nothing" }, error)]);
    return;
  }
  if (!pages.length) {
    setChildren(place, [el("p", { class: "nothing" }, "The set has nothing to print.")]);
    return;
  }
  setChildren(place, [sampleSentence() ?? "", el("ol", { class: "pages" }, pages.map(sheet))]);
  reach();
}

function sheet(page, number) {
  const made = view.answer;
  const address = addressed(`/sheets/${made.revision}/${made.paper}/${made.layout}/${number}.svg`);
  const image = el("img", { src: address, loading: "lazy", decoding: "async", alt: `${page.title} as it is printed`, width: Math.round(page.width * 4), height: Math.round(page.height * 4) });
  const details = [page.pieces ? plural(page.pieces, "piece") : "", page.pieces && page.cuts !== null ? plural(page.cuts, "cut") : ""].filter(Boolean).join(" · ");
  return el("li", { id: `sheet-${number}`, style: { page: paperOf(page) } }, el("div", { class: "leaf" }, image), el("p", {}, el("b", {}, page.title), el("span", { class: "note" }, details)));
}

/** Shows the piece that somebody has asked for: its sheet in view, with its outline. */
async function reach() {
  const { goal } = store;
  if (!goal || !view.answer.pages.length) return;
  store.goal = null;
  const leaf = byId(`sheet-${goal.page}`);
  if (!leaf) return;
  leaf.scrollIntoView({ block: "nearest" });
  const { sheets } = await ask(`/api/pieces/${encodeURIComponent(goal.piece)}?${query()}`);
  const mine = sheets.places.filter((each) => each.page === goal.page).map((each) => sheets.outlines[each.place]);
  const place = byId("view");
  for (const old of place.querySelectorAll(".mark")) old.remove();
  leaf.querySelector(".leaf").append(
    svg("svg", { viewBox: `0 0 ${sheets.width} ${sheets.height}`, class: "mark", role: "img", "aria-label": `${goal.piece} lies here` },
      mine.map((corners) => svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }))));
  const first = mine[0];
  if (first) {
    const y = Math.min(...first.map((corner) => corner[1])) / sheets.height;
    const box = leaf.getBoundingClientRect();
    place.scrollTop += box.top - place.getBoundingClientRect().top + y * box.height - place.clientHeight / 3;
  }
}
