import { Match, OUT_OF_REACH, Tick, Ticket } from "matchday";

const IDEAL: i32 = 50; // ms @slider 20..100 longest round trip at first
const EXPAND: i32 = 100; // ms @slider 50..200 longest round trip later
const IDEAL_TIME: f64 = 10; // s @slider 1..30 time until the search expands
const EXPAND_TIME: f64 = 10; // s @slider 1..30 time until any match will do

const WARM = 2; // a warm body, which completes any match
const OVER = 3; // out of time

// 0: within the ideal round trip; 1: within the expanded one; WARM; OVER. Without a datacenter within it, a state is skipped.
function stateOf(ticket: Ticket, tick: Tick): i32 {
  let best = OUT_OF_REACH;
  for (let d = 0; d < tick.datacenters; d++) best = min(best, ticket.rtt(d));
  let waited = ticket.waited;
  if (best > IDEAL) waited += IDEAL_TIME;
  if (best > EXPAND) waited += EXPAND_TIME;
  if (waited < IDEAL_TIME) return 0;
  if (waited < IDEAL_TIME + EXPAND_TIME) return 1;
  return waited < tick.timeout ? WARM : OVER;
}

// A ticket stands in the queue of every datacenter within the round trip of its state.
function queueOf(d: i32, tick: Tick, states: Array<i32>): Array<Ticket> {
  const queue: Array<Ticket> = [];
  if (!tick.isOpen(d)) return queue;
  for (let i = 0; i < states.length; i++) {
    const ticket = tick.ticket(i);
    if (states[i] >= WARM || ticket.isTaken) continue;
    if (ticket.rtt(d) <= (states[i] == 0 ? IDEAL : EXPAND)) queue.push(ticket);
  }
  return queue;
}

// The datacenters in a random order, and in each of them its queue, too. Then the warm bodies.
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
  const warm = warmBodies(tick, states);
  completeMatches(warm, tick, states);
  playAmongThemselves(warm, tick);
}

// The longest wait first, equal ones in a random order.
function warmBodies(tick: Tick, states: Array<i32>): Array<Ticket> {
  const warm: Array<Ticket> = [];
  for (let i = 0; i < states.length; i++) if (states[i] == WARM) warm.push(tick.ticket(i));
  tick.shuffle(warm);
  return warm.sort((a, b) => <i32>(b.waited - a.waited));
}

// The oldest warm body goes to the nearest match that warm bodies complete, and the next ones take the seats that are left.
function completeMatches(warm: Array<Ticket>, tick: Tick, states: Array<i32>): void {
  while (warm.length > 0) {
    let best = -1;
    for (let d = 0; d < tick.datacenters; d++) {
      if (best >= 0 && warm[0].rtt(best) <= warm[0].rtt(d)) continue;
      const waiting = queueOf(d, tick, states).length;
      if (waiting > 0 && waiting + warm.length >= tick.size) best = d;
    }
    if (best < 0) return;
    const next = new Match(best);
    const queue = queueOf(best, tick, states);
    for (let i = 0; i < queue.length; i++) next.add(queue[i]);
    while (!next.isFull() && warm.length > 0) next.add(warm.shift());
    if (next.isFull()) tick.emit(next);
  }
}

// The oldest plays with those who are nearest to its datacenter, where all of them together have the shortest way.
function playAmongThemselves(warm: Array<Ticket>, tick: Tick): void {
  while (warm.length >= tick.size) {
    const group = [warm.shift()];
    const home = nearestTo(group, tick);
    if (home < 0) return;
    while (group.length < tick.size) group.push(takeNearest(home, warm));
    const next = new Match(nearestTo(group, tick));
    for (let i = 0; i < group.length; i++) next.add(group[i]);
    if (next.isFull()) tick.emit(next);
  }
}

// The open datacenter with the least sum of round trips, or -1.
function nearestTo(group: Array<Ticket>, tick: Tick): i32 {
  let best = -1;
  let least = i32.MAX_VALUE;
  for (let d = 0; d < tick.datacenters; d++) {
    let sum = 0;
    for (let i = 0; i < group.length; i++) sum += group[i].rtt(d);
    if (sum >= least || !tick.isOpen(d)) continue;
    best = d;
    least = sum;
  }
  return best;
}

// Takes the ticket with the shortest round trip to a datacenter off a list, the first of equal ones.
function takeNearest(d: i32, list: Array<Ticket>): Ticket {
  let best = 0;
  for (let i = 1; i < list.length; i++) if (list[i].rtt(d) < list[best].rtt(d)) best = i;
  return list.splice(best, 1)[0];
}
