/** Shapes that cross the seam between the panel of islands and the module of the study. */

/** A figure both ways: broken up, together. What is not known is undefined. */
export interface BothWays {
  means: [number | undefined, number | undefined];
  /** Their 95 % intervals reach so far to both sides. */
  half_widths: [number | undefined, number | undefined];
  /** What the second has more, seed by seed. */
  difference?: { mean: number; half_width: number };
}
