/** The replay chart: a figure for every replay rate, its theory, and the effect of one more point of replay. */

import { Chart } from "../../ui/charts.js";
import { all, need, setText } from "../../ui/dom.js";
import { clamp, num, rate } from "../../ui/format.js";
import { RATES } from "./replay-sweep.js";
import { fill, growthText, text } from "../../app/text.js";

/** @import { Change, Metric, Page, SweepPoint } from "../../app/page" */
/** @import { Summary } from "../../app/types" */

export class ReplayChart extends Chart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    super(root, page);
    this.price = need(".price", root);
    this.amount = need("b", this.price);
    this.where = need("span span", this.price);
    this.corner = need(".corner", root);
    this.form = need(".form", root);
    this.note = need(".note", root);
    /** Rate under the pointer. @type {number | null} */
    this.cursor = null;
    this.switches = all("[data-metric]", root);
    for (const button of this.switches) {
      button.addEventListener("click", () => {
        page.update({ metric: /** @type {Metric} */ (button.dataset.metric) });
      });
    }
  }

  /** @param {number | null} replay */
  point(replay) {
    const nearer = (/** @type {SweepPoint} */ a, /** @type {SweepPoint} */ b) =>
      Math.abs(a.replay - Number(replay)) <= Math.abs(b.replay - Number(replay)) ? a : b;
    const points = this.points();
    this.cursor = replay === null || points.length === 0 ? null : points.reduce(nearer).replay;
    this.page.stage.changed("cursor");
  }

  /** @param {number} step */
  walk(step) {
    const points = this.points();
    const here = points.findIndex(({ replay }) => replay === (this.cursor ?? Number(this.page.state.params.replay)));
    this.cursor = points.at(clamp(here + step, 0, points.length - 1))?.replay ?? null;
    this.page.stage.changed("cursor");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const anew = ["sweep", "runs", "theme", "size", "params"].some((change) => changed.has(/** @type {Change} */ (change)));
    if (anew) {
      this.drawChart();
      this.drawWords();
    }
    if (changed.has("sweep")) this.drawTable();
    if (anew || changed.has("cursor")) this.drawLines(null, this.cursor);
  }

  /** The points of the sweep and of the present run, by rising rate. @returns {SweepPoint[]} */
  points() {
    const { sweep, current } = this.page.state;
    if (current?.state !== "finished" || !current.summary) return sweep;
    const own = { replay: Number(current.params.replay), summary: current.summary };
    return [...sweep.filter(({ replay }) => replay !== own.replay), own].sort((a, b) => a.replay - b.replay);
  }

  drawChart() {
    const { state, engine, theme } = this.page;
    const { baseline, current, metric } = state;
    const points = this.points();
    if (this.plot.clientWidth === 0 || points.length === 0) return;
    // A run without matches has no point.
    const flat = (/** @type {SweepPoint[]} */ list) =>
      Float64Array.from(
        list.flatMap(({ replay, summary }) => {
          const value = figureOf(summary, metric);
          return value === null ? [] : [replay, value];
        }),
      );
    const before = baseline?.summary && baseline !== current ? [{ replay: Number(baseline.params.replay), summary: baseline.summary }] : [];
    const theory = metric === "peak" ? state.theory : new Float64Array();
    const present = Number(state.params.replay);
    const { wasm } = engine;
    this.axes = wasm.draw_replay(this.canvas, flat(points), metric, present, flat(before), theory, theme.current, ...this.size());
  }

  drawWords() {
    const { metric, params, sweepCut } = this.page.state;
    const replay = Number(params.replay);
    for (const button of this.switches) button.setAttribute("aria-pressed", String(button.dataset.metric === metric));
    this.corner.hidden = !this.axes;
    if (this.axes) this.corner.style.left = `${this.axes.left + 12}px`;
    this.price.hidden = this.form.hidden = metric !== "peak";
    setText(this.amount, `+${growthText(replay)}`);
    setText(this.where, rate(replay));
    const notes = [metric === "peak" ? "" : text.charts.noForm, sweepCut ? text.charts.cut : ""];
    setText(this.note, notes.join(" ").trim());
  }

  /** The text of the point under the pointer, or the progress of the sweep. */
  reading() {
    const point = this.points().find(({ replay }) => replay === this.cursor);
    if (point) return `${rate(point.replay)}: ${this.value(point.summary)}`;
    const { sweep, sweepCut } = this.page.state;
    const busy = sweep.length > 0 && sweep.length < RATES.length && !sweepCut;
    return busy ? fill(text.charts.sweeping, sweep.length, RATES.length) : "";
  }

  /** @param {Summary} summary */
  value(summary) {
    const { metric } = this.page.state;
    const value = figureOf(summary, metric);
    if (metric === "wait") return `${num(value, 2)} s`;
    return metric === "rtt" ? `${num(value, 1)} ms` : num(value);
  }

  drawTable() {
    const row = (/** @type {SweepPoint} */ { replay, summary: s }) => [
      rate(replay),
      num(s.ccu_peak),
      num(s.wait_mean_s, 2),
      num(s.rtt_mean_ms, 1),
    ];
    this.fillTable(this.points().map(row));
  }
}

/** @param {Summary} summary @param {Metric} metric */
const figureOf = ({ ccu_peak, wait_mean_s, rtt_mean_ms }, metric) => ({ peak: ccu_peak, wait: wait_mean_s, rtt: rtt_mean_ms })[metric];
