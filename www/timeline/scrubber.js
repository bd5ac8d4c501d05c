/** The scrubber: the curve of players online over the days, with the marks of evenings and incidents. */

import { fit, growth, need } from "../core/dom.js";
import { DAY_S, clamp, clock, lerp, mod, two, weekday } from "../core/format.js";
import { shownSpan } from "../core/state.js";
import { activeIncidents, lengthOf } from "./incident.js";
import { Marks } from "./marks.js";

/** @import { Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { ChartTheme } from "../core/types" */

/** The bottom of the curve, as a share of its lowest point. From zero its waves would be too flat to see. */
const FLOOR = 0.75;
/** Least height with room for marks. */
const TALL_PX = 52;
/** From the edge of the element to the beginning of the scale. */
export const EDGE_PX = 6;
/** Hours from one label of the scale to the next: parts of a day, days, weeks. */
const HOUR_STEPS = [2, 3, 6, 12, 24, 48, 72, 168, 336];

/** The hours between two labels of a scale, so that labels stay apart. @param {number} hours of the whole scale @param {number} width its pixels */
function hourStep(hours, width) {
  const room = width < 400 ? 60 : 80;
  return HOUR_STEPS.find((step) => (width / hours) * step >= room) ?? hours;
}

export class Scrubber {
  /** @param {HTMLElement} element @param {Page} page */
  constructor(element, page) {
    const { state, seek } = page;
    this.element = element;
    this.marks = new Marks(element, page);
    /** The run whose curve is shown. @type {Run | null} */
    this.run = null;
    this.state = state;
    this.canvas = /** @type {HTMLCanvasElement} */ (need("canvas", element));
    /** The curve up to the simulated time. It is made again when data arrive. */
    this.curve = { path: new Path2D(), end: 0 };
    /** Place of the playhead. */
    this.x = NaN;
    /** The time on screen before a press. */
    let before_s = 0;
    const timeAt = (/** @type {PointerEvent} */ event) => {
      const { left, width } = element.getBoundingClientRect();
      const x = event.clientX - left;
      return { x, width, time_s: clamp((x - EDGE_PX) / (width - 2 * EDGE_PX), 0, 1) * shownSpan(state) };
    };
    const follow = (/** @type {PointerEvent} */ event) => seek(timeAt(event).time_s);
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      before_s = state.time_s;
      follow(event);
    });
    // The browser uses the touch for scrolling.
    element.addEventListener("pointercancel", () => seek(before_s));
    element.addEventListener("pointermove", (event) => {
      if (element.hasPointerCapture(event.pointerId)) follow(event);
      const { time_s, x, width } = timeAt(event);
      if (event.pointerType !== "touch") this.marks.hover(time_s, x, width, this.run);
    });
    element.addEventListener("pointerleave", () => this.marks.hover(null, 0, 0, null));
  }

  /**
   * @param {Run | null} run
   * @param {number} time_s
   * @param {ChartTheme} theme
   * @param {boolean} stale whether the curve has to be drawn again
   */
  draw(run, time_s, theme, stale) {
    const { c, w, h, dpr } = fit(this.canvas);
    if (w === 0) return;
    const span_s = shownSpan(this.state);
    this.run = run;
    if (stale) this.curve = curveOf(w, h, run, span_s);
    const frame = frameOf(w, h);
    const x = Math.round(lerp(frame.left, frame.right, time_s / span_s) * dpr) / dpr;
    if (x === this.x && !stale) return;
    this.x = x;
    c.clearRect(0, 0, w, h);
    const { path, end } = this.curve;
    // Coloured up to the playhead, grey after it.
    fillBetween(c, path, frame.left, x, h, theme.colors.playing, theme.dark ? 0.62 : 0.75);
    fillBetween(c, path, x, frame.right, h, theme.colors["ink-3"], theme.dark ? 0.4 : 0.36);
    if (run?.state === "running") hatch(c, end, frame, theme);
    drawScale(c, w, h, span_s, theme);
    drawIncidents(c, frame, run, span_s, theme);
    if (h >= TALL_PX) this.drawMarks(c, frame, run, theme);
    else this.marks.clear();
    drawPlayhead(c, x, frame, theme);
    this.element.setAttribute("aria-valuemax", String(span_s));
    this.element.setAttribute("aria-valuenow", String(Math.round(time_s)));
    this.element.setAttribute("aria-valuetext", `${span_s > DAY_S ? weekday(time_s) + " " : ""}${clock(time_s)} UTC`);
  }

  /** @param {CanvasRenderingContext2D} c @param {{ left: number, right: number, bottom: number }} frame @param {Run | null} run @param {ChartTheme} theme */
  drawMarks(c, { left, right, bottom }, run, theme) {
    c.font = `${11 * growth()}px ${theme.font}`;
    for (const x of this.marks.place(run, left, right, c)) {
      c.fillStyle = theme.colors["ink-2"];
      c.save();
      c.translate(x, 8);
      c.rotate(Math.PI / 4);
      c.fillRect(-2.6, -2.6, 5.2, 5.2);
      c.restore();
      c.strokeStyle = theme.colors.edge;
      c.lineWidth = 1;
      c.setLineDash([1, 2]);
      c.beginPath();
      c.moveTo(Math.round(x) + 0.5, 14);
      c.lineTo(Math.round(x) + 0.5, bottom);
      c.stroke();
      c.setLineDash([]);
    }
  }
}

/** @param {number} w @param {number} h */
const frameOf = (w, h) => ({ left: EDGE_PX, right: w - EDGE_PX, top: h < TALL_PX ? 4 : 20 * growth(), bottom: h - 14 * growth() });

/**
 * The curve up to the simulated time, and its end.
 * @param {number} w
 * @param {number} h
 * @param {Run | null} run
 * @param {number} span_s
 */
function curveOf(w, h, run, span_s) {
  const { left, right, top, bottom } = frameOf(w, h);
  const known = run ? clamp((run.shown_s + 1) / span_s, 0, 1) : 0;
  const end = lerp(left, right, known);
  const path = new Path2D();
  const points = run && known > 0 ? run.results.scrub(Math.max(2, Math.round(end - left))) : new Float32Array();
  if (points.length < 2) return { path, end };
  const highest = points.reduce((a, b) => Math.max(a, b), 1);
  const floor = points.reduce((a, b) => Math.min(a, b), highest) * FLOOR;
  path.moveTo(left, bottom);
  points.forEach((players, i) => {
    const y = lerp(bottom - 3, top + 2, (players - floor) / (highest - floor));
    path.lineTo(lerp(left, end, i / (points.length - 1)), y);
  });
  path.lineTo(end, bottom);
  path.closePath();
  return { path, end };
}

/**
 * Fills a path between two edges.
 * @param {CanvasRenderingContext2D} c
 * @param {Path2D} path
 * @param {number} from
 * @param {number} to
 * @param {number} h
 * @param {string} color
 * @param {number} alpha
 */
function fillBetween(c, path, from, to, h, color, alpha) {
  c.save();
  c.beginPath();
  c.rect(from, 0, to - from, h);
  c.clip();
  c.fillStyle = color;
  c.globalAlpha = alpha;
  c.fill(path);
  c.restore();
}

/**
 * Hatches the time that is not simulated yet.
 * @param {CanvasRenderingContext2D} c
 * @param {number} from
 * @param {{ right: number, top: number, bottom: number }} frame
 * @param {ChartTheme} theme
 */
function hatch(c, from, { right, top, bottom }, theme) {
  c.save();
  c.beginPath();
  c.rect(from, top, right - from, bottom - top);
  c.clip();
  c.strokeStyle = theme.colors.line;
  c.lineWidth = 1;
  c.beginPath();
  for (let x = from - 40; x < right; x += 7) {
    c.moveTo(x, bottom);
    c.lineTo(x + 40, top);
  }
  c.stroke();
  c.restore();
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {number} w
 * @param {number} h
 * @param {number} span_s
 * @param {ChartTheme} theme
 */
function drawScale(c, w, h, span_s, theme) {
  const { left, right, bottom } = frameOf(w, h);
  c.fillStyle = theme.colors.line;
  c.fillRect(left, bottom, right - left, 1);
  c.font = `${10.5 * growth()}px ${theme.font}`;
  c.textBaseline = "alphabetic";
  c.fillStyle = theme.colors["ink-3"];
  const hours = span_s / 3600;
  const step = hourStep(hours, right - left);
  for (let hour = 0; hour <= hours; hour += step) {
    const name = hours > 24 && hour % 24 === 0 && hour < hours ? weekday(hour * 3600) : two(hour === hours ? 24 : mod(hour, 24));
    c.textAlign = hour === 0 ? "left" : hour === hours ? "right" : "center";
    c.fillText(name, lerp(left, right, hour / hours), h - 2);
  }
}

/**
 * The time of each incident: outages as long as they last.
 * @param {CanvasRenderingContext2D} c
 * @param {{ left: number, right: number, top: number, bottom: number }} frame
 * @param {Run | null} run
 * @param {number} span_s
 * @param {ChartTheme} theme
 */
function drawIncidents(c, { left, right, top, bottom }, run, span_s, theme) {
  if (!run) return;
  c.fillStyle = theme.colors.bad;
  for (const incident of activeIncidents(run.params)) {
    const x = lerp(left, right, incident.time_s / span_s);
    const width = Math.max(2, ((right - left) * lengthOf(incident, run.params)) / span_s);
    c.globalAlpha = 0.3;
    c.fillRect(x, top, width, bottom - top);
    c.globalAlpha = 1;
    c.fillRect(x, bottom - 3, width, 3);
  }
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {number} x
 * @param {{ top: number, bottom: number }} frame
 * @param {ChartTheme} theme
 */
function drawPlayhead(c, x, { top, bottom }, theme) {
  c.fillStyle = theme.colors.bg;
  c.fillRect(x - 2.5, top - 4, 5, bottom - top + 5);
  c.fillStyle = theme.colors.ink;
  c.fillRect(x - 1, top - 4, 2, bottom - top + 5);
  c.beginPath();
  c.arc(x, Math.max(4.5, top - 4), 4.5, 0, 7);
  c.fill();
}
