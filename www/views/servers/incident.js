/** Incidents as the parameter writes them: `outage:frankfurt@18:30,herd@20:00`. Hours of later days go on from 24. */

import { DAY_S, clock, two, weekday } from "../../ui/format.js";
import { fill } from "../../app/text.js";
import { words } from "./text.js";

/** @import { Page } from "../../app/page" */
/** @import { Params } from "../../app/types" */

/** @typedef {{ kind: string, place: string, time_s: number }} Incident place: only of an outage; empty: the datacenter with most servers in use */

/** Joins, not servers. */
export const HERD = "herd";
/** The incident of one datacenter, with a length. */
export const OUTAGE = "outage";

/** @param {Params} params @returns {Incident[]} */
export function incidentsOf({ incidents }) {
  const texts = incidents.split(",").filter((part) => part.trim());
  return texts.map((part) => {
    const [what, time] = part.trim().split("@");
    const [kind, place = ""] = what.split(":");
    const [hours, minutes] = time.split(":").map(Number);
    return { kind, place, time_s: hours * 3600 + minutes * 60 };
  });
}

/** @param {Incident[]} incidents */
export function incidentsText(incidents) {
  const time = (/** @type {number} */ time_s) => `${two(Math.floor(time_s / 3600))}:${two(Math.floor((time_s % 3600) / 60))}`;
  return incidents.map(({ kind, place, time_s }) => `${kind}${place && `:${place}`}@${time(time_s)}`).join();
}

/** Seconds from the beginning of an incident to its end. @param {Incident} incident @param {Params} params */
export const lengthOf = ({ kind }, { outage_min }) => (kind === OUTAGE ? Number(outage_min) * 60 : 60);

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
