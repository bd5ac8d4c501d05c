/** What policies reach: the wait against the quality of matches, with one constant of each varied. */

import { MatchdayError } from "../../core/errors.js";
import { fill, isolated } from "../../core/text.js";
import { titledFigure } from "../../ui/chart-figure.js";
import { PointChart } from "../../ui/point-chart.js";
import { el, setText } from "../../core/dom.js";
import { duration, num } from "../../core/format.js";
import { FIGURES } from "./figures.js";
import { words } from "./text.js";
import { Simulators } from "./simulators.js";

/** @import { RulesPage } from "../../ui/page" */
/** @import { Lab } from "../../core/lab.js" */
/** @import { ChartContent } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { Params } from "../../core/types" */
/** @import { Knob } from "./draft.js" */

const said = words.frontier;
/** Ideal round trips of the article, ms: its constant. */
const ARTICLE_MS = [20, 30, 50, 75, 100];

/** A policy whose constant is varied. @typedef {{ name: string, days: { label: string, params: Params }[], present: number | null }} Varied */
/** A finished point. @typedef {{ x: number, y: number, label: string, at: number }} Point */

export class Frontier {
  /** @param {RulesPage} page @param {Lab} lab @param {() => Varied | null} own the edited rules; null while they cannot be run */
  constructor(page, lab, own) {
    this.page = page;
    this.own = own;
    this.chart = new PointChart(titledFigure(said, false), page, lab);
    /** @type {Varied[]} */
    this.policies = [];
    /** The finished points of each policy. @type {Point[][]} */
    this.points = [];
    this.simulators = new Simulators(page.engine);
    this.ask = el("button", { type: "button", class: "btn solid ask-days", onclick: () => this.simulate() });
    this.chart.plot.append(this.ask);
  }

  /** What would be simulated now. */
  wanted() {
    const own = this.own();
    const { params } = this.page.state;
    const article = { ...params, policy: "article" };
    const days = ARTICLE_MS.map((ms) => ({ label: `${ms} ms`, params: { ...article, ideal_ms: String(ms) } }));
    return own ? [{ name: words.comparison.article, days, present: null }, own] : [];
  }

  /** Shows what the chart would cost. */
  offer() {
    const days = this.wanted().flatMap(({ days }) => days);
    const all_s = days.reduce((sum, { params }) => sum + this.page.runs.estimate_s(params), 0) / this.simulators.count(days.length);
    setText(this.ask, fill(said.ask, days.length, duration(Math.max(1, all_s))));
    this.ask.hidden = this.simulators.isBusy;
    /** @type {HTMLButtonElement} */ (this.ask).disabled = days.length === 0;
  }

  async simulate() {
    const policies = (this.policies = this.wanted());
    const points = (this.points = policies.map(() => /** @type {Point[]} */ ([])));
    const open = policies.flatMap(({ days }, policy) => days.map((day, at) => ({ ...day, policy, at })));
    try {
      const running = this.simulators.run(open, async ({ params, label, policy: which, at }, { policy, ...summary }) => {
        if (this.points !== points || summary.starved) return;
        const day = { params, summary, policy: policy ?? null };
        const [x, y] = [FIGURES.wait95.of(day), FIGURES.within50.of(day)];
        if (x !== null && y !== null) points[which].push({ x, y, label, at });
        this.chart.show(this.content());
      });
      this.offer();
      await running;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") this.page.notices.error(error);
    }
    this.offer();
  }

  /** The finished points. @returns {import("../../ui/point-chart.js").Content<ChartContent>} */
  content() {
    const policies = this.policies.map(({ name, present }, which) => {
      const points = this.points[which];
      const at = points.findIndex((point) => point.at === present);
      return { name, points, present: at < 0 ? null : at, is_first: which === 0 };
    });
    return {
      chart: { frontier: { policies, x_unit: "{} s", y_unit: "{} %" } },
      rows: policies.flatMap(({ name, points }) =>
        points.map(({ x, y, label }) => [`${isolated(name)}, ${label}`, `${num(x, 1)} s`, `${num(y, 1)} %`]),
      ),
    };
  }
}
