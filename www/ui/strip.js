/** The strip of figures of a view: a number each, with what it is compared with or made of below it. */

import { el, setText } from "../core/dom.js";

/** @typedef {"" | "good" | "bad"} Tone */

export class FigureStrip {
  /** @param {string} label of the strip, for screen readers @param {Record<string, string>} titles by the name of the figure */
  constructor(label, titles) {
    /** @type {Map<string, { value: HTMLElement, unit: HTMLElement, below: HTMLElement }>} */
    this.cells = new Map();
    const list = el("dl");
    for (const [name, title] of Object.entries(titles)) {
      const [value, unit, below] = [el("span", {}, "–"), el("small"), el("dd", { class: "d", "data-testid": "figure-below" })];
      list.append(
        el(
          "div",
          { class: "fig", "data-figure": name },
          el("dt", {}, title),
          el("dd", { class: "v", "data-testid": "figure-value" }, value, unit),
          below,
        ),
      );
      this.cells.set(name, { value, unit, below });
    }
    this.root = el("section", { class: "figures", "data-testid": "figures", "aria-label": label }, list);
    this.root.style.setProperty("--cells", String(this.cells.size));
  }

  /** @param {string} name @param {string} shown @param {string} [unit] @param {string} [said] below the number @param {Tone} [tone] of what is below */
  set(name, shown, unit = "", said = "", tone = "") {
    const cell = this.cells.get(name);
    if (!cell) throw new Error(`the strip has no ${name}`);
    setText(cell.value, shown);
    setText(cell.unit, unit);
    setText(cell.below, said);
    cell.below.className = `d ${tone}`.trim();
  }

  /** Shows that there are no figures, or that they belong to parameters that have changed. @param {"" | "stale"} state */
  mark(state) {
    this.root.classList.toggle("stale", state === "stale");
  }

  clear() {
    for (const name of this.cells.keys()) this.set(name, "–");
  }
}
