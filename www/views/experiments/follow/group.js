/** The players of a datacenter or of a part of the map at the shown second, against everybody. */

import { el, setText } from "../../../core/dom.js";
import { num, pct } from "../../../core/format.js";
import { table } from "../../../ui/table.js";
import { fill } from "../../../core/text.js";
import { placeText, playerButton, siteName, timeText } from "./names.js";
import { words } from "./text.js";

/** @import { Site } from "../../../core/types" */
/** @import { CloseUpSeen } from "../../../worker/types" */
/** @typedef {CloseUpSeen["meant"]} Players */

/** Flows in the table; the map has all. */
const MOST_FLOWS = 8;

export class GroupView {
  /** @param {(player: number) => void} follow */
  constructor(follow) {
    this.follow = follow;
    this.title = el("h3", { "data-testid": "group-title" });
    this.servers = el("p");
    this.figures = table(words.figures, words.figureHeads);
    this.flows = table(words.flowsTo, words.flowHeads);
    this.more = el("p", { class: "hint" });
    this.last = table(words.last, words.lastHeads);
    const pair = el("div", { class: "grouptables" }, this.figures.root, el("div", {}, this.flows.root, this.more));
    this.root = el("div", { hidden: "" }, this.title, this.servers, pair, this.last.root);
    this.figures.root.dataset.testid = "group-figures";
    this.flows.root.dataset.testid = "group-flows";
    this.last.root.dataset.testid = "group-matches";
  }

  /** @param {CloseUpSeen} seen @param {Site | null} site the datacenter; null: a part of the map @param {Site[]} sites the datacenters that are on @param {boolean} isRanked */
  show({ shown_s, meant, everybody, flows, matches, servers }, site, sites, isRanked) {
    this.root.hidden = false;
    setText(this.title, fill(words.shown, site ? site.label || site.name : words.part, timeText(shown_s)));
    setText(this.servers, servers.length ? fill(words.servers, ...servers.map((count) => num(count))) : "");
    this.servers.hidden = servers.length === 0;
    this.figures.fill(figureRows(meant, everybody, isRanked));
    this.showFlows(site ? flows.map(flowFrom) : byDatacenter(flows, sites));
    setText(this.flows.caption, site ? words.flowsTo : words.flowsFrom);
    this.last.root.hidden = matches.length === 0;
    this.last.fill(
      matches.map(({ id, formed_s, started_s, players, rtt_ms }) => [
        timeText(formed_s),
        num(id),
        players.flatMap((player, at) => [...(at ? [", "] : []), playerButton(player, this.follow)]),
        `${num(rtt_ms)} ms`,
        started_s === null ? words.notStarted : timeText(started_s),
      ]),
    );
  }

  /** @param {[string, number, number][]} rows place, players, mean round trip */
  showFlows(rows) {
    this.flows.root.hidden = rows.length === 0;
    this.flows.fill(rows.slice(0, MOST_FLOWS).map(([place, players, rtt_ms]) => [place, num(players), `${num(rtt_ms)} ms`]));
    const more = rows.length - MOST_FLOWS;
    this.more.hidden = more <= 0;
    setText(this.more, fill(words.flowMore, num(Math.max(0, more))));
  }
}

/** @param {Players} meant @param {Players} everybody @param {boolean} isRanked */
function figureRows(meant, everybody, isRanked) {
  const { rows } = words;
  const share = (/** @type {"playing" | "between" | "searching" | "placing"} */ name) =>
    [meant, everybody].map((of) => fill(words.share, num(of[name]), pct(of.online > 0 ? of[name] / of.online : null)));
  const spread = (/** @type {"waiting_s" | "waited_s" | "rtt_ms"} */ name, /** @type {string} */ unit) =>
    [meant, everybody].map((of) => {
      const found = of[name];
      return found ? fill(words.spread, num(found.mean, 1), unit, num(found.p95)) : num(null);
    });
  return [
    [rows.online, num(meant.online), num(everybody.online)],
    [rows.playing, ...share("playing")],
    [rows.between, ...share("between")],
    [rows.searching, ...share("searching")],
    ...(everybody.placing > 0 ? [[isRanked ? rows.accepting : rows.placing, ...share("placing")]] : []),
    [rows.waiting, ...spread("waiting_s", "s")],
    [rows.waited, ...spread("waited_s", "s")],
    [rows.rtt, ...spread("rtt_ms", "ms")],
    [rows.matches, num(meant.matches), num(everybody.matches)],
  ];
}

/** @param {CloseUpSeen["flows"][number]} flow @returns {[string, number, number]} */
const flowFrom = ({ lat, lon, players, rtt_ms }) => [placeText({ lat, lon }), players, rtt_ms];

/** Flows summed up by datacenter, the greatest first. @param {CloseUpSeen["flows"]} flows @param {Site[]} sites @returns {[string, number, number][]} */
function byDatacenter(flows, sites) {
  /** @type {Map<number, [number, number]>} */
  const sums = new Map();
  for (const { datacenter, players, rtt_ms } of flows) {
    const [all, weighted] = sums.get(datacenter) ?? [0, 0];
    sums.set(datacenter, [all + players, weighted + players * rtt_ms]);
  }
  /** @type {[string, number, number][]} */
  const rows = [...sums].map(([index, [players, weighted]]) => [siteName(sites, index), players, weighted / players]);
  return rows.sort((a, b) => b[1] - a[1]);
}
