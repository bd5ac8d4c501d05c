// The page as a visitor uses it: open, run, move the slider, share, embed, make mistakes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { full, ofSet, sampled } from "../support/full.mjs";
import { address, finished, openPage, openView } from "../support/harness.mjs";

const runs = JSON.parse(await readFile(new URL("../../golden/runs.json", import.meta.url), "utf8"));

/** The summary of the present parameters, run again. */
const summary = (page) => page.evaluate(() => window.matchday.run());

/** In the page: how many pixels of the map have a dot. */
function litPixels() {
  const canvas = document.querySelector("[data-testid=map-players]");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let lit = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) lit += 1;
  return lit;
}

test("opens and simulates a day by itself", async (t) => {
  const page = await openPage(t, "/", { unasked: true });
  await finished(page);
  const figure = await page.locator("[data-testid=figures] [data-testid=figure-value] span").first().textContent();
  const peak = Number(figure.replace(/\D/g, ""));
  assert.ok(Math.abs(peak / 25_000 - 1) < 0.03, `peak ${figure}`);
  const online = await page.getByTestId("players-online").first().textContent();
  assert.ok(Number(online.replace(/\D/g, "")) > 10_000, `${online} online on the map`);
  const dots = await page.evaluate(litPixels);
  assert.ok(dots > 3_000, `${dots} pixels lit`);
});

full("a large population is drawn with dots that count as several players each, the same number all day", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=200000&t=70000");
  // The texts of the legend from the first minute to the last.
  const said = page.evaluate(async () => {
    while (!window.matchday) await new Promise(requestAnimationFrame);
    const note = document.querySelector("[data-testid=map-legend-note]");
    const words = new Set();
    new MutationObserver(() => words.add(note.textContent)).observe(note, { childList: true });
    await window.matchday.run();
    return [...words];
  });
  assert.deepEqual(await said, ["One dot is 5 players. Rings are datacenters."]);
  await finished(page);
  const online = await page.getByTestId("players-online").first().textContent();
  assert.ok(Number(online.replace(/\D/g, "")) > 150_000, `${online} online on the map`);
  const lit = await page.evaluate(litPixels);
  assert.ok(lit > 10_000 && lit < 45_000, `${lit} pixels lit`);
});

test("the golden runs have their digests in Chromium", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  for (const { link, digest } of ofSet({ daily: runs.filter((_, at) => at % 5 === 0), full: runs })) {
    await t.test(link, async () => {
      await page.evaluate(async (link) => {
        const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.hash = link;
        await followed;
      }, link);
      assert.equal((await summary(page)).digest, digest);
    });
  }
});

test("the replay chart gets its points by itself", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60", { unasked: true });
  const points = page.locator('[data-pane="replay"] tbody tr');
  await points.nth(9).waitFor({ state: "attached" });
  const peaks = (await points.locator("td:nth-child(2)").allTextContents()).map((text) => Number(text.replace(/\D/g, "")));
  assert.ok(peaks.at(-1) > 4 * peaks[0], `${peaks}: players who play again stay longer`);
});

full("workers of the runs that the page makes when it is idle end with them", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60", { unasked: true });
  await page.locator('[data-pane="replay"] tbody tr').nth(9).waitFor({ state: "attached" });
  await page.getByTestId("measured-worth").filter({ hasText: /./ }).waitFor();
  const ofDays = () => page.workers().filter((worker) => worker.url().endsWith("/day.js")).length;
  for (let wait = 0; wait < 100 && ofDays() > 1; wait++) await page.waitForTimeout(100);
  assert.equal(ofDays(), 1, "the worker of the shown day");
  // A later change of the parameters starts them again.
  await page.evaluate(() => window.matchday.set({ ccu: "80" }));
  await finished(page);
  await page.locator('[data-pane="replay"] tbody tr').nth(9).waitFor({ state: "attached" });
});

test("window.matchday has the documented names", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const result = await summary(page);
  const documented =
    "digest joined inside_at_start inside left failed abandoned abandoned_searching abandoned_placing abandoned_tickets " +
    "quit matches bots_matches replay_loss_mean ccu_peak ccu_peak_at_s ccu_mean wait_mean_s wait_p50_s " +
    "wait_p95_s wait_p99_s rtt_mean_ms rtt_p95_ms rtt_estimated_mean_ms share_le_50 share_le_100 warm_share " +
    "wrongly_excluded wrongly_included worst_wait_mean_s worst_wait_p95_s worst_rtt_mean_ms rematch_share rematch_sample " +
    "largest_group_share largest_group_sample wall_s";
  assert.deepEqual(Object.keys(result).sort(), documented.split(" ").sort());
  assert.equal(result.joined + result.inside_at_start, result.inside + result.left + result.failed + result.abandoned);
  const params = await page.evaluate(() => window.matchday.get());
  assert.equal(params.ccu, "300");
  const refusal = await page.evaluate(() => {
    try {
      return window.matchday.set({ replay: 2 });
    } catch (error) {
      return { code: error.code, message: error.message };
    }
  });
  assert.equal(refusal.code, "BAD_PARAM");
  assert.match(refusal.message, /replay=2: must be from 0 to 0.95/);
  assert.match(await page.evaluate(() => window.matchday.link()), /#v=1&ccu=300/);
});

full("a script may use the earlier key of a parameter that is set already", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&ranked=1v1&player_actions=64800:join:50.11:8.68:1500:0&incidents=lost@20:00");
  await finished(page);
  const params = await page.evaluate(() => window.matchday.set({ inside: "70000:join:50.11:8.68:1500:0", strikes: "outage@18:30" }));
  assert.deepEqual([params.player_actions, params.incidents], ["70000:join:50.11:8.68:1500:0", "outage@18:30"]);
});

test("a number out of its bounds is refused in the unit of its field", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const row = page.locator("#params [data-key=replay]");
  for (const typed of ["150", "-1"]) {
    await row.locator("input[type=number]").fill(typed);
    await row.locator("input[type=number]").press("Tab");
    assert.equal(await row.locator("#p-replay-help").textContent(), "Enter 0 to 95\u00a0%.", typed);
    assert.equal(await row.locator("input[type=number]").getAttribute("aria-invalid"), "true");
  }
  assert.equal(await page.evaluate(() => window.matchday.get().replay), "0.75");
  const players = page.locator("main > [data-view=matchmaking] aside [data-key=ccu]");
  await players.locator("input[type=number]").fill("1");
  await players.locator("input[type=number]").press("Tab");
  assert.match(await players.locator("#p-ccu-help").textContent(), /^Enter [\d,]+ to [\d,]+\.$/);
  await row.locator("input[type=number]").fill("80");
  await row.locator("input[type=number]").press("Tab");
  await page.waitForFunction(() => window.matchday.get().replay === "0.8");
  // The fields are drawn with the next frame.
  await row.locator("input[type=number][aria-invalid=false]").waitFor();
});

const VIEWS = ["matchmaking", "servers", "ranked", "world", "experiments"];

full("no name of a parameter runs under its slider, in any view, on a phone and beside the charts", async (t) => {
  for (const width of [390, 1440]) {
    const page = await openPage(t, "/#v=1&ccu=300&fleet=broker&ranked=1v1", { context: { viewport: { width, height: 900 } } });
    await finished(page);
    for (const view of VIEWS.slice(0, 4)) {
      const root = await openView(page, view);
      const labels = root.locator("[data-testid=param] label");
      await labels.first().waitFor();
      const wide = await labels.evaluateAll((labels) =>
        labels.filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent),
      );
      assert.deepEqual(wide, [], `${view}, ${width} px`);
    }
  }
});

full("the labels under the scrubber stay apart, from one day to thirty, on a phone and on a screen", async (t) => {
  for (const width of [390, 1440]) {
    const page = await openPage(t, "/#v=1&ccu=60", { context: { viewport: { width, height: 900 } } });
    await finished(page);
    for (const days of [30, 14, 7, 3, 1]) {
      const labels = await page.evaluate(async (days) => {
        const { fillText } = CanvasRenderingContext2D.prototype;
        /** By their place, because every frame draws them again. */
        const drawn = new Map();
        CanvasRenderingContext2D.prototype.fillText = function (label, x, y) {
          const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = this.measureText(label);
          if (this.canvas.closest("[data-testid=timeline]")) drawn.set(`${x} ${y}`, { label, y, from: x - left, to: x + right });
          fillText.call(this, label, x, y);
        };
        window.matchday.set({ days });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        CanvasRenderingContext2D.prototype.fillText = fillText;
        const labels = [...drawn.values()];
        const bottom = Math.max(...labels.map(({ y }) => y));
        return labels.filter(({ y }) => y === bottom).sort((a, b) => a.from - b.from);
      }, days);
      assert.ok(labels.length >= 3, `${width} px, ${days} days: ${JSON.stringify(labels)}`);
      for (const [at, { label, from }] of labels.entries()) {
        if (at > 0) assert.ok(from > labels[at - 1].to + 8, `${width} px, ${days} days: ${labels[at - 1].label} ${label}`);
      }
    }
  }
});

full("no label of a figure is cut, in any view", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60&fleet=broker");
  await finished(page);
  for (const view of VIEWS) {
    const root = await openView(page, view);
    for (const [width, whole] of [
      [1440, true],
      [1250, false],
      [390, true],
    ]) {
      await page.setViewportSize({ width, height: 900 });
      const labels = await root.locator(":scope > [data-testid=figures] dt").evaluateAll((terms) =>
        terms.map((term) => ({
          label: term.textContent,
          cut: term.scrollWidth > term.clientWidth,
          wraps: term.scrollHeight > term.clientHeight,
        })),
      );
      assert.deepEqual(
        labels.filter(({ cut, wraps }) => cut || (whole && wraps)),
        [],
        `${view}, ${width} px`,
      );
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

full("a higher replay rate raises CCU by the factor of the theory", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=5000", { unasked: true });
  await finished(page);
  const before = await summary(page);
  const slider = page.locator("#params [data-key=replay] input[type=range]");
  await slider.fill(String(await slider.evaluate((input) => Number(input.max) * (0.8 / 0.95))));
  await page.waitForFunction(() => window.matchday.get().replay === "0.8");
  await finished(page);
  const after = await summary(page);
  assert.equal(after.joined, before.joined, "the same players join");
  const factor = after.ccu_mean / before.ccu_mean;
  const form = (330 + after.wait_mean_s) / 0.2 / ((330 + before.wait_mean_s) / 0.25);
  assert.ok(Math.abs(factor / form - 1) < 0.01, `CCU x ${factor}, theory x ${form}`);
  assert.match(page.url(), /replay=0\.8/);
});

full("a name leads to its control, and a reset restores the default and moves the focus to the control", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&replay=0.6&match_s=200&bots=1");
  await finished(page);
  for (const [key, initial] of Object.entries({ replay: "0.75", match_s: "300", bots: "0" })) {
    const row = page.locator(`main > [data-view]:not([hidden]) [data-key="${key}"]`);
    assert.ok(await row.locator("label").evaluate((label) => label.control !== null), `${key}: its name names no control`);
    await row.getByRole("button", { name: "Reset" }).click();
    await page.waitForFunction(([key, initial]) => window.matchday.get()[key] === initial, [key, initial]);
    assert.ok(await row.evaluate((row) => row.contains(document.activeElement)), `${key}: where the focus is`);
  }
});

test("a link restores run and view in a fresh profile", async (t) => {
  const first = await openPage(t, "/#v=1&bots=1&ccu=800&match_s=200&replay=0.6&t=3600");
  await finished(first);
  const digest = (await summary(first)).digest;
  await finished(first);
  const link = await first.evaluate(() => window.matchday.link());
  assert.match(link, new RegExp(`x=${digest}`));
  const second = await openPage(t, link.slice(address("").length));
  await finished(second);
  assert.equal((await summary(second)).digest, digest);
  assert.match(await second.getByTestId("clock").first().textContent(), /01:00/);
  assert.equal(await second.locator("#notices").textContent(), "");
});

full("a link that is followed while the page is about to write its own address is not overwritten", async (t) => {
  const page = await openPage(t, "/#v=1&days=1", {
    // On a busy machine `hashchange` comes late: here, when the page is about to write its own address.
    before: (page) =>
      page.addInitScript(() => {
        const late = (event) => {
          event.stopImmediatePropagation();
          removeEventListener("hashchange", late);
          setTimeout(() => (window.told = window.dispatchEvent(new Event("hashchange"))), 600);
        };
        addEventListener("hashchange", late);
      }),
  });
  await finished(page);
  await page.evaluate(() => {
    window.matchday.set({ seed: "5" });
    // After the page has followed it.
    requestAnimationFrame(() => requestAnimationFrame(() => (location.hash = "#v=1&seed=6")));
  });
  await page.waitForFunction(() => window.told);
  assert.deepEqual([await page.evaluate(() => window.matchday.get().seed), new URL(page.url()).hash], ["6", "#v=1&seed=6"]);
});

test("an embed shows its panes and nothing else", async (t) => {
  const page = await openPage(t, "/embed.html?panes=map,ccu#v=1&ccu=500&replay=0.8", {
    context: { viewport: { width: 640, height: 480 } },
  });
  await finished(page);
  const shown = await page.locator("[data-pane]:visible").evaluateAll((panes) => panes.map((pane) => pane.dataset.pane));
  assert.deepEqual(shown.sort(), ["ccu", "map"]);
  assert.equal(await page.evaluate(() => window.matchday.get().replay), "0.8");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "no sideways scroll");
});

test("a bad link is explained, and the page continues", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=400&replay=7&colour=red&dcs=-atlantis");
  const notices = page.locator("#notices");
  await notices.getByText("replay=7").waitFor();
  const said = await notices.textContent();
  assert.match(said, /0\.95/);
  assert.match(said, /colour/);
  assert.match(said, /atlantis/);
  await page.evaluate(() => window.matchday.set({ dcs: "", replay: 0.5 }));
  await finished(page);
  assert.ok((await summary(page)).joined > 0);
});

for (const [rules, why, example] of [
  ["policy=rules", /there is no rule set/, "rule-set-editor"],
  ["policy=rules&rules=%7B%0A%7D", /rules: line 1, column 1.*ruleLanguageVersion/, "rule-set-editor"],
  ["policy=plugin", /there are no rules/, "code-editor"],
]) {
  const declare = sampled(rules === "policy=plugin");
  declare(`a link to a day by rules that cannot be used, ${rules}, shows the day of the article and offers its rules`, async (t) => {
    const page = await openPage(t, `/#v=1&ccu=300&${rules}`);
    const notice = page.locator('#notices [data-code="LINK_ORIGIN"]');
    await notice.waitFor();
    await finished(page);
    assert.match(await notice.textContent(), why);
    assert.match(await notice.textContent(), /The matchmaker of the article forms the matches instead/);
    assert.equal(await page.locator("#notices [data-code]").count(), 1);
    const { policy, rules: text } = await page.evaluate(() => window.matchday.get());
    assert.deepEqual([policy, text], ["article", new URLSearchParams(rules).get("rules") ?? ""]);
    assert.ok((await summary(page)).joined > 0);
    await notice.getByRole("button", { name: "Open the rules" }).click();
    const editor = page.getByTestId(example);
    await editor.waitFor();
    await page.waitForFunction((name) => document.querySelector(`[data-testid=${name}]`).value !== "", example);
  });
}

full("a link whose pinned run cannot be simulated shows its own day without it", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&seed=3&a=ccu:200~policy:rules");
  const notice = page.locator('#notices [data-code="LINK_ORIGIN"]');
  await notice.filter({ hasText: /Its run A was left out: rules: there is no rule set/ }).waitFor();
  await page.waitForFunction(() => window.matchday.get().ccu === "300");
  await finished(page);
  assert.equal(await page.locator("#notices [data-code]").count(), 1);
  const { policy, seed } = await page.evaluate(() => window.matchday.get());
  assert.deepEqual([policy, seed], ["article", "3"]);
});

full("a run that cannot be simulated says nothing once another has taken its place", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300");
  await finished(page);
  const ends = await page.evaluate(async () => {
    const begun = [];
    for (const patch of [{ policy: "plugin" }, { policy: "article", seed: "3" }]) {
      window.matchday.set(patch);
      begun.push(window.matchday.run().then(() => "simulated", String));
      // The run begins in a microtask.
      for (let wait = 0; wait < 10; wait++) await undefined;
    }
    return Promise.all(begun);
  });
  assert.match(ends[0], /there are no rules/);
  assert.equal(ends[1], "simulated");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "ready");
  assert.equal(await page.locator("#notices [data-code]").count(), 0);
});

test("a damaged data file is named in a notice", async (t) => {
  const damage = (route) => route.fulfill({ body: "<!doctype html>not found", contentType: "text/html" });
  const page = await openPage(t, "/", { before: (page) => page.route("**/data/joins.bin", damage) });
  await page.locator("#notices").getByText("joins.bin").first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "error");
  assert.ok(
    await page
      .getByRole("button", { name: /again|retry/i })
      .first()
      .isVisible(),
  );
});

full("a run can be stopped and started again", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300", { unasked: true });
  await finished(page);
  await page.evaluate(() => void window.matchday.set({ ccu: 200_000 }));
  await page.getByRole("button", { name: "Stop here" }).click();
  await page.evaluate(() => void window.matchday.set({ ccu: 300 }));
  await page.waitForFunction(() => window.matchday.get().ccu === "300");
  await finished(page);
  assert.ok((await summary(page)).ccu_peak < 500);
});

test("the day plays, and the scrubber seeks", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=500&t=3600");
  await finished(page);
  const clock = page.getByTestId("clock").first();
  const before = await clock.textContent();
  await page.getByTestId("play").click();
  await page.waitForFunction((from) => document.querySelector("[data-testid=clock]").textContent !== from, before);
  await page.getByTestId("play").click();
  await page.getByTestId("timeline").focus();
  await page.keyboard.press("Home");
  await page.locator("[data-testid=clock]", { hasText: "00:00" }).first().waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator("[data-testid=clock]", { hasText: "01:00" }).first().waitFor();
});

full("a phone has everything without sideways scroll, in both themes", async (t) => {
  for (const colorScheme of ["dark", "light"]) {
    const context = { viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true };
    const page = await openPage(t, "/#v=1&accounts=300&ccu=300&fleet=broker&ranked=1v1&view=matchmaking", { context });
    await finished(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    for (const view of VIEWS) {
      await openView(page, view);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, view);
    }
  }
});
