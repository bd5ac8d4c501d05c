// The numbers of the page agree: a moment has the same number everywhere, and only complete runs are compared.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

const number = (text) => Number(text.replace(/\D/g, ""));
const drawn = (page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Players online and searching on the map and in the chart. */
async function atMoment(page) {
  await page.waitForFunction(() => {
    const { shown, exact } = document.querySelector("[data-pane=map]").dataset;
    const now_s = Number(document.querySelector("[data-testid=timeline]").ariaValueNow);
    return exact === "true" && Math.abs(Number(shown) - now_s) <= 1;
  });
  await drawn(page);
  const online = number(await page.getByTestId("players-online").textContent());
  const states = (await page.locator("[data-testid=map-legend] li b").allTextContents()).map(number);
  const read = await page.locator('[data-pane="ccu"] [data-testid=chart-reading]').textContent();
  const [, time, ...chart] = read.match(/^(\d\d:\d\d): ([\d,]+) online, ([\d,]+) searching$/) ?? assert.fail(read);
  return { time, map: [online, states[2]], states, chart: chart.map(number) };
}

test("map and chart have the same number for a moment, and the table the mean of its minute", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=5000&t=0");
  await finished(page);
  const table = await page
    .locator('[data-pane="ccu"] tbody tr')
    .evaluateAll((rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
  assert.equal(table.length, 12);
  await page.getByTestId("timeline").focus();
  for (const [time, ...cells] of table) {
    const moment = await atMoment(page);
    assert.equal(moment.time, time);
    assert.deepEqual(moment.map, moment.chart, `${time}: the map and the chart`);
    const [online, ...states] = cells.map(number);
    assert.equal(
      states.reduce((sum, players) => sum + players, 0),
      online,
      `${time}: the states make up all players of the table`,
    );
    assert.ok(Math.abs(online / moment.map[0] - 1) < 0.01, `${time}: ${online} in the minute, ${moment.map[0]} in the second`);
    assert.equal(
      moment.states.reduce((sum, players) => sum + players, 0),
      moment.map[0],
      `${time}: the states make up all players`,
    );
    for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+ArrowRight");
  }
  // The chart reads the moment that the map shows after a press.
  const { x, y, width, height } = await page.locator('[data-pane="ccu"] [data-testid=chart-surface]').boundingBox();
  await page.mouse.move(x + width * 0.4, y + height / 2);
  const under = await page.locator('[data-pane="ccu"] [data-testid=chart-reading]').textContent();
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(0, 0);
  const moment = await atMoment(page);
  const pressed = await page.locator('[data-pane="ccu"] [data-testid=chart-reading]').textContent();
  assert.equal(pressed.slice(0, 6), under.slice(0, 6), "the same minute");
  assert.deepEqual(moment.map, moment.chart);
});

full("a run is compared with A once it is complete", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  await page.evaluate(() => {
    const figures = document.querySelector("[data-testid=figures]");
    const below = () => [...figures.querySelectorAll("[data-testid=figure-below]")].map((line) => line.textContent);
    window.said = { partial: new Set(), whole: [] };
    new MutationObserver(() => {
      if (figures.matches(".partial")) window.said.partial.add(below().join("; "));
      else window.said.whole = below();
    }).observe(figures, { subtree: true, childList: true, attributes: true });
    window.matchday.set({ ccu: 100_000 });
  });
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.state === "ready" &&
      window.matchday.get().ccu === "100000" &&
      !document.querySelector("[data-testid=figures].partial"),
  );
  await drawn(page);
  const { partial, whole } = await page.evaluate(() => ({ partial: [...window.said.partial], whole: window.said.whole }));
  assert.ok(partial.length > 1, "the figures follow the run");
  for (const said of partial) assert.doesNotMatch(said, /against A|same as A|[+\u2212]\d/, said);
  assert.match(whole[0], /^\+[\d,.]+\s% against A$/);
  assert.match(whole[1], /^[+\u2212][\d.]+ s$/);
});
