/** Records the map of the shown days as a video, with the link and the digest of the run in its corner. */

import { download } from "../../ui/download.js";
import { makeDialog } from "../../ui/dialog.js";
import { context, el, setText } from "../../core/dom.js";
import { DAY_S, clock, firstDay, num, weekday } from "../../core/format.js";
import { onScreen, shownMoment, shownSpan } from "../../core/state.js";
import { fill, text } from "../../core/text.js";
import { drawMap } from "./picture.js";
import { text as worldText } from "./text.js";

/** @import { Tools } from "./tools.js" */

const words = worldText.video;
/** @type {[width: number, height: number][]} */
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [1080, 1080],
];
const LENGTHS_S = [10, 20, 60];
const FRAMES_A_SECOND = 30;
const BITS_A_SECOND = 8e6;
/** What browsers record, first what most of them can play too. */
const TYPES = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];
/** The line below the map, as a share of the height. */
const FOOT = 0.09;

/** @type {VideoDialog | undefined} */
let only;

/** @param {Tools} tools */
export function openVideo(tools) {
  only ??= new VideoDialog(tools);
  only.root.showModal();
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

class VideoDialog {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.size = el("select", {}, ...SIZES.map(([w, h], at) => el("option", { value: at }, `${w} × ${h}`)));
    this.length = el("select", {}, ...LENGTHS_S.map((seconds) => el("option", { value: seconds }, fill(words.lengths, seconds))));
    this.length.value = "20";
    this.button = el("button", { type: "button", class: "btn primary", onclick: () => this.toggleRecording() }, words.record);
    this.bar = el("progress", { max: 1, value: 0, hidden: "", "aria-label": words.title });
    this.said = el("p", { role: "status" });
    /** Whether a video is being recorded. */
    this.isOn = false;
    const label = (/** @type {string} */ name, /** @type {HTMLElement} */ select) =>
      el("label", {}, `${name} `, el("span", { class: "pick" }, select));
    const picks = el("div", { class: "toolrow" }, label(words.size, this.size), label(words.speed, this.length), this.button);
    this.root = makeDialog("video", words.title, el("p", {}, words.help), picks, this.bar, this.said).root;
    this.root.addEventListener("close", () => (this.isOn = false));
    this.type = "MediaRecorder" in window ? TYPES.find((type) => MediaRecorder.isTypeSupported(type)) : undefined;
    this.button.disabled = !this.type;
    if (!this.type) setText(this.said, words.unsupported);
  }

  toggleRecording() {
    if (this.isOn) this.isOn = false;
    else this.record().catch((error) => this.tools.page.notices.error(error));
  }

  async record() {
    const { page } = this.tools;
    const [width, height] = SIZES[Number(this.size.value)];
    const canvas = el("canvas", { width, height });
    const length_s = Number(this.length.value);
    const span_s = shownSpan(page.state);
    const recorder = new MediaRecorder(canvas.captureStream(FRAMES_A_SECOND), { mimeType: this.type, videoBitsPerSecond: BITS_A_SECOND });
    /** @type {Blob[]} */
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    const before_s = page.state.time_s;
    page.update({ playing: false });
    this.mark(true);
    page.seek(0);
    await frame();
    recorder.start();
    const begun = performance.now();
    for (let share = 0; this.isOn && share < 1; share = (performance.now() - begun) / 1000 / length_s) {
      page.seek(share * span_s);
      this.bar.value = share;
      await page.machine.settle();
      await frame();
      this.drawFrame(canvas, width, height);
    }
    recorder.stop();
    await stopped;
    const name = `matchday-${firstDay()}.${recorder.mimeType.startsWith("video/mp4") ? "mp4" : "webm"}`;
    const video = new Blob(parts, { type: recorder.mimeType });
    page.seek(before_s);
    if (this.isOn) download(name, video);
    setText(this.said, this.isOn ? fill(words.done, name, num(video.size / 1e6, 1)) : "");
    this.mark(false);
  }

  /** @param {boolean} isOn whether a video is being recorded */
  mark(isOn) {
    this.isOn = isOn;
    this.bar.hidden = !isOn;
    this.size.disabled = this.length.disabled = isOn;
    setText(this.button, isOn ? words.stop : words.record);
    if (isOn) setText(this.said, fill(words.recording, fill(words.lengths, this.length.value)));
  }

  /** @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
  drawFrame(canvas, width, height) {
    const { map, page } = this.tools;
    const { colors, font } = page.state.theme;
    const c = context(canvas);
    const foot = Math.round(height * FOOT);
    c.fillStyle = colors.bg;
    c.fillRect(0, 0, width, height);
    const scale = Math.min(width / map.view.width, (height - foot) / map.view.height);
    c.save();
    c.translate((width - map.view.width * scale) / 2, (height - foot - map.view.height * scale) / 2);
    c.scale(scale, scale);
    drawMap(c, map.root, map.view.width, map.view.height);
    c.restore();
    const shown = onScreen(page.state);
    if (!shown) return;
    const unit = foot / 3;
    const day = shownSpan(page.state) > DAY_S ? `${weekday(shown.time_s)} ` : "";
    const players = num(shownMoment(shown).ccu);
    c.textBaseline = "middle";
    c.fillStyle = colors.ink;
    c.font = `600 ${unit}px ${font}`;
    c.fillText(`${day}${clock(shown.time_s)} ${fill(words.credit, text.transport.utc, players)}`, unit, height - foot + unit);
    c.fillStyle = colors["ink-3"];
    c.font = `${unit * 0.6}px ${font}`;
    c.fillText(page.links.full(), unit, height - foot + unit * 2.2, width - 2 * unit);
  }
}
