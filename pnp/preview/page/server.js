// Questions to the server, and the events by which it tells of changes.

import { say, showMessage } from "./dom.js";

/** The answer to a question as a value; throws an Error with the server's own words. */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  if (answer.ok) return answer.json();
  let reason = `the server answers ${answer.status}`;
  try {
    reason = (await answer.json()).error ?? reason;
  } catch {
    // An answer without words of its own.
  }
  throw new Error(reason);
}

/** Opens a line in the editor; without an editor it says which file and line it is. */
export async function openLine(place) {
  const where = `${place.name}:${place.line}:${place.column}`;
  try {
    const { editor } = await ask("/api/open", { source: place.source, line: place.line, column: place.column });
    say(`${where} opens in ${editor}`);
  } catch (error) {
    showMessage(`${where}: ${error.message}`);
  }
}

// Milliseconds until the page tries again; the last one is repeated.
const RETRIES = [1000, 2000, 5000];

/** Calls *changed* for each new state, and *lost* while nobody answers. */
export function follow(changed, lost) {
  let source = null;
  let failures = 0;
  const connect = () => {
    source = new EventSource("/events");
    source.addEventListener("state", (event) => {
      failures = 0;
      changed(Number(event.data));
    });
    source.addEventListener("open", () => {
      failures = 0;
    });
    source.addEventListener("error", () => {
      source.close();
      lost();
      setTimeout(connect, RETRIES[Math.min(failures, RETRIES.length - 1)]);
      failures += 1;
    });
  };
  connect();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
}
