/** The address and the state, each following the other. Reading and writing is the engine's. */

import { debounce } from "./dom.js";
import { MatchdayError } from "./errors.js";
import { clamp } from "./format.js";
import { DEFAULT_LAYERS, FIRST_TIME_S, shownSpan } from "./state.js";

/** @import { Change, Layer, PageState } from "./page" */
/** @import { Engine, LinkView, ParsedLink, Site } from "./types" */

/** Browsers refuse an address that changes too often. */
const SETTLE_MS = 400;
const TINT = /^(areas|one@[^@]+|difference@[^@]+@[^@]+)$/;
const LAYERS = /** @type {Layer[]} */ (["latency", "night", "datacenters"]);

/** A link as the value of another: without its version, which is the other's. @param {string} link */
const asPinned = (link) => link.split("&").slice(1).map((pair) => pair.replace("=", ":")).join("~");

export class Links {
  /** @param {Engine} engine @param {PageState} state */
  constructor(engine, state) {
    this.engine = engine;
    this.state = state;
    this.write = debounce(SETTLE_MS, () => this.replace());
    /** The fragment that was read or written last. */
    this.known = location.hash;
    /** The link that was followed last. @type {ParsedLink | undefined} */
    this.last = undefined;
    /** @type {(link: ParsedLink) => void} */
    this.onNavigate = () => {};
    addEventListener("hashchange", () => this.onNavigate(this.read()));
  }

  /** Takes the present address into the state and returns what it says. @returns {ParsedLink} */
  read() {
    /** @type {ParsedLink} */
    const link = { ...this.engine.wasm.parse_link(location.hash), hash: location.hash, strange: [] };
    this.known = location.hash;
    const { state } = this;
    const layers = (link.view.layers ?? DEFAULT_LAYERS).split(",");
    const sites = this.sitesOf(link);
    state.params = link.params;
    state.sweepSpec = link.view.sweep ?? "";
    state.carry = link.view.playlist_capacity ?? "";
    state.page = link.view.page ?? "";
    state.time_s = clamp(link.view.time_s ?? FIRST_TIME_S, 0, shownSpan(state) - 1);
    state.layers = new Set(LAYERS.filter((layer) => layers.includes(layer)));
    state.tint = layers.find((layer) => TINT.test(layer)) ?? "";
    const missing = state.tint.split("@").slice(1).find((name) => !sites.some((site) => site.name === name));
    if (missing !== undefined) {
      state.tint = "";
      link.strange.push(["layer", missing]);
    }
    this.last = link;
    return link;
  }

  /** The datacenters of a link; switches that mean nothing in this world are let go. @param {ParsedLink} link @returns {Site[]} */
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

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params") || changed.has("time") || changed.has("layers") || changed.has("runs")) this.write();
  }

  /** A step that the reader can go back from. */
  push() {
    history.pushState(null, "", this.fragment({ ...this.view(), panes: this.last?.view.panes }));
    this.known = location.hash;
  }

  replace() {
    // Somebody has gone elsewhere, and `hashchange` is about to say so: that address is not the state's to overwrite.
    if (location.hash !== this.known) return;
    const fragment = this.fragment({ ...this.view(), panes: this.last?.view.panes });
    if (fragment === this.known) return;
    history.replaceState(null, "", fragment);
    this.known = location.hash;
  }

  /** How the reader looks at the run, as far as it is not the usual way. @returns {LinkView} */
  view() {
    const { time_s, layers, tint, sweepSpec } = this.state;
    const [second, on] = [Math.round(time_s), [...LAYERS.filter((layer) => layers.has(layer)), ...(tint ? [tint] : [])].join()];
    const sweep = sweepSpec || undefined;
    const playlist_capacity = this.state.carry || undefined;
    const page = this.state.page || undefined;
    const pinned = this.state.pinned && this.state.ghost ? asPinned(this.engine.wasm.format_link(this.state.ghost.params, {})) : undefined;
    return { time_s: second === FIRST_TIME_S ? undefined : second, layers: on === DEFAULT_LAYERS ? undefined : on, sweep, playlist_capacity, page, pinned };
  }

  /**
   * The whole address that restores run and view, with what it promises: engine, data set and, of a
   * finished run, its digest.
   * @param {string} [path] of another page
   */
  full(path = location.pathname) {
    const { version, dataset } = this.engine;
    const { current, params } = this.state;
    const digest = current?.params === params ? current.summary?.digest : undefined;
    const base = new URL(path, location.href.split(/[?#]/)[0]).href;
    return base + this.fragment({ ...this.view(), engine: version, dataset, digest });
  }

  /** @param {LinkView} view */
  fragment(view) {
    return `#${this.engine.wasm.format_link(this.state.params, view)}`;
  }
}
