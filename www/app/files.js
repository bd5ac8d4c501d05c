/**
 * Files from outside find their place: a scenario is applied, configurations of servers are checked where the servers
 * are, and all others open the dialog of the reader's own data, which names what it cannot read.
 */

import { all, el } from "../ui/dom.js";
import { usePart } from "./lazy.js";
import { text } from "./text.js";

/** @import { Page } from "./page" */
/** @import { Params } from "./types" */
/** @import { Views } from "./views.js" */

/** Names of configurations of brokers and fleets. */
const CONFIGURATION = /\.(ya?ml|json)$/i;
/** Longest scenario, bytes. */
const LONGEST_SCENARIO = 1e6;

/** @param {Page} page @param {Views} views */
export function listenToFiles(page, views) {
  const openOwnData = (/** @type {File[]} */ files) => {
    usePart(
      page,
      () => import("../views/world/own/dialog.js"),
      ({ openOwn }) => openOwn(page, files),
    );
  };
  for (const button of all("[data-own]")) button.addEventListener("click", () => openOwnData([]));
  const target = el("p", { class: "droptarget", hidden: "" }, text.drop);
  document.body.append(target);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    target.hidden = false;
  });
  // Without another element, the pointer has left the page.
  addEventListener("dragleave", ({ relatedTarget }) => (target.hidden = relatedTarget === null));
  addEventListener("drop", async (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    target.hidden = true;
    const scenario = files.length === 1 ? await scenarioIn(files[0], page) : null;
    if (scenario) return applyScenario(page, scenario);
    const configurations = files.filter(({ name }) => CONFIGURATION.test(name));
    const others = files.filter((file) => !configurations.includes(file));
    if (configurations.length > 0) {
      page.open("servers");
      const view = /** @type {import("../views/servers/view.js").ServersView} */ (await views.load("servers"));
      view.checkFiles(configurations);
    }
    if (others.length > 0) openOwnData(others);
  });
}

/** The parameters in a scenario; null if the file is not a JSON object with one of them. @param {File} file @param {Page} page @returns {Promise<Params | null>} */
async function scenarioIn(file, { engine }) {
  if (!/\.json$/i.test(file.name) || file.size > LONGEST_SCENARIO) return null;
  try {
    const values = JSON.parse(await file.text());
    const isScenario = values instanceof Object && engine.registry.params.some(({ key }) => Object.hasOwn(values, key));
    return isScenario ? values : null;
  } catch {
    // Whatever it is, it is checked as a configuration, with the place of its first error.
    return null;
  }
}

/** Parameters that the scenario does not have take their defaults. @param {Page} page @param {Params} scenario */
function applyScenario(page, scenario) {
  try {
    page.set({ ...page.engine.defaults, ...scenario });
  } catch (thrown) {
    page.notices.error(thrown);
  }
}
