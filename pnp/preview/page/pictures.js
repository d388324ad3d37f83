// Pictures of pieces: asked for by name, in batches, and built from a list of allowed elements.

import { svg } from "./dom.js";
import { ask } from "./server.js";

const ELEMENTS = new Set(["svg", "g", "path", "use", "defs", "clipPath", "image", "desc", "title"]);
const ATTRIBUTES = new Set([
  "d", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
  "stroke-linejoin", "transform", "viewBox", "clip-path", "id", "x", "y", "width", "height",
  "preserveAspectRatio", "fill-rule", "opacity",
]);
const BATCH = 100;

const texts = new Map();
const waiting = new Map();
let scheduled = false;

/** The picture of that name as a new SVG element that knows its size; null if the server has forgotten it. */
export async function picture(name, label = "") {
  const text = await textOf(name);
  if (!text) return null;
  const source = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const drawn = copied(source);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.classList.add("piece");
  for (const [side, length] of Object.entries(sizeOf(drawn))) drawn.style.setProperty(`--${side}`, length);
  if (label) {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", label);
  } else {
    drawn.setAttribute("aria-hidden", "true");
  }
  return drawn;
}

/** The width and height of a picture in millimetres. */
export function sizeOf(drawn) {
  const [, , width, height] = drawn.getAttribute("viewBox").split(/\s+/).map(Number);
  return { width, height };
}

function copied(source) {
  const element = svg(source.localName);
  for (const { name, value } of source.attributes) {
    if (ATTRIBUTES.has(name)) element.setAttribute(name, value);
    // Parts of the same picture, and pictures inside it: never another address.
    if (name.endsWith("href") && /^(#|data:image\/(png|jpeg);base64,)/.test(value)) {
      element.setAttribute("href", value);
    }
  }
  for (const child of source.children) {
    if (ELEMENTS.has(child.localName) && child.localName !== "desc" && child.localName !== "title") {
      element.append(copied(child));
    }
  }
  return element;
}

function textOf(name) {
  if (texts.has(name)) return Promise.resolve(texts.get(name));
  if (!waiting.has(name)) {
    let done;
    const promise = new Promise((resolve) => {
      done = resolve;
    });
    waiting.set(name, { promise, done, asked: false });
    if (!scheduled) {
      scheduled = true;
      queueMicrotask(askForAll);
    }
  }
  return waiting.get(name).promise;
}

async function askForAll() {
  scheduled = false;
  const names = [...waiting].filter(([, each]) => !each.asked).map(([name]) => name);
  for (const name of names) waiting.get(name).asked = true;
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH);
    let answer = {};
    try {
      answer = await ask("/api/pictures", batch);
    } catch {
      // The next state asks again.
    }
    for (const name of batch) {
      if (answer[name]) texts.set(name, answer[name]);
      waiting.get(name).done(answer[name] ?? null);
      waiting.delete(name);
    }
  }
}

/** Takes the pictures that came with a state, and forgets all but these, so that an evening of saves needs no more memory. */
export function keep(names, brought) {
  for (const [name, text] of Object.entries(brought)) texts.set(name, text);
  if (texts.size < 2 * names.size + 500) return;
  for (const name of texts.keys()) if (!names.has(name)) texts.delete(name);
}
