/** The views of the page: a row of links in the header, each an address. A view is loaded when it is first opened. */

import { all, el, idle, need } from "../core/dom.js";
import { awaitPart } from "../core/slow-loading.js";
import { importPart, loadStyle, offerRetry } from "../core/lazy.js";
import { Notices } from "../core/notices.js";
import { text } from "../core/text.js";

/** @import { Change, Part, ViewName } from "../core/page-state" */
/** @import { Page } from "../ui/page" */

/** @typedef {{ open: (root: HTMLElement, page: Page) => Part | Promise<Part> }} ViewModule */

/** The views beside the first, whose code comes with the page. @type {Record<Exclude<ViewName, "matchmaking">, () => Promise<ViewModule>>} */
const LOADERS = {
  rules: () => import("../views/rules/view.js"),
  servers: () => import("../views/servers/view.js"),
  ranked: () => import("../views/ranked/view.js"),
  world: () => import("../views/world/view.js"),
  experiments: () => import("../views/experiments/view.js"),
};

/** @param {string} name of a view */
const loadStyleOf = (name) => loadStyle(new URL(`../views/${name}/${name}.css`, import.meta.url));

export class Views {
  /** @param {HTMLElement} main @param {Page} page */
  constructor(main, page) {
    this.main = main;
    this.page = page;
    this.links = all(".views [data-view]");
    /** The sections of the views, by name. @type {Map<string, HTMLElement>} */
    this.roots = new Map([["matchmaking", need('.view[data-view="matchmaking"]', main)]]);
    /** Views that are loaded or being loaded. @type {Map<string, Promise<Part>>} */
    this.opened = new Map();
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.open(/** @type {ViewName} */ (link.dataset.view));
      });
    }
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { view, laidOut } = this.page.state;
    if (["view", "params", "layers", "runs"].some((change) => changed.has(/** @type {Change} */ (change)))) this.drawLinks(view);
    if (view !== laidOut) this.showView(view);
  }

  /** @param {ViewName} view */
  drawLinks(view) {
    const { links } = this.page;
    for (const link of this.links) {
      const name = /** @type {ViewName} */ (link.dataset.view);
      link.setAttribute("href", links.fragment({ ...links.view(), view: name, page: undefined }));
      if (name === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {ViewName} view */
  showView(view) {
    if (view !== "matchmaking") this.load(view).catch(() => {});
    for (const [name, root] of this.roots) root.hidden = name !== view;
    this.main.dataset.view = view;
    need(".skip").setAttribute("href", view === "matchmaking" ? "#params" : `#params-${view}`);
    document.title = `${this.links.find(({ dataset }) => dataset.view === view)?.textContent?.trim()} – ${text.title}`;
    scrollTo({ top: 0 });
    this.page.update({ laidOut: view });
  }

  /**
   * Loads a view, once. A failure is shown in its place, with a button to try again.
   * @param {Exclude<ViewName, "matchmaking">} name
   * @returns {Promise<Part>}
   */
  load(name) {
    const known = this.opened.get(name);
    if (known) return known;
    const root = this.rootOf(name);
    const opening = this.open(name, root);
    this.opened.set(name, opening);
    opening.catch(() => this.opened.delete(name));
    return opening;
  }

  /** @param {Exclude<ViewName, "matchmaking">} name */
  rootOf(name) {
    let root = this.roots.get(name);
    if (!root) {
      root = el("div", { class: `view ${name}`, "data-view": name });
      root.hidden = this.page.state.view !== name;
      this.roots.set(name, root);
      this.main.append(root);
    }
    return root;
  }

  /** @param {Exclude<ViewName, "matchmaking">} name @param {HTMLElement} root @returns {Promise<Part>} */
  async open(name, root) {
    const { page } = this;
    const waiting = el("p", { class: "opening", role: "status" }, text.opening);
    root.replaceChildren(waiting);
    try {
      const [{ open }] = await Promise.all([importPart(LOADERS[name]), awaitPart(loadStyleOf(name), `views/${name}/${name}.css`)]);
      const part = await open(root, page);
      waiting.remove();
      return page.store.add(part, () => page.state.view === name);
    } catch (error) {
      const place = el("div", { class: "failed" });
      root.replaceChildren(place);
      offerRetry(new Notices(place, page.notices.context), error, () => this.load(name).catch(() => {}), true);
      throw error;
    }
  }
}

/** Fetches the code and style of all views when the page is idle, so that the first press on one shows it at once. A failure is no error yet. */
export async function prefetchViews() {
  await idle();
  for (const [name, load] of Object.entries(LOADERS)) await Promise.all([load(), loadStyleOf(name)]).catch(() => {});
}
