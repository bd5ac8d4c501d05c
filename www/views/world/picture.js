/** The map as a picture, with a line that describes it. */

import { all, context, pixelRatio } from "../../core/dom.js";
import { clock, num } from "../../core/format.js";
import { onScreen } from "../../core/state.js";
import { text } from "../../core/text.js";
import { text as worldText } from "./text.js";

/** @import { Entry } from "./layers.js" */
/** @import { Tools } from "./tools.js" */

const FOOT_PX = 34;
const MARGIN_PX = 12;

/**
 * @param {Tools} tools
 * @param {{ title: string, entries: Entry[] } | null} legend of what colours the land
 * @returns {Promise<Blob | null>} a PNG image, as sharp as the screen
 */
export function picture({ map, page }, legend) {
  const { width, height } = map.view;
  const lines = legend ? 2 : 1;
  const canvas = document.createElement("canvas");
  const dpr = pixelRatio();
  canvas.width = Math.round(width * dpr);
  canvas.height = Math.round((height + lines * FOOT_PX) * dpr);
  const c = context(canvas);
  c.scale(dpr, dpr);
  const { colors } = page.state.theme;
  c.fillStyle = colors.bg;
  c.fillRect(0, 0, width, height + lines * FOOT_PX);
  drawMap(c, map.root, width, height);
  c.textBaseline = "middle";
  drawTitle(c, page, width, height + FOOT_PX / 2);
  if (legend) drawLegend(c, page, legend, height + FOOT_PX * 1.5);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Draws all layers with their places on the page. @param {CanvasRenderingContext2D} c @param {HTMLElement} root @param {number} width @param {number} height */
export function drawMap(c, root, width, height) {
  c.save();
  c.beginPath();
  c.rect(0, 0, width, height);
  c.clip();
  const origin = root.getBoundingClientRect();
  for (const layer of /** @type {HTMLCanvasElement[]} */ (all("canvas", root))) {
    const box = layer.getBoundingClientRect();
    if (layer.hidden || box.width === 0 || layer.width === 0) continue;
    const blend = getComputedStyle(layer).mixBlendMode;
    c.globalCompositeOperation = blend === "normal" ? "source-over" : /** @type {GlobalCompositeOperation} */ (blend);
    c.drawImage(layer, box.left - origin.left, box.top - origin.top, box.width, box.height);
  }
  c.restore();
}

/** @param {CanvasRenderingContext2D} c @param {import("../../ui/page").WorldPage} page @param {number} width @param {number} y */
function drawTitle(c, { state }, width, y) {
  const { colors, font } = state.theme;
  const shown = onScreen(state);
  const sites = shown?.run.sites.filter(({ active }) => active).length ?? 0;
  c.font = `600 13px ${font}`;
  c.fillStyle = colors.ink;
  c.fillText(worldText.tools.brand, MARGIN_PX, y);
  const from = MARGIN_PX * 2 + c.measureText(worldText.tools.brand).width;
  c.font = `12px ${font}`;
  c.fillStyle = colors["ink-2"];
  const about = `${clock(shown?.time_s ?? state.time_s)} ${text.transport.utc}, ${num(sites)} ${worldText.tools.datacenters}`;
  c.fillText(about, from, y, width - from - MARGIN_PX);
}

/** @param {CanvasRenderingContext2D} c @param {import("../../ui/page").WorldPage} page @param {{ title: string, entries: Entry[] }} legend @param {number} y */
function drawLegend(c, { state }, { title, entries }, y) {
  const { colors, font } = state.theme;
  c.font = `12px ${font}`;
  let x = MARGIN_PX;
  const write = (/** @type {string} */ words) => {
    c.fillStyle = colors["ink-2"];
    c.fillText(words, x, y);
    x += c.measureText(words).width + MARGIN_PX;
  };
  write(title);
  for (const { color, name } of entries) {
    c.fillStyle = color;
    c.fillRect(x, y - 5, 14, 10);
    x += 19;
    write(name);
  }
}
