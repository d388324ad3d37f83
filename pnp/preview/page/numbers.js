// The numbers of the set: each figure with the table behind it.

import { el, setChildren } from "./dom.js";
import { sampleSentence } from "./many.js";
import { Question } from "./server.js";
import { asksAgain, store } from "./store.js";

let made = null;
const question = new Question();

export function render(view, toolbar, { names, entered }) {
  if (entered) view.classList.add("figures");
  const key = [store.state.set, store.state.revision, store.paper].join();
  if (key !== question.key && store.state.revision && (entered || asksAgain(names))) load(view, key);
  else if (made && (entered || names.has("dark"))) show(view);
}

export function leave() {
  document.getElementById("view").classList.remove("figures");
}

async function load(view, key) {
  if (!made && store.view === "numbers") setChildren(view, [el("p", { class: "nothing" }, "Counting …")]);
  const answer = await question.ask(key, `/api/numbers?${new URLSearchParams({ paper: store.paper })}`, { tables: [] });
  if (!answer) return;
  made = answer;
  if (store.view === "numbers") show(view);
}

function show(view) {
  if (!made.tables.length) {
    setChildren(view, [el("p", { class: "nothing" }, made.error ?? "The set has no numbers yet.")]);
    return;
  }
  const scroll = view.scrollTop;
  setChildren(view, [sampleSentence() ?? "", ...made.tables.map(card)]);
  view.scrollTop = scroll;
}

function card(table) {
  const look = document.documentElement.dataset.look;
  const plain = tableOf(table);
  const parts = [el("h2", {}, table.title), el("p", { class: "note" }, table.subtitle)];
  if (table.chart) {
    const image = el("img", { src: `/numbers/${made.revision}/${made.paper}/${look}/${encodeURIComponent(table.key)}.svg`, alt: `${table.title}; the table has the numbers`, loading: "lazy", class: "chart" });
    const details = el("details", {}, el("summary", {}, "As a table"), plain);
    // Without the library for charts, the table says it all.
    image.addEventListener("error", () => { image.remove(); details.open = true; });
    parts.push(image, details);
  } else {
    parts.push(plain);
  }
  return el("section", { class: "card" }, parts);
}

function tableOf({ header, rows, title }) {
  const isNumber = header.map((_, index) => index > 0 && rows.every((row) => /^[-–\d.,%\s]*[\w%]{0,8}$/.test(row[index] ?? "")));
  const cell = (name, text, index) => el(name, { class: isNumber[index] ? "right" : null, scope: name === "th" ? "col" : null }, text);
  return el("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": `Table: ${title}` }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, header.map((text, index) => cell("th", text, index)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((text, index) => cell("td", text, index)))))));
}
