/** Play, pause, speed, clock and scrubber. The day plays only after a press on play. */

import { all, need, setText } from "../core/dom.js";
import { DAY_S, clamp, clock, dateOf, duration, num, weekday } from "../core/format.js";
import { Scrubber } from "./scrubber.js";
import { onScreen, shownSpan, shownTime } from "../core/state.js";
import { fill, text } from "../core/text.js";

/** @import { Change } from "../core/page-state" */
/** @import { Page } from "../ui/page" */

const SPEEDS = [1, 10, 60, 300, 600, 1800, 3600, 14_400, 86_400];
/** Real time between steps with reduced motion. */
const CALM_STEP_S = 0.5;
/** Most real time in one step: after a pause of the tab, the day does not jump. */
const LONGEST_FRAME_S = 0.1;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Elements that use the keys themselves. */
const OWN_KEYS = "input, select, textarea, button, summary, dialog, canvas, a, .player";

export class Transport {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    const element = need(".scrub", root);
    this.scrubber = new Scrubber(element, page);
    this.button = /** @type {HTMLButtonElement} */ (need(".play", root));
    this.button.addEventListener("click", () => this.play(!page.state.playing));
    this.utc = need(".clock b", root);
    this.zone = need(".clock small", root);
    this.local = need(".clock > span", root);
    this.speeds = all(".speed", root);
    for (const speed of this.speeds) this.listenToSpeed(speed);
    /** Whether the day plays, as the button shows it. */
    this.plays = false;
    this.lastFrame = 0;
    /** Seconds that have passed since the last shown step. */
    this.unshown_s = 0;
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(([resized]) => page.update({ resized })).observe(element);
  }

  /** @param {HTMLElement} root */
  listenToSpeed(root) {
    const { state, update } = this.page;
    const input = /** @type {HTMLInputElement} */ (need("input", root));
    const set = (/** @type {number} */ speed) => {
      update({ speed: clamp(speed, 1, DAY_S) });
      this.showSpeed();
    };
    input.addEventListener("change", () => set(Number(input.value.replace(/[^\d.]/g, "")) || state.speed));
    const [slower, faster] = all("button", root);
    slower.addEventListener("click", () => set(SPEEDS.findLast((speed) => speed < state.speed) ?? 1));
    faster.addEventListener("click", () => set(SPEEDS.find((speed) => speed > state.speed) ?? DAY_S));
    this.showSpeed();
  }

  showSpeed() {
    const { speed } = this.page.state;
    for (const root of this.speeds) {
      const input = /** @type {HTMLInputElement} */ (need("input", root));
      input.value = `${num(speed)}×`;
      setText(need(":scope > span", root), fill(text.transport.dayIn, duration(DAY_S / speed)));
    }
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.followState();
    const stale = ["data", "runs", "theme", "size"].some((change) => changed.has(/** @type {Change} */ (change)));
    if (!stale && !changed.has("time") && !changed.has("params")) return;
    const { state } = this.page;
    const time_s = shownTime(state);
    this.showClock(time_s);
    const { current, baseline } = state;
    const run = current && current.shown_s >= 0 ? current : (baseline ?? current);
    this.scrubber.draw(run, time_s, state.theme, stale);
  }

  /** @param {number} time_s */
  showClock(time_s) {
    const { local, localSame, utc } = text.transport;
    const shift_s = -dateOf(DAY_S / 2).getTimezoneOffset() * 60;
    setText(this.utc, clock(time_s));
    setText(this.zone, shownSpan(this.page.state) > DAY_S ? `${weekday(time_s)} ${utc}` : utc);
    setText(this.local, shift_s ? fill(local, clock(time_s + shift_s)) : localSame);
  }

  /** @param {boolean} on */
  play(on) {
    this.page.update({ playing: on });
    // A figure out of sight draws no frames.
    this.followState();
  }

  /** Starts or ends playing, also where another part of the page has asked for it. */
  followState() {
    const { state, seek } = this.page;
    const on = state.playing;
    if (this.plays === on) return;
    this.plays = on;
    this.showSpeed();
    this.button.classList.toggle("on", on);
    this.button.setAttribute("aria-label", on ? text.transport.pause : text.transport.play);
    if (!on) return;
    // At the end, play starts again.
    if (state.time_s >= shownSpan(state) - 1) seek(0);
    this.lastFrame = performance.now();
    requestAnimationFrame((now) => this.step(now));
  }

  /** @param {number} now */
  step(now) {
    const { state, seek } = this.page;
    if (!state.playing) return;
    this.unshown_s += clamp((now - this.lastFrame) / 1000, 0, LONGEST_FRAME_S);
    this.lastFrame = now;
    if (!calm.matches || this.unshown_s >= CALM_STEP_S) {
      const shown = onScreen(state);
      // Playing waits until the run has reached this time.
      const waits = shown && shown.time_s < state.time_s && shown.run.state === "running";
      if (!waits) seek(state.time_s + this.unshown_s * state.speed);
      this.unshown_s = 0;
      if (state.time_s >= shownSpan(state) - 1) this.play(false);
    }
    requestAnimationFrame((next) => this.step(next));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) return;
    const { state, seek } = this.page;
    const step_s = event.shiftKey ? 3600 : 60;
    if (event.key === " ") this.button.click();
    else if (event.key === "ArrowLeft") seek(state.time_s - step_s);
    else if (event.key === "ArrowRight") seek(state.time_s + step_s);
    else if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(Infinity);
    else return;
    event.preventDefault();
  }
}
