/** The notice on the map while engine and data set are on their way. */

import { el, setText } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/** @import { FileGroup } from "./engine.js" */

/** Whoever gets the world sooner sees no notice. */
const PATIENCE_MS = 300;

/**
 * @param {HTMLElement} root
 * @returns {{ report: (group: FileGroup, done: number, total: number) => void, close: () => void }}
 */
export function showLoading(root) {
  const words = text.loading;
  const list = el("ul", { class: "prog" });
  const notice = el(
    "div",
    { class: "notice mapnotice", role: "status" },
    el("h3", {}, icon("wait"), words.title),
    list,
    el("p", {}, words.note),
  );
  const timer = setTimeout(() => root.append(notice), PATIENCE_MS);
  /** @type {Map<FileGroup, { item: HTMLElement, amount: HTMLElement, bar: HTMLElement }>} */
  const rows = new Map();
  const rowOf = (/** @type {FileGroup} */ group) => {
    const amount = el("span");
    const bar = el("i");
    const row = { item: el("li", {}, el("b", {}, words[group]), amount, el("span", { class: "t" }, bar)), amount, bar };
    rows.set(group, row);
    list.append(row.item);
    return row;
  };
  return {
    report(group, done, total) {
      const { item, amount, bar } = rows.get(group) ?? rowOf(group);
      if (total > 1) setText(amount, words.kilobytes(done, total));
      bar.style.width = `${(100 * done) / Math.max(1, total)}%`;
      item.classList.toggle("done", done >= total);
    },
    close() {
      clearTimeout(timer);
      notice.remove();
    },
  };
}
