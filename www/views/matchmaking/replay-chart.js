/** The replay chart: a figure for every replay rate, its theory, and the effect of one more point of replay. */

import { all, growth, need, setText } from "../../core/dom.js";
import { clamp, lerp, num, rate } from "../../core/format.js";
import { RATES } from "./replay-sweep.js";
import { loadLab } from "../../core/lab.js";
import { sameRun } from "../../core/state.js";
import { fill, growthText, text } from "../../core/text.js";
import { PointChart } from "../../ui/point-chart.js";

/** @import { Change, Metric, SweepPoint } from "../../core/page-state" */
/** @import { MatchmakingPage as Page } from "../../ui/page" */
/** @import { Spec, Summary } from "../../core/types" */
/** @import { ChartContent, ReplaySweep } from "../../pkg/matchday_web.js" */

/** Greatest distance from the present point at which the pointer drags it. */
const HANDLE_PX = 16;

export class ReplayChart {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    this.chart = new PointChart(root, page, page.engine.wasm, loadLab);
    this.price = need(".price", root);
    this.amount = need("b", this.price);
    this.where = need("span span", this.price);
    this.corner = need(".corner", root);
    this.form = need(".form", root);
    this.note = need(".note", root);
    this.listenToDrag();
    this.switches = all("[data-metric]", root);
    for (const button of this.switches) {
      button.addEventListener("click", () => {
        page.update({ metric: /** @type {Metric} */ (button.dataset.metric) });
      });
    }
  }

  /** The point of the present rate is a handle: it moves like the slider. */
  listenToDrag() {
    const { page, chart } = this;
    const { surface } = chart;
    const at = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top } = surface.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const isOnHandle = (/** @type {PointerEvent} */ event) => {
      const present = chart.places?.present;
      const { x, y } = at(event);
      const by = growth();
      return !!present && Math.hypot(x - present.x * by, y - present.y * by) <= HANDLE_PX;
    };
    surface.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !isOnHandle(event)) return;
      // A touch would scroll the page.
      event.preventDefault();
      surface.setPointerCapture(event.pointerId);
      surface.classList.add("dragging");
      page.runs.loadPreview();
    });
    surface.addEventListener("pointermove", (event) => {
      surface.classList.toggle("handle", isOnHandle(event));
      if (!surface.classList.contains("dragging") || !chart.axes) return;
      const { left, right, x0, x1 } = chart.axes;
      page.slide({ replay: this.step(lerp(x0, x1, (at(event).x - left) / (right - left))) });
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      surface.addEventListener(kind, () => {
        if (!surface.classList.contains("dragging")) return;
        surface.classList.remove("dragging");
        page.links.finish();
      });
    }
    // On touch screens only a press on the handle itself is no scroll.
    surface.addEventListener("touchstart", (event) => surface.classList.contains("dragging") && event.preventDefault(), { passive: false });
  }

  /** A rate on a step of the slider. @param {number} replay */
  step(replay) {
    const { min, max, step, decimals } = /** @type {Spec} */ (this.page.engine.registry.params.find(({ key }) => key === "replay"));
    return clamp(Math.round(replay / step) * step, min, max).toFixed(decimals);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!["sweep", "runs", "theme", "size", "params"].some((change) => changed.has(/** @type {Change} */ (change)))) return;
    const points = this.points();
    if (points.length > 0) this.chart.show(this.content(points));
    else this.chart.mark();
    this.drawWords();
  }

  /** The points of the sweep and of the present run, by rising rate. @returns {SweepPoint[]} */
  points() {
    const { sweep, current } = this.page.state;
    if (current?.state !== "finished" || !current.summary) return sweep;
    const own = { replay: Number(current.params.replay), summary: current.summary };
    return [...sweep.filter(({ replay }) => replay !== own.replay), own].sort((a, b) => a.replay - b.replay);
  }

  /** @param {SweepPoint[]} points @returns {import("../../ui/point-chart.js").Content<ChartContent>} */
  content(points) {
    const { page } = this;
    const here = points.findIndex(({ replay }) => replay === Number(page.state.params.replay));
    return {
      chart: { replay: this.sweep(points) },
      rows: points.map(({ replay, summary: s }) => [rate(replay), num(s.ccu_peak), num(s.wait_mean_s, 2), num(s.rtt_mean_ms, 1)]),
      at: points.map(({ replay }) => replay),
      reading: (at) => `${rate(points[at].replay)}: ${this.value(points[at].summary)}`,
      idle: () => this.progress(),
      from: here,
      take: (at) => page.set({ replay: points[at].replay }),
    };
  }

  /** What the engine draws. @param {SweepPoint[]} points @returns {ReplaySweep} */
  sweep(points) {
    const { baseline, current, metric, theory, params } = this.page.state;
    // A run without matches has no point.
    const pairs = (/** @type {SweepPoint[]} */ list) =>
      list.flatMap(({ replay, summary }) => {
        const value = figureOf(summary, metric);
        return value === null ? [] : [/** @type {[number, number]} */ ([replay, value])];
      });
    const before =
      baseline?.summary && !sameRun(baseline, current) ? [{ replay: Number(baseline.params.replay), summary: baseline.summary }] : [];
    const [form, present] = [metric === "peak" ? theory : new Float64Array(), Number(params.replay)];
    return { metric, points: pairs(points), theory: pairsOf(form), present, baseline: pairs(before)[0] ?? null };
  }

  drawWords() {
    const { metric, params, sweepCut } = this.page.state;
    const replay = Number(params.replay);
    for (const button of this.switches) button.setAttribute("aria-pressed", String(button.dataset.metric === metric));
    const { axes } = this.chart;
    this.corner.hidden = !axes;
    if (axes) this.corner.style.left = `${axes.left + 12}px`;
    this.price.hidden = this.form.hidden = metric !== "peak";
    setText(this.amount, `+${growthText(replay)}`);
    setText(this.where, rate(replay));
    const notes = [metric === "peak" ? "" : text.charts.noForm, sweepCut ? text.charts.cut : ""];
    setText(this.note, notes.join(" ").trim());
  }

  /** How far the sweep is. */
  progress() {
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
}

/** @param {Summary} summary @param {Metric} metric */
const figureOf = ({ ccu_peak, wait_mean_s, rtt_mean_ms }, metric) => ({ peak: ccu_peak, wait: wait_mean_s, rtt: rtt_mean_ms })[metric];

/** Values in turn as pairs. @param {Float64Array} column @returns {[number, number][]} */
const pairsOf = (column) => Array.from({ length: column.length / 2 }, (_, at) => [column[2 * at], column[2 * at + 1]]);
