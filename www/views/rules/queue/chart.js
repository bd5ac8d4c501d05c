/** Charts of a recorded queue: its own outcome dashed, replays as lines. */

import { num } from "../../../core/format.js";
import { words } from "../text.js";

/** @import { Content } from "../../../ui/point-chart.js" */
/** @import { ChartContent, Curve, QueueOutcome, QueueSpan } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Replayed } from "./form.js" */

const said = words.queue;
const HOUR_S = 3600;

/** What a chart of lines shows. @param {{ x_unit: string, y_unit: string }} units @param {Curve[]} lines @returns {Content<ChartContent>} */
export function curveContent({ x_unit, y_unit }, lines) {
  const row = (/** @type {string} */ name, /** @type {[number, number]} */ [x, y]) => [
    name,
    `${num(x, 1)} ${x_unit}`,
    `${num(y, 1)} ${y_unit}`,
  ];
  return {
    chart: { curves: { lines, x_unit, y_unit } },
    rows: lines.flatMap(({ name, points }) => points.map((point) => row(name, point))),
  };
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
