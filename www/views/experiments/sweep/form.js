/** The form of a sweep: number and expected time of its runs, and buttons that start and stop them. */

import { ask } from "../../../core/ask.js";
import { el, setText } from "../../../core/dom.js";
import { MatchdayError } from "../../../core/errors.js";
import { duration, num } from "../../../core/format.js";
import { offerRetry } from "../../../core/lazy.js";
import { fill } from "../../../core/text.js";
import { storeResults, restoreResults } from "./kept.js";
import { SweepRunner, cores } from "./runner.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Results } from "./results.js" */

/** Runs whose time is estimated. The others are taken to be as long on average. */
const ESTIMATED_RUNS = 40;

export class SweepForm {
  /** @param {Page} page @param {Lab} lab @param {Results} results */
  constructor(page, lab, results) {
    this.page = page;
    this.lab = lab;
    this.results = results;
    this.runner = new SweepRunner(page.engine, () => this.changed());
    this.running = false;
    this.button = el("button", { class: "btn primary", "data-testid": "run" });
    this.cancel = el(
      "button",
      { type: "button", class: "btn solid", "data-testid": "cancel", onclick: () => this.runner.cancel() },
      words.cancel,
    );
    this.said = el("p", { class: "said", "data-testid": "run-plan" });
    this.warn = el("p", { class: "warn", role: "alert" });
  }

  /** Makes a form of these fields and the buttons. @param {...HTMLElement} fields */
  form(...fields) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.run();
    };
    return el("form", { class: "sweepform", onsubmit: submit }, ...fields, this.button, this.cancel);
  }

  /** The sweep of the form, as links write it. */
  text() {
    return "";
  }

  /** Writes a sweep into the state of the page. @param {Sweep} _sweep */
  remember(_sweep) {}

  /** Shows the results so far of the sweep in the form. */
  restore() {
    const sweep = this.plan();
    if (!sweep) return;
    restoreResults(sweep);
    const { runs, missing } = ask(sweep, "state", {});
    if (missing.length < runs) this.results.useSweep(sweep);
    else sweep.free();
  }

  /**
   * The sweep in the form. If it is invalid, shows why and returns null.
   * @param {string[]} [units] of what varies that is no parameter, one per axis
   * @returns {Sweep | null}
   */
  read(units = []) {
    const { dataset } = this.page.engine;
    try {
      return new this.lab.Sweep(this.page.state.params, this.text(), dataset, units);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "BAD_PARAM") throw error;
      setText(this.warn, error.message);
      return null;
    }
  }

  /** Shows the number and the expected time of the runs. The caller has to free the sweep. */
  plan() {
    const sweep = this.read();
    this.button.disabled = !sweep || this.running;
    this.cancel.hidden = !this.running;
    this.said.hidden = !sweep;
    if (!sweep) {
      setText(this.button, words.invalid);
      return null;
    }
    setText(this.warn, "");
    const known = this.results.isOf(sweep);
    const { runs } = ask(sweep, "state", {});
    const left = known && this.results.sweep ? ask(this.results.sweep, "state", {}).missing.length : runs;
    const workers = Math.min(cores(), left);
    const took_s = (this.estimate_s(sweep) * left) / runs / Math.max(1, workers);
    const does = left === 0 ? words.all : left < runs ? words.resume : words.run;
    setText(this.button, fill(does, num(left || runs), duration(Math.max(1, took_s))));
    setText(this.said, fill(words.plan, workers));
    if (left === 0) this.button.disabled = this.said.hidden = true;
    this.results.mark(!known);
    return sweep;
  }

  /** @param {Sweep} sweep */
  estimate_s(sweep) {
    const { runs } = ask(sweep, "state", {});
    const some = Math.min(runs, ESTIMATED_RUNS);
    const numbers = Array.from({ length: some }, (_, at) => Math.floor(((at + 0.5) * runs) / some));
    const sum_s = numbers.reduce((sum, run) => sum + this.page.runs.estimate_s(ask(sweep, "params", { run })), 0);
    return (sum_s / some) * runs;
  }

  async run() {
    const asked = this.plan();
    if (!asked || this.running) return;
    const same = this.results.isOf(asked) ? this.results.sweep : null;
    if (same) asked.free();
    else restoreResults(asked);
    const sweep = same ?? asked;
    this.remember(sweep);
    this.page.links.write();
    this.page.sweep.pause();
    this.results.useSweep(sweep);
    this.running = true;
    this.plan()?.free();
    try {
      await this.runner.make(sweep);
      this.page.say(words.doneSpoken);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(this.page.notices, error, () => this.run());
    }
    this.running = false;
    storeResults(sweep, true);
    this.plan()?.free();
    this.results.showRuns();
  }

  /** Called when a run has finished. */
  changed() {
    if (this.results.sweep) storeResults(this.results.sweep, false);
    this.page.update({ swept: this.page.state.swept + 1 });
  }

  /** Follows changes of the page. @param {Set<Change>} changed */
  follow(changed) {
    if (changed.has("world")) this.runner.cancel();
    if (changed.has("study")) this.results.showRuns();
    else if (changed.has("theme") || changed.has("size")) this.results.redraw();
  }
}
