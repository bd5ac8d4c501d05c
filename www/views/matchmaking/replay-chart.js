/** The replay chart: a figure for every replay rate, its theory, and the effect of one more point of replay. */

import { Chart, grown } from "../../ui/charts.js";
import { all, growth, need, setText } from "../../core/dom.js";
import { clamp, lerp, num, rate } from "../../core/format.js";
import { RATES } from "./replay-sweep.js";
import { loadLab } from "../../core/lab.js";
import { sameRun } from "../../core/state.js";
import { fill, growthText, text } from "../../core/text.js";

/** @import { Change, Metric, SweepPoint } from "../../core/page-state" */
/** @import { MatchmakingPage as Page } from "../../ui/page" */
/** @import { Spec, Summary, SweepPlaces, Target } from "../../core/types" */

/** Greatest distance from the present point at which the pointer drags it. */
const HANDLE_PX = 16;

/** @extends {Chart<Page>} */
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
    /** Where the present point is. @type {SweepPlaces | null} */
    this.places = null;
    /** Rate under the pointer. @type {number | null} */
    this.cursor = null;
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
    const { surface, page } = this;
    const at = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top } = surface.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const isOnHandle = (/** @type {PointerEvent} */ event) => {
      const present = this.places?.present;
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
      if (!surface.classList.contains("dragging") || !this.axes) return;
      const { left, right, x0, x1 } = this.axes;
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
    surface.addEventListener("keydown", ({ key }) => key === "Enter" && this.cursor !== null && page.set({ replay: this.cursor }));
  }

  /** A rate on a step of the slider. @param {number} replay */
  step(replay) {
    const { min, max, step, decimals } = /** @type {Spec} */ (this.page.engine.registry.params.find(({ key }) => key === "replay"));
    return clamp(Math.round(replay / step) * step, min, max).toFixed(decimals);
  }

  /** @param {number | null} replay */
  point(replay) {
    const nearer = (/** @type {SweepPoint} */ a, /** @type {SweepPoint} */ b) =>
      Math.abs(a.replay - Number(replay)) <= Math.abs(b.replay - Number(replay)) ? a : b;
    const points = this.points();
    this.cursor = replay === null || points.length === 0 ? null : points.reduce(nearer).replay;
    this.mark();
  }

  /** @param {number} step */
  moveCursor(step) {
    const points = this.points();
    const here = points.findIndex(({ replay }) => replay === (this.cursor ?? Number(this.page.state.params.replay)));
    this.cursor = points.at(clamp(here + step, 0, points.length - 1))?.replay ?? null;
    this.mark();
  }

  mark() {
    this.drawLines(null, this.cursor);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const anew = ["sweep", "runs", "theme", "size", "params"].some((change) => changed.has(/** @type {Change} */ (change)));
    if (anew) {
      this.drawChart();
      this.drawWords();
      this.mark();
    }
    if (changed.has("sweep")) this.drawTable();
  }

  /** The points of the sweep and of the present run, by rising rate. @returns {SweepPoint[]} */
  points() {
    const { sweep, current } = this.page.state;
    if (current?.state !== "finished" || !current.summary) return sweep;
    const own = { replay: Number(current.params.replay), summary: current.summary };
    return [...sweep.filter(({ replay }) => replay !== own.replay), own].sort((a, b) => a.replay - b.replay);
  }

  drawChart() {
    if (this.plot.clientWidth === 0 || this.points().length === 0) return;
    const { state, engine } = this.page;
    this.axes = this.places = grown(engine.wasm.draw_replay(this.canvas, ...this.content(), state.theme, ...this.size()));
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  async paint(target, w, h, dpr) {
    const lab = await loadLab();
    return lab.draw_replay(target, ...this.content(), this.page.state.theme, w, h, dpr);
  }

  /** What the engine draws: points, metric, present rate, run A, theory. @returns {[Float64Array, Metric, number, Float64Array, Float64Array]} */
  content() {
    const { baseline, current, metric, theory, params } = this.page.state;
    // A run without matches has no point.
    const flat = (/** @type {SweepPoint[]} */ list) =>
      Float64Array.from(
        list.flatMap(({ replay, summary }) => {
          const value = figureOf(summary, metric);
          return value === null ? [] : [replay, value];
        }),
      );
    const before =
      baseline?.summary && !sameRun(baseline, current) ? [{ replay: Number(baseline.params.replay), summary: baseline.summary }] : [];
    return [flat(this.points()), metric, Number(params.replay), flat(before), metric === "peak" ? theory : new Float64Array()];
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
  readCursor() {
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
