/** The texts of the scripts of the first view; `{}` is a gap for a value. Fixed texts are in the HTML. Parts that are loaded on demand have a `text.js` in their folder. */

import { num } from "./format.js";

export const text = {
  title: "Matchday",
  opening: "Opening.",
  close: "Close",
  /** Of a finding: shows its moment. */
  show: "Show {}",
  drop: "Drop it: datacenters, latency maps, joins, pings, rule sets, Fleets, match brokers, seasons, scenarios, links.",
  finished: "Simulated. Peak {} players online at {}, mean wait {} seconds, mean round trip {} milliseconds.",

  files: {
    title: "This cannot be used here",
    is: "{} seems to be {}.",
    isRules: "{} is {}. Matchday reads rule sets of FlexMatch.",
    noLink: "The dropped text has no link to a day.",
    accepted:
      "Accepted: scenarios and links; rule sets of FlexMatch; Fleets and FleetAutoscalers in YAML, match brokers in JSON; lists of datacenters, joins and pings as CSV, latency maps as .bin or grey .png; seasons as .sqlite.",
    playFab: "a PlayFab matchmaking queue",
    pdf: "a PDF document",
    zip: "a ZIP archive",
    jpeg: "a JPEG picture",
    gif: "a GIF picture",
    media: "a picture or sound in a RIFF container",
    video: "a video",
    parquet: "a Parquet table",
    program: "a program",
    gzip: "a gzip archive",
    html: "a web page",
    xml: "an XML document",
    json: "JSON, but no scenario, match broker or rule set",
    text: "plain text",
    binary: "a binary file of an unknown kind",
    empty: "empty",
  },

  facts: {
    warming: "Warming up.",
    waiting: "Not simulated yet.",
    failed: "The simulation stopped early.",
    running: "Simulating, {} of {}.",
    stopped: "Stopped at {}.",
    stoppedEarly: "Stopped before the shown day.",
    finished: "{} {datacenter|datacenters}, {} a match\nSeed {}, digest {}, {} s",
    digest: "Digest {}: runs with the same digest are the same, event by event",
  },

  map: {
    oneDot: "One dot is one player. Rings are datacenters.",
    near: "Lines are matches that form, small rings their players. Squares are servers.",
    waits: "{} s",
    manyDots: "One dot is {} players. Rings are datacenters.",
    noon: "noon",
    midnight: "midnight",
    upTo: "to {} ms",
    off: "switched off",
    outage: "{}: outage {} to {}",
  },

  transport: {
    play: "Play",
    pause: "Pause",
    utc: "UTC",
    dayIn: "a day in {}",
    local: "{} your time",
    localSame: "your local time",
    americas: "Americas’ evening",
    asia: "Asia’s evening",
    europe: "Europe’s evening",
    quietest: "Quietest",
    online: ", {} online",
  },

  figures: {
    same: "same as A",
    points: " points",
    wait: "mean {}, 99th {} s",
    noMatches: "no matches",
    bots: "{} against bots",
    gaveUp: "{} gave up",
    against: "{} against A",
    peakAt: "at {} UTC",
    proof: "{}\u00a0%",
    proofTitle: "Within {}\u00a0% of theory, which gives {}",
    estimated: "estimated {} ms",
    pin: "Pin this run as A",
    unpin: "Unpin A",
  },

  charts: {
    ccu: "{}: {} online, {} searching",
    wait: "{}: mean {} s, 99th {} s",
    rtt: "{}: {} ms, {} to 50 ms",
    noForm: "Theory covers the peak only.",
    cut: "Points that take over 10 s, or over 300 MB of memory, are left out.",
    sweeping: "{} of {}",
    preview: "preview: one of {} players simulated",
    whole: "Whole day",
    only: "Only {}",
    all: "All, not only {}",
    askDays: "Simulate {} {day|days}: about {}",
    behind: "The table behind this chart holds its numbers.",
    save: "Save “{}”",
    menu: {
      label: "Save the chart",
      csv: "Data as CSV",
      png: "Picture as PNG",
      svg: "Picture as SVG",
      credit: "Matchday, digest {}",
    },
    later: "follows when the slider rests",
  },

  params: {
    /** Below the labels of large parameters. @type {Record<string, string>} */
    hints: {
      replay: "who queue again",
      ccu: "players online, at the default replay rate",
      buffer: "Ready servers kept free",
      ideal_ms: "players count as covered up to this round trip",
      widening: "rating points and round trip of a search",
    },
    panel: "Parameters",
    resetAll: "Reset everything",
    exact: "{}, exact",
    bounds: "Enter {} to {}\u00a0{}",
    initial: "Default {}",
    reset: "Reset {} to {}",
    growth: "{}\u00a0%",
    peak: ", peak {}",
    /** @type {Record<string, string>} */
    choices: {
      map: "Latency map",
      distance: "Distance",
      ping: "One ping",
      off: "At once, always",
      broker: "Match broker",
      register: "Themselves",
    },
  },

  sites: {
    on: "{} of {} on. Players right now; switch one off and the day runs again.",
    own: "Your own",
    lastOne: "One datacenter has to stay on.",
    taken: "{} is in the list already: call yours something else.",
    move: "Move",
    remove: "Remove",
  },

  loading: {
    title: "Getting the world",
    note: "About two seconds. After that everything happens in your browser.",
    kilobytes: "{} of {} KB",
    slow: "It still loads. If it does not continue, check the connection, and whether something blocks a file; then try again.",
    groups: { engine: "Engine", land: "Shoreline", joins: "Where players join", routes: "Network routes", other: "Lists" },
  },

  notices: {
    building: "A part of the page is still being built",
    buildingHelp: "The server has not built {} yet. The page continues by itself as soon as it is there.",
    copyReport: "Copy report",
    defaults: "Back to the defaults",
    retry: "Try again",
    dismiss: "Dismiss",
    copyByHand: "The browser did not allow it. Copy it from here.",
    silent: "Nothing has come from the simulator for 10 s",
    silentHelp: "A heavy day or a slow connection may be why: then it goes on by itself. Otherwise start it again.",
    startOver: "Start again",
    longTitle: "This is a long run",
    paused: "It has worked for {} and takes {} MB of memory, so it waits for you. What it has so far stays.",
    goOn: "Go on",
  },

  /** By error code: the problem, and how to solve it. @type {Record<string, [title: string, help: string]>} */
  errors: {
    UNSUPPORTED: ["This browser is too old for Matchday", "Any Chrome, Edge, Firefox or Safari since 2023 works."],
    WASM_FETCH: ["The engine could not be loaded", "Check the connection and try again."],
    PART_FETCH: [
      "A part of the page could not be loaded",
      "Check the connection and try again. If that does not help, load the page again: its address keeps the scenario.",
    ],
    WORKER_FETCH: [
      "A part of the page could not be loaded",
      "Check the connection and try again. If that does not help, load the page again: its address keeps the scenario.",
    ],
    PART_LATE: [
      "Still waiting for a file",
      "On a slow connection it may still come: then the page continues by itself. Otherwise check the connection, and whether something blocks the file, and load the page again: its address keeps the scenario.",
    ],
    WORKER_LATE: [
      "Still waiting for a file",
      "On a slow connection it may still come: then the page continues by itself. Otherwise check the connection, and whether something blocks the file, and try again.",
    ],
    DATA_FETCH: ["A data file could not be loaded", "Check the connection and try again."],
    DATA_INVALID: ["The data set could not be used", "Load the page again. If that does not help, the site needs a fresh copy."],
    DATA_MISSING: ["The data set is incomplete", "Load the page again."],
    BAD_PARAM: ["A setting could not be used", "Correct it, or go back to the defaults. What was on screen stays."],
    BAD_DATACENTERS: ["The list of datacenters could not be used", "The previous value stays in use."],
    OUT_OF_MEMORY: [
      "The run needs more memory than the browser gives",
      "Make the population or the number of days smaller. What was on screen stays.",
    ],
    WORKER_CLOSED: [
      "A part of the page was ended",
      "The browser or an extension has ended it, perhaps to save memory. Try again; the results on screen stay.",
    ],
    ENGINE_PANIC: [
      "The engine stopped because of a defect",
      "A new engine is ready, and the results on screen stay. Please send the report.",
    ],
    PLUGIN_STOPPED: ["The rules did not answer in time", "A call may take 2 s. It was stopped; change the code and run it again."],
    COMPILER: ["The compiler failed", "Change the code, or try again."],
    UNEXPECTED: ["Something went wrong", "What was on screen stays."],
  },
};

/** A text with its gaps filled. `{row|rows}` is "row" if the gap before it is 1, else "rows". @param {string} template @param {...(string | number)} values */
export function fill(template, ...values) {
  let last = "";
  return template.replace(/{(?:([^|}]*)\|([^}]*))?}/g, (_, one, many) =>
    many === undefined ? (last = isolated(String(values.shift()))) : last === "1" ? one : many,
  );
}

/** Letters and marks that order the text around them from right to left. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text from elsewhere, such as a name, that leaves the order of the words around it as it is. @param {string} words */
export const isolated = (words) => (TURNING.test(words) ? `\u2068${words}\u2069` : words);

/** Words of the engine, which write names from elsewhere between backticks. @param {string} words */
export const engineWords = (words) => words.replace(/`[^`]*`/g, (name) => isolated(name));

/**
 * The change of a value against run A: "+0.2 s", or "same as A" if the shown digits are equal.
 * @param {number} difference
 * @param {number} decimals
 * @param {string} unit
 */
export function change(difference, decimals, unit) {
  if (!(Math.abs(difference) >= 0.5 * 10 ** -decimals)) return text.figures.same;
  return (difference < 0 ? "\u2212" : "+") + num(Math.abs(difference), decimals) + unit;
}

/** Growth of the peak with one more point of replay: peak players are in proportion to 1 / (1 - replay). @param {number} replay */
const growthOfPoint = (replay) => 0.01 / (0.99 - replay);

/** The growth of the peak in per cent. @param {number} replay */
export const growthText = (replay) => fill(text.params.growth, num(100 * growthOfPoint(replay), 1));
