/** Saves latency maps as the greyscale images of the article, and the day as a video. */

import { download } from "../../ui/download.js";
import { el } from "../../core/dom.js";
import { usePart } from "../../core/lazy.js";
import { text } from "./text.js";

/** @import { Change } from "../../core/page-state" */
/** @import { Tools } from "./tools.js" */

const words = text.save;

export class SaveForm {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.site = el("select", { "aria-label": words.map });
    const map = el("button", { type: "button", class: "btn solid", onclick: () => this.saveMap() }, words.png);
    const video = el("button", { type: "button", class: "btn solid", onclick: () => this.openVideo() }, words.video);
    this.root = el(
      "div",
      { class: "save", "data-testid": "save-world" },
      el("h2", {}, words.title),
      el("div", { class: "picks" }, el("span", { class: "pick" }, this.site), map),
      el("p", { class: "hint" }, words.mapHelp),
      video,
    );
  }

  /** Offers the datacenters that are on. @param {Set<Change>} changed */
  draw(changed) {
    if (!changed.has("params") && !changed.has("world")) return;
    const chosen = this.site.value;
    const sites = this.tools.list.sites.filter(({ active }) => active);
    const options = sites.map(({ name, label }) => el("option", { value: name }, label));
    this.site.replaceChildren(el("option", { value: "" }, words.combined), ...options);
    this.site.value = sites.some(({ name }) => name === chosen) ? chosen : "";
  }

  async saveMap() {
    const { value } = this.site;
    const sites = this.tools.active().filter(({ name }) => value === "" || name === value);
    const image = /** @type {Uint8Array<ArrayBuffer> | undefined} */ (await this.tools.ask("mapPng", { sites }));
    if (image) download(`latency_${value || "combined"}.png`, new Blob([image], { type: "image/png" }));
  }

  openVideo() {
    usePart(
      this.tools.page,
      () => import("./video.js"),
      ({ openVideo }) => openVideo(this.tools),
    );
  }
}
