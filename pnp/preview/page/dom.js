// Elements from plain values. Text is always text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties, and children that are elements, texts, or lists of them. */
export function el(name, properties = {}, ...children) {
  return filled(document.createElement(name), properties, children);
}

/** The same in SVG. */
export function svg(name, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, name), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "style") {
      for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A list to choose from, of values with labels; *chosen* gets the value after each change. */
export function select(choices, value, chosen, properties = {}) {
  const made = el("select", { ...properties, on: { change: (event) => chosen(event.target.value) } }, choices.map(([each, label]) => el("option", { value: each }, label)));
  made.value = value;
  return made;
}

/** A field with a value; *entered* gets the new one at each event of this name. */
export function input(value, entered, properties, event = "change") {
  const made = el("input", { ...properties, on: { [event]: () => entered(made.value) } });
  made.value = value;
  return made;
}

/** A table of texts; columns of numbers stand at the right. */
export function plainTable(header, rows, isNumber) {
  const cell = (name, text, index) => el(name, { class: isNumber[index] ? "right" : null, scope: name === "th" ? "col" : null }, text);
  return el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, header.map((text, index) => cell("th", text, index)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((text, index) => cell("td", text, index))))));
}

export function byId(id) {
  return document.getElementById(id);
}

/**
 * Gives an element these children, and leaves it alone if it has them already.
 *
 * A focused element that goes hands the focus on to its successor.
 */
export function setChildren(element, children) {
  const now = element.childNodes;
  if (now.length === children.length && children.every((child, index) => child === now[index])) return;
  const focused = element.contains(document.activeElement) && element !== document.activeElement ? document.activeElement : null;
  element.replaceChildren(...children);
  if (focused) handOn(focused, element);
}

const FOCUSABLE = "button, a[href], input, select, textarea, summary, [tabindex]";

/** How a control is known after its part of the page is made anew: its id, its key, or its label. */
function nameOf(control) {
  return control.id || control.dataset.key || `${control.localName} ${control.getAttribute("aria-label") ?? control.textContent}`;
}

/** Focuses the successor of a control in this part of the page, or else what lies nearest to it. */
function handOn(control, part) {
  const candidates = [...part.querySelectorAll(FOCUSABLE)].filter((each) => !each.disabled && each.checkVisibility());
  const name = nameOf(control);
  const successor = candidates.includes(control) ? control : candidates.find((each) => nameOf(each) === name);
  const disabled = [...part.querySelectorAll(":disabled")].find((each) => nameOf(each) === name);
  const beside = disabled && candidates.find((each) => each.parentElement === disabled.parentElement);
  const next = successor ?? beside ?? candidates.find((each) => each.tabIndex === 0) ?? part.closest("[tabindex]") ?? byId("main");
  next.focus({ preventScroll: true });
}

/** Opens the dialog with a title, a button that closes it, and these parts. It gives the focus back to where it was, or to the successor of that. */
export function openDialog(title, ...parts) {
  const dialog = byId("help");
  const focused = document.activeElement;
  dialog.replaceChildren(el("header", {}, el("h2", { id: "help-title" }, title), button(icon("close"), () => dialog.close(), { class: "icon-button", "aria-label": "Close" })), ...parts);
  dialog.showModal();
  dialog.addEventListener("close", () => focused.isConnected || handOn(focused, byId("view")), { once: true });
}

let speaking = 0;

/** Says a sentence to people who listen to the page. */
export function say(sentence) {
  const said = byId("said");
  said.textContent = "";
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    said.textContent = sentence;
  }, 30);
}

let fading = 0;

/** Shows a sentence for a few seconds, and says it. */
export function showMessage(sentence) {
  let box = byId("message");
  if (!box) {
    box = el("div", { id: "message", "aria-hidden": "true" });
    document.body.append(box);
  }
  box.textContent = sentence;
  box.classList.add("there");
  say(sentence);
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("there"), 6000);
}

const ICONS = {
  pieces: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z",
  sheets: "M5 3h14v18H5zM5 9h14M5 15h14M12 3v18",
  rules: "M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2zM12 6v14",
  table: "M12 3l4 2.3v4.6L12 12.200 8 9.900V5.300zM7.500 12l4 2.300v4.600l-4 2.300-4-2.300v-4.600zM16.500 12l4 2.300v4.600l-4 2.300-4-2.300v-4.600z",
  numbers: "M4 20h16M6 20v-7M11 20V5M16 20v-10",
  compare: "M4 4h6v16H4zM14 4h6v16h-6z",
  find: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L21 21",
  close: "M6 6l12 12M18 6L6 18",
  left: "M4 9a8 8 0 1 1 0 6M4 4v5h5",
  right: "M20 9a8 8 0 1 0 0 6M20 4v5h-5",
  over: "M12 3v3M12 10v4M12 18v3M9 7v10H3zM15 7v10h6z",
  error: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.500v5.500M12 16v.5",
  warning: "M12 4l9 16H3zM12 10v5M12 17.500v.3",
  note: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5M12 8v.3",
  ok: "M4 12.500l5 5L20 6.500",
};

/** A line drawing of 24 units, hidden from those who listen. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

export function button(label, action, properties = {}) {
  return el("button", { type: "button", on: { click: action }, ...properties }, label);
}

export function plural(number, word, many = `${word}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? word : many}`;
}
