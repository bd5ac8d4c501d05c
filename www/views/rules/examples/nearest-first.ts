import { Match, Tick, Ticket } from "matchday";

const START: f64 = 40; // ms @slider 20..100 search window at first
const WIDEN_AFTER: f64 = 8; // s @slider 1..30 wait before the window widens
const WIDEN_BY: f64 = 5; // ms/s @slider 0..20 how fast it widens

// The longest round trip that a ticket accepts by now.
function limit(ticket: Ticket): f64 {
  return START + Math.max(0, ticket.waited - WIDEN_AFTER) * WIDEN_BY;
}

// In each datacenter, the shortest round trips first.
export function match(tick: Tick): void {
  for (let d = 0; d < tick.datacenters; d++) {
    const queue = tick.nearestFirst(d);
    let next = new Match(d);
    for (let i = 0; i < queue.length; i++) {
      const ticket = queue[i];
      if (ticket.rtt(d) > limit(ticket)) continue;
      next.add(ticket);
      if (!next.isFull()) continue;
      tick.emit(next);
      next = new Match(d);
    }
  }
}
