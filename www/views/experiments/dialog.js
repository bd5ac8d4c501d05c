/** The checks of one chart against theory: theory, day, tolerance and verdict, or why a check does not apply. */

import { makeDialog } from "../../ui/dialog.js";
import { el, icon, setText } from "../../core/dom.js";
import { clamp, num } from "../../core/format.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";
import { ReplayEffect } from "./replay-effect.js";

/** @import { ChartName, Check, Verdict } from "./types" */
/** @import { LabBridge } from "../../worker/bridges.js" */
/** @import { Change } from "../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../ui/page" */

/** The symbol of each verdict, so that colour is not the only sign. @type {Record<Verdict, string>} */
export const ICONS = { green: "tick", red: "close", none: "none" };

/** @type {Verdict[]} */
const ORDER = ["red", "green", "none"];

export class ProofDialog {
  /** @param {Page} page @param {LabBridge} client */
  constructor(page, client) {
    this.page = page;
    this.list = el("ul", { class: "checks" });
    this.effect = new ReplayEffect(page, client);
    const { root, heading } = makeDialog("proofs", "", el("p", {}, words.note), this.list, this.effect.root);
    this.root = root;
    this.title = heading;
    /** @type {ChartName} */
    this.chart = "ccu";
  }

  /** @param {ChartName} chart */
  open(chart) {
    this.chart = chart;
    this.fill();
    this.root.showModal();
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.effect.draw(changed);
    if (changed.has("checks") && this.root.open) this.fill();
  }

  fill() {
    setText(this.title, fill(words.heading, words.charts[this.chart]));
    const own = this.page.state.checks.filter(({ chart }) => chart === this.chart);
    // Failed checks come first.
    this.list.replaceChildren(...ORDER.flatMap((verdict) => own.filter((check) => check.verdict === verdict)).map(lineOf));
    this.effect.root.hidden = this.chart !== "replay";
  }
}

/** @param {Check} check */
export function lineOf({ id, title, form, verdict, theory, measured, tolerance, unit, why }) {
  const head = el("h3", {}, el("span", { class: `proof ${verdict}` }, icon(ICONS[verdict]), words.verdicts[verdict]), title);
  const numbers = el("dl");
  if (theory !== null && measured !== null && tolerance !== null) {
    const scale = unit === "%" ? 100 : 1;
    const decimals = decimalsFor(tolerance * scale, measured * scale);
    const written = (/** @type {number} */ value) => `${num(value * scale, decimals)}${unit ? `\u00a0${unit}` : ""}`;
    const values = {
      theory: written(theory),
      measured: written(measured),
      tolerance: tolerance > 0 ? `±\u00a0${written(tolerance)}` : words.exact,
    };
    for (const [name, value] of Object.entries(values)) {
      numbers.append(el("div", {}, el("dt", {}, words.heads[/** @type {keyof typeof values} */ (name)]), el("dd", {}, value)));
    }
  }
  return el("li", { "data-check": id, "data-verdict": verdict }, head, el("p", { class: "form" }, form), why ? el("p", {}, why) : numbers);
}

/** Decimals that show two digits of the tolerance; none without a tolerance. @param {number} tolerance @param {number} measured */
const decimalsFor = (tolerance, measured) =>
  tolerance > 0 ? clamp(1 - Math.floor(Math.log10(tolerance)), 0, 5) : Number.isInteger(measured) ? 0 : 3;
