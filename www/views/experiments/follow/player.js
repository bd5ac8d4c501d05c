/** The day of a player: its strip, its matches with their company, its searches and why they took as long as they did. */

import { el, setText } from "../../../core/dom.js";
import { num } from "../../../core/format.js";
import { table } from "../../../ui/table.js";
import { change, fill } from "../../../core/text.js";
import { playersOf } from "../../../core/state.js";
import { placeText, playerButton, siteName, timeText } from "./names.js";
import { drawStrip, summaryOf } from "./strip.js";
import { words } from "./text.js";

/** @import { ExperimentsPage as Page } from "../../../ui/page" */
/** @import { Params, Site } from "../../../core/types" */
/** @import { PlayerDay } from "../../../worker/types" */
/** @import { Cell } from "../../../ui/table.js" */
/** @typedef {PlayerDay["matches"][number]} Match */
/** @typedef {PlayerDay["searches"][number]} Search */

/** Names that are written out; the others are counted. */
const MOST_NAMES = 3;

export class PlayerView {
  /** @param {Page} page @param {(player: number) => void} follow */
  constructor(page, follow) {
    this.page = page;
    this.follow = follow;
    /** The datacenters that are on. @type {Site[]} */
    this.sites = [];
    this.title = el("h3");
    this.said = el("p", { "data-testid": "player-summary" });
    this.strip = el("div", { class: "lifestrip", role: "img", "aria-label": words.strip, "data-testid": "player-strip" });
    this.matches = el("div", { class: "texts", "data-testid": "player-matches" });
    this.searches = table(words.searches, words.searchHeads);
    this.searches.root.classList.add("searches", "texts");
    this.events = el("button", { type: "button", class: "linkish", onclick: () => page.open("experiments", "events") }, words.events);
    const acts = el("p", {}, this.events);
    this.root = el("div", { hidden: "" }, this.title, this.said, this.strip, acts, this.matches, this.searches.root);
    this.searches.root.dataset.testid = "player-searches";
  }

  /** @param {PlayerDay} life @param {Params} params @param {Site[]} sites */
  show(life, params, sites) {
    this.sites = sites;
    this.root.hidden = false;
    const isThere = life.place !== null;
    for (const part of [this.said, this.strip, this.events, this.matches, this.searches.root]) part.hidden = !isThere;
    setText(this.title, life.place ? fill(words.from, life.player, placeText(life.place)) : fill(words.never, life.player));
    if (!isThere) return;
    const isRanked = params.ranked !== "off";
    setText(this.said, summaryOf(life.stretches, life.matches.length, isRanked));
    drawStrip(this.strip, life.stretches, timeText, isRanked);
    this.showMatches(life);
    this.searches.fill(life.searches.map((search) => this.searchCells(search, params)));
  }

  /** Only days with servers have servers, only ranked days ratings: a column without values is none. @param {PlayerDay} life */
  showMatches({ matches, player }) {
    const rows = matches.map((match) => this.matchCells(match, player));
    const columns = words.matchHeads.map((_, at) => rows.some((row) => row[at] !== ""));
    const filled = table(
      words.matches,
      words.matchHeads.filter((_, at) => columns[at]),
    );
    filled.fill(rows.map((row) => row.filter((_, at) => columns[at])));
    this.matches.replaceChildren(filled.root);
    this.matches.hidden = matches.length === 0;
  }

  /** A moment that the map shows after a press. @param {number} time_s */
  moment(time_s) {
    const shown = timeText(time_s);
    if (time_s < 0) return shown;
    const button = el("button", { type: "button", class: "linkish", onclick: () => this.page.update({ time_s, playing: false }) }, shown);
    button.setAttribute("aria-label", fill(words.goTo, shown));
    return button;
  }

  /** @param {Match} match @param {number} self @returns {Cell[]} */
  matchCells({ formed_s, datacenter, players, rated, server, ended, ended_s }, self) {
    const own = players.find(({ player }) => player === self);
    const end = ended === null || ended_s === null ? words.running : [words.ends[ended] ?? ended, " ", this.moment(ended_s)];
    return [
      [this.moment(formed_s)],
      siteName(this.sites, datacenter),
      own ? `${own.rtt_ms} ms` : "",
      own ? `${num(own.wait_s)} s` : "",
      [el("span", { class: "company" }, ...this.company(players, self))],
      rated ? fill(words.rated, words.results[rated.how], num(rated.after), change(rated.after - rated.before, 0, "")) : "",
      server === null ? "" : num(server),
      end,
    ];
  }

  /** The other players; with teams, its own team before the others. @param {Match["players"]} players @param {number} self */
  company(players, self) {
    const team = players.find(({ player }) => player === self)?.team ?? 0;
    const others = players.filter(({ player }) => player !== self);
    const hasTeams = others.some((other) => other.team !== team);
    const [mine, theirs] = [others.filter((other) => other.team === team), others.filter((other) => other.team !== team)];
    const list = (/** @type {Match["players"]} */ some) =>
      some.flatMap((other, at) => [...(at ? [", "] : []), playerButton(other.player, this.follow), ` (${other.rtt_ms} ms)`]);
    if (!hasTeams) return list(others);
    return [...list(mine), mine.length ? ` ${words.against} ` : "", ...list(theirs)];
  }

  /** @param {Search} search @param {Params} params @returns {Cell[]} */
  searchCells(search, params) {
    const { from_s, until_s, ended } = search;
    const end = ended === null ? words.searching : (words.searchEnds[ended] ?? ended);
    return [[this.moment(from_s)], until_s === null ? "" : `${num(until_s - from_s)} s`, end, this.reason(search, params)];
  }

  /** Why a search took as long as it did. @param {Search} search @param {Params} params */
  reason({ from_s, until_s, ended, expanded_s, warm_s, datacenters, others, without_it, seen, refused }, params) {
    if (until_s === from_s && ended === "match") return words.atOnce;
    const said = [];
    if (refused) said.push(fill(words.waited, num(others)), refusedText(seen ?? 0, refused));
    else if (datacenters.length === 0) said.push(words.noQueue);
    else {
      const [names, needed] = [this.namesOf(datacenters), playersOf(params)];
      said.push(without_it > 0 ? fill(words.leftOver, num(without_it), names, needed) : fill(words.few, num(others), names, needed));
    }
    if (expanded_s !== null && expanded_s > from_s) said.push(fill(words.expanded, num(expanded_s - from_s)));
    if (warm_s !== null && warm_s > from_s) said.push(fill(words.warm, num(warm_s - from_s)));
    return said.join(" ");
  }

  /** @param {number[]} datacenters */
  namesOf(datacenters) {
    const names = datacenters.slice(0, MOST_NAMES).map((index) => siteName(this.sites, index));
    const more = datacenters.length - names.length;
    return more > 0 ? fill(words.places, names.join(", "), more) : names.join(", ");
  }
}

/** @param {number} seen @param {NonNullable<Search["refused"]>} reasons */
function refusedText(seen, reasons) {
  const parts = Object.entries(reasons)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => fill(words.refusals[reason], num(count)));
  return fill(words.seen, num(seen), parts.join(", ") || words.noneRefused);
}
