/** Every word that the page says, in one place. */

import { num, signed } from "./format.js";

export const text = {
  skip: "Skip to the parameters",
  share: "Share",
  shared: "Link copied",
  embed: "Embed",
  embedded: "Code copied",
  docs: "Docs",
  theme: "Switch between dark and light",
  scenario: "Scenario",
  ownScenario: "Your own",
  stop: "Stop here",
  openFull: "Open in Matchday",

  facts: {
    loading: "Getting the world.",
    /** @param {string} at @param {string} of */
    running: (at, of) => `Simulating, ${at} of ${of}.`,
    warming: "Simulating the hours before.",
    /** @param {string} at */
    stopped: (at) => `Stopped at ${at}.`,
    failed: "The simulation stopped early.",
    waiting: "Not simulated yet.",
    /** @param {{ datacenters: number, players: string, seed: string, digest: string, wall_s: number }} run */
    finished: ({ datacenters, players, seed, digest, wall_s }) =>
      `${datacenters} datacenters, ${players} a match, seed ${seed}, digest ${digest}. Simulated in ${num(wall_s, 1)} s.`,
    digest: "Two runs with the same digest are the same run, event by event",
  },

  map: {
    label: "World map of players",
    canvas:
      "Players on a world map, coloured by state. Left and right arrows walk through the datacenters, plus and minus zoom, 0 shows the whole world. The datacenter list gives the same numbers.",
    online: "players online",
    playing: "Playing",
    between: "Between matches",
    searching: "Searching",
    oneDot: "One dot is one player. Rings are datacenters.",
    /** @param {number} k */
    manyDots: (k) => `One dot is ${k} players. Rings are datacenters.`,
    noon: "noon",
    midnight: "midnight",
    layers: { latency: "Latency", night: "Night", datacenters: "Datacenters" },
    /** @param {string} ms */
    upTo: (ms) => `to ${ms} ms`,
    beyond: "beyond",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    home: "Whole world",
    card: {
      players: "Players",
      matches: "Matches running",
      rtt: "Mean round trip",
      queue: "In queue",
      off: "Switched off",
    },
  },

  transport: {
    label: "Timeline",
    play: "Play",
    pause: "Pause",
    slower: "Slower",
    faster: "Faster",
    speed: "Speed, times real time",
    /** @param {string} time */
    dayIn: (time) => `a day in ${time}`,
    utc: "UTC",
    /** @param {string} time */
    local: (time) => `${time} your time`,
    localSame: "your time, too",
    scrub: "Time of day",
    marks: { americas: "Americas’ evening", asia: "Asia’s evening", europe: "Europe’s evening", quietest: "Quietest" },
  },

  figures: {
    label: "Figures of the day",
    peak: "Peak players online",
    median: "Median wait",
    p95: "95th wait",
    p99: "99th wait",
    rtt: "Mean round trip",
    within: "Within 50 ms",
    failed: "Failed searches",
    soFar: " so far",
    /** @param {string} wait @param {string} change */
    mean: (wait, change) => `mean ${wait} s${change && ", " + change}`,
    same: "same as A",
    /** @param {string} change */
    against: (change) => `${change} against A`,
    points: " points",
    /** @param {string} at */
    peakAt: (at) => `at ${at} UTC`,
    /** @param {number} percent */
    proof: (percent) => `closed form within ${num(Math.max(0.1, percent), 1)}\u00a0%`,
    /** @param {string} players */
    proofTitle: (players) => `The closed form gives ${players}`,
    noGhost: "Change a parameter: this run becomes A, and the next is compared with it.",
    pin: "Pin this run instead",
    unpin: "Unpin A",
    sameParams: "same settings",
  },

  charts: {
    ccu: { title: "Players online", sub: "by state, UTC", label: "Players online by state over the day" },
    wait: {
      title: "Wait for a match",
      sub: "seconds, log scale",
      label: "Wait for a match over the day: mean, median, 95th and 99th percentile",
    },
    rtt: {
      title: "Round trip to the match",
      sub: "ms, and share by band",
      label: "Round-trip time over the day: mean, 95th percentile and share of players within 50 and 100 ms",
    },
    replay: {
      title: "Against replay rate",
      sub: "one full run a point",
      label: "Peak players, wait and round trip against the replay rate",
      metric: "What to show against the replay rate",
      metrics: { peak: "Peak players", wait: "Wait", rtt: "Round trip" },
      simulated: "simulated",
      closedForm: "closed form",
      price: "peak players for one more",
      /** @param {string} at */
      priceAt: (at) => `point of replay, at ${at}`,
      noForm: "The closed form speaks of the peak only.",
      cut: "Points that would take more than ten seconds are left out.",
      /** @param {number} done @param {number} all */
      sweeping: (done, all) => `${done} of ${all} points`,
    },
    fallback: "The table behind this chart holds its numbers.",
    /** @param {string} at @param {string} online @param {string} searching */
    readCcu: (at, online, searching) => `${at}: ${online} online, ${searching} searching`,
    /** @param {string} at @param {string} mean @param {string} p99 */
    readWait: (at, mean, p99) => `${at}: mean ${mean} s, 99th ${p99} s`,
    /** @param {string} at @param {string} mean @param {string} share */
    readRtt: (at, mean, share) => `${at}: mean ${mean} ms, ${share} to 50 ms`,
    columns: {
      time: "Time, UTC",
      ccu: ["Online", "Playing", "Between matches", "Searching"],
      wait: ["Mean, s", "Median, s", "95th, s", "99th, s"],
      rtt: ["Mean, ms", "95th, ms", "Within 50 ms", "Within 100 ms"],
      replay: ["Peak players", "Mean wait, s", "Mean round trip, ms"],
      rate: "Replay rate",
    },
  },

  params: {
    label: "Parameters",
    replayHint: "players who queue again",
    /** @param {string} label */
    exact: (label) => `${label}, exact`,
    /** @param {string} value */
    default: (value) => `Default ${value}`,
    reset: "Reset",
    /** @param {string} label @param {string} value */
    resetTo: (label, value) => `Reset ${label} to ${value}`,
    resetAll: "Reset everything",
    newSeed: "New seed",
    /** @param {number} replay */
    price: (replay) => `+${num(1 / (1 - replay), 1)}\u00a0%`,
    /** @param {number} replay @param {number | null} peak */
    worth: (replay, peak) => [
      "One more point of replay is worth ",
      text.params.price(replay),
      " peak players",
      peak === null ? "" : ", about ",
      peak === null ? "" : num(roundTo(peak / (1 - replay) / 100)),
      ".",
    ],
    /** @param {string} value @param {string} peak */
    brief: (value, peak) => [value, ", peak ", peak],
  },

  sites: {
    title: "Datacenters",
    /** @param {number} on @param {number} all */
    on: (on, all) => `${on} of ${all} on. Players right now; switch one off and the day runs again.`,
    own: "Your own",
    add: "Add one",
    name: "Name",
    lat: "Latitude",
    lon: "Longitude",
    lastOne: "One datacenter has to stay on.",
  },

  ask: {
    title: "This link asks for a long run",
    /** @param {string} time */
    body: (time) => `It would take about ${time} here, so it waits for you.`,
    start: "Simulate it",
  },

  loading: {
    title: "Getting the world",
    engine: "Engine",
    land: "Shoreline",
    joins: "Where players join",
    maps: "Latency maps",
    other: "Lists",
    /** @param {number} done @param {number} total bytes */
    kilobytes: (done, total) => `${num(done / 1000)} of ${num(total / 1000)} KB`,
    note: "About two seconds. After that everything happens in your browser.",
  },

  notices: {
    copyReport: "Copy report",
    copied: "Copied",
    defaults: "Back to the defaults",
    retry: "Try again",
    dismiss: "Dismiss",
    copyByHand: "The browser did not let the page write to the clipboard. Copy it from here.",
    link: "The link was read in part",
    /** @param {string} made @param {string} here */
    engine: (made, here) =>
      `The link was made with version ${made} of the engine, this is ${here}. The day may come out differently.`,
    /** @param {string} made @param {string} here */
    dataset: (made, here) =>
      `The link was made with the data set ${made}, this page has ${here}. The day may come out differently.`,
    /** @param {string} expected @param {string} got */
    digest: (expected, got) =>
      `The link promises a run with digest ${expected}; this one has ${got}. It is not the same day.`,
  },

  /** What happened, and what to do about it, by error code. @type {Record<string, { title: string, help: string }>} */
  errors: {
    UNSUPPORTED: {
      title: "This browser is too old for Matchday",
      help: "It has no WebAssembly or no module workers. Any Chrome, Edge, Firefox or Safari since 2023 works.",
    },
    WASM_FETCH: { title: "The engine could not be loaded", help: "Check the connection and try again." },
    DATA_FETCH: { title: "A data file could not be loaded", help: "Check the connection and try again." },
    DATA_INVALID: {
      title: "The data set could not be used",
      help: "It may have been damaged on its way. Load the page again; if that does not help, the site needs a fresh copy.",
    },
    DATA_MISSING: { title: "The data set is incomplete", help: "Load the page again." },
    BAD_LINK: { title: "The link was read in part", help: "" },
    BAD_PARAM: { title: "A setting could not be used", help: "The last good setting stands." },
    BAD_DATACENTERS: { title: "The list of datacenters could not be used", help: "The last good list stands." },
    OUT_OF_MEMORY: {
      title: "The run needs more memory than the browser gives",
      help: "Make the population or the number of days smaller. What was on screen stays.",
    },
    ENGINE_PANIC: {
      title: "The engine stopped on a mistake of its own",
      help: "A fresh one is ready, and what was on screen stays. Please send the report: the same settings repeat the mistake.",
    },
    CHART: { title: "A chart could not be drawn", help: "Its table still holds the numbers." },
    UNEXPECTED: { title: "Something went wrong", help: "What was on screen stays." },
  },

  announce: {
    /** @param {string} peak @param {string} at @param {string} wait @param {string} rtt */
    finished: (peak, at, wait, rtt) =>
      `Simulated. Peak ${peak} players online at ${at}, mean wait ${wait} seconds, mean round trip ${rtt} milliseconds.`,
  },

  footer: {
    promise: "Matchday is open source. Nothing leaves your browser.",
    how: "How the day is simulated",
    data: "Where the data comes from",
    keys: "Keyboard",
    credits: "Cities: GeoNames, CC BY 4.0. Shoreline: Natural Earth.",
  },

  help: {
    title: "About this page",
    close: "Close",
    sections: [
      {
        id: "how",
        title: "How the day is simulated",
        paragraphs: [
          "Players join all over the world, each place by its own clock. Every second each datacenter shuffles the players who wait for it and makes full matches. A player first looks within the ideal round trip, then within the expanded one, and at last completes any match. After the match and a pause the player queues again, with the replay rate as the chance, or leaves.",
          "The hours before midnight are simulated too, so that the day starts with the right crowd. The run is a pure function of the parameters and the seed: the same link gives the same day, bit for bit, on every machine. The digest in the first line proves it.",
          "Peak players online answer so strongly to the replay rate because a player stays for 1 / (1 − replay) matches on average. One more point is worth 1 / (1 − replay) per cent: +4 % at 75 %, +10 % at 90 %.",
        ],
      },
      {
        id: "data",
        title: "Where the data comes from",
        paragraphs: [
          "Where players join: populations of cities and time zones from GeoNames (CC BY 4.0), weighted by internet use. Land and shoreline: Natural Earth, public domain. Round trips: our own model of distance and network paths, fitted to published measurements; a real player’s line differs.",
        ],
      },
    ],
    keysTitle: "Keyboard",
    keys: [
      ["Space", "play or pause"],
      ["← →", "one minute back or on"],
      ["Shift + ← →", "one hour back or on"],
      ["Home, End", "first or last moment"],
      ["+ − 0", "on the map: zoom in, out, whole world; arrows walk the datacenters, Shift + arrows move the map"],
      ["← → on a chart", "move the reading; Shift for an hour; Enter shows that time on the map"],
      ["Ctrl + wheel", "on the map: zoom; without Ctrl once the map has focus"],
      ["?", "this help"],
    ],
  },
};

/**
 * Two significant digits, as far as a rule of thumb goes.
 * @param {number} value
 */
function roundTo(value) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}

/**
 * How a value moved against run A: "+0.2 s", or "same as A" when the shown digits are equal.
 * @param {number} difference
 * @param {number} decimals
 * @param {string} unit
 */
export function change(difference, decimals, unit) {
  const same = Math.abs(difference) < 0.5 * 10 ** -decimals;
  return same ? text.figures.same : signed(difference, decimals) + unit;
}

/**
 * @param {string} name parameter label
 * @param {string} value
 */
export const setting = (name, value) => `${name.toLowerCase()} ${value}`;
