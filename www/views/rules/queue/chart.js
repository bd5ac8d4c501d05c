/** Charts of a recorded queue: its own outcome dashed, replays as lines. */

import { loadLab } from "../../../core/lab.js";
import { chartFigure, titled } from "../../../ui/chart-figure.js";
import { Chart, grown } from "../../../ui/charts.js";
import { num } from "../../../core/format.js";
import { words } from "../text.js";

/** @import { RulesPage } from "../../../ui/page" */
/** @import { Target } from "../../../core/types" */
/** @import { Curve, QueueOutcome, QueueSpan } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Replayed } from "./form.js" */

const said = words.queue;
const HOUR_S = 3600;

/** @typedef {{ title: string, sub: string, label: string, heads: string[], x_unit: string, y_unit: string }} Said */

/** @extends {Chart<RulesPage>} */
export class CurveChart extends Chart {
  /** @param {RulesPage} page @param {Said} words @param {() => Curve[]} lines */
  constructor(page, words, lines) {
    const { title, sub, label, heads } = words;
    super(chartFigure({ label, heads, caption: titled(title, sub), isRead: false }), page);
    this.said = words;
    this.curves = lines;
  }

  async drawChart() {
    if (this.plot.clientWidth === 0) return;
    this.axes = grown(await this.paint(this.canvas, ...this.size()));
    const { x_unit, y_unit } = this.said;
    const row = (/** @type {string} */ name, /** @type {[number, number]} */ [x, y]) => [
      name,
      `${num(x, 1)} ${x_unit}`,
      `${num(y, 1)} ${y_unit}`,
    ];
    this.fillTable(this.curves().flatMap(({ name, points }) => points.map((point) => row(name, point))));
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  async paint(target, w, h, dpr) {
    const lab = await loadLab();
    const { x_unit, y_unit } = this.said;
    return lab.draw_curves(target, { lines: this.curves(), x_unit, y_unit }, this.page.state.theme, w, h, dpr);
  }
}

/** The file's own outcome, and that of each replay. @param {Replayed[]} replays @param {(of: Replayed["report"], isRecorded: boolean) => [number, number][]} points @returns {Curve[]} */
function curves(replays, points) {
  const [first] = replays;
  if (!first) return [];
  const recorded = first.report.recorded ? [{ name: said.recorded, points: points(first.report, true), is_reference: true }] : [];
  return [...recorded, ...replays.map(({ name, report }) => ({ name, points: points(report, false), is_reference: false }))];
}

/** The share of all players who are matched within a wait. @param {Replayed[]} replays */
export function successByWait(replays) {
  const share = (/** @type {QueueOutcome} */ { wait_quantiles_s, success }) =>
    wait_quantiles_s.map(
      (/** @type {number} */ wait_s, /** @type {number} */ at) => /** @type {[number, number]} */ ([wait_s, at * (success ?? 0)]),
    );
  return curves(replays, (report, isRecorded) => share(/** @type {QueueOutcome} */ (isRecorded ? report.recorded : report.simulated)));
}

/** The mean wait by the time of queueing, h. @param {Replayed[]} replays */
export function waitByTime(replays) {
  const wait = (/** @type {QueueSpan} */ span, /** @type {boolean} */ isRecorded) =>
    isRecorded ? span.recorded_wait_s : span.simulated_wait_s;
  return curves(replays, ({ span_s, spans }, isRecorded) =>
    spans.flatMap((span, at) => {
      const wait_s = wait(span, isRecorded);
      return wait_s === null ? [] : [/** @type {[number, number]} */ ([((at + 0.5) * span_s) / HOUR_S, wait_s])];
    }),
  );
}
