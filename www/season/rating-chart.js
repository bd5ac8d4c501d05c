/** The rating of one account over its days, with its band of uncertainty. */

import { Chart } from "../charts.js";
import { DAY_S, clamp, num } from "../format.js";
import { figureOf } from "../ranked/charts.js";
import { loadLab } from "../lab.js";
import { fill } from "../text.js";
import { momentText } from "./moment.js";
import { words } from "./text.js";

/** @import { Page } from "../page" */
/** @import { Lab } from "../lab.js" */

const { chart } = words.profile;
/** Numbers of a standing: second, rating, deviation. */
const EACH = 3;
const TABLE_ROWS = 12;

export class RatingChart extends Chart {
  /** @param {Page} page */
  constructor(page) {
    super(figureOf(chart.heads, { ...chart, label: fill(chart.label, "") }, 0), page);
    /** @type {Lab | null} */
    this.lab = null;
    /** @type {Float64Array} */
    this.series = new Float64Array();
    this.seasons_s = new Float64Array();
    this.days = 1;
    /** What is read. @type {number | null} */
    this.at_s = null;
  }

  /** @param {number} account @param {Float64Array} series @param {number[]} seasons_s where seasons began */
  async show(account, series, seasons_s) {
    this.surface.setAttribute("aria-label", fill(chart.label, account));
    this.lab = await loadLab();
    this.series = series;
    this.seasons_s = Float64Array.from(seasons_s);
    this.days = Math.max(1, Math.ceil((series[series.length - EACH] + 1) / DAY_S));
    this.at_s = null;
    const count = series.length / EACH;
    const step = Math.max(1, Math.ceil(count / TABLE_ROWS));
    const rows = Array.from({ length: Math.ceil(count / step) }, (_, at) => this.cells(at * step));
    this.fillTable(rows);
    this.redraw();
  }

  redraw() {
    if (!this.lab || this.series.length === 0 || this.plot.clientWidth === 0) return;
    this.axes = this.lab.draw_profile(this.series, this.seasons_s, this.days, this.canvas, this.page.theme.current, ...this.size());
    this.lines = "";
    this.mark();
  }

  mark() {
    this.drawLines(null, this.at_s);
  }

  /** @param {number | null} at_s */
  point(at_s) {
    this.at_s = at_s;
    this.mark();
  }

  /** @param {number} step @param {boolean} far */
  walk(step, far) {
    const count = this.series.length / EACH;
    const next = clamp(this.index() + step * (far ? 10 : 1), 0, count - 1);
    this.point(this.series[next * EACH]);
  }

  /** The standing that is read: the last up to the pointer. */
  index() {
    const { series, at_s } = this;
    const last = series.length / EACH - 1;
    if (at_s === null) return last;
    for (let at = last; at > 0; at--) if (series[at * EACH] <= at_s) return at;
    return 0;
  }

  /** @param {number} at */
  cells(at) {
    const [at_s, rating, rd] = this.series.subarray(at * EACH, at * EACH + EACH);
    return [momentText(at_s), num(rating), num(2 * rd)];
  }

  reading() {
    return this.series.length ? fill(chart.reading, ...this.cells(this.index())) : "";
  }
}
