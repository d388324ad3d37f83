import { el, setChildren } from "./dom.js";
export function render(view) { setChildren(view, [el("p", { class: "nothing" }, "Numbers come here.")]); }
