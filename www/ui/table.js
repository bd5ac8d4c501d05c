/** Tables: the first cell of each row is its head. */

import { el } from "../core/dom.js";
import { reachWhenScrolling } from "./focus.js";

/** What a cell holds. @typedef {string | Node | (string | Node)[]} Cell */

/** A row. @param {Cell[]} cells @param {Record<string, string>} [props] attributes */
export function tableRow([first, ...rest], props = {}) {
  const content = (/** @type {Cell} */ cell) => (Array.isArray(cell) ? cell : [cell]);
  return el("tr", props, el("th", { scope: "row" }, ...content(first)), ...rest.map((cell) => el("td", {}, ...content(cell))));
}

/** @param {string[]} heads */
const headRow = (heads) => el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words)));

/** A `<table>` with its caption and body. @param {string} title @param {string[]} heads none for a table of names and values */
export function bareTable(title, heads) {
  const caption = el("caption", {}, title);
  const body = el("tbody");
  const head = el("thead", {}, headRow(heads));
  return { element: el("table", {}, caption, ...(heads.length ? [head] : []), body), caption, body, head };
}

/** A table that scrolls sideways where it has no room. @param {string} title @param {string[]} heads */
export function table(title, heads) {
  const { element, caption, body, head } = bareTable(title, heads);
  const root = el("div", { class: "wide", "data-testid": "table" }, element);
  reachWhenScrolling(root);
  return {
    root,
    element,
    caption,
    /** @param {Cell[][]} rows */
    fill: (rows) => body.replaceChildren(...rows.map((cells) => tableRow(cells))),
    /** Other heads, of a table that has some. @param {string[]} heads */
    setHeads: (heads) => head.replaceChildren(headRow(heads)),
    /** For rows with attributes. @param {HTMLElement[]} rows */
    show: (rows) => body.replaceChildren(...rows),
  };
}
