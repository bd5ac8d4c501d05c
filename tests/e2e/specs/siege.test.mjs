// The page under siege: engines that trap or hang, clocks that jump, no connection, full, lost and killed storage. The page says
// what happened, keeps its last picture, and is usable again at once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, openPage } from "../support/harness.mjs";

/** Traps in every run, one of each kind. `cargo xtask test siege` has 50. */
const TRAPS = Number(process.env.MATCHDAY_TRAPS ?? 9);

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
  const page = await openPage(t, "/#v=1&ccu=9000&replay=0.7&t=65220");
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
      times.push((await slideToDay(page, rates[1 - rate])).beyond_ms);
      await slideToDay(page, rates[rate]);
      await closed;
      await slideToDay(page, rates[1 - rate]);
    }
    const { digest, beyond_ms } = await slideToDay(page, rates[rate]);
    assert.equal(digest, digests[rate], about);
    assert.equal(await notice(page).count(), 0, about);
    times.push(beyond_ms);
  }
  times.sort((a, b) => a - b);
  t.diagnostic(`usable again after ${times[times.length >> 1]} ms (median), ${times.at(-1)} ms (longest), beyond the day's own time`);
});

test("days that are cancelled before they begin are not built", async (t) => {
  const page = await openPage(t, "/#v=1&ccu=60");
  await finished(page);
  const [worker] = dayWorkers(page);
  // Each built day takes the place of the one before, which is freed.
  await worker.evaluate(async () => {
    const { Simulation } = await import("/pkg/matchday_web.js");
    const { free } = Simulation.prototype;
    self.freed = 0;
    Simulation.prototype.free = function () {
      self.freed++;
      free.call(this);
    };
  });
  await page.evaluate(async () => {
    for (let seed = 1; seed <= 40; seed++) {
      window.matchday.set({ seed: String(seed) });
      window.matchday.run().catch(() => {});
      // The run begins in a microtask.
      for (let wait = 0; wait < 10; wait++) await undefined;
    }
  });
  await finished(page);
  const freed = await worker.evaluate(() => self.freed);
  assert.ok(freed < 20, `${freed} of 40 days were built`);
});
