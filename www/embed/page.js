/** The parts that only an embed has: options in its address, its bar, its messages, and its pause while it is hidden. */

import { all, need } from "../core/dom.js";
import { EmbedBar } from "./bar.js";
import { Messages, tellParent } from "./messages.js";
import { Sight } from "./sight.js";

/** @import { Part } from "../core/page-state" */
/** @import { Page } from "../ui/page" */
/** @import { Transport } from "../timeline/transport.js" */

export { tellParent };

const PANES = ["map", "transport", "ccu", "replay", "wait", "rtt", "params"];
const DEFAULT_PANES = "map,transport,params";
const DEFAULT_CONTROLS = "play,replay";

/** The choices in the query of the address. */
export function readQuery() {
  const query = new URLSearchParams(location.search);
  return {
    panes: query.get("panes"),
    controls: (query.get("controls") ?? DEFAULT_CONTROLS).split(","),
    theme: query.get("theme") ?? "auto",
    autoplay: query.get("autoplay") === "1",
  };
}

/** Removes all panes that the query, or else the link, does not name. @param {string | undefined | null} asked */
export function choosePanes(asked) {
  const known = (/** @type {string} */ names) => names.split(",").filter((name) => PANES.includes(name));
  const wanted = known(asked ?? "");
  const chosen = wanted.length > 0 ? wanted : known(DEFAULT_PANES);
  for (const pane of all("[data-pane]")) {
    if (chosen.includes(pane.dataset.pane ?? "")) continue;
    // Without its controls a day can still be played, by a message.
    if (pane.dataset.pane === "transport") pane.hidden = true;
    else pane.remove();
  }
}

/**
 * @param {ReturnType<typeof readQuery>} query
 * @param {Page} page
 * @param {Transport} transport
 * @returns {Part[]}
 */
export function makeParts({ controls, autoplay }, page, transport) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const sight = new Sight(page, transport, autoplay && !calm);
  transport.root.classList.toggle("noplay", !controls.includes("play"));
  return [new EmbedBar(need(".eset"), controls, page), new Messages(page, sight)];
}
