/** The figures of a run, each with its change against run A. */

import { all, need, setText } from "../../core/dom.js";
import { clock, num } from "../../core/format.js";
import { shownAs } from "../../ui/params.js";
import { playersOf, sameRun, unmatchedShare } from "../../core/state.js";
import { change, fill, text } from "../../core/text.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { MatchmakingPage as Page } from "../../ui/page" */
/** @import { Summary } from "../../core/types" */

/** The badge is shown if theory and the day agree to this share. */
const PROOF = 0.02;

const words = text.figures;
/** Seconds with one decimal below ten. */
const seconds = (/** @type {number | null} */ value) => num(value, value !== null && value < 9.95 ? 1 : 0);
const perCent = (/** @type {number | null} */ share) => (share === null ? null : 100 * share);

/**
 * The cells: `value` is the shown text, `of` the number that is compared with run A, in `decimals` and `unit`;
 * `good` is 1 if more is better, -1 if more is worse, else 0.
 * @type {{ value: (s: Summary, players: number) => string, of: (s: Summary, players: number) => number | null, decimals: number, unit: string, good: number }[]}
 */
const FIGURES = [
  { value: (s) => num(s.ccu_peak), of: (s) => s.ccu_peak, decimals: 1, unit: "\u00a0%", good: 0 },
  { value: (s) => seconds(s.wait_p95_s), of: (s) => s.wait_p95_s, decimals: 1, unit: " s", good: 0 },
  { value: (s) => num(s.rtt_mean_ms, 1), of: (s) => s.rtt_mean_ms, decimals: 1, unit: " ms", good: 0 },
  { value: (s) => num(perCent(s.share_le_50), 1), of: (s) => perCent(s.share_le_50), decimals: 1, unit: words.points, good: 1 },
  { value: (s, players) => num(unmatchedShare(s, players), 2), of: unmatchedShare, decimals: 2, unit: words.points, good: -1 },
];

export class Figures {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.cells = all(".fig", root).map((cell) => ({ value: need(".v span", cell), below: need(".d", cell) }));
    this.badge = need(".proof", root);
    this.note = need(".pin", root);
    this.pin = need(".pin button", root);
    this.notes = need(".notes", root);
    this.pin.addEventListener("click", () => page.runs.togglePin());
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const run = this.page.state.current;
    if (changed.has("runs")) this.drawNote();
    if (run && changed.has("runs")) this.drawNotes(run);
    if (!run || run.shown_s < 60) return;
    if (!changed.has("data") && !changed.has("runs") && !changed.has("sweep")) return;
    this.root.classList.toggle("partial", run.state !== "finished");
    const { baseline } = this.page.state;
    // Only complete runs are compared.
    this.drawCells(run, sameRun(baseline, run) || run.state !== "finished" ? null : baseline);
    this.drawBadge(run);
  }

  /** @param {Run} run @param {Run | null} baseline */
  drawCells(run, baseline) {
    const [now, players] = [summaryOf(run), playersOf(run.params)];
    const [before, playersBefore] = baseline ? [summaryOf(baseline), playersOf(baseline.params)] : [null, 1];
    FIGURES.forEach(({ value, of, decimals, unit, good }, i) => {
      const { value: cell, below } = this.cells[i];
      setText(cell, value(now, players));
      const [to, from] = [of(now, players), before && of(before, playersBefore)];
      const difference = to === null || from === null ? null : i === 0 ? 100 * (to / from - 1) : to - from;
      const moved = difference === null ? "" : change(difference, decimals, unit);
      const same = moved === words.same;
      let line = moved;
      if (i === 0) line = before ? (same ? moved : fill(words.against, moved)) : fill(words.peakAt, clock(now.ccu_peak_at_s));
      if (i === 1 && now.matches === 0) line = words.noMatches;
      else if (i === 1) line = moved || fill(words.wait, num(now.wait_mean_s, 2), seconds(now.wait_p99_s));
      if (i === 2 && differs(now)) line = fill(words.estimated, num(now.rtt_estimated_mean_ms, 1)) + (moved && !same ? `, ${moved}` : "");
      if (i === 4) line = [moved, unmatchedText(now)].filter(Boolean).join("; ");
      setText(below, line);
      below.classList.toggle("good", !same && Number(difference) * good > 0);
      below.classList.toggle("bad", !same && Number(difference) * good < 0);
    });
  }

  /** What to know before reading the figures. @param {Run} run */
  drawNotes({ params }) {
    const { notes } = this.page.engine.world.estimate(params);
    this.notes.hidden = notes.length === 0;
    setText(this.notes, notes.join(" "));
  }

  drawNote() {
    const { state, runs } = this.page;
    const { baseline, current, pinned } = state;
    this.pin.hidden = !pinned && !runs.canPin();
    setText(this.pin, pinned ? words.unpin : words.pin);
    if (!baseline) return;
    const mark = Object.assign(document.createElement("span"), { className: "a", textContent: "A" });
    need("span", this.note).replaceChildren(mark, this.describe(baseline, current));
    this.note.classList.remove("hint");
  }

  /** The settings of A that differ, as text: at most two. @param {Run} baseline @param {Run | null} current */
  describe(baseline, current) {
    const different = this.page.engine.registry.params.filter(({ key }) => baseline.params[key] !== current?.params[key]);
    const settings = different.slice(0, 2).map((spec) => `${spec.label.toLowerCase()} ${shownAs(spec, baseline.params[spec.key])}`);
    return settings.join(", ") || words.same;
  }

  /** @param {Run} run */
  drawBadge({ state, params, summary }) {
    const predicted = closedForm(this.page.state.theory, Number(params.replay));
    const off = state === "finished" && summary ? Math.abs(summary.ccu_peak / predicted - 1) : NaN;
    this.badge.hidden = !(off <= PROOF);
    if (this.badge.hidden) return;
    const shown = num(Math.max(0.1, 100 * off), 1);
    setText(need("span:not(.vh)", this.badge), fill(words.proof, shown));
    this.badge.title = fill(words.proofTitle, shown, num(predicted));
  }
}

/** Whether any estimate differed from the actual round trip. @param {Summary} s */
const differs = (s) => Number(s.wrongly_excluded) + Number(s.wrongly_included) > 0 || s.rtt_estimated_mean_ms !== s.rtt_mean_ms;

/** What became of players without a match. @param {Summary} s */
function unmatchedText({ bots_matches, abandoned }) {
  const parts = [fill(words.bots, num(bots_matches)), fill(words.gaveUp, num(abandoned))];
  return parts.filter((_, i) => [bots_matches, abandoned][i] > 0).join(", ");
}

/** @param {Run} run @returns {Summary} */
const summaryOf = (run) => run.summary ?? run.results.report().summary;

/** The peak by theory, interpolated between its points. @param {Float64Array} theory replay and peak in turn @param {number} replay */
function closedForm(theory, replay) {
  for (let i = 0; i + 3 < theory.length; i += 2) {
    const [left, low, right, high] = theory.subarray(i, i + 4);
    if (replay >= left && replay <= right) return low + ((high - low) * (replay - left)) / (right - left);
  }
  return NaN;
}
