import entry from "../../plugin/assemblyscript/kit/entry.ts";
import matchday from "../../plugin/assemblyscript/kit/lib/matchday.ts";

export { main } from "assemblyscript/asc";
/** The sources of the kit by their names. */
export const kit = { "kit/entry.ts": entry, "kit/lib/matchday.ts": matchday };
