// Building from the page: the files of `pnp build`, one set at a time.

import { button, byId, el, icon, openDialog, plural, say, setChildren } from "./dom.js";
import { ask } from "./server.js";
import { store } from "./store.js";

const AGAIN = 400; // milliseconds

/** Opens the dialog that builds the set, or shows the build that runs. */
export async function openBuild() {
  const report = el("div", { id: "build", class: "build", tabindex: "-1" });
  openDialog("Build", report);
  follow(report, await ask("/api/build").catch(failed));
}

function failed(error) {
  return { error: error.message };
}

async function follow(report, made) {
  const others = made.set && made.set !== store.state.set;
  if (!report.isConnected) return;
  const isNew = others || (!made.set && !made.error);
  setChildren(report, made.running ? working(made) : [...(isNew ? intention() : done(made)), start(report, !isNew)]);
  if (!made.running) return;
  setTimeout(async () => {
    const next = await ask("/api/build").catch(failed);
    if (!next.running) say(next.folder ? `Built ${plural(next.files.length, "file")}` : "The build has failed");
    follow(report, next);
  }, AGAIN);
}

function intention() {
  return [el("p", {}, "Writes the files to print, as ", el("code", {}, `pnp build ${store.state.set}`), " does, into the folder ", el("code", {}, "output"), " of the folder in which the preview runs.")];
}

function working({ set, step }) {
  return [el("progress", { "aria-label": `Building ${set}` }), el("p", { class: "note" }, `Building ${step || set} …`)];
}

function done({ folder, files, unchanged, findings = [], error }) {
  return [
    error || !folder ? el("p", { class: "severity error" }, icon("error"), error ? "The build has failed." : "The set has errors; nothing is built.") : null,
    error ? el("pre", { tabindex: "0" }, error) : null,
    folder ? el("p", {}, el("b", {}, plural(files.length, "file")), " in ", el("code", {}, folder), unchanged ? `, ${unchanged} as before` : "") : null,
    findings.length ? el("ul", { class: "found" }, findings.map(({ severity, message, where }) => el("li", {}, el("span", { class: `severity ${severity}` }, icon(severity), severity), ` ${message} `, el("code", {}, where)))) : null,
    folder ? el("ul", { class: "made", tabindex: "0", "aria-label": "Files" }, files.map((file) => el("li", {}, el("code", {}, file)))) : null,
  ].filter(Boolean);
}

function start(report, again) {
  const go = async () => follow(report, await ask("/api/build", {}).catch(failed));
  return el("p", { class: "actions" }, button(again ? "Build again" : "Build", go, { class: "strong" }), button("Close", () => byId("help").close()));
}
