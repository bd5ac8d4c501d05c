// Runs the browser tests in the files of the arguments, two files at a time, because each uses a browser of its own.

import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const WORKERS = 2;
/** Longest time of a file. */
const LONGEST_MS = Number(process.env.MATCHDAY_LONGEST_MS ?? 600_000);
/** The longest files run first, so that none of them runs alone at the end. */
const SLOWEST = ["season", "kills", "import", "keyboard", "player", "siege"];

const isSlow = (file) => SLOWEST.includes(path.basename(file, ".test.mjs"));
const files = process.argv.slice(2).sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));

run({ files, concurrency: WORKERS, timeout: LONGEST_MS })
  .on("test:fail", () => (process.exitCode = 1))
  .compose(spec)
  .pipe(process.stdout);
