/** Distance misrouting: places whose nearest datacenter by distance is not the nearest by latency, with the largest losses first. */

import { table } from "../../ui/table.js";
import { el } from "../../core/dom.js";
import { MatchdayError } from "../../core/errors.js";
import { num, pct } from "../../core/format.js";
import { offerRetry } from "../../core/lazy.js";
import { Notices } from "../../core/notices.js";
import { text as worldText } from "./text.js";
import { LabBridge } from "../../worker/bridges.js";
import { newest } from "./newest.js";
import { countryName } from "./words.js";

/** @import { WorldPage as Page } from "../../ui/page" */
/** @import { Site } from "../../core/types" */
/** @import { Misrouting } from "./types" */

const MOST_ROWS = 5;
const words = worldText.misrouting;

export class MisroutingTable {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    /** The data set and the active datacenters of the last request. */
    this.asked = "";
    const { root: found, element, fill } = table(words.caption, words.heads);
    element.className = "texts";
    element.dataset.testid = "misrouting";
    const place = el("div");
    this.notices = new Notices(place, page.notices.context);
    root.append(place, found, el("p", {}, words.note));
    const retry = () => this.draw();
    const ask = async (/** @type {Site[]} */ sites) => {
      const places = sites.map(({ name, lat, lon }) => ({ name, lat, lon }));
      try {
        return await LabBridge.of(page).ask("distanceMisrouting", { sites: places, count: MOST_ROWS });
      } catch (error) {
        if (MatchdayError.from(error).code === "CANCELLED") return;
        this.asked = "";
        offerRetry(this.notices, error, retry, true);
      }
    };
    this.question = newest(ask, (found, sites) => {
      place.replaceChildren();
      fill(found.map((misrouting) => rowOf(misrouting, sites)));
    });
  }

  draw() {
    const sites = this.page.state.current?.sites.filter(({ active }) => active) ?? [];
    const key = JSON.stringify([this.page.engine.dataset, sites]);
    if (sites.length === 0 || key === this.asked) return;
    this.asked = key;
    this.question.ask(sites);
  }
}

/** @param {Misrouting} misrouting @param {Site[]} sites */
function rowOf({ city, country, joins, ...found }, sites) {
  const at = (/** @type {number} */ site, /** @type {number} */ ms) => `${sites[site].label}, ${num(ms)}\u00a0ms`;
  const both = [at(found.by_distance, found.by_distance_ms), at(found.by_latency, found.by_latency_ms)];
  return [`${city}, ${countryName(country)}`, ...both, pct(joins, 2)];
}
