/** Both ways to hand servers out, side by side over the same joins. */

import { el, setText } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { duration, num, pct } from "../../core/format.js";
import { offerRetry } from "../../core/lazy.js";
import { sameParams } from "../../core/state.js";
import { Simulator } from "../../worker/simulator.js";
import { fill } from "../../core/text.js";
import { table } from "../../ui/table.js";
import { words } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Params, Summary } from "../../core/types" */

/** A figure of a summary as people read it, by its name. @param {string} name @param {Summary} summary */
export function figureText(name, summary) {
  const value = /** @type {number | null | undefined} */ (summary[/** @type {keyof Summary} */ (name)]) ?? null;
  if (name === "utilisation") return pct(value, 1);
  if (name === "cost_per_hour_played") return num(value, 4);
  if (name === "pickup_wait_p95_s") return `${num(value)}\u00a0s`;
  return name.endsWith("_s") ? `${num(value, 2)}\u00a0s` : num(value);
}

/** Parameters without those that differ between the two flows. @param {Params} params */
const othersOf = (params) => ({ ...params, fleet: "" });

export class BothFlows {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Simulator | null} */
    this.simulator = null;
    /** The parameters of the shown results, or of the days that are being simulated. @type {Params | null} */
    this.of = null;
    this.button = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "btn solid", onclick: () => this.run() }));
    this.table = table(words.compare.caption, ["", ...Object.values(words.flows)]);
    this.table.root.hidden = true;
    this.root = el(
      "details",
      {},
      el("summary", {}, el("h3", {}, words.compare.title)),
      el("div", { class: "toolrow" }, this.button),
      this.table.root,
    );
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params") && !changed.has("world") && !changed.has("runs")) return;
    const { params } = this.page.state;
    if (this.of && (changed.has("world") || !sameParams(this.of, othersOf(params)))) this.clear();
    const expected_s = 2 * this.page.runs.estimate_s(params);
    if (!this.of) setText(this.button, fill(words.compare.run, duration(Math.max(1, expected_s))));
  }

  clear() {
    this.of = null;
    this.simulator?.cancel();
    this.table.root.hidden = true;
    this.button.hidden = this.button.disabled = false;
  }

  async run() {
    const { params } = this.page.state;
    const of = (this.of = othersOf(params));
    this.button.disabled = true;
    setText(this.button, words.compare.busy);
    try {
      const simulator = (this.simulator ??= new Simulator(this.page.engine));
      /** @type {Summary[]} */
      const days = [];
      for (const fleet of Object.keys(words.flows)) days.push(await simulator.run({ ...params, fleet }, { isAsked: true }));
      // The memory of a worker never shrinks.
      simulator.close();
      if (this.of !== of) return;
      const row = ([name, title] = ["", ""]) => [title, ...days.map((day) => figureText(name, day))];
      const expired = (/** @type {Summary} */ { expiries = {} }) => num(Object.values(expiries).reduce((sum, times) => sum + times, 0));
      this.table.fill([...Object.entries(words.figures).map(row), [words.expiries.caption, ...days.map(expired)]]);
      this.table.root.hidden = false;
      this.button.hidden = true;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code === "CANCELLED") return;
      this.clear();
      offerRetry(this.page.notices, error, () => this.of || this.run());
    }
  }
}
