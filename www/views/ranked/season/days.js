/** The days of a season: how many are stored, and buttons that simulate more. Until a day is stored, every page of the season shows them. */

import { el, setText } from "../../../core/dom.js";
import { DAY_S, duration, num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { failureText } from "./failure.js";
import { momentText } from "./moment.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Season } from "./season.js" */

const MB = 1e6;
/** Numbers of days that the buttons simulate. */
const STEPS = [1, 7, 30];

export class Days {
  /** @param {Page} page @param {Season} season */
  constructor(page, season) {
    this.page = page;
    this.season = season;
    this.sub = el("p");
    this.more = STEPS.map((_, at) => el("button", { type: "button", class: "btn solid", onclick: () => this.play(this.steps()[at]) }));
    this.stop = el("button", { type: "button", class: "btn solid", hidden: "", onclick: () => season.stop() }, words.play.stop);
    this.progress = el("progress", { max: 1, hidden: "", "aria-label": words.play.progress });
    /** The progress. It changes too often for screen readers. */
    this.reached = el("span");
    this.said = el("span", { role: "status" });
    this.root = el(
      "section",
      {},
      this.sub,
      el("div", { class: "toolrow" }, ...this.more, this.stop),
      this.progress,
      el("p", {}, this.reached, this.said),
    );
  }

  draw() {}

  async show() {
    const { playing, seasonStore, hasGuest } = this.season;
    const steps = this.steps();
    this.more.forEach((button, at) => {
      button.disabled = seasonStore.role === "reader" || playing !== null || hasGuest;
      button.hidden = !this.isRanked() || at >= steps.length;
      if (!button.hidden) setText(button, fill(words.play.more, steps[at]));
    });
    this.stop.hidden = this.progress.hidden = playing === null;
    setText(this.sub, await this.standingText());
  }

  isRanked() {
    return this.page.state.params.ranked !== "off";
  }

  /** Whole days that are stored. */
  kept() {
    return Math.max(0, Math.floor((this.season.status?.through_s ?? 0) / DAY_S));
  }

  /** Numbers of days for the buttons, without repeats: at most the days that the season has left. */
  steps() {
    const left = this.season.mostDays() - this.kept();
    return [...new Set(STEPS.map((days) => Math.min(days, left)))].filter((days) => days > 0);
  }

  /** Shows the time up to which the season is stored and its size, or why it cannot continue. */
  async standingText() {
    const { season } = this;
    const { bytes = 0, through_s = null } = season.status ?? {};
    if (season.hasGuest) return words.play.guest;
    if (season.playing) return words.play.busy;
    if (!this.isRanked()) return words.unranked;
    if (through_s === null) return season.emptyWords();
    const { quota_bytes } = await season.seasonStore.ask("usage", {});
    const size = quota_bytes ? fill(words.size, num(bytes / MB, 1), num(quota_bytes / MB)) : fill(words.sizeOnly, num(bytes / MB, 1));
    return `${fill(words.of, momentText(through_s))}. ${size}. ${fill(words.most, season.mostDays())}`;
  }

  /** @param {number} days to add to the stored ones */
  play(days) {
    const { season } = this;
    const to = this.kept() + days;
    setText(this.said, "");
    return this.run(async () => {
      const begun = performance.now();
      const playing = season.play(to, (shown_s, kept_s) => {
        this.progress.value = Math.max(0, shown_s) / (to * DAY_S);
        setText(this.reached, `${progressText(shown_s, kept_s)}, ${duration((performance.now() - begun) / 1000)}`);
      });
      season.changed();
      await playing.finally(() => setText(this.reached, ""));
      const matches = season.status?.rows.ranked_matches ?? 0;
      setText(this.said, fill(words.play.done, num(matches), duration((performance.now() - begun) / 1000)));
    });
  }

  /** Runs an action and shows its error. @param {() => Promise<void>} action */
  async run(action) {
    try {
      await action();
    } catch (thrown) {
      setText(this.said, failureText(thrown));
    }
    this.season.changed();
  }
}

/** @param {number} shown_s how far it is simulated @param {number} kept_s the beginning, a day before the first: nothing is kept */
function progressText(shown_s, kept_s) {
  if (kept_s <= -DAY_S) return fill(words.play.first, momentText(shown_s));
  return shown_s < kept_s ? fill(words.play.skip, momentText(shown_s)) : fill(words.play.upTo, momentText(shown_s), momentText(kept_s));
}
