/**
 * Asks one thing at a time. While an answer is on its way only the newest of the questions that came meanwhile is kept,
 * so that answers follow a pointer as fast as they come and never in the wrong order.
 * @template Args, Answer
 * @param {(args: Args) => Promise<Answer | undefined>} ask
 * @param {(answer: Answer, args: Args) => void} take
 */
export function newest(ask, take) {
  let isBusy = false;
  /** @type {{ args: Args } | null} */
  let waiting = null;
  /** Questions before this one are not wanted any more. */
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
    /** What has been asked is not wanted any more. */
    drop() {
      era++;
      waiting = null;
    },
  };
}
