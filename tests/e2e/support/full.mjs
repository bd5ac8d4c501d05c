// Tests that do not run every day.

import { test } from "node:test";

/**
 * Declares a test that runs only with MATCHDAY_FULL=1: of sizes, themes and kinds of which another test is the daily sample,
 * of what hardly any change breaks, and of what takes long.
 *
 * @type {typeof test | (() => void)}
 */
export const full = process.env.MATCHDAY_FULL === "1" ? test : () => {};

/** `test` for the sample of a kind that runs every day, `full` for the rest of the kind. @param {boolean} isSample */
export const sampled = (isSample) => (isSample ? test : full);
