/** The effect of one more point of replay: two more days with the same joins, compared with the formula. */

import { el, need, setText } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { duration, num, rate } from "../../core/format.js";
import { offerRetry } from "../../core/lazy.js";
import { sameParams } from "../../core/state.js";
import { Bridge } from "../../worker/bridge.js";
import { Simulator } from "../../worker/simulator.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { Sensitivity, Step } from "./types" */
/** @import { LabBridge } from "../../worker/bridges.js" */
/** @import { Change } from "../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../ui/page" */
/** @import { Params, Summary } from "../../core/types" */

export class ReplayEffect {
  /** @param {Page} page @param {LabBridge} client */
  constructor(page, client) {
    this.page = page;
    this.client = client;
    /** @type {Simulator | null} */
    this.simulator = null;
    /** The parameters of the present or last measurement. @type {Params | null} */
    this.of = null;
    this.button = el("button", { type: "button", class: "btn solid", onclick: () => this.measure(true) });
    this.lines = el("ul");
    this.root = el(
      "section",
      { class: "worth", "data-testid": "worth" },
      el("h3", {}, words.replayEffect.heading),
      this.lines,
      this.button,
    );
    this.corner = el("p", { class: "key measured", "data-testid": "measured-worth" });
    this.corner.hidden = true;
    need('[data-pane="replay"] .price').after(this.corner);
    this.retry = () => this.measure();
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { current, metric } = this.page.state;
    this.corner.hidden = metric !== "peak" || !this.corner.textContent;
    if (!changed.has("runs")) return;
    const day = current?.state === "finished" ? current : null;
    if (this.of && !(day && sameParams(day.params, this.of))) this.clear();
    if (!day || this.of) return;
    // The sweep leaves one core free.
    const { bytes, isLong } = this.offer(day.params);
    if (!isLong && bytes <= Bridge.spareBytes()) this.measure();
  }

  /** Shows the expected time on the button, and returns what is expected. @param {Params} params */
  offer(params) {
    const forecast = this.page.runs.forecast(params, params);
    setText(this.button, fill(words.replayEffect.measure, duration(Math.max(1, forecast.expected_s))));
    return forecast;
  }

  /** It takes more than was expected: the reader may ask for it. @param {Params} params */
  giveUp(params) {
    this.simulator?.close();
    this.clear();
    this.offer(params);
  }

  /** Shows an error. The button measures again. @param {MatchdayError} error @param {Params} params */
  fail(error, params) {
    this.clear();
    this.offer(params);
    offerRetry(this.page.notices, error, this.retry, true);
  }

  clear() {
    this.of = null;
    this.simulator?.cancel();
    this.button.hidden = false;
    this.lines.replaceChildren();
    setText(this.corner, "");
    this.corner.hidden = true;
  }

  /** @param {boolean} [isAsked] whether the reader has pressed the button, which says how long it takes */
  async measure(isAsked = false) {
    const run = this.page.state.current;
    if (!run?.summary || this.of) return;
    const { params, summary } = run;
    this.of = params;
    setText(this.button, words.replayEffect.busy);
    try {
      const simulator = (this.simulator ??= new Simulator(this.page.engine));
      const how = { isAsked, onPause: () => this.giveUp(params) };
      /** @type {(Summary | undefined)[]} */
      const days = [];
      const neighbours = await this.client.ask("neighbours", { params });
      for (const replay of [neighbours.less, neighbours.more]) {
        days.push(replay === null ? undefined : await simulator.run({ ...params, replay }, how));
      }
      // The memory of a worker never shrinks.
      simulator.close();
      const [less, more] = days;
      const effect = await this.client.ask("sensitivity", { params, day: summary, less, more });
      if (this.of === params) this.show(effect);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code !== "CANCELLED" && this.of === params) this.fail(error, params);
    }
  }

  /** @param {Sensitivity} effect */
  show({ less, more, slope, slope_formula }) {
    const line = (/** @type {string} */ template, /** @type {Step} */ s) =>
      fill(template, rate(s.replay), range(s), signed(s.ccu_formula), signed(s.wait), signed(s.rtt));
    const lines = [
      more && line(words.replayEffect.more, more),
      less && line(words.replayEffect.less, less),
      fill(words.replayEffect.slope, num(slope, 2), num(slope_formula, 2)),
    ];
    this.lines.replaceChildren(...lines.flatMap((words) => (words ? [el("li", {}, words)] : [])));
    this.button.hidden = true;
    setText(this.corner, more ? fill(words.replayEffect.corner, range(more)) : "");
    this.corner.hidden = !more || this.page.state.metric !== "peak";
  }
}

/** @param {number | null} share */
function signed(share) {
  if (share === null) return "–";
  if (Math.abs(share) < 0.0005) return words.replayEffect.same;
  return `${share < 0 ? "\u2212" : "+"}${num(100 * Math.abs(share), 1)}\u00a0%`;
}

/** @param {Step} step */
const range = ({ ccu, ccu_half_width }) => `${signed(ccu)}\u00a0±\u00a0${num(100 * ccu_half_width, 1)}`;
