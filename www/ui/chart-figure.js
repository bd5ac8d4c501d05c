/** The element of a chart: its caption, the drawing, the surface that is read, and the table behind it. */

import { el } from "../core/dom.js";
import { bareTable } from "./table.js";
import { text } from "../core/text.js";

/**
 * @param {object} parts
 * @param {string} parts.label for screen readers, and the caption of the table
 * @param {string[]} parts.heads of the table
 * @param {(Node | string)[]} parts.caption
 * @param {boolean} [parts.isRead] whether the pointer and keys read it
 */
export function chartFigure({ label, heads, caption, isRead = true }) {
  const surface = el(
    "canvas",
    { class: "hit", "data-testid": "chart-surface", tabindex: isRead ? 0 : -1, role: "img", "aria-label": label },
    text.charts.behind,
  );
  const read = el("span", { class: "read", "data-testid": "chart-reading" });
  read.hidden = !isRead;
  const plot = el("div", { class: "plot" }, el("canvas", { "aria-hidden": "true" }), surface);
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", {}, ...caption, read),
    plot,
    el("div", { class: "vh" }, bareTable(label, heads).element),
  );
}

/** The caption of a chart with a name of its own. @param {string} title @param {string} sub */
export const titled = (title, sub) => [el("h3", {}, title), el("span", { class: "sub" }, sub)];

/** The element of a chart with these words. @param {{ title: string, sub: string, label: string, heads: string[] }} words @param {boolean} [isRead] */
export const titledFigure = ({ title, sub, label, heads }, isRead) => chartFigure({ label, heads, caption: titled(title, sub), isRead });
