// Sweeps on the page: from a link, cancelled, resumed after a reload, drawn, and saved as files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { filledView, finished, openPage, openView, saved } from "../support/harness.mjs";

/** Code with constants that have sliders. */
const CODE = new URL("../../../www/views/rules/examples/nearest-first.ts", import.meta.url);

const count = (page) => page.locator("[data-testid=sweep-page] [data-testid=run-progress] span").textContent();
const run = (page) => page.locator("[data-testid=sweep-panel] [data-testid=run]");

/** Writes the number of seeds, as a reader who goes on with the keyboard. */
const setSeeds = async (page, count) => {
  const seeds = page.getByLabel("Seeds per point, exact");
  await seeds.fill(count);
  await seeds.press("Tab");
};

/** Waits until the number of runs has this form. */
const counted = (page, pattern) =>
  page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector("[data-testid=sweep-page] [data-testid=run-progress] span")?.textContent),
    pattern,
  );

/** The content of the file that a button saves. */
async function savedBy(page, button) {
  const press = () => page.locator("[data-testid=sweep-page] [data-testid=run-progress] button", { hasText: button }).click();
  return (await saved(page, press)).bytes.toString();
}

/** The rows of a file by their run number. */
function rowsOf(csv) {
  const [heads, ...rows] = csv
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  return new Map(rows.map((row) => [row[1], Object.fromEntries(row.map((cell, at) => [heads[at], cell]))]));
}

/** Records the runs that workers get. Holds back those of seed 9 while the tab says so. */
const holdSeedNine = (page) =>
  page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    window.ordered = [];
    Worker.prototype.postMessage = function (message, ...rest) {
      const { seed, replay } = message.args?.params ?? {};
      if (message.name === "run") window.ordered.push(`${replay} ${seed}`);
      if (seed === "9" && !sessionStorage.getItem("let go")) return undefined;
      return postMessage.call(this, message, ...rest);
    };
  });

test("a sweep from a link is run, cancelled, resumed after a reload, and its digests are those of single runs", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&sweep=replay:0.5,0.7~seeds:3", { before: holdSeedNine });
  await finished(page);
  await run(page).click();
  await counted(page, "^[1-5] of 6 runs");
  await page.locator("[data-testid=sweep-panel] [data-testid=cancel]").click();
  await page.locator("[data-testid=sweep-panel] [data-testid=run]", { hasText: /^Simulate the other \d: about / }).waitFor();
  const part = rowsOf(await savedBy(page, "CSV"));
  assert.ok(part.size >= 1 && part.size <= 4, `${part.size} runs before it was cancelled`);
  const before = await count(page);

  await page.evaluate(() => sessionStorage.setItem("let go", "yes"));
  await page.reload();
  await finished(page);
  await run(page).waitFor();
  assert.equal(await count(page), before);
  await run(page).click();
  await counted(page, "^All 6 runs");
  assert.ok(await run(page).isDisabled(), "nothing is left to run");
  const ordered = await page.evaluate(() => window.ordered);
  const whole = rowsOf(await savedBy(page, "CSV"));
  assert.equal(whole.size, 6);
  for (const [number, row] of part) {
    assert.deepEqual(whole.get(number), row);
    // Seed 7 is that of the page.
    if (row.seed !== "7") assert.ok(!ordered.includes(`${row.replay} ${row.seed}`), `run ${number} was made again`);
  }

  assert.match(await page.evaluate(() => window.matchday.link()), /&sweep=replay:0\.5,0\.7~seeds:3/);
  for (const { replay, seed, digest, ccu_peak } of [whole.get("1"), whole.get("5")]) {
    const summary = await page.evaluate((patch) => (window.matchday.set(patch), window.matchday.run()), { replay, seed });
    assert.deepEqual([digest, Number(ccu_peak)], [summary.digest, summary.ccu_peak]);
  }
  // The scenario has changed.
  await page.locator("[data-testid=other-sweep]", { hasText: "not the scenario" }).waitFor();
});

full("two parameters make a heat map with a table, a reading and JSON behind it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  await openView(page, "experiments");
  const [first, second] = [
    page.locator("[data-testid=sweep-panel] form select").nth(0),
    page.locator("[data-testid=sweep-panel] form select").nth(1),
  ];
  await first.selectOption("replay");
  await page.locator("[data-testid=swept] input").nth(0).fill("0.4..0.6:3");
  await second.selectOption("estimate");
  assert.equal(await page.locator("[data-testid=swept] input").nth(1).inputValue(), "map,distance,ping");
  await setSeeds(page, "2");
  await page.locator("[data-testid=sweep-panel] [data-testid=run]", { hasText: "Simulate 18 runs: about" }).waitFor();
  await run(page).click();
  await counted(page, "^All 18 runs");

  const json = JSON.parse(await savedBy(page, "JSON"));
  assert.deepEqual([json.sweep, json.points.length, json.scenario.ccu], ["replay:0.4..0.6:3~estimate:map,distance,ping~seeds:2", 9, 60]);
  const lines = await page
    .locator("[data-testid=sweep-page] figure:first-child tbody tr")
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)));
  const peaks = json.points.map(({ ccu_peak, runs }) =>
    [runs, ccu_peak.mean, ccu_peak.low].map((n) => Math.round(n).toLocaleString("en-US")),
  );
  assert.deepEqual(
    lines.map((line) => line.slice(1, 4)),
    peaks,
  );
  assert.equal(lines[4][0].replace(/\s/g, " "), "50 %, distance");
  // Reading by keys: the next column, then the next row.
  await page.locator("[data-testid=sweep-page] [data-testid=chart-surface]").first().focus();
  for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
  assert.match(
    (await page.locator("[data-testid=sweep-page] [data-testid=chart-reading]").first().textContent()).replace(/\s/g, " "),
    /^50 %, distance: \d+ ± \d+, 2 runs$/,
  );
  // The chart is drawn: it has more than one colour.
  const colors = await page
    .locator("[data-testid=sweep-page] canvas")
    .first()
    .evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  assert.ok(colors > 5, `${colors} colours`);
});

test("every parameter that is offered can be swept", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&sweep=replay:0.5,0.6");
  await finished(page);
  await page.locator("[data-testid=sweep-panel] [data-testid=run-plan]").waitFor();
  const refused = await page
    .locator("[data-testid=sweep-panel] form select")
    .first()
    .evaluate((select) =>
      [...select.options].flatMap(({ value }) => {
        select.value = value;
        select.dispatchEvent(new Event("change"));
        const warn = document.querySelector("[data-testid=sweep-panel] [role=alert]").textContent;
        return warn ? [`${value}: ${warn}`] : [];
      }),
    );
  assert.deepEqual(refused, []);
});

test("an invalid sweep is explained and not run", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&sweep=replay:0.5..2:3~seeds:none");
  await finished(page);
  const warn = page.locator("[data-testid=sweep-panel] [role=alert]");
  await warn
    .filter({ hasText: "seeds:none: write how many" })
    .or(warn.filter({ hasText: "must be from 0 to 0.95" }))
    .waitFor();
  assert.ok(await run(page).isDisabled());
  await page.locator("[data-testid=swept] input").first().fill("0.5..0.9");
  await warn.filter({ hasText: "write replay:0.6..0.9:20 (from, to, how many)" }).waitFor();
  await page.locator("[data-testid=swept] input").first().fill("0.5..0.9:3");
  await setSeeds(page, "2");
  await page.locator("[data-testid=sweep-panel] [data-testid=run]", { hasText: "Simulate 6 runs: about" }).waitFor();
  assert.equal(await warn.textContent(), "");
  assert.ok(await run(page).isEnabled());
});

full("a constant of code is swept within its range, and the code of a link only after a press", async (t) => {
  const code = encodeURIComponent(await readFile(CODE, "utf8"));
  const page = await openPage(t, `/#v=1&ccu=60&policy=plugin&code=${code}&sweep=constants.START:20,300~seeds:2`);
  const notice = page.locator("[data-code=UNSEEN_CODE]");
  await notice.waitFor();
  const panel = page.locator("[data-testid=sweep-panel]");
  await panel.getByRole("alert").filter({ hasText: "START=300: the code says 20 to 100." }).waitFor();
  const vary = panel.locator("form select").first();
  assert.equal(await vary.inputValue(), "constants.START");
  const own = await vary.locator("optgroup[label='Your code'] option").allTextContents();
  assert.deepEqual(own, ["START", "WIDEN_AFTER", "WIDEN_BY"]);
  await vary.selectOption("constants.WIDEN_AFTER");
  const values = panel.locator("[data-testid=swept] input").first();
  assert.equal(await values.inputValue(), "4,8,16,21,27", "on the slider, its present value among them");
  await vary.selectOption("constants.START");
  await values.fill("20..100:2");

  const button = panel.locator("[data-testid=run]", { hasText: "Simulate 4 runs: about" });
  await notice.locator("button[aria-label]").first().click();
  await notice.waitFor({ state: "detached" });
  await button.click();
  await notice.waitFor();
  await notice.getByRole("button", { name: "Run it" }).click();
  await finished(page);
  await counted(page, "^All 4 runs");
  const rows = rowsOf(await savedBy(page, "CSV"));
  assert.deepEqual(
    [...rows.values()].map((row) => row["constants.START"]),
    ["20", "20", "100", "100"],
  );
  assert.notEqual(rows.get("0").digest, rows.get("2").digest);
  const single = await page.evaluate(() => (window.matchday.set({ constants: "START:100" }), window.matchday.run()));
  assert.equal(rows.get("2").digest, single.digest);
  const figure = page.locator("[data-testid=sweep-page] figure").first();
  assert.match(await figure.textContent(), /against START/);
  assert.deepEqual(await figure.locator("tbody tr > :first-child").allTextContents(), ["20\u00a0ms", "100\u00a0ms"]);
});

full("a number of a rule set is swept from its slider, and from the link", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&view=rules&page=ruleset");
  const rules = await filledView(page, "rules");
  await rules.getByRole("button", { name: "Sweep FairSkill" }).click();
  const panel = page.locator("[data-testid=sweep-panel]");
  const chosen = panel.locator("form select").first();
  await chosen.waitFor();
  const key = "rules.rules[FairSkill].maxDistance";
  assert.equal(await chosen.inputValue(), key);
  assert.equal(await chosen.locator("option:checked").textContent(), "FairSkill, maxDistance");
  const own = await chosen.locator("optgroup[label='Your rules'] option").allTextContents();
  assert.deepEqual(own.slice(0, 4), ["FairSkill, maxDistance", "FastEnough, maxLatency", "FairSkill, step 1", "FairSkill, step 1, from"]);
  assert.equal(await panel.locator("[data-testid=swept] input").first().inputValue(), "50,120,250,350,450");
  await panel.locator("[data-testid=swept] input").first().fill("20,500");
  await setSeeds(page, "1");
  await panel.locator("[data-testid=run]", { hasText: "Simulate 2 runs: about" }).click();
  await counted(page, "^All 2 runs");
  const rows = rowsOf(await savedBy(page, "CSV"));
  assert.deepEqual([rows.get("0")[key], rows.get("1")[key]], ["20", "500"]);
  assert.notEqual(rows.get("0").digest, rows.get("1").digest);

  const { hash } = new URL(await page.evaluate(() => window.matchday.link()));
  const other = await openPage(t, `/${hash}`);
  await finished(other);
  const linked = other.locator("[data-testid=sweep-panel] form select").first();
  await linked.waitFor();
  assert.equal(await linked.inputValue(), key);
  await other.locator("[data-testid=sweep-panel] [data-testid=run]", { hasText: "Simulate 2 runs: about" }).waitFor();
});
