/** The modes of a ranked day, each a button. */

import { el } from "../../core/dom.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { RankedPage as Page } from "../../ui/page" */

/** Population of the first ranked day. It is small, because single accounts are simulated. */
const MOST_AT_FIRST = 3_000;

export class ModeButtons {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const set = (/** @type {string} */ ranked) => () => page.set({ ranked, ...this.fewer() });
    this.modes = Object.entries(words.modes).map(([mode, name]) =>
      el("button", { type: "button", class: "chip", "data-mode": mode, onclick: set(mode) }, name),
    );
    this.back = el("button", { type: "button", class: "linkish", onclick: set("off") }, words.back);
    this.note = el("p", { class: "hint" }, words.followed);
    this.root = el(
      "div",
      {},
      el("h2", {}, words.mode),
      el("div", { class: "chips", role: "group", "aria-label": words.mode }, ...this.modes),
      this.note,
      this.back,
    );
  }

  /** A smaller population for the first ranked day, so that it takes seconds; no change if it is small already. @returns {Record<string, number>} */
  fewer() {
    const { ranked, ccu } = this.page.state.params;
    return ranked === "off" && Number(ccu) > MOST_AT_FIRST ? { ccu: MOST_AT_FIRST } : {};
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params")) return;
    const { ranked } = this.page.state.params;
    for (const button of this.modes) button.setAttribute("aria-pressed", String(button.dataset.mode === ranked));
    this.back.hidden = ranked === "off";
    this.note.hidden = ranked !== "off";
  }
}
