/**
 * Says so when the page cannot start: a module that cannot be loaded or read, or a browser that is too old. It is no module and
 * imports nothing, so it works where they do not. Once the page has begun, it shows its errors itself.
 */
(() => {
  /** Time after which a page that has not begun says what it waits for. */
  const PATIENCE_MS = 4000;
  const words = {
    failed: "Matchday could not start",
    slow: "Matchday has not started yet",
    old: "This browser is too old for Matchday",
    lacks: "It lacks {}. Any Chrome, Edge, Firefox or Safari since 2023 works.",
    file: "{} could not be loaded. Check the connection, and whether something blocks the file; then try again.",
    someFile: "One of its files could not be loaded. Check the connection, and whether something blocks it; then try again.",
    broken: "{} A file may be damaged, or of another version than the others. Load the page again without its cache.",
    waits: "It still waits for its files. Check the connection, or try again.",
    again: "Try again",
  };
  const root = document.documentElement;
  let hasFailed = false;

  const hasBegun = () => root.dataset.state !== undefined;
  /** @param {string} template @param {string} value */
  const fill = (template, value) => template.replace("{}", value);
  /** @param {string} address */
  const nameOf = (address) => address.slice(new URL(".", document.baseURI).href.length).split("?")[0];

  /** A script that was not loaded. Not every browser tells; then it is empty. */
  function missing() {
    const resources = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    const scripts = resources.filter(({ name }) => /\.js(\?|$)/.test(name) && name.startsWith(new URL(".", document.baseURI).href));
    const failed = scripts.find(
      ({ responseStatus = 200, decodedBodySize }) => responseStatus >= 400 || (responseStatus === 0 && decodedBodySize === 0),
    );
    return failed ? nameOf(failed.name) : "";
  }

  const remove = () => document.querySelector('[data-code="START"]')?.remove();

  /** @param {string} title @param {string} why */
  function tell(title, why) {
    if (hasFailed) return;
    const show = () => {
      const bar = document.createElement("div");
      bar.className = "notice errbar";
      bar.setAttribute("role", "alert");
      bar.dataset.code = "START";
      const again = document.createElement("button");
      again.type = "button";
      again.className = "btn primary";
      again.onclick = () => location.reload();
      again.textContent = words.again;
      const parts = [
        ["h3", title],
        ["p", why],
      ].map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text }));
      bar.append(...parts, again);
      const place = document.getElementById("notices") ?? document.body;
      remove();
      place.prepend(bar);
    };
    if (document.body && document.getElementById("notices")) show();
    else addEventListener("DOMContentLoaded", show);
  }

  /** @param {string} title @param {string} why */
  function fail(title, why) {
    tell(title, why);
    hasFailed = true;
    root.dataset.state = "error";
  }

  const lacking = ["ResizeObserver", "matchMedia"].filter((name) => !(name in window));
  if (lacking.length > 0) fail(words.old, fill(words.lacks, lacking.join(", ")));

  const onError = (/** @type {Event} */ event) => {
    if (hasFailed || hasBegun()) return;
    const { target } = event;
    if (target instanceof HTMLScriptElement) {
      const file = missing();
      fail(words.failed, file ? fill(words.file, file) : words.someFile);
    } else if (event instanceof ErrorEvent) {
      const where = event.filename ? ` (${nameOf(event.filename)}, line ${event.lineno})` : "";
      fail(words.failed, fill(words.broken, `${event.message}${where}.`));
    }
  };
  // Errors of elements do not bubble.
  addEventListener("error", onError, true);
  const unhandled = (/** @type {PromiseRejectionEvent} */ { reason }) => {
    if (!hasFailed && !hasBegun()) fail(words.failed, fill(words.broken, `${reason instanceof Error ? reason.message : reason}.`));
  };
  addEventListener("unhandledrejection", unhandled);

  setTimeout(() => {
    if (hasFailed || hasBegun()) return;
    tell(words.slow, words.waits);
    const timer = setInterval(() => {
      if (!hasFailed && !hasBegun()) return;
      clearInterval(timer);
      if (!hasFailed) remove();
    }, 500);
  }, PATIENCE_MS);
})();
