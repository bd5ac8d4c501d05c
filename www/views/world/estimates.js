/** Estimated and actual round trips by estimate method, and distance misrouting. */

import { table, tableRow } from "../../ui/table.js";
import { MisroutingTable } from "./misrouting.js";
import { el, setText } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { num, pct } from "../../core/format.js";
import { sameParams } from "../../core/state.js";
import { Simulator } from "../../worker/simulator.js";
import { text } from "../../core/text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { WorldPage as Page } from "../../ui/page" */
/** @import { Params, Summary } from "../../core/types" */

/** Texts of the table; `{}` is a gap for a value. */
const words = {
  title: "Estimated vs. actual latency",
  caption: "Estimated and actual round trips by method of estimating",
  heads: ["Estimate", "Estimated", "Actual", "95th percentile", "To 50 ms", "To 100 ms", "Wrongly excluded", "Wrongly included"],
  note: "Wrongly excluded: share of the datacenters within a player’s ideal round trip that were estimated beyond it. Wrongly included: share of the datacenters estimated within it that are beyond it.",
  compare: "Compare the three",
  busy: "Simulating",
};

/** A cell for each heading. @param {Summary} s */
const cellsOf = (s) => [
  `${num(s.rtt_estimated_mean_ms, 1)} ms`,
  `${num(s.rtt_mean_ms, 1)} ms`,
  `${num(s.rtt_p95_ms)} ms`,
  pct(s.share_le_50, 1),
  pct(s.share_le_100, 1),
  pct(s.wrongly_excluded, 1),
  pct(s.wrongly_included, 1),
];

/** Parameters without those that differ between rows. @param {Params} params */
const othersOf = (params) => ({ ...params, estimate: "" });

export class Estimates {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const root = (this.root = el("section", { class: "wide methods", "data-testid": "methods" }, el("h3", {}, words.title)));
    this.methods = page.engine.registry.params.find(({ key }) => key === "estimate")?.words ?? [];
    /** The summary of each simulated method, with the other parameters in `of`. @type {Map<string, Summary>} */
    this.known = new Map();
    /** @type {Params | null} */
    this.of = null;
    /** @type {Simulator | null} */
    this.simulator = null;
    this.busy = false;
    this.button = el("button", { type: "button", class: "btn solid", onclick: () => this.compare() }, words.compare);
    this.table = table(words.caption, words.heads);
    this.table.caption.className = "vh";
    root.append(this.table.root, el("p", {}, words.note), this.button);
    this.misrouting = new MisroutingTable(root, page);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params") && !changed.has("runs")) return;
    const { params, current } = this.page.state;
    const of = othersOf(params);
    if (!this.of || changed.has("world") || !sameParams(this.of, of)) {
      this.of = of;
      this.known.clear();
      this.simulator?.cancel();
    }
    if (current?.summary && sameParams(othersOf(current.params), of)) this.known.set(current.params.estimate, current.summary);
    this.fillTable();
    this.misrouting.draw();
  }

  fillTable() {
    const present = this.page.state.params.estimate;
    const row = (/** @type {string} */ method) => {
      const summary = this.known.get(method);
      const cells = summary ? cellsOf(summary) : words.heads.slice(1).map(() => "–");
      return tableRow([text.params.choices[method] ?? method, ...cells], method === present ? { "aria-current": "true" } : {});
    };
    this.table.show(this.methods.map(row));
    this.button.hidden = this.known.size === this.methods.length;
    /** @type {HTMLButtonElement} */ (this.button).disabled = this.busy;
    setText(this.button, this.busy ? words.busy : words.compare);
  }

  /** Simulates the methods that have no summary yet. A change of parameters stops it. */
  async compare() {
    this.simulator ??= new Simulator(this.page.engine);
    const { params } = this.page.state;
    this.busy = true;
    try {
      for (const method of this.methods.filter((method) => !this.known.has(method))) {
        this.fillTable();
        const summary = await this.simulator.run({ ...params, estimate: method });
        this.known.set(method, summary);
      }
      // The memory of a worker never shrinks.
      this.simulator.close();
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") this.page.runs.onFail(error);
    }
    this.busy = false;
    this.fillTable();
  }
}
