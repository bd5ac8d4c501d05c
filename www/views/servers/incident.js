/** The names of incidents and of their kinds. */

import { DAY_S, clock, weekday } from "../../core/format.js";
import { fill } from "../../core/text.js";
import { OUTAGE } from "../../timeline/incident.js";
import { words } from "./text.js";

/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { Params } from "../../core/types" */
/** @import { Incident } from "../../timeline/incident.js" */

/** Joins, not servers. */
const HERD = "herd";

/** The kinds of incidents with their names. @param {Page} page @returns {Map<string, string>} */
export function kindsOf({ engine }) {
  const faults = engine.registry.params.filter(({ key }) => key.startsWith("fault."));
  const kinds = faults.map(({ key, label }) => /** @type {[string, string]} */ ([key.replace("fault.", ""), words.kinds[key] ?? label]));
  return new Map([...kinds, [HERD, words.faults.herd]]);
}

/** Its name and place. @param {Incident} incident @param {Page} page */
export function incidentName({ kind, place }, page) {
  const name = kindsOf(page).get(kind) ?? kind;
  if (kind !== OUTAGE) return name;
  const site = page.state.current?.sites.find((site) => site.name === place);
  return place ? fill(words.outageIn, site?.label ?? place) : name;
}

/** @param {number} time_s @param {Params} params */
export const incidentTime = (time_s, { days }) => (Number(days) * DAY_S > DAY_S ? `${weekday(time_s)} ${clock(time_s)}` : clock(time_s));
