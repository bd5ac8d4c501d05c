/** Buttons of the card that open the stored season and the player's widget. Their code is loaded by a press. */

import { el } from "../../ui/dom.js";
import { usePart } from "../../app/lazy.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../../app/page" */

export class SeasonRow {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { open, openHelp, play, playHelp } = words.season;
    const pages = el("button", { type: "button", class: "btn solid", onclick: () => this.openPages(), title: openHelp }, open);
    const player = el("button", { type: "button", class: "btn primary", onclick: () => this.play(), title: playHelp }, play);
    this.root = el("div", { class: "toolrow" }, player, pages);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("params")) this.root.hidden = this.page.state.params.ranked === "off";
  }

  openPages() {
    const { state, stage, links } = this.page;
    state.page = "season";
    links.push();
    usePart(
      this.page,
      () => import("./season/dialog.js"),
      ({ followPages }) => followPages(this.page),
      true,
    );
    stage.changed("params");
  }

  play() {
    usePart(
      this.page,
      () => import("./season/player/player.js"),
      ({ bePlayer }) => bePlayer(this.page),
    );
  }
}
