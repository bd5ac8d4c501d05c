/**
 * Compares policies: their figures over the same seeds. Joins depend on population, seed and minute only, so days of one
 * seed are paired: the same players join at the same seconds, and the intervals of the differences are narrow.
 */

import { offerRetry } from "../../core/lazy.js";
import { MatchdayError } from "../../core/errors.js";
import { fill } from "../../core/text.js";
import { el, setText } from "../../core/dom.js";
import { clamp, duration, num } from "../../core/format.js";
import { table, tableRow } from "../../ui/table.js";
import { LabBridge } from "../../worker/bridges.js";
import { FIGURES } from "./figures.js";
import { Simulators } from "./simulators.js";
import { words } from "./text.js";

/** @import { RulesPage as Page } from "../../ui/page" */
/** @import { Params } from "../../core/types" */
/** @import { ComparedFigure } from "../experiments/types" */
/** @import { Day, Figure } from "./figures.js" */

const said = words.comparison;
/** Seeds are below. */
const SEED_END = 2 ** 32;
const SEEDS = [2, 3, 5, 8, 20];
const USUAL_SEEDS = 5;
/** The compared figures, in the order of the table. */
const SHOWN = /** @type {const} */ (["wait", "wait95", "wait99", "within50", "within100", "skillGap", "failed", "rematch", "cpu"]);

/** A policy with its days, one for each seed. @typedef {{ name: string, params: Params, days: (Day | undefined)[] }} Policy */

export class PolicyComparison {
  /** @param {Page} page @param {() => { name: string, patch: Record<string, string> } | null} draft the rules that are edited; null while they cannot be run */
  constructor(page, draft) {
    this.page = page;
    this.draft = draft;
    this.client = LabBridge.of(page);
    /** Policies that the reader has put into the table. @type {{ name: string, patch: Record<string, string> }[]} */
    this.kept = [];
    /** @type {Policy[]} */
    this.policies = [];
    this.simulators = new Simulators(page.engine);
    this.ask = el("button", { type: "button", class: "btn solid", onclick: () => this.compare() });
    this.keep = el("button", { type: "button", class: "btn", onclick: () => this.keepDraft() }, said.keep);
    this.stopping = el("button", { type: "button", class: "btn", hidden: "", onclick: () => this.stop() }, said.stop);
    this.seeds = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": said.seeds, onchange: () => this.draw() }));
    this.seeds.append(...SEEDS.map((count) => el("option", { value: count }, fill(said.seedCount, count))));
    this.seeds.value = String(USUAL_SEEDS);
    this.note = el("p", { class: "hint", role: "status" });
    this.table = table(said.title, [""]);
    this.table.root.hidden = true;
    const pick = el("span", { class: "pick" }, this.seeds);
    this.root = el(
      "section",
      { class: "worth", "data-testid": "worth" },
      el("h3", {}, said.title, " ", el("small", {}, said.sub)),
      el("div", { class: "toolrow" }, this.ask, pick, this.keep, this.stopping),
      this.note,
      this.table.root,
    );
  }

  /** The policies that a comparison would have now: the article's, those that were kept, the draft. */
  wanted() {
    const draft = this.draft();
    const isKept = draft && this.kept.some(({ patch }) => JSON.stringify(patch) === JSON.stringify(draft.patch));
    const own = [...this.kept, ...(draft && !isKept ? [draft] : [])];
    // The article asks for no attribute; its players have the same ones, so that skills can be compared.
    const attributes = own.find(({ patch }) => "attributes" in patch)?.patch.attributes;
    return [{ name: said.article, patch: { policy: "article", ...(attributes !== undefined && { attributes }) } }, ...own];
  }

  /** @param {Record<string, string>} patch */
  paramsOf(patch) {
    return { ...this.page.state.params, ...patch };
  }

  /** Shows what a comparison would take. */
  draw() {
    const wanted = this.wanted();
    const one_s = wanted.reduce((sum, { patch }) => sum + this.page.runs.estimate_s(this.paramsOf(patch)), 0);
    const count = wanted.length * Number(this.seeds.value);
    const all_s = (one_s * Number(this.seeds.value)) / this.simulators.count(count);
    setText(this.ask, fill(said.ask, wanted.length, this.seeds.value, duration(Math.max(1, all_s))));
    const { isBusy } = this.simulators;
    /** @type {HTMLButtonElement} */ (this.ask).disabled = isBusy || wanted.length < 2;
    /** @type {HTMLButtonElement} */ (this.keep).disabled = wanted.length - 1 === this.kept.length;
    this.stopping.hidden = !isBusy;
  }

  /** Puts the draft into the table, so that the next one is held against it too. */
  keepDraft() {
    const draft = this.draft();
    if (!draft) return;
    const same = this.kept.filter(({ name }) => name.replace(/ \d+$/, "") === draft.name).length;
    this.kept.push({ ...draft, name: same ? `${draft.name} ${same + 1}` : draft.name });
    this.draw();
  }

  async compare() {
    const { page } = this;
    const count = Number(this.seeds.value);
    const first = Number(page.state.params.seed);
    const policies = (this.policies = this.wanted().map(({ name, patch }) => ({
      name,
      params: this.paramsOf(patch),
      days: Array.from({ length: count }, () => /** @type {Day | undefined} */ (undefined)),
    })));
    const open = Array.from({ length: count }, (_, at) =>
      policies.map((policy) => ({ policy, at, params: { ...policy.params, seed: String((first + at) % SEED_END) } })),
    ).flat();
    try {
      await this.show(policies);
      const running = this.simulators.run(open, async ({ policy: of, at, params }, { policy, ...summary }, simulator) => {
        const skillGap = policy ? undefined : await simulator.skillGap(params);
        of.days[at] = { params, summary, policy: policy ?? null, skillGap };
        await this.show(policies);
      });
      this.draw();
      await running;
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(page.notices, error, this.again);
    }
    this.draw();
  }

  again = () => this.compare();

  stop() {
    this.simulators.stop();
    this.draw();
  }

  /** @param {Policy[]} policies */
  async show(policies) {
    const [first, ...others] = policies;
    const done = first.days.filter((_, at) => policies.every(({ days }) => days[at])).length;
    setText(this.note, done === first.days.length ? fill(said.done, done) : fill(said.busy, done, first.days.length));
    const pairs = (/** @type {Figure} */ { of }, /** @type {Policy} */ other) =>
      first.days.flatMap((a, at) => {
        const b = other.days[at];
        return a && b ? [{ a: of(a), b: of(b) }] : [];
      });
    const asked = SHOWN.flatMap((name) => [first, ...others].map((other) => pairs(FIGURES[name], other)));
    const compared = await this.client.ask("differences", { figures: asked });
    if (this.policies !== policies) return;
    const rows = SHOWN.map((name, row) => {
      const cells = policies.map((_, at) => compared[row * policies.length + at]);
      return tableRow([said.figures[name], ...cells.map((cell, at) => cellOf(FIGURES[name], cell, at === 0))], { "data-figure": name });
    });
    this.table.setHeads(["", ...policies.map(({ name }) => name)]);
    this.table.show(rows);
    this.table.root.hidden = false;
  }
}

/**
 * A figure, and how it differs from the first policy's: grey where chance explains it.
 * @param {Figure} figure @param {ComparedFigure} compared @param {boolean} isFirst
 */
function cellOf({ unit, decimals, good }, { b, difference }, isFirst) {
  const value = b === null ? "–" : `${num(b, decimals)} ${unit}`.trim();
  if (isFirst || !difference) return value;
  const { mean, half_width } = difference;
  const digits = half_width > 0 ? clamp(-Math.floor(Math.log10(half_width)), decimals, decimals + 2) : decimals;
  const moved = `${mean < 0 ? "\u2212" : "+"}${num(Math.abs(mean), digits)} ±\u00a0${num(half_width, digits)}`;
  const isSure = Math.abs(mean) > half_width;
  const tone = !isSure || good === 0 ? "" : mean * good > 0 ? "good" : "bad";
  return [value, el("small", { class: tone }, moved)];
}
