import { Match, Tick } from "matchday";

const EVERY: i32 = 10; // s @slider 1..60 time between two batches
const MAX_RTT: i32 = 100; // ms @slider 30..200 longest round trip
const ANYWHERE: f64 = 20; // s @slider 5..60 wait after which any reachable datacenter will do

// Matches form every 10 seconds only: more tickets to choose from, and longer waits.
export function match(tick: Tick): void {
  if (tick.now % EVERY != 0) return;
  for (let d = 0; d < tick.datacenters; d++) {
    const queue = tick.nearestFirst(d);
    let next = new Match(d);
    for (let i = 0; i < queue.length; i++) {
      const ticket = queue[i];
      const isFar = ticket.nearest() != d || ticket.rtt(d) > MAX_RTT;
      if (isFar && ticket.waited < ANYWHERE) continue;
      next.add(ticket);
      if (!next.isFull()) continue;
      tick.emit(next);
      next = new Match(d);
    }
  }
}
