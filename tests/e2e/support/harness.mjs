// Opens the page in a real Chromium, each time with a fresh profile, and fails the test on anything
// that must not happen: an error in the console, an uncaught exception, a request to another origin.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { launchProfile, openShared } from "./chromium.mjs";

const ORIGIN = new URL(process.env.MATCHDAY_URL ?? fail("MATCHDAY_URL is not set: run `cargo xtask test e2e`")).origin;

/** Longer than any step takes while other programs use the cores. */
const PATIENCE_MS = Number(process.env.MATCHDAY_PATIENCE_MS ?? 120_000);

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;

after(async () => (await browser)?.close());

/**
 * Opens `path` in a fresh profile and returns Playwright's page. Closes it when the test ends, and
 * fails the test if anything went wrong that `expectedErrors` does not match. Each expected error
 * must occur.
 *
 * @param {import("node:test").TestContext} test
 * @param {string} path relative to the server's root: "/", "/embed.html?panes=map#v=1&seed=7"; or a whole
 *   address on another server of the test, which then is the page's origin
 * @param {object} [options]
 * @param {RegExp[]} [options.expectedErrors]
 * @param {string[]} [options.origins] other origins that the page may send requests to, as a page with embeds does
 * @param {(page: import("playwright-core").Page) => Promise<void>} [options.before] runs before the
 *   page is opened: the place for `page.route(...)`
 * @param {import("playwright-core").BrowserContextOptions} [options.context] viewport, colour scheme...
 * @param {boolean} [options.onDisk] whether to use a browser of its own that stores its files in a folder, like that of
 *   visitors: seasons are written twice as fast there as in a private window
 * @param {boolean} [options.unasked] whether the page also makes the runs that it makes by itself: they take most of the time of
 *   opening it
 * @param {boolean} [options.idle] whether it also checks its first day against theory, and loads all views, when it is idle: that
 *   takes almost as long as opening it
 * @returns {Promise<import("playwright-core").Page>}
 */
export async function openPage(
  test,
  path,
  { expectedErrors = [], origins = [], before, context, onDisk = false, unasked = false, idle = unasked } = {},
) {
  const options = { viewport: { width: 1440, height: 900 }, ...context };
  const profile = await (onDisk ? openFresh(test, options) : openIncognito(options));
  // A profile on disk opens with a page.
  const page = profile.pages()[0] ?? (await profile.newPage());
  const url = new URL(path, ORIGIN);
  const errors = collectErrors(page, [url.origin, ...origins]);
  test.after(async () => {
    await profile.close();
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    assert.deepEqual(unexpected, [], "the page had errors");
    for (const pattern of expectedErrors) {
      assert.ok(
        errors.some((error) => pattern.test(error)),
        `no error matched ${pattern}`,
      );
    }
  });
  if (!unasked) await profile.addInitScript(leaveOutUnasked, ORIGIN);
  if (!idle) await profile.addInitScript(leaveOutIdle);
  await before?.(page);
  await page.goto(url.href);
  return page;
}

/** Runs in a page before it loads. Turns off the runs of the replay chart and of the effect of one more point. */
function leaveOutUnasked(origin) {
  if (location.origin !== origin || location.pathname !== "/") return;
  const offline = () => {};
  import("/views/matchmaking/replay-sweep.js").then(({ ReplaySweep }) => (ReplaySweep.prototype.fillPool = () => {}), offline);
  import("/views/experiments/replay-effect.js").then(({ ReplayEffect }) => (ReplayEffect.prototype.measure = async () => {}), offline);
}

/** Runs in a page before it loads. It is never idle for what follows the first day by itself, but for what is asked of it. */
function leaveOutIdle() {
  const { requestIdleCallback } = window;
  let isFirst = true;
  window.requestIdleCallback = (...args) => {
    if (!isFirst) return requestIdleCallback(...args);
    isFirst = false;
    return 0;
  };
}

/** Waits until the run that a page or frame shows is complete. */
export async function finished(frame) {
  await frame.waitForFunction(() => document.documentElement.dataset.state === "ready");
}

/** Replaces the text of an editor, as a reader does who pastes it. */
export const paste = (editor, text) =>
  editor.evaluate(
    ({ view }, insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: "input.paste" }),
    text,
  );

/**
 * Opens a view by its link in the header, and one of its pages by its tab. Returns the view once it is filled.
 *
 * @param {import("playwright-core").Page} page
 * @param {"matchmaking" | "rules" | "servers" | "ranked" | "world" | "experiments"} view
 * @param {string} [sub] the page of the view, as its tab names it
 */
export async function openView(page, view, sub) {
  await page.locator(`header nav [data-view="${view}"]`).click();
  const root = await filledView(page, view);
  if (sub) await openTab(root, sub);
  return root;
}

/** The root of a view that is shown, once it is filled. */
export async function filledView(page, view) {
  const root = page.locator(`main > [data-view="${view}"]`);
  await root.locator(":scope > [data-testid=figures]").waitFor();
  return root;
}

/** Opens a page of a view by its tab. */
export async function openTab(root, sub) {
  const tab = root.locator(`nav [data-page="${sub}"]`);
  await tab.click();
  await tab.and(root.page().locator("[aria-current=page]")).waitFor();
}

/** The point of a place on the screen, while nobody has moved the map. */
export async function pointOnMap(page, lat, lon) {
  const { x, y, width, height } = await page.getByTestId("map-canvas").boundingBox();
  const { left, top, scale } = homeOf(width, height);
  return [x + ((((lon - left) % 360) + 360) % 360) * scale, y + (top - lat) * scale];
}

/** What a pane of this size shows at first: the whole world from 169 W, or as much of it around 25 E as a tall pane has room for. */
export function homeOf(width, height) {
  const scale = Math.max(width / 360, height / 142);
  const left = width / scale < 359 ? 25 - width / scale / 2 : -169;
  return { left, top: Math.min(84, 71.5 + ((height / width) * 360 - 112) * 0.34), scale };
}

/** Opens the menu of the header, and presses a button in it. */
export async function pressInMenu(page, selector) {
  if (await page.locator("#menu").isHidden()) await page.locator("#more").click();
  await page.locator(`#menu ${selector}`).click();
}

/** Drops files, texts by their names, on the page. */
export async function dropFiles(page, files) {
  await dragFiles(page, "dragover", files);
  await dragFiles(page, "drop", files);
  assert.equal(await page.getByTestId("drop-target").isVisible(), false);
}

/** An event of files, texts by their names, that are dragged over the page. */
export async function dragFiles(page, type, files) {
  await page.evaluate(
    ([type, files]) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(files)) dataTransfer.items.add(new File([text], name));
      document
        .querySelector("main > [data-view]:not([hidden]) [data-testid=figures]")
        .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [type, files],
  );
}

/** The name and the content of the file that an action saves. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  // Its path would be that on the machine of the browser, which Playwright takes for another one.
  const pieces = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(pieces) };
}

/** The address of `path` on the server under test. */
export function address(path) {
  return ORIGIN + path;
}

async function openIncognito(options) {
  browser ??= openShared();
  const profile = await (await browser).newContext(options);
  profile.setDefaultTimeout(PATIENCE_MS);
  return profile;
}

/** Opens a browser of its own, whose folder is deleted when the test ends. */
async function openFresh(test, options) {
  const folder = await mkdtemp(join(tmpdir(), "matchday-profile-"));
  const profile = await openProfile(folder, options);
  test.after(async () => {
    await profile.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return profile;
}

/** Opens a browser of its own, with its profile in a folder. @param {string} folder */
export async function openProfile(folder, options = {}) {
  const profile = await launchProfile(folder, options);
  profile.setDefaultTimeout(PATIENCE_MS);
  return profile;
}

function collectErrors(page, origins) {
  const errors = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`exception: ${error.stack ?? error}`));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const internal = origins.includes(url.origin) || url.protocol === "data:" || url.protocol === "blob:";
    if (!internal) errors.push(`request to another origin: ${request.url()}`);
  });
  page.on("websocket", (socket) => errors.push(`web socket: ${socket.url()}`));
  return errors;
}

/** @returns {never} */
function fail(reason) {
  throw new Error(reason);
}
