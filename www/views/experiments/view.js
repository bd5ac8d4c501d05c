/** The view of the experiments: everything that simulates many days. Each kind is a page, loaded when it is first opened. */

import { el } from "../../core/dom.js";
import { num } from "../../core/format.js";
import { makeTabs } from "../../ui/frame.js";
import { FigureStrip } from "../../ui/strip.js";
import { importPart, offerRetry } from "../../core/lazy.js";
import { Notices } from "../../core/notices.js";
import { sameRun } from "../../core/state.js";
import { change, fill, text } from "../../core/text.js";
import { proofsOf } from "./proofs.js";
import { words } from "./text.js";

/** @import { Change, Run } from "../../core/page-state" */
/** @import { ExperimentsPage as Page } from "../../ui/page" */

/** A page fills the body of the view and its panel. @typedef {{ open: (root: HTMLElement, page: Page, panel: HTMLElement) => unknown }} Experiment */

/** By the name of the page in links; the first has none. @type {Record<string, () => Promise<Experiment>>} */
const PAGES = {
  sweep: () => import("./sweep/panel.js"),
  capacity: () => import("./capacity/panel.js"),
  mixing: () => import("./mixing/panel.js"),
  prices: () => import("./prices/panel.js"),
  follow: () => import("./follow/panel.js"),
  events: () => import("./events/panel.js"),
  proofs: () => import("./proofs-page.js"),
};

const FIRST = "sweep";

/** Classes of pages that differ from their names. @type {Record<string, string>} */
const CLASSES = { sweep: "sweeps" };

/** @param {HTMLElement} root @param {Page} page */
export const open = (root, page) => new ExperimentsView(root, page);

class ExperimentsView {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    this.strip = new FigureStrip(words.strip, words.figureTitles);
    // The first page has a name too: with results in the link, none would mean theirs.
    this.tabs = makeTabs(page, "experiments", words.title, words.pages, FIRST);
    this.body = el("div", { class: "charts" });
    this.panel = el("aside", { class: "panel", id: "params-experiments", tabindex: -1, "aria-label": text.params.panel });
    root.append(this.strip.root, this.tabs.root, this.body, this.panel);
    /** The loaded pages, by name. @type {Map<string, { root: HTMLElement, panel: HTMLElement }>} */
    this.opened = new Map();
    proofsOf(page);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const name = this.name();
    if (changed.has("view") || changed.has("params")) this.tabs.draw(name);
    if (changed.has("view")) this.showPage();
    if (changed.has("runs")) this.drawRuns();
    if (changed.has("sweep")) this.strip.set("days", num(this.page.state.sweep.length), "", words.againstReplay);
    if (changed.has("checks")) this.drawProofs();
  }

  /** The name of the open page. A link to results names no page. */
  name() {
    const { page, capacity, prices, sweepSpec, who } = this.page.state;
    if (Object.hasOwn(PAGES, page)) return page;
    return sweepSpec ? FIRST : capacity ? "capacity" : prices ? "prices" : who !== null ? "follow" : FIRST;
  }

  showPage() {
    const name = this.name();
    if (!this.opened.has(name)) this.load(name);
    for (const [other, { root, panel }] of this.opened) root.hidden = panel.hidden = other !== name;
  }

  /** @param {string} name */
  async load(name) {
    const place = el("div");
    const root = el(
      "div",
      { class: `wide experiment ${CLASSES[name] ?? name}`, "data-testid": `${name}-page` },
      el("p", { class: "off" }, words.about[name]),
      place,
    );
    const panel = el("div", { class: CLASSES[name] ?? name, "data-testid": `${name}-panel` }, el("h2", {}, words.pages[name]));
    this.opened.set(name, { root, panel });
    this.body.append(root);
    this.panel.append(panel);
    const { page } = this;
    try {
      const { open } = await importPart(PAGES[name]);
      await open(root, page, panel);
      place.remove();
    } catch (error) {
      const again = () => {
        root.remove();
        panel.remove();
        this.opened.delete(name);
        this.showPage();
      };
      offerRetry(new Notices(place, page.notices.context), error, again, true);
    }
  }

  /** The peaks of both runs. Only complete runs are compared. */
  drawRuns() {
    const { current, baseline } = this.page.state;
    const [a, b] = [baseline?.summary?.ccu_peak, current?.summary?.ccu_peak];
    const other = !sameRun(baseline, current) && a !== undefined;
    this.strip.set("a", other ? num(a) : "–", "", words.peak);
    this.strip.set("b", b === undefined ? "–" : num(b), "", words.peak);
    const difference = other && b !== undefined ? 100 * (b / a - 1) : null;
    this.strip.set("difference", difference === null ? "–" : change(difference, 1, ""), difference === null ? "" : "%", words.inPeak);
    this.strip.set("wait", waits(baseline, current), "s", words.waitBoth);
  }

  drawProofs() {
    const { checks } = this.page.state;
    const held = checks.filter(({ verdict }) => verdict === "green").length;
    const asked = checks.filter(({ verdict }) => verdict !== "none").length;
    const tone = asked === 0 ? "" : held === asked ? "good" : "bad";
    this.strip.set(
      "proofs",
      asked ? num(held) : "–",
      asked ? fill(words.ofChecks, asked) : "",
      held === asked ? words.allHold : words.notAll,
      tone,
    );
  }
}

/** The 95th percentile of the wait in A and in B; without A, that of B. @param {Run | null} a @param {Run | null} b */
function waits(a, b) {
  const of = (/** @type {Run | null} */ run) => num(run?.summary?.wait_p95_s ?? null, 1);
  return a?.summary && !sameRun(a, b) ? `${of(a)} → ${of(b)}` : of(b);
}
