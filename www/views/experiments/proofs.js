/** Badges beside the charts: whether the shown day agrees with theory. A press lists the checks. */

import { all, el, icon, idle, need } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { offerRetry } from "../../core/lazy.js";
import { sameRun } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { LabBridge } from "../../worker/bridges.js";
import { ICONS, ProofDialog } from "./dialog.js";
import { words } from "./text.js";

/** @import { ChartName, Verdict } from "./types" */
/** @import { Change, Run } from "../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../ui/page" */

/** @type {ChartName[]} */
const CHARTS = ["ccu", "wait", "rtt", "replay", "datacenters"];

/** @type {Proofs | undefined} */
let only;

/** The checks of the page, which begin with the first call. @param {Page} page */
export function proofsOf(page) {
  return (only ??= page.store.add(new Proofs(page)));
}

class Proofs {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.client = LabBridge.of(page);
    this.dialog = new ProofDialog(page, this.client);
    this.badges = new Map(CHARTS.map((chart) => [chart, this.makeBadge(chart)]));
    /** The checked run. @type {Run | null} */
    this.of = null;
    this.retry = () => this.of && this.prove(this.of);
  }

  /** @param {ChartName} chart */
  makeBadge(chart) {
    const badge = el("button", {
      type: "button",
      class: "badge",
      "data-testid": "proof-badge",
      "aria-haspopup": "dialog",
      onclick: () => this.dialog.open(chart),
    });
    badge.hidden = true;
    return badge;
  }

  /** Puts the badges beside the titles of the charts that are there by now. */
  place() {
    for (const [chart, badge] of this.badges) {
      if (badge.isConnected) continue;
      for (const figure of all(`[data-pane="${chart}"]`)) need(".read", figure).before(badge);
    }
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.dialog.draw(changed);
    this.place();
    if (changed.has("checks")) this.drawBadges();
    const { current, preview } = this.page.state;
    const run = current?.state === "finished" && !preview ? current : null;
    if (sameRun(run, this.of)) return;
    this.of = run;
    this.page.update({ checks: [] });
    if (run) this.prove(run);
  }

  /** @param {Run} run */
  async prove(run) {
    await idle();
    const { params, summary, results } = run;
    // The results of a replaced run may be freed.
    if (this.page.state.current !== run || !summary) return;
    const rows = results.rows();
    try {
      const checks = await this.client.ask("prove", { params, rows, summary }, { transfer: [rows.buffer] });
      if (sameRun(this.of, run)) this.page.update({ checks });
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(this.page.notices, error, this.retry, true);
    }
  }

  drawBadges() {
    const { checks } = this.page.state;
    for (const [chart, badge] of this.badges) {
      const own = checks.filter((check) => check.chart === chart);
      badge.hidden = own.length === 0;
      const [green, red, none] = ["green", "red", "none"].map((verdict) => own.filter((check) => check.verdict === verdict).length);
      /** @type {Verdict} */
      const verdict = red > 0 ? "red" : green > 0 ? "green" : "none";
      const count = verdict === "none" ? "" : String(red || green);
      badge.replaceChildren(el("span", { class: `proof ${verdict}` }, icon(ICONS[verdict]), count));
      badge.title = fill(words.badge, green, red, none);
      badge.setAttribute("aria-label", badge.title);
    }
  }
}
