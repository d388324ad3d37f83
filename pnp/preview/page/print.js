// Printing the view on the screen: pieces in true size, without the page round them.

import { byId } from "./dom.js";
import { drawAll } from "./pieces.js";
import { change, store } from "./store.js";

/** Draws what has not been in view, in the light look of paper, and opens the dialog of the browser. */
export async function printView() {
  const { dark } = store;
  change({ dark: false });
  if (store.view === "pieces") await drawAll();
  const images = [...byId("view").querySelectorAll("img")];
  for (const image of images) image.loading = "eager";
  await Promise.allSettled(images.map((image) => image.decode()));
  print();
  change({ dark });
}

const papers = new CSSStyleSheet();
const named = new Set();
document.adoptedStyleSheets.push(papers);

/** The name of a paper of this size for `page`, without margins: sheets have their own. */
export function paperOf({ width, height }) {
  const name = `w${width}h${height}`.replaceAll(".", "-");
  if (!named.has(name)) papers.insertRule(`@page ${name} { size: ${width}mm ${height}mm; margin: 0; }`);
  named.add(name);
  return name;
}
