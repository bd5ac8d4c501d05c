/** The address and the state, each following the other. Reading and writing is the engine's. */

import { debounce } from "./dom.js";
import { clamp } from "./format.js";
import { DEFAULT_LAYERS, FIRST_TIME_S, shownSpan } from "./state.js";

/** @import { Change, Engine, Layer, LinkView, PageState, ParsedLink } from "./types" */

/** Browsers refuse an address that changes too often. */
const SETTLE_MS = 400;
const LAYERS = /** @type {Layer[]} */ (["latency", "night", "datacenters"]);

export class Links {
  /**
   * @param {Engine} engine
   * @param {PageState} state
   */
  constructor(engine, state) {
    this.engine = engine;
    this.state = state;
    /** Panes that the link named; kept as they are. @type {string | undefined} */
    this.panes = undefined;
    this.write = debounce(SETTLE_MS, () => this.replace());
    /** @type {(link: ParsedLink) => void} */
    this.onNavigate = () => {};
    addEventListener("hashchange", () => this.onNavigate(this.read()));
  }

  /** Takes the view of the present address into the state and returns what it says. @returns {ParsedLink} */
  read() {
    /** @type {ParsedLink} */
    const link = this.engine.wasm.parse_link(location.hash);
    const { state } = this;
    state.params = link.params;
    state.time_s = clamp(link.view.time_s ?? FIRST_TIME_S, 0, shownSpan(state) - 1);
    state.layers = new Set(LAYERS.filter((layer) => (link.view.layers ?? DEFAULT_LAYERS).split(",").includes(layer)));
    this.panes = link.view.panes;
    return link;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params") || changed.has("time") || changed.has("layers")) this.write();
  }

  /** A step that the reader can go back from. */
  push() {
    history.pushState(null, "", this.fragment(this.view()));
  }

  replace() {
    const fragment = this.fragment(this.view());
    if (fragment !== location.hash) history.replaceState(null, "", fragment);
  }

  /** @returns {LinkView} */
  view() {
    const { time_s, layers } = this.state;
    const on = LAYERS.filter((layer) => layers.has(layer)).join();
    const second = Math.round(time_s);
    return {
      ...(second === FIRST_TIME_S ? {} : { time_s: second }),
      ...(on === DEFAULT_LAYERS ? {} : { layers: on }),
      ...(this.panes === undefined ? {} : { panes: this.panes }),
    };
  }

  /** What is promised to somebody else: engine, data set and, of a finished run, its digest. */
  promise() {
    const { version, dataset } = this.engine;
    const { current, params } = this.state;
    const digest = current?.params === params ? current.summary?.digest : undefined;
    return { ...this.view(), engine: version, dataset, ...(digest ? { digest } : {}) };
  }

  /**
   * The whole address that restores run and view.
   * @param {string} [page] relative to this one
   */
  full(page = location.pathname) {
    const { panes: _, ...view } = this.promise();
    return new URL(page, location.href.split(/[?#]/)[0]).href + this.fragment(view);
  }

  /** @param {LinkView} view */
  fragment(view) {
    return `#${this.engine.wasm.format_link(this.state.params, view)}`;
  }
}
