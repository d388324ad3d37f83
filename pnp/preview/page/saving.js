// The dialog that asks for the name of a file in positions/.

import { button, byId, el, openDialog } from "./dom.js";
import { free } from "./free.js";
import { showMessage } from "./main.js";
import { store } from "./store.js";

const LONGEST = 50; // characters of a set's name in the proposed name

/** Asks for a name, and saves with *send*; *saved* hears of the new file. */
export function askName(title, send, saved = () => {}) {
  const help = byId("help");
  const input = el("input", { type: "text", id: "file-name", "aria-label": "Name", pattern: "[a-z0-9][a-z0-9\\-]*", autocomplete: "off" });
  input.value = proposedName();
  const wrong = el("p", { class: "error", role: "alert" });
  const form = el("form", { on: { submit: async (event) => {
    event.preventDefault();
    try {
      const { file } = await send(input.value);
      help.close();
      showMessage(`Saved ${file}`);
      free.data.files = [...new Set([...free.data.files, file.split("/").at(-1)])].sort();
      saved();
    } catch (error) {
      wrong.textContent = error.message;
    }
  } } }, el("p", {}, "positions/", input, ".yaml"), wrong, el("p", { class: "actions" }, el("button", { type: "submit", class: "strong" }, "Save"), button("Cancel", () => help.close())));
  help.replaceChildren(el("h2", { id: "help-title" }, title), form);
  openDialog(help);
  input.select();
}

/** A free name of small letters, digits and hyphens, from the name of the set. */
function proposedName() {
  const plain = store.state.set.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const start = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, LONGEST).replace(/-$/, "") || "position";
  const taken = new Set(free.data.files);
  for (let number = 1; ; number += 1) {
    const name = `${start}-${number}`;
    if (!taken.has(`${name}.yaml`)) return name;
  }
}
