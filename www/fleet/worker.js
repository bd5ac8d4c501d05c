/** A worker that reads configurations of match brokers and fleets. */

import { answerQuestions } from "../ask/answer.js";
import init, { lint, panic_message } from "../pkg-fleet/matchday_web_fleet.js";
import { utcOffsetsOn } from "./zones.js";

/** @import { Job } from "../ask/types" */
/** @import { Answers } from "./types" */

/** @type {Promise<unknown>} */
let ready = new Promise(() => {});

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  lint: async ({ file, first_day, matches_per_s, longest_match_s, boot_s }) => {
    await ready;
    return lint(file, matches_per_s, longest_match_s, boot_s, utcOffsetsOn(first_day));
  },
};

answerQuestions({ load: (module) => (ready = init({ module_or_path: module })), answers, panicMessage: panic_message });
