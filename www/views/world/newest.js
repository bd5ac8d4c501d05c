/**
 * Sends one request at a time. During a request only the newest of the later ones waits, so that answers follow a
 * pointer without delay and in order.
 * @template Args, Answer
 * @param {(args: Args) => Promise<Answer | undefined>} ask
 * @param {(answer: Answer, args: Args) => void} take
 */
export function newest(ask, take) {
  let isBusy = false;
  /** @type {{ args: Args } | null} */
  let waiting = null;
  /** Answers to requests before this one are ignored. */
  let era = 0;
  const next = async (/** @type {Args} */ args) => {
    isBusy = true;
    const mine = era;
    const answer = await ask(args);
    isBusy = false;
    if (answer !== undefined && mine === era) take(answer, args);
    const then = waiting;
    waiting = null;
    if (then) next(then.args);
  };
  return {
    /** @param {Args} args */
    ask(args) {
      if (isBusy) waiting = { args };
      else next(args);
    },
    /** Ignores the answers of all requests so far. */
    drop() {
      era++;
      waiting = null;
    },
  };
}
