/** Downloads of files. */

import { el } from "../core/dom.js";

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(href));
}
