/** A worker that reads configurations of match brokers and fleets. */

import { answerQuestions } from "../ask/answer.js";
import init, { lint, panic_message } from "../pkg-fleet/matchday_web_fleet.js";

/** @import { Job } from "../ask/types" */
/** @import { Answers } from "./types" */

/** The simulated day, that of the built-in data: clocks of time zones are as far ahead of UTC as on it. */
const DAY = new Date("2026-05-20T12:00:00Z");

/** @type {Promise<unknown>} */
let ready = new Promise(() => {});

/**
 * What can be asked.
 * @type {{ [Name in keyof Answers]: (args: Answers[Name]["args"], job: Job) => Promise<Answers[Name]["answer"]> }}
 */
const answers = {
  lint: async ({ file, matches_per_s, longest_match_s, boot_s }) => {
    await ready;
    return lint(file, matches_per_s, longest_match_s, boot_s, utcOffset_s);
  },
};

answerQuestions({ load: (module) => (ready = init({ module_or_path: module })), answers, panicMessage: panic_message });

/** How far the clocks of a time zone are ahead of UTC; nothing of one that there is not. @param {string} timeZone */
function utcOffset_s(timeZone) {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(DAY);
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "") ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  } catch {
    return undefined;
  }
}
