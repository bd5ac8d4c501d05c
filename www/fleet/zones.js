/** Time zones, which browsers know and modules do not. */

/** The simulated day, that of the built-in data: clocks of time zones are as far ahead of UTC as on it. */
const DAY = new Date("2026-05-20T12:00:00Z");

/** How far the clocks of a time zone are ahead of UTC; nothing of one that there is not. @param {string} timeZone */
export function utcOffset_s(timeZone) {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(DAY);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  } catch {
    return undefined;
  }
}
