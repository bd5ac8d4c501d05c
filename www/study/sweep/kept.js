/** Results of sweeps, kept while the tab is open: a page that is loaded again goes on where it was. */

/** @import { Sweep } from "../../pkg-lab/matchday_web_lab.js" */

/** Writing all results after each run would take longer than many a run. */
const WRITE_MS = 1000;

let writtenAt = 0;

/** @param {Sweep} sweep */
const nameOf = (sweep) => `matchday-sweep-${sweep.checksum()}`;

/** Gives a sweep the results that it had. What is damaged is not taken: those runs are made again. @param {Sweep} sweep */
export function recall(sweep) {
  try {
    const csv = sessionStorage.getItem(nameOf(sweep));
    if (csv) sweep.read_csv(csv);
  } catch {
    // A browser that keeps nothing, or what somebody else wrote there.
  }
}

/** @param {Sweep} sweep @param {boolean} atOnce */
export function keep(sweep, atOnce) {
  const now = performance.now();
  if (!atOnce && now - writtenAt < WRITE_MS) return;
  writtenAt = now;
  try {
    sessionStorage.setItem(nameOf(sweep), sweep.csv());
  } catch {
    // More than the browser keeps: results last until the page is left, and the CSV file for ever.
  }
}
