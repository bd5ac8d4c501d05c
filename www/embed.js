/** What an embedding page may choose: `?panes=`, `controls=`, `theme=`, `autoplay=`. */

import { el, setText } from "./dom.js";
import { num, rate } from "./format.js";
import { scaleOf } from "./params.js";
import { text } from "./text.js";

/** @import { Change, PageState, Params, Spec } from "./types" */
/** @import { Links } from "./links.js" */

export const PANES = ["map", "transport", "ccu", "replay", "wait", "rtt", "params"];
const DEFAULT_PANES = "map,transport,params";
const DEFAULT_CONTROLS = "play,replay";

/** The query of the address. */
export function readQuery() {
  const query = new URLSearchParams(location.search);
  return {
    panes: query.get("panes"),
    controls: (query.get("controls") ?? DEFAULT_CONTROLS).split(","),
    theme: query.get("theme"),
    autoplay: query.get("autoplay") === "1",
  };
}

/**
 * Leaves only the panes that were asked for. A query goes before a link, a link before the default.
 * @param {string | null} asked
 * @param {string | undefined} linked
 */
export function choosePanes(asked, linked) {
  const wanted = (asked ?? linked ?? DEFAULT_PANES).split(",").filter((name) => PANES.includes(name));
  const chosen = wanted.length > 0 ? wanted : DEFAULT_PANES.split(",");
  for (const pane of document.querySelectorAll("[data-pane]")) {
    if (pane instanceof HTMLElement && !chosen.includes(pane.dataset.pane ?? "")) pane.remove();
  }
  return chosen;
}

/** The bar at the bottom of an embed: a slider for each parameter that may be moved, and the way to the full page. */
export class EmbedBar {
  /**
   * @param {HTMLElement} root
   * @param {Spec[]} specs those that may be moved
   * @param {Params} defaults
   * @param {PageState} state
   * @param {Links} links
   * @param {(key: string, value: string) => void} set
   */
  constructor(root, specs, defaults, state, links, set) {
    this.state = state;
    this.links = links;
    this.peak = el("span", { class: "pk" });
    this.rows = specs.map((spec) => {
      const scale = scaleOf(spec);
      const slider = el("input", { type: "range", id: `p-${spec.key}`, min: 0, max: scale.sliderMax, step: 1 });
      slider.addEventListener("input", () => set(spec.key, scale.fromSlider(Number(slider.value))));
      const value = el("b");
      const label = el("label", { for: `p-${spec.key}`, title: spec.help }, spec.label);
      const output = el("output", { for: `p-${spec.key}` }, value, ...(spec.key === "replay" ? [this.peak] : []));
      const track = el("span", { class: "range" }, el("i", { class: "def" }), slider);
      const element = el("div", { class: "param", "data-key": spec.key }, label, track, output);
      track.style.setProperty("--def", String(scale.toSlider(defaults[spec.key]) / scale.sliderMax));
      const shown = (/** @type {string} */ text) => (spec.unit === "%" ? rate(Number(text)) : `${num(scale.show(text))} ${spec.unit}`);
      const sync = () => {
        const now = state.params[spec.key];
        element.classList.toggle("changed", now !== defaults[spec.key]);
        track.style.setProperty("--val", String(scale.toSlider(now) / scale.sliderMax));
        slider.value = String(Math.round(scale.toSlider(now)));
        slider.setAttribute("aria-valuetext", shown(now));
        setText(value, shown(now).trim());
      };
      return { element, sync };
    });
    this.open = el("a", { class: "open", target: "_blank", rel: "noopener" }, text.openFull);
    // The address is made when it is needed: it holds the time, which moves.
    for (const kind of ["pointerdown", "focus", "click"]) this.open.addEventListener(kind, () => this.aim());
    root.querySelector("[data-pane]")?.append(...this.rows.map(({ element }) => element));
    root.append(this.open);
  }

  aim() {
    this.open.href = this.links.full("./");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { current } = this.state;
    if (changed.has("params")) this.rows.forEach(({ sync }) => sync());
    if (changed.has("params") || changed.has("runs")) this.aim();
    if (changed.has("runs") && current?.summary) setText(this.peak, `, peak ${num(current.summary.ccu_peak)}`);
  }
}

/** Tells when the embed leaves and enters the screen. @param {(visible: boolean) => void} onChange */
export function watchVisibility(onChange) {
  new IntersectionObserver(([entry]) => onChange(entry.isIntersecting)).observe(document.body);
}
