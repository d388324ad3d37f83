// Walking among the pieces with the arrow keys.

import { byId } from "./dom.js";
import { store } from "./store.js";

/** One piece is in the order of the Tab key: the chosen one, or else the first. */
export function fixTabStop() {
  const options = [...byId("view").querySelectorAll(".option")];
  const stop = options.find((node) => node === document.activeElement) ?? options.find((node) => node.dataset.id === store.selected) ?? options[0];
  for (const node of options) if (node.tabIndex !== (node === stop ? 0 : -1)) node.tabIndex = node === stop ? 0 : -1;
}

/** Focuses a piece. */
export function focusOn(node) {
  node.focus({ preventScroll: false });
  fixTabStop();
}

/** Moves the focus among the pieces: by one, or by a row. */
export function walk(key) {
  const options = [...byId("view").querySelectorAll(".option")];
  const at = options.indexOf(document.activeElement);
  if (at < 0) return false;
  let next = null;
  if (key === "ArrowRight") next = options[at + 1];
  else if (key === "ArrowLeft") next = options[at - 1];
  else if (key === "Home") next = options[0];
  else if (key === "End") next = options.at(-1);
  else next = beside(options, at, key === "ArrowDown" ? 1 : -1);
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
