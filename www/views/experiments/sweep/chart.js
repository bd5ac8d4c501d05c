/** The chart of a sweep: lines with intervals over one parameter, a heat map over two. */

import { ask } from "../../../core/ask.js";
import { num, pct } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { Content } from "../../../ui/point-chart.js" */
/** @import { ChartContent, Sweep, SweepEstimate } from "../../../pkg-lab/matchday_web_lab.js" */

/** A value of a figure with the unit that the figure's name ends with. @param {string} figure @param {number} value */
export function valueOf(figure, value) {
  if (figure.endsWith("_ms")) return `${num(value, 1)}\u00a0ms`;
  if (figure.endsWith("_s")) return `${num(value, 2)}\u00a0s`;
  if (figure.startsWith("cost_")) return num(value, 4);
  return figure.includes("share") || figure === "utilisation" ? pct(value, 1) : num(value);
}

/** What the chart shows. @param {Sweep} sweep @param {string[]} figures all of one unit; the first is in front @param {number | null} target that they should not exceed @returns {Content<ChartContent>} */
export function sweepContent(sweep, figures, target) {
  const series = figures.map((figure) => ask(sweep, "points", { figure }));
  const [points] = series;
  const [first] = points;
  const rest = first.values.length > 1 ? points.findIndex(({ values }) => values[0] !== first.values[0]) : 0;
  const cellRows = rest < 0 ? points.length : rest;
  const shown = (/** @type {number | null} */ value) => (value === null ? "–" : valueOf(figures[0], value));
  const cells = (/** @type {SweepEstimate} */ { mean, low, high }) => [mean, low, high].map(shown);
  const range = (/** @type {SweepEstimate} */ { mean, high }) =>
    mean === null || high === null ? shown(mean) : fill(words.range, shown(mean), shown(high - mean));
  return {
    chart: { sweep: { figures, points: series, target } },
    rows: points.map(({ texts, runs }, at) => [texts.join(", "), num(runs), ...series.flatMap((points) => cells(points[at]))]),
    at: points.map(({ at }, number) => (cellRows > 0 ? number : at)),
    cellRows,
    reading: (at) => {
      const { texts, runs } = points[at];
      const values = series.map((points) => range(points[at])).join(", ");
      return fill(runs > 1 ? words.readings : words.reading, texts.join(", "), values, num(runs));
    },
  };
}
