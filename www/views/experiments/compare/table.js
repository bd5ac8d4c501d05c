/**
 * B beside the pinned A over the same seeds. Joins depend on population, seed and minute only, so in a pair of days the
 * same players join at the same seconds, and what differs comes from what was changed: the interval of the paired
 * difference is narrower than that of two samples.
 */

import { table, tableRow } from "../../../ui/table.js";
import { el, need } from "../../../core/dom.js";
import { MatchdayError } from "../../../core/errors.js";
import { clamp, num } from "../../../core/format.js";
import { offerRetry } from "../../../core/lazy.js";
import { Simulator } from "../../../worker/simulator.js";
import { playersOf, sameParams, sameRun, unmatchedShare } from "../../../core/state.js";
import { fill } from "../../../core/text.js";
import { LabBridge } from "../../../worker/bridges.js";
import { words } from "./text.js";

/** @import { Change, Run } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Params, Summary } from "../../../core/types" */
/** @import { ComparedFigure, Difference } from "../types" */

const SEEDS = 8;
/** All of them together take no longer. */
const LONGEST_S = 120;
/** Seeds are below. */
const SEED_END = 2 ** 32;
const MOST_WORKERS = 4;

/** Each figure by its name: its value, given the players of a match, and digits. @type {Record<string, [of: (s: Summary, players: number) => number | null, decimals: number]>} */
const FIGURES = {
  peak: [(s) => s.ccu_peak, 0],
  mean: [(s) => s.ccu_mean, 0],
  wait: [(s) => s.wait_mean_s, 3],
  wait95: [(s) => s.wait_p95_s, 1],
  rtt: [(s) => s.rtt_mean_ms, 2],
  within50: [(s) => (s.share_le_50 === null ? null : 100 * s.share_le_50), 2],
  failed: [unmatchedShare, 3],
};

/** A share of the matches, %. @param {number | null | undefined} part @param {Summary} s */
const ofMatches = (part, { matches }) => (part == null || matches === 0 ? null : (100 * part) / matches);

/** Further figures of days on servers. @type {typeof FIGURES} */
const OF_SERVERS = {
  misses: [(s) => ofMatches(s.misses, s), 2],
  lost: [(s) => ofMatches(s.matches_lost, s), 3],
  used: [(s) => (s.utilisation == null ? null : 100 * s.utilisation), 1],
  cost: [(s) => s.cost_per_hour_played ?? null, 4],
};

/** The figures of a pair of runs. @param {{ a: Params, b: Params }} of */
const figuresOf = ({ a, b }) => (a.fleet === "off" && b.fleet === "off" ? FIGURES : { ...FIGURES, ...OF_SERVERS });

/** The days of one seed. @typedef {{ a?: Summary, b?: Summary }} Pair */

export class Compare {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.client = LabBridge.of(page);
    this.note = el("p", { "aria-live": "polite" });
    this.table = table(words.caption, words.heads);
    const close = el("button", { type: "button", class: "btn", onclick: () => this.close() }, words.close);
    const head = el("div", { class: "head" }, el("h2", {}, words.title), this.note, close);
    /** A drawer over the foot of the page, so that nothing moves when it comes up. */
    this.root = el("section", { class: "drawer compare", "data-testid": "compare", "aria-label": words.title }, head, this.table.root);
    this.root.hidden = true;
    /** The runs whose drawer the reader has closed. @type {Run | null} */
    this.closed = null;
    need("main").append(this.root);
    /** What the pairs are of. @type {{ a: Params, b: Params } | null} */
    this.of = null;
    /** @type {Pair[]} */
    this.pairs = [];
    /** @type {Simulator[]} */
    this.pool = [];
    this.retry = () => {
      this.stop();
      this.compare();
    };
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("runs")) this.compare();
  }

  /** Simulates the pairs of the pinned and the present run, if that is complete. */
  compare() {
    const { pinned, baseline, current } = this.page.state;
    const finished = current?.state === "finished" && !sameRun(current, baseline);
    this.root.hidden = !pinned || !baseline || sameRun(current, baseline) || sameRun(this.closed, baseline);
    // Whatever else is simulated comes first.
    if (!pinned || !baseline?.summary || !finished || !current.summary) return this.stop();
    const of = { a: baseline.params, b: current.params };
    if (this.of && sameParams(this.of.a, of.a) && sameParams(this.of.b, of.b)) return;
    this.stop();
    this.of = of;
    this.pairs = [];
    const own = of.a.seed === of.b.seed ? baseline.summary : undefined;
    this.table.fill([]);
    this.make(of, own, current.summary).catch((thrown) => {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED") offerRetry(this.page.notices, error, this.retry, true);
    });
  }

  /** Closes the drawer, until another run is pinned. */
  close() {
    this.closed = this.page.state.baseline;
    this.root.hidden = true;
  }

  stop() {
    for (const simulator of this.pool) simulator.close();
    this.pool = [];
    // What is not complete is made anew.
    if (this.pairs.length < SEEDS || this.pairs.some(({ a, b }) => !a || !b)) this.of = null;
  }

  /** @param {{ a: Params, b: Params }} of @param {Summary | undefined} ownA of the seed of B @param {Summary} ownB */
  async make(of, ownA, ownB) {
    const { runs, engine } = this.page;
    if ((runs.estimate_s(of.a) + runs.estimate_s(of.b)) * SEEDS > LONGEST_S) return void (this.note.textContent = words.long);
    const seeds = Array.from({ length: SEEDS }, (_, i) => String((Number(of.b.seed) + i) % SEED_END));
    const pairs = (this.pairs = seeds.map((_, i) => /** @type {Pair} */ (i === 0 ? { a: ownA, b: ownB } : {})));
    /** @type {[number, "a" | "b"][]} */
    const open = seeds.flatMap((_, i) =>
      /** @type {const} */ (["a", "b"]).filter((side) => !pairs[i][side]).map((side) => /** @type {[number, "a" | "b"]} */ ([i, side])),
    );
    const cores = navigator.hardwareConcurrency || 1;
    const pool = (this.pool = Array.from({ length: Math.min(MOST_WORKERS, cores) }, () => new Simulator(engine)));
    const work = async (/** @type {Simulator} */ simulator) => {
      for (let next = open.shift(); next; next = open.shift()) {
        const [i, side] = next;
        pairs[i][side] = await simulator.run({ ...of[side], seed: seeds[i] });
        await this.show(of);
      }
    };
    await this.show(of);
    await Promise.all(pool.map(work));
    if (this.pool === pool) this.stop();
  }

  /** @param {{ a: Params, b: Params }} of */
  async show(of) {
    const whole = this.pairs.flatMap(({ a, b }) => (a && b ? [{ a, b }] : []));
    const shown = figuresOf(of);
    const figures = Object.values(shown).map(([value]) =>
      whole.map(({ a, b }) => ({ a: value(a, playersOf(of.a)), b: value(b, playersOf(of.b)) })),
    );
    const compared = await this.client.ask("differences", { figures });
    if (this.of !== of) return;
    const rows = Object.entries(shown).map(([name, [, decimals]], i) => row(name, decimals, compared[i]));
    this.table.show(rows);
    const done = whole.length === SEEDS;
    this.note.textContent = done ? fill(words.note, SEEDS) : fill(words.busy, whole.length, SEEDS);
    this.root.setAttribute("aria-busy", String(!done));
  }
}

/** @param {string} name @param {number} decimals @param {ComparedFigure} compared */
function row(name, decimals, { a, b, difference }) {
  const [label, unit] = words.figures[name];
  const half = difference?.half_width ?? 0;
  // A small difference needs more digits, or it would be a bold nothing.
  const digits = half > 0 ? clamp(-Math.floor(Math.log10(half)), decimals, decimals + 2) : decimals;
  const text = (/** @type {number | null} */ value) => (value === null ? "–" : num(value, digits) + unit);
  const cells = [text(a), text(b), ...(difference ? differenceCells(difference, digits, unit) : ["–", "–"])];
  return tableRow([label, ...cells], { "data-figure": name });
}

/** The difference of pairs, bold if it is sure, and how unsure it would be without pairs. @param {Difference} difference @param {number} digits @param {string} unit */
function differenceCells({ mean, half_width, half_width_apart }, digits, unit) {
  const within = (/** @type {number} */ half) => `±\u00a0${num(half, digits)}${unit}`;
  const moved = `${mean < 0 ? "\u2212" : "+"}${num(Math.abs(mean), digits)} ${within(half_width)}`;
  return [Math.abs(mean) > half_width ? el("b", {}, moved) : moved, within(half_width_apart)];
}
