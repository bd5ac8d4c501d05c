// A person queues into the running day as a client: the search, the offer, the match, the rating, and the actions in the link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { filledView, finished, homeOf, openPage, openTab } from "../support/harness.mjs";

const SMALL = "v=1&accept_rate=1&accounts=1000&ccu=400&ranked=1v1&t=14400";
const widget = (page) => page.getByTestId("player");
const view = (page, name) => widget(page).locator(`[data-view="${name}"]`);

/** The messages so far, each with its sender. */
const messages = (page) =>
  widget(page)
    .locator("[data-testid=messages] li")
    .evaluateAll((items) =>
      items.map((item) => ({
        from: item.dataset.testid === "to-server" ? "client" : "server",
        ...JSON.parse(item.querySelector("code").textContent),
      })),
    );
const said = async (page, type) => (await messages(page)).filter((message) => message.type === type);

/** Opens the widget, and joins in Frankfurt. */
async function join(page, { speed = "10" } = {}) {
  await finished(page);
  await page.locator("main > [data-view=ranked]").getByRole("button", { name: "Be a player" }).click();
  await widget(page).getByLabel("Latitude").fill("50.11");
  await widget(page).getByLabel("Longitude").fill("8.68");
  await page.keyboard.press("Tab");
  await widget(page).getByLabel("Speed").selectOption(speed);
  await widget(page).getByRole("button", { name: "Join the queue" }).click();
}

/** The text of the focused element. */
const focused = (page) => page.evaluate(() => document.activeElement.textContent.slice(0, 100));

/** Presses a button of the widget by the keyboard. */
async function press(page, name) {
  await widget(page).getByRole("button", { name }).focus();
  await page.keyboard.press("Enter");
}

/** Accepts the offered match, at a speed that leaves time to see it. */
async function accept(page) {
  await view(page, "offer").waitFor();
  await widget(page).getByLabel("Speed").selectOption("1");
  await widget(page).getByRole("button", { name: "Accept" }).click();
  await view(page, "match").waitFor();
}

test("a person joins, accepts, plays, is rated, and the link has the actions", async (t) => {
  const page = await openPage(t, `/#${SMALL}`);
  await join(page, { speed: "600" });
  await view(page, "offer").waitFor();
  const [found] = await said(page, "RankedMatchFound");
  assert.ok(found.matchId && found.opponentsSummary.avgMmr > 0, JSON.stringify(found));
  const [queued] = await said(page, "RankedQueued");
  assert.ok(queued.ticketId && queued.estWait >= 0 && queued.searchWindow.pingMaxMs >= 50, JSON.stringify(queued));
  // The focus is on the answer, and the session advances the time.
  assert.equal(await focused(page), "Accept");
  assert.ok(await page.getByTestId("play").isDisabled());
  await accept(page);
  assert.match(await focused(page), /^(The lobby is ready|Playing) at /);
  assert.ok(await widget(page).getByRole("button", { name: "Close" }).isDisabled(), "closing now would cause a hidden penalty");
  await widget(page).getByLabel("Speed").selectOption("600");
  await view(page, "over").waitFor();
  assert.ok((await said(page, "RankedLobbyReady")).length === 1);
  const [rated] = await said(page, "RankedRatingUpdate");
  assert.equal(rated.matchId, found.matchId);
  assert.ok(rated.delta !== 0 && Math.abs(rated.newRating - 1500) > 10, JSON.stringify(rated));
  const result = `${rated.delta > 0 ? "Won: +" : "Lost: \u2212"}${Math.abs(rated.delta)} points, ${rated.newTier}`;
  await view(page, "over").getByText(result, { exact: true }).waitFor();
  // Nothing is stored, so there is no profile.
  assert.ok(await widget(page).getByRole("link", { name: "My profile" }).isHidden());
  await widget(page).getByRole("button", { name: "Done" }).click();
  await page.waitForFunction(() => window.matchday.get().player_actions !== "");
  assert.ok(await page.getByTestId("play").isEnabled());
  const played = await page.evaluate(() => window.matchday.run());
  const link = await page.evaluate(() => window.matchday.link());
  assert.match(decodeURIComponent(link), /player_actions=14400:join:50.11:8.68:1500/);
  const again = await openPage(t, link.slice(link.indexOf("#") - 1));
  await finished(again);
  assert.equal((await again.evaluate(() => window.matchday.run())).digest, played.digest);
});

full("a player who declines is locked out, and the widget shows the lockout", async (t) => {
  const page = await openPage(t, `/#${SMALL}`);
  await join(page, { speed: "60" });
  // A minute passes in a second, except while an offer is open.
  await view(page, "offer")
    .getByText(/^(9|10)\s?s to accept/)
    .waitFor();
  await widget(page).getByRole("button", { name: "Decline" }).click();
  await view(page, "over").waitFor();
  await widget(page)
    .getByText(/Locked out of the queue until 04:0\d/)
    .waitFor();
  const [cancelled] = await said(page, "RankedMatchCancelled");
  assert.ok(cancelled.reason === "youDeclined" && cancelled.lockedUntil > 0, JSON.stringify(cancelled));
  // After two minutes the queue is open again.
  const again = widget(page).getByRole("button", { name: "Queue again" });
  assert.ok(await again.isDisabled());
  await page.waitForFunction(() => !document.querySelector("[data-testid=requeue]").disabled);
  const speed = widget(page).getByLabel("Speed");
  // A dialog would hide an offer.
  await page.locator("#share").click();
  await page.locator("[data-testid=share-dialog][open]").waitFor();
  await again.evaluate((button) => button.click());
  await view(page, "offer").waitFor();
  await page.getByTestId("share-dialog").waitFor({ state: "hidden" });
  assert.equal(await focused(page), "Accept");
  assert.equal((await said(page, "RankedQueued")).length, 2);
  await speed.selectOption("1");
  await widget(page).getByRole("button", { name: "Decline" }).click();
  await widget(page).getByRole("button", { name: "Done" }).click();
  // A player who comes back during the lockout waits for its end.
  await page.waitForFunction(() => location.hash.includes("player_actions="));
  await page.evaluate(() => window.matchday.run());
  await widget(page).getByRole("button", { name: "Join the queue" }).click();
  await view(page, "over").waitFor();
  await widget(page)
    .getByText(/Locked out of the queue until 04:\d\d/)
    .waitFor();
  assert.ok(await again.isDisabled());
  await speed.selectOption("60");
  await page.waitForFunction(() => !document.querySelector("[data-testid=requeue]").disabled);
});

full("from joining to the end of a match a control always has the focus", async (t) => {
  const page = await openPage(t, `/#${SMALL}`);
  await finished(page);
  await page.locator("main > [data-view=ranked]").getByRole("button", { name: "Be a player" }).click();
  await widget(page).getByLabel("Latitude").fill("50.11");
  await widget(page).getByLabel("Longitude").fill("8.68");
  await page.keyboard.press("Tab");
  await widget(page).getByLabel("Speed").selectOption("600");
  await widget(page).getByRole("button", { name: "Join the queue" }).focus();
  await page.evaluate(() => {
    window.lost = [];
    window.focusIn = {};
    const watch = () => {
      const view = document.querySelector("[data-testid=player] [data-view]:not([hidden])").dataset.view;
      if (document.activeElement === document.body && !window.lost.includes(view)) window.lost.push(view);
      window.focusIn[view] = document.activeElement.textContent.slice(0, 100);
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  await page.keyboard.press("Enter");
  await view(page, "offer").waitFor();
  await page.waitForFunction(() => document.activeElement.textContent === "Accept");
  await page.keyboard.press("Enter");
  // Until all have answered, the focus is on the number of accepted players.
  await page.waitForFunction(() => document.activeElement.matches("[role=timer]") && /accepted/.test(document.activeElement.textContent));
  await view(page, "over").waitFor();
  // The match took half a second.
  assert.match(await page.evaluate(() => window.focusIn.match), /^(The lobby is ready|Playing) at /);
  await press(page, "Done");
  await page.waitForFunction(() => document.activeElement.matches("[data-testid=player] [data-view='setup'] *"));
  assert.deepEqual(await page.evaluate(() => window.lost), []);
});

full("a press on the map sets the place of the person", async (t) => {
  const page = await openPage(t, `/#${SMALL}`);
  await finished(page);
  await page.locator("main > [data-view=ranked]").getByRole("button", { name: "Be a player" }).click();
  await widget(page).getByText("Press the map where you are").waitFor();
  await page.getByTestId("map-canvas").click({ position: { x: 500, y: 150 } });
  assert.ok(!(await widget(page).getByRole("button", { name: "Join the queue" }).isDisabled()));
  const lat = Number(await widget(page).getByLabel("Latitude").inputValue());
  const lon = Number(await widget(page).getByLabel("Longitude").inputValue());
  const { width, height } = await page.getByTestId("map-canvas").boundingBox();
  const { left, top, scale } = homeOf(width, height);
  assert.ok(Math.abs(lon - (left + 500 / scale)) < 0.02, String(lon));
  assert.ok(Math.abs(lat - (top - 150 / scale)) < 0.02, String(lat));
  assert.equal(await page.locator("[data-testid=why] [role=status]").textContent(), "", "the press answers one question");
  const [map, mark] = await Promise.all(["map-canvas", "player-mark"].map((name) => page.getByTestId(name).boundingBox()));
  const off = [mark.x + mark.width / 2 - map.x - 500, mark.y + mark.height / 2 - map.y - 150];
  assert.ok(
    off.every((px) => Math.abs(px) < 3),
    String(off),
  );
});

full("a person joins a stored season at its end, and is stored with it", async (t) => {
  const tables = ["player_ranked_ratings", "ranked_match_participants", "ranked_rating_history"];
  const page = await openPage(t, "/#v=1&accept_rate=1&accounts=150&ccu=100&ranked=1v1&seed=5&page=season", { onDisk: true });
  const season = (of) => of.getByTestId("season");
  const simulate = async (of) => {
    await season(of).getByRole("button", { name: "Simulate 1 more day" }).click();
    await season(of)
      .getByText(/^Kept: [\d,]+ matches/)
      .waitFor();
  };
  const counts = (of) =>
    season(of)
      .locator("table tr")
      .evaluateAll(
        (lines, names) =>
          lines.map(({ cells }) => [...cells].map(({ textContent }) => textContent)).filter(([name]) => names.includes(name)),
        tables,
      );
  await simulate(page);
  await join(page, { speed: "600" });
  await widget(page)
    .getByText(/The season is kept up to Thu, day 2/)
    .waitFor();
  // The first write fails because there is no room. Later nothing of it is missing.
  await page.evaluate(async () => {
    const { seasonStore } = (await import("/views/ranked/season/season.js")).seasonOf();
    const ask = seasonStore.ask.bind(seasonStore);
    const full = () => Promise.reject(Object.assign(new Error("no room"), { code: "STORE_FULL" }));
    seasonStore.ask = (name, ...rest) => (name === "write" && !window.refused ? ((window.refused = true), full()) : ask(name, ...rest));
  });
  await page.getByRole("alert").getByText("There is no more room for the season").first().waitFor();
  await view(page, "offer").waitFor();
  await widget(page).getByRole("button", { name: "Accept" }).click();
  await view(page, "over").waitFor();
  const [rated] = await said(page, "RankedRatingUpdate");
  // Finished matches are stored while the time is paused.
  await widget(page).getByRole("link", { name: "My profile" }).click();
  await season(page)
    .locator("table", { has: page.getByText("Matches", { exact: true }) })
    .locator("tbody tr")
    .first()
    .waitFor();
  await widget(page).getByRole("button", { name: "Done" }).click();
  await page.waitForFunction(() => window.matchday.get().player_actions.startsWith("86400:join"));
  assert.equal(await page.evaluate(() => window.matchday.get().days), "2");
  // The match is stored now.
  const root = await filledView(page, "ranked");
  await openTab(root, "day");
  const link = await page.evaluate(() => window.matchday.link());
  await openTab(root, "sql");
  const sql = `select cast(round(rating_after) as integer) from ranked_rating_history where created_at >= unixepoch('2026-05-21') and abs(rating_after - ${rated.newRating}) < 0.6`;
  await season(page).locator("textarea").fill(sql);
  await page.keyboard.press("Control+Enter");
  await season(page).locator("[data-testid=sql] tbody td").getByText(String(rated.newRating), { exact: true }).first().waitFor();
  await openTab(root, "season");
  await simulate(page);
  // The same as without the interruption.
  const other = await openPage(t, `${link.slice(link.indexOf("#") - 1)}&page=season`, { onDisk: true });
  await simulate(other);
  await simulate(other);
  assert.deepEqual(await counts(other), await counts(page));
});

full("a player who leaves a match gets its result, and the link has the same person", async (t) => {
  const page = await openPage(t, `/#${SMALL}`);
  await join(page, { speed: "600" });
  await accept(page);
  await widget(page).getByRole("button", { name: "Leave the match" }).click();
  await widget(page).getByLabel("Speed").selectOption("600");
  await view(page, "over").waitFor();
  await view(page, "over")
    .getByText(/points, [A-Z]\w+(-\d)?$/)
    .first()
    .waitFor();
  const [rated] = await said(page, "RankedRatingUpdate");
  assert.ok(rated.delta < 0, JSON.stringify(rated));
  // Days cannot be simulated during a session.
  const root = await filledView(page, "ranked");
  await openTab(root, "season");
  await root.getByTestId("season").getByText("You are playing in this season").waitFor();
  assert.ok(await root.getByTestId("season").getByRole("button", { name: "Simulate 1 more day" }).isDisabled());
  await openTab(root, "day");
  await widget(page).getByRole("button", { name: "Done" }).click();
  await page.waitForFunction(() => location.hash.includes("player_actions=") && !location.hash.includes("page="));
  await page.reload();
  await finished(page);
  await page.locator("main > [data-view=ranked]").getByRole("button", { name: "Be a player" }).click();
  const lat = widget(page).getByLabel("Latitude");
  assert.deepEqual([await lat.inputValue(), await lat.isDisabled()], ["50.11", true]);
  await widget(page).getByRole("button", { name: "Play as another person" }).click();
  await page.waitForFunction(() => window.matchday.get().player_actions === "");
  assert.ok(await lat.isEnabled());
});

full("leaving the queue or closing the widget ends the search, and closing before the join leaves no actions", async (t) => {
  // There are never ten players, so no match is found.
  const page = await openPage(t, "/#v=1&accounts=100&ccu=10&ranked=5v5&t=14400");
  await join(page, { speed: "1" });
  await view(page, "search").waitFor();
  await widget(page).getByRole("button", { name: "Leave the queue" }).click();
  await widget(page).getByText("You have left the queue.").waitFor();
  await widget(page).getByRole("button", { name: "Queue again" }).click();
  await view(page, "search").waitFor();
  await widget(page).getByRole("button", { name: "Close" }).click();
  await widget(page).waitFor({ state: "hidden" });
  await page.waitForFunction(() => window.matchday.get().player_actions !== "");
  const done = await page.evaluate(() => window.matchday.get().player_actions);
  assert.match(done, /^\d+:join[^/]*\/\d+:leave\/\d+:join[^/]*\/\d+:leave$/);
  await page.evaluate(() => window.matchday.run());
  await page.locator("main > [data-view=ranked]").getByRole("button", { name: "Be a player" }).click();
  // Closed while the day is simulated to the join.
  await widget(page).evaluate(
    (widget) =>
      new Promise((resolve) => {
        const [join] = [...widget.querySelectorAll("button")].filter(({ textContent }) => textContent === "Join the queue");
        const close = () => {
          if (!widget.textContent.includes("Taking the day to")) return;
          widget.querySelector("[aria-label='Close']").click();
          resolve();
        };
        new MutationObserver(close).observe(widget, { subtree: true, childList: true, characterData: true });
        join.click();
      }),
  );
  await widget(page).waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => window.matchday.get().player_actions), done);
});
