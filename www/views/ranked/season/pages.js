/** The pages of a season: overview, leaderboards, profiles, SQL. Each has an address of its own. */

import { el, setText } from "../../../core/dom.js";
import { retryOnline } from "../../../core/lazy.js";
import { fill, text } from "../../../core/text.js";
import { BoardPage } from "./board.js";
import { Days } from "./days.js";
import { failureText } from "./failure.js";
import { placeOf } from "./link.js";
import { Overview } from "./overview.js";
import { ProfilePage } from "./profile.js";
import { seasonOf } from "./season.js";
import { SqlPage } from "./sql.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Place } from "./link.js" */

/** A page. It is shown again when the season changes. @typedef {{ root: HTMLElement, show: (place: Place) => Promise<void>, draw: (changed: Set<Change>) => void }} SeasonPage */

export class SeasonPages {
  /** @param {Page} page @param {Lab} lab */
  constructor(page, lab) {
    this.page = page;
    const season = (this.season = seasonOf(page));
    /** Counts requests: only the answer to the last one is shown. */
    this.asked = 0;
    this.showing = Promise.resolve();
    this.days = new Days(page, season);
    this.overview = new Overview(page, season, this.days);
    /** @type {Record<Place["name"], SeasonPage>} */
    this.pages = {
      season: this.overview,
      board: new BoardPage(page, season),
      player: new ProfilePage(page, lab, season),
      sql: new SqlPage(page, season),
    };
    /** @type {SeasonPage[]} */
    this.parts = [this.days, ...Object.values(this.pages)];
    this.status = el("p", { class: "role", role: "status" });
    this.failure = el("p", { class: "warn", role: "alert" });
    this.retry = () => this.isShown() && this.followPage();
    this.again = el("button", { type: "button", class: "linkish", onclick: this.retry }, text.notices.retry);
    this.root = el("div", { class: "season", "data-testid": "season" }, this.status, this.failure, ...this.parts.map(({ root }) => root));
    this.root.hidden = true;
    for (const { root } of this.parts) root.hidden = true;
    season.listeners.add(() => void this.show());
  }

  /** Opens a season from a file. @param {File} file */
  importFile(file) {
    return this.overview.run(() => this.overview.importFile(file));
  }

  isShown() {
    return this.page.state.view === "ranked" && this.page.state.page !== "";
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.root.hidden = !this.isShown();
    if (this.root.hidden) return;
    if (changed.has("params") || changed.has("view")) this.followPage();
    for (const shown of this.parts) if (!shown.root.hidden) shown.draw(changed);
  }

  /** Shows another page or another season. */
  followPage() {
    const { season } = this;
    const known = season.link === season.scenario().link;
    if (known) return void this.show();
    setText(this.status, words.busy);
    season.find().catch((error) => this.fail(error));
  }

  async show() {
    if (!this.isShown()) return;
    const place = placeOf(this.page.state.page);
    const asked = ++this.asked;
    setText(this.failure, "");
    setText(this.status, this.roleText());
    const shown = this.partsOf(place);
    for (const part of this.parts) part.root.hidden = !shown.includes(part);
    // Updates run one after the other, so that a page never mixes two of them.
    this.showing = this.showing.then(async () => {
      if (asked === this.asked) await Promise.all(shown.map((part) => part.show(place))).catch((error) => this.fail(error));
    });
    await this.showing;
  }

  /** The parts of a page. Until a day is stored, every page offers to simulate one. @param {Place} place @returns {SeasonPage[]} */
  partsOf(place) {
    if (place.name === "season") return [this.days, this.pages.season];
    const { through_s = null } = this.season.status ?? {};
    return [through_s === null ? this.days : this.pages[place.name]];
  }

  roleText() {
    const { role, why } = this.season.seasonStore;
    return role ? fill(words.roles[role], why?.message ?? "") : "";
  }

  /** Shows an error with a button that tries again. The page also tries again when the browser is back online. @param {unknown} thrown */
  fail(thrown) {
    const failure = failureText(thrown);
    this.failure.replaceChildren(...(failure ? [failure, " ", this.again] : []));
    if (failure) retryOnline(this.retry);
  }
}
