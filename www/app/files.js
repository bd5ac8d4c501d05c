/**
 * What is dropped on the page finds its view: scenarios and links are applied, configurations of servers are checked where
 * the servers are, files of the world and of seasons are read where they are used. Anything else is named.
 */

import { all, el } from "../core/dom.js";
import { importPart, usePart } from "../core/lazy.js";
import { fill, text } from "../core/text.js";

/** @import { FileKind } from "./file-kind.js" */
/** @import { Page } from "../ui/page" */
/** @import { Params } from "../core/types" */
/** @import { Views } from "./views.js" */

const words = text.files;

/** @param {Page} page @param {Views} views */
export function listenToFiles(page, views) {
  for (const button of all("[data-own]")) button.addEventListener("click", () => openOwnData(page, []));
  const target = el("p", { class: "droptarget", "data-testid": "drop-target", hidden: "" }, text.drop);
  document.body.append(target);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/uri-list" || type === "text/plain")) return;
    event.preventDefault();
    target.hidden = false;
  });
  // Without another element, the pointer has left the page.
  addEventListener("dragleave", ({ relatedTarget }) => (target.hidden = relatedTarget === null));
  addEventListener("drop", async (event) => {
    target.hidden = true;
    const { dataTransfer } = event;
    // A field takes a dropped text itself.
    const isInField = /** @type {Element} */ (event.target).closest("input, textarea");
    const files = [...(dataTransfer?.files ?? [])];
    const dropped = dataTransfer?.getData("text/uri-list") || dataTransfer?.getData("text/plain") || "";
    if (files.length === 0 && (isInField || !dropped)) return;
    event.preventDefault();
    try {
      if (files.length > 0) await takeFiles(page, views, files);
      else await takeText(page, dropped);
    } catch (error) {
      page.notices.error(error);
    }
  });
}

/** @param {Page} page @param {File[]} files */
function openOwnData(page, files) {
  return usePart(
    page,
    () => import("../views/world/own/dialog.js"),
    ({ openOwn }) => openOwn(page, files),
  );
}

/** @param {Page} page @param {Views} views @param {File[]} files */
async function takeFiles(page, views, files) {
  const { kindOf } = await importPart(() => import("./file-kind.js"));
  const known = await Promise.all(files.map(async (file) => ({ file, is: await kindOf(file, page.engine) })));
  const of = (/** @type {FileKind["kind"]} */ kind) => known.filter(({ is }) => is.kind === kind).map(({ file }) => file);
  page.notices.clear("UNKNOWN_FILE");
  const unknown = known.filter(({ is }) => is.kind === "other" || is.kind === "foreignRules");
  if (unknown.length > 0) {
    const lines = unknown.map(({ file, is }) =>
      fill(is.kind === "foreignRules" ? words.isRules : words.is, file.name, "what" in is ? is.what : ""),
    );
    page.notices.note("UNKNOWN_FILE", words.title, [...lines, words.accepted]);
  }
  for (const { is } of known) {
    if (is.kind === "scenario") applyScenario(page, /** @type {Params} */ (is.values));
    if (is.kind === "link") location.hash = is.link;
  }
  const [configurations, world] = [of("configuration"), of("world")];
  const [[season], [rules], [plugin], [tickets]] = [of("season"), of("rules"), of("plugin"), of("tickets")];
  if (configurations.length > 0) {
    page.open("servers");
    const view = /** @type {import("../views/servers/view.js").ServersView} */ (await views.load("servers"));
    view.checkFiles(configurations);
  }
  for (const [file, sub] of /** @type {const} */ ([
    [rules, "ruleset"],
    [plugin, "code"],
    [tickets, "queue"],
  ])) {
    if (!file) continue;
    page.open("rules", sub);
    const view = /** @type {import("../views/rules/view.js").RulesView} */ (await views.load("rules"));
    await view.openFile(file, sub);
  }
  if (season) {
    page.open("ranked", "season");
    const view = /** @type {import("../views/ranked/view.js").RankedView} */ (await views.load("ranked"));
    view.season.importFile(season);
  }
  if (world.length > 0) {
    page.open("world");
    openOwnData(page, world);
  }
}

/** @param {Page} page @param {string} dropped */
async function takeText(page, dropped) {
  const { linkIn } = await importPart(() => import("./file-kind.js"));
  const link = linkIn(dropped);
  if (link) location.hash = link;
  else page.notices.note("UNKNOWN_FILE", words.title, [words.noLink, words.accepted]);
}

/** Parameters that the scenario does not have take their defaults. @param {Page} page @param {Params} scenario */
function applyScenario(page, scenario) {
  try {
    page.set({ ...page.engine.defaults, ...scenario });
  } catch (thrown) {
    page.notices.error(thrown);
  }
}
