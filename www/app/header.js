/** The first line: scenario, facts of the run, progress with a way to stop, share, help, theme. */

import { closeByPress } from "../ui/dialog.js";
import { all, el, need, setText } from "../core/dom.js";
import { DAY_S, clock, num } from "../core/format.js";
import { usePart } from "../core/lazy.js";
import { playersOf, sameParams } from "../core/state.js";
import { fill, text } from "../core/text.js";

/** @import { Change, Run } from "../core/page-state" */
/** @import { Page } from "../ui/page" */

const DIGEST_SHOWN = 8;

export class Header {
  /** @param {HTMLElement} root @param {Page} page */
  constructor(root, page) {
    this.page = page;
    this.facts = need(".facts");
    this.stop = need(".stop", root);
    this.progress = need(".progress i", root);
    this.select = /** @type {HTMLSelectElement} */ (need("select", root));
    const { presets } = page.engine.registry;
    this.select.prepend(...presets.map(({ name, label, help }) => el("option", { value: name, title: help }, label)));
    this.select.addEventListener("change", () => this.choose());
    this.stop.addEventListener("click", () => page.runs.stop());
    need("#theme", root).addEventListener("click", () => page.theme.toggle());
    for (const part of /** @type {const} */ (["share", "embed"])) {
      const open = () =>
        usePart(
          page,
          () => import("./share/dialog.js"),
          ({ openShare }) => openShare(page, part),
        );
      const usesSheet = part === "share" && matchMedia("(pointer: coarse)").matches && "share" in navigator;
      need(`#${part}`, root).addEventListener("click", usesSheet ? () => shareBySheet(page, open) : open);
    }
    this.owned = need(".owned", root);
    listenToHelp();
  }

  choose() {
    const { engine, set } = this.page;
    const preset = engine.registry.presets.find(({ name }) => name === this.select.value);
    if (!preset) return;
    try {
      set({ ...engine.defaults, ...preset.params });
    } catch (error) {
      // A preset has none of the reader's own datacenters.
      this.page.notices.error(error, []);
    }
  }

  /** @param {Set<Change>} changed */
  draw(changed) {
    const { state, engine } = this.page;
    const { current, params } = state;
    if (changed.has("world") || changed.has("runs")) this.owned.hidden = !engine.own;
    if (changed.has("params")) {
      const isNow = (/** @type {Record<string, string>} */ preset) =>
        sameParams({ ...engine.defaults, ...preset, seed: params.seed }, params);
      this.select.value = engine.registry.presets.find((preset) => isNow(preset.params))?.name ?? "";
    }
    if (!changed.has("data") && !changed.has("runs")) return;
    setText(this.facts, current ? factsOf(current) : text.facts.waiting);
    this.facts.title = current?.summary ? fill(text.facts.digest, current.summary.digest) : "";
    const running = current?.state === "running";
    this.stop.hidden = !running;
    this.progress.style.transform = `scaleX(${running ? current.progress.done_s / current.progress.total_s : 0})`;
  }
}

/** Phones have a sheet of their own for links. @param {Page} page @param {() => void} otherwise */
async function shareBySheet(page, otherwise) {
  try {
    await navigator.share({ title: text.title, url: page.links.full() });
  } catch (error) {
    // A closed sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) otherwise();
  }
}

/** @param {Run} run */
function factsOf({ state, progress, params, sites, summary }) {
  const { facts } = text;
  if (state === "running" && progress.shown_s < 0) return facts.warming;
  const at = hours(progress.shown_s + 1);
  if (state === "running") return fill(facts.running, at, hours(Number(params.days) * DAY_S));
  if (state === "failed") return facts.failed;
  if (!summary && progress.shown_s < 0) return facts.stoppedEarly;
  if (!summary) return fill(facts.stopped, at);
  const on = sites.filter(({ active }) => active).length;
  return fill(facts.finished, on, playersOf(params), params.seed, summary.digest.slice(0, DIGEST_SHOWN), num(summary.wall_s ?? 0, 1));
}

/** Hours and minutes, with hours beyond 24. @param {number} seconds */
const hours = (seconds) => (seconds < DAY_S ? "" : Math.floor(seconds / 3600)) + clock(seconds).slice(seconds < DAY_S ? 0 : 2);

/** Buttons and the key `?` open the help dialog at their section. */
function listenToHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (need("dialog.help"));
  const open = (/** @type {string | undefined} */ section) => {
    if (!dialog.open) dialog.showModal();
    need(`#help-${section}`).scrollIntoView();
  };
  for (const button of all("[data-help]")) button.addEventListener("click", () => open(button.dataset.help));
  closeByPress(dialog);
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {Element} */ (event.target).closest("input, textarea, select");
    if (event.key === "?" && !typing) open("keys");
  });
}
