/** The rows of ranked parameters: the mode, and the parameters that apply when it is on. */

import { el } from "../../ui/dom.js";
import { ParamRows } from "../../ui/params.js";
import { text } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../../app/page" */

Object.assign(text.params.choices, words.choices);

/** Population of the first ranked day. It is small, because single accounts are simulated. */
const MOST_AT_FIRST = 3_000;

export class RankedRows extends ParamRows {
  /** @param {Page} page */
  constructor(page) {
    super(page, el("p", { class: "helpline" }));
    const set = (/** @type {string} */ ranked) => () => page.set({ ranked, ...this.fewer() });
    this.modes = Object.entries(words.modes).map(([mode, name]) =>
      el("button", { type: "button", class: "btn solid", "data-mode": mode, onclick: set(mode) }, name),
    );
    this.back = el("button", { type: "button", class: "linkish", onclick: set("off") }, words.back);
    const specs = page.engine.registry.params.filter(({ group, kind }) => group === "Ranked" && kind !== "text");
    this.rows = specs.map((spec) => this.makeRow(spec));
    this.note = el("p", {}, `${words.followed} ${words.meaningless}`);
    this.root = el(
      "div",
      {},
      el("div", { class: "toolrow" }, ...this.modes, this.back),
      el("div", { class: "params" }, ...this.rows),
      this.helpline,
      this.note,
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
    const off = ranked === "off";
    for (const sync of this.syncs) sync();
    for (const row of this.rows) row.hidden = off && row.dataset.key !== "ranked";
    for (const button of this.modes) button.setAttribute("aria-pressed", String(button.dataset.mode === ranked));
    this.back.hidden = this.note.hidden = this.helpline.hidden = off;
  }
}
