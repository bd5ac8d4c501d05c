/** The ways from the card to the season that is kept, and into the day as a player. Each is loaded when somebody takes it. */

import { el } from "../dom.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../page" */

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
    import("../season/dialog.js").then(({ followPages }) => followPages(this.page)).catch(stage.onError);
    stage.changed("params");
  }

  play() {
    const { stage } = this.page;
    import("../season/player/player.js").then(({ bePlayer }) => bePlayer(this.page)).catch(stage.onError);
  }
}
