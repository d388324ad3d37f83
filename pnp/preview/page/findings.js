// The findings of the files as they are now, and a banner while they cannot be read.

import { button, byId, el, icon, plural, setChildren } from "./dom.js";
import { openLine } from "./server.js";
import { store } from "./store.js";

let open = false;

export function toggleFindings(wanted = !open) {
  open = wanted;
  renderFindings(byId("findings"));
  // The bar with its button may go with the list.
  const toggle = byId("findings-toggle");
  (open || toggle?.checkVisibility() ? toggle : byId("status").querySelector("button"))?.focus();
}

function numberOf(severity) {
  return store.state.findings.filter((finding) => finding.severity === severity).length;
}

export function renderFindings(section) {
  const { findings, rules = [] } = store.state;
  section.classList.toggle("open", open && findings.length > 0);
  const counts = ["error", "warning", "note"].filter((severity) => numberOf(severity))
    .map((severity) => el("span", { class: `severity ${severity}` }, icon(severity), plural(numberOf(severity), severity)));
  const none = el("span", { class: "severity ok" }, icon("ok"), "No findings");
  const isOpen = open && findings.length > 0;
  const bar = el("div", { class: "bar" },
    el("h2", {}, "Findings"), counts.length ? counts : none,
    !counts.length && rules.length ? el("span", { class: "note" }, rules.length === 1 ? "the rule holds" : `all ${rules.length} rules hold`) : null,
    el("span", { class: "grow" }),
    findings.length ? button([isOpen ? "Close " : "Open ", el("kbd", { "aria-hidden": "true" }, "F")], () => toggleFindings(), { id: "findings-toggle", class: "plain", "aria-expanded": String(isOpen), "aria-label": `${isOpen ? "Close" : "Open"} the findings`, "aria-keyshortcuts": "F" }) : null);
  setChildren(section, isOpen ? [bar, el("ol", { class: "list" }, findings.map(line))] : [bar]);
  for (const tab of document.querySelectorAll("[data-findings]")) tab.dataset.findings = findings.length;
}

function line(finding, number) {
  return el("li", { class: finding.severity },
    el("span", { class: `severity ${finding.severity}` }, icon(finding.severity), finding.severity),
    el("div", { class: "what" },
      el("p", {}, el("strong", {}, finding.message), " ", el("span", { class: "rule" }, finding.rule)),
      finding.excerpt.length ? excerpt(finding) : null,
      ...(finding.related ?? []).map((other, index) => el("p", { class: "related" }, `${other.message}: `, placeLink(other, `finding ${number} ${index}`)))),
    placeLink(finding, `finding ${number}`));
}

function placeLink(place, key) {
  const label = `${place.name}:${place.line}:${place.column}`;
  const source = sourceOf(place);
  return source === null ? el("code", {}, label) : button(label, () => openLine({ ...place, source }), { class: "link", "data-key": key });
}

/** The number of the file to open; null for a file that the server does not open. */
function sourceOf(place) {
  if (place.source !== undefined) return place.source;
  const found = (store.state.watching ?? []).find((file) => file.name === place.name);
  return found ? found.id : store.state.file === place.name ? 0 : null;
}

function excerpt(finding) {
  const rows = [];
  for (const { line: number, text } of finding.excerpt) {
    const own = number === finding.line;
    rows.push(el("span", { class: own ? "own" : "" }, el("i", {}, String(number)), text || " "));
    if (own) {
      const before = text.slice(0, finding.column - 1).replace(/[^\t]/g, " ");
      const length = Math.max(1, (finding.end_column ?? finding.column + 1) - finding.column);
      rows.push(el("span", { class: "caret", "aria-hidden": "true" }, el("i", {}, ""), before + "^".repeat(length)));
    }
  }
  return el("pre", { tabindex: "0", "aria-label": `Line ${finding.line} of ${finding.name}` }, rows);
}

// The overlay of every view while what it shows is not what the files say. It moves nothing, and can be closed until the next save.

let closed = "";

export function renderBanner(place) {
  const { state, lost } = store;
  const status = lost ? "lost" : state.status;
  document.body.dataset.status = status;
  const key = ["lost", "broken", "deleted"].includes(status) ? `${status} ${lost || state.number}` : "";
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  setChildren(place, key && key !== closed ? [overlay(key, ...(lost ? lostWords(lost) : brokenWords(state)))] : []);
}

function overlay(key, sign, head, ...parts) {
  const close = () => {
    closed = key;
    setChildren(byId("banner"), []);
  };
  return el("div", { class: `banner ${sign}`, role: "alert" },
    el("header", {}, icon(sign), el("strong", {}, head), button(icon("close"), close, { class: "icon-button", "aria-label": "Close this message" })), parts);
}

function lostWords(lost) {
  return lost === "refused" ? ["warning", "pnp preview was started anew.", el("p", {}, "Open the address that it has printed in the terminal, in this tab or another one. Your table is kept.")]
    : ["warning", "pnp preview has ended, or does not answer.", el("p", {}, "The page shows its last pictures, and tries again. If the preview runs at another address, open that: the terminal has it. Else start it there: ", el("code", {}, `pnp preview ${store.state.file ?? ""}`))];
}

function brokenWords(state) {
  const [first] = state.findings;
  const good = state.history.at(-1);
  const source = first ? sourceOf(first) : null;
  const note = el("p", {}, good ? `The pictures are those of ${good.saved}, the last time that it was good. They change as soon as it is good again.` : "Pictures come as soon as it is good.");
  if (state.status === "deleted" || !first) return ["error", `${state.file} is gone.`, note];
  return ["error", `pnp cannot read ${first.name || state.file}: line ${first.line}, ${first.message}`,
    first.excerpt.length ? excerpt(first) : null, note,
    el("p", { class: "actions" }, source === null ? null : button(`Open line ${first.line}`, () => openLine({ ...first, source }), { class: "strong" }), button("All findings", () => toggleFindings(true)))];
}
