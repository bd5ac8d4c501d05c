/** Parts of the page that are loaded on demand. A part that could not be loaded shows an error and is tried again. */

import { el, need } from "./dom.js";
import { MatchdayError } from "./errors.js";
import { Notices } from "./notices.js";
import { text } from "./text.js";

/** @import { Page } from "./page" */

/** Modules that a second attempt loaded, by the address that had failed. @type {Map<string, any>} */
const recovered = new Map();
let attempts = 0;

/**
 * Imports a module. If that fails, it is asked for once more under another address: until `import()` was changed in 2026
 * (whatwg/html#10327), browsers did not fetch a module again whose address had failed.
 * @template Module
 * @param {() => Promise<Module>} load such as `() => import("./part.js")`
 * @returns {Promise<Module>} rejects with the code PART_FETCH
 */
export async function importPart(load) {
  try {
    return await load();
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

/** Tries the failed parts again that no button was pressed for. @type {Set<() => void>} */
const waiting = new Set();
addEventListener("online", retryWaiting);

function retryWaiting() {
  for (const retry of waiting) {
    waiting.delete(retry);
    retry();
  }
}

/**
 * Loads a part and uses it. A failure is shown in a notice with a button to try again.
 * @template Module
 * @param {Page} page
 * @param {() => Promise<Module>} load
 * @param {(module: Module) => unknown} use
 * @param {boolean} [unasked] whether no button was pressed for it: then it is also tried when the browser is online again
 */
export async function usePart(page, load, use, unasked = false) {
  const { notices } = page;
  try {
    const module = await importPart(load);
    notices.clear("PART_FETCH");
    await use(module);
  } catch (error) {
    const retry = () => void usePart(page, load, use, unasked);
    if (unasked) waiting.add(retry);
    const retryAll = () => {
      waiting.add(retry);
      retryWaiting();
    };
    notices.error(error, [{ label: text.notices.retry, run: retryAll }]);
  }
}

/**
 * Fills a card when it is opened. After a failure the card shows the error; it is tried again by a button, when the card is
 * opened again, and when the browser is online again.
 * @param {HTMLElement} card a `<details>`
 * @param {Page} page
 * @param {() => Promise<{ open: (card: HTMLElement, page: Page) => unknown }>} load
 */
export function fillWhenOpened(card, page, load) {
  const place = el("div");
  const notices = new Notices(place, page.notices.context);
  const unfilled = new AbortController();
  let busy = false;
  const fill = async () => {
    if (busy || !card.hasAttribute("open")) return;
    busy = true;
    try {
      const { open } = await importPart(load);
      await open(card, page);
      unfilled.abort();
      place.remove();
    } catch (error) {
      need("summary", card).after(place);
      notices.error(error, [{ label: text.notices.retry, run: () => void fill() }]);
    }
    busy = false;
  };
  card.addEventListener("toggle", fill, { signal: unfilled.signal });
  addEventListener("online", fill, { signal: unfilled.signal });
}
