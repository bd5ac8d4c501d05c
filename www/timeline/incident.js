/** Incidents as the parameter writes them: `outage:frankfurt@18:30,herd@20:00`. Hours of later days go on from 24. */

import { two } from "../core/format.js";

/** @import { Params } from "../core/types" */

/** @typedef {{ kind: string, place: string, time_s: number }} Incident place: only of an outage; empty: the datacenter with most servers in use */

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

/** The incidents of a day with servers: without servers none happens. @param {Params} params */
export const activeIncidents = (params) => (params.fleet === "off" ? [] : incidentsOf(params));
