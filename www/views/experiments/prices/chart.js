/** Peak players against a quality of matches, simulated and by the closed form. */

import { num, pct } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { Content } from "../../../ui/point-chart.js" */
/** @import { ChartContent, PricePoint, Prices } from "../../../pkg-lab/matchday_web_lab.js" */

/** What the chart shows. @param {Prices} prices @returns {Content<ChartContent>} */
export function peakOverQuality(prices) {
  const points = prices.points.flatMap((point) => point ?? []).sort((a, b) => a.quality - b.quality);
  const qualityOf = (/** @type {number} */ value) => (prices.quality === "wait" ? `${num(value, 2)}\u00a0s` : pct(value, 1));
  const row = (/** @type {PricePoint} */ { quality, peak, half_width, formula }) => {
    const ends = half_width === null ? ["–", "–"] : [num(peak - half_width), num(peak + half_width)];
    return [qualityOf(quality), num(peak), ...ends, num(formula)];
  };
  return {
    chart: { prices },
    rows: points.map(row),
    at: points.map(({ quality }) => quality),
    reading: (index) => {
      const { quality, peak, half_width, formula } = points[index];
      const range = half_width === null ? num(peak) : fill(words.range, num(peak), num(half_width));
      return fill(words.reading, qualityOf(quality), range, num(formula));
    },
  };
}
