/** Time zones, which wasm modules take from the browser. */

/**
 * How far the clocks of a time zone are ahead of UTC at noon of a date, in seconds; nothing for an unknown time zone.
 * @param {string} date such as 2026-05-20
 */
export const utcOffsetsOn = (date) => (/** @type {string} */ timeZone) => {
  try {
    const noon = new Date(`${date}T12:00:00Z`);
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(noon);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  } catch {
    return undefined;
  }
};

/** The first shown day of a data set, such as 2026-05-20. @param {import("../core/types").DataFile[]} files */
export function firstDayOf(files) {
  const manifest = files.find(({ name }) => name === "manifest.json");
  return String(JSON.parse(new TextDecoder().decode(manifest?.bytes)).date);
}
