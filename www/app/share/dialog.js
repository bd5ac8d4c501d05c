/** The share dialog: the link, and code for articles with a preview that is the real thing. */

import { closeByPress } from "../../ui/dialog.js";
import { all, debounce, el, need, setText } from "../../core/dom.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { Page } from "../../ui/page" */

const SETTLE_MS = 200;
const FEEDBACK_MS = 2000;
const DEFAULT_CONTROLS = "play,replay";
/** Parameters that an embed has no slider for. */
const NO_SLIDER = ["seed"];

/** @type {ShareDialog | undefined} */
let dialog;

/** @param {Page} page @param {"share" | "embed"} part the requested one */
export function openShare(page, part) {
  dialog ??= new ShareDialog(page);
  dialog.open(part);
}

class ShareDialog {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.root = /** @type {HTMLDialogElement} */ (need("dialog.share"));
    this.preview = need(".preview", this.root);
    const field = (/** @type {string} */ selector) => /** @type {HTMLInputElement} */ (need(selector, this.root));
    this.link = field("#share-link");
    this.frameCode = field("#share-frame");
    this.elementCode = field("#share-element");
    this.theme = field("[name=theme]");
    this.width = field("[name=width]");
    this.height = field("[name=height]");
    this.autoplay = field("[name=autoplay]");
    const sliders = page.engine.registry.params.filter(({ key, kind }) => kind === "number" && !NO_SLIDER.includes(key));
    const boxes = sliders.map(({ key, label, help }) => {
      const box = el("input", { type: "checkbox", value: key });
      box.checked = key === "replay";
      return el("label", { title: help }, box, label);
    });
    need('[data-choice="controls"]', this.root).append(...boxes);
    for (const line of all(".copyline", this.root)) listenToCopy(line);

    this.leftOut = el("p", { "data-testid": "share-left-out" });
    need(".ownnote", this.root).after(this.leftOut);
    /** Whether the figure sets its height itself, until the reader enters one. */
    this.isHighAsNeeded = true;
    this.height.addEventListener("input", () => (this.isHighAsNeeded = false));
    this.update = debounce(SETTLE_MS, () => this.showCode());
    need(".choices", this.root).addEventListener("input", () => this.update());
    this.root.addEventListener("close", () => this.preview.replaceChildren());
    closeByPress(this.root);
    addEventListener("message", (event) => this.receiveMessage(event));
    new ResizeObserver(() => this.fit()).observe(this.preview);
  }

  /** @param {"share" | "embed"} part */
  open(part) {
    this.link.value = this.page.links.full();
    need(".ownnote", this.root).hidden = !this.page.engine.own;
    const leftOut = this.page.links.leftOut();
    this.leftOut.hidden = leftOut.length === 0;
    setText(this.leftOut, fill(words.leftOut, leftOut.join(", ")));
    this.root.showModal();
    this.showCode();
    need(part === "share" ? ".copyline button" : '[data-choice="panes"] input', this.root).focus();
  }

  /** The values of the ticked boxes. @param {string} choice */
  chosen(choice) {
    const boxes = /** @type {HTMLInputElement[]} */ (all(`[data-choice="${choice}"] input:checked`, this.root));
    return boxes.map(({ value }) => value).join();
  }

  /** The options that differ from an embed's defaults, as its query and as attributes of its element. */
  choices() {
    const [panes, controls, theme] = [this.chosen("panes"), this.chosen("controls"), this.theme.value];
    /** @type {Record<string, string>} */
    const choices = { panes };
    if (controls !== DEFAULT_CONTROLS) choices.controls = controls;
    if (theme !== "auto") choices.theme = theme;
    if (this.autoplay.checked) choices.autoplay = "1";
    return choices;
  }

  /** Codes and preview of the present choices. */
  showCode() {
    if (!this.root.open) return;
    const choices = Object.entries(this.choices());
    // The page of this version, so that newer versions do not change the figure.
    const embed = /** @type {HTMLLinkElement} */ (need("#figure", document.head)).href;
    const address = this.page.links.full(`${embed}?${choices.map(([name, value]) => `${name}=${value}`).join("&")}`);
    const [width, height] = [this.width.value, this.height.value];
    this.frameCode.value = `<iframe src="${escaped(address)}" width="${width}" height="${height}" title="${words.title}" loading="lazy" style="border: 0"></iframe>`;
    const attributes = choices.map(([name, value]) => ` ${name}="${value}"`).join("");
    const script = new URL("embed.js", embed).href;
    const link = escaped(address.slice(address.indexOf("#") + 1));
    this.elementCode.value = `<script src="${escaped(script)}" async></script>\n<matchday-figure link="${link}"${attributes}></matchday-figure>`;
    if (this.preview.dataset.address !== address || !this.frame()) {
      this.preview.dataset.address = address;
      // A new frame: another address in the old one would be a step in the reader's history.
      this.preview.replaceChildren(el("iframe", { src: address, title: words.title }));
    }
    this.fit();
  }

  frame() {
    return /** @type {HTMLIFrameElement | null} */ (this.preview.firstElementChild);
  }

  /** The preview in its real size, drawn as small as there is room. */
  fit() {
    const frame = this.frame();
    if (!frame) return;
    const [width, height] = [Number(this.width.value), Number(this.height.value)];
    const { paddingLeft } = getComputedStyle(this.preview);
    const scale = Math.min(1, (this.preview.clientWidth - 2 * parseFloat(paddingLeft)) / width);
    const unseen = `${-(1 - scale) * height}px`;
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})`, marginBottom: unseen });
    Object.assign(frame.style, { marginInline: `${(-(1 - scale) * width) / 2}px` });
  }

  /** @param {MessageEvent} event */
  receiveMessage({ source, data }) {
    const frame = this.frame();
    if (!frame || source !== frame.contentWindow || data?.type !== "resize" || !this.isHighAsNeeded) return;
    this.height.value = String(data.height);
    this.showCode();
  }
}

/** @param {HTMLElement} line a field and its button */
function listenToCopy(line) {
  const field = /** @type {HTMLInputElement} */ (need(".field", line));
  const button = need("button", line);
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      setText(button, words.copied);
    } catch {
      // Where the browser refuses, the field is selected and the keys do it.
      setText(button, words.byHand);
    }
    setTimeout(() => setText(button, words.copy), FEEDBACK_MS);
  });
}

/** For an attribute. @param {string} value */
const escaped = (value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
