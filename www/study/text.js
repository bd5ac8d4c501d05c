/** Every word of the proofs that is not the engine's own; `{}` stands for what changes. */

export const words = {
  charts: { ccu: "Players online", wait: "Wait for a match", rtt: "Round trip to the match", replay: "Against replay rate", datacenters: "Datacenters" },
  badge: "Closed forms: {} hold, {} fail, {} do not apply. List them",
  heading: "{}: theory and this day",
  note: "A closed form says what has to come out without simulating it. Where chance has a part, the day may be off by four standard deviations of what days of other seeds differ by; elsewhere by nothing.",
  verdicts: { green: "holds", red: "fails", none: "does not apply" },
  heads: { theory: "Theory", measured: "Measured", tolerance: "Within" },
  exact: "exactly",
  close: "Close",
  worth: {
    heading: "What one more point of replay is worth",
    more: "One more point, {}: {} players online (formula {}), {} mean wait, {} round trip.",
    less: "One less, {}: {} players online (formula {}), {} mean wait, {} round trip.",
    slope: "d ln CCU / dp = {} measured, {} by formula, 1 / (1 − p) where no search fails. All days share every join; the range is the 95 % interval that the decisions to queue again leave open.",
    measure: "Measure it: two more days, about {}",
    busy: "Simulating two more days",
    same: "±0\u00a0%",
    corner: "measured {}",
  },
};
