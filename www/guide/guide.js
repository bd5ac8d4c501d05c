/** A page of the guide: its theme and the search. */

import { all, el, need, setText } from "../core/dom.js";
import { Theme } from "../ui/theme.js";
import { excerpt, findEntries } from "./search.js";

/** @import { Entry } from "./search.js" */

const theme = new Theme(undefined);
addEventListener("DOMContentLoaded", () => {
  need("#theme").addEventListener("click", () => theme.toggle());
  new Search(need(".search"));
});

/** A search field with the list of its results. Arrow keys move through the list, Enter opens, Escape closes. */
class Search {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.input = /** @type {HTMLInputElement} */ (need("input", root));
    this.status = need("[role=status]", root);
    this.list = need("ul", root);
    /** Fetched once, for the first search. @type {Promise<Entry[]> | undefined} */
    this.entries = undefined;
    this.input.addEventListener("focus", () => void this.load());
    this.input.addEventListener("input", () => void this.show());
    root.addEventListener("keydown", (event) => this.onKey(event));
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) this.list.hidden = true;
    });
    addEventListener("keydown", (event) => {
      const elsewhere = event.key === "/" && !event.ctrlKey && !event.metaKey && event.target !== this.input;
      if (!elsewhere) return;
      event.preventDefault();
      this.input.focus();
    });
    root.hidden = false;
  }

  load() {
    this.entries ??= fetch(new URL("search.json", import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
      return answer.json();
    });
    return this.entries;
  }

  async show() {
    const query = this.input.value.trim();
    let found;
    try {
      found = findEntries(await this.load(), query);
    } catch {
      this.entries = undefined;
      setText(this.status, "The search index cannot be loaded. Check the connection and type again.");
      this.status.classList.remove("vh");
      return;
    }
    // While the index was loaded, more may have been typed.
    if (query !== this.input.value.trim()) return;
    this.status.classList.toggle("vh", query === "" || found.length > 0);
    setText(this.status, query === "" ? "" : found.length === 0 ? `Nothing found for “${query}”.` : `${found.length} results`);
    this.list.replaceChildren(...found.map((entry) => resultItem(entry, query)));
    this.list.hidden = found.length === 0;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const stops = [this.input, ...all("a", this.list)];
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "ArrowDown") stops[Math.min(at + 1, stops.length - 1)].focus();
    else if (event.key === "ArrowUp") stops[Math.max(at - 1, 0)].focus();
    else if (event.key === "Enter" && at === 0) stops[1]?.click();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  close() {
    this.input.value = "";
    this.input.focus();
    void this.show();
  }
}

/** @param {Entry} entry @param {string} query */
function resultItem(entry, query) {
  const { page, heading, address } = entry;
  const where = page === heading ? heading : `${page}: ${heading}`;
  return el("li", {}, el("a", { href: address }, el("b", {}, where), el("span", {}, excerpt(entry, query))));
}
