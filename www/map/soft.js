/** The two soft layers, night and glow: tiny canvases that the compositor stretches. */

import { context } from "../dom.js";
import { clamp } from "../format.js";
import { rgb } from "./base.js";

/** @import { ChartTheme } from "../types" */
/** @import { View } from "./view.js" */

const DEGREE = Math.PI / 180;
/** The sun of 20 May. */
const DECLINATION = 20 * DEGREE;
/** Cells of the night over the width of the map. */
const NIGHT_CELLS = 180;

/**
 * Darkness by the height of the sun: none at +3 degrees, full at -12.
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {number} time_s
 * @param {ChartTheme} theme
 */
export function drawNight(canvas, view, time_s, theme) {
  const cell = view.width / NIGHT_CELLS;
  const [columns, rows] = [NIGHT_CELLS + 1, Math.ceil(view.height / cell) + 1];
  // The middle of a cell is its sample, so the picture starts half a cell outside.
  const c = stretch(canvas, columns, rows, -cell / 2, cell);
  const image = c.createImageData(columns, rows);
  const [r, g, b] = rgb(theme.colors.night);
  const deepest = 255 * Number(theme.colors["night-a"]);
  const [sinSun, cosSun] = [Math.sin(DECLINATION), Math.cos(DECLINATION)];
  const noon = 180 - time_s / 240;
  const step = cell / view.scale;
  for (let y = 0, o = 0; y < rows; y++) {
    const lat = (view.top - y * step) * DEGREE;
    const [a, k] = [Math.sin(lat) * sinSun, Math.cos(lat) * cosSun];
    for (let x = 0; x < columns; x++, o += 4) {
      const height = Math.asin(clamp(a + k * Math.cos((view.left + x * step - noon) * DEGREE), -1, 1)) / DEGREE;
      const dark = clamp((3 - height) / 15, 0, 1);
      image.data[o] = r;
      image.data[o + 1] = g;
      image.data[o + 2] = b;
      image.data[o + 3] = deepest * dark * dark * (3 - 2 * dark);
    }
  }
  c.putImageData(image, 0, 0);
}

/**
 * The crowd as light (or ink), one byte a cell of `cell` CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} crowd
 * @param {number} columns
 * @param {number} rows
 * @param {number} cell
 * @param {ChartTheme} theme
 */
export function drawGlow(canvas, crowd, columns, rows, cell, theme) {
  if (columns === 0 || rows === 0) return;
  const c = stretch(canvas, columns, rows, 0, cell);
  const image = c.createImageData(columns, rows);
  const [r, g, b] = rgb(theme.colors.playing);
  const strongest = (theme.dark ? 120 : 105) / 255;
  for (let i = 0, o = 0; i < crowd.length; i++, o += 4) {
    image.data[o] = r;
    image.data[o + 1] = g;
    image.data[o + 2] = b;
    image.data[o + 3] = crowd[i] * strongest;
  }
  c.putImageData(image, 0, 0);
}

/**
 * Lays a canvas of few pixels over the map.
 * @param {HTMLCanvasElement} canvas
 * @param {number} columns
 * @param {number} rows
 * @param {number} offset CSS pixels of its corner
 * @param {number} cell CSS pixels of one of its pixels
 */
function stretch(canvas, columns, rows, offset, cell) {
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  const { style } = canvas;
  style.left = style.top = `${offset}px`;
  style.width = `${columns * cell}px`;
  style.height = `${rows * cell}px`;
  return context(canvas);
}
