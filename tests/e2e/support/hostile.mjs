// Hostile input that is shaped like real input, the same in every run: keys that exist with values that break, and the reverse.

/** @typedef {(below: number) => number} Random a whole number from 0 to below the argument */

/** Texts that do harm where somebody takes them for something else. `window.harmed` is set by each that runs as a script. */
const TEXTS = [
  "",
  " ",
  "0",
  "-0",
  "-1",
  "1e999",
  "-1e308",
  "1e-400",
  "NaN",
  "Infinity",
  "0x10",
  "1_000",
  "１２３",
  "4294967296",
  "9007199254740993",
  "99999999999999999999999999999999999999999999",
  "0.1.2",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "<img src=x onerror=window.harmed=1>",
  "<svg/onload=window.harmed=1>",
  '"><script>window.harmed=1</script>',
  "javascript:window.harmed=1",
  "${window.harmed=1}",
  "https://example.com/harm.js",
  "//example.com/harm.png",
  "../../../../etc/passwd",
  "'; DROP TABLE players; --",
  "\u0000",
  "\u0001\u001b[31m\u007f",
  "\u202e\u2066abc",
  "\ufeff",
  "\ud800",
  "a\u0301".repeat(50),
  "🙂🙂",
  "%",
  "%2",
  "%zz",
  "%00",
  "%ff%fe",
  "%c3%28",
  "%25%25%32%35",
  "%3Cscript%3Ewindow.harmed=1%3C/script%3E",
  "&",
  "=",
  "&&==&&",
  "#",
  "+",
  "-",
  "~",
  ":",
  "@",
  ",,,,",
  "..",
  "|",
  "1..2:3",
  "frankfurt",
  "-frankfurt",
  "+me@91,181",
  "+a@1,2,+a@1,2",
  "+x@nan,inf",
  "64800:join:50.11:8.68:1500:0",
  "64800:join:999:999:-1:9",
  "lost@25:99",
  "outage@18:30",
  "replay:0.6~seed:3",
  "replay:0.1..0.9:1000000~seeds:1000000",
  "player:18446744073709551615:1",
];

/** Keys of the view of a link, with a value that is right. */
const VIEW = {
  v: "1",
  e: "0.0.1",
  d: "world-00000000",
  x: "0123456789abcdef",
  t: "43200",
  p: "map,ccu",
  l: "latency,night",
  sweep: "replay:0.5,0.6~seeds:1",
  prices: "wait,5",
  playlist_capacity: "5,60",
  carry: "5,60",
  who: "7",
  view: "world",
  page: "board:1:gold",
  a: "replay:0.6~seed:3",
};
const VIEWS = ["matchmaking", "rules", "servers", "ranked", "world", "experiments"];

/** One of a list. @template T @param {Random} below @param {T[]} list @returns {T} */
export const oneOf = (below, list) => list[below(list.length)];

/** A text that breaks something. @param {Random} below */
export function hostileText(below) {
  const text = oneOf(below, TEXTS);
  const kind = below(12);
  if (kind === 0) return text.repeat(1 + below(40));
  if (kind === 1) return text + oneOf(below, TEXTS);
  if (kind === 2) return String((below(2) ? -1 : 1) * below(2 ** 31) * 10 ** (below(40) - 20));
  if (kind === 3) return Array.from({ length: 1 + below(20) }, () => String.fromCharCode(below(0x1_0000))).join("");
  return text;
}

/** A value of a parameter: right, at its limit, or not of its kind. @param {Random} below @param {{ kind: string, min: number, max: number, words?: string[] }} param */
function valueOf(below, { kind, min, max, words }) {
  const right = below(3) > 0;
  if (!right) return hostileText(below);
  if (kind === "number") return String(oneOf(below, [min, max, min + (max - min) * (below(1000) / 1000), Math.floor((min + max) / 2)]));
  if (kind === "flag") return String(below(2));
  if (kind === "choice" && words?.length) return oneOf(below, words);
  return hostileText(below);
}

/**
 * The fragment of a link.
 * @param {Random} below
 * @param {{ key: string, kind: string, min: number, max: number, words?: string[] }[]} params of the registry
 * @param {boolean} isQuick whether its day, if it is one, takes no long time
 */
export function hostileLink(below, params, isQuick) {
  const slow = ["ccu", "days", "accounts", "buffer", "playlists"];
  const known = isQuick ? params.filter(({ key }) => !slow.includes(key)) : params;
  const pairs = [];
  const count = 1 + below(below(20) === 0 ? 60 : 6);
  for (let i = 0; i < count; i++) {
    const kind = below(10);
    if (kind < 6) {
      const param = oneOf(below, known);
      pairs.push(`${param.key}=${escaped(below, valueOf(below, param))}`);
    } else if (kind < 9) {
      const key = oneOf(below, Object.keys(VIEW));
      const value = below(3) === 0 ? hostileText(below) : key === "view" ? oneOf(below, VIEWS) : VIEW[key];
      pairs.push(`${key}=${escaped(below, value)}`);
    } else {
      pairs.push(hostileText(below));
    }
  }
  if (below(4) === 0) pairs.push(oneOf(below, pairs));
  if (below(200) === 0) pairs.push(`seed=${"9".repeat(30_000)}`);
  const first = oneOf(below, ["v=1", "v=1", "v=1", "v=1", "v=1", "v=2", "v=", "v=1e9", ""]);
  return ["#", first, ...(isQuick ? ["&ccu=60"] : []), ...pairs.map((pair) => `&${pair}`)].join("");
}

/** Most values are escaped as links have them. @param {Random} below @param {string} text */
function escaped(below, text) {
  if (below(3) > 0) return encodeURIComponent(text.toWellFormed());
  return text;
}
