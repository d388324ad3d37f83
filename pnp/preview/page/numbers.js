// The numbers of the set: each figure with the table behind it.

import { AskedView, query } from "./asked.js";
import { byId, el, plainTable, setChildren } from "./dom.js";
import { addressed } from "./server.js";
import { sampleSentence } from "./shown.js";
import { store } from "./store.js";

const view = new AskedView("numbers", { tables: [] }, show);

export function render(what) {
  if (what.entered && !view.answer) setChildren(byId("view"), [el("p", { class: "nothing" }, "Counting …")]);
  const key = [store.state.set, store.state.revision, store.paper].join();
  view.update(key, `/api/numbers?${query()}`, what, what.entered || what.names.has("dark"));
}

function show() {
  const made = view.answer;
  const place = byId("view");
  if (!made.tables.length) {
    setChildren(place, [el("p", { class: "nothing" }, made.error ?? "The set has no numbers yet.")]);
    return;
  }
  const scroll = place.scrollTop;
  setChildren(place, [sampleSentence() ?? "", ...made.tables.map((table) => card(made, table))]);
  place.scrollTop = scroll;
}

function card(made, table) {
  const look = document.documentElement.dataset.look;
  const plain = tableOf(table);
  const parts = [el("h2", {}, table.title), el("p", { class: "note" }, table.subtitle)];
  if (table.chart) {
    const image = el("img", { src: addressed(`/numbers/${made.revision}/${made.paper}/${look}/${encodeURIComponent(table.key)}.svg`), alt: `${table.title}; the table has the numbers`, loading: "lazy", class: "chart" });
    const details = el("details", {}, el("summary", {}, "As a table"), plain);
    // Without its chart, such as for a name that the font has not, the table says it all.
    image.addEventListener("error", () => { image.remove(); details.open = true; });
    parts.push(image, details);
  } else {
    parts.push(plain);
  }
  return el("section", { class: "card" }, parts);
}

function tableOf({ header, rows, title }) {
  const isNumber = header.map((_, index) => index > 0 && rows.every((row) => /^[-–\d.,%\s]*[\w%]{0,8}$/.test(row[index] ?? "")));
  return el("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": `Table: ${title}` }, plainTable(header, rows, isNumber));
}
