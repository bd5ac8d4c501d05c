/** Opens the dialog of the reader's own data: by buttons, and by files dropped on the page. */

import { all } from "../dom.js";
import { usePart } from "../lazy.js";

/** @import { Page } from "../page" */

/** @param {Page} page */
export function listenToFiles(page) {
  const open = (/** @type {File[]} */ files) => {
    usePart(page, () => import("./dialog.js"), ({ openOwn }) => openOwn(page, files));
  };
  for (const button of all("[data-own]")) button.addEventListener("click", () => open([]));
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    open(files);
  });
}
