/** The results of a sweep so far: progress, charts, files. */

import { ask } from "../../../core/ask.js";
import { download } from "../../../ui/download.js";
import { chartFigure } from "../../../ui/chart-figure.js";
import { PointChart } from "../../../ui/point-chart.js";
import { el, setText } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { sweepContent } from "./chart.js";
import { words } from "./text.js";
import { groupsOf } from "./varied.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */

/** The common part of the results of all sweeps. */
export class Results {
  constructor() {
    /** @type {Sweep | null} */
    this.sweep = null;
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words.progress });
    this.count = el("span");
    this.stale = el("p", { class: "note", "data-testid": "other-sweep", hidden: "" });
    this.came = el("p", { class: "came", "data-testid": "run-progress" }, this.bar, this.count);
    this.element = el("div", { hidden: "" }, this.came, this.stale);
  }

  /** Offers a file. @param {string} label @param {string} name @param {(sweep: Sweep) => string} write */
  offer(label, name, write) {
    const save = () => this.sweep && download(name, new Blob([write(this.sweep)]));
    this.came.append(el("button", { type: "button", class: "linkish", onclick: save }, label));
  }

  /** Shows another sweep, and frees the one before. @param {Sweep} sweep */
  useSweep(sweep) {
    if (sweep !== this.sweep) this.sweep?.free();
    this.sweep = sweep;
    this.element.hidden = false;
    this.showRuns();
  }

  /** Whether the results of this sweep are shown. @param {Sweep} sweep */
  isOf(sweep) {
    return this.sweep !== null && ask(this.sweep, "state", {}).checksum === ask(sweep, "state", {}).checksum;
  }

  /** Shows that the form differs from the shown results. @param {boolean} stale */
  mark(stale) {
    this.stale.hidden = !this.sweep || !stale;
    setText(this.stale, fill(words.other, this.sweep ? ask(this.sweep, "state", {}).text : ""));
  }

  showRuns() {
    if (!this.sweep) return;
    const { runs, missing } = ask(this.sweep, "state", {});
    const made = runs - missing.length;
    this.bar.hidden = made === runs;
    this.bar.value = made / runs;
    setText(this.count, made === runs ? fill(words.done, num(runs)) : fill(words.there, num(made), num(runs)));
    this.draw(this.sweep);
  }

  /** Shows the results. @param {Sweep} _sweep */
  draw(_sweep) {}

  /** Draws the same results in another size or theme. */
  redraw() {}
}

/** Whether a parameter is not off in any day of a sweep. @param {Sweep} sweep @param {"ranked" | "fleet"} key */
const isOn = (sweep, key) =>
  ask(sweep, "params", { run: 0 })[key] !== "off" || new RegExp(`(^|~)${key}:(?!off(~|$))`).test(ask(sweep, "state", {}).text);

/** A figure to choose, and its chart. */
class FigureView {
  /** @param {Page} page @param {Lab} lab @param {() => void} onChoice */
  constructor(page, lab, onChoice) {
    this.figure = el("select", { "aria-label": words.show, onchange: onChoice });
    this.against = el("span", { class: "sub" });
    this.root = chartFigure({ label: words.chart, heads: ["", ...words.heads], caption: [this.figure, this.against] });
    this.chart = new PointChart(this.root, page, lab);
  }

  /** @param {Record<string, string>} figures by their names @param {string} first the default choice */
  offer(figures, first) {
    if (this.figure.options.length === Object.keys(figures).length) return;
    this.figure.replaceChildren(...Object.entries(figures).map(([value, name]) => el("option", { value }, name)));
    this.figure.value = first;
  }
}

/** Results of a sweep, with two figures to choose: one often improves at the cost of the other. */
export class SweepResults extends Results {
  /** @param {Page} page @param {Lab} lab */
  constructor(page, lab) {
    super();
    this.titles = () => new Map(groupsOf(page).flatMap(({ all }) => all.map(({ key, title }) => [key, title])));
    this.views = [0, 1].map(() => new FigureView(page, lab, () => this.showRuns()));
    this.offer(words.csv, "matchday-sweep.csv", (sweep) => ask(sweep, "csv", {}));
    this.offer(words.json, "matchday-sweep.json", (sweep) => ask(sweep, "json", {}));
    this.element.append(el("div", { class: "pair" }, ...this.views.map(({ root }) => root)));
  }

  /** @param {Sweep} sweep */
  useSweep(sweep) {
    const titles = this.titles();
    const parts = ask(sweep, "state", {}).text.split("~").slice(0, -1);
    const [along, up] = parts.map((part) => part.split(":")[0]).map((key) => titles.get(key) ?? key);
    const against = up ? fill(words.againstTwo, along, up) : fill(words.against, along);
    const ranked = isOn(sweep, "ranked");
    const figures = { ...words.figures, ...(isOn(sweep, "fleet") ? words.servers : {}), ...(ranked ? words.ladder : {}) };
    const first = ranked ? ["wait_mean_s", "fairness_mean"] : ["ccu_peak", "wait_mean_s"];
    this.views.forEach((view, at) => {
      setText(view.against, against);
      view.offer(figures, first[at]);
    });
    super.useSweep(sweep);
  }

  /** @param {Sweep} sweep */
  draw(sweep) {
    for (const { chart, figure } of this.views) chart.show(sweepContent(sweep, [figure.value], null));
  }

  redraw() {
    for (const { chart } of this.views) chart.redraw();
  }
}
