// Answers of a page that was sent without its server: all of them are in the page. It takes the place of server.js.

const { values, pictures, files } = JSON.parse(document.getElementById("answers").textContent);

/** Whether somebody can write files and open lines; not from here. */
export const online = false;

/** A file in the page as an address. */
export function addressed(path) {
  return files[path] ?? path;
}

/** The answer to a question; throws an Error if the page has none. */
export async function ask(path, body) {
  if (path === "/api/pictures") return Object.fromEntries(body.map((name) => [name, pictures[name]]));
  const [question] = path.split("?");
  if (!Object.hasOwn(values, question)) throw new Error("this page was sent without its server");
  return structuredClone(values[question]);
}

export async function openLine() {}

/** Calls *changed* once: nothing here changes later. */
export function follow(changed) {
  changed(1);
  return () => {};
}
