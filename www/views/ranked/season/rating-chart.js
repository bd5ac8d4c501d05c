/** The rating of one account over its days, with its band of uncertainty. */

import { DAY_S, firstDay, num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { momentText } from "./moment.js";
import { words } from "./text.js";

/** @import { Content } from "../../../ui/point-chart.js" */
/** @import { ChartContent, RatingHistory } from "../../../pkg-lab/matchday_web_lab.js" */

const TABLE_ROWS = 12;

/** What the chart shows. @param {RatingHistory} history @param {number[]} seasons_s where seasons began @returns {Content<ChartContent>} */
export function ratingOver(history, seasons_s) {
  const { at_s, rating, rd } = history;
  const [count, last] = [at_s.length, at_s.length - 1];
  const days = Math.max(1, Math.ceil((Number(at_s.at(-1)) + 1) / DAY_S));
  const step = Math.max(1, Math.ceil(count / TABLE_ROWS));
  const cells = (/** @type {number} */ at) => [momentText(at_s[at]), num(rating[at]), num(2 * rd[at])];
  const reading = (/** @type {number} */ at) => fill(words.profile.chart.reading, ...cells(at));
  return {
    chart: count ? { profile: { history, seasons_s, first_day: firstDay(), days } } : null,
    rows: Array.from({ length: Math.ceil(count / step) }, (_, at) => cells(at * step)),
    at: [...at_s],
    reading,
    idle: () => (count ? reading(last) : ""),
    from: last,
    far: 10,
    holds: true,
  };
}

/** Joins the ratings of seasons in their order. @param {RatingHistory[]} seasons @returns {RatingHistory} */
export function joined(seasons) {
  const column = (/** @type {keyof RatingHistory} */ name) => Float64Array.from(seasons.flatMap((season) => [...season[name]]));
  return { at_s: column("at_s"), rating: column("rating"), rd: column("rd") };
}
