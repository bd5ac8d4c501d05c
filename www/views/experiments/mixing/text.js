/** Texts of the card about keeping groups together; `{}` is a gap for a value. */

export const words = {
  help: "In the article, players queue again one by one after a match. If the players of a match queue again together, they form groups that newcomers have to join. Here the scenario is simulated both ways, with the same joins.",
  run: "Simulate both ways, {} seeds: about {}",
  cancel: "Cancel",
  progress: "Days simulated so far",
  there: "{} of {} seeds.",
  doneSpoken: "Both ways are simulated.",
  caption: "Broken up and kept together: means of {} {seed|seeds} with their 95 % intervals",
  heads: ["", "Broken up", "Together", "Difference"],
  ways: ["broken up", "together"],
  /** Rows of the table, by the engine's names of figures. @type {Record<string, string>} */
  figures: {
    repeat_share: "Meet a player of their last match again",
    largest_share: "Largest circle of players linked by an hour’s matches",
    wait_mean_s: "Mean wait",
    wait_p95_s: "Wait, 95th percentile",
    failed_share: "Failed searches",
    ccu_peak: "Peak players online",
    newcomers_wait_s: "Newcomers’ wait, while CCU falls",
    newcomers_failed_share: "Newcomers who find no match, while CCU falls",
  },
  /** Figures of the chart by hour. @type {Record<string, string>} */
  hourly: {
    newcomers_wait_s: "Newcomers’ wait",
    newcomers_failed_share: "Newcomers who find no match",
    largest_share: "Largest circle of players",
  },
  show: "Figure by hour",
  chart: "By hour of the day, UTC, both ways; where CCU falls the ground is shaded; arrows move the reading",
  hour: "Hour, UTC",
  shaded: "shaded: CCU falls",
  reading: "{}: broken up {}, together {}",
  plusMinus: "{} ±\u00a0{}",
  newcomer: "From {} to {}, while CCU falls, a newcomer waits {} instead of {}.",
  newcomerSame: "From {} to {}, while CCU falls, a newcomer waits {} instead of {}: the difference is within chance.",
  newcomerFailed: "{} of those newcomers find no match, instead of {}.",
  failed: "{} of all searches fail, instead of {}.",
  repeat: "{} of returning players meet a player of their last match again, instead of {}.",
  largest: "The largest group connected by matches within an hour has {} of the players of that hour, instead of {}.",
};
