// The sheets as they will be printed.

import { button, byId, el, plural, setChildren, svg } from "./dom.js";
import { sampleSentence } from "./many.js";
import { Question, ask } from "./server.js";
import { asksAgain, change, store } from "./store.js";

const PAPERS = [["a4", "A4"], ["letter", "Letter"], ["a3", "A3"], ["a5", "A5"], ["legal", "Legal"]];
const LAYOUTS = ["auto", "honeycomb", "straight", "spaced"];

let made = null; // the sheets of one revision on one paper
const question = new Question();

export function count() {
  return made && made.revision === store.state.revision ? made.pages?.length : null;
}

export function render(view, toolbar, { names, entered }) {
  if (entered) {
    view.classList.add("paper");
    setChildren(toolbar, tools());
  }
  const key = [store.state.revision, store.paper, store.layout, store.state.set].join();
  if (key !== question.key && store.state.revision && (entered || asksAgain(names))) load(view, key);
  else if (entered && made) show(view);
  else if (names.has("goal")) reach(view);
}

export function leave() {
  byId("view").classList.remove("paper");
}

function tools() {
  const paper = el("select", { on: { change: (event) => change({ paper: event.target.value }) } }, PAPERS.map(([value, label]) => el("option", { value }, label)));
  const layout = el("select", { on: { change: (event) => change({ layout: event.target.value }) } }, LAYOUTS.map((value) => el("option", { value }, value)));
  paper.value = store.paper;
  layout.value = store.layout;
  return [el("label", {}, "Paper ", paper), el("label", {}, "Layout ", layout), el("output", { id: "sheet-count" })];
}

async function load(view, key) {
  const query = new URLSearchParams({ paper: store.paper, layout: store.layout });
  const answer = await question.ask(key, `/api/sheets?${query}`, { pages: [] });
  if (!answer) return;
  made = answer;
  change({ printed: true });
  if (store.view === "sheets") show(view);
}

function show(view) {
  const { pages, error, sections = [] } = made;
  byId("sheet-count").textContent = error ? "" : plural(pages.length, "page");
  if (error) {
    setChildren(view, [el("p", { class: "nothing" }, error)]);
    return;
  }
  if (!pages.length) {
    setChildren(view, [el("p", { class: "nothing" }, "The set has nothing to print.")]);
    return;
  }
  const cuts = new Map(sections.map((section) => [section.title, section.stats.length === 1 ? section.stats[0] : null]));
  setChildren(view, [sampleSentence() ?? "", el("ol", { class: "pages" }, pages.map((page, number) => sheet(page, number, cuts.get(page.section))))]);
  reach(view);
}

function sheet(page, number, stats) {
  const address = `/sheets/${made.revision}/${made.paper}/${made.layout}/${number}.svg`;
  const image = el("img", { src: address, loading: "lazy", decoding: "async", alt: `${page.title} as it is printed`, width: Math.round(page.width * 4), height: Math.round(page.height * 4) });
  const details = [page.pieces ? plural(page.pieces, "piece") : "", stats && page.pieces ? plural(stats.cuts, "cut") : ""].filter(Boolean).join(" · ");
  return el("li", { id: `sheet-${number}` }, el("div", { class: "leaf" }, image), el("p", {}, el("b", {}, page.title), el("span", { class: "note" }, details)));
}

/** Shows the piece that somebody has asked for: its sheet in view, with its outline. */
async function reach(view) {
  const { goal } = store;
  if (!goal || !made?.pages?.length) return;
  store.goal = null;
  const leaf = byId(`sheet-${goal.page}`);
  if (!leaf) return;
  leaf.scrollIntoView({ block: "nearest" });
  const query = new URLSearchParams({ paper: store.paper, layout: store.layout });
  const { sheets } = await ask(`/api/pieces/${encodeURIComponent(goal.piece)}?${query}`);
  const mine = sheets.places.filter((place) => place.page === goal.page).map((place) => sheets.outlines[place.place]);
  for (const old of view.querySelectorAll(".mark")) old.remove();
  leaf.querySelector(".leaf").append(
    svg("svg", { viewBox: `0 0 ${sheets.width} ${sheets.height}`, class: "mark", role: "img", "aria-label": `${goal.piece} lies here` },
      mine.map((corners) => svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }))));
  const first = mine[0];
  if (first) {
    const y = Math.min(...first.map((corner) => corner[1])) / sheets.height;
    const box = leaf.getBoundingClientRect();
    view.scrollTop += box.top - view.getBoundingClientRect().top + y * box.height - view.clientHeight / 3;
  }
}
