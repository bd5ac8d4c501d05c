/** What became of the tickets: the file's own outcome beside every replay. */

import { el } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { table, tableRow } from "../../../ui/table.js";
import { words } from "../text.js";

/** @import { QueueOutcome } from "../../../pkg-lab/matchday_web_lab.js" */
/** @import { Replayed } from "./form.js" */

const said = words.queue;

/** @typedef {{ name: keyof typeof said.figures, of: (outcome: QueueOutcome) => number | null, unit: string, decimals: number, }} Figure */
const percent = (/** @type {number | null} */ share) => (share === null ? null : 100 * share);

/** @type {Figure[]} */
const FIGURES = [
  { name: "success", of: ({ success }) => percent(success), unit: "%", decimals: 1 },
  { name: "cancelled", of: ({ cancelled }) => cancelled, unit: "", decimals: 0 },
  { name: "unmatched", of: ({ unmatched }) => unmatched, unit: "", decimals: 0 },
  { name: "wait", of: ({ wait_mean_s }) => wait_mean_s, unit: "s", decimals: 1 },
  { name: "wait50", of: ({ wait_p50_s }) => wait_p50_s, unit: "s", decimals: 0 },
  { name: "wait95", of: ({ wait_p95_s }) => wait_p95_s, unit: "s", decimals: 0 },
  { name: "wait99", of: ({ wait_p99_s }) => wait_p99_s, unit: "s", decimals: 0 },
  { name: "rtt", of: ({ rtt_mean_ms }) => rtt_mean_ms, unit: "ms", decimals: 1 },
  { name: "within50", of: ({ within_50_ms }) => percent(within_50_ms), unit: "%", decimals: 1 },
  { name: "within100", of: ({ within_100_ms }) => percent(within_100_ms), unit: "%", decimals: 1 },
  { name: "players", of: ({ players_mean }) => players_mean, unit: "", decimals: 2 },
  { name: "skillGap", of: ({ skill_gap_mean }) => skill_gap_mean, unit: "", decimals: 0 },
];

export class Results {
  constructor() {
    this.table = table(said.table, [""]);
    this.root = el("section", { class: "worth", "data-testid": "queue-results" }, this.table.root);
  }

  /** @param {Replayed[]} replays */
  show(replays) {
    const recorded = replays[0].report.recorded;
    const columns = [
      ...(recorded ? [{ name: said.recorded, outcome: recorded }] : []),
      ...replays.map(({ name, report }) => ({ name, outcome: report.simulated })),
    ];
    this.table.setHeads(["", ...columns.map(({ name }) => name)]);
    const rows = FIGURES.map((figure) => [said.figures[figure.name], ...columns.map(({ outcome }) => text(figure, outcome))]);
    // What nobody has tells nothing.
    this.table.show(rows.filter(([, ...cells]) => cells.some((cell) => cell !== NONE)).map((cells) => tableRow(cells)));
  }
}

const NONE = "–";

/** @param {Figure} figure @param {QueueOutcome} outcome */
function text({ of, unit, decimals }, outcome) {
  const value = of(outcome);
  return value === null ? NONE : `${num(value, decimals)} ${unit}`.trim();
}
