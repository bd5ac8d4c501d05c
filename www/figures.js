/** The seven figures of a run, each with its change against run A. */

import { el, setText } from "./dom.js";
import { clock, num, rate } from "./format.js";
import { icon } from "./icons.js";
import { change, setting, text } from "./text.js";

/** @import { Change, PageState, Run, Spec, Summary } from "./types" */
/** @import { Runs } from "./runs.js" */

/** A badge has to be earned: the closed form and the day agree to this share. */
const PROOF = 0.02;
/** While a run goes on, its figures are read this often. */
const REFRESH_MS = 120;

/**
 * @typedef {object} Figure
 * @property {string} label
 * @property {string} unit
 * @property {(summary: Summary) => string} value
 * @property {(now: Summary, before: Summary) => string} change
 * @property {(now: Summary, before: Summary) => number} [better] above 0 when the change is a good one
 */

/** Failed searches, per cent of all. @param {Summary} s @param {number} players per match */
const failedShare = (s, players) => (100 * s.failed) / Math.max(1, s.matches * players + s.failed);

const seconds = (/** @type {number} */ value) => (value < 1 ? "< 1" : num(value));

/** @param {(s: Summary) => number} of @param {number} decimals @param {string} unit */
function moved(of, decimals, unit) {
  return (/** @type {Summary} */ now, /** @type {Summary} */ before) => change(of(now) - of(before), decimals, unit);
}

const { figures: words } = text;

/** @param {() => number} players per match @returns {Figure[]} */
const figuresOf = (players) => {
  const failed = (/** @type {Summary} */ s) => failedShare(s, players());
  return [
    {
      label: words.peak,
      unit: "",
      value: (s) => num(s.ccu_peak),
      change: (now, before) => {
        const text = change(100 * (now.ccu_peak / before.ccu_peak - 1), 1, "\u00a0%");
        return text === words.same ? text : words.against(text);
      },
    },
    { label: words.median, unit: "s", value: (s) => seconds(s.wait_p50_s), change: moved((s) => s.wait_mean_s, 2, " s") },
    { label: words.p95, unit: "s", value: (s) => seconds(s.wait_p95_s), change: moved((s) => s.wait_p95_s, 0, " s") },
    { label: words.p99, unit: "s", value: (s) => seconds(s.wait_p99_s), change: moved((s) => s.wait_p99_s, 0, " s") },
    { label: words.rtt, unit: "ms", value: (s) => num(s.rtt_mean_ms, 1), change: moved((s) => s.rtt_mean_ms, 1, " ms") },
    {
      label: words.within,
      unit: "%",
      value: (s) => num(100 * s.share_le_50, 1),
      change: moved((s) => 100 * s.share_le_50, 1, words.points),
      better: (now, before) => now.share_le_50 - before.share_le_50,
    },
    {
      label: words.failed,
      unit: "%",
      value: (s) => num(failed(s), 2),
      change: moved(failed, 2, words.points),
      better: (now, before) => failed(before) - failed(now),
    },
  ];
};

export class Figures {
  /**
   * @param {HTMLElement} root
   * @param {PageState} state
   * @param {Runs} runs
   * @param {Spec[]} specs
   */
  constructor(root, state, runs, specs) {
    this.state = state;
    this.specs = specs;
    this.figures = figuresOf(() => Number(state.current?.params.players ?? 1));
    this.cells = this.figures.map(({ label, unit }) => {
      const name = el("dt", {}, label);
      const value = el("span");
      const below = el("dd", { class: "d" });
      const line = el("dd", { class: "v" }, value, el("small", {}, unit));
      return { name, value, line, below, cell: el("div", { class: "fig" }, name, line, below) };
    });
    this.badge = el("span", { class: "proof", hidden: true });
    this.cells[0].line.append(this.badge);
    this.which = el("span");
    this.pin = el("button", { type: "button", class: "linkish", onclick: () => runs.togglePin() });
    this.note = el("div", { class: "pin" }, this.which, this.pin);
    root.append(el("dl", {}, ...this.cells.map(({ cell }) => cell)), this.note);
    this.readAt = 0;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const run = this.state.current;
    if (!run || !(changed.has("data") || changed.has("runs") || changed.has("sweep"))) return;
    const busy = run.state === "running";
    const now = performance.now();
    if (busy && !changed.has("runs") && now - this.readAt < REFRESH_MS) return;
    this.readAt = now;
    if (changed.has("runs")) this.drawNote();
    if (run.recording.shown_s() < 60) return;
    const summary = summaryOf(run);
    const before = this.state.ghost && this.state.ghost !== run ? summaryOf(this.state.ghost) : null;
    this.figures.forEach((figure, i) => {
      const { name, value, below } = this.cells[i];
      setText(name, figure.label + (run.state === "finished" || i > 3 ? "" : words.soFar));
      setText(value, figure.value(summary));
      setText(below, this.changeLine(figure, i, summary, before));
      const better = before && figure.better && figure.change(summary, before) !== words.same ? figure.better(summary, before) : 0;
      below.classList.toggle("good", better > 0);
      below.classList.toggle("bad", better < 0);
    });
    this.drawBadge(run, summary);
  }

  /** @param {Figure} figure @param {number} index @param {Summary} now @param {Summary | null} before */
  changeLine(figure, index, now, before) {
    const change = before ? figure.change(now, before) : "";
    if (index === 1) return words.mean(num(now.wait_mean_s, 2), change);
    return index === 0 && !before ? words.peakAt(clock(now.ccu_peak_at_s)) : change;
  }

  drawNote() {
    const { ghost, current, pinned } = this.state;
    const mark = el("span", { class: "a" }, "A");
    const other = ghost && ghost !== current ? describe(ghost, current, this.specs) : "";
    this.which.replaceChildren(...(ghost ? [mark, other || text.figures.sameParams] : [words.noGhost]));
    this.note.classList.toggle("hint", !ghost);
    this.pin.hidden = !pinned && (current?.state !== "finished" || !ghost);
    setText(this.pin, pinned ? words.unpin : words.pin);
  }

  /** @param {Run} run @param {Summary} summary */
  drawBadge(run, summary) {
    const predicted = run.state === "finished" ? closedForm(this.state.theory, Number(run.params.replay)) : 0;
    const off = Math.abs(summary.ccu_peak / predicted - 1);
    this.badge.hidden = !(off <= PROOF);
    if (this.badge.hidden) return;
    this.badge.replaceChildren(icon("tick"), words.proof(100 * off));
    this.badge.title = words.proofTitle(num(predicted));
  }
}

/** @param {Run} run @returns {Summary} */
export const summaryOf = (run) => run.summary ?? run.recording.summary();

/**
 * The peak that the closed form gives, between its points.
 * @param {Float64Array} theory replay and peak in turn
 * @param {number} replay
 */
function closedForm(theory, replay) {
  for (let i = 0; i + 3 < theory.length; i += 2) {
    const [left, low, right, high] = theory.subarray(i, i + 4);
    if (replay >= left && replay <= right) return low + ((high - low) * (replay - left)) / (right - left);
  }
  return NaN;
}

/**
 * What was different in A: at most two settings, in words.
 * @param {Run} ghost
 * @param {Run | null} current
 * @param {Spec[]} specs
 */
function describe(ghost, current, specs) {
  const different = specs.filter(({ key }) => ghost.params[key] !== current?.params[key]);
  return different
    .slice(0, 2)
    .map(({ label, key, unit }) => setting(label, unit === "%" ? rate(Number(ghost.params[key])) : shorten(ghost.params[key], unit)))
    .join(", ");
}

/** @param {string} value @param {string} unit */
const shorten = (value, unit) => (value.length > 12 ? `${value.slice(0, 11)}…` : `${value || "–"} ${unit}`.trim());
