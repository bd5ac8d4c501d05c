/** Keeping groups together: the scenario with groups kept together and broken up, for several seeds. */

import { chartFigure } from "../../../ui/chart-figure.js";
import { PointChart } from "../../../ui/point-chart.js";
import { table, tableRow } from "../../../ui/table.js";
import { el, setText } from "../../../core/dom.js";
import { MatchdayError } from "../../../core/errors.js";
import { duration, num } from "../../../core/format.js";
import { offerRetry } from "../../../core/lazy.js";
import { sameParams } from "../../../core/state.js";
import { fill } from "../../../core/text.js";
import { DayBridge } from "../../../worker/bridges.js";
import { askLab, loadLab } from "../../../core/lab.js";
import { cores } from "../sweep/runner.js";
import { byHour, hourOf, meansOf, valueOf } from "./chart.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { BothWays, MixingDay, MixingFigures } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Params } from "../../../core/types" */
/** @import { Lab } from "../../../core/lab.js" */

const SEEDS = 8;
/** Seeds are smaller than this. */
const SEED_END = 2 ** 32;

/** Smallest share that the text mentions. */
const LEAST_SHARE = 0.0005;

/** Parameters without those that differ between the two ways. @param {Params} params */
const othersOf = (params) => ({ ...params, together: "" });

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  new MixingPanel(root, panel, page, await loadLab());
}

class MixingPanel {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page @param {Lab} lab */
  constructor(root, panel, page, lab) {
    this.page = page;
    /** The parameters of the shown results, or of the days that are being simulated. @type {Params | null} */
    this.of = null;
    /** The days of each seed: without and with groups that stay together. @type {[MixingDay, MixingDay][]} */
    this.days = [];
    /** @type {MixingFigures | null} */
    this.mixing = null;
    /** The workers of the days that are being simulated. @type {DayBridge[]} */
    this.pool = [];
    this.button = el("button", { type: "button", class: "btn primary", "data-testid": "run", onclick: () => this.run() });
    this.cancel = el("button", { type: "button", class: "btn solid", "data-testid": "cancel", onclick: () => this.stop() }, words.cancel);
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words.progress });
    this.count = el("span");
    this.came = el("p", { class: "came", "data-testid": "run-progress" }, this.bar, this.count, this.cancel);
    this.said = el("ul", { "aria-live": "polite" });
    this.table = table("", words.heads);
    this.figure = el(
      "select",
      { "aria-label": words.show, onchange: () => this.drawChart() },
      ...Object.entries(words.hourly).map(([value, name]) => el("option", { value }, name)),
    );
    const caption = [this.figure, el("span", { class: "sub" }, words.shaded)];
    const figure = chartFigure({ label: words.chart, heads: [words.hour, ...words.ways], caption });
    this.results = el("div", { hidden: "" }, this.said, this.table.root, figure);
    panel.append(this.button, this.came, el("p", { class: "hint" }, words.help));
    root.append(this.results);
    this.chart = new PointChart(figure, page, lab);
    page.store.add(this);
    this.offer();
  }

  /** Shows the buttons that apply now. */
  offer() {
    const busy = this.pool.length > 0;
    const took_s = (2 * SEEDS * this.page.runs.estimate_s(this.page.state.params)) / Math.min(cores(), SEEDS);
    setText(this.button, fill(words.run, SEEDS, duration(Math.max(1, took_s))));
    this.button.hidden = busy || this.of !== null;
    this.came.hidden = !busy;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("world") || (this.of && !sameParams(this.of, othersOf(this.page.state.params)))) this.clear();
    if (changed.has("params") || changed.has("world")) this.offer();
    if (changed.has("theme") || changed.has("size")) this.chart.redraw();
  }

  clear() {
    this.stop();
    this.of = null;
    this.results.hidden = true;
    this.offer();
  }

  /** Stops the simulation. The results so far stay until the next one begins. */
  stop() {
    for (const client of this.pool) client.close();
    this.pool = [];
    if (this.of && this.days.length < SEEDS) this.of = null;
    this.offer();
  }

  async run() {
    const { page } = this;
    const { params } = page.state;
    this.of = othersOf(params);
    /** @type {[MixingDay, MixingDay][]} */
    const days = (this.days = []);
    this.mixing = null;
    this.results.hidden = true;
    page.sweep.pause();
    const seeds = Array.from({ length: SEEDS }, (_, i) => String((Number(params.seed) + i) % SEED_END));
    const pool = (this.pool = Array.from({ length: Math.min(cores(), SEEDS) }, () => new DayBridge(page.engine)));
    this.offer();
    /** The finished share of each day. @type {Map<string, number>} */
    const done = new Map();
    const watch = async (/** @type {DayBridge} */ client, /** @type {string} */ seed, /** @type {boolean} */ together) => {
      const onProgress = (/** @type {number} */ share) => {
        done.set(`${seed} ${together}`, share);
        this.bar.value = [...done.values()].reduce((sum, each) => sum + each, 0) / (2 * SEEDS);
      };
      return client.ask("watch", { params: { ...params, seed }, together }, { isAsked: true, onProgress });
    };
    const work = async (/** @type {DayBridge} */ client) => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        days.push([await watch(client, seed, false), await watch(client, seed, true)]);
        if (this.days === days) this.show();
      }
    };
    this.bar.value = 0;
    setText(this.count, fill(words.there, 0, SEEDS));
    try {
      await Promise.all(pool.map(work));
      page.say(words.doneSpoken);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(page.notices, error, () => this.pool.length || this.run());
    }
    if (this.pool === pool) this.stop();
  }

  /** Shows the results of the days so far. */
  show() {
    const { days } = this;
    const { falling, figures } = (this.mixing = askLab("socialMixing", { days }));
    setText(this.count, fill(words.there, days.length, SEEDS));
    this.table.caption.textContent = fill(words.caption, num(days.length));
    this.table.show(Object.keys(words.figures).map((name) => row(name, figures[name])));
    const sentences = this.sentences(falling, figures).map((sentence) => el("li", {}, sentence));
    this.said.replaceChildren(...sentences);
    this.results.hidden = false;
    this.results.setAttribute("aria-busy", String(days.length < SEEDS));
    this.drawChart();
  }

  /** The findings as sentences. @param {number[]} falling @param {Record<string, BothWays>} figures */
  sentences(falling, figures) {
    const meansText = (/** @type {string} */ name) =>
      meansOf(figures[name])
        .reverse()
        .map((mean) => valueOf(name, mean));
    const hours = [falling[0], falling[falling.length - 1] + 1].map(hourOf);
    const { difference } = figures.newcomers_wait_s;
    const chance = difference && Math.abs(difference.mean) <= difference.half_width;
    const some = (/** @type {string} */ name) => meansOf(figures[name]).some((mean) => Number(mean) >= LEAST_SHARE);
    return [
      fill(chance ? words.newcomerSame : words.newcomer, ...hours, ...meansText("newcomers_wait_s")),
      ...(some("newcomers_failed_share") ? [fill(words.newcomerFailed, ...meansText("newcomers_failed_share"))] : []),
      ...(some("failed_share") ? [fill(words.failed, ...meansText("failed_share"))] : []),
      fill(words.repeat, ...meansText("repeat_share")),
      fill(words.largest, ...meansText("largest_share")),
    ];
  }

  drawChart() {
    if (this.mixing) this.chart.show(byHour(this.mixing, this.figure.value));
  }
}

/** A line of the table. @param {string} name @param {BothWays} figure */
function row(name, { broken_up, together, difference }) {
  const cell = (/** @type {{ mean: number | null, half_width: number | null } | null} */ figure) => {
    const { mean = null, half_width: half = null } = figure ?? {};
    return half === null ? valueOf(name, mean) : fill(words.plusMinus, valueOf(name, mean), valueOf(name, half));
  };
  return tableRow([words.figures[name], ...[broken_up, together, difference].map(cell)], { "data-figure": name });
}
