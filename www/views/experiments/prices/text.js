/** The texts of the prices of better matches, apart from those of sweeps. */

export const words = {
  price: "What is worth how much:",
  qualities: { wait: "a shorter wait", near: "a closer match", failures: "fewer failed searches" },
  help: "Moves the waits, the round trips or the failures of this scenario, and counts the players who come of it. The same players join at every point, seed by seed.",
  by: {
    wait: "Waits move by the matchmaker’s interval, 1 to 26 s; matches differ in length, so that players do not come back in step with it.",
    near: "Round trips move by the share of bad routes, 0 to 50 %.",
    failures: "Searches fail as playlists divide the players, 1 to 20.",
  },
  chart: "Peak players online",
  against: {
    wait: "against the mean wait",
    near: "against the share of players within 50 ms",
    failures: "against the share of searches without a match",
  },
  heads: ["Peak", "95 % from", "95 % to", "By formula"],
  csv: "Runs as CSV",
  json: "Means as JSON",
  slopes: {
    wait: "One second less wait {} {} ± {} peak players (by formula {} {}).",
    near: "A share within 50 ms that is ten points higher {} {} ± {} peak players (by formula {} {}).",
    failures: "A share of failed searches that is one point lower {} {} ± {} peak players (by formula {} {}).",
  },
  adds: "adds",
  takes: "takes away",
  unsure: "That may be chance: more seeds would tell.",
  same: {
    wait: "Waits are the same at every point.",
    near: "The share within 50 ms is the same at every point.",
    failures: "Hardly a search fails at this population: with fewer players it would.",
  },
  seedsMissing: "With two seeds or more, the slope is measured.",
  unmoved: {
    wait: "Here players do not mind waiting: “{}” is 0. What moves is only the time that they wait.",
    near: "Here players do not mind lag: “{}” is 0. What moves is only the time that they wait, and who fails.",
    failures: "",
  },
  reading: "{}: {}, by formula {}",
  range: "{} ± {}",
};
