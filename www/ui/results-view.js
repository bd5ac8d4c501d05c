/** What the views of servers and of ranked days share: they take the results of the present run slice by slice. */

import { firstDay } from "../core/format.js";
import { activeNames, sameRun } from "../core/state.js";
import { utcOffsetsOn } from "../worker/time-zones.js";

/** @import { Run } from "../core/page-state" */
/** @import { Params, Summary } from "../core/types" */
/** @import { Lab } from "../core/lab.js" */
/** @import { ChartPage } from "./page" */

/** @template {ChartPage} P */
export class ResultsView {
  /** @param {P} page @param {Lab} lab @param {"servers" | "ladder"} part of a run's results @param {(params: Params) => boolean} isOn whether a run has it */
  constructor(page, lab, part, isOn) {
    this.page = page;
    this.lab = lab;
    this.part = part;
    this.isOn = isOn;
    /** The shown run. @type {Run | null} */
    this.of = null;
    /** The number of its slices that are shown, and whether it is complete. */
    this.taken = 0;
    this.finished = false;
    /** Names of its datacenters. @type {string[]} */
    this.names = [];
    /** Its results so far, as charts need them. @type {{ results: import("../pkg-lab/matchday_web_lab.js").Results, shown_s: number } | null} */
    this.shown = null;
  }

  /** Takes the new results of the present run. Returns whether there are some. */
  takeResults() {
    const run = this.page.state.current;
    if (!sameRun(run, this.of)) this.begin(run);
    const { shown, part } = this;
    if (!run || !shown) return false;
    const fresh = run[part].slice(this.taken);
    for (const slice of fresh) shown.shown_s = shown.results.push({ [part]: slice });
    this.taken += fresh.length;
    if (!run.summary || this.finished) return fresh.length > 0;
    this.finished = true;
    this.finish(run, run.summary);
    return true;
  }

  /** @param {Run | null} run */
  begin(run) {
    this.of = run;
    this.taken = 0;
    this.finished = false;
    this.shown?.results.free();
    this.shown = null;
    if (!run || !this.isOn(run.params)) return;
    this.names = activeNames(run.sites);
    const results = new this.lab.Results(run.params, firstDay(), this.names, utcOffsetsOn(firstDay()));
    this.shown = { results, shown_s: -1 };
  }

  /** Shows what only a finished run has. @param {Run} _run @param {Summary} _summary */
  finish(_run, _summary) {}
}
