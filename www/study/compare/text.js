/** What is said of A and B; `{}` stands for what changes. */

export const words = {
  caption: "B, the present run, against A, the pinned one",
  heads: ["Figure", "A", "B", "B less A, 95 %", "If seeds were not paired"],
  note: "Means over {} seeds. In each pair of days the same players join at the same seconds, so that what differs comes from what was changed. A difference in bold is not zero, as far as 95 % intervals can tell.",
  busy: "{} of {} seeds simulated.",
  long: "Days of this length are compared by one seed only: the figures above have the difference.",
  longPairTitle: "This link compares two runs",
  longPair: "Simulating both takes about {}.",
  both: "Simulate both",
  /** @type {Record<string, [label: string, unit: string]>} */
  figures: {
    peak: ["Peak players online", ""],
    mean: ["Mean players online", ""],
    wait: ["Mean wait", " s"],
    wait95: ["95th wait", " s"],
    rtt: ["Mean round trip", " ms"],
    within50: ["Within 50 ms", " %"],
    failed: ["Failed searches", " %"],
  },
};
