/**
 * Whether a worker still lives: it holds a lock as long as it does, since a worker that ends says nothing. Pages that are not
 * served securely have no locks, and do not know.
 */

let count = 0;

/** A name for a new worker, which no other worker of any page has. */
export const livenessName = () => `matchday-worker-${performance.timeOrigin}-${Math.random()}-${++count}`;

/** Called in a worker when it starts. Before the promise is kept, the worker sends nothing: the page would miss its lock. */
export const proveLiveness = () =>
  new Promise((/** @type {(held?: void) => void} */ held) => {
    if (!navigator.locks) return held();
    const hold = () => {
      held();
      return new Promise(() => {});
    };
    navigator.locks.request(self.name, hold).catch(() => held());
  });

/**
 * Calls back once a worker of this name, which has spoken, has ended.
 * @param {string} name
 * @param {() => void} ended
 */
export async function whenEnded(name, ended) {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    // Once the browser has deleted the data of the site, the page may not see the locks of new workers.
    if (held.some((lock) => lock.name === name)) await navigator.locks?.request(name, ended);
  } catch {
    // Nor are there locks in some private windows. Then it is not known.
  }
}
