/** Charts of a ladder, each with its table. */

import { num, pct } from "../../core/format.js";
import { shownTime } from "../../core/state.js";
import { titledFigure } from "../../ui/chart-figure.js";
import { PointChart } from "../../ui/point-chart.js";
import { RunChart } from "../../ui/run-chart.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../ui/page" */
/** @import { LadderChart, Results } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { LadderMoment, LadderReport, RatingSample, StillChartName, TimedChartName } from "./types" */

/** @type {StillChartName[]} */
const STILL = ["waits", "tiers", "learning", "scatter", "calibration", "fairness"];
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

/** @param {TimedChartName} name @param {Page} page */
export function timedChart(name, page) {
  const { heads, reading, ...named } = words.charts[name];
  return new RunChart(titledFigure({ ...named, heads: [words.time, ...heads] }), page, {
    chart: { ladder: name },
    of: ({ ladder }) => ladder,
    cells: CELLS[name],
    words: reading,
  });
}

/** The charts that are not over time. They have no cursor; their tables have all numbers. */
export class StillCharts {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Results | null} */
    this.results = null;
    /** The samples of accounts so far. @type {RatingSample[]} */
    this.samples = [];
    /** The hour of the shown sample. */
    this.hour = -1;
    /** @type {import("../../ui/point-chart.js").Engine<LadderChart>} */
    const engine = {
      draw: (target, ladder, sheet) => {
        const results = /** @type {Results} */ (this.results);
        return results.draw(target, { ladder }, sheet, results);
      },
    };
    this.charts = STILL.map((name) => ({ name, chart: new PointChart(titledFigure(words.charts[name], false), page, engine) }));
    this.scatter = /** @type {PointChart<LadderChart>} */ (this.charts.find(({ name }) => name === "scatter")?.chart);
  }

  /** @param {Results} results @param {LadderReport} report @param {RatingSample[]} samples */
  show(results, report, samples) {
    this.results = results;
    this.samples = samples;
    for (const { name, chart } of this.charts) if (name !== "scatter") chart.show({ chart: name, rows: ROWS[name](report) });
    this.showScatter();
  }

  /** Forgets results that are freed. */
  clear() {
    this.results = null;
    for (const { chart } of this.charts) chart.content = null;
  }

  /** Follows the moment that the map shows. */
  mark() {
    if (this.hour !== Math.floor(shownTime(this.page.state) / SAMPLE_S)) this.showScatter();
  }

  showScatter() {
    if (!this.results) return;
    const now = shownTime(this.page.state);
    this.hour = Math.floor(now / SAMPLE_S);
    this.scatter.show({ chart: { scatter: now }, rows: bySkill(this.samples, now) });
  }

  redraw() {
    for (const { chart } of this.charts) chart.redraw();
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
