// Ranked days in the page: the results of the ladder, and the reasons for waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { filledView, finished, openPage, openView } from "../support/harness.mjs";

const numberOf = (text) => Number(text.replaceAll(",", "").match(/-?[\d.]+/)[0]);
const SMALL = "ccu=600&accounts=1000";

/** The number of a figure in the strip. */
const inStrip = async (page, name) =>
  numberOf(await page.locator(`main > [data-view=ranked] [data-figure="${name}"] [data-testid=figure-value] span`).textContent());

/** The value beside a name in the table of figures. */
const figure = (page, name) =>
  page.locator("main > [data-view=ranked] table:has(caption:text-is('Summary')) tr", { hasText: name }).first().locator("td").textContent();

test("a link to a ranked day opens its view with the results of the run", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=1v1`);
  await finished(page);
  const summary = await page.evaluate(() => window.matchday.run());
  assert.ok(summary.matches > 1000 && summary.rating_rmse > 0 && summary.brier > summary.brier_oracle, JSON.stringify(summary));
  assert.ok(await (await filledView(page, "ranked")).isVisible());
  await page.locator("[data-testid=boards] tbody tr").first().waitFor();
  assert.equal(await page.locator("#p-ranked-shadow option").first().textContent(), "None");
  assert.equal(numberOf(await figure(page, "Matches")), summary.matches);
  assert.equal(numberOf(await figure(page, "Ratings off by")), Math.round(summary.rating_rmse));
  assert.equal(numberOf(await figure(page, "Brier score of predictions")), Number(summary.brier.toFixed(3)));
  assert.equal(await inStrip(page, "wait"), Number(summary.wait_p50_s.toFixed(1)));
  assert.equal(await inStrip(page, "rating"), Math.round(summary.rating_rmse));
  assert.equal(await inStrip(page, "dodged"), summary.dodges);
  // Every account on the ladder has a division of its tier.
  const divisions = await page
    .locator("main > [data-view=ranked] table", { hasText: "Accounts by division" })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map(({ cells }) => [cells[0].textContent, cells[1].textContent]));
  for (const [tier, accounts] of Object.entries(summary.tiers)) {
    const there = divisions.filter(([name]) => name.startsWith(tier)).reduce((sum, [, count]) => sum + numberOf(count), 0);
    assert.equal(there, accounts, tier);
  }
});

full("the charts of a ladder are drawn, and have tables with their numbers", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=1v1&shadow=elo`);
  await finished(page);
  const summary = await page.evaluate(() => window.matchday.run());
  await page.locator("main > [data-view=ranked] [data-testid=findings] li").first().waitFor();
  const chart = (title) => page.locator("[data-testid=ladder-day] figure", { has: page.locator(`h3:text-is("${title}")`) });
  const rows = (title) =>
    chart(title)
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
  const titles = await page.locator("[data-testid=ladder-day] figure h3").allTextContents();
  assert.equal(titles.length, 9);
  for (const title of titles) {
    const colours = await chart(title)
      .locator("canvas")
      .first()
      .evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
    assert.ok(colours > 20, `${title}: more colours than an empty canvas has, not ${colours}`);
    assert.ok((await rows(title)).length > 0, title);
  }
  // The matches by their gap add up to all formed matches of the day.
  const formed = (await rows("How equal teams are")).reduce((sum, [, matches]) => sum + numberOf(matches), 0);
  assert.ok(Math.abs(formed / summary.matches - 1) < 0.01, `${formed} of ${summary.matches}`);
  // Better players have higher ratings.
  const ratings = (await rows("Rating against true skill"))
    .filter(([, accounts]) => numberOf(accounts) > 50)
    .map((row) => numberOf(row[2]));
  assert.deepEqual(
    ratings,
    ratings.toSorted((a, b) => a - b),
  );
  await chart("Ready checks").getByTestId("chart-surface").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  // Drawn with the next frame.
  await chart("Ready checks")
    .locator("[data-testid=chart-reading]", { hasText: /^17:\d\d: [\d,]+ offered, [\d,]+ formed, [\d,]+ dodged, [\d,]+ left$/ })
    .waitFor();
});

full("the same link gives the same day, and without a ladder the same players join", async (t) => {
  const loaded = [];
  const listen = async (page) => void page.on("request", (request) => loaded.push(request.url()));
  const page = await openPage(t, `/#v=1&${SMALL}`, { before: listen });
  await finished(page);
  const before = await page.evaluate(() => window.matchday.run());
  assert.equal(before.brier, undefined, "no ladder");
  assert.ok(loaded.some((url) => url.endsWith("worker/day.js")));
  assert.deepEqual(
    loaded.filter((url) => /ranked|lab-days/.test(url)),
    [],
    "nothing is loaded for it",
  );
  await openView(page, "ranked");
  const accounts = page.locator("main > [data-view=ranked] aside [data-key=accounts]");
  assert.ok(!(await accounts.isVisible()), "what accounts are like does not matter yet");
  await page.locator("[data-mode='2v2']").click();
  await accounts.waitFor();
  await page.waitForFunction(() => window.matchday.link().includes("ranked=2v2"));
  const ranked = await page.evaluate(() => window.matchday.run());
  assert.equal(ranked.joined, before.joined);
  assert.notEqual(ranked.digest, before.digest);
  await page.getByTestId("boards").waitFor();
  const again = await openPage(t, `/#v=1&${SMALL}&ranked=2v2`);
  await finished(again);
  assert.equal((await again.evaluate(() => window.matchday.run())).digest, ranked.digest);
});

full("ranked matches run on servers, and both views show results", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=3v3&fleet=broker&buffer=2`);
  await finished(page);
  const summary = await page.evaluate(() => window.matchday.run());
  assert.ok(summary.misses > 0 && summary.servers_peak > 10 && summary.fairness_mean > 0, JSON.stringify(summary));
  await openView(page, "servers");
  await page.locator("main > [data-view=servers] [data-testid=findings] .bad").first().waitFor();
  const row = page.locator("main > [data-view=servers] table:has(caption:text-is('Summary')) tr", { hasText: "Most servers at once" });
  assert.equal(numberOf(await row.locator("td").textContent()), summary.servers_peak);
  await openView(page, "ranked");
  assert.equal(numberOf(await figure(page, "Players who left a match")), summary.leavers);
});

full("the card of a datacenter counts matches of as many players as the mode has", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=5v5&t=72000`);
  await finished(page);
  await page.locator("[data-pane=map][data-exact=true]").waitFor();
  await page.getByTestId("map-canvas").focus();
  const card = page.getByTestId("datacenter-card").first();
  const value = async (name) => Number((await card.locator(`dt:text-is("${name}") + dd`).textContent()).replace("–", ""));
  // Those in the west are switched off, or have no players yet.
  do {
    const name = await card.locator("h3 span").textContent();
    await page.keyboard.press("ArrowRight");
    await card
      .locator("h3 span")
      .and(page.locator(`:not(:text-is("${name}"))`))
      .waitFor({ state: "attached" });
  } while ((await value("Players")) === 0);
  assert.equal(await value("Players"), 10 * (await value("Matches running")));
});

test("an invalid mode is refused with the reason", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=ffa1`);
  const notice = page.locator("#notices", { hasText: "ranked" });
  await notice.waitFor();
  assert.match(await notice.textContent(), /A setting could not be used.*ranked: .*ffa1/s);
});

test("waiting tickets are listed by place, and each has its reasons", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=1v1&t=72000`);
  await finished(page);
  await page.getByRole("button", { name: "Who waits at 20:00" }).click();
  const first = page.locator("[data-testid=waiting] button").first();
  await first.waitFor();
  const ages = (await page.locator("[data-testid=waiting] button").allTextContents()).map((said) =>
    Number(said.match(/for ([\d,]+) s/)[1]),
  );
  assert.deepEqual(
    ages,
    ages.toSorted((a, b) => b - a),
    "who has waited longest comes first",
  );
  await first.click();
  const verdict = page.locator("[data-testid=why] [data-testid=verdict]");
  await verdict.waitFor();
  assert.match(await verdict.textContent(), /^A match at that time needed .*more compatible player/);
  const windows = await page.locator("[data-testid=why] table tbody tr").allTextContents();
  assert.ok(windows.length >= 2 && windows.filter((row) => row.includes("now")).length === 1, windows.join("\n"));
  // A press on the map lists tickets near that place.
  await page.getByTestId("map-canvas").click({ position: { x: 700, y: 150 } });
  await page.locator("[data-testid=why] [role=status]", { hasText: "nearest to the place" }).waitFor();
  assert.ok((await page.locator("[data-testid=waiting] li").count()) > 0);
});

full("where rules form the matches, nothing is said of windows", async (t) => {
  const page = await openPage(t, `/#v=1&${SMALL}&ranked=1v1`);
  await finished(page);
  const ofWindows = () =>
    page.evaluate(() => {
      const view = document.querySelector("main > [data-view=ranked]");
      return [...view.querySelectorAll("h3, figcaption, label, .name")]
        .filter((said) => said.checkVisibility() && /window width|against fairness/i.test(said.textContent))
        .map((said) => said.textContent);
    });
  assert.ok((await ofWindows()).length >= 3, "a slider, a chart and a sweep");
  const rules = JSON.stringify({ ruleLanguageVersion: "1.0", teams: [{ name: "side", minPlayers: 1, maxPlayers: 1, quantity: 2 }] });
  await page.evaluate((rules) => void window.matchday.set({ policy: "rules", rules }), rules);
  await page.waitForFunction(() => window.matchday.get().policy === "rules");
  await finished(page);
  await page.locator("main > [data-view=ranked] [data-testid=figure-value]").first().waitFor();
  assert.deepEqual(await ofWindows(), []);
});

full("a sweep over the width of windows shows wait against fairness", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&accounts=300&ranked=1v1&replay=0.5");
  await finished(page);
  await page.getByRole("button", { name: "Sweep the width of windows" }).click();
  const run = page.locator("[data-testid=sweep-panel] [data-testid=run]");
  await run.waitFor();
  assert.equal(await page.locator("[data-page][aria-current=page]:visible").getAttribute("data-page"), "sweep");
  assert.equal(await page.getByLabel("Values of Ranked: Widening").inputValue(), "a:100,a:200,a,a:600,a:800");
  await run.click();
  await page.waitForFunction(() =>
    /^All 15 runs/.test(document.querySelector("[data-testid=sweep-page] [data-testid=run-progress] span").textContent),
  );
  const means = (at) =>
    page
      .locator("[data-testid=sweep-page] figure")
      .nth(at)
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map(({ cells }) => Number.parseFloat(cells[2].textContent)));
  const [waits, gaps] = [await means(0), await means(1)];
  assert.equal(waits.length, 5);
  assert.ok(waits[0] > waits.at(-1), `wider windows end waits sooner: ${waits}`);
  assert.ok(gaps[0] < gaps.at(-1), `and teams are less equal: ${gaps}`);
});
