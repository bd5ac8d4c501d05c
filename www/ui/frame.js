/** What every view beside the first is made of: a strip of figures, a body of charts and tables, a panel of parameters. */

import { el } from "../core/dom.js";
import { ParamPanel } from "./params.js";
import { text } from "../core/text.js";

/** @import { ViewName } from "../core/page-state" */
/** @import { Page, PanelPage } from "./page" */
/** @import { FigureStrip } from "./strip.js" */

/**
 * Fills the root of a view.
 * @param {HTMLElement} root
 * @param {PanelPage} page
 * @param {ViewName} view
 * @param {FigureStrip} strip
 */
export function makeFrame(root, page, view, strip) {
  const body = el("div", { class: "charts" });
  /** What stands first in the panel: a switch, or an answer. */
  const head = el("div", { class: "head" });
  const lead = el("div", { class: "lead" });
  /** Below the main parameter: the view's one action. */
  const act = el("div", { class: "act" });
  const last = el("p", { class: "last" }, el("button", { type: "button", class: "linkish", hidden: "" }, text.params.resetAll));
  const panel = el(
    "aside",
    { class: "panel", id: `params-${view}`, tabindex: -1, "aria-label": text.params.panel },
    head,
    lead,
    act,
    last,
    el("p", { class: "helpline" }),
  );
  const params = new ParamPanel(panel, page, view, lead);
  root.append(strip.root, body, panel);
  return { body, head, lead, act, panel, params };
}

/**
 * The links to the pages of a view.
 * @param {Pick<Page, "links" | "open">} page
 * @param {ViewName} view
 * @param {string} label
 * @param {Record<string, string>} titles by the name of the page
 * @param {string} [first] name of the first page in links; by default none
 */
export function makeTabs(page, view, label, titles, first = "") {
  const links = Object.entries(titles).map(([name, title], at) => {
    const sub = at === 0 ? first : name;
    const link = el("a", { href: "#", "data-page": name }, title);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      page.open(view, sub);
    });
    return { link, sub };
  });
  const root = el("nav", { class: "tabs", "aria-label": label }, ...links.map(({ link }) => link));
  return {
    root,
    /** Shows which page is open. @param {string} now */
    draw(now) {
      for (const { link, sub } of links) {
        link.setAttribute("href", page.links.fragment({ ...page.links.view(), view, page: sub || undefined }));
        if (sub === now) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}
