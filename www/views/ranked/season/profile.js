/** The profile of an account: its place, its rating over time, its matches and its most frequent opponents. */

import { el, setText } from "../../../core/dom.js";
import { titledFigure } from "../../../ui/chart-figure.js";
import { PointChart } from "../../../ui/point-chart.js";
import { table } from "../../../ui/table.js";
import { num } from "../../../core/format.js";
import { fill } from "../../../core/text.js";
import { failureText } from "./failure.js";
import { addressOf, numberOf, profileOf } from "./link.js";
import { momentText } from "./moment.js";
import { joined, ratingOver } from "./rating-chart.js";
import { words } from "./text.js";

/** @import { Change } from "../../../core/page-state" */
/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Lab } from "../../../core/lab.js" */
/** @import { Season } from "./season.js" */
/** @import { Place } from "./link.js" */
/** @import { PlayedMatch } from "../store/types" */

const LIMIT = 20;
const OPPONENTS = 10;

export class ProfilePage {
  /** @param {Page} page @param {Lab} lab @param {Season} season */
  constructor(page, lab, season) {
    this.page = page;
    this.season = season;
    this.account = 0;
    /** The last match that is listed. @type {PlayedMatch | null} */
    this.last = null;
    this.number = el("input", { class: "field", id: "season-account", type: "number", min: 0, max: 999_999_999, step: 1, required: "" });
    const form = el(
      "form",
      { class: "toolrow" },
      el("label", { for: "season-account" }, words.profile.find),
      this.number,
      el("button", { class: "btn solid" }, words.profile.show),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      location.hash = addressOf(page, profileOf(Number(this.number.value)));
    });
    this.failure = el("p", { class: "warn", role: "alert" });
    this.title = el("h3");
    this.standing = el("p");
    this.seasons = el("nav", { class: "toolrow", "aria-label": words.board.season });
    const { chart } = words.profile;
    this.chart = new PointChart(titledFigure({ ...chart, label: fill(chart.label, "") }), page, lab);
    this.figures = table(words.profile.title, []);
    this.matches = table(words.profile.matches.title, words.profile.matches.heads);
    this.matches.root.classList.add("fits");
    this.earlier = el("button", { type: "button", class: "btn solid", onclick: () => this.showMore() }, words.profile.matches.earlier);
    this.since = el("h4");
    this.streaks = table(words.profile.streaks.title, []);
    this.opponents = table(words.profile.opponents.title, words.profile.opponents.heads);
    const full = el("div", {}, this.since, this.streaks.root, this.opponents.root);
    this.rest = el(
      "div",
      { hidden: "" },
      this.seasons,
      this.chart.root,
      el("div", { class: "pair" }, this.figures.root, full),
      this.matches.root,
      this.failure,
      this.earlier,
    );
    this.root = el("section", {}, form, this.title, this.standing, this.rest);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (changed.has("theme") || changed.has("size")) this.chart.redraw();
  }

  /** @param {Place} place */
  async show({ args }) {
    const { seasonStore } = this.season;
    this.rest.hidden = true;
    setText(this.title, "");
    if (args[0] === undefined) return setText(this.standing, "");
    const player = (this.account = numberOf(args[0], -1));
    if (player < 0) return setText(this.standing, fill(words.profile.unknown, args[0]));
    this.number.value = String(player);
    setText(this.title, fill(words.profile.title, player));
    const profile = await seasonStore.ask("profile", { player });
    const last = profile.seasons[profile.seasons.length - 1];
    if (!last) return setText(this.standing, fill(words.profile.unknown, player));
    const season = numberOf(args[1], last.season);
    const shown = profile.seasons.find((one) => one.season === season) ?? last;
    const [seasons, opponents, ...series] = await Promise.all([
      seasonStore.ask("seasons", {}),
      seasonStore.ask("opponents", { player, limit: OPPONENTS }),
      ...profile.seasons.map(({ season }) => seasonStore.ask("series", { player, season })),
    ]);
    const rank = shown.place === null ? fill(words.profile.provisional, shown.matches) : fill(words.profile.place, num(shown.place));
    setText(
      this.standing,
      `${fill(words.profile.standing, num(shown.rating), num(2 * shown.rd), shown.division.replace("-", "\u2011"))}, ${rank}`,
    );
    this.listSeasons(
      player,
      shown.season,
      profile.seasons.map(({ season }) => season),
    );
    const { figures, streaks } = words.profile;
    const drawn = shown.matches - shown.wins - shown.losses;
    const rows = { matches: shown.matches, won: shown.wins, lost: shown.losses, drawn, streak: shown.streak };
    this.figures.caption.textContent = fill(words.board.named, shown.season);
    this.figures.fill(Object.entries(rows).map(([name, count]) => [figures[/** @type {keyof typeof figures} */ (name)], num(count)]));
    this.showSince(seasons[0].start_s);
    this.streaks.fill([
      [streaks.best, num(profile.streaks.longest_wins)],
      [streaks.worst, num(profile.streaks.longest_losses)],
    ]);
    this.opponents.fill(
      opponents.map(({ times, won, lost, together }) => ["", ...[times, won, lost, together].map((count) => num(count))]),
    );
    const heads = this.opponents.root.querySelectorAll("tbody th");
    opponents.forEach((other, at) => heads[at].append(this.linkTo(other.player)));
    this.opponents.root.hidden = opponents.length === 0;
    this.last = null;
    await this.more();
    this.rest.hidden = false;
    const starts_s = seasons.slice(1).map(({ start_s }) => start_s);
    this.chart.surface.setAttribute("aria-label", fill(words.profile.chart.label, player));
    this.chart.cursor = null;
    this.chart.show(ratingOver(joined(series), starts_s));
  }

  /** Shows the time from which all matches are stored, if earlier ones were deleted. @param {number} start_s of the first season */
  showSince(start_s) {
    const full_s = this.season.status?.full_from_s ?? start_s;
    this.since.hidden = full_s <= start_s;
    setText(this.since, fill(words.profile.since, momentText(full_s)));
  }

  /** @param {number} player @param {number} shown @param {number[]} seasons */
  listSeasons(player, shown, seasons) {
    this.seasons.hidden = seasons.length < 2;
    const link = (/** @type {number} */ season) =>
      el(
        "a",
        { href: addressOf(this.page, profileOf(player, season)), "aria-current": season === shown ? "page" : "false" },
        fill(words.board.named, season),
      );
    this.seasons.replaceChildren(...seasons.map(link));
  }

  body() {
    return /** @type {HTMLElement} */ (this.matches.root.querySelector("tbody"));
  }

  async showMore() {
    this.earlier.disabled = true;
    setText(this.failure, "");
    await this.more().catch((error) => setText(this.failure, failureText(error)));
    this.earlier.disabled = false;
  }

  /** Lists earlier matches. */
  async more() {
    const { last } = this;
    const before = last && { finished_s: last.finished_s, match: last.match };
    const rows = await this.season.seasonStore.ask("matches", { player: this.account, before, limit: LIMIT });
    if (!last) this.body().replaceChildren();
    this.last = rows[rows.length - 1] ?? last;
    this.earlier.hidden = rows.length < LIMIT;
    this.body().append(...rows.map((row) => this.line(row)));
    if (!this.last) this.body().append(el("tr", {}, el("td", { colspan: words.profile.matches.heads.length }, words.profile.matches.none)));
  }

  /** @param {PlayedMatch} row */
  line(row) {
    const { outcomes } = words.profile;
    const result = row.dodged ? outcomes.dodged : row.left_early ? outcomes.left : outcomes[row.outcome];
    const others = (/** @type {boolean} */ same) =>
      row.others.filter(({ team }) => (team === row.team) === same).flatMap(({ player }) => [this.linkTo(player), " "]);
    const delta = row.rating_after - row.rating_before;
    const change = row.outcome === "void" ? "" : (delta < 0 ? "\u2212" : "+") + num(Math.abs(delta));
    const cells = [result, change, num(row.rating_after)].map((words) => el("td", {}, words));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, momentText(row.finished_s)),
      ...cells,
      el("td", { class: "text" }, ...others(false)),
      el("td", { class: "text" }, ...others(true)),
      el("td", { class: "text" }, row.region),
    );
  }

  /** @param {number} player */
  linkTo(player) {
    return el("a", { href: addressOf(this.page, profileOf(player)) }, num(player));
  }
}
