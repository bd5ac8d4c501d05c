import { Match, Tick, Ticket } from "matchday";

const START: f64 = 40; // ms @slider 20..100 round trip of the search window at first
const WIDEN_AFTER: f64 = 8; // s @slider 1..30 wait before the window widens
const WIDEN_BY: f64 = 5; // ms/s @slider 0..20

function limit(t: Ticket): f64 {
  return START + Math.max(0, t.waited - WIDEN_AFTER) * WIDEN_BY;
}

// Longest wait first, inside one datacenter.
export function match(tick: Tick): void {
  for (let d = 0; d < tick.datacenters; d++) {
    const queue = tick.longestFirst(d);
    let next = new Match(d);
    for (let i = 0; i < queue.length; i++) {
      const t = queue[i];
      if (t.rtt(d) > limit(t)) continue;
      if (next.add(t) && next.isFull()) {
        tick.emit(next);
        next = new Match(d);
      }
    }
  }
}
