/** The layers below the labels: land, latency bands, night, glow, and the colours of the dots. */

import { context, fit, resize } from "../core/dom.js";
import { clamp, lerp, mod } from "../core/format.js";

/** @import { ChartTheme, Land } from "../core/types" */
/** @import { View } from "./view.js" */

export const DATA_WIDTH = 360;
const DATA_HEIGHT = 180;
/** Pixels a degree of a picture of the world. */
export const FINE = 4;
const DEGREE = Math.PI / 180;
/** The sun of 20 May. */
const DECLINATION = 20 * DEGREE;
/** Sines of the heights of the sun at which the night begins and at which it is full. */
const [DAY, DEEP_NIGHT] = [Math.sin(3 * DEGREE), Math.sin(-12 * DEGREE)];
/** Cells of the night over the width of the map. */
const NIGHT_CELLS = 180;
/** Cells of the glow, CSS pixels. */
export const GLOW_CELL = 4;
const CROWDING_LEVELS = 16;

/** Every ring in one path, in degrees: x is longitude, y is latitude downwards. @param {Land} land */
export function landPath(land) {
  const path = new Path2D();
  for (const ring of land.flat()) {
    for (let i = 0; i < ring.length; i += 2) {
      if (i) path.lineTo(ring[i], -ring[i + 1]);
      else path.moveTo(ring[i], -ring[i + 1]);
    }
    path.closePath();
  }
  return path;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {Path2D} land
 * @param {ChartTheme} theme
 * @param {HTMLCanvasElement | null} bands
 */
export function drawBase(canvas, view, land, theme, bands) {
  const { c, w, h, dpr } = fit(canvas);
  const { colors } = theme;
  c.fillStyle = colors.ocean;
  c.fillRect(0, 0, w, h);
  const scale = view.scale * dpr;
  // Shores are unwrapped, so one copy on either side closes the world.
  for (const turn of [-360, 0, 360]) {
    const left = view.left - turn;
    if (left > 200 || left + w / view.scale < -200) continue;
    c.save();
    c.setTransform(scale, 0, 0, scale, -left * scale, view.top * scale);
    c.fillStyle = colors.land;
    c.fill(land, "evenodd");
    if (bands) {
      // The pattern repeats around the world without an edge.
      const pattern = c.createPattern(bands, "repeat-x");
      pattern?.setTransform(new DOMMatrix([360 / bands.width, 0, 0, 180 / bands.height, -180, -90]));
      c.fillStyle = pattern ?? colors.land;
      c.fill(land, "evenodd");
    }
    c.strokeStyle = colors.coast;
    c.lineWidth = 0.6 / view.scale;
    c.lineJoin = "round";
    c.stroke(land);
    c.restore();
  }
}

/**
 * A picture of the whole world with three bands: to `ideal`, to `expanded`, beyond.
 * @param {Uint8Array} rtt 360 x 180, ms, row 0 in the north; 0 = no data
 * @param {number} ideal_ms
 * @param {number} expanded_ms
 * @param {ChartTheme} theme
 */
export function drawBands(rtt, ideal_ms, expanded_ms, theme) {
  const { near, mid, far } = theme.colors;
  const alphas = theme.dark ? [78, 62, 120] : [70, 70, 120];
  const words = [near, mid, far].map((color, band) => word(rgb(color), alphas[band]));
  return paintWorld((x, y) => {
    const ms = between(rtt, (x + 0.5) / FINE - 0.5, (y + 0.5) / FINE - 0.5);
    return ms > 0 ? words[ms <= ideal_ms ? 0 : ms <= expanded_ms ? 1 : 2] : 0;
  });
}

/** A picture of the whole world. @param {(x: number, y: number) => number} color of a pixel; 0 is none */
export function paintWorld(color) {
  const [width, height] = [DATA_WIDTH * FINE, DATA_HEIGHT * FINE];
  const canvas = document.createElement("canvas");
  resize(canvas, width, height);
  const c = context(canvas);
  const image = c.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * width + x] = color(x, y);
  c.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Bilinear over the cells that have data.
 * @param {Uint8Array} rtt
 * @param {number} x cells
 * @param {number} y cells
 */
export function between(rtt, x, y) {
  const [x0, y0] = [Math.floor(x), clamp(Math.floor(y), 0, DATA_HEIGHT - 2)];
  const [fx, fy] = [x - x0, clamp(y - y0, 0, 1)];
  const [left, right] = [mod(x0, DATA_WIDTH), mod(x0 + 1, DATA_WIDTH)];
  const row = y0 * DATA_WIDTH;
  const [a, b, c, d] = [rtt[row + left], rtt[row + right], rtt[row + DATA_WIDTH + left], rtt[row + DATA_WIDTH + right]];
  if (a && b && c && d) return lerp(lerp(a, b, fx), lerp(c, d, fx), fy);
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  let [sum, weight] = [0, 0];
  [a, b, c, d].forEach((ms, corner) => {
    if (!ms) return;
    sum += ms * weights[corner];
    weight += weights[corner];
  });
  return weight > 0 ? sum / weight : 0;
}

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
  const c = stretchCanvas(canvas, columns, rows, -cell / 2, cell);
  const image = c.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const shades = shadesOf(rgb(theme.colors.night), 255 * Number(theme.colors["night-a"]));
  const [sinSun, cosSun] = [Math.sin(DECLINATION), Math.cos(DECLINATION)];
  const noon = 180 - time_s / 240;
  const step = cell / view.scale;
  const cosines = Float64Array.from({ length: columns }, (_, x) => Math.cos((view.left + x * step - noon) * DEGREE));
  for (let y = 0, o = 0; y < rows; y++) {
    const lat = (view.top - y * step) * DEGREE;
    const [a, k] = [Math.sin(lat) * sinSun, Math.cos(lat) * cosSun];
    for (const cosine of cosines) {
      const sine = a + k * cosine;
      // By day and by night there is nothing to work out.
      const dark = sine > DAY ? 0 : sine < DEEP_NIGHT ? 1 : (3 - Math.asin(sine) / DEGREE) / 15;
      pixels[o++] = shades[Math.floor(255 * dark * dark * (3 - 2 * dark))];
    }
  }
  c.putImageData(image, 0, 0);
}

/**
 * Draws the density of players as light, or as ink on a light page: one byte per cell.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} density
 * @param {number} columns
 * @param {number} rows
 * @param {ChartTheme} theme
 */
export function drawGlow(canvas, density, columns, rows, theme) {
  if (columns === 0 || rows === 0) return;
  const c = stretchCanvas(canvas, columns, rows, 0, GLOW_CELL);
  const image = c.createImageData(columns, rows);
  const shades = glowShades(theme);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < density.length; i++) pixels[i] = shades[density[i]];
  c.putImageData(image, 0, 0);
}

/** A colour at 256 opacities, none to `strongest`. @param {number[]} color @param {number} strongest */
const shadesOf = (color, strongest) => Uint32Array.from({ length: 256 }, (_, i) => word(color, (strongest * i) / 255));

/**
 * Light is screened over dark land, ink multiplied with light land. Here as a plain colour that comes to the same on land: a blend
 * mode makes the browser blend the whole map apart, in every frame.
 * @param {ChartTheme} theme
 */
function glowShades({ colors, dark }) {
  const [glow, land] = [rgb(colors.playing), rgb(colors.land)];
  if (!dark) {
    const ink = glow.map((channel, i) => (channel * land[i]) / 255);
    return shadesOf(ink, 105);
  }
  const brightest = Math.max(...glow);
  const light = glow.map((channel, i) => land[i] + (channel * (255 - land[i])) / brightest);
  return shadesOf(light, (120 * brightest) / 255);
}

/**
 * Lays a canvas of few pixels over the map.
 * @param {HTMLCanvasElement} canvas
 * @param {number} columns
 * @param {number} rows
 * @param {number} offset CSS pixels of its corner
 * @param {number} cell CSS pixels of one of its pixels
 */
function stretchCanvas(canvas, columns, rows, offset, cell) {
  resize(canvas, columns, rows);
  const { style } = canvas;
  style.left = style.top = `${offset}px`;
  style.width = `${columns * cell}px`;
  style.height = `${rows * cell}px`;
  return context(canvas);
}

/** The colours of all states and densities, one pixel each: light on a dark page, ink on a light one. @param {ChartTheme} theme */
export function palette({ colors, dark }) {
  const words = new Uint32Array(3 * CROWDING_LEVELS);
  ["playing", "between", "searching"].forEach((name, state) => {
    const color = rgb(colors[name]);
    const hot = dark ? [250, 253, 255] : color.map((channel) => channel * 0.34);
    const most = [dark ? 0.6 : 0.75, 0.2, 0][state];
    for (let level = 0; level < CROWDING_LEVELS; level++) {
      const mix = most * (level / (CROWDING_LEVELS - 1)) ** 0.8;
      const alpha = 255 * lerp(dark ? 0.66 : 0.62, 1, clamp(level / 4, 0, 1));
      words[state * CROWDING_LEVELS + level] = word(
        color.map((channel, i) => lerp(channel, hot[i], mix)),
        alpha,
      );
    }
  });
  return words;
}

/** A pixel of an ImageData, little-endian. @param {number[]} color red, green, blue @param {number} alpha 0 to 255 */
export const word = ([r, g, b], alpha) => ((alpha << 24) | (b << 16) | (g << 8) | (r & 255)) >>> 0;

/** @param {string} color `#rrggbb` */
export function rgb(color) {
  const value = parseInt(color.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
