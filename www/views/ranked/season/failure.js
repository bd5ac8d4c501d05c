/** Texts of errors for the season's dialog, which covers the notices of the page. */

import { MatchdayError } from "../../../core/errors.js";
import { text } from "../../../core/text.js";

/** The text of an error; empty for a cancelled action. @param {unknown} thrown */
export function failureText(thrown) {
  const { code, message } = MatchdayError.from(thrown);
  if (code === "CANCELLED") return "";
  const [title, help] = text.errors[code] ?? text.errors.UNEXPECTED;
  return `${title}: ${message.replace(/\.?$/, ".")} ${help}`.trimEnd();
}
