// The page under siege: engines that trap or hang, clocks that jump, no connection, full, lost and killed storage. The page says
// what happened, keeps its last picture, and is usable again at once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full, ofSet } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

/** Traps in every run; of the full set one of each kind. `cargo xtask test siege` has 50. */
const TRAPS = Number(process.env.MATCHDAY_TRAPS ?? ofSet({ daily: 2, full: 9 }));

const state = (page) => page.evaluate(() => document.documentElement.dataset.state);
const notice = (page) => page.locator("#notices [role=alert]");
const dayWorkers = (page) => page.workers().filter((worker) => worker.url().endsWith("/day.js"));

/** Waits until the run of the page has ended, well or not. */
const ended = (page) => page.waitForFunction(() => ["ready", "error"].includes(document.documentElement.dataset.state));

/** In a page: what it shows of its day. */
function picture() {
  const dots = document.querySelector("[data-testid=map-players]");
  const { data } = dots.getContext("2d").getImageData(0, 0, dots.width, dots.height);
  let lit = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) lit += 1;
  return { lit, peak: document.querySelector("[data-testid=figures] [data-testid=figure-value] span").textContent };
}

/** Moves the slider of the replay rate by hand. */
async function slide(page, replay) {
  const slider = page.locator("#params [data-key=replay] input[type=range]");
  await slider.fill(String(await slider.evaluate((input, share) => Math.round(Number(input.max) * share), replay / 0.95)));
  await page.waitForFunction((replay) => window.matchday.get().replay === replay, String(replay));
}

/** The day of the present parameters, which has ended: `run()` makes no other one. */
const day = (page) => page.evaluate(() => window.matchday.run());

/** Moves the slider, waits for the day, and returns it with the time that all took beyond the day's own. */
async function slideToDay(page, replay) {
  const begun = performance.now();
  await slide(page, replay);
  await finished(page);
  const took_ms = performance.now() - begun;
  const summary = await day(page);
  return { digest: summary.digest, beyond_ms: Math.round(took_ms - 1000 * summary.wall_s) };
}

/** What breaks in the worker of a day; what the page then says. Everything is of the engine itself, apart from the first. */
const BREAKS = {
  "an exception": {
    codes: ["ENGINE_PANIC"],
    act: () =>
      void setTimeout(() => {
        throw new WebAssembly.RuntimeError("unreachable");
      }),
  },
  "an access out of bounds": {
    codes: ["ENGINE_PANIC"],
    act: async () => {
      const { default: init, Simulation } = await import("/pkg/matchday_web.js");
      const wasm = await init();
      Simulation.prototype.advance = () => wasm.simulation_summary(0xffff_fff0);
    },
  },
  "an allocation without room": {
    codes: ["ENGINE_PANIC"],
    act: async () => {
      const { default: init, Simulation } = await import("/pkg/matchday_web.js");
      const wasm = await init();
      Simulation.prototype.advance = () => wasm.__wbindgen_malloc(0xffff_ffff, 1);
    },
  },
  "a memory at its limit": {
    codes: ["OUT_OF_MEMORY"],
    act: async () => {
      const { default: init } = await import("/pkg/matchday_web.js");
      (await init()).memory.grow(30_000);
    },
  },
  "a damaged memory": {
    codes: ["ENGINE_PANIC", "OUT_OF_MEMORY", "UNEXPECTED"],
    act: async () => {
      const { default: init } = await import("/pkg/matchday_web.js");
      new Uint8Array((await init()).memory.buffer).fill(0xff);
    },
  },
  "a module that cannot even say why": {
    codes: ["ENGINE_PANIC", "OUT_OF_MEMORY"],
    act: async () => {
      const { default: init, Simulation } = await import("/pkg/matchday_web.js");
      const wasm = await init();
      Simulation.prototype.advance = () => {
        new Uint8Array(wasm.memory.buffer).fill(0xff);
        return wasm.simulation_summary(0xffff_fff0);
      };
    },
  },
  "an engine that answers nonsense": {
    codes: ["UNEXPECTED"],
    act: async () => void ((await import("/pkg/matchday_web.js")).Simulation.prototype.advance = () => undefined),
  },
  "a worker that ends": { codes: ["WORKER_CLOSED"], act: () => self.close() },
  "an endless loop": {
    codes: [],
    act: async () => {
      (await import("/pkg/matchday_web.js")).Simulation.prototype.advance = () => {
        for (;;);
      };
    },
  },
};

test(`${TRAPS} engines that break are replaced: the page says why, keeps its picture, and makes the next day`, async (t) => {
  const page = await openPage(t, "/#v=1&ccu=5000&replay=0.7&t=65220");
  await finished(page);
  const rates = [0.7, 0.8];
  const digests = [];
  for (const rate of rates) digests.push((await slideToDay(page, rate)).digest);
  const whole = await page.evaluate(picture);
  assert.ok(whole.lit > 1000, `${whole.lit} pixels lit`);

  const kinds = Object.entries(BREAKS);
  const times = [];
  for (let trap = 0; trap < TRAPS; trap++) {
    const [name, { codes, act }] = kinds[trap % kinds.length];
    const midday = (trap + Math.floor(trap / kinds.length)) % 2 === 0 || codes.length === 0;
    const about = `trap ${trap}, ${name}, ${midday ? "in the middle of a day" : "between two days"}`;
    if (midday) {
      await page.evaluate(() => void window.matchday.set({ replay: "0.85" }));
      await page.waitForFunction(() => document.documentElement.dataset.state === "running");
    }
    // The engine of the preview breaks too.
    const workers = dayWorkers(page);
    const closed = Promise.all(workers.map((worker) => worker.waitForEvent("close")));
    // Workers that trap may be replaced before this.
    closed.catch(() => {});
    await Promise.allSettled(workers.map((worker) => worker.evaluate(act)));
    if (codes.length > 0) {
      if (!midday) await page.evaluate(() => void window.matchday.set({ replay: "0.85" }));
      await ended(page);
      // A worker that broke between two days may be replaced already.
      if (midday || (await state(page)) === "error") {
        await notice(page).first().waitFor();
        const said = await notice(page).getAttribute("data-code");
        assert.ok(codes.includes(said), `${about}: ${said}`);
        assert.match(await notice(page).innerText(), /stays?\b/, about);
      }
    }
    const kept = await page.evaluate(picture);
    assert.ok(kept.lit > whole.lit / 4 && /\d/.test(kept.peak), `${about}: ${JSON.stringify(kept)}`);

    const rate = trap % rates.length;
    if (codes.length === 0) {
      // The worker of the days is replaced at the first move of the slider, that of the preview at the second.
      times.push([(await slideToDay(page, rates[1 - rate])).beyond_ms, name]);
      await slideToDay(page, rates[rate]);
      await closed;
      await slideToDay(page, rates[1 - rate]);
    }
    const { digest, beyond_ms } = await slideToDay(page, rates[rate]);
    assert.equal(digest, digests[rate], about);
    assert.equal(await notice(page).count(), 0, about);
    times.push([beyond_ms, name]);
  }
  times.sort(([a], [b]) => a - b);
  const [[median], [longest, last]] = [times[times.length >> 1], times.at(-1)];
  t.diagnostic(`usable again after ${median} ms (median), ${longest} ms (longest, after ${last}), beyond the day's own time`);
});

full("an engine in an endless loop is named with a way back, which simulates the day in another one", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=3000&replay=0.8");
  await finished(page);
  const { digest } = await day(page);
  await page.evaluate(() => (window.matchday.set({ replay: "0.7" }), window.matchday.run()));
  const [worker] = dayWorkers(page);
  const closed = worker.waitForEvent("close");
  await worker.evaluate(BREAKS["an endless loop"].act);
  await page.evaluate(() => void window.matchday.set({ replay: "0.8" }));
  const silent = page.locator("#notices [data-code=SILENT]");
  await silent.filter({ hasText: "Nothing has come from the simulator for 10 s" }).waitFor();
  assert.equal(await state(page), "running");
  await silent.getByRole("button", { name: "Start again" }).click();
  await closed;
  await finished(page);
  assert.equal((await day(page)).digest, digest);
  assert.equal(await page.locator("#notices .notice").count(), 0);
});

test("days that are cancelled before they begin are not built", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const [worker] = dayWorkers(page);
  // Each built day takes the place of one before, which is freed.
  await worker.evaluate(async () => {
    const { Simulation } = await import("/pkg/matchday_web.js");
    const { free } = Simulation.prototype;
    self.freed = 0;
    Simulation.prototype.free = function () {
      self.freed++;
      free.call(this);
    };
  });
  // The worker waits for an answer while the page begins and cancels days.
  const waits = new Promise((resolve) => void page.context().route("**/held", resolve));
  const held = worker.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/held", false);
    request.send();
  });
  const route = await waits;
  await page.evaluate(async () => {
    for (let seed = 1; seed <= 40; seed++) {
      window.matchday.set({ seed: String(seed) });
      self.last = window.matchday.run();
      self.last.catch(() => {});
      // The run begins in a microtask.
      for (let wait = 0; wait < 10; wait++) await undefined;
    }
  });
  await route.fulfill({ body: "" });
  await held;
  await page.evaluate(() => self.last);
  const freed = await worker.evaluate(() => self.freed);
  assert.ok(freed < 3, `${freed} of 40 days were built`);
});

full("clocks that jump while a day runs change nothing, and the next day begins by itself", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=9000&replay=0.7");
  await finished(page);
  const digests = {};
  for (const replay of ["0.7", "0.75"]) {
    digests[replay] = await page.evaluate(
      async (replay) => (window.matchday.set({ replay }), (await window.matchday.run()).digest),
      replay,
    );
  }
  /** In the page or a worker: moves the clocks of its scripts. */
  const jump = (by_ms) => {
    for (const clock of [performance, Date]) {
      const { now } = clock;
      clock.now = () => now.call(clock) + by_ms;
    }
  };
  for (const [at, by_ms] of [3_600_000, -7_200_000, 86_400_000].entries()) {
    const replay = Object.keys(digests)[at % 2];
    await page.evaluate((replay) => void window.matchday.set({ replay }), replay);
    await page.waitForFunction(() => document.documentElement.dataset.state === "running");
    await Promise.all([page, ...dayWorkers(page)].map((place) => place.evaluate(jump, by_ms)));
    await finished(page);
    assert.equal((await day(page)).digest, digests[replay], `${by_ms} ms`);
    const next = await slideToDay(page, 0.8);
    assert.match(next.digest, /^[0-9a-f]{16}$/);
    assert.equal(await page.locator("#notices [data-code]").count(), 0, `${by_ms} ms`);
  }
});

full("without a connection a loaded page makes days, and after a trap it waits for the connection", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=300&replay=0.7", { expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load/] });
  await finished(page);
  await page.context().setOffline(true);
  const { digest } = await slideToDay(page, 0.8);
  const before = await page.evaluate(picture);
  await Promise.all(dayWorkers(page).map((worker) => worker.evaluate(BREAKS["an exception"].act)));
  await page.evaluate(() => void window.matchday.set({ seed: "2" }));
  const missing = page.locator('#notices [data-code="WORKER_FETCH"]');
  await missing.waitFor();
  const { lit, peak } = await page.evaluate(picture);
  assert.ok(lit > before.lit / 2 && peak === before.peak, "the last picture");
  await page.context().setOffline(false);
  await page.evaluate(() => void window.matchday.set({ seed: "1" }));
  await missing.waitFor({ state: "detached" });
  await finished(page);
  assert.match(digest, /^[0-9a-f]{16}$/);
  assert.equal(await notice(page).count(), 0);
});

const RANKED = "/#v=1&accounts=150&ccu=100&ranked=1v1&page=season";
const season = (page) => page.getByTestId("season");
const simulate = (page, days) =>
  season(page)
    .getByRole("button", { name: `Simulate ${days} more day` })
    .click();
/** The text of up to where the season is kept, once it is. */
const keptUpTo = async (page) =>
  (
    await season(page)
      .getByText(/^Kept up to /)
      .textContent()
  ).match(/^Kept up to ([^.]*)\./)[1];
const kept = (page) =>
  season(page)
    .getByText(/^Kept: [\d,]+ matches/)
    .waitFor();
/** The numbers of rows of the kept season. */
async function contents(page) {
  const rows = season(page)
    .locator("table", { has: page.locator('caption:text-is("What is in it")') })
    .locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((rows) => rows.map(({ innerText }) => innerText).filter((row) => !row.includes("matchday_meta")));
}

/** The hours of a season that a text calls kept. */
const hours = (text) => {
  const [, days, hour] = text.match(/kept up to .*?day (\d+), (\d\d):/).map(Number);
  return 24 * days + hour;
};

full("a season without room says so, keeps its days, and continues when there is room", async (t) => {
  const page = await openPage(t, RANKED);
  await simulate(page, 1);
  await kept(page);
  const [before, rows] = [await keptUpTo(page), await contents(page)];
  const storage = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage);
  await storage.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 100_000 });
  await simulate(page, 1);
  await season(page).getByText("There is no more room for the season").waitFor();
  assert.deepEqual([await keptUpTo(page), await contents(page)], [before, rows], "what was acknowledged");
  // The rest of the page works.
  await page.locator('header nav [data-view="matchmaking"]').click();
  await slideToDay(page, 0.8);
  await page.goto(new URL(RANKED, page.url()).href);
  await page.reload();
  assert.deepEqual([await keptUpTo(page), await contents(page)], [before, rows], "after a reload");
  await storage.send("Storage.overrideQuotaForOrigin", { origin });
  await simulate(page, 1);
  await kept(page);
  assert.notEqual(await keptUpTo(page), before);
});

full("a season whose files are deleted while it is open is not said to be kept, and begins again", async (t) => {
  const page = await openPage(t, RANKED);
  await simulate(page, 1);
  await kept(page);
  const rows = await contents(page);
  const storage = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await storage.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await simulate(page, 1);
  await season(page)
    .getByText(/There is no such season/)
    .waitFor();
  await season(page).getByText("Nothing is kept of this season yet").waitFor();
  await simulate(page, 1);
  await kept(page);
  assert.deepEqual(await contents(page), rows, "the same season");
  await page.reload();
  assert.deepEqual(await contents(page), rows, "after a reload");
});

full("a tab that dies loses no day that was kept", async (t) => {
  const page = await openPage(t, RANKED, { expectedErrors: [/the page crashed/] });
  await simulate(page, 1);
  await kept(page);
  const before = await keptUpTo(page);
  await simulate(page, 7);
  // Some pieces of the next days are written.
  const progress = season(page).getByText(/, kept up to .*day (?!2, 00:00)/);
  await progress.waitFor();
  const told = hours(await progress.textContent());
  const crashed = page.waitForEvent("crash");
  const devtools = await page.context().newCDPSession(page);
  devtools.send("Page.crash").catch(() => {});
  await crashed;
  const next = await page.context().newPage();
  await next.goto(new URL(RANKED, page.url()).href);
  const after = hours(`kept up to ${await keptUpTo(next)}`);
  t.diagnostic(`${told} h were told as kept; after the crash ${after} h are`);
  assert.ok(told > hours(`kept up to ${before}`) && after >= told, `${told}, ${after}`);
  await simulate(next, 1);
  await kept(next);
});
