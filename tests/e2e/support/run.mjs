// Runs the browser tests in the files of the arguments, as many files at a time as there are cores, in one Chromium. With
// MATCHDAY_FULL=1 also the tests that `full.mjs` leaves out every day.

import { availableParallelism } from "node:os";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { startShared } from "./chromium.mjs";

/** Longest time of a file. */
const LONGEST_MS = Number(process.env.MATCHDAY_LONGEST_MS ?? 600_000);
/** The longest files, from the shortest of them to the longest, which runs first so that none of them runs alone at the end. */
const SLOWEST = ["kills", "siege", "start", "views", "rules", "place", "player", "page", "access", "keyboard", "import", "season"];

const rank = (file) => SLOWEST.indexOf(path.basename(file, ".test.mjs"));
const files = process.argv.slice(2).sort((a, b) => rank(b) - rank(a));

const chromium = await startShared();
const crash = new AbortController();
const crashed = (code, signal) => {
  process.exitCode = 1;
  crash.abort(`Chromium ended in the middle of the tests (${signal ?? `exit code ${code}`})`);
};
chromium.on("close", crashed);

run({ files, concurrency: availableParallelism(), timeout: LONGEST_MS, signal: crash.signal })
  .on("test:fail", () => (process.exitCode = 1))
  .compose(spec)
  .on("end", () => chromium.off("close", crashed).close())
  .pipe(process.stdout);
