/** What an embedding page may choose: `?panes=`, `controls=`, `theme=`, `autoplay=`. */

import { all, copyOf, need, setText } from "./dom.js";
import { num } from "./format.js";
import { bindSlider, shownAs } from "./params.js";
import { fill, text } from "./text.js";

/** @import { Change, Page } from "./page" */
/** @import { Spec } from "./types" */
/** @import { Transport } from "./transport.js" */

const PANES = ["map", "transport", "ccu", "replay", "wait", "rtt", "params"];
const DEFAULT_PANES = "map,transport,params";
const DEFAULT_CONTROLS = "play,replay";

/** The choices in the query of the address. */
export function readQuery() {
  const query = new URLSearchParams(location.search);
  return {
    panes: query.get("panes"),
    controls: (query.get("controls") ?? DEFAULT_CONTROLS).split(","),
    theme: query.get("theme"),
    autoplay: query.get("autoplay") === "1",
  };
}

/** Leaves only the panes that were asked for: by the query, else by the link. @param {string | undefined | null} asked */
export function choosePanes(asked) {
  const known = (/** @type {string} */ names) => names.split(",").filter((name) => PANES.includes(name));
  const wanted = known(asked ?? "");
  const chosen = wanted.length > 0 ? wanted : known(DEFAULT_PANES);
  for (const pane of all("[data-pane]")) if (!chosen.includes(pane.dataset.pane ?? "")) pane.remove();
}

/** The bar at the bottom: a slider for each parameter that may be moved, and the way to the full page. */
export class EmbedBar {
  /** @param {HTMLElement} root @param {string[]} controls keys of the parameters that may be moved @param {Page} page */
  constructor(root, controls, page) {
    this.page = page;
    this.open = /** @type {HTMLAnchorElement} */ (need(".open", root));
    // The address holds the time, which moves: it is made when it is needed.
    for (const kind of ["pointerdown", "focus"]) this.open.addEventListener(kind, () => this.aim());
    /** @type {(() => void)[]} */
    this.syncs = [];
    const movable = page.engine.registry.params.filter(({ key, kind }) => kind === "number" && controls.includes(key));
    for (const place of all("[data-pane]", root)) place.append(...movable.map((spec) => this.makeRow(spec)));
    this.peaks = all(".pk", root);
  }

  /** @param {Spec} spec */
  makeRow(spec) {
    const { state, engine, set } = this.page;
    const { key, label, help } = spec;
    const initial = engine.defaults[key];
    const row = copyOf("param-embed");
    row.dataset.key = key;
    const name = need("label", row);
    Object.assign(name, { htmlFor: `p-${key}`, textContent: label, title: help });
    const slide = bindSlider(row, spec, initial, (value) => void set({ [key]: value }));
    this.syncs.push(() => {
      row.classList.toggle("changed", state.params[key] !== initial);
      slide(state.params[key]);
      setText(need("b", row), shownAs(spec, state.params[key]));
    });
    if (key !== "replay") need(".pk", row).remove();
    return row;
  }

  aim() {
    this.open.href = this.page.links.full("./");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const summary = this.page.state.current?.summary;
    if (changed.has("params")) this.syncs.forEach((sync) => sync());
    if (changed.has("params") || changed.has("runs")) this.aim();
    if (changed.has("runs") && summary) this.peaks.forEach((peak) => setText(peak, fill(text.params.peak, num(summary.ccu_peak))));
  }
}

/** Plays by itself only when the page around asks for it, and never off screen. @param {Transport} transport @param {boolean} asked */
export function autoplay(transport, asked) {
  let wanted = asked && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    const { playing } = transport.page.state;
    if (isIntersecting ? wanted : playing) {
      wanted = !isIntersecting;
      transport.play(isIntersecting);
    }
  });
  watch.observe(document.body);
}
