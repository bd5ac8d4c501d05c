// The Chromium of the tests: one for all files, and others with a profile of their own.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Names the Chromium that `run.mjs` has started for all files. */
const SHARED = "MATCHDAY_CHROMIUM";

const ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  // Replaces Playwright's list. It keeps the features of that list that use the network. The rest are pages that every new
  // window loads for its address bar: a quarter of what opening ours costs.
  "--disable-features=AimEnabled,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PreconnectToSearch,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  // Without its crash reporter, the build without windows also has no handler of traps: a wasm access out of bounds kills the page.
  "--enable-crash-reporter",
  "--no-first-run",
];

/** Debian's build of Chromium without windows, if there is one: tests take an eighth less time in it. */
function howToLaunch() {
  const executablePath =
    process.env.CHROMIUM ??
    ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));
  // If there is no Chromium at the usual places: the system's Google Chrome.
  const which = executablePath ? { executablePath } : { channel: "chrome" };
  return { ...which, args: ARGS };
}

/** Starts a Chromium that the processes which this one starts from now on use together. */
export async function startShared() {
  const server = await chromium.launchServer({ ...howToLaunch(), host: "127.0.0.1" });
  process.env[SHARED] = server.wsEndpoint();
  return server;
}

/** The Chromium of all files; one of this process if it is run by itself. */
export function openShared() {
  const endpoint = process.env[SHARED];
  return endpoint ? chromium.connect(endpoint) : chromium.launch(howToLaunch());
}

/** Opens a browser of its own, with its profile in a folder. @param {string} folder */
export function launchProfile(folder, options = {}) {
  return chromium.launchPersistentContext(folder, { ...howToLaunch(), ...options });
}
