/** The menu of a chart: its data as CSV, its picture as PNG and SVG. Loaded when it is first opened. */

import { download } from "./download.js";
import { context, el, need } from "../core/dom.js";
import { RunChart } from "./run-chart.js";
import { fill, text } from "../core/text.js";

/** @import { Chart } from "./chart.js" */

const words = text.charts.menu;
/** Size of saved pictures, CSS pixels. */
const [WIDTH_PX, HEIGHT_PX] = [960, 480];
const SIZE = { width: WIDTH_PX, height: HEIGHT_PX };
const [MARGIN_PX, HEAD_PX, FOOT_PX] = [20, 44, 30];
/** Sharper than most screens, for articles. */
const SCALE = 2;

const menu = el("div", { id: "chart-menu", popover: "", "aria-label": words.label });

/** Opens the menu of a chart beside its button. @param {Chart} chart @param {HTMLElement} button */
export function openChartMenu(chart, button) {
  if (!menu.isConnected) document.body.append(menu);
  const item = (/** @type {string} */ label, /** @type {() => Promise<void> | void} */ act) =>
    el(
      "button",
      {
        type: "button",
        class: "btn",
        onclick: async () => {
          menu.hidePopover();
          button.focus();
          try {
            await act();
          } catch (error) {
            chart.page.notices.error(error);
          }
        },
      },
      label,
    );
  const series = chart instanceof RunChart && chart.series.length > 1 ? chart.series : [];
  const only = series.map((name) => {
    const isOnly = /** @type {RunChart} */ (chart).only === name;
    return item(fill(isOnly ? text.charts.all : text.charts.only, name), () => /** @type {RunChart} */ (chart).isolate(name));
  });
  menu.replaceChildren(
    ...only,
    item(words.csv, () => download(`${fileOf(chart)}.csv`, new Blob([chart.csv()], { type: "text/csv" }))),
    item(words.png, () => savePng(chart)),
    item(words.svg, () => saveSvg(chart)),
  );
  menu.showPopover();
  const { right, bottom } = button.getBoundingClientRect();
  menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`;
  menu.style.top = `${Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
  need("button", menu).focus();
}

/** The name of a chart's files. @param {Chart} chart */
const fileOf = (chart) =>
  `matchday-${chart
    .title()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;

/** @param {Chart} chart */
async function savePng(chart) {
  const { page } = chart;
  const { colors, font } = page.state.theme;
  const drawing = document.createElement("canvas");
  drawing.width = WIDTH_PX * SCALE;
  drawing.height = HEIGHT_PX * SCALE;
  chart.paint(drawing, { ...SIZE, dpr: SCALE });
  const canvas = document.createElement("canvas");
  canvas.width = (WIDTH_PX + 2 * MARGIN_PX) * SCALE;
  canvas.height = (HEIGHT_PX + HEAD_PX + FOOT_PX) * SCALE;
  const c = context(canvas);
  c.scale(SCALE, SCALE);
  c.fillStyle = colors.bg;
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.drawImage(drawing, MARGIN_PX, HEAD_PX, WIDTH_PX, HEIGHT_PX);
  c.textBaseline = "middle";
  c.fillStyle = colors.ink;
  c.font = `600 16px ${font}`;
  c.fillText(chart.title(), MARGIN_PX, HEAD_PX / 2 + 4);
  c.fillStyle = colors["ink-3"];
  c.font = `12px ${font}`;
  c.fillText(creditOf(chart), MARGIN_PX, HEAD_PX + HEIGHT_PX + FOOT_PX / 2, WIDTH_PX);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${fileOf(chart)}.png`, blob);
}

/** @param {Chart} chart */
async function saveSvg(chart) {
  /** @type {import("../core/types").SvgImage} */
  const image = { title: `${chart.title()}. ${creditOf(chart)}` };
  await chart.paintImage(image, { ...SIZE, dpr: 1 });
  if (image.svg) download(`${fileOf(chart)}.svg`, new Blob([image.svg], { type: "image/svg+xml" }));
}

/** Where a picture is from: with the digest others find the same run. @param {Chart} chart */
function creditOf({ page }) {
  const digest = page.state.current?.summary?.digest;
  return digest ? fill(words.credit, digest.slice(0, 8)) : text.title;
}
