/** Leaderboards: all accounts of a season, or of one of its tiers, page by page. */

import { el, setText } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { table } from "../../../ui/table.js";
import { fill } from "../../../core/text.js";
import { addressOf, boardOf, numberOf, profileOf } from "./link.js";
import { words } from "./text.js";

/** @import { RankedPage as Page } from "../../../ui/page" */
/** @import { Season } from "./season.js" */
/** @import { Place } from "./link.js" */

const LIMIT = 50;
const TIERS = ["Master", "Diamond", "Platinum", "Gold", "Silver", "Bronze"];

export class BoardPage {
  /** @param {Page} page @param {Season} season */
  constructor(page, season) {
    this.page = page;
    this.season = season;
    const choose = () => (location.hash = this.address(Number(this.seasons.value), this.tier.value));
    this.seasons = el("select", { "aria-label": words.board.season, onchange: choose });
    this.tier = el(
      "select",
      { "aria-label": words.board.tier, onchange: choose },
      el("option", { value: "" }, words.board.all),
      ...TIERS.map((tier) => el("option", { value: tier }, tier)),
    );
    this.table = table(words.board.title, words.board.heads);
    this.table.root.classList.add("board", "fits");
    this.said = el("span");
    this.earlier = el("a", { href: "#" }, words.board.earlier);
    this.later = el("a", { href: "#" }, words.board.later);
    const picks = el("div", { class: "toolrow" }, el("span", { class: "pick" }, this.seasons), el("span", { class: "pick" }, this.tier));
    this.root = el("section", {}, picks, this.table.root, el("p", { class: "pages" }, this.earlier, this.said, this.later));
  }

  draw() {}

  /** @param {number} season @param {string} tier @param {number} [offset] */
  address(season, tier, offset) {
    return addressOf(this.page, boardOf(season, tier, offset));
  }

  /** @param {Place} place */
  async show({ args }) {
    const { seasonStore } = this.season;
    const seasons = await seasonStore.ask("seasons", {});
    const last = seasons[seasons.length - 1]?.season ?? 1;
    const asked = numberOf(args[0], last);
    const season = seasons.some(({ season }) => season === asked) ? asked : last;
    const tier = TIERS.find((tier) => tier.toLowerCase() === args[1]) ?? "";
    const offset = numberOf(args[2], 0);
    const { rows, total } = await seasonStore.ask("board", { season, tier: tier || null, offset, limit: LIMIT });
    this.seasons.replaceChildren(...seasons.map(({ season }) => el("option", { value: season }, fill(words.board.named, season))));
    this.seasons.value = String(season);
    this.tier.value = tier;
    const cells = (/** @type {typeof rows[number]} */ row) => [
      num(row.place),
      "",
      num(row.rating),
      num(2 * row.rd),
      row.division.replace("-", "\u2011"),
      ...[row.matches, row.wins, row.losses].map((count) => num(count)),
      (row.streak > 0 ? "+" : "") + num(row.streak),
    ];
    this.table.fill(rows.map(cells));
    const lines = this.table.root.querySelectorAll("tbody tr");
    rows.forEach(({ player }, at) =>
      lines[at].children[1].append(el("a", { href: addressOf(this.page, profileOf(player, season)) }, num(player))),
    );
    setText(
      this.said,
      rows.length ? fill(words.board.range, num(offset + 1), num(offset + rows.length), num(total)) : emptyText(offset, total, tier),
    );
    this.earlier.hidden = offset === 0 || total === 0;
    this.later.hidden = offset + rows.length >= total;
    this.earlier.setAttribute("href", this.address(season, tier, Math.max(0, Math.min(offset, total) - LIMIT)));
    this.later.setAttribute("href", this.address(season, tier, offset + LIMIT));
  }
}

/** The text of an empty page of a leaderboard. @param {number} offset @param {number} total @param {string} tier */
function emptyText(offset, total, tier) {
  if (total > 0) return fill(words.board.beyond, num(offset + 1), total);
  return tier ? fill(words.board.noneOf, tier) : words.board.none;
}
