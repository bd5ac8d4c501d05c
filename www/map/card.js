/** The card of the datacenter under the pointer: it stands clear of the crowd that it describes. */

import { el, setText } from "../dom.js";
import { clamp, num, pct } from "../format.js";
import { text } from "../text.js";
import { touch } from "./overlay.js";

/** @import { Params } from "../types" */
/** @import { Box, Ring } from "./overlay.js" */

/** Narrower maps have no room for it. */
const NARROWEST = 620;

export class Card {
  constructor() {
    const words = text.map.card;
    this.name = el("span");
    this.region = el("small");
    this.rows = [words.players, words.matches, words.rtt, words.queue].map((label) => ({
      label: el("dt", {}, label),
      value: el("dd"),
    }));
    this.shares = ["near", "mid", "far"].map((band) => el("i", { class: `c-${band}` }));
    this.keys = [el("span"), el("span")];
    this.list = el("dl", {}, ...this.rows.flatMap(({ label, value }) => [label, value]));
    this.bar = el("div", { class: "bar" }, ...this.shares);
    this.element = el(
      "div",
      { class: "card", "aria-hidden": "true" },
      el("h3", {}, this.name, this.region),
      this.list,
      this.bar,
      el("p", { class: "barkey" }, ...this.keys),
    );
    /** Where it stands, and for which datacenter: it does not move while the numbers run. */
    this.place = { of: "", x: 0, y: 0 };
  }

  hide() {
    this.element.classList.remove("on");
    this.place.of = "";
  }

  /**
   * @param {Ring} ring
   * @param {Ring[]} rings
   * @param {Params} params
   * @param {object} map
   * @param {number} map.width
   * @param {number} map.height
   * @param {Box[]} map.taken
   * @param {(box: Box) => number} map.crowd how many stand in a box
   */
  show(ring, rings, params, map) {
    if (map.width < NARROWEST) return this.hide();
    this.write(ring, params);
    const { name } = ring.site;
    if (this.place.of !== name) this.place = { of: name, ...this.findPlace(ring, rings, map) };
    this.element.style.transform = `translate(${this.place.x}px,${this.place.y}px)`;
    this.element.classList.add("on");
  }

  /** What it covers. @returns {Box} */
  get box() {
    const { x, y } = this.place;
    return [x - 4, y - 4, x + this.element.offsetWidth + 4, y + this.element.offsetHeight + 4];
  }

  /** @param {Ring} ring @param {Params} params */
  write({ site, moment }, params) {
    setText(this.name, site.label);
    setText(this.region, moment ? site.region : text.map.card.off);
    this.list.hidden = this.bar.hidden = !moment;
    for (const key of this.keys) key.hidden = !moment;
    if (!moment) return;
    const { players, matches, mean_rtt_ms, queue, share_ideal, share_expand = 1 - share_ideal } = moment;
    const rtt = players > 0 ? `${num(mean_rtt_ms, 1)} ms` : "–";
    [num(players), num(matches), rtt, num(queue)].forEach((value, row) => setText(this.rows[row].value, value));
    const shares = [share_ideal, share_expand, Math.max(0, 1 - share_ideal - share_expand)];
    shares.forEach((share, band) => (this.shares[band].style.flexGrow = String(share)));
    const exact = (/** @type {number} */ share) => pct(share, share > 0.995 || share < 0.005 ? 0 : 1);
    setText(this.keys[0], `${exact(shares[0])} ${text.map.upTo(params.ideal_ms)}`);
    setText(this.keys[1], `${exact(shares[1])} ${text.map.upTo(params.expand_ms)}`);
  }

  /**
   * @param {Ring} ring
   * @param {Ring[]} rings
   * @param {{ width: number, height: number, taken: Box[], crowd: (box: Box) => number }} map
   */
  findPlace(ring, rings, { width, height, taken, crowd }) {
    const { offsetWidth: w, offsetHeight: h } = this.element;
    const { x, y } = ring;
    const cost = (/** @type {number} */ left, /** @type {number} */ top) => {
      /** @type {Box} */
      const box = [left, top, left + w, top + h];
      if (left < 8 || box[2] > width - 8 || top < 24 || box[3] > height - 8) return 1e9;
      if (taken.some((other) => touch(box, other))) return 1e8;
      const covered = rings.filter((other) => touch(box, [other.x - 6, other.y - 6, other.x + 6, other.y + 6])).length;
      return Math.hypot(left + w / 2 - x, top + h / 2 - y) * 0.5 + covered * 400 + crowd(box);
    };
    let best = { x: x + 60, y: y - 40, cost: Infinity };
    for (const dx of [60, 100, 150, 210, -w - 60, -w - 100, -w - 150, -w - 210]) {
      for (const dy of [-h - 24, -h * 0.6, -40, 10, 46]) {
        const here = cost(x + dx, y + dy);
        if (here < best.cost) best = { x: x + dx, y: y + dy, cost: here };
      }
    }
    return { x: clamp(best.x, 8, width - w - 8), y: clamp(best.y, 24, height - h - 8) };
  }
}
