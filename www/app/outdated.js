/** Dims what is on screen while it is not the day of the present parameters. */

import { onScreen, sameParams } from "../core/state.js";

/** @import { Change } from "../core/page-state" */
/** @import { Page } from "../ui/page" */

export class Outdated {
  /** @param {HTMLElement} main @param {Page} page */
  constructor(main, page) {
    this.main = main;
    this.page = page;
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    if (!["params", "runs", "data", "time"].some((change) => changed.has(/** @type {Change} */ (change)))) return;
    const { state } = this.page;
    const { classList } = this.main;
    classList.toggle("staleresults", state.current !== null && !sameParams(state.current.params, state.params));
    const shown = onScreen(state);
    classList.toggle("stalemap", shown !== null && !sameParams(shown.run.params, state.params));
  }
}
