/** Parts of the page that are loaded on demand. A part that could not be loaded shows an error and is tried again. */

import { el, need } from "./dom.js";
import { MatchdayError } from "./errors.js";
import { awaitPart } from "./slow-loading.js";
import { Notices } from "./notices.js";
import { text } from "./text.js";

/** Modules that a second attempt loaded, by the address that had failed. @type {Map<string, any>} */
const recovered = new Map();
let attempts = 0;

/**
 * Imports a module. If that fails, it is imported once more under another address: before 2026 (whatwg/html#10327),
 * `import()` did not fetch an address again that had failed.
 * @template Module
 * @param {() => Promise<Module>} load such as `() => import("./part.js")`
 * @param {boolean} [unasked] whether nobody waits for it: then the page does not say that it comes late
 * @returns {Promise<Module>} rejects with the code PART_FETCH
 */
export async function importPart(load, unasked = false) {
  const [, file = ""] = /import\("[./]*([^"]+)"\)/.exec(`${load}`) ?? [];
  try {
    return await (unasked ? load() : awaitPart(load(), file));
  } catch (thrown) {
    const [address] = /https?:\S+$/.exec(thrown instanceof TypeError ? thrown.message : "") ?? [];
    if (!address) throw thrown;
    if (!recovered.has(address)) recovered.set(address, await importAgain(address));
    return recovered.get(address);
  }
}

/** @param {string} address */
async function importAgain(address) {
  try {
    return await import(`${address}?attempt=${++attempts}`);
  } catch {
    throw new MatchdayError("PART_FETCH", `${new URL(address).pathname} could not be fetched`);
  }
}

/** Style sheets by their address. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/**
 * Loads a style sheet, once. It comes before the page's own, which says where the parts of a view stand.
 * @param {URL} url
 * @returns {Promise<unknown>} rejects with the code PART_FETCH
 */
export function loadStyle({ href, pathname }) {
  const known = sheets.get(href);
  if (known) return known;
  const link = el("link", { rel: "stylesheet", href });
  const loading = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      sheets.delete(href);
      reject(new MatchdayError("PART_FETCH", `${pathname} could not be fetched`));
    });
  });
  sheets.set(href, loading);
  need('link[href$="app/views.css"]').before(link);
  return loading;
}

/** By the function that loads a part again: the function that removes the notice of its failure. @type {Map<() => unknown, () => void>} */
const waiting = new Map();
addEventListener("online", retryWaiting);

function retryWaiting() {
  for (const [retry, removeNotice] of [...waiting]) {
    waiting.delete(retry);
    removeNotice();
    retry();
  }
}

/**
 * Calls `retry` once, when the browser is back online.
 * @param {() => unknown} retry always the same function for the same part
 * @param {() => void} [removeNotice]
 */
export function retryOnline(retry, removeNotice = () => {}) {
  waiting.set(retry, removeNotice);
}

/**
 * Shows why a part could not be loaded. Its button tries again, and with it all parts that wait for a connection.
 * @param {Notices} notices
 * @param {unknown} thrown
 * @param {() => unknown} retry always the same function for the same part
 * @param {boolean} [unasked] whether the page loads it without a press: then it also tries again when the browser is back online
 */
export function offerRetry(notices, thrown, retry, unasked = false) {
  const error = MatchdayError.from(thrown);
  const addToWaiting = () => retryOnline(retry, () => notices.clear(error.code));
  if (unasked) addToWaiting();
  const retryAll = () => {
    addToWaiting();
    retryWaiting();
  };
  notices.error(error, [{ label: text.notices.retry, run: retryAll }]);
}

/**
 * Loads a part and uses it. A failure is shown in a notice with a button to try again.
 * @template Module
 * @param {{ notices: Notices }} page
 * @param {() => Promise<Module>} load
 * @param {(module: Module) => unknown} use
 * @param {boolean} [unasked] whether the page loads it without a press: then it also tries again when the browser is back online
 */
export async function usePart(page, load, use, unasked = false) {
  const { notices } = page;
  try {
    const module = await importPart(load, unasked);
    notices.clear("PART_FETCH");
    await use(module);
  } catch (error) {
    offerRetry(notices, error, () => usePart(page, load, use, unasked), unasked);
  }
}
