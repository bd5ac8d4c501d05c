/** A finding: a sentence with a number, and the press that shows the moment it is about. */

import { el } from "../core/dom.js";
import { clock } from "../core/format.js";
import { engineWords, fill, text } from "../core/text.js";

/** @import { Page } from "./page" */

/** @param {Pick<Page, "seek">} page @param {{ words: string, at_s?: number | null, bad: boolean }} finding */
export function findingLine(page, { words, at_s = null, bad }) {
  const line = el("li", { class: bad ? "bad" : "" }, engineWords(words));
  if (at_s === null) return line;
  const show = () => page.seek(at_s);
  line.append(" ", el("button", { type: "button", class: "linkish", onclick: show }, fill(text.show, clock(at_s))));
  return line;
}
