/** Errors with a stable code. Their message names the problem, with names and numbers. */

export class MatchdayError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }

  /** A thrown value as a `MatchdayError`. Errors of the engine have a code already. @param {unknown} thrown */
  static from(thrown) {
    if (thrown instanceof MatchdayError) return thrown;
    const { message = String(thrown), code } = /** @type {{ message?: string, code?: unknown }} */ (thrown ?? {});
    if (typeof code === "string") return new MatchdayError(code, message);
    // Before the next line: an access out of bounds names the memory too.
    if (thrown instanceof WebAssembly.RuntimeError) return new MatchdayError("ENGINE_PANIC", message);
    return new MatchdayError(thrown instanceof RangeError || /memory/i.test(message) ? "OUT_OF_MEMORY" : "UNEXPECTED", message);
  }

  /**
   * A thrown value as a `MatchdayError` with another code.
   * @param {string} code
   * @param {string} what failed
   * @param {unknown} thrown
   */
  static because(code, what, thrown) {
    return new MatchdayError(code, `${what}: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
