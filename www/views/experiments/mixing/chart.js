/** A figure by hour of the day, with groups kept together and broken up. */

import { num, pct, two } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { Content } from "../../../ui/point-chart.js" */
/** @import { BothWays, ChartContent, MixingFigures } from "../../../pkg-lab/matchday_web_lab.js" */

/** A value of a figure with the unit that the figure's name ends with. @param {string} figure @param {number | null | undefined} value @returns {string} */
export function valueOf(figure, value) {
  if (value === null || value === undefined) return "–";
  if (value < 0) return `\u2212${valueOf(figure, -value)}`;
  if (figure.endsWith("_s")) return `${num(value, 2)}\u00a0s`;
  return figure.endsWith("_share") ? pct(value, value < 0.1 ? 2 : 1) : num(value);
}

/** The means with groups kept together and broken up. @param {BothWays} figure */
export const meansOf = ({ broken_up, together }) => [broken_up.mean, together.mean];

/** @param {number} hour */
export const hourOf = (hour) => `${two(hour % 24)}:00`;

/** What the chart shows. @param {MixingFigures} mixing @param {string} figure @returns {Content<ChartContent>} */
export function byHour(mixing, figure) {
  const { hours } = mixing.figures[figure];
  const means = (/** @type {number} */ hour) => meansOf(hours[hour]).map((mean) => valueOf(figure, mean));
  return {
    chart: { mixing: { figure, hours, falling: mixing.falling } },
    rows: hours.map((_, hour) => [hourOf(hour), ...means(hour)]),
    at: hours.map((_, hour) => hour + 0.5),
    reading: (hour) => fill(words.reading, hourOf(hour), ...means(hour)),
    far: 6,
  };
}
