/** Being a player: the widget on the map, and the session behind it. */

import { all as allOf, el, need, setText } from "../../../../core/dom.js";
import { MatchdayError } from "../../../../core/errors.js";
import { DAY_S, num } from "../../../../core/format.js";
import { WorldMap } from "../../../../map/map.js";
import { onPress } from "../../../../map/press.js";
import { shownSpan, shownTime } from "../../../../core/state.js";
import { fill, text } from "../../../../core/text.js";
import { Transport } from "../../../../timeline/transport.js";
import { momentText } from "../moment.js";
import { seasonOf } from "../season.js";
import { words as all } from "../text.js";
import { Log } from "./log.js";
import { Session } from "./session.js";
import { Setup, personOf } from "./setup.js";
import { button, matchView, offer, overView, search } from "./views.js";

/** @import { Change } from "../../../../core/page-state" */
/** @import { RankedPage as Page } from "../../../../ui/page" */
/** @import { Params } from "../../../../core/types" */
/** @import { Joining, Said, Standing } from "../types" */
/** @import { SessionUpdate } from "../../../../worker/types" */

const words = all.player;
const SPEEDS = [1, 10, 60, 600];
const FIRST_SPEED = 10;
/** Up to this width the widget is under the map. */
const PHONE = matchMedia("(max-width: 900px)");

/** The view for each activity of a person. @type {Record<Standing["doing"], "search" | "offer" | "match" | "over">} */
const VIEWS = { searching: "search", matchFound: "offer", starting: "match", playing: "match", retrying: "search", offline: "over" };

/** @type {Player | undefined} */
let only;

/** Opens the widget. A press on the map then sets the person's place. @param {Page} page */
export function bePlayer(page) {
  only ??= page.store.add(new Player(page));
  only.open();
}

class Player {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.season = seasonOf(page);
    this.map = page.store.partsOf(WorldMap)[0];
    this.transport = page.store.partsOf(Transport)[0];
    /** The element that had the focus before the widget was opened. @type {Element | null} */
    this.opener = null;
    /** @type {Session | null} */
    this.session = null;
    /** The scenario of the session. */
    this.link = "";
    /** @type {"setup" | "search" | "offer" | "match" | "over"} */
    this.shown = "setup";
    /** The token that answers to the last offer carry. */
    this.acceptToken = "";
    /** Whether the person has left a match that the others still play. It counts when it is over. */
    this.leftMatch = false;
    const act = (/** @type {() => Promise<void>} */ action) => () => void this.try(action);
    const leave = act(() => this.leaveQueue());
    this.setup = new Setup(
      act(() => this.join()),
      () => page.set({ player_actions: "" }),
    );
    this.offer = offer(
      act(() => this.answer("RankedAcceptMatch")),
      act(() => this.answer("RankedDeclineMatch")),
    );
    this.over = overView(
      page,
      () => this.session?.keptAs != null,
      act(() => this.again()),
      act(() => this.done()),
    );
    this.views = {
      search: search(leave),
      offer: this.offer,
      match: matchView(() => Number(page.state.params.match_s), leave),
      over: this.over,
    };
    this.speed = el(
      "select",
      { onchange: () => this.setSpeed() },
      ...SPEEDS.map((speed) => el("option", { value: speed }, `${num(speed)}×`)),
    );
    this.speed.value = String(FIRST_SPEED);
    this.said = el("p", { class: "said", role: "status" });
    this.log = new Log();
    this.marker = el("i", { class: "you", "data-testid": "player-mark", hidden: "" });
    /** The time of the session. Its day may be one that the map does not show. */
    this.moment = el("p", { class: "sub moment" });
    this.closing = button(
      "×",
      act(() => this.close()),
      "icon",
    );
    this.closing.setAttribute("aria-label", all.close);
    const head = el("div", { class: "head" }, el("h3", {}, words.title), el("label", {}, words.speed, this.speed), this.closing);
    this.root = el(
      "section",
      { class: "player", "data-testid": "player", "aria-label": words.title, hidden: "" },
      head,
      this.moment,
      this.setup.root,
      ...Object.values(this.views).map(({ root }) => root),
      this.said,
      this.log.root,
    );
    this.root.addEventListener("keydown", ({ key }) => key === "Escape" && this.shown === "setup" && void this.try(() => this.close()));
    this.map.root.append(this.marker);
    this.setup.placed = () => this.mark();
    this.dock();
    PHONE.addEventListener("change", () => this.dock());
    onPress(
      this.map,
      () => !this.root.hidden && this.shown === "setup" && !this.setup.person,
      (place) => this.setup.setPlace(place),
    );
  }

  /** Puts the widget on the map, or under it on a phone. */
  dock() {
    (PHONE.matches ? need(".mapfoot") : this.map.root).append(this.root);
  }

  open() {
    this.opener = document.activeElement;
    this.root.hidden = false;
    this.showScenario(this.page.state.params);
    this.map.root.scrollIntoView({ block: "nearest" });
    this.focus();
    this.mark();
  }

  /** Moves the focus to the first control or text of the view. */
  focus() {
    const { root } = this.shown === "setup" ? this.setup : this.views[this.shown];
    const [first] = [...allOf("[data-focus]", root), ...allOf(":enabled", root)].filter((control) => control.checkVisibility());
    first?.focus({ preventScroll: true });
  }

  /** Runs an action and shows its error. @param {() => Promise<void>} action */
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

  /** Shows the party sizes of the scenario's mode, and the person of its actions. @param {Params} params */
  showScenario({ ranked, player_actions }) {
    if (this.session) return;
    this.setup.setMode(ranked);
    this.setup.setPerson(personOf(player_actions), !this.season.status?.player_actions);
  }

  /** Simulates to the time on the map, or to the end of the stored days if that is later, and queues there. */
  async join() {
    const { page, season, setup } = this;
    if (!setup.place) return;
    if (season.playing) return setText(this.said, words.simulating);
    setup.setJoining(true);
    try {
      await season.find();
      this.showScenario({ ...page.state.params, player_actions: season.playerActions() });
      page.sweep.pause();
      const session = this.enter();
      const shown_s = Math.floor(shownTime(page.state));
      const at_s = session.firstSecond(shown_s);
      if (at_s >= Number(season.params().days) * DAY_S) {
        this.stop();
        return setText(this.said, words.over);
      }
      const joining = await session.begin(at_s, setup.client(setup.place), (reached_s) =>
        setText(this.said, fill(words.taking, momentText(Math.max(0, reached_s)))),
      );
      setText(this.said, at_s === season.status?.through_s ? fill(words.later, momentText(at_s)) : "");
      page.seek(at_s);
      const update = await session.readState();
      if (isFree(update.client)) await this.queue(joining);
      else this.resume(update, session);
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      setup.setJoining(false);
    }
  }

  /** Begins a session. From now on it advances the time. */
  enter() {
    this.season.hasGuest = true;
    this.transport.play(false);
    this.transport.button.disabled = true;
    this.link = this.season.link;
    return (this.session = new Session(this.page, this.season, (update) => this.take(update)));
  }

  /** Continues for a person with a lockout or a ticket, and shows the messages so far. @param {SessionUpdate} update @param {Session} session */
  resume(update, session) {
    session.take(update);
    this.setSpeed();
    session.run();
  }

  /** Queues again. */
  async again() {
    const { session, setup } = this;
    if (session && setup.place) await this.queue(await session.connect(setup.client(setup.place)));
  }

  /** @param {Joining} joining the person's part of the message */
  async queue(joining) {
    const { session, setup } = this;
    if (!session) return;
    await session.send({ type: "RankedQueueJoin", ...joining, constraints: setup.constraints() });
    this.setSpeed();
    session.run();
  }

  async leaveQueue() {
    const { match, ticket } = this.session?.client ?? {};
    this.leftMatch = Boolean(match);
    this.over.tell(match ? words.leftMatch : words.offline);
    await this.session?.send({ type: "RankedQueueLeave", ticketId: ticket ?? "" });
  }

  /** @param {"RankedAcceptMatch" | "RankedDeclineMatch"} type */
  async answer(type) {
    const { match, ticket } = this.session?.client ?? {};
    if (match) await this.session?.send({ type, ticketId: ticket ?? "", matchId: match.id, acceptToken: this.acceptToken });
  }

  /** @param {SessionUpdate} update */
  take({ client, messages }) {
    this.log.add(messages);
    for (const message of messages) if (message.to === "client") this.receiveMessage(message, client);
    if (client && this.session) this.showStanding(client, this.session);
  }

  /** Shows the offer or the result that a message carries. @param {Said} said @param {Standing | undefined} client */
  receiveMessage({ message }, client) {
    if (message.type === "RankedMatchFound") {
      this.acceptToken = message.acceptToken;
      this.offer.against(message.opponentsSummary.avgMmr, message.opponentsSummary.teamSizes);
      this.page.say(words.found);
    } else if (message.type === "RankedRatingUpdate") {
      this.leftMatch = false;
      const points = (message.delta < 0 ? "\u2212" : "+") + num(Math.abs(message.delta));
      this.tellPerson(fill(words.result, outcomeText(client?.last ?? null), points, message.newTier));
    } else if (message.type === "RankedMatchCancelled") {
      const said = words.reasons[message.reason] ?? message.reason;
      this.leftMatch = false;
      this.tellPerson(said);
      setText(this.said, said);
    }
  }

  /** @param {string} said */
  tellPerson(said) {
    this.over.tell(said);
    this.page.say(said);
  }

  /** @param {Standing} client @param {Session} session */
  showStanding(client, session) {
    const view = VIEWS[client.doing];
    const changed = view !== this.shown;
    const called = changed && view === "offer" && this.closeDialogs();
    const follows = this.show(view) || called;
    if (changed) this.setSpeed();
    this.showMoment(session);
    // The reason and the start of a search stay on screen until it ends.
    if (changed && (view === "match" || view === "over")) setText(this.said, "");
    // The day pauses after a result, except during a lockout, which has to pass.
    if (view === "over" && client.locked_until_s === null && !this.leftMatch) session.rest();
    this.views[view].show(client, session.now_s);
    if (follows) this.focus();
  }

  /** Closes dialogs, which would hide an offer that has to be answered within seconds. Returns whether one was open. */
  closeDialogs() {
    const dialogs = allOf("dialog[open]");
    for (const dialog of dialogs) /** @type {HTMLDialogElement} */ (dialog).close();
    return dialogs.length > 0;
  }

  /** @param {Session} session */
  showMoment({ now_s }) {
    const moment = momentText(now_s);
    setText(this.moment, now_s < shownSpan(this.page.state) ? moment : fill(words.beyond, moment));
  }

  /** Shows a view. Returns whether it should get the focus. @param {Player["shown"]} shown */
  show(shown) {
    const { activeElement, body } = document;
    const follows = shown !== this.shown && (activeElement === body || this.root.contains(activeElement));
    this.shown = shown;
    this.setup.root.hidden = shown !== "setup";
    for (const [name, { root }] of Object.entries(this.views)) root.hidden = name !== shown;
    // Closing now would cause a penalty that the person does not see.
    this.closing.disabled = shown === "offer" || shown === "match";
    this.closing.title = this.closing.disabled ? words.closeLater : all.close;
    return follows;
  }

  /** Sets the speed: real time while an offer is open, because it has to be answered within seconds. */
  setSpeed() {
    if (this.session) this.session.speed = this.shown === "offer" ? 1 : Number(this.speed.value);
  }

  /** Ends the session and simulates the day again with the person's actions. */
  async done() {
    const { session, page } = this;
    if (!session) return;
    try {
      await session.end();
    } finally {
      const { playerActions } = session;
      this.stop();
      const { params } = page.state;
      // The session may have gone beyond the shown days.
      if (playerActions !== params.player_actions)
        page.set({ player_actions: playerActions, days: Math.max(Number(params.days), Math.floor(session.now_s / DAY_S) + 1) });
    }
  }

  /** Closes the session without another run. */
  stop() {
    this.session?.drop();
    this.session = null;
    this.season.hasGuest = false;
    this.transport.button.disabled = false;
    this.leftMatch = false;
    setText(this.moment, "");
    if (this.show("setup")) this.focus();
  }

  /** Closes the widget. Ends a search first; without a ticket there is nothing to simulate again. */
  async close() {
    if (this.session?.client?.doing === "searching") await this.leaveQueue();
    if (this.session?.client) await this.done();
    else this.stop();
    this.root.hidden = true;
    if (this.opener instanceof HTMLElement) this.opener.focus();
    this.mark();
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params") && this.session && this.season.scenario().link !== this.link) {
      this.stop();
      setText(this.said, words.ended);
    }
    if (changed.has("params")) {
      this.showScenario(this.page.state.params);
      if (this.page.state.params.ranked === "off") this.root.hidden = true;
    }
    this.mark();
  }

  /** Shows the person's place on the map. */
  mark() {
    const { place } = this.setup;
    const { view } = this.map;
    this.marker.hidden = this.root.hidden || !place;
    if (place) this.marker.style.transform = `translate(${view.x(place.lon)}px, ${view.y(place.lat)}px)`;
  }
}

/** Whether the person can queue now. @param {Standing | undefined} client */
const isFree = (client) => !client || (client.doing === "offline" && client.locked_until_s === null);

/** The result as text: won, lost or drawn, or the place among more than two teams. @param {Standing["last"]} last */
function outcomeText(last) {
  if (!last) return words.counted;
  const { place, teams, shared } = last;
  if (teams > 2) return fill(words.placed, num(place), num(teams));
  return shared ? words.drawn : place === 1 ? words.won : words.lost;
}
