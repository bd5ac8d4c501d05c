/** The views of a session, one for each stage from the search to the result. */

import { el, setText } from "../../../../core/dom.js";
import { clock, num } from "../../../../core/format.js";
import { fill } from "../../../../core/text.js";
import { addressOf, profileOf } from "../link.js";
import { words as all } from "../text.js";

/** @import { RankedPage as Page } from "../../../../ui/page" */
/** @import { Standing } from "../types" */

const words = all.player;
/** Length of a ready check. */
const CHECK_S = 12;

/** A view shows the person's state at a second. @typedef {{ root: HTMLElement, show: (client: Standing, now_s: number) => void }} View */

/** @param {string} name @param {() => void} act @param {string} [kind] */
export const button = (name, act, kind = "solid") => el("button", { type: "button", class: `btn ${kind}`, onclick: act }, name);

/** @param {string} name @param {...HTMLElement} parts */
const viewOf = (name, ...parts) => el("div", { "data-view": name, hidden: "" }, ...parts);

/** Marks the element of a view that gets the focus first. */
const heading = () => el("h4", { tabindex: -1, "data-focus": "" });

/** The search: its duration, the expected duration, and the search window over time. @param {() => void} leave @returns {View} */
export function search(leave) {
  const [title, wait, window, near] = [heading(), el("p"), el("p"), el("p")];
  return {
    root: viewOf("search", title, wait, window, near, button(words.leave, leave)),
    show({ rating, search }) {
      if (!search) return setText(title, words.retrying);
      const { age_s, wait_s, points, rtt_ms, position, searching } = search;
      setText(title, fill(words.searching, spanText(age_s)));
      setText(wait, fill(words.wait, spanText(wait_s)));
      setText(
        window,
        points === null ? fill(words.anyPoints, num(rtt_ms)) : fill(words.window, num(rating - points), num(rating + points), num(rtt_ms)),
      );
      setText(near, fill(words.near, num(position), num(searching)));
    },
  };
}

/** The offer of a match: opponents, and the time left to accept. @param {() => void} accept @param {() => void} decline */
export function offer(accept, decline) {
  const [against, left] = [el("p"), el("p", { role: "timer", tabindex: -1 })];
  const bar = el("progress", { max: CHECK_S, "aria-hidden": "true" });
  const acts = [button(words.accept, accept, "primary"), button(words.decline, decline)];
  acts[0].setAttribute("data-focus", "");
  return {
    root: viewOf("offer", el("h4", {}, words.found), against, left, bar, el("div", { class: "acts" }, ...acts)),
    /** @param {Standing} client @param {number} now_s */
    show({ match }, now_s) {
      const seats = match?.teams.flat() ?? [];
      const left_s = Math.max(0, (match?.deadline_s ?? 0) - now_s);
      const asked = seats.some(({ you, answer }) => you && answer === "silent");
      const there = seats.filter(({ answer }) => answer === "accepted").length;
      setText(left, asked ? fill(words.left, num(Math.ceil(left_s))) : fill(words.accepted, num(there), num(seats.length)));
      bar.value = left_s;
      // The buttons are disabled after the answer; the count of accepted players is read next.
      if (!asked && acts.some((act) => act === document.activeElement)) left.focus();
      for (const act of acts) act.disabled = !asked;
    },
    /** @param {number} avgMmr @param {number[]} teamSizes */
    against(avgMmr, teamSizes) {
      setText(against, fill(words.against, teamSizes.join(" v "), num(avgMmr)));
    },
  };
}

/** The match, and the lobby before it. @param {() => number} length_s length of matches @param {() => void} leave @returns {View} */
export function matchView(length_s, leave) {
  const [title, left] = [heading(), el("p")];
  return {
    root: viewOf("match", title, left, button(words.abandon, leave), el("p", { class: "sub" }, words.abandonHelp)),
    show({ match }, now_s) {
      if (!match) return;
      const { started_s, label } = match;
      setText(title, fill(started_s === null ? words.lobby : words.playing, label));
      setText(left, started_s === null ? "" : fill(words.rest, spanText(Math.max(0, started_s + length_s() - now_s))));
    },
  };
}

/**
 * The result of the match, and the next steps.
 * @param {Page} page
 * @param {() => boolean} isKept whether the session is stored: only then there are profiles
 * @param {() => void} again
 * @param {() => void} done
 */
export function overView(page, isKept, again, done) {
  const [title, standing, lock] = [heading(), el("p"), el("p", { class: "warn" })];
  const profile = el("a", { href: "#" }, words.profile);
  const help = el("p", { class: "sub" });
  const requeue = button(words.again, again, "primary");
  requeue.setAttribute("data-testid", "requeue");
  return {
    root: viewOf(
      "over",
      title,
      standing,
      lock,
      el("p", {}, profile),
      el("div", { class: "acts" }, requeue, button(words.done, done)),
      help,
    ),
    /** @param {Standing} client */
    show({ account, board_place, board_of, matches, rating, deviation, tier, locked_until_s }) {
      const place = board_place === null ? fill(all.profile.provisional, num(matches)) : fill(words.place, num(board_place), num(board_of));
      setText(standing, `${fill(all.profile.standing, num(rating), num(2 * deviation), tier.replace("-", "\u2011"))}, ${place}`);
      setText(lock, locked_until_s === null ? "" : fill(words.locked, clock(locked_until_s)));
      requeue.disabled = locked_until_s !== null;
      profile.hidden = !isKept() || matches === 0;
      setText(help, isKept() ? words.doneHelp : `${words.doneHelp} ${words.keepHelp}`);
      profile.setAttribute("href", addressOf(page, profileOf(account)));
    },
    /** @param {string} said */
    tell(said) {
      setText(title, said);
    },
  };
}

/** Minutes and seconds. @param {number} seconds */
const spanText = (seconds) =>
  seconds < 60 ? `${num(Math.floor(seconds))}\u00a0s` : `${Math.floor(seconds / 60)}\u00a0min ${num(Math.floor(seconds % 60))}\u00a0s`;
