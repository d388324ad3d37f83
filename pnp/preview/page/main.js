// The frame of the page: its views, its top bar, its rail, and what changes them.

import { button, byId, el, icon, plural, say, setChildren } from "./dom.js";
import { renderBanner, renderFindings, toggleFindings } from "./findings.js";
import { renderInspector } from "./inspector.js";
import { installKeys } from "./keys.js";
import { keep } from "./pictures.js";
import { printView } from "./print.js";
import { ask, follow, online, openLine } from "./server.js";
import { allPieces, change, keyOf, recall, store, watch } from "./store.js";
import * as compare from "./compare.js";
import * as numbers from "./numbers.js";
import * as pieces from "./pieces.js";
import * as rules from "./rules.js";
import * as sheets from "./sheets.js";

const VIEWS = [
  { name: "pieces", label: "Pieces", module: pieces, look: "pieces", alone: true },
  { name: "sheets", label: "Sheets", module: sheets, look: "paper", section: "Print" },
  { name: "rules", label: "Rulebook", module: rules, look: "book", alone: true },
  { name: "table", label: "Table", load: () => import("./table.js"), look: "table", section: "Try", alone: true },
  { name: "numbers", label: "Numbers", module: numbers, look: "figures" },
  { name: "compare", label: "Compare", module: compare, look: "compare" },
].filter((view) => online || view.alone);

let shown = null;

function current() {
  return VIEWS.find((view) => view.name === store.view) ?? VIEWS[0];
}

function followHash() {
  const [name, group] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const known = VIEWS.some((view) => view.name === name);
  change({ view: known ? name : "pieces" });
  if (group && name === "pieces") pieces.scrollTo(group);
}

function renderView(names) {
  const view = current();
  const entered = shown !== view;
  if (entered) {
    shown?.module?.leave?.();
    shown = view;
    document.body.dataset.view = view.name;
    byId("view").className = `scroller ${view.look}`;
    byId("view").replaceChildren();
    byId("toolbar").replaceChildren();
    byId("view").scrollTop = 0;
    // Pages of paper have nothing to focus: the keys scroll the view itself.
    byId("view").tabIndex = ["pieces", "table"].includes(view.name) ? -1 : 0;
  }
  if (view.module) view.module.render({ names, entered });
  else if (entered) {
    // The largest part of the page comes when somebody wants it.
    view.load().then((module) => {
      view.module = module;
      if (shown !== view) return;
      view.module.render({ names: new Set(["state", "view"]), entered: true });
      if (document.activeElement === byId("view")) landing().focus({ preventScroll: true });
    });
  }
}

function renderTop(names) {
  const { state, lost } = store;
  if (names.has("state")) {
    const select = byId("set");
    const sets = state.sets.includes(state.set) ? state.sets : [state.set, ...state.sets];
    if (select.dataset.sets !== sets.join()) {
      select.dataset.sets = sets.join();
      setChildren(select, sets.filter(Boolean).map((name) => el("option", { value: name }, name)));
    }
    select.value = state.set ?? "";
  }
  const status = byId("status");
  const [sign, word, detail] = statusWords(state, lost);
  status.className = sign;
  if (!online) document.title = state.title ?? "";
  else document.title = `${sign === "live" ? "" : `${[word].flat().join("")} · `}${state.title ?? "pnp"} · pnp preview`;
  const shown = [el("span", { class: "lamp", "aria-hidden": "true" }), el("strong", {}, [word].flat().map((part, index, all) => index < all.length - 1 ? el("span", { class: "more" }, part) : part)), el("span", { class: "detail" }, detail && ` · ${detail}`)];
  setChildren(status, state.findings.length ? [button(shown, () => toggleFindings(true), { title: "Open the findings" })] : shown);
}

function errors(state) {
  return state.findings.filter((finding) => finding.severity === "error").length;
}

function statusWords(state, lost) {
  if (lost === "refused") return ["lost", "Started anew", "open the address that it printed"];
  if (lost) return ["lost", "No connection", "showing the last pictures"];
  if (state.status === "loading") return ["loading", "Reading", ""];
  if (state.status === "deleted") return ["broken", "The file is gone", showing(state)];
  if (state.status === "broken") return ["broken", `Cannot read ${state.findings[0]?.name || state.file}`, showing(state)];
  const number = state.changed?.length ?? 0;
  const gone = state.gone ? `, ${state.gone} gone` : "";
  const drawn = state.history.length > 1 ? `, ${number} changed${gone}, read in ${state.milliseconds} ms` : `, read in ${state.milliseconds} ms`;
  return [errors(state) ? "faulty" : "live", errors(state) ? ["Live, ", plural(errors(state), "error")] : ["Live"], `saved ${state.saved}${drawn}`];
}

function showing(state) {
  const good = state.history.at(-1);
  return good ? `showing ${good.saved}` : "nothing to show yet";
}

function renderRail() {
  const { state, view } = store;
  const total = state.counts?.sampled ? state.counts.total : allPieces().length;
  const numbersOf = {
    pieces: total ? short(total) : "",
    sheets: sheets.count() ?? "",
    rules: rules.count() ?? "",
  };
  const items = [];
  for (const each of VIEWS) {
    if (each.section) items.push(el("h2", { class: "section" }, each.section));
    items.push(
      el(
        "a",
        { href: `#${each.name}`, class: "view", "data-key": `view ${each.name}`, "data-view": each.name, "aria-current": view === each.name ? "page" : null },
        icon(each.name),
        el("span", { class: "label" }, each.label),
        el("span", { class: "number" }, numbersOf[each.name] ?? ""),
      ),
    );
    if (each.name === "pieces") {
      for (const group of state.groups) {
        const address = `#pieces/${encodeURIComponent(keyOf(group))}`;
        items.push(
          el(
            "a",
            { href: address, class: "group", "data-key": address, on: { click: () => location.hash === address && followHash() } },
            el("span", { class: "label" }, group.title),
            el("span", { class: "number" }, String(group.pieces.length)),
          ),
        );
      }
    }
  }
  setChildren(byId("rail"), items);
  const watching = state.watching ?? [];
  setChildren(byId("watching"), watching.length ? [
    el("h2", { class: "section" }, `Watching ${plural(watching.length, "file")}`),
    ...watching.map((file) => button(file.name, () => openLine({ source: file.id, name: file.name, line: 1, column: 1 }), { class: "file" })),
  ] : []);
}

/** A number in full, but from a million on in short: 12M. */
function short(number) {
  return new Intl.NumberFormat("en", number < 1e6 ? {} : { notation: "compact" }).format(number);
}

function applyLook() {
  const dark = store.dark ?? matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.look = dark ? "dark" : "light";
  byId("dark").setAttribute("aria-pressed", String(dark));
}

const AGAIN = 2000; // milliseconds

let asked = 0;
let number = -1;

async function refresh(latest) {
  const mine = ++asked;
  let state;
  try {
    state = await ask("/api/state");
  } catch {
    // The events notice that the server has gone; if it has not, the page asks again.
    setTimeout(() => mine === asked && refresh(latest), AGAIN);
    return;
  }
  if (mine !== asked) return;
  number = state.number;
  const before = store.state;
  keep(new Set(state.groups.flatMap((group) => group.pieces.flatMap((piece) => piece.pictures))), state.pictures ?? {});
  change({ state, lost: false });
  announce(state, before);
  document.documentElement.dataset.number = String(state.number);
  if (latest > state.number) refresh(latest);
}

/** Says once what is new. A file that pnp cannot read has its banner, which is an alert. */
function announce(state, before) {
  if (state.status === "loading" && before.revision) say("Reading the set");
  else if (state.status === "live" && before.revision && state.revision > before.revision && state.set === before.set) say(`Saved; ${plural(state.changed?.length ?? 0, "piece")} changed${state.gone ? `, ${state.gone} gone` : ""}${errors(state) ? `; ${plural(errors(state), "error")}` : ""}`);
  else if (state.status === "live" && before.status !== "live") say(`${state.title}, live`);
}

watch((names) => {
  const focused = document.activeElement;
  if (["state", "lost"].some((name) => names.has(name))) {
    renderTop(names);
    renderBanner(byId("banner"));
    renderFindings(byId("findings"));
  }
  if (["state", "view", "printed"].some((name) => names.has(name))) renderRail();
  if (["dark"].some((name) => names.has(name))) applyLook();
  renderView(names);
  if (["state", "selected", "turns", "view", "paper", "layout"].some((name) => names.has(name))) renderInspector(byId("inspector"));
  // A view or the details may have gone with the control that had the focus.
  if (focused !== document.body && !(focused?.isConnected && focused.checkVisibility())) landing().focus({ preventScroll: true });
});

function landing() {
  const now = document.activeElement;
  const place = byId("view");
  return now !== document.body && now !== place && now.checkVisibility() ? now : place.querySelector(".frame") ?? place;
}

recall();
document.body.classList.toggle("alone", !online);
applyLook();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyLook);
byId("dark").addEventListener("click", () => change({ dark: document.documentElement.dataset.look !== "dark" }));
byId("print").addEventListener("click", printView);
byId("vision").addEventListener("change", (event) => {
  document.documentElement.dataset.vision = event.target.value;
});
byId("set").addEventListener("change", (event) => {
  history.replaceState(null, "", `?set=${encodeURIComponent(event.target.value)}${location.hash}`);
  asked += 1;
  change({ selected: null, find: "", onlyChanged: false, turns: new Map(), range: new Set(), large: false });
  reconnect();
});
addEventListener("hashchange", followHash);
installKeys(VIEWS);
followHash();
const reconnect = follow((latest) => {
  // The same state, after a connection that broke and came back.
  if (latest === number) change({ lost: false });
  else refresh(latest);
}, (how) => change({ lost: how }));
