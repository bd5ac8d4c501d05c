/** What went wrong with a season, where the page's own notices would be covered. */

import { MatchdayError } from "../errors.js";
import { text } from "../text.js";

/** A sentence or two; nothing of what was given up. @param {unknown} thrown */
export function failureText(thrown) {
  const { code, message } = MatchdayError.from(thrown);
  if (code === "CANCELLED") return "";
  const [title, help] = text.errors[code] ?? text.errors.UNEXPECTED;
  return `${title}: ${message.replace(/\.?$/, ".")} ${help}`.trimEnd();
}
