/** Tables: the first cell of each row is its head. */

import { el } from "./dom.js";
import { reachWhenScrolling } from "./focus.js";

/** What a cell holds. @typedef {string | Node | (string | Node)[]} Cell */

/** A row. @param {Cell[]} cells @param {Record<string, string>} [props] attributes */
export function tableRow([first, ...rest], props = {}) {
  const content = (/** @type {Cell} */ cell) => (Array.isArray(cell) ? cell : [cell]);
  return el("tr", props, el("th", { scope: "row" }, ...content(first)), ...rest.map((cell) => el("td", {}, ...content(cell))));
}

/** A `<table>` with its caption and body. @param {string} title @param {string[]} heads none for a table of names and values */
export function bareTable(title, heads) {
  const caption = el("caption", {}, title);
  const body = el("tbody");
  const head = heads.length ? [el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words))))] : [];
  return { element: el("table", {}, caption, ...head, body), caption, body };
}

/** A table that scrolls sideways where it has no room. @param {string} title @param {string[]} heads */
export function table(title, heads) {
  const { element, caption, body } = bareTable(title, heads);
  const root = el("div", { class: "wide", "data-testid": "table" }, element);
  reachWhenScrolling(root);
  return {
    root,
    element,
    caption,
    /** @param {Cell[][]} rows */
    fill: (rows) => body.replaceChildren(...rows.map((cells) => tableRow(cells))),
    /** For rows with attributes. @param {HTMLElement[]} rows */
    show: (rows) => body.replaceChildren(...rows),
  };
}
