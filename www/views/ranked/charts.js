/** Charts of a ladder, each with its table. */

import { Chart, OverTime, grown } from "../../ui/charts.js";
import { chartFigure, titled } from "../../ui/chart-figure.js";
import { num, pct } from "../../core/format.js";
import { onScreen } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../ui/page" */
/** @import { Target, TimePlaces } from "../../core/types" */
/** @import { LadderRecording } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { LadderMoment, LadderReport, RatingSample, StillChartName, TimedChartName } from "./types" */

/** Time between samples of accounts. */
const SAMPLE_S = 3600;
/** Numbers of matches for which the table shows the error of ratings. */
const AFTER = [1, 2, 3, 5, 10, 20, 30, 50, 100];
/** Bins of the report in a bin of the tables here. */
const GAPS_A_ROW = 10;
const SKILL_POINTS = 200;

/** @param {number | null | undefined} points */
const rounded = (points) => (points === null || points === undefined ? "–" : num(points));

/** The cells of each table over time. @type {Record<TimedChartName, (m: LadderMoment) => string[]>} */
const CELLS = {
  truth: (m) => [m.rmse, m.bias, m.inflation].map(rounded),
  checks: (m) => [m.offered, m.formed, m.dodges, m.leavers].map((count) => num(count)),
};

/** The rows of the tables that are not over time, apart from the scatter, whose rows depend on the moment. @type {Record<Exclude<StillChartName, "scatter">, (report: LadderReport) => string[][]>} */
const ROWS = {
  learning: ({ learning }) =>
    AFTER.filter((match) => match <= learning.length).map((match) => [
      num(match),
      rounded(learning[match - 1]?.rmse),
      rounded(learning[match - 1]?.bias),
    ]),
  calibration: ({ rated }) =>
    rated
      .filter(({ matches }) => matches > 0)
      .map(({ matches, predicted, scored }) => [pct(Number(predicted), 1), pct(Number(scored), 1), num(matches)]),
  fairness: ({ gaps, gap_points }) =>
    groups(gaps, GAPS_A_ROW)
      .map((bins, at) => [num(at * GAPS_A_ROW * gap_points), num(sum(bins))])
      .filter(([, matches]) => matches !== "0"),
  waits: ({ tiers }) => tiers.map(({ name, waits }) => [name, ...[0.5, 0.9].map((share) => quantile(waits, share)), num(sum(waits))]),
  tiers: ({ divisions }) =>
    [...divisions]
      .reverse()
      .map(({ name, accounts }) => [name, num(accounts), pct(accounts / sum(divisions.map(({ accounts }) => accounts)), 1)]),
};

/** A chart that is not over time. It has no cursor; its table has all numbers. */
export class StillChart extends Chart {
  /** @param {StillChartName} name @param {Page} page */
  constructor(name, page) {
    const { title, sub, label, heads } = words.charts[name];
    super(chartFigure({ label, heads, caption: titled(title, sub), isRead: false }), page);
    this.chart = name;
    /** @type {LadderRecording | null} */
    this.recording = null;
    /** The samples of accounts so far. @type {RatingSample[]} */
    this.samples = [];
    /** The shown sample. */
    this.sample = -1;
  }

  /** @param {LadderRecording} recording @param {LadderReport} report @param {RatingSample[]} samples */
  show(recording, report, samples) {
    this.recording = recording;
    this.samples = samples;
    this.redraw();
    if (this.chart !== "scatter") this.fillTable(ROWS[this.chart](report));
  }

  /** Follows the moment that the map shows. */
  mark() {
    if (this.chart === "scatter" && this.sample !== Math.floor(this.now() / SAMPLE_S)) this.redraw();
  }

  now() {
    const { state } = this.page;
    return onScreen(state)?.time_s ?? state.time_s;
  }

  redraw() {
    if (!this.recording || this.plot.clientWidth === 0) return;
    this.paint(this.canvas, ...this.size());
    if (this.chart !== "scatter") return;
    const now = this.now();
    this.sample = Math.floor(now / SAMPLE_S);
    this.fillTable(bySkill(this.samples, now));
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  paint(target, w, h, dpr) {
    if (!this.recording) return null;
    return this.recording.draw(target, this.chart, this.page.state.theme, w, h, dpr, this.now());
  }
}

export class TimedChart extends OverTime {
  /** @param {TimedChartName} name @param {Page} page */
  constructor(name, page) {
    const { title, sub, label, heads } = words.charts[name];
    super(chartFigure({ label, heads: [words.time, ...heads], caption: titled(title, sub) }), page);
    this.chart = name;
    /** @type {LadderRecording | null} */
    this.recording = null;
  }

  /** @param {LadderRecording} recording */
  show(recording) {
    this.recording = recording;
    this.redraw();
    const row = (/** @type {number} */ time_s) => [
      this.name(time_s),
      ...CELLS[this.chart](/** @type {LadderMoment} */ (recording.at(time_s))),
    ];
    this.fillTable(this.times(recording.shown_s()).map(row));
  }

  redraw() {
    if (!this.recording || this.plot.clientWidth === 0) return;
    const places = this.paint(this.canvas, ...this.size());
    this.axes = grown(places);
    this.drawLegend(places);
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr @returns {TimePlaces | null} */
  paint(target, w, h, dpr) {
    if (!this.recording) return null;
    return this.recording.draw(target, this.chart, this.page.state.theme, w, h, dpr, 0, this.frame());
  }

  /** @param {number} time_s @returns {object} */
  valuesAt(time_s) {
    return this.recording?.at(time_s) ?? {};
  }

  /** The last recorded second. */
  shown_s() {
    return this.recording?.shown_s() ?? -1;
  }

  readCursor() {
    const { state } = this.page;
    const { recording } = this;
    if (!recording || recording.shown_s() < 0) return "";
    const time_s = Math.min(state.cursor_s ?? onScreen(state)?.time_s ?? state.time_s, recording.shown_s());
    return fill(
      words.charts[this.chart].reading,
      this.name(time_s),
      ...CELLS[this.chart](/** @type {LadderMoment} */ (recording.at(time_s))),
    );
  }
}

/** @param {ArrayLike<number>} list */
const sum = (list) => Array.from(list).reduce((sum, count) => sum + count, 0);

/** @param {ArrayLike<number>} list @param {number} size */
function groups(list, size) {
  const all = Array.from(list);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** The bin at which the bins up to it hold this share; a dash if all are empty. @param {number[]} bins @param {number} share */
function quantile(bins, share) {
  let left = share * sum(bins);
  if (left === 0) return "–";
  return num(bins.findIndex((count) => (left -= count) <= 0));
}

/** The last sample up to a moment, or else the first. @param {RatingSample[]} samples @param {number} now */
function bySkill(samples, now) {
  /** @type {Map<number, number[]>} */
  const bands = new Map();
  const seen = samples.findLast(({ shown_s }) => shown_s <= now) ?? samples[0];
  seen?.skill.forEach((skill, at) => {
    const from = Math.floor(skill / SKILL_POINTS) * SKILL_POINTS;
    bands.set(from, [...(bands.get(from) ?? []), seen.points[at]]);
  });
  const row = (/** @type {[number, number[]]} */ [from, points]) => [num(from), num(points.length), num(sum(points) / points.length)];
  return [...bands].sort(([a], [b]) => a - b).map(row);
}
