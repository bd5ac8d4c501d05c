/** Ctrl+Z and Shift+Ctrl+Z: back to the parameters before a change, and on again. The open view stays. */

import { sameParams } from "./state.js";

/** @import { Links } from "./links.js" */
/** @import { Notices } from "./notices.js" */
/** @import { PageState } from "./page-state" */
/** @import { Params } from "./types" */

/** What it needs of the page. @typedef {{ state: Readonly<PageState>, links: Links, notices: Notices, set: (params: Params) => Params }} Page */

/** Fields in which these keys undo what was typed. */
const TYPED = "input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea, [contenteditable]";

export class Undo {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Params[]} */
    this.past = [];
    /** @type {Params[]} */
    this.future = [];
    this.present = page.state.params;
    page.links.onFinish = (goesOn) => this.keep(goesOn);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Keeps a finished change as a step, if parameters have changed. @param {boolean} goesOn whether it belongs to the step before */
  keep(goesOn) {
    const { params } = this.page.state;
    if (sameParams(params, this.present)) return;
    if (!goesOn || this.past.length === 0) this.past.push(this.present);
    this.present = params;
    this.future = [];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const undoes = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z";
    if (!undoes || /** @type {Element} */ (target).closest(TYPED)) return;
    event.preventDefault();
    this.keep(false);
    if (shiftKey) this.move(this.future, this.past);
    else this.move(this.past, this.future);
  }

  /** @param {Params[]} from @param {Params[]} to */
  move(from, to) {
    const params = from.pop();
    if (!params) return;
    to.push(this.present);
    this.present = params;
    try {
      this.page.set(params);
    } catch (error) {
      // The data set of then is another one.
      this.page.notices.error(error);
    }
  }
}
