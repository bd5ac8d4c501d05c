/** The rating of one account over its days, with its band of uncertainty. */

import { Chart, grown } from "../../../ui/charts.js";
import { DAY_S, clamp, firstDay, num } from "../../../core/format.js";
import { chartFigure, titled } from "../../../ui/chart-figure.js";
import { loadLab } from "../../../core/lab.js";
import { fill } from "../../../core/text.js";
import { momentText } from "./moment.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Target } from "../../../core/types" */
/** @import { RatingHistory } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Lab } from "../../../core/lab.js" */

const { chart } = words.profile;
const TABLE_ROWS = 12;

export class RatingChart extends Chart {
  /** @param {Page} page */
  constructor(page) {
    super(chartFigure({ label: fill(chart.label, ""), heads: chart.heads, caption: titled(chart.title, chart.sub) }), page);
    /** @type {Lab | null} */
    this.lab = null;
    /** @type {RatingHistory} */
    this.history = joined([]);
    this.seasons_s = new Float64Array();
    this.days = 1;
    /** The time that is read, s. @type {number | null} */
    this.at_s = null;
  }

  /** @param {number} account @param {RatingHistory} history @param {number[]} seasons_s where seasons began */
  async show(account, history, seasons_s) {
    this.surface.setAttribute("aria-label", fill(chart.label, account));
    this.lab = await loadLab();
    this.history = history;
    this.seasons_s = Float64Array.from(seasons_s);
    this.days = Math.max(1, Math.ceil((Number(history.at_s.at(-1)) + 1) / DAY_S));
    this.at_s = null;
    const count = history.at_s.length;
    const step = Math.max(1, Math.ceil(count / TABLE_ROWS));
    const rows = Array.from({ length: Math.ceil(count / step) }, (_, at) => this.cells(at * step));
    this.fillTable(rows);
    this.redraw();
  }

  redraw() {
    if (!this.lab || this.history.at_s.length === 0 || this.plot.clientWidth === 0) return;
    this.axes = grown(this.paint(this.canvas, ...this.size()));
    this.lines = "";
    this.mark();
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  paint(target, w, h, dpr) {
    if (!this.lab) return null;
    return this.lab.draw_profile(this.history, this.seasons_s, firstDay(), this.days, target, this.page.state.theme, w, h, dpr);
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
  moveCursor(step, far) {
    const { at_s } = this.history;
    const next = clamp(this.index() + step * (far ? 10 : 1), 0, at_s.length - 1);
    this.point(at_s[next]);
  }

  /** The last rating up to the pointer. */
  index() {
    const { history, at_s } = this;
    if (at_s === null) return history.at_s.length - 1;
    return Math.max(
      0,
      history.at_s.findLastIndex((second) => second <= at_s),
    );
  }

  /** @param {number} at */
  cells(at) {
    const { at_s, rating, rd } = this.history;
    return [momentText(at_s[at]), num(rating[at]), num(2 * rd[at])];
  }

  readCursor() {
    return this.history.at_s.length ? fill(chart.reading, ...this.cells(this.index())) : "";
  }
}

/** Joins the ratings of seasons in their order. @param {RatingHistory[]} seasons @returns {RatingHistory} */
export function joined(seasons) {
  const column = (/** @type {keyof RatingHistory} */ name) => Float64Array.from(seasons.flatMap((season) => [...season[name]]));
  return { at_s: column("at_s"), rating: column("rating"), rd: column("rd") };
}
