/** The page that follows a player through its day, or a datacenter or a part of the map from second to second. */

import { el, setText } from "../../../core/dom.js";
import { offerRetry } from "../../../core/lazy.js";
import { LatestRequest } from "../../../core/latest-request.js";
import { sameRun } from "../../../core/state.js";
import { WorldMap } from "../../../map/map.js";
import { onPress } from "../../../map/press.js";
import { LabBridge } from "../../../worker/bridges.js";
import { GroupView } from "./group.js";
import { Marker, partOf } from "./marker.js";
import { PlayerView } from "./player.js";
import { Traces } from "./traces.js";
import { words } from "./text.js";

/** @import { Change, Run } from "../../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { CloseUpSeen, Part, PlayerDay } from "../../../worker/types" */
/** @import { Place } from "../../../map/press.js" */

/** @typedef {"player" | "datacenter" | "part"} Kind */
/** What is asked of the worker: a player by number or by description, or the players of a datacenter or a part. */
/** @typedef {{ run: Run, player: number } | { run: Run, time_s: number, place: Place | null }} LifeRequest */
/** @typedef {{ run: Run, time_s: number, datacenter: string | null, part: Part | null }} GroupRequest */

/** @param {HTMLElement} root @param {Page} page @param {HTMLElement} panel */
export const open = (root, page, panel) => void new FollowPanel(root, panel, page);

class FollowPanel {
  /** @param {HTMLElement} root @param {HTMLElement} panel @param {Page} page */
  constructor(root, panel, page) {
    this.page = page;
    this.panel = panel;
    /** @type {Kind} */
    this.kind = "player";
    /** The player that is shown or asked for, and the run. @type {{ run: Run, player: number } | null} */
    this.asked = null;
    /** Name of the datacenter. @type {string | null} */
    this.site = null;
    /** @type {Part | null} */
    this.part = null;
    /** What the present group was asked for. */
    this.groupKey = "";
    /** The run of what is shown. @type {Run | null} */
    this.of = null;
    /** The player and the datacenter that the page asked for last. */
    this.taken = { who: /** @type {number | null} */ (null), held: page.state.held };
    this.lives = new LatestRequest(
      (/** @type {LifeRequest} */ request, signal) => this.fetchLife(request, signal),
      (error) => this.fail(error),
    );
    this.groups = new LatestRequest(
      (/** @type {GroupRequest} */ request, signal) => this.fetchGroup(request, signal),
      (error) => this.fail(error),
    );
    this.player = new PlayerView(page, (player) => this.follow(player));
    this.group = new GroupView((player) => this.follow(player));
    this.traces = new Traces(page);
    root.append(this.player.root, this.group.root);
    this.name = el("input", { class: "field", autocomplete: "off", spellcheck: "false", list: "follow-places" });
    this.places = el("datalist", { id: "follow-places" });
    this.datacenter = el("select", { onchange: () => this.chooseSite(this.datacenter.value) });
    this.mark = el(
      "button",
      { type: "button", class: "btn solid", "aria-pressed": "false", onclick: () => this.startMarking() },
      words.mark,
    );
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words.progress, hidden: "" });
    this.warn = el("p", { class: "warn", role: "alert" });
    this.kinds = this.makeKinds();
    this.forms = this.makeForms();
    const kinds = el("div", { class: "seg followkinds", role: "group", "aria-label": words.what }, ...this.kinds);
    panel.append(kinds, ...Object.values(this.forms), this.bar, this.warn);
    this.listenToMaps();
    page.store.add(this);
    this.choose("player");
    this.takeLinked();
  }

  makeKinds() {
    const kinds = /** @type {Kind[]} */ (Object.keys(words.kinds));
    return kinds.map((kind) => el("button", { type: "button", "data-kind": kind, onclick: () => this.choose(kind) }, words.kinds[kind]));
  }

  /** What chooses a player, a datacenter, and a part. @returns {Record<Kind, HTMLElement>} */
  makeForms() {
    this.name.addEventListener("focus", () => this.offerPlaces(), { once: true });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.find(this.name.value.trim());
    };
    const longest = el("button", { type: "button", class: "linkish", onclick: () => this.findPlayer(null) }, words.longest);
    const whole = el("button", { type: "button", class: "linkish", onclick: () => this.takeWhole() }, words.whole);
    const hint = (/** @type {string} */ said) => el("p", { class: "hint" }, said);
    const button = el("button", { class: "btn primary", "data-testid": "run" }, words.follow);
    const label = el("label", {}, words.player, this.name);
    const hints = [hint(words.playerHint), hint(words.pressMap)];
    return {
      player: el("form", { class: "sweepform", onsubmit: submit }, label, this.places, button, el("p", {}, longest), ...hints),
      datacenter: el("div", { class: "sweepform" }, el("label", {}, words.datacenter, this.datacenter), hint(words.pressSite)),
      part: el("div", { class: "sweepform" }, this.mark, el("p", {}, whole), hint(words.markHint)),
    };
  }

  listenToMaps() {
    const maps = this.page.store.partsOf(WorldMap);
    for (const map of maps) {
      // Near, the map itself knows which player is pressed; on a ring, which datacenter.
      const isOnSite = () => this.sites().some(({ name }) => name === this.page.state.hover);
      const wanted = () => this.isOpen() && this.kind === "player" && !map.matches?.isOn() && !isOnSite();
      onPress(map, wanted, (place) => this.findPlayer(place));
    }
    const end = () => this.mark.setAttribute("aria-pressed", "false");
    this.markers = maps.map((map) => new Marker(map, (part) => this.choosePart(part), end));
  }

  isOpen() {
    return this.page.state.view === "experiments" && this.panel.checkVisibility();
  }

  /** @param {Kind} kind */
  choose(kind) {
    this.kind = kind;
    for (const button of this.kinds) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    for (const [name, form] of Object.entries(this.forms)) form.hidden = name !== kind;
    setText(this.warn, "");
    this.clear();
    if (kind === "datacenter") this.offerSites();
    this.refreshPage();
  }

  /** Shows nothing, until something is asked for again. */
  clear() {
    this.player.root.hidden = this.group.root.hidden = true;
    this.groupKey = "";
    this.asked = this.of = null;
    this.traces.show({}, []);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (this.of && !sameRun(this.of, this.page.state.current)) this.clear();
    if (this.isOpen()) {
      if (changed.has("view")) this.takeLinked();
      if (changed.has("hover")) this.takeHeld();
      if (changed.has("params") || changed.has("world")) this.offerSites();
      this.refreshPage();
    }
    this.traces.draw();
  }

  /** A player of a link, or one that was pressed on the map. */
  takeLinked() {
    const { who } = this.page.state;
    if (who === this.taken.who) return;
    this.taken.who = who;
    if (who !== null) this.name.value = String(who);
    if (who !== null && this.kind !== "player") this.choose("player");
  }

  /** A datacenter that was pressed on the map. */
  takeHeld() {
    const { held } = this.page.state;
    if (held === this.taken.held) return;
    this.taken.held = held;
    if (held === null || this.kind === "part" || !this.sites().some(({ name }) => name === held)) return;
    if (this.kind === "player") this.choose("datacenter");
    this.chooseSite(held);
  }

  /** The finished run, whose days can be followed. @returns {Run | null} */
  run() {
    const { current } = this.page.state;
    return current && current.state !== "running" && current.shown_s > 0 ? current : null;
  }

  /** The datacenters of the present scenario that are on. */
  sites() {
    const { engine, state } = this.page;
    return engine.world.datacenters(state.params.dcs).filter(({ active }) => active);
  }

  offerSites() {
    const options = this.sites().map(({ name, label }) => el("option", { value: name }, label || name));
    this.datacenter.replaceChildren(...options);
    this.site = this.sites().some(({ name }) => name === this.site) ? this.site : this.datacenter.value || null;
    this.datacenter.value = this.site ?? "";
  }

  /** @param {string} name */
  chooseSite(name) {
    this.datacenter.value = this.site = name;
    this.refreshPage();
  }

  startMarking() {
    this.mark.setAttribute("aria-pressed", "true");
    for (const marker of this.markers ?? []) marker.start();
    this.page.say(words.marking);
  }

  /** What the first map shows. */
  takeWhole() {
    const [map] = this.page.store.partsOf(WorldMap);
    if (map) this.choosePart(partOf(map, 0, 0, map.view.width, map.view.height));
  }

  /** @param {Part} part */
  choosePart(part) {
    this.part = part;
    this.refreshPage();
  }

  /** Asks for what is chosen, if it is not shown or asked for yet. */
  refreshPage() {
    const run = this.run();
    if (!run) return;
    if (this.kind === "player") this.refreshLife(run);
    else this.refreshGroup(run);
  }

  /** @param {Run} run */
  refreshLife(run) {
    const { who } = this.page.state;
    if (who === null || (sameRun(this.asked?.run, run) && this.asked?.player === who)) return;
    // A day that takes long is simulated again only after a press.
    if (this.page.runs.forecast(run.params).isLong) return;
    this.asked = { run, player: who };
    this.lives.ask(this.asked);
  }

  /** @param {Run} run */
  refreshGroup(run) {
    const shown = this.page.machine.onMap();
    const [site, part] = this.kind === "datacenter" ? [this.site, null] : [null, this.part];
    if (!shown || !sameRun(shown.run, run) || (site === null && part === null)) return;
    const key = JSON.stringify([run.number, shown.time_s, site, part]);
    if (key === this.groupKey) return;
    this.groupKey = key;
    this.groups.ask({ run, time_s: shown.time_s, datacenter: site, part });
  }

  /** Follows a player by its number, or the one nearest to a place. @param {string} text */
  async find(text) {
    setText(this.warn, "");
    if (/^\d{1,9}$/.test(text)) return this.follow(Number(text));
    const place = await this.placeOf(text);
    if (!place) return setText(this.warn, words.notFound);
    this.findPlayer(place);
  }

  /** The datacenter or city of a name. @param {string} text @returns {Promise<Place | undefined>} */
  async placeOf(text) {
    const same = (/** @type {string} */ name) => plain(name) === plain(text.split(",")[0]);
    const sites = this.page.engine.world.datacenters(this.page.state.params.dcs);
    return sites.find(({ name, label }) => same(name) || same(label)) ?? (await this.cities()).find(({ name }) => same(name));
  }

  cities() {
    return LabBridge.of(this.page).ask("cities", {});
  }

  async offerPlaces() {
    const cities = await this.cities().catch(() => []);
    this.places.replaceChildren(...cities.map(({ name }) => el("option", { value: name })));
  }

  /** Follows the player who is nearest to a place, or without a place has searched longest, at the second that the map shows. @param {Place | null} place */
  findPlayer(place) {
    const run = this.run();
    const shown = this.page.machine.onMap();
    if (!run || !shown) return setText(this.warn, words.wait);
    this.lives.ask({ run, time_s: shown.time_s, place });
  }

  /** @param {number} player */
  follow(player) {
    this.taken.who = player;
    if (this.kind !== "player") this.choose("player");
    this.name.value = String(player);
    this.page.update({ who: player });
    this.page.links.write();
    const run = this.run();
    if (!run) return;
    this.asked = { run, player };
    this.lives.ask(this.asked);
  }

  /** @param {LifeRequest} request @param {AbortSignal} signal */
  async fetchLife(request, signal) {
    const { simulator } = this.page.runs;
    const { run } = request;
    if (!("player" in request)) {
      const { time_s, place } = request;
      const player = await simulator.findPlayer(run, time_s, place && { lat: place.lat, lon: place.lon }, signal);
      setText(this.warn, player === undefined ? (place ? words.nobody : words.nobodyWaits) : "");
      if (player !== undefined) this.follow(player);
      return;
    }
    this.bar.value = 0;
    this.bar.hidden = false;
    try {
      const life = await simulator.life(run, request.player, signal, (share) => (this.bar.value = share));
      if (sameRun(this.asked?.run, run) && this.asked?.player === request.player) this.showLife(life, run);
    } finally {
      this.bar.hidden = true;
    }
  }

  /** @param {PlayerDay} life @param {Run} run */
  showLife(life, run) {
    const sites = run.sites.filter(({ active }) => active);
    this.of = run;
    this.player.show(life, run.params, sites);
    this.traces.show({ life }, sites);
    this.page.say(this.player.title.textContent ?? "");
  }

  /** @param {GroupRequest} request @param {AbortSignal} signal */
  async fetchGroup({ run, time_s, datacenter, part }, signal) {
    const sites = run.sites.filter(({ active }) => active);
    const site = sites.find(({ name }) => name === datacenter) ?? null;
    if (datacenter !== null && site === null) return;
    const seen = await this.page.runs.simulator.closeUp(run, time_s, { datacenter: site?.index ?? null, part }, signal);
    if (this.kind !== (site ? "datacenter" : "part")) return;
    this.of = run;
    this.group.show(seen, site, sites, run.params.ranked !== "off");
    this.traces.show({ flows: seen.flows, part }, sites);
  }

  /** @param {unknown} error */
  fail(error) {
    offerRetry(this.page.notices, error, () => {
      this.clear();
      this.refreshPage();
    });
  }
}

/** A name without capital letters and marks. @param {string} name */
const plain = (name) =>
  name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .trim()
    .toLowerCase();
