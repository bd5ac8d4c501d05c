import entry from "../../plugin/assemblyscript/kit/entry.ts";
import matchday from "../../plugin/assemblyscript/kit/matchday.ts";

export { main } from "assemblyscript/asc";
/** The sources of the kit by their names. */
export const kit = { "entry.ts": entry, "matchday.ts": matchday };
