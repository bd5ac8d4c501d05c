/** The card of a place: its nearest city, and the round trip to each datacenter. A resting pointer, a long press or the cross hairs open it. */

import { el } from "../../core/dom.js";
import { clamp, num } from "../../core/format.js";
import { fill, text } from "../../core/text.js";
import { text as worldText } from "./text.js";
import { newest } from "./newest.js";
import { countryName, milliseconds } from "./words.js";

/** @import { Change } from "../../core/page-state" */
/** @import { Point } from "./placing.js" */
/** @import { Tools } from "./tools.js" */
/** @import { PlaceReport } from "../../pkg-lab/matchday_web_lab.js" */

const REST_MS = 140;
const LONG_PRESS_MS = 500;
/** Movement up to which a pointer counts as resting. */
const STILL_PX = 6;
const MOST_ROWS = 5;
/** Height of the map below which the card has fewer rows. */
const [LOW_PX, ROWS_WHEN_LOW] = [260, 2];
const GAP_PX = 16;
const words = worldText.tools;

export class HoverCard {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    const { root, surface } = tools.map;
    this.element = el("div", { class: "card place", "data-testid": "place-card", "aria-hidden": "true" });
    root.append(this.element);
    this.timer = 0;
    /** @type {Point} */
    this.rest = { x: 0, y: 0 };
    this.isHeld = false;
    this.question = newest(
      (/** @type {Point} */ point) => tools.ask("place", { ...tools.placing.place(point), sites: tools.active() }),
      (report, point) => this.show(report, point),
    );
    surface.addEventListener("pointermove", (event) => this.move(event));
    surface.addEventListener("pointerdown", (event) => this.press(event));
    for (const kind of ["pointerleave", "pointercancel", "wheel", "blur"]) surface.addEventListener(kind, () => this.hide());
    surface.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
    surface.addEventListener("pointerup", () => clearTimeout(this.timer));
    // A long press opens the card instead of the browser's menu.
    surface.addEventListener("contextmenu", (event) => this.isHeld && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  move(event) {
    const here = this.tools.placing.point(event);
    if (Math.hypot(here.x - this.rest.x, here.y - this.rest.y) < STILL_PX) return;
    if (event.pointerType === "touch") return this.hide();
    this.hide();
    if (event.buttons === 0) this.after(REST_MS, here);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hide();
    if (event.pointerType === "touch") this.after(LONG_PRESS_MS, this.tools.placing.point(event));
  }

  /** @param {number} ms @param {Point} point */
  after(ms, point) {
    this.rest = point;
    this.timer = window.setTimeout(() => {
      this.isHeld = ms === LONG_PRESS_MS;
      if (this.tools.page.state.hover === null && !this.tools.placing.drag) this.at(point);
    }, ms);
  }

  /** Shows the card of a point of the map. @param {Point} point */
  at(point) {
    this.rest = point;
    this.question.ask(point);
  }

  hide() {
    clearTimeout(this.timer);
    this.isHeld = false;
    this.rest = { x: NaN, y: NaN };
    this.question.drop();
    this.element.classList.remove("on");
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { state } = this.tools.page;
    if (changed.has("params") || changed.has("size") || (changed.has("hover") && state.hover !== null)) this.hide();
  }

  /** @param {PlaceReport} report @param {Point} point */
  show({ city, country, rtts_ms }, point) {
    const labels = new Map(this.tools.list.sites.map(({ name, label }) => [name, label]));
    const sites = this.tools.active().map(({ name }, i) => ({ label: labels.get(name) ?? name, ms: rtts_ms[i] }));
    sites.sort((a, b) => a.ms - b.ms);
    const { width, height } = this.tools.map.view;
    const rows = sites.slice(0, height < LOW_PX ? ROWS_WHEN_LOW : MOST_ROWS);
    const [more, farthest] = [sites.length - rows.length, sites[sites.length - 1]];
    const about = country ? countryName(country) : words.atSea;
    const facts = rows.flatMap(({ label, ms }) => [el("dt", {}, label), el("dd", {}, milliseconds(ms))]);
    const rest =
      more > 0
        ? [
            el("dt", { class: "more", "data-testid": "farther" }, fill(words.more, more)),
            el("dd", { class: "more", "data-testid": "farther" }, fill(words.upTo, milliseconds(farthest.ms))),
          ]
        : [];
    const title = el("h3", {}, el("span", {}, fill(words.near, city.name)), el("small", {}, `${about}, ${num(city.km)} km`));
    this.element.replaceChildren(title, el("dl", {}, ...facts, ...rest));
    const { offsetWidth: w, offsetHeight: h, style } = this.element;
    const x = point.x + GAP_PX + w < width ? point.x + GAP_PX : point.x - GAP_PX - w;
    const y = point.y - h / 2;
    style.transform = `translate(${Math.round(clamp(x, 4, Math.max(4, width - w - 4)))}px,${Math.round(clamp(y, 4, Math.max(4, height - h - 4)))}px)`;
    this.element.classList.add("on");
    // The cross hairs announce their place to screen readers while they move.
    if (this.tools.page.state.adding)
      this.tools.page.say(`${fill(words.near, city.name)}: ${rows.map(({ label, ms }) => `${label} ${milliseconds(ms)}`).join(", ")}`);
  }
}
