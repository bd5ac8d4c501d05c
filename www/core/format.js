/** Numbers and times as people read them. */

export const DAY_S = 86_400;

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** Midnight UTC of the first shown day, ms since 1970: the data set says which day that is. */
let firstDay_ms = 0;

/** Formatters by their number of decimals. @type {Intl.NumberFormat[]} */
const formats = [];

/** A dash stands for a missing number. @param {number | null} value @param {number} [decimals] */
export function num(value, decimals = 0) {
  // Making a formatter takes longer than the rest of a frame.
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  formats[decimals] ??= new Intl.NumberFormat("en-US", digits);
  return value !== null && Number.isFinite(value) ? formats[decimals].format(value) : "–";
}

/** @param {number | null} share 0 to 1 @param {number} [decimals] */
export const pct = (share, decimals = 0) => (share === null ? num(null) : `${num(share * 100, decimals)}\u00a0%`);

/** A share in per cent, without trailing zeros: `75 %`, `82.5 %`. @param {number} share */
export const rate = (share) => `${+(share * 100).toFixed(2)}\u00a0%`;

/** `HH:MM` of a second since midnight. @param {number} seconds */
export function clock(seconds) {
  const minutes = Math.floor(mod(seconds, DAY_S) / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Sets the date of the first shown day. @param {string} date such as 2026-05-20 */
export const setFirstDay = (date) => void (firstDay_ms = Date.parse(`${date}T00:00:00Z`));

/** The moment of a shown second. @param {number} seconds */
export const dateOf = (seconds) => new Date(firstDay_ms + seconds * 1000);

/** The date of the first shown day, such as "2026-05-20". */
export const firstDay = () => new Date(firstDay_ms).toISOString().slice(0, 10);

/** The weekday of a shown second. @param {number} seconds */
export const weekday = (seconds) => WEEKDAY.format(dateOf(seconds));

/** @param {number} seconds real time, roughly */
export function duration(seconds) {
  if (seconds < 90) return `${num(seconds)} s`;
  return seconds < 5400 ? `${num(seconds / 60)} min` : `${num(seconds / 3600)} h`;
}

/** @param {number} n */
export const two = (n) => String(n).padStart(2, "0");

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** @param {number} value @param {number} by */
export const mod = (value, by) => ((value % by) + by) % by;

/** @param {number} from @param {number} to @param {number} share */
export const lerp = (from, to, share) => from + (to - from) * share;
