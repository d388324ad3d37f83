// The rulebook: as text with its figures, or as the pages that are printed.

import { AskedView, query } from "./asked.js";
import { button, byId, el, plural, setChildren } from "./dom.js";
import { picture } from "./pictures.js";
import { paperOf } from "./print.js";
import { addressed, openLine } from "./server.js";
import { store } from "./store.js";

const view = new AskedView("rules", { blocks: [] }, show);
let asPages = false;
let showing = 0; // counts what has been shown: text whose figures come late replaces nothing newer

export function count() {
  return view.current?.pages ? `${view.current.pages} p.` : null;
}

export function render(what) {
  const { state, paper } = store;
  const key = [state.revision, state.complete, state.rulebook, paper, state.set].join();
  view.update(key, `/api/rulebook?${query()}`, what);
}

async function show() {
  const made = view.answer;
  const place = byId("view");
  const mine = ++showing;
  const file = (store.state.watching ?? []).find((each) => store.state.rulebook?.endsWith(each.name));
  const toggle = (label, value) => button(label, () => { asPages = value; show(); }, { "aria-pressed": String(asPages === value) });
  setChildren(byId("toolbar"), made.blocks.length ? [
    el("span", { class: "toggle", role: "group", "aria-label": "Show the rulebook as" }, toggle("Text", false), toggle("Pages", true)),
    el("span", { class: "note" }, `${plural(made.pages, "page")}, ${store.paper.toUpperCase()} · figures show the pieces of this set`),
    el("span", { class: "grow" }),
    file ? button(file.name, () => openLine({ source: file.id, name: file.name, line: 1, column: 1 }), { class: "link" }) : null,
  ].filter(Boolean) : []);
  if (!made.blocks.length) {
    setChildren(place, [el("p", { class: "nothing" }, made.error ?? (store.state.findings.some((finding) => finding.severity === "error") ? "The rulebook is made when the set has no errors." : `The set has no rulebook. Write one into templates/rules/${store.state.set}.md.`))]);
    return;
  }
  if (asPages) {
    setChildren(place, [el("ol", { class: "pages" }, Array.from({ length: made.pages }, (_, number) =>
      el("li", { style: { page: paperOf(made) } }, el("div", { class: "leaf" }, el("img", { src: addressed(`/rulebook/${made.revision}/${store.paper}/${number}.png`), loading: "lazy", alt: `Page ${number + 1} of the rulebook`, width: Math.round(made.width * 4), height: Math.round(made.height * 4) })), el("p", {}, el("b", {}, `Page ${number + 1}`)))))]);
    return;
  }
  const scroll = place.scrollTop;
  const headings = made.blocks.filter((block) => block.is === "heading" && block.level === 2);
  const article = el("article", { class: "rulebook" });
  article.append(...(await Promise.all(made.blocks.map(drawn))));
  if (mine !== showing || store.view !== "rules") return;
  const contents = el("nav", { class: "contents", "aria-label": "Contents of the rulebook" }, headings.map((block) => {
    const text = block.text.map(([each]) => each).join("");
    return button(text, () => {
      const target = [...article.querySelectorAll("h2,h3")].find((each) => each.textContent === text);
      target?.scrollIntoView({ block: "start" });
      target?.focus();
    }, { class: "plain" });
  }));
  setChildren(place, [contents, article]);
  place.scrollTop = scroll;
}

function runs(list) {
  return list.map(([text, style]) => (style ? el(style, {}, text) : text));
}

async function drawn(block) {
  switch (block.is) {
    case "heading":
      // The page has its own heading of the first rank.
      return el(`h${Math.min(4, block.level + 1)}`, { tabindex: "-1" }, runs(block.text));
    case "paragraph":
      return el("p", {}, runs(block.text));
    case "bullets":
    case "numbered":
      return el(block.is === "bullets" ? "ul" : "ol", { start: block.start === 1 ? null : block.start },
        await Promise.all(block.items.map(async (item) => el("li", {}, await Promise.all(item.map(drawn))))));
    case "table":
      return tableOf(block);
    case "figure":
      return el("figure", {}, await picture(block.picture.picture, block.alt), block.caption.length ? el("figcaption", {}, runs(block.caption)) : null);
    case "parts":
      return el("ul", { class: "parts" }, await Promise.all(block.parts.map(async (part) => el("li", {}, [
        part.picture ? await picture(part.picture.picture, part.title) : null,
        part.number ? el("strong", {}, part.number) : null,
        el("b", {}, part.title),
        part.note ? el("span", { class: "note" }, part.note) : null,
      ].filter(Boolean)))));
    case "note":
      return el("div", { class: "box" }, await Promise.all(block.blocks.map(drawn)));
    case "rule":
      return el("hr");
    default:
      return "";
  }
}

async function cell(name, content, alignment) {
  const inside = content.picture ? await picture(content.picture, content.alt) : runs(content);
  return el(name, { class: alignment, scope: name === "th" ? "col" : null }, inside);
}

async function tableOf(block) {
  const row = async (cells, name) => el("tr", {}, await Promise.all(cells.map((each, index) => cell(name, each, block.alignment[index]))));
  const hasHead = block.header.some((each) => each.picture || each.length);
  return el("table", {}, block.caption.length ? el("caption", {}, runs(block.caption)) : null,
    hasHead ? el("thead", {}, await row(block.header, "th")) : null,
    el("tbody", {}, await Promise.all(block.rows.map((each) => row(each, "td")))));
}
