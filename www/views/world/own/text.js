/** Texts of the reader's own data. They are loaded only when they are needed. */

export const words = {
  open: "Use your own files",
  inUse: "Your own data is in use",
  status: "In use: {}.",
  builtIn: "the built-in world",
  parts: {
    datacenters: "{} {datacenter|datacenters}",
    maps: "{} latency {map|maps}",
    joins: "joins from a file",
    weights: "joins by your weights",
  },
  reading: "{}: {} of {} MB",
  /** @type {Record<string, string>} */
  kinds: { datacenters: "Datacenters", map: "Latency map", joins: "Joins", pings: "Pings", maps: "Maps from pings" },
  /** Of rows, of cells. @type {Record<string, string>} */
  units: { map: "{} {cell|cells}", maps: "{} {map|maps}" },
  rows: "{} {row|rows}",
  refused: "{} refused",
  clamped: "{} brought into bounds",
  /** @type {Record<string, string>} */
  facts: {
    no_data: "{} {cell|cells} without data",
    beyond: "{} {cell|cells} at 255, which means 255 ms or more: counted as 255",
    below_floor: "{} faster than light, left out",
    measured: "{} {cell|cells} measured",
    filled: "{} {cell|cells} filled by the model",
    few: "{} {cell|cells} with too few pings",
    null_island: "{} {cell|cells} at 0, 0 left out",
    days: "{} {day|days}",
    strays: "{} {ping|pings} left out: far from the days of the others, as of wrong clocks",
  },
  recorded: {
    population: "{} joins a day, as with a population of {}.",
    busiest: "Busiest hour from {} UTC (built in: {}).",
    continent: "{}: {} % of the joins (built in: {} %).",
  },
  cancelled: "Cancelled. Everything is as it was.",
  nothing: "None of it can be used. Everything is as it was.",
  share: "{} %",
  hours: "{} {number|numbers}, not 24",
  notKeptTitle: "Your own data will be gone with this visit",
  notKept: "It is in use, but the browser did not keep it.",
  goneTitle: "Your own data is gone from this browser",
  gone: "The built-in world is in use. Choose the files again to use them.",
  unusable: "Your own data could not be used: the built-in world is",
};
