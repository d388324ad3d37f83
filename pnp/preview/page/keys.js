// Keys: each view by a number, and what the focused part understands.

import { byId, el, openDialog } from "./dom.js";
import { toggleFindings } from "./findings.js";
import { close, twin } from "./inspector.js";
import { chooseFocused, press, turn, walk, zoom } from "./pieces.js";
import { printView } from "./print.js";
import { change, go, store } from "./store.js";

const LISTED = [
  ["1 – 6", "Pieces, sheets, rulebook, table, numbers, compare"],
  ["/", "Find pieces"],
  ["F", "Findings"],
  ["+ − 0", "Larger, smaller, true size"],
  ["D", "Dark or light"],
  ["T", "The rows of data beside their pieces"],
  ["L", "The chosen pieces large"],
  ["Shift+Enter, Ctrl+Enter", "Choose pieces up to this one, or this one as well"],
  ["Ctrl+P", "Print the view"],
  ["Arrows", "Walk among the pieces, or on the table; move a stack, with Shift further"],
  ["Enter", "Show a piece, then turn it; on the table: lay it, draw from a stack, roll a die"],
  ["R, Shift+R", "Turn right, turn left"],
  ["M", "The mirror twin; on the table: turn a polyform, a token or a card over"],
  [", .", "On the table: another piece, or another stack"],
  ["Del", "On the table: take a piece away, or put it back"],
  ["H", "On a stack: draw to the hand that is shown"],
  ["A, T", "On a stack: deal to each, take some off"],
  ["Shift+M", "On a stack: turn all over"],
  ["X, L, G", "On a stack: shuffle, look through, collect all"],
  ["U, Ctrl+Z; Ctrl+Y", "On the table: undo; do again; U in a game with bots: takes back your last move"],
  ["C", "On the table: the next clash"],
  ["S", "On the table: save the position"],
  ["Esc", "Close"],
];

/** The keys of all views, by number, and of the view that is shown. */
export function installKeys(views) {
  const help = byId("help");
  const own = () => views.find((view) => view.name === store.view)?.module;
  byId("keys").addEventListener("click", () => openHelp());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    // A dialog closes itself, and nothing behind it.
    if (help.open) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "p") {
      event.preventDefault();
      printView();
      return;
    }
    if (event.key === "Escape") {
      if (document.activeElement?.id === "find" && store.find === "") byId("view").querySelector('.option[tabindex="0"]')?.focus();
      else if (!isWriting(event.target)) (own()?.foldSheet ?? close)();
      return;
    }
    if (isWriting(event.target)) return;
    if (own()?.key?.(event)) {
      event.preventDefault();
      return;
    }
    const inPieces = store.view === "pieces" && event.target.closest?.(".option");
    const isEnter = event.key === "Enter" || event.key === " ";
    if (event.altKey || ((event.ctrlKey || event.metaKey) && !(inPieces && isEnter))) return;
    if (inPieces && ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      if (walk(event.key)) event.preventDefault();
      return;
    }
    if (inPieces && isEnter) {
      if (press(event)) event.preventDefault();
      return;
    }
    if (!store.single) return;
    const action = {
      "/": () => { go("pieces"); setTimeout(() => byId("find")?.focus()); },
      f: () => toggleFindings(),
      "+": () => zoom(1.15),
      "=": () => zoom(1.15),
      "-": () => zoom(1 / 1.15),
      0: () => zoom(0),
      d: () => byId("dark").click(),
      t: () => byId("rows")?.checkVisibility() && byId("rows").click(),
      l: () => byId("large")?.click(),
      "?": () => openHelp(),
      // Only a piece whose details one sees turns.
      ...(byId("inspector").hidden ? {} : { r: () => { chooseFocused(); turn(event.shiftKey ? -1 : 1); }, m: () => twin() }),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const view = views[Number(event.key) - 1];
    if (view) go(view.name);
    else if (action) action();
    else return;
    event.preventDefault();
  });
}

function isWriting(target) {
  return target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select") !== null;
}

function openHelp() {
  const single = el("input", { type: "checkbox", id: "single", on: { change: (event) => change({ single: event.target.checked }) } });
  single.checked = store.single;
  openDialog(
    "Keys",
    el("dl", {}, LISTED.map(([keys, what]) => el("div", {}, el("dt", {}, el("kbd", {}, keys)), el("dd", {}, what)))),
    el("label", { class: "check" }, single, " Single keys do something"),
  );
}
