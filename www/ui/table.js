/** A plain table, the first cell of each row its head. */

import { el } from "./dom.js";

/** @param {string} title @param {string[]} heads none for a table of names and values */
export function table(title, heads) {
  const caption = el("caption", {}, title);
  const body = el("tbody");
  const head = heads.length ? [el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words))))] : [];
  const root = el("div", { class: "wide" }, el("table", {}, caption, ...head, body));
  return {
    root,
    caption,
    /** @param {string[][]} rows */
    fill(rows) {
      const line = (/** @type {string[]} */ [first, ...rest]) =>
        el("tr", {}, el("th", { scope: "row" }, first), ...rest.map((cell) => el("td", {}, cell)));
      body.replaceChildren(...rows.map(line));
    },
  };
}
