/** The page of the playlist capacity: a sweep over the number of playlists, compared with two targets. */

import { ask } from "../../../core/ask.js";
import { el, setText } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { PointChart } from "../../../ui/point-chart.js";
import { sweepContent } from "../sweep/chart.js";
import { SweepForm } from "../sweep/form.js";
import { SeedsSlider } from "../seeds.js";
import { loadLab } from "../../../core/lab.js";
import { chartFigure, titled } from "../../../ui/chart-figure.js";
import { Results } from "../sweep/results.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Sweep, SweepEstimate } from "../../../pkg-lab/matchday_web_lab.js" */

const NUMBERS = "1,2,3,4,6,8,12,16,20";
const SEEDS = 5;
/** Default targets in seconds and milliseconds, and number of seeds. */
const FIRST = `5,60,${SEEDS}`;
const WAITS = ["worst_wait_p95_s", "worst_wait_mean_s"];
const RTTS = ["worst_rtt_mean_ms"];
/** The figures that are compared with the targets. */
const HELD = [WAITS[0], RTTS[0]];

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  new CapacityPanel(root, panel, page, await loadLab());
}

class CapacityPanel extends SweepForm {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page @param {Lab} lab */
  constructor(root, panel, page, lab) {
    const results = new CapacityResults(page, lab);
    super(page, lab, results);
    this.carried = results;
    /** The text of the link that the form was filled from. */
    this.linked = "";
    const number = (/** @type {string} */ step, /** @type {() => void} */ change) =>
      el("input", { class: "field", type: "number", min: step, step, size: 6, oninput: change });
    this.targets = [number("0.1", () => this.aim()), number("1", () => this.aim())];
    this.seeds = new SeedsSlider("capacity-seeds", SEEDS, () => this.plan()?.free());
    const labels = [`${words.wait} (${words.seconds})`, `${words.rtt} (${words.ms})`];
    const fields = this.targets.map((input, at) => el("label", {}, labels[at], input));
    panel.append(this.form(this.seeds.root, ...fields), this.said, this.warn, el("p", { class: "hint" }, words.help));
    root.append(results.element);
    this.take(page.state.capacity || FIRST);
    page.store.add(this);
  }

  /** Fills the form from a link. @param {string} text */
  take(text) {
    this.linked = text;
    const usual = FIRST.split(",");
    const [wait_s, rtt_ms, seeds] = usual.map((value, at) => (Number(text.split(",")[at]) > 0 ? text.split(",")[at] : value));
    this.targets[0].value = wait_s;
    this.targets[1].value = rtt_ms;
    this.seeds.write(seeds);
    this.carried.targets = this.readTargets() ?? [];
    this.restore();
  }

  text() {
    return `playlists:${NUMBERS}~seeds:${this.seeds.value}`;
  }

  /** Both targets, if both are numbers. */
  readTargets() {
    const targets = this.targets.map((input) => input.valueAsNumber);
    return targets.every((target) => target > 0) ? targets : null;
  }

  /** Compares the same runs with changed targets. */
  aim() {
    const targets = this.readTargets();
    setText(this.warn, targets ? "" : words.badTarget);
    if (!targets) return;
    this.carried.targets = targets;
    this.carried.showRuns();
    if (!this.page.state.capacity) return;
    this.remember();
    this.page.links.write();
  }

  remember() {
    this.page.update({ capacity: (this.linked = [...this.targets, this.seeds].map((input) => input.value).join()) });
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.follow(changed);
    if (!changed.has("params") && !changed.has("view") && !changed.has("world")) return;
    const { capacity } = this.page.state;
    if (capacity && capacity !== this.linked) this.take(capacity);
    else this.plan()?.free();
  }
}

class CapacityResults extends Results {
  /** @param {Page} page @param {Lab} lab */
  constructor(page, lab) {
    super();
    /** The targets in seconds and milliseconds. @type {number[]} */
    this.targets = [];
    this.verdict = el("p", { class: "verdict", "data-testid": "verdict", "aria-live": "polite" });
    const figure = (/** @type {string} */ label, /** @type {string[]} */ heads) =>
      chartFigure({ label, heads: ["", ...heads], caption: titled(label, words.against) });
    const frames = [figure(words.waits, words.waitHeads), figure(words.rtts, words.rttHeads)];
    this.charts = frames.map((frame) => new PointChart(frame, page, lab));
    this.offer(words.csv, "matchday-playlists.csv", pointsOf);
    this.element.append(this.verdict, el("div", { class: "pair" }, ...frames));
  }

  /** @param {Sweep} sweep */
  draw(sweep) {
    const [wait_s, rtt_ms] = this.targets;
    this.charts[0].show(sweepContent(sweep, WAITS, wait_s));
    this.charts[1].show(sweepContent(sweep, RTTS, rtt_ms));
    setText(this.verdict, verdictOf(sweep, this.targets));
  }

  redraw() {
    for (const chart of this.charts) chart.redraw();
  }
}

/** @param {Sweep} sweep @param {number[]} targets */
function verdictOf(sweep, targets) {
  const { fit, broken, unsure } = ask(sweep, "capacity", { figures: HELD, targets });
  const numbers = NUMBERS.split(",");
  const ccu = num(Number(ask(sweep, "params", { run: 0 }).ccu));
  const within = [`${targets[0]}\u00a0${words.seconds}`, `${targets[1]}\u00a0${words.ms}`];
  const how = broken.every(Boolean) ? 2 : broken.indexOf(true);
  const doubt = unsure ? ` ${words.unsure}` : "";
  if (fit === numbers.length) return fill(words.all, ccu, ...within, numbers[fit - 1]) + doubt;
  if (broken.length === 0) return fit > 0 ? fill(words.soFar, ccu, numbers[fit - 1], ...within) : "";
  if (fit === 0) return fill(words.none, ccu, ...within, words.oneBreaks[how]) + doubt;
  const stay = fit === 1 ? words.one : fill(words.many, numbers[fit - 1]);
  return fill(words.fit, ccu, stay, ...within, numbers[fit], words.breaks[how]) + doubt;
}

/** Rows of the table, one for each number of playlists: means of its runs and their intervals. @param {Sweep} sweep */
function pointsOf(sweep) {
  const figures = [...WAITS, ...RTTS];
  /** @type {SweepEstimate[][]} */
  const series = figures.map((figure) => ask(sweep, "points", { figure }));
  const heads = ["playlists", "runs", ...figures.flatMap((figure) => [figure, `${figure}_low`, `${figure}_high`])];
  const rows = series[0].map(({ values, runs }, at) => [
    values[0],
    runs,
    ...series.flatMap((points) => [points[at].mean, points[at].low, points[at].high]),
  ]);
  return [heads, ...rows].map((row) => `${row.join()}\n`).join("");
}
