/** Errors with a stable code; their message says what happened, with names and numbers. */

export class MatchdayError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }

  /** Any thrown thing as one of ours. Errors of the engine bring their own code. @param {unknown} thrown */
  static from(thrown) {
    if (thrown instanceof MatchdayError) return thrown;
    const { message = String(thrown), code } = /** @type {{ message?: string, code?: unknown }} */ (thrown ?? {});
    if (typeof code === "string") return new MatchdayError(code, message);
    if (thrown instanceof RangeError || /memory/i.test(message)) return new MatchdayError("OUT_OF_MEMORY", message);
    return new MatchdayError(thrown instanceof WebAssembly.RuntimeError ? "ENGINE_PANIC" : "UNEXPECTED", message);
  }

  /**
   * The same with a code of our choice.
   * @param {string} code
   * @param {string} what was being done
   * @param {unknown} thrown
   */
  static because(code, what, thrown) {
    return new MatchdayError(code, `${what}: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
