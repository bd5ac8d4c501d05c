/** What policies reach: the wait against the quality of matches, with one constant of each varied. */

import { MatchdayError } from "../../core/errors.js";
import { loadLab } from "../../core/lab.js";
import { fill, isolated } from "../../core/text.js";
import { chartFigure, titled } from "../../ui/chart-figure.js";
import { Chart, grown } from "../../ui/charts.js";
import { el, setText } from "../../core/dom.js";
import { duration, num } from "../../core/format.js";
import { FIGURES } from "./figures.js";
import { words } from "./text.js";
import { Simulators } from "./simulators.js";

/** @import { RulesPage } from "../../ui/page" */
/** @import { Params, Target } from "../../core/types" */
/** @import { Knob } from "./draft.js" */

const said = words.frontier;
/** Ideal round trips of the article, ms: its constant. */
const ARTICLE_MS = [20, 30, 50, 75, 100];

/** A policy whose constant is varied. @typedef {{ name: string, days: { label: string, params: Params }[], present: number | null }} Varied */
/** A finished point. @typedef {{ x: number, y: number, label: string, at: number }} Point */

/** @extends {Chart<RulesPage>} */
export class FrontierChart extends Chart {
  /** @param {RulesPage} page @param {() => Varied | null} own the edited rules; null while they cannot be run */
  constructor(page, own) {
    super(chartFigure({ label: said.label, heads: said.heads, caption: titled(said.title, said.sub), isRead: false }), page);
    this.own = own;
    /** @type {Varied[]} */
    this.policies = [];
    /** The finished points of each policy. @type {Point[][]} */
    this.points = [];
    this.simulators = new Simulators(page.engine);
    this.ask = el("button", { type: "button", class: "btn solid ask-days", onclick: () => this.simulate() });
    this.plot.append(this.ask);
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
        await this.drawChart();
      });
      this.offer();
      await running;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") this.page.notices.error(error);
    }
    this.offer();
  }

  async drawChart() {
    if (this.plot.clientWidth === 0 || this.points.every((points) => points.length === 0)) return;
    this.axes = grown(await this.paint(this.canvas, ...this.size()));
    const rows = this.points.flatMap((points, which) =>
      points.map(({ x, y, label }) => [`${isolated(this.policies[which].name)}, ${label}`, `${num(x, 1)} s`, `${num(y, 1)} %`]),
    );
    this.fillTable(rows);
  }

  /** @param {Target} target @param {number} w @param {number} h @param {number} dpr */
  async paint(target, w, h, dpr) {
    const lab = await loadLab();
    const policies = this.policies.map(({ name, present }, which) => {
      const points = this.points[which];
      const at = points.findIndex((point) => point.at === present);
      return { name, points, present: at < 0 ? null : at, is_first: which === 0 };
    });
    return lab.draw_frontier(target, { policies, x_unit: "{} s", y_unit: "{} %" }, this.page.state.theme, w, h, dpr);
  }
}
