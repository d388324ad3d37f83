// Questions to the server, and the events by which it tells of changes.

import { say, showMessage } from "./dom.js";

/** Whether there is a server, which writes files and opens lines: `pnp export html` makes a page without one. */
export const online = true;

/** An address of the set that this tab shows: the one in its own address, or the first. */
export function addressed(path) {
  const set = new URLSearchParams(location.search).get("set");
  return set ? `${path}${path.includes("?") ? "&" : "?"}set=${encodeURIComponent(set)}` : path;
}

/** The answer to a question as a value, unless a *signal* gives it up; throws an Error with the server's own words. */
export async function ask(path, body, signal) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), signal };
  const answer = await fetch(addressed(path), options);
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

const REFUSED = 403; // the page belongs to another server, or to another token

// Milliseconds until the page tries again; the last one is repeated.
const RETRIES = [1000, 2000, 5000];

// Milliseconds without a sign of life after which the connection is dead, as after a computer has slept; the server gives one each 10 s.
const SILENCE = 25000;

/**
 * Calls *changed* for each new state, and *lost* while nobody answers, or "refused" if another server does.
 *
 * A new server that knows the page has its own numbers: the page is loaded again, and keeps its table. Returns a function
 * that follows the set in the address, after that has changed.
 */
export function follow(changed, lost) {
  let source = null;
  let life = null;
  let failures = 0;
  let silence = 0;
  let retry = 0;
  const alive = () => {
    failures = 0;
    clearTimeout(silence);
    silence = setTimeout(failed, SILENCE);
  };
  const failed = async () => {
    clearTimeout(silence);
    source.close();
    lost("silent");
    clearTimeout(retry);
    retry = setTimeout(connect, RETRIES[Math.min(failures, RETRIES.length - 1)]);
    failures += 1;
    const status = await fetch(addressed("/api/state")).then((answer) => answer.status, () => 0);
    if (status === REFUSED && source.readyState === EventSource.CLOSED) lost("refused");
  };
  const connect = () => {
    source?.close();
    source = new EventSource(addressed("/events"));
    source.addEventListener("state", (event) => {
      if (life && life !== event.lastEventId) location.reload();
      life = event.lastEventId;
      alive();
      changed(Number(event.data));
    });
    source.addEventListener("open", alive);
    source.addEventListener("alive", alive);
    source.addEventListener("error", failed);
  };
  connect();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
  return connect;
}
