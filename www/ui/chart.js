/** What every chart is: a drawing by the engine, marks over it, a reading by pointer and keys, and a table for screen readers. */

import { all, el, fit, growth, icon, need, pixelRatio, setText, watchSight } from "../core/dom.js";
import { clamp, lerp } from "../core/format.js";
import { usePart } from "../core/lazy.js";
import { fill, text } from "../core/text.js";
import { tableRow } from "./table.js";

/** @import { ChartPage as Page } from "./page" */
/** @import { Axes, Places, SvgImage } from "../core/types" */

/** The size of a drawing in pixels of the engine, and device pixels for each. @typedef {{ width: number, height: number, dpr: number }} Size */

/** The area of a plot in CSS pixels: the engine's are larger on large screens. @param {Axes} axes @returns {Axes} */
function grown(axes) {
  const by = growth();
  const { left, right, top, bottom } = axes;
  return { ...axes, left: left * by, right: right * by, top: top * by, bottom: bottom * by };
}

/** The common part of all charts. @template {Page} [P=Page] what it needs of the page */
export class Chart {
  /** @param {HTMLElement} root @param {P} page */
  constructor(root, page) {
    this.page = page;
    this.root = root;
    this.plot = need(".plot", root);
    const [canvas, surface] = /** @type {HTMLCanvasElement[]} */ (all("canvas", root));
    this.canvas = canvas;
    this.surface = surface;
    this.read = need(".read", root);
    this.body = need("tbody", root);
    /** Where the parts of the drawing are, in pixels of the engine. @type {Places | null} */
    this.places = null;
    /** The area of the plot in the drawing. @type {Axes | null} */
    this.axes = null;
    /** The times between which the pointer drags. @type {[number, number] | null} */
    this.brush = null;
    /** The state that the marks were last drawn for: most frames of a playing day move them by less than a pixel. */
    this.lines = "";
    new ResizeObserver(([resized]) => page.update({ resized })).observe(this.plot);
    this.seen = watchSight(this.plot, () => this.mark());
    this.surface.addEventListener("pointermove", (event) => {
      if (!this.axes) return;
      const { left, right, top, bottom, x0, x1, y0, y1 } = this.axes;
      const box = this.surface.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left - left) / (right - left), (event.clientY - box.top - bottom) / (top - bottom)];
      this.point(clamp(lerp(x0, x1, x), x0, x1), clamp(lerp(y0, y1, y), y0, y1));
    });
    for (const kind of ["pointerleave", "blur"]) this.surface.addEventListener(kind, () => this.point(null, null));
    this.surface.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.moveCursor(step, event.shiftKey);
      page.say(this.readCursor());
    });
    if (!document.body.classList.contains("embed")) need("figcaption", root).append(this.makeMenuButton());
  }

  /** The button that saves the chart. */
  makeMenuButton() {
    const open = () =>
      usePart(
        this.page,
        () => import("./chart-menu.js"),
        ({ openChartMenu }) => openChartMenu(this, button),
      );
    const button = el("button", { type: "button", class: "btn icon chartmenu", "aria-haspopup": "true", onclick: open }, icon("more"));
    button.setAttribute("aria-label", fill(text.charts.save, this.title()));
    return button;
  }

  /** The name of the chart. */
  title() {
    return (this.root.querySelector("h3, caption")?.textContent ?? "").trim();
  }

  /** Draws the chart on a canvas. @param {HTMLCanvasElement} _canvas @param {Size} _size @returns {Places | null} */
  paint(_canvas, _size) {
    return null;
  }

  /** Draws the chart as an SVG image, which only the lab's module can. @param {SvgImage} _image @param {Size} _size */
  async paintImage(_image, _size) {}

  /** The data of the chart as CSV: the table behind it. */
  csv() {
    const rows = [...this.root.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
    return csvOf(rows);
  }

  /** Draws the playhead and the pointer. */
  mark() {}

  /** Called with the place of the pointer, in the units of the axes. @param {number | null} _x @param {number | null} _y */
  point(_x, _y) {}

  /** Moves the cursor by keys. @param {number} _step @param {boolean} _far */
  moveCursor(_step, _far) {}

  /** Draws the chart again. */
  redraw() {}

  /** The text at the right of the title. */
  readCursor() {
    return "";
  }

  /**
   * Playhead and pointer, on their own canvas, so that the chart is not drawn again.
   * @param {number | null} playhead
   * @param {number | null} pointer
   * @param {number} [value] height of the dot at which the playhead ends; without it, the playhead ends at the top
   * @param {[x: number, y: number] | null} [cell] the cell under the pointer in a heat map
   */
  drawLines(playhead, pointer, value, cell = null) {
    if (!this.axes || !this.seen()) return;
    const { left, right, top, bottom, x0, x1, y0, y1 } = this.axes;
    const high = value === undefined ? top - 6 : lerp(bottom, top, (value - y0) / (y1 - y0));
    const { colors } = this.page.state.theme;
    const placeOf = (/** @type {number} */ at) => Math.round(lerp(left, right, (at - x0) / (x1 - x0))) + 0.5;
    const place = (/** @type {number | null} */ at) => at !== null && at >= x0 && at <= x1 && placeOf(at);
    const [head, point] = [place(playhead), place(pointer)];
    const brush = this.brush?.map(placeOf) ?? [];
    setText(this.read, this.readCursor());
    const lines = [head, high, point, brush, left, right, bottom, cell, pixelRatio(), colors.ink].join();
    if (this.lines === lines) return;
    this.lines = lines;
    const { c, w, h } = fit(this.surface);
    c.clearRect(0, 0, w, h);
    const line = (
      /** @type {number | false} */ x,
      /** @type {number} */ from,
      /** @type {string} */ color,
      /** @type {number[]} */ dash,
    ) => {
      if (x === false) return;
      c.strokeStyle = c.fillStyle = color;
      c.setLineDash(dash);
      c.beginPath();
      c.moveTo(x, from);
      c.lineTo(x, bottom);
      c.stroke();
      c.beginPath();
      if (from > top) c.arc(x, from, 3.5, 0, 7);
      c.fill();
    };
    c.fillStyle = colors.accent;
    c.globalAlpha = 0.2;
    if (brush.length) c.fillRect(brush[0], top, brush[1] - brush[0], bottom - top);
    c.globalAlpha = 1;
    line(head, high, colors.ink, []);
    line(point, top - 6, colors["ink-2"], [2, 2]);
    if (!cell) return;
    c.strokeStyle = colors.ink;
    c.setLineDash([]);
    const [width, height] = [(right - left) / (x1 - x0), (bottom - top) / (y1 - y0)];
    c.strokeRect(left + cell[0] * width, bottom - (cell[1] + 1) * height, width, height);
  }

  /** Fills the table. @param {string[][]} rows the first cell of each is its heading */
  fillTable(rows) {
    this.body.replaceChildren(...rows.map((cells) => tableRow(cells)));
  }

  /** Draws the chart on the page. */
  paintPlot() {
    const by = growth();
    const size = { width: this.plot.clientWidth / by, height: this.plot.clientHeight / by, dpr: pixelRatio() * by };
    this.places = this.paint(this.canvas, size);
    this.axes = this.places && grown(this.places.axes);
  }
}

/** Rows as CSV. Numbers lose what makes them easy to read. @param {(string | number | null)[][]} rows */
export function csvOf(rows) {
  const cell = (/** @type {string | number | null} */ value) => {
    const plain = typeof value === "string" ? value.replaceAll(/(?<=\d),(?=\d{3})/g, "").replace(/\u00a0.*$/, "") : value;
    const shown = plain === null || plain === "–" ? "" : String(plain).replace("\u2212", "-");
    return /[",\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}
