/** Being a player: the widget on the map, and the session behind it. */

import { el, need, setText } from "../../dom.js";
import { MatchdayError } from "../../errors.js";
import { DAY_S, num } from "../../format.js";
import { WorldMap } from "../../map/map.js";
import { onPress } from "../../map/press.js";
import { onScreen } from "../../state.js";
import { fill, text } from "../../text.js";
import { momentText } from "../overview.js";
import { seasonOf } from "../season.js";
import { words as all } from "../text.js";
import { Log } from "./log.js";
import { Session } from "./session.js";
import { Setup, personOf } from "./setup.js";
import { button, match, offer, over, search } from "./views.js";

/** @import { Change, Page } from "../../page" */
/** @import { Params } from "../../types" */
/** @import { Joining, Said, Standing, Told } from "../types" */

const words = all.player;
const SPEEDS = [1, 10, 60, 600];
const FIRST_SPEED = 10;
/** Up to this width the widget stands under the map. */
const PHONE = matchMedia("(max-width: 900px)");

/** The view of each thing that a person can be doing. @type {Record<Standing["doing"], "search" | "offer" | "match" | "over">} */
const VIEWS = { searching: "search", matchFound: "offer", starting: "match", playing: "match", offline: "over" };

/** @type {Player | undefined} */
let only;

/** Opens the widget; the map then takes a press for where the person is. @param {Page} page */
export function bePlayer(page) {
  if (!only) page.stage.parts.push((only = new Player(page)));
  only.open();
}

class Player {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.season = seasonOf(page);
    this.map = /** @type {WorldMap} */ (page.stage.parts.find((part) => part instanceof WorldMap));
    /** @type {Session | null} */
    this.session = null;
    /** The scenario that the session is of. */
    this.link = "";
    /** @type {"setup" | "search" | "offer" | "match" | "over"} */
    this.shown = "setup";
    /** What the last offer is answered with. */
    this.acceptToken = "";
    /** Whether a match that the person has left goes on without it, and counts when it is over. */
    this.leftMatch = false;
    const act = (/** @type {() => Promise<void>} */ action) => () => void this.try(action);
    const leave = act(() => this.leave());
    this.setup = new Setup(act(() => this.join()), () => page.stage.changed("hover"), () => page.set({ inside: "" }));
    this.offer = offer(act(() => this.answer("RankedAcceptMatch")), act(() => this.answer("RankedDeclineMatch")));
    this.over = over(page, act(() => this.again()), act(() => this.done()));
    this.views = { search: search(leave), offer: this.offer, match: match(() => Number(page.state.params.match_s), leave), over: this.over };
    this.speed = el("select", { onchange: () => this.setSpeed() }, ...SPEEDS.map((speed) => el("option", { value: speed }, `${num(speed)}×`)));
    this.speed.value = String(FIRST_SPEED);
    this.said = el("p", { class: "said", role: "status" });
    this.log = new Log();
    this.marker = el("i", { class: "you", hidden: "" });
    const close = button("×", act(() => this.close()), "icon");
    close.setAttribute("aria-label", all.close);
    const head = el("div", { class: "head" }, el("h3", {}, words.title), el("label", {}, words.speed, this.speed), close);
    this.root = el("section", { class: "inside", "aria-label": words.title, hidden: "" }, head, this.setup.root, ...Object.values(this.views).map(({ root }) => root), this.said, this.log.root);
    this.map.root.append(this.marker);
    this.dock();
    PHONE.addEventListener("change", () => this.dock());
    onPress(this.map, () => !this.root.hidden && this.shown === "setup" && !this.setup.person, (place) => this.setup.setPlace(place));
  }

  /** On the map where there is room, under it on a phone. */
  dock() {
    (PHONE.matches ? need(".mapfoot") : this.map.root).append(this.root);
  }

  open() {
    this.root.hidden = false;
    this.follow(this.page.state.params);
    this.map.root.scrollIntoView({ block: "nearest" });
    this.setup.lat.focus({ preventScroll: true });
    this.page.stage.changed("hover");
  }

  /** Does something, and says what went wrong with it. @param {() => Promise<void>} action */
  async try(action) {
    setText(this.said, "");
    try {
      await action();
    } catch (thrown) {
      const { code, message } = MatchdayError.from(thrown);
      if (code === "CANCELLED") return;
      setText(this.said, `${(text.errors[code] ?? text.errors.UNEXPECTED)[0]}: ${message}`);
      if (code === "ENGINE_PANIC" || code === "OUT_OF_MEMORY") this.stop();
    }
  }

  /** Who may be in the scenario, and with how many. @param {Params} params */
  follow({ ranked, inside }) {
    if (this.session) return;
    this.setup.setMode(ranked);
    this.setup.setPerson(personOf(inside), !this.season.status?.inside);
  }

  /** Takes the day to the moment that the map shows, or to where it is kept, and queues there. */
  async join() {
    const { page, season, setup } = this;
    if (!setup.place) return;
    if (season.playing) return setText(this.said, words.simulating);
    setup.setJoining(true);
    try {
      await season.find();
      this.follow({ ...page.state.params, inside: season.inside() });
      page.sweep.pause();
      season.hasGuest = true;
      const session = (this.session = new Session(page, season, (told) => this.take(told)));
      this.link = season.link;
      const shown_s = Math.floor(onScreen(page.state)?.time_s ?? page.state.time_s);
      const at_s = session.firstSecond(shown_s);
      const joining = await session.begin(at_s, setup.client(setup.place), (reached_s) => setText(this.said, fill(words.taking, momentText(Math.max(0, reached_s)))));
      setText(this.said, at_s > shown_s ? fill(words.later, momentText(at_s)) : "");
      page.seek(at_s);
      await this.queue(joining);
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      setup.setJoining(false);
    }
  }

  /** Queues once more. */
  async again() {
    const { session, setup } = this;
    if (session && setup.place) await this.queue(await session.connect(setup.client(setup.place)));
  }

  /** @param {Joining} joining what to say of oneself */
  async queue(joining) {
    const { session, setup } = this;
    if (!session) return;
    await session.send({ type: "RankedQueueJoin", ...joining, constraints: setup.constraints() });
    this.setSpeed();
    session.run();
  }

  async leave() {
    const { match, search } = this.session?.client ?? {};
    this.leftMatch = Boolean(match);
    this.over.tell(match ? words.leftMatch : words.offline);
    await this.session?.send({ type: "RankedQueueLeave", ticketId: match?.ticket ?? search?.ticket ?? "" });
  }

  /** @param {"RankedAcceptMatch" | "RankedDeclineMatch"} type */
  async answer(type) {
    const { match } = this.session?.client ?? {};
    if (match) await this.session?.send({ type, ticketId: match.ticket, matchId: match.id, acceptToken: this.acceptToken });
  }

  /** @param {Told} told */
  take({ client, messages }) {
    this.log.add(messages);
    for (const message of messages) if (message.to === "client") this.hear(message);
    if (client && this.session) this.showStanding(client, this.session);
  }

  /** What of a message is told in words. @param {Said} said */
  hear({ json }) {
    const message = JSON.parse(json);
    if (message.type === "RankedMatchFound") {
      this.acceptToken = message.acceptToken;
      this.offer.against(message.opponentsSummary.avgMmr, message.opponentsSummary.teamSizes);
      this.page.say(words.found);
    } else if (message.type === "RankedRatingUpdate") {
      this.leftMatch = false;
      this.tell(fill(words.result, (message.delta < 0 ? "\u2212" : "+") + num(Math.abs(message.delta)), message.newTier));
    } else if (message.type === "RankedMatchCancelled") {
      const said = words.reasons[message.reason] ?? message.reason;
      this.leftMatch = false;
      this.tell(said);
      setText(this.said, said);
    }
  }

  /** @param {string} said */
  tell(said) {
    this.over.tell(said);
    this.page.say(said);
  }

  /** @param {Standing} client @param {Session} session */
  showStanding(client, session) {
    const view = VIEWS[client.doing];
    const changed = view !== this.shown;
    this.show(view);
    if (changed) this.setSpeed();
    // Why somebody searches, and from when on, is to be read until that is over.
    if (changed && (view === "match" || view === "over")) setText(this.said, "");
    // Who thinks about what comes next has time for it; a lockout goes by.
    if (view === "over" && client.locked_until_s === null && !this.leftMatch) session.pause();
    this.views[view].show(client, session.now_s);
  }

  /** @param {Player["shown"]} shown */
  show(shown) {
    this.shown = shown;
    this.setup.root.hidden = shown !== "setup";
    for (const [name, { root }] of Object.entries(this.views)) root.hidden = name !== shown;
  }

  /** Whoever has seconds to answer has them in real time. */
  setSpeed() {
    if (this.session) this.session.speed = this.shown === "offer" ? 1 : Number(this.speed.value);
  }

  /** The session ends, and the day runs again with what the person did in it. */
  async done() {
    const { session, page } = this;
    if (!session) return;
    try {
      await session.end();
    } finally {
      const { inside } = session;
      this.stop();
      const { params } = page.state;
      // Who joined where the kept season ends may have left the days that are shown.
      if (inside !== params.inside) page.set({ inside, days: Math.max(Number(params.days), Math.floor(session.now_s / DAY_S) + 1) });
    }
  }

  /** The session is over, whatever came of it. */
  stop() {
    this.session?.drop();
    this.session = null;
    this.season.hasGuest = false;
    this.leftMatch = false;
    this.show("setup");
  }

  async close() {
    // Who has not joined yet has done nothing.
    if (this.session?.client) await this.done();
    else this.stop();
    this.root.hidden = true;
    this.page.stage.changed("hover");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { place } = this.setup;
    if (changed.has("params") && this.session && this.season.scenario().link !== this.link) {
      this.stop();
      setText(this.said, words.ended);
    }
    if (changed.has("params")) {
      this.follow(this.page.state.params);
      if (this.page.state.params.ranked === "off") this.root.hidden = true;
    }
    const { view } = this.map;
    this.marker.hidden = this.root.hidden || !place;
    if (place) this.marker.style.transform = `translate(${view.x(place.lon)}px, ${view.y(place.lat)}px)`;
  }
}
