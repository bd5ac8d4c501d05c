/** Notices of failures: cause, help, a report to copy, and buttons. */

import { el, icon, need, setText } from "./dom.js";
import { MatchdayError } from "./errors.js";
import { num } from "./format.js";
import { engineWords, fill, text } from "./text.js";

/** Most notices at a time. */
const MOST = 3;
/** Shorter downloads show no progress. */
const PATIENCE_MS = 300;
/** Longer ones show how to try again: a file that never comes looks like a slow connection. */
const SLOW_MS = 3000;

const words = text.notices;

/** @typedef {{ label: string, run: () => void }} Action */

export class Notices {
  /**
   * @param {HTMLElement} root
   * @param {() => Record<string, unknown>} context further fields of a report
   */
  constructor(root, context) {
    this.root = root;
    this.context = context;
    this.onError = (/** @type {MatchdayError} */ _error) => {};
  }

  /** @param {unknown} thrown @param {Action[]} [actions] before the usual ones */
  error(thrown, actions = []) {
    const error = MatchdayError.from(thrown);
    this.onError(error);
    const [title, help] = text.errors[error.code] ?? text.errors.UNEXPECTED;
    const usual = [
      { label: words.copyReport, run: () => void this.copy(this.report(error)) },
      { label: words.defaults, run: toDefaults },
    ];
    this.put(error.code, true, title, [`${engineWords(error.message.replace(/\.?$/, "."))} ${help}`], [...actions, ...usual]);
  }

  /** Shows a note that is no failure. @param {string} code @param {string} title @param {string[]} lines @param {Action[]} [actions] */
  note(code, title, lines, actions = []) {
    return this.put(code, false, title, lines, actions);
  }

  /** @param {string[]} codes */
  clear(...codes) {
    for (const code of codes) this.root.querySelector(`[data-code="${code}"]`)?.remove();
  }

  /** Copies a text, or shows it for copying by hand. Returns whether it was copied. @param {string} content */
  async copy(content) {
    try {
      await navigator.clipboard.writeText(content);
      return true;
    } catch {
      const field = el("textarea", { class: "copyfield", rows: 3, readonly: "" });
      field.value = content;
      need("h3", this.put("COPY", false, words.copyByHand, [], [])).after(field);
      field.select();
      return false;
    }
  }

  /** @param {string} code @param {boolean} urgent @param {string} title @param {string[]} lines @param {Action[]} actions */
  put(code, urgent, title, lines, actions) {
    this.clear(code);
    const buttons = actions.map(({ label, run }, i) =>
      el("button", { type: "button", class: i === 0 ? "btn primary" : "btn solid", onclick: run }, label),
    );
    const close = { type: "button", class: "btn icon", "aria-label": words.dismiss, title: words.dismiss, onclick: () => bar.remove() };
    const acts = el("div", { class: "acts" }, ...(urgent ? [el("code", {}, code)] : []), ...buttons, el("button", close, icon("close")));
    const head = el("h3", {}, icon(urgent ? "warn" : "note"), title);
    const props = { class: "notice errbar", role: urgent ? "alert" : "status", "data-code": code };
    const bar = el("div", props, head, ...lines.map((line) => el("p", {}, line)), acts);
    this.root.prepend(bar);
    while (this.root.children.length > MOST) this.root.lastElementChild?.remove();
    return bar;
  }

  /** @param {MatchdayError} error */
  report({ code, message }) {
    const where = { address: location.href, browser: navigator.userAgent, at: new Date().toISOString() };
    return JSON.stringify({ code, message, ...this.context(), ...where }, null, 2);
  }
}

function toDefaults() {
  location.hash = "";
  location.reload();
}

/** Shows the progress of the download of engine and data set on the map. @param {HTMLElement} root */
export function showLoading(root) {
  const list = el("ul", { class: "prog" });
  const head = el("h3", {}, text.loading.title);
  const note = el("p", {}, text.loading.note);
  const notice = el("div", { class: "notice mapnotice", role: "status" }, head, list, note);
  const timer = setTimeout(() => root.append(notice), PATIENCE_MS);
  const slow = setTimeout(() => {
    setText(note, text.loading.slow);
    const again = el("button", { type: "button", class: "btn primary", onclick: () => location.reload() }, words.retry);
    notice.append(el("div", { class: "acts" }, again));
  }, SLOW_MS);
  /** @type {Map<string, { amount: HTMLElement, bar: HTMLElement }>} */
  const rows = new Map();
  return {
    /** @type {import("./engine.js").OnProgress} */
    report(group, done, of) {
      let row = rows.get(group);
      if (!row) {
        row = { amount: el("span"), bar: el("i") };
        rows.set(group, row);
        list.append(el("li", {}, el("b", {}, text.loading.groups[group]), row.amount, el("span", { class: "t" }, row.bar)));
      }
      if (of) setText(row.amount, fill(text.loading.kilobytes, num(done / 1000), num(of / 1000)));
      row.bar.style.width = `${(100 * done) / Math.max(1, of)}%`;
    },
    close() {
      clearTimeout(timer);
      clearTimeout(slow);
      notice.remove();
    },
  };
}
