/** The first line: scenario, facts of the run, progress with a way to stop, share, help, theme. */

import { el, setText } from "./dom.js";
import { DAY_S, clock, num } from "./format.js";
import { icon } from "./icons.js";
import { copyText } from "./notices.js";
import { sameParams } from "./runs.js";
import { text } from "./text.js";

/** @import { Change, PageState, Params, Preset, Run } from "./types" */
/** @import { Links } from "./links.js" */
/** @import { Notices } from "./notices.js" */
/** @import { Runs } from "./runs.js" */
/** @import { Theme } from "./theme.js" */
/** @import { IconName } from "./icons.js" */

const FEEDBACK_MS = 2000;
const DIGEST_SHOWN = 8;

export class Header {
  /**
   * @param {HTMLElement} root
   * @param {PageState} state
   * @param {Preset[]} presets
   * @param {Params} defaults
   * @param {{ runs: Runs, links: Links, theme: Theme, notices: Notices, choose: (preset: Preset) => void, help: (id?: string) => void, say: (words: string) => void }} page
   */
  constructor(root, state, presets, defaults, { runs, links, theme, notices, choose, help, say }) {
    this.state = state;
    this.presets = presets;
    this.defaults = defaults;
    this.own = el("option", { value: "", hidden: true }, text.ownScenario);
    const options = presets.map(({ name, label, help }) => el("option", { value: name, title: help }, label));
    this.select = el("select", { id: "scenario" }, ...options, this.own);
    this.select.addEventListener("change", () => {
      const preset = presets.find(({ name }) => name === this.select.value);
      if (preset) choose(preset);
    });
    this.facts = el("span", { class: "facts" }, text.facts.loading);
    this.stop = el("button", { type: "button", class: "btn solid stop", hidden: true, onclick: () => runs.stop() }, text.stop);
    this.progress = el("i");
    const copier = (/** @type {() => string} */ make, /** @type {string} */ done, /** @type {HTMLButtonElement} */ button) => async () => {
      const words = make();
      if (!(await copyText(words))) return notices.offer(words);
      const name = button.querySelector("span");
      const before = name?.textContent ?? "";
      if (name) setText(name, done);
      say(done);
      setTimeout(() => name && setText(name, before), FEEDBACK_MS);
    };
    const share = labelled("share", text.share);
    share.addEventListener("click", copier(() => links.full(), text.shared, share));
    const embed = labelled("embed", text.embed, "wide");
    embed.addEventListener("click", copier(() => embedCode(links.full("embed.html")), text.embedded, embed));
    const docs = labelled("book", text.docs, "wide");
    docs.addEventListener("click", () => help());
    const look = el(
      "button",
      { type: "button", class: "btn icon", id: "theme", "aria-label": text.theme, title: text.theme, onclick: () => theme.toggle() },
      icon("theme"),
    );
    const pick = el("span", { class: "pick" }, el("label", { class: "vh", for: "scenario" }, text.scenario), this.select);
    root.append(
      el("span", { class: "sep" }),
      el("div", { class: "scenario" }, pick, this.facts, this.stop),
      el("nav", { "aria-label": "Page" }, share, embed, docs, look),
      el("span", { class: "progress", "aria-hidden": "true" }, this.progress),
    );
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { current, params } = this.state;
    if (changed.has("params")) {
      const preset = this.presets.find((one) => sameParams({ ...this.defaults, ...one.params, seed: params.seed }, params));
      this.own.hidden = Boolean(preset);
      this.select.value = preset?.name ?? "";
    }
    if (!changed.has("data") && !changed.has("runs")) return;
    setText(this.facts, current ? factsOf(current) : text.facts.waiting);
    this.facts.title = current?.summary ? `${current.summary.digest}: ${text.facts.digest}` : "";
    const busy = current?.state === "running";
    this.stop.hidden = !busy;
    const share = busy ? current.progress.done_s / current.progress.total_s : 0;
    this.progress.style.transform = `scaleX(${share})`;
  }
}

/** @param {Run} run */
function factsOf({ state, progress, params, sites, summary }) {
  const { facts } = text;
  if (state === "running" && progress.shown_s < 0) return facts.warming;
  const at = hours(progress.shown_s + 1);
  if (state === "running") return facts.running(at, hours(Number(params.days) * DAY_S));
  if (state === "failed") return facts.failed;
  if (state === "stopped" || !summary) return facts.stopped(at);
  return facts.finished({
    datacenters: sites.filter(({ active }) => active).length,
    players: params.players,
    seed: params.seed,
    digest: summary.digest.slice(0, DIGEST_SHOWN),
    wall_s: summary.wall_s ?? 0,
  });
}

/** Hours and minutes that go on after midnight. @param {number} seconds */
const hours = (seconds) => (seconds < DAY_S ? clock(seconds) : `${num(Math.floor(seconds / 3600))}:${clock(seconds).slice(3)}`);

/** @param {string} address */
const embedCode = (address) => `<iframe src="${address}" width="640" height="360" title="Matchday" loading="lazy"></iframe>`;

/** @param {IconName} name @param {string} label @param {string} [extra] */
const labelled = (name, label, extra = "") =>
  el("button", { type: "button", class: `btn ${extra}`.trim(), "aria-label": label }, icon(name), el("span", {}, label));
