/** The tables of a ladder at the end of a day: leaderboards, tiers, weeks, seasons. */

import { el } from "../../core/dom.js";
import { num, pct } from "../../core/format.js";
import { table } from "../../ui/table.js";
import { fill } from "../../core/text.js";
import { words } from "./text.js";

/** @import { BoardSeat, LadderReport, Most, Week } from "./types" */

const { board: boardWords, weeks: weekWords } = words;
const ALL = "";

export class Boards {
  constructor() {
    /** @type {LadderReport | null} */
    this.report = null;
    this.tier = el("select", { "aria-label": boardWords.of, onchange: () => this.drawBoard() });
    this.board = table("", boardWords.heads);
    this.board.caption.append(boardWords.title, " ", this.tier);
    this.weeks = table(weekWords.title, weekWords.heads);
    this.seasons = table(words.seasons.title, words.seasons.heads);
    this.root = el("div", { class: "boards", "data-testid": "boards" }, this.board.root, this.weeks.root, this.seasons.root);
  }

  /** @param {LadderReport} report */
  show(report) {
    this.report = report;
    const { value } = this.tier;
    const tiers = report.tiers.filter(({ board }) => board.length > 0).map(({ name }) => name);
    const option = (/** @type {string} */ tier) => el("option", { value: tier }, tier || boardWords.all);
    this.tier.replaceChildren(...[ALL, ...tiers.reverse()].map(option));
    if (tiers.includes(value)) this.tier.value = value;
    this.drawBoard();
    this.weeks.fill(report.weeks.map((week, at) => [num(at + 1), ...weekCells(week)]));
    const season = (/** @type {LadderReport["seasons"][number]} */ { number, day, top: [best] }) => [
      num(number),
      num(day),
      best ? nameOf(best.account) : weekWords.nothing,
      best ? num(best.points) : "",
    ];
    this.seasons.fill(report.seasons.length ? report.seasons.map(season) : [[words.seasons.none]]);
  }

  drawBoard() {
    if (!this.report) return;
    const { board, tiers } = this.report;
    const seats = this.tier.value === ALL ? board : (tiers.find(({ name }) => name === this.tier.value)?.board ?? []);
    this.board.fill(seats.length ? seats.map(seatCells) : [[boardWords.none]]);
  }
}

/** @param {number} account */
const nameOf = (account) => fill(words.waitingReasons.account, account);

/** @param {BoardSeat} seat */
function seatCells({ account, points, deviation, tier, matches, won, lost, streak }) {
  return [
    nameOf(account),
    num(points),
    num(deviation),
    tier.replace("-", "\u2011"),
    num(matches),
    num(won),
    num(lost),
    (streak > 0 ? "+" : "") + num(streak),
  ];
}

/** @param {Week} week */
function weekCells({ matches, streak, climb, upset }) {
  const most = (/** @type {Most | null} */ of) => (of ? fill(weekWords.most, num(of.count), nameOf(of.account)) : weekWords.nothing);
  const win = upset && fill(weekWords.expected, upset.winners.map(nameOf).join(", "), pct(upset.expected));
  return [most(matches), most(streak), most(climb), win ?? weekWords.nothing];
}
