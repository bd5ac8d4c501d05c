// Any second of the day on the map, forwards and backwards, and players and matches one by one.

import assert from "node:assert/strict";
import { full, sampled } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

/** Waits until the map shows this second exactly, and returns the players of its legend. */
async function playersAt(page, time_s) {
  await page.waitForFunction((time_s) => {
    const { shown, exact } = document.querySelector("[data-pane=map]").dataset;
    return Number(shown) === time_s && exact === "true";
  }, time_s);
  return legend(page);
}

const legend = async (page) => {
  const texts = [page.getByTestId("players-online"), ...(await page.getByTestId("map-legend").locator("b").all())];
  return Promise.all(texts.map((element) => element.textContent()));
};

/** Links that differ in their second only. */
const at = (time_s, more = "") => `/#v=1&ccu=2000${more}&t=${time_s}`;

for (const [kind, more] of [
  ["the article's day", ""],
  ["a day on servers", "&fleet=broker"],
  ["a ranked day", "&ranked=1v1&accounts=2000"],
]) {
  sampled(kind === "a day on servers")(`${kind} shows every second, in any order`, async (t) => {
    const page = await openPage(t, at(66_001, more));
    await finished(page);
    const first = await playersAt(page, 66_001);
    const seen = new Map();
    for (const time_s of [66_031, 20_007, 66_032, 5, 86_399, 66_001]) {
      await page.evaluate((hash) => (location.hash = hash), at(time_s, more).slice(1));
      seen.set(time_s, await playersAt(page, time_s));
    }
    assert.deepEqual(seen.get(66_001), first, "the same second again");
    assert.notDeepEqual(seen.get(66_031), first, "seconds of one minute differ");
    for (const [online, ...states] of seen.values()) {
      const [total, ...parts] = [online, ...states].map((words) => Number(words.replaceAll(/\D/g, "")));
      assert.equal(
        parts.slice(0, 3).reduce((a, b) => a + b),
        total,
        "the states add up",
      );
    }
  });
}

full("matches are watched as they form, and a press on a player follows it", async (t) => {
  const page = await openPage(t, at(66_000, "&fleet=broker"));
  await finished(page);
  await page.getByRole("button", { name: "Watch matches form" }).click();
  const map = page.locator("[data-pane=map].isnear");
  await map.waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  const painted = await page.getByTestId("map-matches").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((_, at) => at % 4 === 3).some((alpha) => alpha > 0);
  });
  assert.ok(painted);
  // A player is somewhere on the map: every place is tried until one follows somebody.
  const { x, y, width, height } = await page.getByTestId("map-canvas").boundingBox();
  // The link is written later than the page is opened, and another press would be about something else.
  const follows = () =>
    page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => resolve(document.querySelector("[aria-current][data-view=experiments]") !== null)),
        ),
    );
  for (let k = 0; k < 400 && !(await follows()); k++) {
    const [px, py] = [((k * 0.618) % 1) * 0.8 + 0.1, ((k * 0.754) % 1) * 0.6 + 0.2];
    await page.mouse.click(x + width * px, y + height * py);
  }
  await page.waitForURL(/who=\d+/);
  await page.getByTestId("player-summary").waitFor();
});
