import { Match, OUT_OF_REACH, Tick, Ticket } from "matchday";

const IDEAL: i32 = 50; // ms @slider 20..100 longest round trip at first
const EXPAND: i32 = 100; // ms @slider 50..200 longest round trip later
const IDEAL_TIME: f64 = 10; // s @slider 1..30 time until the search expands
const EXPAND_TIME: f64 = 10; // s @slider 1..30 time until any match will do

// 0: within the ideal round trip; 1: within the expanded one; 2: a warm body, which completes any match.
function stateOf(ticket: Ticket, tick: Tick): i32 {
  let best = OUT_OF_REACH;
  for (let d = 0; d < tick.datacenters; d++) best = min(best, ticket.rtt(d));
  if (best > EXPAND) return 2;
  const waited = best > IDEAL ? IDEAL_TIME + ticket.waited : ticket.waited;
  return waited < IDEAL_TIME ? 0 : waited < IDEAL_TIME + EXPAND_TIME ? 1 : 2;
}

// A ticket stands in the queue of every datacenter within the round trip of its state.
function queueOf(d: i32, tick: Tick, states: Array<i32>): Array<Ticket> {
  const queue: Array<Ticket> = [];
  if (!tick.isOpen(d)) return queue;
  for (let i = 0; i < states.length; i++) {
    const ticket = tick.ticket(i);
    if (states[i] == 2 || ticket.isTaken) continue;
    if (ticket.rtt(d) <= (states[i] == 0 ? IDEAL : EXPAND)) queue.push(ticket);
  }
  return queue;
}

// The datacenters in a random order, and in each of them its queue, too.
export function match(tick: Tick): void {
  const states: Array<i32> = [];
  for (let i = 0; i < tick.tickets; i++) states.push(stateOf(tick.ticket(i), tick));
  const walk: Array<i32> = [];
  for (let d = 0; d < tick.datacenters; d++) walk.push(d);
  tick.shuffle(walk);
  for (let i = 0; i < walk.length; i++) {
    const queue = queueOf(walk[i], tick, states);
    tick.shuffle(queue);
    let next = new Match(walk[i]);
    for (let j = 0; j < queue.length; j++) {
      next.add(queue[j]);
      if (!next.isFull()) continue;
      tick.emit(next);
      next = new Match(walk[i]);
    }
  }
  placeWarmBodies(tick, states);
}

// The oldest warm body completes the match that lacks players and is nearest to it; the rest play among themselves.
function placeWarmBodies(tick: Tick, states: Array<i32>): void {
  const warm: Array<Ticket> = [];
  for (let i = 0; i < states.length; i++) if (states[i] == 2) warm.push(tick.ticket(i));
  while (warm.length > 0) {
    const short = nearest(warm[0], warm.length, tick, states);
    const place = short < 0 && warm.length >= tick.size ? nearest(warm[0], -1, tick, states) : short;
    if (place < 0) return;
    const next = new Match(place);
    const queue = queueOf(place, tick, states);
    for (let i = 0; i < queue.length; i++) next.add(queue[i]);
    while (!next.isFull() && warm.length > 0) next.add(warm.shift());
    if (next.isFull()) tick.emit(next);
  }
}

// The open datacenter nearest to a ticket, or -1: of those where so many warm bodies complete a match, or, for -1, of all.
function nearest(ticket: Ticket, warm: i32, tick: Tick, states: Array<i32>): i32 {
  let best = -1;
  for (let d = 0; d < tick.datacenters; d++) {
    if (!tick.isOpen(d) || (best >= 0 && ticket.rtt(best) <= ticket.rtt(d))) continue;
    const waiting = warm < 0 ? 0 : queueOf(d, tick, states).length;
    if (warm < 0 || (waiting > 0 && waiting + warm >= tick.size)) best = d;
  }
  return best;
}
