// Random numbers that are the same in every run.

/**
 * Mulberry32.
 * @param {number} seed
 * @returns {(below: number) => number} a whole number from 0 to below it
 */
export function random(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
