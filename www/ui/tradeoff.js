/** A chart of what a better figure costs: one day for each of some values of a parameter, the present one among them. */

import { titledFigure } from "./chart-figure.js";
import { PointChart } from "./point-chart.js";
import { el, setText } from "../core/dom.js";
import { duration, num } from "../core/format.js";
import { MatchdayError } from "../core/errors.js";
import { sameParams, sameRun } from "../core/state.js";
import { fill, text } from "../core/text.js";
import { Bridge } from "../worker/bridge.js";
import { Simulator } from "../worker/simulator.js";

/** @import { Change } from "../core/page-state" */
/** @import { TradeoffPage as Page } from "./page" */
/** @import { Lab } from "../core/lab.js" */
/** @import { Params, Summary, Tradeoff } from "../core/types" */

/** Days that take no longer in all are simulated without being asked for. */
const LONGEST_ALL_S = 4;
const MOST_WORKERS = 4;

/**
 * What a trade-off is about.
 * @typedef {object} Question
 * @property {string} key of the parameter
 * @property {string[]} values that are simulated beside the present one
 * @property {(value: string) => string} name of a value beside its point
 * @property {(summary: Summary) => number | null} x
 * @property {(summary: Summary) => number | null} y
 * @property {(params: Params) => boolean} isOn whether days of these parameters have the figures
 * @property {boolean} log whether the axis upwards is logarithmic
 * @property {{ title: string, sub: string, label: string, heads: string[], x_unit: string, y_unit: string, target?: { y: number, label: string } }} words
 */

export class TradeoffDays {
  /** @param {Page} page @param {Lab} lab @param {Question} question */
  constructor(page, lab, question) {
    this.page = page;
    this.question = question;
    this.chart = new PointChart(titledFigure(question.words), page, lab);
    this.root = this.chart.root;
    /** The parameters of the points, apart from the one that varies. @type {Params | null} */
    this.of = null;
    /** The days, by the value of the parameter. @type {Map<string, Summary>} */
    this.days = new Map();
    /** @type {Simulator[]} */
    this.pool = [];
    this.ask = el("button", { type: "button", class: "btn solid ask-days", hidden: "", onclick: () => this.simulate(true) });
    this.chart.plot.append(this.ask);
    this.chart.surface.addEventListener("click", () => this.chart.take());
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("runs") || changed.has("params")) this.followRun();
    if (["runs", "params", "theme", "size", "view"].some((change) => changed.has(/** @type {Change} */ (change)))) this.drawChart();
  }

  /** Takes the present run, and simulates the other days if that takes a moment only. */
  followRun() {
    const { current, params } = this.page.state;
    const { key, isOn } = this.question;
    this.root.hidden = !isOn(params);
    const others = { ...params, [key]: "" };
    if (!this.of || !sameParams(this.of, others)) {
      this.stop();
      this.days.clear();
      this.of = others;
    }
    const isPresent = current && sameParams({ ...current.params, [key]: "" }, others);
    if (current?.state === "running") return this.stop();
    if (!isPresent || !current.summary) return;
    this.days.set(current.params[key], current.summary);
    const { takes_s, bytes } = this.expected();
    const isOpen = this.missing().length > 0 && isOn(params);
    setText(this.ask, fill(text.charts.askDays, this.missing().length, duration(Math.max(1, takes_s))));
    this.ask.hidden = !isOpen || this.pool.length > 0;
    const isCheap = takes_s <= LONGEST_ALL_S && bytes <= Bridge.spareBytes();
    if (isOpen && isCheap && this.root.checkVisibility()) this.simulate();
  }

  /** Values without a day. */
  missing() {
    return this.question.values.filter((value) => !this.days.has(value));
  }

  /** Expected real time of the missing days, and memory of those that run at the same time. */
  expected() {
    const { runs, state } = this.page;
    const days = this.missing().map((value) => runs.forecast({ ...state.params, [this.question.key]: value }));
    const workers = this.workers();
    return {
      takes_s: days.reduce((sum, { expected_s }) => sum + expected_s, 0) / workers,
      bytes: Math.max(0, ...days.map(({ bytes }) => bytes)) * workers,
    };
  }

  workers() {
    return Math.min(MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1), this.missing().length || 1);
  }

  /** @param {boolean} [isAsked] whether the reader has pressed the button, which says how long it takes */
  async simulate(isAsked = false) {
    if (this.pool.length > 0) return;
    const { page, question } = this;
    const { params } = page.state;
    const open = this.missing();
    this.ask.hidden = true;
    page.sweep.pause();
    const pool = (this.pool = Array.from({ length: this.workers() }, () => new Simulator(page.engine)));
    // They take more than was expected: the reader may ask for them.
    const onPause = () => {
      this.stop();
      this.ask.hidden = false;
    };
    const work = async (/** @type {Simulator} */ simulator) => {
      for (let value = open.shift(); value !== undefined; value = open.shift()) {
        const summary = await simulator.run({ ...params, [question.key]: value }, { isAsked, onPause });
        if (this.pool !== pool) return;
        if (!summary.starved) this.days.set(value, summary);
        this.drawChart();
      }
    };
    try {
      await Promise.all(pool.map(work));
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") page.notices.error(error);
    }
    if (this.pool === pool) this.stop();
  }

  stop() {
    for (const simulator of this.pool) simulator.close();
    this.pool = [];
  }

  /** The days that have both figures, from left to right. */
  points() {
    const { x, y } = this.question;
    const points = [...this.days].map(([value, summary]) => ({ value, x: x(summary), y: y(summary) }));
    const whole = points.filter(({ x, y }) => x !== null && y !== null);
    return /** @type {{ value: string, x: number, y: number }[]} */ (whole).sort((a, b) => a.x - b.x);
  }

  /** What the engine draws. @returns {Tradeoff} */
  tradeoff() {
    const { question, page } = this;
    const { baseline, current, params } = page.state;
    const points = this.points();
    const at = points.findIndex(({ value }) => value === params[question.key]);
    const before = baseline?.summary && !sameRun(baseline, current) && question.isOn(baseline.params) ? baseline.summary : null;
    const [x, y] = before ? [question.x(before), question.y(before)] : [null, null];
    const { x_unit, y_unit, target = null } = question.words;
    return {
      points: points.map(({ value, x, y }) => ({ x, y, label: question.name(value) })),
      present: at < 0 ? null : at,
      baseline: x === null || y === null ? null : { x, y },
      target,
      log: question.log,
      x_unit,
      y_unit,
    };
  }

  drawChart() {
    if (this.days.size === 0) return;
    const points = this.points();
    const { name, key, words } = this.question;
    const cells = points.map(({ value, x, y }) => [name(value), words.x_unit.replace("{}", num(x)), words.y_unit.replace("{}", num(y, 2))]);
    this.chart.show({
      chart: { tradeoff: this.tradeoff() },
      rows: cells,
      at: points.map(({ x }) => x),
      reading: (at) => `${cells[at][0]}: ${cells[at][1]}, ${cells[at][2]}`,
      take: (at) => this.page.set({ [key]: points[at].value }),
    });
  }
}
