/** The figures of a day by which policies are compared. */

import { playersOf, unmatchedShare } from "../../core/state.js";

/** @import { PolicyReport } from "../../pkg-lab/matchday_web_lab.js" */
/** @import { Params, Summary } from "../../core/types" */

/**
 * A finished day, with the skill gap of one that no policy formed.
 * @typedef {{ params: Params, summary: Summary, policy: PolicyReport | null, skillGap?: number }} Day
 */

/**
 * @typedef {object} Figure
 * @property {(day: Day) => number | null} of
 * @property {string} unit
 * @property {number} decimals
 * @property {1 | -1 | 0} good 1 if more is better, -1 if less is
 */

/** @param {number | null | undefined} share */
const percent = (share) => (share == null ? null : 100 * share);

/** Searches without a match, in per cent of all. @param {Day} day */
function unmatched({ params, summary, policy }) {
  if (!policy) return unmatchedShare(summary, playersOf(params));
  const searches = policy.regions.reduce((sum, { players }) => sum + players, 0);
  const unmatched = policy.regions.reduce((sum, { players, success }) => sum + players * (1 - (success ?? 0)), 0);
  return searches > 0 ? (100 * unmatched) / searches : null;
}

/** Real milliseconds for a simulated second, everything included. @param {Day} day */
const second_ms = ({ summary: { wall_s }, params }) => (wall_s === undefined ? null : (1000 * wall_s) / (86_400 * Number(params.days)));

/** @satisfies {Record<string, Figure>} */
export const FIGURES = {
  wait: { of: ({ summary }) => summary.wait_mean_s, unit: "s", decimals: 2, good: -1 },
  wait95: { of: ({ summary }) => summary.wait_p95_s, unit: "s", decimals: 1, good: -1 },
  wait99: { of: ({ summary }) => summary.wait_p99_s, unit: "s", decimals: 1, good: -1 },
  rtt: { of: ({ summary }) => summary.rtt_mean_ms, unit: "ms", decimals: 1, good: -1 },
  within50: { of: ({ summary }) => percent(summary.share_le_50), unit: "%", decimals: 1, good: 1 },
  within100: { of: ({ summary }) => percent(summary.share_le_100), unit: "%", decimals: 1, good: 1 },
  skillGap: { of: ({ policy, skillGap }) => policy?.skill_gap_mean ?? skillGap ?? null, unit: "", decimals: 1, good: -1 },
  failed: { of: unmatched, unit: "%", decimals: 2, good: -1 },
  rematch: { of: ({ summary }) => percent(summary.rematch_share), unit: "%", decimals: 1, good: -1 },
  cpu: { of: second_ms, unit: "ms", decimals: 3, good: -1 },
  candidates: {
    of: ({ policy }) => (policy?.candidates && policy.matches ? policy.candidates / policy.matches : null),
    unit: "",
    decimals: 0,
    good: 0,
  },
};
