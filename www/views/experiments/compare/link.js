/** A link that has a pinned run: A is simulated and pinned, then the scenario of the link. */

import { duration } from "../../../core/format.js";
import { MatchdayError } from "../../../core/errors.js";
import { sameParams } from "../../../core/state.js";
import { fill } from "../../../core/text.js";
import { words } from "./text.js";

/** @import { Page } from "../../../ui/page" */

/**
 * @param {Page} page
 * @param {string} pinned as the link has it, `replay:0.6~seed:3`
 * @param {() => void} noteLink says what was left out of the link
 */
export async function runBoth(page, pinned, noteLink) {
  const { state, runs, engine, notices, links } = page;
  const b = state.params;
  // Read like a link: what it says wrongly is left out.
  const a = engine.wasm.parse_link(
    pinned
      .split("~")
      .map((pair) => pair.replace(":", "="))
      .join("&"),
  ).params;
  // Back and Forward between links of one pinned run.
  const isPinned = state.pinned && state.baseline !== null && sameParams(state.baseline.params, a);
  const both = async (isAsked = false) => {
    notices.clear("LONG_RUN", "LONG_PAIR");
    if (!isPinned) {
      if (state.pinned) runs.togglePin();
      page.setWithoutRun(a);
      try {
        await runs.beginRun(isAsked);
        runs.togglePin();
      } catch (thrown) {
        const { code, message } = MatchdayError.from(thrown);
        // Another scenario has taken the place of the run: it is not compared any more.
        if (code === "CANCELLED") return;
        if (code !== "BAD_PARAM") throw thrown;
        links.last?.strange.push(["pinned", message]);
        noteLink();
      }
    }
    page.setWithoutRun(b);
    if (isAsked) void runs.beginRun(true);
    else runs.request();
  };
  if (!isPinned && !engine.consent.has(a)) {
    // The reader is asked about the code of A, and first comes B alone.
    page.runUnlessLong();
    const isGiven = await engine.consent.of(a, links.following.signal).then(
      () => true,
      () => false,
    );
    if (!isGiven) return;
  }
  const { expected_s, isLong } = runs.forecast(...(isPinned ? [] : [a]), b);
  if (!isLong) return both();
  // The reader is asked before a long run, and first comes B alone.
  page.runUnlessLong();
  const begin = { label: words.both, run: () => void both(true).catch((thrown) => notices.error(thrown)) };
  notices.note("LONG_PAIR", words.longPairTitle, [fill(words.longPair, duration(expected_s))], [begin]);
}
