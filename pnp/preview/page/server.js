// Questions to the server, and the events by which it tells of changes.

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

// Milliseconds until the page tries again; the last one is repeated.
/** A question that a view asks again and again: only the answer to the last one counts. */
export class Question {
  /** What was asked last; empty if the next state asks again, whatever it is. */
  key = "";

  /** The answer; null if another one has been asked for since. If it fails, it has *empty* and the error. */
  async ask(key, path, empty) {
    this.key = key;
    let answer;
    try {
      answer = await ask(path);
    } catch (error) {
      answer = { ...empty, error: error.message };
    }
    if (this.key !== key) return null;
    if (answer.error) this.key = "";
    return answer;
  }
}

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
