/** What stands over the timeline: the evenings of three regions as buttons that go there, and the time under the pointer. */

import { el, setText } from "../core/dom.js";
import { DAY_S, clamp, clock, lerp, num, weekday } from "../core/format.js";
import { momentOf, shownSpan } from "../core/state.js";
import { fill, text } from "../core/text.js";

/** @import { Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */

/** 21:00 on 20 May in New York, Shanghai and Berlin, as seconds of the UTC day. */
const EVENINGS = [
  { time_s: 1 * 3600, label: text.transport.americas },
  { time_s: 13 * 3600, label: text.transport.asia },
  { time_s: 19 * 3600, label: text.transport.europe },
];
/** From a mark to its label, and from one label to the next. */
const [LABEL_PX, GAP_PX] = [7, 10];

/** @typedef {{ time_s: number, label: string }} Mark */

export class Marks {
  /** @param {HTMLElement} scrub the element of the timeline @param {Page} page */
  constructor(scrub, { state, seek }) {
    this.state = state;
    this.seek = seek;
    this.time = el("span", { class: "hovertime", "data-testid": "time-under-pointer", hidden: "" });
    this.list = el("div", { class: "evenings" });
    this.root = el("div", { class: "marks" }, this.list, this.time);
    scrub.after(this.root);
    this.shown = "";
  }

  /** Labels that fit beside each other; the ticks of all. @param {Run | null} run @param {number} left @param {number} right @param {CanvasRenderingContext2D} c for the widths of labels @returns {number[]} places of the labelled marks */
  place(run, left, right, c) {
    const span_s = shownSpan(this.state);
    const fitting = [];
    let end = -GAP_PX;
    for (const mark of marksOf(run, span_s)) {
      const x = lerp(left, right, mark.time_s / span_s);
      const width = c.measureText(mark.label).width + LABEL_PX;
      const turned = x + width > right;
      const start = turned ? x - width : x;
      if (start < end + GAP_PX) continue;
      end = start + width;
      fitting.push({ ...mark, x, turned });
    }
    const shown = JSON.stringify(fitting);
    if (shown !== this.shown) this.list.replaceChildren(...fitting.map((mark) => this.button(mark)));
    this.shown = shown;
    return fitting.map(({ x }) => x);
  }

  /** Removes all labels, where there is no room for them. */
  clear() {
    this.list.replaceChildren();
    this.shown = "";
  }

  /** The arrow keys of the timeline do the same, so the buttons are no stops of the keyboard. @param {Mark & { x: number, turned: boolean }} mark */
  button({ label, time_s, x, turned }) {
    const go = () => this.seek(time_s);
    const button = el("button", { type: "button", tabindex: -1, class: turned ? "turned" : "", title: clock(time_s), onclick: go }, label);
    button.style.left = `${x}px`;
    return button;
  }

  /** Shows the time and the players under the pointer. @param {number | null} time_s @param {number} x @param {number} width of the timeline @param {Run | null} run */
  hover(time_s, x, width, run) {
    this.time.hidden = time_s === null;
    if (time_s === null) return;
    const day = shownSpan(this.state) > DAY_S ? `${weekday(time_s)} ` : "";
    const known = run && time_s <= run.shown_s;
    const players = known ? fill(text.transport.online, num(momentOf(run.results, time_s).ccu)) : "";
    setText(this.time, `${day}${clock(time_s)}${players}`);
    const half = this.time.offsetWidth / 2;
    this.time.style.left = `${clamp(x, half, width - half)}px`;
  }
}

/** @param {Run | null} run @param {number} span_s @returns {Mark[]} */
function marksOf(run, span_s) {
  const marks = [];
  for (let day_s = 0; day_s < span_s; day_s += DAY_S) {
    marks.push(...EVENINGS.map(({ time_s, label }) => ({ time_s: day_s + time_s, label })));
  }
  if (run?.state === "finished") marks.push({ time_s: quietest(run, span_s), label: text.transport.quietest });
  return marks.sort((a, b) => a.time_s - b.time_s);
}

/** @param {Run} run @param {number} span_s */
function quietest(run, span_s) {
  const points = run.results.scrub(288);
  return (points.indexOf(Math.min(...points)) / (points.length - 1)) * span_s;
}
