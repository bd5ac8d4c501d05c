/** Texts of the checks against theory, apart from those of the engine; `{}` is a gap for a value. */

export const words = {
  title: "Experiments",
  strip: "Run A and run B",
  /** Pages of the view, by their names in links. @type {Record<string, string>} */
  pages: {
    sweep: "Sweep",
    capacity: "Playlist capacity",
    mixing: "Keeping groups together",
    prices: "What better matches are worth",
    proofs: "Proofs",
  },
  /** What each page is for. @type {Record<string, string>} */
  about: {
    sweep: "One or two parameters over a range, each value with many seeds.",
    capacity: "How many playlists the players can carry until waits or round trips break a target.",
    mixing: "What it costs to keep groups together: waits, failed searches, and repeated meetings.",
    prices: "What a shorter wait, a closer match or fewer failed searches are worth in peak players.",
    proofs: "The shown day against theory.",
  },
  figureTitles: { a: "Run A", b: "Run B, now", difference: "B − A", wait: "Wait, 95th", days: "Days simulated", proofs: "Proofs" },
  peak: "peak players online",
  inPeak: "in peak players",
  waitBoth: "A and B",
  againstReplay: "against replay rate",
  ofChecks: "of {}",
  allHold: "agree with theory",
  notAll: "see Proofs",
  unproven: "The checks follow when the day is simulated.",
  charts: {
    ccu: "Players online",
    wait: "Wait for a match",
    rtt: "Round trip to the match",
    replay: "Against replay rate",
    datacenters: "Datacenters",
  },
  seeds: {
    label: "Seeds per point",
    hint: "more seeds, narrower intervals",
    exact: "Seeds per point, exact",
    initial: "Default {}",
    list: "Seeds {} of the link",
    reset: "Reset the number of seeds",
  },
  badge: "Held against theory: {} {formula holds|formulas hold}, {} {fails|fail}, {} {does|do} not apply. Show them",
  heading: "{}: theory and this day",
  note: "Each formula says what this day has to come to, without simulating it. The day has to come within what chance allows, four standard deviations between days of different seeds, and exactly where chance has no part. One that fails points to a mistake in the simulator.",
  more: "How the results are checked",
  verdicts: { green: "holds", red: "fails", none: "does not apply" },
  heads: { theory: "Theory", measured: "Measured", tolerance: "Within" },
  exact: "exactly",
  worth: {
    heading: "What one more point of replay adds",
    more: "One more point of replay, {}, adds {} players online (by formula {}); mean wait {}, round trip {}.",
    less: "One point less, {}: {} players online (by formula {}); mean wait {}, round trip {}.",
    slope:
      "As a slope, d ln CCU / dp: {} measured, {} by formula, 1 / (1 − p) where no search fails. The same players join in all three days; ± is the 95 % interval, as chance decides who queues again.",
    measure: "Measure it: two more days, about {}",
    busy: "Simulating two more days",
    same: "±0\u00a0%",
    corner: "measured {}",
  },
};
