/** The replay chart: what every replay rate would give, the closed form, and the price of one point. */

import { chartFrame, fillTable } from "./charts.js";
import { el, fit, pixelRatio, setText } from "./dom.js";
import { clamp, lerp, num, rate } from "./format.js";
import { RATES } from "./sweep.js";
import { text } from "./text.js";

/** @import { Axes, Change, Engine, Metric, PageState, Summary, SweepPoint } from "./types" */
/** @import { Stage } from "./state.js" */
/** @import { Theme } from "./theme.js" */

const words = text.charts.replay;
const METRICS = /** @type {Metric[]} */ (["peak", "wait", "rtt"]);

export class ReplayChart {
  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {PageState} state
   * @param {Stage} stage
   * @param {Theme} theme
   * @param {(words: string) => void} say
   */
  constructor(root, engine, state, stage, theme, say) {
    this.engine = engine;
    this.state = state;
    this.theme = theme;
    this.frame = chartFrame(root, words);
    this.switches = METRICS.map((metric) => {
      const choose = () => {
        state.metric = metric;
        stage.changed("sweep");
      };
      return el("button", { type: "button", "aria-pressed": "false", onclick: choose }, words.metrics[metric]);
    });
    this.frame.caption.append(el("span", { class: "seg", role: "group", "aria-label": words.metric }, ...this.switches));
    this.amount = el("b");
    this.where = el("span");
    this.key = el(
      "span",
      { class: "key" },
      el("i", { class: "point" }),
      words.simulated,
      el("i", { class: "form" }),
      words.closedForm,
    );
    this.price = el("div", { class: "price" }, this.amount, el("span", {}, words.price), this.where, this.key);
    this.note = el("p", { class: "plotnote" });
    this.frame.plot.append(this.price, this.note);
    /** @type {Axes | null} */
    this.axes = null;
    /** Rate under the pointer. @type {number | null} */
    this.cursor = null;
    const setCursor = (/** @type {number | null} */ replay) => {
      this.cursor = replay;
      stage.changed("cursor");
    };
    const { surface } = this.frame;
    surface.addEventListener("pointermove", (event) => setCursor(this.nearest(event)));
    surface.addEventListener("pointerleave", () => setCursor(null));
    surface.addEventListener("blur", () => setCursor(null));
    surface.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const points = this.points();
      if (!step || points.length === 0) return;
      event.preventDefault();
      const here = points.findIndex(({ replay }) => replay === (this.cursor ?? Number(state.params.replay)));
      setCursor(points[clamp(here + step, 0, points.length - 1)].replay);
      say(this.reading());
    });
    new ResizeObserver(() => stage.changed("size")).observe(this.frame.plot);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (["sweep", "runs", "theme", "size", "params"].some((change) => changed.has(/** @type {Change} */ (change)))) {
      this.drawChart();
      this.drawWords();
    }
    if (changed.has("sweep")) this.drawTable();
    if (this.axes && changed.size > 0) this.drawCursor();
  }

  /** Sweep and the present run, in order of their rate. @returns {SweepPoint[]} */
  points() {
    const { sweep, current } = this.state;
    if (current?.state !== "finished" || !current.summary) return sweep;
    const own = { replay: Number(current.params.replay), summary: current.summary };
    return [...sweep.filter(({ replay }) => replay !== own.replay), own].sort((a, b) => a.replay - b.replay);
  }

  drawChart() {
    const { state, engine, frame, theme } = this;
    const { clientWidth: width, clientHeight: height } = frame.plot;
    const points = this.points();
    if (width === 0 || points.length === 0) return;
    const flat = (/** @type {SweepPoint[]} */ list) =>
      Float64Array.from(list.flatMap(({ replay, summary: s }) => [replay, s.ccu_peak, s.wait_mean_s, s.rtt_mean_ms]));
    const { ghost, current } = state;
    const before = ghost?.summary && ghost !== current ? [{ replay: Number(ghost.params.replay), summary: ghost.summary }] : [];
    this.axes = engine.wasm.draw_replay(
      frame.canvas,
      flat(points),
      state.metric,
      Number(state.params.replay),
      flat(before),
      state.metric === "peak" ? state.theory : new Float64Array(),
      theme.current,
      width,
      height,
      pixelRatio(),
    );
  }

  drawWords() {
    const { state } = this;
    const replay = Number(state.params.replay);
    const ofPeak = state.metric === "peak";
    METRICS.forEach((metric, i) => this.switches[i].setAttribute("aria-pressed", String(metric === state.metric)));
    this.price.hidden = !ofPeak || !this.axes;
    if (this.axes) this.price.style.left = `${this.axes.left + 12}px`;
    setText(this.amount, text.params.price(replay));
    setText(this.where, words.priceAt(rate(replay)));
    const cut = state.sweepCut ? words.cut : "";
    setText(this.note, ofPeak ? cut : `${words.noForm} ${cut}`.trim());
  }

  drawCursor() {
    const { axes, theme, cursor } = this;
    if (!axes) return;
    const { c, w, h } = fit(this.frame.surface);
    c.clearRect(0, 0, w, h);
    setText(this.frame.read, this.reading());
    if (cursor === null) return;
    const x = Math.round(lerp(axes.left, axes.right, (cursor - axes.x0) / (axes.x1 - axes.x0))) + 0.5;
    c.strokeStyle = theme.current.colors["ink-2"];
    c.setLineDash([2, 2]);
    c.beginPath();
    c.moveTo(x, axes.top);
    c.lineTo(x, axes.bottom);
    c.stroke();
  }

  /** The point under the pointer, or how far the sweep has come. */
  reading() {
    const point = this.points().find(({ replay }) => replay === this.cursor);
    if (point) return `${rate(point.replay)}: ${this.value(point.summary)}`;
    const done = this.state.sweep.length;
    return done > 0 && done < RATES.length && !this.state.sweepCut ? words.sweeping(done, RATES.length) : "";
  }

  /** @param {Summary} summary */
  value(summary) {
    if (this.state.metric === "wait") return `${num(summary.wait_mean_s, 2)} s`;
    return this.state.metric === "rtt" ? `${num(summary.rtt_mean_ms, 1)} ms` : num(summary.ccu_peak);
  }

  /** @param {MouseEvent} event */
  nearest(event) {
    if (!this.axes) return null;
    const { left, right, x0, x1 } = this.axes;
    const x = event.clientX - this.frame.surface.getBoundingClientRect().left;
    const replay = lerp(x0, x1, (x - left) / (right - left));
    const rates = this.points().map((point) => point.replay);
    return rates.reduce((best, one) => (Math.abs(one - replay) < Math.abs(best - replay) ? one : best), rates[0] ?? null);
  }

  drawTable() {
    const rows = this.points().map(({ replay, summary: s }) => [
      rate(replay),
      num(s.ccu_peak),
      num(s.wait_mean_s, 2),
      num(s.rtt_mean_ms, 1),
    ]);
    fillTable(this.frame.table, words.label, [text.charts.columns.rate, ...text.charts.columns.replay], rows);
  }
}
