// The lab's module is fetched when the page is idle, or at once when it is needed; a hanging worker is replaced.

import assert from "node:assert/strict";
import { test } from "node:test";
import { full } from "../support/full.mjs";
import { finished, openPage } from "../support/harness.mjs";

const isLab = (url) => url.includes("/pkg-lab/");

/** Opens a page that becomes idle only when the test says so. */
async function openBusy(t, path) {
  const asked = [];
  const before = async (page) => {
    page.on("request", (request) => asked.push(request.url()));
    await page.addInitScript(() => {
      window.requestIdleCallback = (then) => (window.becomeIdle = then);
    });
  };
  const page = await openPage(t, path, { before });
  await finished(page);
  return { page, asked };
}

test("the first view fetches the lab only when it is idle", async (t) => {
  const { page, asked } = await openBusy(t, "/#v=1&ccu=300");
  assert.deepEqual(asked.filter(isLab), []);
  const fetched = page.waitForRequest((request) => isLab(request.url()));
  await page.evaluate(() => window.becomeIdle());
  await fetched;
});

test("a day that needs the lab fetches it at once", async (t) => {
  const { asked } = await openBusy(t, "/#v=1&ccu=300&fleet=broker");
  assert.ok(asked.some(isLab));
});

full("an embed of the first view's charts never fetches the lab", async (t) => {
  const { page, asked } = await openBusy(t, "/embed.html?panes=map,ccu#v=1&ccu=300");
  assert.equal(await page.evaluate(() => typeof window.becomeIdle), "undefined");
  assert.deepEqual(asked.filter(isLab), []);
});

/** A worker that answers `echo` and hangs at `hang`. Like all workers it says that it lives. */
const HANGING = `import { proveLiveness } from "/worker/liveness.js";
const lives = proveLiveness();
self.onmessage = async ({ data: { type, id, name, args } }) => {
  if (type !== "ask") return;
  await lives;
  if (name === "echo") return self.postMessage({ type: "answer", id, value: args });
  self.postMessage({ type: "progress", id, progress: "begun" });
  for (;;);
};`;

test("a worker that does not answer after a cancellation is replaced, and open questions are asked again", async (t) => {
  const before = async (page) => {
    await page.route("**/bare.html", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>bare</title>" }));
    await page.route("**/hanging.js", (route) => route.fulfill({ contentType: "text/javascript", body: HANGING }));
  };
  const page = await openPage(t, "/bare.html", { before });
  const told = await page.evaluate(async () => {
    document.head.insertAdjacentHTML("beforeend", '<link id="data" href="/data/">');
    const { Bridge } = await import("/worker/bridge.js");
    const module = async () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    const bridge = new Bridge({ files: [] }, { script: new URL("/hanging.js", location.href), module });
    const controller = new AbortController();
    const hanging = new Promise((resolve) => {
      const onProgress = () => controller.abort();
      bridge.ask("hang", {}, { signal: controller.signal, onProgress }).catch(({ code }) => resolve(code));
    });
    return [await bridge.ask("echo", "first"), await hanging, await bridge.ask("echo", "second")];
  });
  assert.deepEqual(told, ["first", "CANCELLED", "second"]);
});
