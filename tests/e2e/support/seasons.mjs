// Pages that have only a store.

import { readFile } from "node:fs/promises";
import { openPage } from "./harness.mjs";

/** The modules of the page read the address of the data set from the HTML. */
const BARE = `<!doctype html><title>A store</title><link id="data" href="data/manifest.json">`;

/** Serves `/bare.html` and `/store-page.js` to a page or to all pages of a context. */
export async function addBarePage(where) {
  const script = await readFile(new URL("store-page.js", import.meta.url));
  await where.route("**/bare.html", (route) => route.fulfill({ contentType: "text/html", body: BARE }));
  await where.route("**/store-page.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
}

/** Opens a page that can open a store, in a fresh profile. */
export async function openBare(test, options = {}) {
  const before = async (page) => {
    await addBarePage(page.context());
    await options.before?.(page);
  };
  return openPage(test, "/bare.html", { ...options, before });
}

/** Calls a function of `store-page.js` in a page. */
export function inPage(page, name, ...args) {
  return page.evaluate(async ([name, args]) => (await import("/store-page.js"))[name](...args), [name, args]);
}
