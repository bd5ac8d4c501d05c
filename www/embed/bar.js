/** The bar at the bottom of an embed: sliders, and the way to the full page. */

import { all, copyOf, need, setText } from "../core/dom.js";
import { num } from "../core/format.js";
import { bindSlider, shownAs } from "../ui/params.js";
import { fill, text } from "../core/text.js";

/** @import { Change } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { Spec } from "../core/types" */

export class EmbedBar {
  /** @param {HTMLElement} root @param {string[]} controls keys of the parameters that may be moved @param {Page} page */
  constructor(root, controls, page) {
    this.page = page;
    this.open = /** @type {HTMLAnchorElement} */ (need(".open", root));
    // The address has the time, which changes, so it is made at the press.
    for (const kind of ["pointerdown", "focus"]) this.open.addEventListener(kind, () => this.aim());
    /** @type {(() => void)[]} */
    this.syncs = [];
    const movable = page.engine.registry.params.filter(({ key, kind }) => kind === "number" && controls.includes(key));
    for (const place of all("[data-pane]", root)) place.append(...movable.map((spec) => this.makeRow(spec)));
    this.peaks = all(".pk", root);
  }

  /** @param {Spec} spec */
  makeRow(spec) {
    const { state, engine, links, slide: set } = this.page;
    const { key, label, help } = spec;
    const initial = engine.defaults[key];
    const row = copyOf("param-embed");
    row.dataset.key = key;
    const name = need("label", row);
    Object.assign(name, { htmlFor: `p-${key}`, textContent: label, title: help });
    const slide = bindSlider(
      row,
      spec,
      initial,
      (value) => void set({ [key]: value }),
      () => links.finish(),
    );
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
