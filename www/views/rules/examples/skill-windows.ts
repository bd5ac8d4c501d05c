import { Match, Tick, Ticket } from "matchday";

const WINDOW: f64 = 100; // points @slider 25..400:25 skill difference at first
const WIDEN_BY: f64 = 10; // points/s @slider 0..50 how fast the window widens
const MAX_RTT: i32 = 80; // ms @slider 30..200 longest round trip

// The longest wait opens a match, and takes the others from its window of skill.
export function match(tick: Tick): void {
  const skill = tick.attribute("skill");
  for (let d = 0; d < tick.datacenters; d++) {
    const queue = tick.longestFirst(d);
    for (let i = 0; i < queue.length; i++) {
      const first = queue[i];
      if (first.isTaken || first.rtt(d) > MAX_RTT) continue;
      const found = fill(new Match(d), first, queue, skill);
      if (found.isFull()) tick.emit(found);
    }
  }
}

function fill(match: Match, first: Ticket, queue: Array<Ticket>, skill: i32): Match {
  const window = WINDOW + WIDEN_BY * first.waited;
  match.add(first);
  for (let i = 0; i < queue.length && !match.isFull(); i++) {
    const other = queue[i];
    const isAlike = skill < 0 || Math.abs(other.mean(skill) - first.mean(skill)) <= window;
    if (other != first && isAlike && other.rtt(match.datacenter) <= MAX_RTT) match.add(other);
  }
  return match;
}
