/** Play, pause, speed, clock and scrubber. Nothing plays before the reader presses play. */

import { el, setText } from "./dom.js";
import { DAY_S, clamp, clock, duration, num, weekday } from "./format.js";
import { icon } from "./icons.js";
import { Scrubber } from "./scrubber.js";
import { onScreen, shownSpan } from "./state.js";
import { text } from "./text.js";

/** @import { Change, PageState } from "./types" */
/** @import { Stage } from "./state.js" */
/** @import { Theme } from "./theme.js" */

const SPEEDS = [1, 10, 60, 300, 600, 1800, 3600, 14_400, 86_400];
/** With reduced motion the day is shown in steps. */
const CALM_STEP_MS = 500;
/** A tab that slept does not jump. */
const LONGEST_FRAME_S = 0.1;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Elements that use the keys themselves. */
const OWN_KEYS = "input, select, textarea, button, summary, dialog, [role=slider], canvas";

export class Transport {
  /**
   * @param {HTMLElement} root
   * @param {PageState} state
   * @param {Stage} stage
   * @param {Theme} theme
   */
  constructor(root, state, stage, theme) {
    this.state = state;
    this.stage = stage;
    this.theme = theme;
    const words = text.transport;
    this.button = el("button", { type: "button", class: "play", onclick: () => this.play(!state.playing) });
    this.utc = el("b");
    this.zone = el("small");
    this.local = el("span");
    this.speed = el("input", { "aria-label": words.speed, inputmode: "numeric", onchange: () => this.typeSpeed() });
    this.dayIn = el("span");
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ next) =>
      el("button", { type: "button", "aria-label": label, onclick: () => this.setSpeed(next()) }, sign);
    const slower = step("−", words.slower, () => SPEEDS.findLast((speed) => speed < state.speed) ?? SPEEDS[0]);
    const faster = step("+", words.faster, () => SPEEDS.find((speed) => speed > state.speed) ?? DAY_S);
    this.scrubber = new Scrubber(state, (time_s) => this.seek(time_s));
    root.append(
      this.button,
      el("div", { class: "clock" }, el("div", {}, this.utc, this.zone), this.local),
      el("div", { class: "speed" }, el("div", { class: "in" }, slower, this.speed, faster), this.dayIn),
      this.scrubber.element,
    );
    this.lastFrame = 0;
    this.unshown_s = 0;
    this.setSpeed(state.speed);
    this.showButton();
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => stage.changed("size")).observe(this.scrubber.element);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const stale = ["data", "runs", "theme", "size"].some((change) => changed.has(/** @type {Change} */ (change)));
    if (!stale && !changed.has("time") && !changed.has("params")) return;
    const shown = onScreen(this.state);
    const time_s = shown?.time_s ?? this.state.time_s;
    this.showClock(time_s);
    const { current, ghost } = this.state;
    const run = current && current.recording.shown_s() >= 0 ? current : (ghost ?? current);
    this.scrubber.draw(run, time_s, this.theme.current, stale);
  }

  /** @param {number} time_s */
  showClock(time_s) {
    const shift_s = -new Date("2026-05-20T12:00").getTimezoneOffset() * 60;
    setText(this.utc, clock(time_s));
    setText(this.zone, shownSpan(this.state) > DAY_S ? `${weekday(time_s)} ${text.transport.utc}` : text.transport.utc);
    setText(this.local, shift_s ? text.transport.local(clock(time_s + shift_s)) : text.transport.localSame);
  }

  /** @param {number} time_s */
  seek(time_s) {
    this.state.time_s = clamp(time_s, 0, shownSpan(this.state) - 1);
    this.stage.changed("time");
  }

  /** @param {boolean} on */
  play(on) {
    if (this.state.playing === on) return;
    this.state.playing = on;
    this.showButton();
    if (!on) return;
    // At the end, play starts again.
    if (this.state.time_s >= shownSpan(this.state) - 1) this.seek(0);
    this.lastFrame = performance.now();
    requestAnimationFrame((now) => this.step(now));
  }

  /** @param {number} now */
  step(now) {
    if (!this.state.playing) return;
    const { state } = this;
    this.unshown_s += Math.min(LONGEST_FRAME_S, (now - this.lastFrame) / 1000) * state.speed;
    this.lastFrame = now;
    if (!calm.matches || this.unshown_s >= (CALM_STEP_MS / 1000) * state.speed) {
      const shown = onScreen(state);
      // Playing waits for a run that has not come so far.
      const waiting = shown && shown.time_s < state.time_s && shown.run.state === "running";
      if (!waiting) this.seek(state.time_s + this.unshown_s);
      this.unshown_s = 0;
      if (state.time_s >= shownSpan(state) - 1) this.play(false);
    }
    requestAnimationFrame((next) => this.step(next));
  }

  showButton() {
    const { playing } = this.state;
    this.button.replaceChildren(icon(playing ? "pause" : "play"));
    this.button.setAttribute("aria-label", playing ? text.transport.pause : text.transport.play);
  }

  typeSpeed() {
    this.setSpeed(Number(this.speed.value.replace(/[^\d.]/g, "")) || this.state.speed);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.state.speed = clamp(speed, 1, DAY_S);
    this.speed.value = `${num(this.state.speed)}×`;
    setText(this.dayIn, text.transport.dayIn(duration(DAY_S / this.state.speed)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    const onScrubber = this.scrubber.element === target;
    if (target.closest(OWN_KEYS) && !onScrubber) return;
    const { time_s } = this.state;
    const step_s = event.shiftKey ? 3600 : 60;
    if (event.key === " ") this.play(!this.state.playing);
    else if (event.key === "ArrowLeft") this.seek(time_s - step_s);
    else if (event.key === "ArrowRight") this.seek(time_s + step_s);
    else if (event.key === "Home") this.seek(0);
    else if (event.key === "End") this.seek(Infinity);
    else return;
    event.preventDefault();
  }
}
