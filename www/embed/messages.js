/**
 * Messages to and from the page around the embed. Every message is
 * `{ns: "matchday", v: 1, type, ...}`; the guide lists the types. Messages of other formats, or from other windows than
 * the page around, are ignored. An invalid message is answered with `error`.
 */

import { all, debounce } from "../core/dom.js";
import { MatchdayError } from "../core/errors.js";
import { sameParams, shownSpan } from "../core/state.js";

/** @import { Change } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { Sight } from "./sight.js" */

const NAMESPACE = "matchday";
const VERSION = 1;
/** Time between messages with the time while a day plays. */
const TIME_EVERY_MS = 250;
/** Parameters in motion start a run this long after their last step. */
const SETTLE_MS = 80;
/** Height of the map relative to its width, when the page around asks for the height of the figure. */
const MAP_RATIO = 150 / 360;

/** Nothing in these messages is secret: the page around wrote the address that they follow from. @param {string} type @param {object} fields */
export function tellParent(type, fields) {
  if (parent !== window) parent.postMessage({ ns: NAMESPACE, v: VERSION, type, ...fields }, "*");
}

export class Messages {
  /** @param {Page} page @param {Sight} sight */
  constructor(page, sight) {
    this.page = page;
    this.sight = sight;
    this.runUnlessLong = debounce(SETTLE_MS, page.runUnlessLong);
    this.height = 0;
    this.timer = 0;
    addEventListener("message", ({ source, data }) => source === parent && source !== window && this.receiveMessage(data));
    const resized = new ResizeObserver(() => this.tellHeight());
    for (const part of all("body > *")) resized.observe(part);
    const { version, dataset } = page.engine;
    tellParent("ready", { version, dataset });
  }

  /** @param {any} message anything at all */
  receiveMessage(message) {
    if (message?.ns !== NAMESPACE || message.v !== VERSION) return;
    try {
      this.obeyMessage(message);
    } catch (thrown) {
      const { code, message } = MatchdayError.from(thrown);
      tellParent("error", { code, message });
    }
  }

  /** @param {Record<string, unknown>} message */
  obeyMessage({ type, params, time_s }) {
    if (type === "play") this.sight.play(true);
    else if (type === "pause") this.sight.play(false);
    else if (type === "seek") this.page.seek(this.readTime(time_s));
    else if (type === "set") this.set(params);
  }

  /** @param {any} params checked by the engine, key by key */
  set(params) {
    if (typeof params !== "object" || params === null) throw new MatchdayError("BAD_PARAM", "params: must be an object, {key: value}");
    this.page.setWithoutRun(params);
    this.runUnlessLong();
  }

  /** @param {unknown} time_s */
  readTime(time_s) {
    const last = shownSpan(this.page.state) - 1;
    if (typeof time_s === "number" && time_s >= 0 && time_s <= last) return time_s;
    throw new MatchdayError("BAD_TIME", `time_s: must be a number from 0 to ${last}`);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params") || changed.has("runs")) this.tellState();
    if (changed.has("time")) this.timer ||= window.setTimeout(() => this.tellTime(), TIME_EVERY_MS);
  }

  tellState() {
    const { current, params } = this.page.state;
    const run = current && sameParams(current.params, params) ? current : null;
    tellParent("state", { params: { ...params }, run: run?.state ?? "waiting", summary: run?.summary ?? null });
  }

  tellTime() {
    this.timer = 0;
    const { time_s, playing } = this.page.state;
    tellParent("time", { time_s: Math.round(time_s), playing });
  }

  /** The height that shows all panes at the present width. The map fills the rest, so its own height does not count. */
  tellHeight() {
    const heights = all("body > :not(.vh)").map((part) => (part.matches(".map") ? part.clientWidth * MAP_RATIO : part.offsetHeight || 0));
    const height = Math.ceil(heights.reduce((sum, height) => sum + height, 0));
    if (height === this.height) return;
    this.height = height;
    tellParent("resize", { height });
  }
}
