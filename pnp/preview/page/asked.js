// Views that show the answer to one question, and ask it again when something that it depends on changes.

import { ask } from "./server.js";
import { change, store } from "./store.js";

const ASKS_AGAIN = ["state", "lost", "paper", "layout"];

/** Whether a view whose question has failed asks it again after this change. */
export function asksAgain(names) {
  return ASKS_AGAIN.some((name) => names.has(name));
}

export class AskedView {
  /** The view of this name; an answer that fails is *empty*, with its error. */
  constructor(name, empty, show) {
    Object.assign(this, { name, empty, show, key: "", answer: null });
  }

  /** The answer, if it is about the state on the screen. */
  get current() {
    return this.answer && this.answer.revision === store.state.revision ? this.answer : null;
  }

  /** Asks a question, unless it was the last one with this key; else it shows the answer *again*. */
  async update(key, path, { names, entered }, again = entered) {
    if (key === this.key || !store.state.revision || !(entered || asksAgain(names))) {
      if (again && this.answer) this.show();
      return;
    }
    this.key = key;
    let answer;
    try {
      answer = await ask(path);
    } catch (error) {
      answer = { ...this.empty, error: error.message };
    }
    if (this.key !== key) return;
    // The next state asks again, whatever it is.
    if (answer.error) this.key = "";
    this.answer = answer;
    change({ printed: true });
    if (store.view === this.name) this.show();
  }
}

/** The paper and layout that somebody has chosen, and other parameters, for an address. */
export function query(others = {}) {
  return new URLSearchParams({ paper: store.paper, layout: store.layout, ...others });
}
