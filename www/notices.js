/** What the page says when something fails: cause, what to do, a report, and a way on. */

import { el } from "./dom.js";
import { MatchdayError } from "./engine.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/** More than these push the page away from the reader. */
const MOST = 3;

const words = text.notices;

/**
 * @typedef {object} Action
 * @property {string} label
 * @property {() => void} run
 */

export class Notices {
  /**
   * @param {HTMLElement} root
   * @param {() => Record<string, unknown>} context what a report has to know beside the error
   * @param {() => void} toDefaults
   */
  constructor(root, context, toDefaults) {
    this.root = root;
    this.context = context;
    this.toDefaults = toDefaults;
  }

  /**
   * @param {unknown} thrown
   * @param {Action[]} [actions] before the usual ones
   */
  error(thrown, actions = []) {
    const error = MatchdayError.from(thrown);
    const { title, help } = text.errors[error.code] ?? text.errors.UNEXPECTED;
    const copy = () => copyText(this.report(error)).then((done) => done || this.offer(this.report(error)));
    this.put({
      code: error.code,
      urgent: true,
      title,
      lines: [`${error.message} ${help}`.trim()],
      actions: [...actions, { label: words.copyReport, run: copy }, { label: words.defaults, run: this.toDefaults }],
    });
  }

  /** Something to know, nothing to repair. @param {string} code @param {string} title @param {string[]} lines @param {Action[]} [actions] */
  note(code, title, lines, actions = []) {
    this.put({ code, urgent: false, title, lines, actions });
  }

  /** A text for copying by hand. @param {string} words */
  offer(words) {
    const field = el("textarea", { class: "copyfield", rows: 3, readonly: true });
    field.value = words;
    const bar = this.put({ code: "COPY", urgent: false, title: text.notices.copyByHand, lines: [], actions: [] });
    bar.querySelector("h3")?.after(field);
    field.select();
  }

  /** @param {string} code */
  clear(code) {
    for (const bar of this.root.querySelectorAll(`[data-code="${code}"]`)) bar.remove();
  }

  /**
   * @param {{ code: string, urgent: boolean, title: string, lines: string[], actions: Action[] }} notice
   */
  put({ code, urgent, title, lines, actions }) {
    this.clear(code);
    const buttons = actions.map(({ label, run }, i) =>
      el("button", { type: "button", class: i === 0 ? "btn primary" : "btn solid", onclick: run }, label),
    );
    const close = el(
      "button",
      { type: "button", class: "btn icon", "aria-label": words.dismiss, title: words.dismiss, onclick: () => bar.remove() },
      icon("close"),
    );
    const bar = el(
      "div",
      { class: "notice errbar", role: urgent ? "alert" : "status", "data-code": code },
      el("h3", { class: urgent ? "warn" : "" }, icon(urgent ? "warn" : "note"), el("span", {}, title)),
      ...lines.map((line) => el("p", {}, line)),
      el("div", { class: "acts" }, ...(urgent ? [el("code", {}, code)] : []), ...buttons, close),
    );
    this.root.prepend(bar);
    while (this.root.children.length > MOST) this.root.lastElementChild?.remove();
    return bar;
  }

  /** @param {MatchdayError} error */
  report(error) {
    const { code, message } = error;
    const where = { address: location.href, browser: navigator.userAgent, at: new Date().toISOString() };
    return JSON.stringify({ code, message, ...this.context(), ...where }, null, 2);
  }
}

/**
 * False when the browser does not let the page.
 * @param {string} words
 */
export async function copyText(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
