// What runs every day, and what only with MATCHDAY_FULL=1.

import { test } from "node:test";

const isFull = process.env.MATCHDAY_FULL === "1";

/**
 * Declares a test that does not run every day: of sizes, themes and kinds of which another test is the sample, of what few
 * changes break, and of what takes long.
 *
 * @type {typeof test | (() => void)}
 */
export const full = isFull ? test : () => {};

/** `test` for the sample of a kind that runs every day, `full` for the rest of the kind. @param {boolean} isSample */
export const sampled = (isSample) => (isSample ? test : full);

/** How often something is tried. @template T @param {{ daily: T, full: T }} choice */
export const ofSet = (choice) => (isFull ? choice.full : choice.daily);
