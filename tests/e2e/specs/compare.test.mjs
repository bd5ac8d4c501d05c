// A pinned run and the present one over the same seeds: differences with their intervals, and the link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { address, finished, openPage } from "../support/harness.mjs";

const SEEDS = 8;
/** Student's t, two-sided 95 %, seven degrees of freedom: NIST/SEMATECH e-Handbook, 1.3.6.7.2. */
const T_7 = 2.365;

const pin = (page) => page.locator("[data-testid=baseline] button");
const number = (text) => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""));

/** Opens a day, pins it as A, and makes the day of a longer pause B. */
async function openPinned(t) {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  await pin(page).click();
  await page.evaluate(() => void window.matchday.set({ pause_s: 35 }));
  return page;
}

/** The complete table: for each figure A, B, difference, half width, and half width of unpaired samples. */
async function compared(page) {
  await page.locator('[data-testid=compare][aria-busy="false"]').waitFor();
  const rows = await page
    .locator("[data-testid=compare] tbody tr")
    .evaluateAll((rows) => rows.map((row) => [row.dataset.figure, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)]));
  return Object.fromEntries(rows.map(([name, a, b, both, apart]) => [name, [a, b, ...both.split("±"), apart].map(number)]));
}

/** The mean CCU of several seeds, simulated one after the other. */
function meansOf(page, params) {
  return page.evaluate(
    async ([params, seeds]) => {
      const means = [];
      for (let seed = 7; seed < 7 + seeds; seed++) {
        window.matchday.set({ ...params, seed });
        means.push((await window.matchday.run()).ccu_mean);
      }
      return means;
    },
    [params, SEEDS],
  );
}

test("B is shown beside the pinned A with paired differences", async (t) => {
  const table = await compared(await openPinned(t));
  assert.ok(table.mean[2] > table.mean[3], "players who pause longer stay longer");
  assert.ok(table.mean[3] < table.mean[4], "pairing narrows the interval");
});

full("a link restores both A and B", async (t) => {
  const page = await openPinned(t);
  const table = await compared(page);
  const link = await page.evaluate(() => window.matchday.link());
  assert.match(link, /&?a=ccu:300&/);
  const other = await openPage(t, link.slice(address("").length));
  assert.deepEqual(await compared(other), table);
  assert.equal(await other.evaluate(() => window.matchday.link()), link);
});

full("the differences are those of single days with their interval", async (t) => {
  const table = await compared(await openPinned(t));
  const own = await openPage(t, "/#v=1&ccu=10");
  await finished(own);
  const [a, b] = [await meansOf(own, { ccu: 300 }), await meansOf(own, { ccu: 300, pause_s: 35 })];
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const sd = (list) => Math.sqrt(list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0) / (list.length - 1));
  const differences = b.map((value, i) => value - a[i]);
  const expected = [mean(a), mean(b), mean(differences), (T_7 * sd(differences)) / Math.sqrt(SEEDS)];
  expected.forEach((value, i) => assert.ok(Math.abs(table.mean[i] - value) <= 0.51, `${table.mean} against ${expected}`));
});

full("closed, the drawer stays closed until another run is pinned", async (t) => {
  const page = await openPinned(t);
  await compared(page);
  await page.getByTestId("compare").getByRole("button", { name: "Close" }).click();
  await page.getByTestId("compare").waitFor({ state: "hidden" });
  await page.evaluate(() => void window.matchday.set({ pause_s: 36 }));
  await finished(page);
  assert.ok(await page.getByTestId("compare").isHidden());
  await pin(page).click();
  await pin(page).click();
  await page.evaluate(() => void window.matchday.set({ pause_s: 35 }));
  await page.getByTestId("compare").waitFor();

  await pin(page).click();
  await page.getByTestId("compare").waitFor({ state: "hidden" });
  assert.doesNotMatch(await page.evaluate(() => window.matchday.link()), /a=ccu/);
});

test("a link to two long runs asks before it simulates both", async (t) => {
  const page = await openPage(t, "/#v=1&a=ccu:1000000~days:7&ccu=1000000&days=7&replay=0.8");
  await page.getByText("This link compares two runs").waitFor();
  await page.getByRole("button", { name: "Simulate both" }).click();
  // A is simulated first.
  await page.waitForFunction(() => document.documentElement.dataset.state === "running" && window.matchday.get().replay === "0.75");
  await page.getByText("This link compares two runs").waitFor({ state: "hidden" });
});
