/** The charts of servers over time. */

import { titledFigure } from "../../ui/chart-figure.js";
import { num } from "../../core/format.js";
import { RunChart } from "../../ui/run-chart.js";
import { words } from "./text.js";

/** @import { ServersPage as Page } from "../../ui/page" */
/** @import { ServerChartName, ServerMoment } from "./types" */

/** @param {number | null} seconds */
const wait = (seconds) => (seconds === null ? "–" : num(seconds, 1));

/** The cells of each chart's table. @type {Record<ServerChartName, (m: ServerMoment) => string[]>} */
const CELLS = {
  groups: (m) => [m.allocated, m.reserved, m.ready, m.booting, m.leaving].map((servers) => num(servers)),
  waits: (m) => [wait(m.pickup_wait_s), wait(m.ready_wait_s), num(m.misses), num(m.matches)],
  churn: (m) => [m.created, m.deleted, m.expired, m.lost].map((times) => num(times)),
};

/** @param {ServerChartName} name @param {Page} page */
export function serverChart(name, page) {
  const { heads, reading, ...named } = words.charts[name];
  return new RunChart(titledFigure({ ...named, heads: [words.time, ...heads] }), page, {
    chart: { servers: name },
    of: ({ servers }) => servers,
    cells: CELLS[name],
    words: reading,
  });
}
