/** Tells which parts of the page come late. On a slow connection they may still come; on one that never answers they do not. */

/** Time after which the page says what it waits for. */
const PATIENCE_MS = 2500;

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
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.push(file);
    lateParts.onChange(late);
  }, PATIENCE_MS);
  try {
    return await loading;
  } finally {
    clearTimeout(timer);
    if (isLate) {
      late.splice(late.indexOf(file), 1);
      lateParts.onChange(late);
    }
  }
}
