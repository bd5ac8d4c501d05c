/** The page of prices: what a shorter wait, a closer match or fewer failed searches are worth in peak players. */

import { ask } from "../../../core/ask.js";
import { el, setText } from "../../../core/dom.js";
import { MatchdayError } from "../../../core/errors.js";
import { num } from "../../../core/format.js";
import { loadLab } from "../../../core/lab.js";
import { fill } from "../../../core/text.js";
import { LabBridge } from "../../../worker/bridges.js";
import { SeedsSlider } from "../seeds.js";
import { SweepForm } from "../sweep/form.js";
import { chartFigure } from "../../../ui/chart-figure.js";
import { PointChart } from "../../../ui/point-chart.js";
import { Results } from "../sweep/results.js";
import { titleOf } from "../sweep/varied.js";
import { peakOverQuality } from "./chart.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Params } from "../../../core/types" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Prices, Quality, Sweep } from "../../../pkg-lab/matchday_web_lab.js" */

/** @type {Quality[]} */
const QUALITIES = ["wait", "near", "failures"];
const SEEDS = 5;
/** Default quality and number of seeds. */
const FIRST = `wait,${SEEDS}`;
/** The parameter by which players mind a quality. */
const MINDED = { wait: "replay_wait", near: "replay_rtt" };
/** The change of a quality whose worth is said: a second less, ten in a hundred more, one in a hundred less. */
const STEPS = { wait: -1, near: 0.1, failures: -0.01 };

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export async function open(root, page, panel) {
  new PricesPanel(root, panel, page, await loadLab());
}

/** What moves a quality, as a part of a sweep. @type {Record<Quality, (params: Params) => string>} */
const LEVERS = {
  // With matches of one length, players would come back in step with the matchmaker.
  wait: ({ match_s, match_sd_s }) => {
    const varied = Number(match_sd_s) > 0 ? "" : `~match_sd_s:${5 * Math.floor(Math.min(60, Number(match_s) / 5) / 5)}`;
    return `interval_s:1,4,8,13,19,26${varied}`;
  },
  near: () => "bad_routes:0,0.1,0.2,0.3,0.4,0.5",
  failures: () => "playlists:1,2,4,7,10,15,20",
};

class PricesPanel extends SweepForm {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page @param {Lab} lab */
  constructor(root, panel, page, lab) {
    const results = new PricesResults(page, lab);
    super(page, lab, results);
    this.priced = results;
    /** The text of the link that the form was filled from. */
    this.linked = "";
    const options = QUALITIES.map((quality) => el("option", { value: quality }, words.qualities[quality]));
    this.quality = el("select", { onchange: () => this.restore() }, ...options);
    this.seeds = new SeedsSlider("prices-seeds", SEEDS, () => this.restore());
    this.by = el("p", { class: "note", "data-testid": "price-note" });
    const fields = [this.seeds.root, el("label", {}, words.price, this.quality)];
    panel.append(this.form(...fields), this.by, this.said, this.warn, el("p", { class: "hint" }, words.help));
    root.append(results.element);
    this.take(page.state.prices || FIRST);
    page.store.add(this);
  }

  /** @returns {Quality} */
  chosen() {
    return /** @type {Quality} */ (this.quality.value);
  }

  /** Fills the form from a link. @param {string} text */
  take(text) {
    this.linked = text;
    const [quality, seeds] = text.split(",");
    const usual = FIRST.split(",");
    this.quality.value = QUALITIES.find((known) => known === quality) ?? usual[0];
    this.seeds.write(Number(seeds) > 0 ? seeds : usual[1]);
    this.restore();
  }

  text() {
    const { params } = this.page.state;
    return `${LEVERS[this.chosen()](params)}~seeds:${this.seeds.value}`;
  }

  plan() {
    setText(this.by, [words.by[this.chosen()], this.unmoved()].filter(Boolean).join(" "));
    return super.plan();
  }

  /** Says that nobody minds this quality, if so. */
  unmoved() {
    const quality = this.chosen();
    if (quality === "failures") return "";
    const spec = this.page.engine.registry.params.find(({ key }) => key === MINDED[quality]);
    return spec && Number(this.page.state.params[spec.key]) === 0 ? fill(words.unmoved[quality], titleOf(spec)) : "";
  }

  /** @param {Sweep} _sweep */
  remember(_sweep) {
    this.page.update({ prices: (this.linked = `${this.quality.value},${this.seeds.value}`) });
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.follow(changed);
    if (!changed.has("params") && !changed.has("view") && !changed.has("world")) return;
    const { prices } = this.page.state;
    if (prices && prices !== this.linked) this.take(prices);
    else this.plan()?.free();
  }
}

class PricesResults extends Results {
  /** @param {Page} page @param {Lab} lab */
  constructor(page, lab) {
    super();
    this.page = page;
    this.client = LabBridge.of(page);
    this.verdict = el("p", { class: "verdict", "data-testid": "verdict", "aria-live": "polite" });
    this.against = el("span", { class: "sub" });
    const frame = chartFigure({ label: words.chart, heads: ["", ...words.heads], caption: [el("h3", {}, words.chart), this.against] });
    this.chart = new PointChart(frame, page, lab);
    /** Whether the prices are being computed, and whether more runs have come since. */
    this.busy = this.behind = false;
    this.offer(words.csv, "matchday-prices.csv", (sweep) => ask(sweep, "csv", {}));
    this.offer(words.json, "matchday-prices.json", (sweep) => ask(sweep, "json", {}));
    this.element.append(this.verdict, frame);
  }

  /** @param {Sweep} sweep */
  async draw(sweep) {
    this.behind = this.busy;
    if (this.busy) return;
    this.busy = true;
    try {
      const { dataset } = this.page.engine;
      const asked = {
        params: ask(sweep, "params", { run: 0 }),
        sweep: ask(sweep, "state", {}).text,
        dataset,
        results: ask(sweep, "csv", {}),
        quality: qualityOf(sweep),
      };
      const prices = await this.client.ask("prices", asked);
      if (this.sweep === sweep) this.showPrices(prices);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") throw error;
    } finally {
      this.busy = false;
    }
    if (this.behind && this.sweep) this.draw(this.sweep);
  }

  /** @param {Prices} prices */
  showPrices(prices) {
    setText(this.against, words.against[prices.quality]);
    setText(this.verdict, prices.points.every((point) => point) ? verdictOf(prices) : "");
    this.chart.show(peakOverQuality(prices));
  }

  redraw() {
    this.chart.redraw();
  }
}

/** The quality that a sweep moves. @param {Sweep} sweep @returns {Quality} */
function qualityOf(sweep) {
  const lever = ask(sweep, "state", {}).text.split(":")[0];
  return QUALITIES.find((quality) => LEVERS[quality](ask(sweep, "params", { run: 0 })).startsWith(`${lever}:`)) ?? QUALITIES[0];
}

/** @param {Prices} prices */
function verdictOf({ quality, slope, slope_formula }) {
  if (slope_formula === null) return words.same[quality];
  if (slope === null) return words.seedsMissing;
  const step = STEPS[quality];
  const sides = (/** @type {number} */ worth) => [worth < 0 ? words.takes : words.adds, num(Math.abs(worth))];
  const half = Math.abs(step) * slope.half_width;
  const said = fill(words.slopes[quality], ...sides(step * slope.mean), num(half), ...sides(step * slope_formula));
  return Math.abs(step * slope.mean) <= half ? `${said} ${words.unsure}` : said;
}
