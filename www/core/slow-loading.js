/** Tells which parts of the page load slowly. On a slow connection they may still come; on one that never answers they do not. */

/** Time after which the page says what it waits for. */
const PATIENCE = { steps: 10, step_ms: 250 };

/** The files of parts that are slow. @type {string[]} */
const slow = [];

/** Whether parts of the page were still being built when it was opened, as the development server says. */
export const wasBeingBuilt = () =>
  performance.getEntriesByType("navigation").some((opened) => {
    const { serverTiming } = /** @type {PerformanceNavigationTiming} */ (opened);
    return serverTiming.some(({ name }) => name === "building");
  });

export const slowParts = {
  /** Called when they change. */
  onChange: (/** @type {string[]} */ _files) => {},
};

/**
 * Calls `act` after a time in steps: while the page itself is busy, for however long, only one of them ends.
 * @param {{ steps: number, step_ms: number }} time
 * @param {() => void} act
 * @returns {() => void} keeps it from being called
 */
export function afterSteps({ steps, step_ms }, act) {
  let done = 0;
  const timer = setInterval(() => {
    if (++done < steps) return;
    clearInterval(timer);
    act();
  }, step_ms);
  return () => clearInterval(timer);
}

/**
 * Waits for a part that the reader waits for.
 * @template T
 * @param {Promise<T>} loading
 * @param {string} file its file, or the first of its files
 */
export async function awaitPart(loading, file) {
  let isSlow = false;
  const forget = afterSteps(PATIENCE, () => {
    isSlow = true;
    slow.push(file);
    slowParts.onChange(slow);
  });
  try {
    return await loading;
  } finally {
    forget();
    if (isSlow) {
      slow.splice(slow.indexOf(file), 1);
      slowParts.onChange(slow);
    }
  }
}
