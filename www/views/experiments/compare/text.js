/** Words of the comparison of A and B; `{}` stands for what changes. */

export const words = {
  title: "A against B",
  close: "Close",
  caption: "The present run, B, against the pinned one, A",
  heads: ["Figure", "A", "B", "B − A", "Not paired"],
  note: "Means over {} seeds. ± is the 95 % interval. In each pair of days the same players join at the same seconds, so that what differs comes from what was changed; not paired, the interval would be that of the last column. A difference in bold is more than chance.",
  busy: "{} of {} seeds simulated.",
  long: "Days of this length are compared by one seed only: the figures above have the difference.",
  longPairTitle: "This link compares two runs",
  longPair: "Simulating both takes about {}.",
  both: "Simulate both",
  /** @type {Record<string, [label: string, unit: string]>} */
  figures: {
    peak: ["Peak players online", ""],
    mean: ["Mean players online", ""],
    wait: ["Mean wait", "\u00a0s"],
    wait95: ["Wait, 95th percentile", "\u00a0s"],
    rtt: ["Mean round trip", "\u00a0ms"],
    within50: ["Within 50\u00a0ms", "\u00a0%"],
    failed: ["Searches without a match", "\u00a0%"],
    misses: ["Matches without a server", "\u00a0%"],
    lost: ["Matches lost", "\u00a0%"],
    used: ["Server time in use", "\u00a0%"],
    cost: ["Cost per hour played", ""],
  },
};
