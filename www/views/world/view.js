/** The view of the world: datacenters, coverage, where the next one brings most, estimates of latency, the reader's own data. */

import { el, setText } from "../../core/dom.js";
import { num, pct } from "../../core/format.js";
import { makeFrame } from "../../ui/frame.js";
import { FigureStrip } from "../../ui/strip.js";
import { usePart } from "../../core/lazy.js";
import { fill } from "../../core/text.js";
import { Estimates } from "./estimates.js";
import { SaveForm } from "./save.js";
import { text } from "./text.js";
import { toolsOf } from "./tools.js";

/** @import { Change } from "../../core/page-state" */
/** @import { WorldPage as Page } from "../../ui/page" */

const words = text.view;

/** @param {HTMLElement} root @param {Page} page */
export const open = (root, page) => new WorldView(root, page);

class WorldView {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    const tools = (this.tools = toolsOf(page));
    this.coverage = tools.coverage;
    this.strip = new FigureStrip(words.strip, { ...words.figureTitles, within: fill(words.figureTitles.within, 50) });
    const { body, head, act, panel, params } = makeFrame(root, page, "world", this.strip);
    this.params = params;
    this.add = /** @type {HTMLButtonElement} */ (
      el("button", { type: "button", class: "btn primary", "data-testid": "add-best", onclick: () => this.coverage.advice.best?.take() })
    );
    const place = el("button", { type: "button", class: "btn solid", onclick: () => tools.openTool("add") }, words.place);
    head.append(el("h2", {}, words.title));
    act.append(this.add, place, el("p", { class: "hint" }, words.addHelp));
    this.estimates = new Estimates(page);
    this.save = new SaveForm(tools);
    panel.append(this.ownData(), this.save.root);
    body.append(this.coverage.advice.element, this.coverage.root, tools.list.root, this.estimates.root);
    this.coverage.onChange = () => this.drawAdvice();
    this.coverage.fillTable();
  }

  /** Where the reader's own files go. */
  ownData() {
    const choose = () =>
      usePart(
        this.page,
        () => import("./own/dialog.js"),
        ({ openOwn }) => openOwn(this.page, []),
      );
    const button = el("button", { type: "button", class: "btn solid", onclick: choose }, words.choose);
    return el("div", { class: "drop" }, el("b", {}, words.own), el("p", {}, words.ownHelp), button);
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    this.params.draw(changed);
    this.save.draw(changed);
    this.estimates.draw(changed);
    if (changed.has("runs") || changed.has("params")) this.drawFigures();
    if (changed.has("view")) this.drawAdvice();
  }

  /** The figures that the run has. */
  drawFigures() {
    const { current } = this.page.state;
    const sites = this.tools.list.sites;
    const on = sites.filter(({ active }) => active).length;
    this.strip.set("on", num(on), fill(words.ofAll, num(sites.length)), fill(words.switched, num(sites.length - on)));
    const s = current?.summary;
    if (!s) return this.strip.mark("stale");
    this.strip.mark("");
    const share = s.share_le_100 === null ? null : 100 * (1 - s.share_le_100);
    this.strip.set("beyond", num(share, 1), "%", words.ofMatches);
    this.strip.set("mean", num(s.rtt_mean_ms, 1), "ms", fill(words.p95, num(s.rtt_p95_ms)));
    const error = s.rtt_mean_ms === null || s.rtt_estimated_mean_ms === null ? null : s.rtt_mean_ms - s.rtt_estimated_mean_ms;
    this.strip.set("error", signed(error), "ms", s.wrongly_excluded == null ? words.exact : fill(words.wrong, pct(s.wrongly_excluded, 1)));
  }

  /** Coverage and the best next place. */
  drawAdvice() {
    const { settled, advice } = this.coverage;
    const [world] = settled ?? [];
    if (world) this.strip.set("within", num(100 * (world.within_50 ?? 0), 1), "%", words.joins);
    const busy = advice.element.hasAttribute("aria-busy");
    const { best } = advice;
    this.add.disabled = busy || !best;
    setText(this.add, best ? fill(words.add, best.name, best.worth) : busy || !settled ? words.looking : words.noGain);
    const [amount = "–", ...unit] = best?.worth.split(/\s/) ?? [];
    this.strip.set("next", amount, unit.join(" "), best?.name ?? "");
  }
}

/** @param {number | null} value */
const signed = (value) => (value === null ? "–" : `${value < 0 ? "\u2212" : "+"}${num(Math.abs(value), 1)}`);
