// Every view, dialog and state in both themes: nothing that axe calls serious or critical.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openTab, openView } from "../support/harness.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const GRAVE = ["serious", "critical"];

/** The grave violations of the present state of a page, one line each. */
async function violations(page, where) {
  const found = await page.evaluate(async (grave) => {
    // Its preloading copies the styles of shadow roots into elements, which the policy refuses.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
    return violations
      .filter(({ impact }) => grave.includes(impact))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.split("\n")[1]}`),
      );
  }, GRAVE);
  return found.map((line) => `${where}: ${line.replace(/\s+/g, " ").slice(0, 260)}`);
}

/** Presses a button that opens a dialog, which may have to be loaded first. */
async function openDialog(page, button) {
  await page.locator(button).last().click();
  await page.locator("dialog[open]").waitFor();
}

/** Closes the dialog that is open. */
async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** States of the page, each reached from the one before. @type {[string, (page: import("playwright-core").Page) => Promise<unknown>][]} */
const STATES = [
  ["matchmaking", async () => {}],
  ["share", (page) => openDialog(page, "#share")],
  ["after share", closeDialog],
  ["menu", (page) => page.locator("#more").click()],
  ["own data", (page) => openDialog(page, "#menu [data-own]")],
  ["after own data", closeDialog],
  ["help", (page) => openDialog(page, "footer [data-help=how]")],
  ["after help", closeDialog],
  [
    "chart menu",
    async (page) => {
      await page.locator("[data-pane=ccu]").getByRole("button", { name: "Save “" }).click();
      await page.locator("#chart-menu button").first().waitFor();
    },
  ],
  ["code", (page) => openView(page, "rules", "code")],
  ["rule set", (page) => openTab(page.locator("main > [data-view=rules]"), "ruleset")],
  ["recorded queue", (page) => openTab(page.locator("main > [data-view=rules]"), "queue")],
  ["servers, off", (page) => openView(page, "servers")],
  [
    "servers, outage",
    async (page) => {
      await page.locator("[data-day=outage]").click();
      await finished(page);
    },
  ],
  ["ranked, off", (page) => openView(page, "ranked")],
  [
    "ranked",
    async (page) => {
      await page.locator("[data-mode='1v1']").click();
      await finished(page);
    },
  ],
  ["ranked season", (page) => page.locator("main > [data-view=ranked] [data-page=season]").click()],
  ["world", (page) => openView(page, "world")],
  ["world video", (page) => openDialog(page, "[data-testid=save-world] button")],
  ["after video", closeDialog],
  ["sweep", (page) => openView(page, "experiments")],
  ...["capacity", "mixing", "prices", "proofs", "follow", "events"].map((name) => [
    name,
    (page) => page.locator(`main > [data-view=experiments] [data-page=${name}]`).click(),
  ]),
  [
    "a followed player",
    async (page) => {
      await page.getByRole("button", { name: "List events" }).click();
      await page.getByRole("button", { name: "Follow who waited longest" }).click();
      await page.getByTestId("player-summary").waitFor();
    },
  ],
];

for (const colorScheme of ["dark", "light"]) {
  full(`axe finds nothing serious in any view, dialog or state, ${colorScheme}`, async (t) => {
    const page = await openPage(t, "/#v=1&accounts=300&ccu=200", { context: { colorScheme }, idle: true });
    await finished(page);
    await page.evaluate(AXE);
    const found = [];
    for (const [name, reach] of STATES) {
      await reach(page);
      // Whatever fades in is measured at its full strength.
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
      found.push(...(await violations(page, name)));
    }
    assert.deepEqual(found, []);
  });
}

test("axe finds nothing serious on a phone", async (t) => {
  const context = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await openPage(t, "/#v=1&ccu=200", { context });
  await finished(page);
  await page.evaluate(AXE);
  const found = [];
  for (const name of ["matchmaking", "rules", "servers", "ranked", "world", "experiments"]) {
    await openView(page, name);
    found.push(...(await violations(page, name)));
  }
  assert.deepEqual(found, []);
});
