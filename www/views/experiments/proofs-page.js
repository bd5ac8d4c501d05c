/** The page of proofs: every check of the shown day against theory. */

import { el } from "../../core/dom.js";
import { lineOf } from "./dialog.js";
import { proofsOf } from "./proofs.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../ui/page" */
/** @import { ChartName } from "./types" */

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export function open(root, page, panel) {
  proofsOf(page);
  const list = el("div", { class: "proofs" });
  const draw = (/** @type {Set<Change>} */ changed) => {
    if (!changed.has("checks")) return;
    const section = (/** @type {string} */ chart) => {
      const own = page.state.checks.filter((check) => check.chart === chart);
      if (own.length === 0) return [];
      const title = words.charts[/** @type {ChartName} */ (chart)];
      return [el("section", {}, el("h3", {}, title), el("ul", { class: "checks" }, ...own.map(lineOf)))];
    };
    const sections = Object.keys(words.charts).flatMap(section);
    list.replaceChildren(...(sections.length ? sections : [el("p", {}, words.unproven)]));
  };
  page.store.add({ draw });
  const more = el("a", { class: "linkish", href: "guide/validation.html" }, words.more);
  panel.append(el("p", { class: "hint" }, words.note), more);
  root.append(list);
}
