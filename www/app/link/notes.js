/** Notes about a link: parts that could not be read, reasons why its day may differ, and long runs. */

import { clock, duration, num } from "../../core/format.js";
import { usePart } from "../../core/lazy.js";
import { sameParams } from "../../core/state.js";
import { fill, text } from "../../core/text.js";
import { words } from "./text.js";

/** @import { Run } from "../../core/page-state" */
/** @import { Page } from "../../ui/page" */
/** @import { ParsedLink, Starved } from "../../core/types" */

/** Longest time of a thinned day that the reader asks for. */
const THIN_S = 5;

/** The question about code that is shown. @type {{ code: string, bar: HTMLElement } | null} */
let question = null;

/** Speaks of the link that was followed last; of a day, where it is not the one that the link promises. @param {Page} page @param {Run} [run] */
export function noteLink(page, run) {
  const { last } = page.links;
  if (!last) return;
  if (run) return compareDigest(last, run, page);
  if (last.notices.length > 0) page.notices.note("BAD_LINK", words.inPart, last.notices);
  if (!last.view.digest) noteOtherDay("LINK_ORIGIN", [], last, page);
}

/** Asks the reader before a long run, unless it has begun already. @param {Page} page @param {number} expected_s @param {number} bytes */
export function noteLongRun({ notices, runs }, expected_s, bytes) {
  if (document.documentElement.dataset.state !== "waiting") return;
  const begin = { label: words.start, run: () => void runs.beginRun(true) };
  const thin = { label: fill(words.thin, duration(THIN_S)), run: () => void runs.thin(THIN_S) };
  notices.note(
    "LONG_RUN",
    text.notices.longTitle,
    [fill(words.long, duration(expected_s), num(bytes / 1e6)), words.thinned],
    document.body.classList.contains("embed") ? [begin] : [begin, thin],
  );
}

/** Asks the reader before code from elsewhere runs. The answer is about this code alone. @param {Page} page @param {string} code */
export function noteUnseenCode(page, code) {
  const { notices, engine, state } = page;
  // Another day may wait for the same word, and the button may be just being pressed.
  if (engine.consent.asked !== code || (question?.code === code && question.bar.isConnected)) return;
  const show = { label: words.showCode, run: () => page.open("rules", "code") };
  const run = { label: words.runCode, run: () => engine.consent.give(code) };
  const canShow = state.params.code === code && !document.body.classList.contains("embed");
  question = { code, bar: notices.note("UNSEEN_CODE", words.unseenTitle, [words.unseen], canShow ? [show, run] : [run]) };
}

/** Says why a day was stopped early. @param {Page} page @param {number} shown_s @param {Starved} why */
export function noteStarved({ notices }, shown_s, why) {
  const at = shown_s < 0 ? words.beforeDay : fill(words.stoppedAt, clock(shown_s));
  notices.note("STARVED", words.starved, [why.text, at]);
}

/** @param {ParsedLink} link @param {Run} run @param {Page} page */
function compareDigest(link, { params, summary }, page) {
  const expected = link.view.digest;
  if (!expected || !summary || !sameParams(params, link.params) || expected === summary.digest) return;
  noteOtherDay("DIGEST", [fill(words.digest, expected, summary.digest)], link, page);
}

/** @param {"LINK_ORIGIN" | "DIGEST"} code @param {string[]} found @param {ParsedLink} link @param {Page} page */
function noteOtherDay(code, found, link, page) {
  const lines = [...found, ...otherOrigin(link, page)];
  if (lines.length > 0) page.notices.note(code, words.otherDay, lines, actions(link, page));
}

/** Notes for a link of another engine or data set. @param {ParsedLink} link @param {Page} page */
function otherOrigin({ view, strange }, { engine: { version, dataset } }) {
  const lines = strange.map(([what, why]) => fill(words[what], why));
  if (view.engine && view.engine !== version) lines.push(fill(words.engine, view.engine, version));
  if (view.dataset && view.dataset !== dataset) lines.push(fill(words.dataset, view.dataset, dataset));
  if (view.dataset?.startsWith("own-") && view.dataset !== dataset) lines.push(words.ownFiles);
  return lines;
}

/** Buttons for a link whose rules were left out, or that does not fit the reader's own files. @param {ParsedLink} link @param {Page} page */
function actions(link, page) {
  const [form] = link.strange.map(([what]) => what).filter((what) => what === "ruleset" || what === "code");
  if (form && !document.body.classList.contains("embed")) return [{ label: words.openRules, run: () => page.open("rules", form) }];
  if (!page.engine.own || link.view.dataset?.startsWith("own-")) return [];
  const run = () =>
    void usePart(
      page,
      () => import("../../views/world/own/world.js"),
      ({ setOwnAside }) => setOwnAside(page, link),
    );
  return [{ label: words.builtIn, run }];
}
