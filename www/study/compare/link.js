/** A link that has a pinned run: A is simulated and pinned, then the scenario of the link. */

/** @import { Page } from "../../page" */

/** Both together. */
const LONGEST_UNASKED_S = 10;

/** @param {Page} page @param {string} pinned as the link has it, `replay:0.6~seed:3` */
export async function runBoth(page, pinned) {
  const { state, runs, engine } = page;
  const b = state.params;
  // Read like a link: what it says wrongly is left out.
  const a = engine.wasm.parse_link(pinned.split("~").map((pair) => pair.replace(":", "=")).join("&")).params;
  // The reader is asked before a long run, and then it is B that counts.
  if (runs.estimate_s(a) + runs.estimate_s(b) > LONGEST_UNASKED_S) return page.propose();
  page.take(a);
  await runs.begin();
  if (!state.pinned) runs.togglePin();
  page.set(b);
}
