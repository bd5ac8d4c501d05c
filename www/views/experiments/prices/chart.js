/** Peak players against a quality of matches, simulated and by the closed form. */

import { Chart, grown } from "../../../ui/charts.js";
import { num, pct } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Target } from "../../../core/types" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { PricePoint, Prices } from "../../../pkg-lab/matchday_web_lab.js" */

export class PricesChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page @param {Lab} lab */
  constructor(root, page, lab) {
    super(root, page);
    this.lab = lab;
    /** @type {Prices | null} */
    this.prices = null;
    /** From left to right. @type {PricePoint[]} */
    this.points = [];
    /** The point under the pointer, or chosen by keys. @type {number | null} */
    this.cursor = null;
  }

  /** @param {Prices} prices */
  show(prices) {
    this.prices = prices;
    this.points = prices.points.flatMap((point) => point ?? []).sort((a, b) => a.quality - b.quality);
    this.cursor = null;
    this.redraw();
    const row = (/** @type {PricePoint} */ { quality, peak, half_width, formula }) => {
      const ends = half_width === null ? ["–", "–"] : [num(peak - half_width), num(peak + half_width)];
      return [this.qualityOf(quality), num(peak), ...ends, num(formula)];
    };
    this.fillTable(this.points.map(row));
  }

  redraw() {
    if (!this.prices || this.plot.clientWidth === 0) return;
    this.axes = grown(this.paint(this.canvas, ...this.size()));
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  paint(target, w, h, dpr) {
    if (!this.prices) return null;
    return this.lab.draw_prices(target, this.prices, this.page.state.theme, w, h, dpr);
  }

  /** @param {number} value */
  qualityOf(value) {
    return this.prices?.quality === "wait" ? `${num(value, 2)}\u00a0s` : pct(value, 1);
  }

  /** @param {number | null} x */
  point(x) {
    const nearer = (/** @type {number} */ a, /** @type {number} */ b) =>
      Math.abs(this.points[a].quality - Number(x)) <= Math.abs(this.points[b].quality - Number(x)) ? a : b;
    this.cursor = x === null || this.points.length === 0 ? null : [...this.points.keys()].reduce(nearer);
    this.mark();
  }

  /** @param {number} step */
  moveCursor(step) {
    const next = this.cursor === null ? 0 : this.cursor + step;
    if (next >= 0 && next < this.points.length) this.cursor = next;
    this.mark();
  }

  mark() {
    this.drawLines(null, this.cursor === null ? null : this.points[this.cursor].quality);
  }

  readCursor() {
    if (this.cursor === null) return "";
    const { quality, peak, half_width, formula } = this.points[this.cursor];
    const range = half_width === null ? num(peak) : fill(words.range, num(peak), num(half_width));
    return fill(words.reading, this.qualityOf(quality), range, num(formula));
  }
}
