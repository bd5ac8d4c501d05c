/** The chart of a sweep: lines with intervals over one parameter, a heat map over two. */

import { ask } from "../../../core/ask.js";
import { Chart, grown } from "../../../ui/charts.js";
import { fit } from "../../../core/dom.js";
import { clamp, lerp, num, pct } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Target } from "../../../core/types" */
/** @import { Sweep, SweepEstimate } from "../../../pkg-lab/matchday_web_lab.js" */

/** A value of a figure with the unit that the figure's name ends with. @param {string} figure @param {number} value */
export function valueOf(figure, value) {
  if (figure.endsWith("_ms")) return `${num(value, 1)}\u00a0ms`;
  if (figure.endsWith("_s")) return `${num(value, 2)}\u00a0s`;
  if (figure.startsWith("cost_")) return num(value, 4);
  return figure.includes("share") || figure === "utilisation" ? pct(value, 1) : num(value);
}

export class SweepChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
    /** @type {Sweep | null} */
    this.sweep = null;
    /** The drawn figures, all of one unit. The first is in front. @type {string[]} */
    this.figures = [];
    /** The target that the figures should not exceed. @type {number | null} */
    this.target = null;
    /** The estimates of each figure. @type {SweepEstimate[][]} */
    this.series = [];
    /** The estimates of the first figure. @type {SweepEstimate[]} */
    this.points = [];
    /** Number of values of the second parameter; 0 without one. */
    this.rows = 0;
    /** The point under the pointer, or chosen by keys. @type {number | null} */
    this.cursor = null;
    // In a heat map the cursor moves in both directions.
    this.surface.addEventListener("pointermove", (event) => this.rows > 0 && this.pointAt(event));
  }

  /** @param {Sweep} sweep @param {string[]} figures @param {number | null} [target] */
  show(sweep, figures, target = null) {
    if (sweep !== this.sweep) this.cursor = null;
    this.sweep = sweep;
    this.figures = figures;
    this.target = target;
    this.series = figures.map((figure) => ask(sweep, "points", { figure }));
    this.points = this.series[0];
    const [first] = this.points;
    this.rows = first.values.length > 1 ? this.points.findIndex(({ values }) => values[0] !== first.values[0]) : 0;
    if (this.rows < 0) this.rows = this.points.length;
    this.redraw();
    const cells = (/** @type {SweepEstimate} */ { mean, low, high }) => [mean, low, high].map((value) => this.text(value));
    const row = (/** @type {SweepEstimate} */ { texts, runs }, /** @type {number} */ at) => [
      texts.join(", "),
      num(runs),
      ...this.series.flatMap((points) => cells(points[at])),
    ];
    this.fillTable(this.points.map(row));
  }

  redraw() {
    if (!this.sweep || this.plot.clientWidth === 0) return;
    this.axes = grown(this.paint(this.canvas, ...this.size()));
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  paint(target, w, h, dpr) {
    if (!this.sweep) return null;
    return this.sweep.draw(target, { figures: this.figures, target: this.target }, this.page.state.theme, w, h, dpr);
  }

  /** @param {number | null} value */
  text(value) {
    return value === null ? "–" : valueOf(this.figures[0], value);
  }

  /** @param {number | null} x */
  point(x) {
    if (x !== null && this.rows > 0) return;
    const nearer = (/** @type {number} */ a, /** @type {number} */ b) =>
      Math.abs(this.points[a].at - Number(x)) <= Math.abs(this.points[b].at - Number(x)) ? a : b;
    this.cursor = x === null || this.points.length === 0 ? null : [...this.points.keys()].reduce(nearer);
    this.mark();
  }

  /** @param {PointerEvent} event */
  pointAt({ clientX, clientY }) {
    if (!this.axes) return;
    const { left, right, top, bottom, x1, y1 } = this.axes;
    const box = this.surface.getBoundingClientRect();
    const cell = (/** @type {number} */ share, /** @type {number} */ count) => clamp(Math.floor(share * count), 0, count - 1);
    const column = cell((clientX - box.left - left) / (right - left), x1);
    this.cursor = column * this.rows + cell((bottom - (clientY - box.top)) / (bottom - top), y1);
    this.mark();
  }

  /** @param {number} step @param {boolean} far */
  moveCursor(step, far) {
    const by = this.rows > 0 && !far ? step * this.rows : step;
    const next = this.cursor === null ? 0 : this.cursor + by;
    if (next >= 0 && next < this.points.length) this.cursor = next;
    this.mark();
  }

  mark() {
    if (this.rows === 0) return this.drawLines(null, this.cursor === null ? null : this.points[this.cursor].at);
    this.drawLines(null, null);
    if (!this.axes || this.cursor === null) return;
    const { left, right, top, bottom, x1, y1 } = this.axes;
    const [column, row] = [Math.floor(this.cursor / this.rows), this.cursor % this.rows];
    const { c } = fit(this.surface);
    c.strokeStyle = this.page.state.theme.colors.ink;
    c.setLineDash([]);
    const [x, y] = [lerp(left, right, column / x1), lerp(bottom, top, (row + 1) / y1)];
    c.strokeRect(x, y, (right - left) / x1, (bottom - top) / y1);
  }

  readCursor() {
    if (this.cursor === null) return "";
    const at = this.cursor;
    const { texts, runs } = this.points[at];
    const range = (/** @type {SweepEstimate} */ { mean, high }) =>
      mean === null || high === null ? this.text(mean) : fill(words.range, this.text(mean), this.text(high - mean));
    const name = texts.join(", ");
    const values = this.series.map((points) => range(points[at])).join(", ");
    return fill(runs > 1 ? words.readings : words.reading, name, values, num(runs));
  }
}
