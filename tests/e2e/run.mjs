// Runs the files of browser tests that its arguments name, two at a time: each keeps a browser of its own busy.

import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const WORKERS = 2;
/** A file that takes longer hangs. */
const LONGEST_MS = 600_000;
/** Those that take longest begin, so that no worker is left alone with one of them in the end. */
const SLOWEST = ["season", "kills", "import", "keyboard", "player"];

const isSlow = (file) => SLOWEST.includes(path.basename(file, ".test.mjs"));
const files = process.argv.slice(2).sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));

run({ files, concurrency: WORKERS, timeout: LONGEST_MS })
  .on("test:fail", () => (process.exitCode = 1))
  .compose(spec)
  .pipe(process.stdout);
