/** Tells which parts of the page come late. On a slow connection they may still come; on one that never answers they do not. */

/** Time after which the page says what it waits for, in steps: while the page itself is busy, for however long, only one of them ends. */
const PATIENCE = { steps: 10, step_ms: 250 };

/** The files of parts that are late. @type {string[]} */
const late = [];

export const lateParts = {
  /** Called when they change. */
  onChange: (/** @type {string[]} */ _files) => {},
};

/**
 * Waits for a part that the reader waits for.
 * @template T
 * @param {Promise<T>} loading
 * @param {string} file its file, or the first of its files
 */
export async function awaitPart(loading, file) {
  let steps = 0;
  const timer = setInterval(() => {
    if (++steps < PATIENCE.steps) return;
    clearInterval(timer);
    late.push(file);
    lateParts.onChange(late);
  }, PATIENCE.step_ms);
  try {
    return await loading;
  } finally {
    clearInterval(timer);
    if (steps === PATIENCE.steps) {
      late.splice(late.indexOf(file), 1);
      lateParts.onChange(late);
    }
  }
}
