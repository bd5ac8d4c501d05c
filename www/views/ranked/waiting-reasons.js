/** "Why did I wait": the tickets that wait at the shown moment, nearest to a place first, and the reasons of one of them. */

import { el, setText } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { clock, num } from "../../core/format.js";
import { table } from "../../ui/table.js";
import { WorldMap } from "../../map/map.js";
import { onPress } from "../../map/press.js";
import { sameRun, shownTime } from "../../core/state.js";
import { fill } from "../../core/text.js";
import { words as all } from "./text.js";

/** @import { Place } from "../../map/press.js" */
/** @import { Change, Run } from "../../core/page-state" */
/** @import { RankedPage as Page } from "../../ui/page" */
/** @import { Waiting, Why } from "./types" */

const words = all.waitingReasons;
/** Most tickets in the list. */
const LISTED = 12;
const RADIANS = Math.PI / 180;

export class WaitingReasons {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** Cancels the present question. */
    this.asking = new AbortController();
    /** The run and the second of the list. @type {{ run: Run, time_s: number } | null} */
    this.of = null;
    this.button = el("button", { type: "button", class: "btn primary", onclick: () => this.ask(null) });
    this.said = el("p", { class: "hint", role: "status" });
    this.list = el("ul", { class: "waiting", "data-testid": "waiting" });
    this.answer = el("div", { hidden: "" });
    this.windows = table(words.windows, words.heads);
    this.rules = table(words.rules, words.ruleHeads);
    this.root = el(
      "section",
      { class: "why", "data-testid": "why", hidden: "" },
      el("h2", {}, words.title),
      el("div", { class: "act" }, this.button),
      el("p", { class: "hint" }, words.help),
      this.said,
      this.list,
      this.answer,
    );
    // While the reader is a player, a press is about that player.
    const wanted = () => this.root.checkVisibility() && !document.querySelector(".player")?.checkVisibility();
    for (const map of page.store.partsOf(WorldMap)) onPress(map, wanted, (place) => this.ask(place));
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { params, current } = this.page.state;
    if (changed.has("params") || changed.has("world")) this.root.hidden = params.ranked === "off";
    if (this.of && !sameRun(this.of.run, current)) this.clear();
    this.button.disabled = current === null;
    setText(this.button, fill(words.ask, clock(shownTime(this.page.state))));
  }

  /** Clears the list, because it belongs to another day. */
  clear() {
    this.asking.abort();
    this.of = null;
    setText(this.said, "");
    this.list.replaceChildren();
    this.answer.hidden = true;
  }

  /** @param {Place | null} place where it was asked; null: anywhere, and who has waited longest comes first */
  async ask(place) {
    this.clear();
    const { current: run } = this.page.state;
    if (!run) return;
    const time_s = Math.floor(shownTime(this.page.state));
    this.of = { run, time_s };
    this.page.sweep.pause();
    const waiting = await this.heard((signal) => this.page.runs.simulator.waiting(run, time_s, signal));
    if (!waiting) return;
    const near = place && nearTo(place);
    const first = (/** @type {Waiting} */ a, /** @type {Waiting} */ b) => (near ? near(b.place) - near(a.place) : b.age_s - a.age_s);
    const listed = waiting.sort(first).slice(0, LISTED);
    setText(this.said, fill(place ? words.nearest : words.longest, num(waiting.length), clock(time_s)));
    this.list.replaceChildren(...listed.map((ticket) => this.line(ticket)));
  }

  /** @param {Waiting} ticket */
  line(ticket) {
    const { accounts, party, age_s, points, region, points_window, rtt_window_ms } = ticket;
    const name = fill(words.account, accounts[0]);
    const who = party > 1 ? fill(words.party, name, party - 1) : name;
    const button = el(
      "button",
      { type: "button", class: "linkish", "aria-pressed": "false", onclick: () => this.choose(ticket, button) },
      fill(words.who, who, num(age_s), num(points)),
    );
    const where = rtt_window_ms === null ? region : fill(words.in, region, pointsText(points_window), rtt_window_ms);
    return el("li", {}, button, " ", el("span", { class: "sub" }, where));
  }

  /** @param {Waiting} ticket @param {HTMLElement} button */
  async choose({ ticket }, button) {
    if (!this.of) return;
    const { run, time_s } = this.of;
    for (const other of this.list.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    const said = this.said.textContent ?? "";
    const why = await this.heard((signal) => this.page.runs.simulator.why(run, time_s, ticket, signal));
    setText(this.said, said);
    if (why !== null) this.showReasons(why);
  }

  /**
   * The answer to a question. Null if it was cancelled, or after an error, which is shown.
   * @template Answer
   * @param {(signal: AbortSignal) => Promise<Answer>} ask
   */
  async heard(ask) {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    setText(this.said, words.busy);
    try {
      return await ask(signal);
    } catch (thrown) {
      const error = MatchdayError.from(thrown);
      if (error.code === "CANCELLED") return null;
      this.clear();
      this.page.notices.error(error, []);
      return null;
    }
  }

  /** @param {Why | undefined} why undefined: matched */
  showReasons(why) {
    this.answer.hidden = false;
    if (!why) return this.answer.replaceChildren(el("p", {}, words.gone));
    const { windows, rules, age_s, expires_s } = why;
    const expires = fill(words.expires, num(expires_s));
    if (windows) this.answer.replaceChildren(...this.byWindows(windows, age_s, expires));
    else if (rules) this.answer.replaceChildren(...this.byRules(rules, expires));
    else this.answer.replaceChildren(el("p", {}, `${words.unknown} ${expires}`));
  }

  /** @param {NonNullable<Why["rules"]>} why @param {string} expires */
  byRules({ others, rules }, expires) {
    const refusing = rules.filter(({ refused }) => refused > 0).sort((a, b) => b.refused - a.refused);
    this.rules.fill(refusing.map(({ name, refused, alone }) => [name, num(refused), num(alone)]));
    const said = fill(refusing.length > 0 ? words.beside : words.besideAll, num(others));
    return [
      el("p", { class: "verdict", "data-testid": "verdict" }, said),
      el("p", {}, expires),
      ...(refusing.length > 0 ? [this.rules.root] : []),
    ];
  }

  /** @param {NonNullable<Why["windows"]>} why @param {number} age_s @param {string} expires */
  byWindows({ steps, seen, looks, refused, too_few, no_set, relax }, age_s, expires) {
    const opened = steps.filter(({ from_s }) => from_s <= age_s).length - 1;
    this.windows.fill(
      steps.map(({ from_s, points, rtt_ms }, at) => [
        fill(words.from, num(from_s)) + (at === opened ? `, ${words.now}` : ""),
        pointsText(points),
        `${rtt_ms}\u00a0ms`,
      ]),
    );
    const { points, rtt, region, constraints, party } = refused;
    const sentences = [
      fill(words.seen, num(seen), num(looks)),
      fill(words.refusals, ...[points, rtt, region, constraints, party].map((count) => num(count))),
      fill(words.found, num(too_few), num(no_set)),
      expires,
    ];
    return [el("p", { class: "verdict", "data-testid": "verdict" }, relaxText(relax)), el("p", {}, sentences.join(" ")), this.windows.root];
  }
}

/** The single change that would have given a match, as a sentence. @param {NonNullable<Why["windows"]>["relax"]} relax */
function relaxText({ points, rtt_ms, region, players }) {
  const enough = [
    points !== null && fill(words.more, num(points)),
    rtt_ms !== null && fill(words.ms, num(rtt_ms)),
    region !== null && fill(words.region, region),
    fill(words.players, num(players)),
  ];
  return fill(words.relax, enough.filter(Boolean).join(words.or));
}

/** @param {number | null} points */
const pointsText = (points) => (points === null ? words.any : fill(words.points, num(points)));

/** Returns a function that rates how near another place is: higher is nearer. @param {Place} place @returns {(other: Place | null) => number} */
function nearTo(place) {
  const [sin, cos] = [Math.sin(place.lat * RADIANS), Math.cos(place.lat * RADIANS)];
  return (other) =>
    other ? sin * Math.sin(other.lat * RADIANS) + cos * Math.cos(other.lat * RADIANS) * Math.cos((other.lon - place.lon) * RADIANS) : -1;
}
