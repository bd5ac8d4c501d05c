// The badges beside the charts, for days that agree with theory and for one that does not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage, openView } from "../support/harness.mjs";

/** Waits for the badges of the finished day. Returns symbol and number by chart. */
const badges = async (page) => {
  await page.waitForFunction(() => document.querySelector("[data-pane=ccu] [data-testid=proof-badge]:not([hidden])"));
  return page.evaluate(() => {
    const shown = (badge) => badge.querySelector("use").getAttribute("href") + " " + badge.textContent;
    return Object.fromEntries(
      ["ccu", "wait", "rtt", "replay"].map((pane) => [
        pane,
        shown(document.querySelector(`[data-pane=${pane}] [data-testid=proof-badge]`)),
      ]),
    );
  });
};

/** The verdicts in the list of a chart, by check. */
const list = async (page, pane) => {
  await page.locator(`[data-pane=${pane}] [data-testid=proof-badge]`).click();
  const lines = await page
    .locator("dialog[aria-labelledby=proofs-title] [data-check]")
    .evaluateAll((lines) => lines.map((line) => [line.dataset.check, line.dataset.verdict, line.textContent]));
  await page.keyboard.press("Escape");
  return Object.fromEntries(lines.map(([id, verdict, text]) => [id, { verdict, text }]));
};

test("the default day agrees with theory, and the badges show it", async (t) => {
  const page = await openPage(t, "/", { idle: true });
  await finished(page);
  const shown = await badges(page);
  assert.deepEqual(shown, { ccu: "#i-tick 8", wait: "#i-tick 1", rtt: "#i-tick 2", replay: "#i-tick 1" });
  const waits = await list(page, "wait");
  assert.equal(waits.little.verdict, "green");
  assert.match(waits.wait.text, /does not apply.*Several datacenters share the players/);
  const ccu = await list(page, "ccu");
  assert.equal(
    await page.locator("[data-pane=ccu] [data-testid=proof-badge]").getAttribute("aria-label"),
    "Held against theory: 8 formulas hold, 0 fail, 0 do not apply. Show them",
  );
  assert.match(ccu.conserved.text, /Theory1,1\d\d,\d\d\d\splayers.*exactly/);

  // The one of the datacenters is beside their list, and all are on a page of their own.
  await openView(page, "world");
  const ofSites = page.locator("#sites [data-testid=proof-badge]");
  await ofSites.waitFor();
  assert.equal(await ofSites.textContent(), "1");
  const root = await openView(page, "experiments", "proofs");
  const all = root.locator("[data-testid=proofs-page] [data-check]");
  await all.first().waitFor();
  assert.equal(await root.locator('[data-testid=proofs-page] [data-verdict="green"]').count(), 13);
  assert.equal(await root.locator('[data-testid=proofs-page] [data-verdict="red"]').count(), 0);
  const ids = await all.evaluateAll((lines) => lines.map((line) => line.dataset.check));
  for (const id of [...Object.keys(ccu), ...Object.keys(waits)]) assert.ok(ids.includes(id), `${id} among ${ids}`);
  await openView(page, "matchmaking");

  // Another day has other checks; there are none during a run.
  await page.evaluate(() => void window.matchday.set({ ccu: 500, bots: 1 }));
  await page.waitForFunction(() => document.querySelector("[data-pane=ccu] [data-testid=proof-badge]").hidden);
  await finished(page);
  assert.match((await badges(page)).ccu, /^#i-tick \d$/);
});

full("on a ranked day the checks that do not depend on matches apply", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=2000&accounts=4000&ranked=1v1&view=matchmaking", { idle: true });
  await finished(page);
  await badges(page);
  const all = { ...(await list(page, "ccu")), ...(await list(page, "rtt")), ...(await list(page, "wait")) };
  const green = Object.keys(all).filter((id) => all[id].verdict === "green");
  assert.deepEqual(green.sort(), ["conserved", "joins", "light", "map", "poisson"]);
  assert.deepEqual(
    Object.keys(all).filter((id) => all[id].verdict === "red"),
    [],
  );
  assert.match(all.wait.text, /does not apply.*begin when all have accepted/);
});

full("the effect of one more point of replay is measured and compared with the formula", async (t) => {
  // A day so short that the page simulates two more by itself.
  const page = await openPage(t, "/#v=1&ccu=8000", { unasked: true });
  await finished(page);
  await badges(page);
  const corner = page.locator("[data-pane=replay] [data-testid=measured-worth]");
  await corner.waitFor();
  const measured = Number((await corner.textContent()).match(/\+(\d\.\d)/)[1]);
  assert.ok(Math.abs(measured - 4.2) < 1, `${measured} %, by formula 4.2`);
  await page.locator("[data-pane=replay] [data-testid=proof-badge]").click();
  const worth = await page.locator("[data-testid=worth] li").allTextContents();
  assert.match(worth[0], /^One more point of replay, 76\s%, adds \+\d\.\d\s%\s±\s0\.\d players online \(by formula \+4\.2\s%\)/);
  assert.match(worth[1], /^One point less, 74\s%: \u2212\d\.\d\s%\s±\s0\.\d players online \(by formula \u22123\.8\s%\)/);
  assert.match(worth[2], /d ln CCU \/ dp: [34]\.\d\d measured, 4\.0\d by formula/);
  await page.keyboard.press("Escape");

  // At another rate nothing is measured yet.
  await page.evaluate(() => void window.matchday.set({ replay: 0.5 }));
  await corner.waitFor({ state: "hidden" });
  await corner.waitFor();
  assert.match(await corner.textContent(), /\+[12]\.\d/);
});

full("with one datacenter the waits have a theory", async (t) => {
  const dcs =
    "-losangeles,-dallas,-chicago,-miami,-ashburn,-mexicocity,-saopaulo,-bogota,-santiago,-london,-madrid,-stockholm," +
    "-istanbul,-sydney,-mumbai,-singapore,-jakarta,-manila,-shanghai,-tokyo,-dubai,-johannesburg,-lagos";
  const page = await openPage(t, `/#v=1&ccu=5000&dcs=${dcs}&expand_ms=254&ideal_ms=254&warm_s=120`, { idle: true });
  await finished(page);
  await badges(page);
  const { wait } = await list(page, "wait");
  assert.equal(wait.verdict, "green", wait.text);
  const { rtt } = await list(page, "rtt");
  assert.equal(rtt.verdict, "green", rtt.text);
});

full("a day with a wrong replay rate turns the badge red", async (t) => {
  // The worker simulates a replay rate of 76 in 101 instead of 75 %, and the page does not know.
  const page = await openPage(t, "/#v=1&ccu=25000", {
    idle: true,
    before: (page) =>
      page.addInitScript(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (message, ...rest) {
          const { name, args } = message;
          const order =
            name === "run" && args.number !== null
              ? { ...message, args: { ...args, params: { ...args.params, replay: "0.7525" } } }
              : message;
          return postMessage.call(this, order, ...rest);
        };
      }),
  });
  await finished(page);
  const shown = await badges(page);
  assert.equal(shown.replay, "#i-close 1");
  assert.match(shown.ccu, /^#i-close [1-3]$/);
  assert.equal(shown.wait, "#i-tick 1");
  const verdicts = Object.values(await list(page, "ccu")).map(({ verdict }) => verdict);
  assert.deepEqual(
    verdicts,
    [...verdicts].sort((a, b) => Number(b === "red") - Number(a === "red")),
    "what fails comes first",
  );
  const { replay } = await list(page, "replay");
  assert.match(replay.text, /fails.*Theory75\.00.*Measured75\.2/);
});

full("on a phone the numbers of a check do not overlap", async (t) => {
  const page = await openPage(t, "/", { context: { viewport: { width: 390, height: 844 } }, idle: true });
  await finished(page);
  await badges(page);
  await page.locator("[data-pane=ccu] [data-testid=proof-badge]").click();
  const checks = page.locator("dialog[aria-labelledby=proofs-title] [data-check]");
  assert.ok((await checks.count()) > 3);
  const collisions = await checks.evaluateAll((lines) =>
    lines.flatMap((line) => {
      const boxes = [...line.querySelectorAll("dt, dd")].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
      });
      const frame = line.getBoundingClientRect();
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const bad = boxes.some((a, i) => a.right > frame.right + 1 || boxes.slice(i + 1).some((b) => meets(a, b)));
      return bad ? [line.textContent] : [];
    }),
  );
  assert.deepEqual(collisions, []);
});
