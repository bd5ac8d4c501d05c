/** Stores results of sweeps while the tab is open, so that a reloaded page continues its sweep. */

import { ask } from "../../../core/ask.js";

/** @import { Sweep } from "../../../pkg-lab/matchday_web_lab.js" */

/** Time between writes: writing all results after each run would take longer than many runs. */
const WRITE_MS = 1000;

let writtenAt = 0;

/** @param {Sweep} sweep */
const nameOf = (sweep) => `matchday-sweep-${ask(sweep, "state", {}).checksum}`;

/** Gives a sweep its stored results. Damaged ones are ignored, and their runs are made again. @param {Sweep} sweep */
export function restoreResults(sweep) {
  try {
    const csv = sessionStorage.getItem(nameOf(sweep));
    if (csv) ask(sweep, "readCsv", { text: csv });
  } catch {
    // The browser stores nothing, or the stored text is not a sweep's.
  }
}

/** @param {Sweep} sweep @param {boolean} atOnce */
export function storeResults(sweep, atOnce) {
  const now = performance.now();
  if (!atOnce && now - writtenAt < WRITE_MS) return;
  writtenAt = now;
  try {
    sessionStorage.setItem(nameOf(sweep), ask(sweep, "csv", {}));
  } catch {
    // Too much for the browser: the results last until the page is closed, or in the CSV file.
  }
}
