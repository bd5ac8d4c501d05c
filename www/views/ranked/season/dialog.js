/** The pages of a season: overview, leaderboards, profiles, SQL. Each has an address of its own. */

import { el, icon, setText } from "../../../ui/dom.js";
import { retryOnline } from "../../../app/lazy.js";
import { fill, text } from "../../../app/text.js";
import { BoardPage } from "./board.js";
import { Days } from "./days.js";
import { failureText } from "./failure.js";
import { addressOf, placeOf } from "./link.js";
import { Overview } from "./overview.js";
import { ProfilePage } from "./profile.js";
import { seasonOf } from "./season.js";
import { SqlPage } from "./sql.js";
import { words } from "./text.js";

/** @import { Change, Page } from "../../../app/page" */
/** @import { Place } from "./link.js" */
/** @import { Season } from "./season.js" */

/** A part of the dialog. It is shown again when the season changes. @typedef {{ root: HTMLElement, show: (place: Place) => Promise<void>, draw: (changed: Set<Change>) => void }} SeasonPage */

/** @type {SeasonDialog | undefined} */
let only;

/** Opens the page that the state names, and follows the state from then on. @param {Page} page */
export function followPages(page) {
  if (only) return;
  only = new SeasonDialog(page, seasonOf(page));
  page.stage.parts.push(only);
  page.stage.changed("params");
}

class SeasonDialog {
  /** @param {Page} page @param {Season} season */
  constructor(page, season) {
    this.page = page;
    this.season = season;
    /** Counts requests: only the answer to the last one is shown. */
    this.asked = 0;
    this.showing = Promise.resolve();
    this.days = new Days(page, season);
    /** @type {Record<Place["name"], SeasonPage>} */
    this.pages = {
      season: new Overview(page, season, this.days),
      board: new BoardPage(page, season),
      player: new ProfilePage(page, season),
      sql: new SqlPage(page, season),
    };
    /** @type {SeasonPage[]} */
    this.parts = [this.days, ...Object.values(this.pages)];
    this.tabs = Object.entries(words.tabs).map(([name, title]) => el("a", { "data-page": name, href: "#" }, title));
    this.status = el("p", { class: "role", role: "status" });
    this.failure = el("p", { class: "warn", role: "alert" });
    this.retry = () => this.root.open && this.follow();
    this.again = el("button", { type: "button", class: "linkish", onclick: this.retry }, text.notices.retry);
    const close = el("button", { class: "btn icon", "aria-label": words.close, title: words.close }, icon("close"));
    const form = el(
      "form",
      { method: "dialog" },
      el("h2", { id: "season-title" }, words.title),
      el("nav", { "aria-label": words.title }, ...this.tabs),
      close,
    );
    this.root = el(
      "dialog",
      { class: "help season", "aria-labelledby": "season-title" },
      form,
      this.status,
      this.failure,
      ...this.parts.map(({ root }) => root),
    );
    this.root.addEventListener("close", () => this.closed());
    // A press on the dimmed page around the dialog closes it.
    this.root.addEventListener("click", (event) => event.target === this.root && this.root.close());
    for (const { root } of this.parts) root.hidden = true;
    document.body.append(this.root);
    season.listeners.add(() => void this.show());
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { page } = this.page.state;
    if (page && !this.root.open && changed.has("params")) this.root.showModal();
    else if (!page && this.root.open) this.root.close();
    if (!page) return;
    if (changed.has("params")) this.follow();
    for (const shown of this.parts) if (!shown.root.hidden) shown.draw(changed);
  }

  /** Shows another page or another season. */
  follow() {
    const { season } = this;
    const known = season.link === season.scenario().link;
    if (known) return void this.show();
    setText(this.status, words.busy);
    season.find().catch((error) => this.fail(error));
  }

  async show() {
    const { page } = this.page.state;
    if (!page) return;
    const place = placeOf(page);
    const asked = ++this.asked;
    setText(this.failure, "");
    for (const tab of this.tabs) {
      const name = tab.dataset.page ?? "";
      tab.setAttribute("href", addressOf(this.page, name));
      tab.setAttribute("aria-current", name === place.name ? "page" : "false");
    }
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
    const { role, why } = this.season.store;
    return role ? fill(words.roles[role], why?.message ?? "") : "";
  }

  /** Shows an error with a button that tries again. The page also tries again when the browser is back online. @param {unknown} thrown */
  fail(thrown) {
    const failure = failureText(thrown);
    this.failure.replaceChildren(...(failure ? [failure, " ", this.again] : []));
    if (failure) retryOnline(this.retry);
  }

  closed() {
    const { state, links } = this.page;
    if (!state.page) return;
    state.page = "";
    links.push();
  }
}
