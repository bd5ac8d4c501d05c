/** Keeps the page's address and its state equal. The engine reads and writes links. */

import { debounce } from "./dom.js";
import { MatchdayError } from "./errors.js";
import { hasRecordedJoins } from "./engine.js";
import { clamp } from "./format.js";
import { DEFAULT_LAYERS, FIRST_TIME_S, sameParams, shownSpan } from "./state.js";

/** @import { Change, Layer, ViewName } from "./page-state" */
/** @import { Store } from "./state.js" */
/** @import { Engine, LinkView, Params, ParsedLink, Site } from "./types" */

/** Shortest time between changes of the address: browsers limit them. */
const SETTLE_MS = 400;
/** Key presses that step a value count as one change if they follow each other within this time. */
const STEPS_MS = 500;
const STEPPING_KEYS = /^(Arrow|Page)/;
/** Changes that the address follows. @type {Change[]} */
const CHANGES = ["params", "view", "time", "layers", "runs"];
const TINT = /^(areas|one@[^@]+|difference@[^@]+@[^@]+)$/;
/** How messages about the rules of a day begin: with a parameter. */
const OF_RULES = /^(rules|attributes|regions|policy|plugin|code|constants)/;
const LAYERS = /** @type {Layer[]} */ (["latency", "night", "datacenters"]);

/** A link as a value inside another link, without its version. @param {string} link */
const asPinned = (link) =>
  link
    .split("&")
    .slice(1)
    .map((pair) => pair.replace("=", ":"))
    .join("~");

/** The view of a link that names none: links of before the views had none. @param {Params} params @param {LinkView} view @returns {ViewName} */
function usualView({ ranked }, { sweep, prices, playlist_capacity, who, page }) {
  if (ranked !== "off" || page) return "ranked";
  return sweep || prices || playlist_capacity || who != null ? "experiments" : "matchmaking";
}

/** Whether a fragment names an element of the page, such as `#params`. @param {string} hash */
const namesElement = (hash) => document.getElementById(hash.slice(1)) !== null;

export class Links {
  /** @param {Engine} engine @param {Store} store @param {boolean} undoable whether Back undoes a change; an embed leaves the history to the page around it */
  constructor(engine, store, undoable) {
    this.engine = engine;
    this.store = store;
    this.state = store.state;
    this.undoable = undoable;
    this.write = debounce(SETTLE_MS, () => this.replace());
    /** The fragment that was read or written last. */
    this.known = location.hash;
    /** The link that was followed last. @type {ParsedLink | undefined} */
    this.last = undefined;
    /** Aborts when another link is followed. */
    this.following = new AbortController();
    /** @type {(link: ParsedLink) => void} */
    this.onNavigate = () => {};
    /** Called after each finished change. @type {(goesOn: boolean) => void} */
    this.onFinish = () => {};
    /** During a change: the fragment that Back returns to. @type {string | null} */
    this.before = null;
    /** The control of the last key press that stepped a value; null after any other input. @type {EventTarget | null} */
    this.stepped = null;
    /** The last finished change. @type {{ by: EventTarget | null, at_ms: number }} */
    this.finished = { by: null, at_ms: 0 };
    addEventListener("hashchange", () => this.followAddress());
    addEventListener("keydown", ({ key, target }) => (this.stepped = STEPPING_KEYS.test(key) ? target : null), { capture: true });
    addEventListener("pointerdown", () => (this.stepped = null), { capture: true });
  }

  /** Follows a changed address. If it names an element of the page, the scenario stays. */
  followAddress() {
    if (!namesElement(location.hash)) {
      this.onNavigate(this.read());
      return this.onFinish(false);
    }
    this.known = location.hash;
    this.replace();
  }

  /** Reads the present address into the state and returns its content. @returns {ParsedLink} */
  read() {
    const hash = namesElement(location.hash) ? "" : location.hash;
    /** @type {ParsedLink} */
    const link = { ...this.engine.wasm.parse_link(hash), hash, strange: [] };
    this.known = location.hash;
    this.before = null;
    this.following.abort();
    this.following = new AbortController();
    const layers = (link.view.layers ?? DEFAULT_LAYERS).split(",");
    const sites = this.sitesOf(link);
    this.checkJoins(link);
    let tint = layers.find((layer) => TINT.test(layer)) ?? "";
    const missing = tint
      .split("@")
      .slice(1)
      .find((name) => !sites.some((site) => site.name === name));
    if (missing !== undefined) {
      tint = "";
      link.strange.push(["layer", missing]);
    }
    const { params, view } = link;
    this.store.update({
      params,
      view: view.view ?? usualView(params, view),
      page: view.page ?? "",
      sweepSpec: view.sweep ?? "",
      capacity: view.playlist_capacity ?? "",
      prices: view.prices ?? "",
      who: view.who ?? null,
      layers: new Set(LAYERS.filter((layer) => layers.includes(layer))),
      tint,
    });
    this.store.update({ time_s: clamp(view.time_s ?? FIRST_TIME_S, 0, shownSpan(this.state) - 1) });
    this.last = link;
    return link;
  }

  /** The datacenters of a link, without switches of datacenters that this world does not have. @param {ParsedLink} link @returns {Site[]} */
  sitesOf(link) {
    const { world } = this.engine;
    try {
      return world.datacenters(link.params.dcs);
    } catch (thrown) {
      link.strange.push(["sites", MatchdayError.from(thrown).message]);
      link.params = { ...link.params, dcs: "" };
      return world.datacenters("");
    }
  }

  /** Leaves out joins that are not recorded here: links do not contain the file. @param {ParsedLink} link */
  checkJoins(link) {
    const { joins } = this.engine.defaults;
    if (link.params.joins === joins || hasRecordedJoins(this.engine)) return;
    link.strange.push(["joins", `joins=${link.params.joins}`]);
    link.params = { ...link.params, joins };
  }

  /**
   * Leaves out the rules or files of the link that was followed last, if no day can be made because of them. Returns whether it has.
   * @param {MatchdayError} why there is no day
   */
  leaveOutTexts({ code, message }) {
    const { last, state } = this;
    const { policy, fleet_config } = state.params;
    if (code !== "BAD_PARAM" || !last || !sameParams(state.params, last.params)) return false;
    if (fleet_config && message.startsWith("fleet_config")) {
      last.strange.push(["files", message]);
      last.params = { ...last.params, fleet_config: "" };
    } else if (policy !== "article" && OF_RULES.test(message)) {
      last.strange.push([policy === "rules" ? "ruleset" : "code", message]);
      last.params = { ...last.params, policy: "article" };
    } else {
      return false;
    }
    this.store.update({ params: last.params });
    return true;
  }

  /** The names of the parameters that no link contains, because their texts are too long. */
  leftOut() {
    const { wasm, registry } = this.engine;
    const keys = wasm.left_out(this.state.params);
    return registry.params.filter(({ key }) => keys.includes(key)).map(({ label }) => label);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (CHANGES.some((change) => changed.has(change))) this.write();
  }

  /** Call before a change that Back undoes: writes the address that Back returns to. */
  beginStep() {
    if (this.before !== null || !this.undoable) return;
    this.replace();
    const { by, at_ms } = this.finished;
    const goesOn = this.stepped !== null && this.stepped === by && performance.now() - at_ms < STEPS_MS;
    if (!goesOn) this.before = this.known;
  }

  /** Call after the change: makes it one step in the history. */
  finish() {
    const { before, known } = this;
    this.before = null;
    this.finished = { by: this.stepped, at_ms: performance.now() };
    this.onFinish(before === null);
    const fragment = this.presentFragment();
    if (before === null || fragment === before || this.isElsewhere()) return this.replace();
    // The address follows a slider while it moves.
    if (known !== before) history.replaceState(null, "", before);
    history.pushState(null, "", fragment);
    this.known = location.hash;
  }

  /** Writes the state as a new entry of the history. */
  push() {
    this.before ??= this.known;
    this.finish();
  }

  replace() {
    const fragment = this.presentFragment();
    if (fragment === this.known || this.isElsewhere()) return;
    history.replaceState(null, "", fragment);
    this.known = location.hash;
  }

  /** Whether the address was changed from outside and `hashchange` is still to come. Such an address is not overwritten. */
  isElsewhere() {
    return location.hash !== this.known;
  }

  /** The fragment of the present state. */
  presentFragment() {
    return this.fragment({ ...this.view(), panes: this.last?.view.panes });
  }

  /** The settings of the view that differ from their defaults. @returns {LinkView} */
  view() {
    const { params, time_s, layers, tint, view, page, sweepSpec, capacity, prices, who, pinned, baseline } = this.state;
    const second = Math.round(time_s);
    const on = [...LAYERS.filter((layer) => layers.has(layer)), ...(tint ? [tint] : [])].join();
    /** @type {LinkView} */
    const shown = {
      time_s: second === FIRST_TIME_S ? undefined : second,
      layers: on === DEFAULT_LAYERS ? undefined : on,
      sweep: sweepSpec || undefined,
      playlist_capacity: capacity || undefined,
      prices: prices || undefined,
      who: who ?? undefined,
      page: page || undefined,
      pinned: pinned && baseline ? asPinned(this.engine.wasm.format_link(baseline.params, {})) : undefined,
    };
    return { ...shown, view: view === usualView(params, shown) ? undefined : view };
  }

  /**
   * The whole address that restores run and view. It names the engine, the data set and the digest of a finished run,
   * so that another browser can check them.
   * @param {string} [path] of another page
   */
  full(path = location.pathname) {
    const { version, dataset } = this.engine;
    const { current, params } = this.state;
    const digest = current && sameParams(current.params, params) ? current.summary?.digest : undefined;
    const base = new URL(path, location.href.split(/[?#]/)[0]).href;
    return base + this.fragment({ ...this.view(), engine: version, dataset, digest });
  }

  /** @param {LinkView} view */
  fragment(view) {
    return `#${this.engine.wasm.format_link(this.state.params, view)}`;
  }
}
