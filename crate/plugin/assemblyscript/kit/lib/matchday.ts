// What rules are written with: the tick of a call, its tickets, and the matches of the answer.
//
// A call is decoded where it lies in memory: a `Ticket` and a `Player` are places in the input, so reading them costs a
// load, and no object is created for them. They are valid during their call.

namespace host {
  @external("extism:host/env", "input_length")
  export declare function inputLength(): u64;
  @external("extism:host/env", "input_load_u8")
  export declare function inputU8(at: u64): u32;
  @external("extism:host/env", "input_load_u64")
  export declare function inputU64(at: u64): u64;
  @external("extism:host/env", "alloc")
  export declare function alloc(length: u64): u64;
  @external("extism:host/env", "free")
  export declare function free(at: u64): void;
  @external("extism:host/env", "length")
  export declare function length(at: u64): u64;
  @external("extism:host/env", "load_u8")
  export declare function loadU8(at: u64): u32;
  @external("extism:host/env", "store_u8")
  export declare function storeU8(at: u64, byte: u32): void;
  @external("extism:host/env", "store_u64")
  export declare function storeU64(at: u64, bytes: u64): void;
  @external("extism:host/env", "output_set")
  export declare function setOutput(at: u64, length: u64): void;
  @external("extism:host/env", "error_set")
  export declare function setError(at: u64): void;
  @external("extism:host/env", "config_get")
  export declare function config(key: u64): u64;
}

/** Round trip of a datacenter that is out of reach. */
export const OUT_OF_REACH: i32 = 1001;

/** Version of the layout of calls. */
const VERSION: u32 = 2;
const HEADER_BYTES: usize = 48;

/** The input of the call, with room for the longest one so far. */
let input: usize = 0;
let inputRoom: usize = 0;
/** Where the parts of the input begin. */
let tickets: usize = 0;
let players: usize = 0;
let rtts: usize = 0;
let attributes: usize = 0;
let datacenterCount: i32 = 0;
let attributeCount: i32 = 0;
/** A byte for each ticket: 1 once it is in a match of the answer. */
let taken: StaticArray<u8> = [];
/** For sorting by round trips: where the tickets of each begin. */
const starts = new StaticArray<i32>(OUT_OF_REACH + 1);
/** For sorting: the round trip of each. */
let keys: StaticArray<u16> = [];
/** The nearest datacenter of each ticket, once it was asked for. */
let nearestOf: StaticArray<i32> = [];
const NOT_ASKED: i32 = -2;
/** State of the generator. */
let random: u64 = 0;
/** The matches of the answer. */
let answer: Array<Match> = [];

/** A player of a ticket. */
@unmanaged
export class Player {
  /** Degrees. */
  latitude: f32;
  /** Degrees. */
  longitude: f32;

  private get index(): usize {
    return (changetype<usize>(this) - players) >> 3;
  }

  /** Round trip to datacenter `d` in ms; 1001: out of reach. */
  rtt(d: i32): i32 {
    checkDatacenter(d);
    return load<u16>(rtts + ((this.index * datacenterCount + d) << 1));
  }

  /**
   * The value of an attribute by its index: a number, the index of a text, or a list of texts as a sum of 2^index.
   * `tick.attribute(name)` and `tick.text(text)` have these indexes.
   */
  attribute(index: i32): f64 {
    if (<u32>index >= <u32>attributeCount) fail("attribute", index);
    return load<f64>(attributes + ((this.index * attributeCount + index) << 3));
  }

  /** Whether the list of texts at an attribute has the text with this index. */
  has(index: i32, text: i32): bool {
    return (((<u64>this.attribute(index)) >> text) & 1) != 0;
  }
}

/** A party that waits for a match, of one player or more. */
@unmanaged
export class Ticket {
  /** The number of the ticket: later tickets have larger ones. */
  id: u32;
  private waitedSeconds: u32;
  private first: u32;
  private count: u32;

  /** Seconds since it joined. */
  get waited(): f64 {
    return this.waitedSeconds;
  }

  /** Its place among the tickets of the call: `tick.ticket(ticket.index)` is the ticket. */
  get index(): i32 {
    return indexOf(this);
  }

  /** The number of its players. */
  get players(): i32 {
    return this.count;
  }

  /** Whether it is in a match of this answer already. */
  @inline
  get isTaken(): bool {
    return unchecked(taken[indexOf(this)]) != 0;
  }

  /** A player of the party, counted from 0. */
  player(index: i32): Player {
    if (<u32>index >= this.count) fail("player of a ticket", index);
    return changetype<Player>(players + ((<usize>this.first + index) << 3));
  }

  /** The longest round trip of its players to datacenter `d` in ms; 1001: out of reach. */
  rtt(d: i32): i32 {
    checkDatacenter(d);
    let at = rtts + ((<usize>this.first * datacenterCount + d) << 1);
    let worst: i32 = load<u16>(at);
    if (this.count == 1) return worst;
    for (let i: u32 = 1; i < this.count; i++) {
      at += <usize>datacenterCount << 1;
      worst = max(worst, load<u16>(at));
    }
    return worst;
  }

  /** The open datacenter with the shortest round trip, or -1 where none is within reach. */
  nearest(): i32 {
    const known = unchecked(nearestOf[this.index]);
    if (known != NOT_ASKED) return known;
    let nearest = -1;
    let best = OUT_OF_REACH;
    for (let d = 0; d < datacenterCount; d++) {
      const rtt = this.rtt(d);
      if (rtt >= best || !tick.isOpen(d)) continue;
      best = rtt;
      nearest = d;
    }
    unchecked((nearestOf[this.index] = nearest));
    return nearest;
  }

  /** The mean of a number over the players of the party. */
  mean(attribute: i32): f64 {
    let sum: f64 = 0;
    for (let i = 0; i < this.players; i++) sum += this.player(i).attribute(attribute);
    return sum / this.players;
  }
}

/** A match while it forms, at a datacenter. */
export class Match {
  /** The tickets of each team. */
  readonly teams: Array<Array<Ticket>> = [];
  /** The seats that are left in each team. */
  private seats: Array<i32> = [];
  private left: i32;

  constructor(
    /** The index of its datacenter. */
    public readonly datacenter: i32,
  ) {
    checkDatacenter(datacenter);
    this.left = tick.size;
    for (let i = 0; i < tick.teams; i++) {
      this.teams.push([]);
      this.seats.push(tick.teamSize);
    }
  }

  /** Seats that are left. */
  get free(): i32 {
    return this.left;
  }

  /** Tickets in it, team after team. */
  get tickets(): Array<Ticket> {
    return this.teams.flat();
  }

  /**
   * Adds a party to the fullest team in which it fits. False, and nothing changes, if it fits in none or is in a match of
   * this answer.
   */
  add(ticket: Ticket): bool {
    if (ticket.isTaken) return false;
    let best = -1;
    for (let i = 0; i < this.seats.length; i++) {
      if (this.seats[i] >= ticket.players && (best < 0 || this.seats[i] < this.seats[best])) best = i;
    }
    if (best < 0) return false;
    this.teams[best].push(ticket);
    this.seats[best] -= ticket.players;
    this.left -= ticket.players;
    return true;
  }

  /** Whether every seat is taken. */
  isFull(): bool {
    return this.left == 0;
  }
}

/** A call: who waits at a second, and where matches may form. */
export class Tick {
  /** The simulated second. */
  get now(): i32 {
    return load<u32>(input, 4);
  }

  /** Teams of a match. */
  get teams(): i32 {
    return load<u32>(input, 16);
  }

  /** Players of a team. */
  get teamSize(): i32 {
    return load<u32>(input, 20);
  }

  /** Players of a match. */
  get size(): i32 {
    return this.teams * this.teamSize;
  }

  /** A ticket without a match fails after so many seconds. */
  get timeout(): i32 {
    return load<u32>(input, 40);
  }

  /** The number of datacenters. They are counted from 0. */
  get datacenters(): i32 {
    return datacenterCount;
  }

  /** Whether matches may form at datacenter `d`. */
  isOpen(d: i32): bool {
    checkDatacenter(d);
    return load<u8>(input + HEADER_BYTES + d) != 0;
  }

  /** The number of tickets. */
  get tickets(): i32 {
    return load<u32>(input, 32);
  }

  /** A ticket, counted from 0: the longest wait first, equal ones by their number. */
  @inline
  ticket(index: i32): Ticket {
    if (<u32>index >= <u32>this.tickets) fail("ticket", index);
    return ticketAt(index);
  }

  /** The tickets that are in no match of this answer, the longest wait first. */
  get waiting(): Array<Ticket> {
    const count = this.tickets;
    const found = new Array<Ticket>(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      if (unchecked(taken[i]) == 0) unchecked((found[length++] = ticketAt(i)));
    }
    found.length = length;
    return found;
  }

  /** The waiting tickets that reach datacenter `d`, the longest wait first; none if it is not open. */
  longestFirst(d: i32): Array<Ticket> {
    if (!this.isOpen(d)) return [];
    const count = this.tickets;
    const found = new Array<Ticket>(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      const ticket = ticketAt(i);
      if (unchecked(taken[i]) == 0 && ticket.rtt(d) < OUT_OF_REACH) unchecked((found[length++] = ticket));
    }
    found.length = length;
    return found;
  }

  /** The waiting tickets that reach datacenter `d`, the shortest round trip first, equal ones by their wait. */
  nearestFirst(d: i32): Array<Ticket> {
    if (!this.isOpen(d)) return [];
    // A counting sort: it keeps the order of equal ones, and needs no comparator, which could not know `d`.
    const count = this.tickets;
    const found = new Array<Ticket>(count);
    let length = 0;
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const ticket = ticketAt(i);
      const ms = unchecked(taken[i]) == 0 ? ticket.rtt(d) : OUT_OF_REACH;
      if (ms == OUT_OF_REACH) continue;
      unchecked(starts[ms + 1]++);
      unchecked((keys[length] = <u16>ms));
      unchecked((found[length++] = ticket));
    }
    found.length = length;
    for (let ms = 1; ms < starts.length; ms++) unchecked((starts[ms] += starts[ms - 1]));
    const sorted = found.slice();
    for (let i = 0; i < length; i++) unchecked((sorted[starts[keys[i]]++] = found[i]));
    return sorted;
  }

  /** A random number from 0 to below 1: the same ones for the same call. SplitMix64, seeded by the key of the call. */
  random(): f64 {
    return <f64>(draw() >> 11) / <f64>(1 << 53);
  }

  /** Puts a list into a random order. */
  shuffle<T>(list: Array<T>): void {
    for (let i = list.length - 1; i > 0; i--) {
      const j = <i32>(this.random() * (i + 1));
      const other = list[i];
      list[i] = list[j];
      list[j] = other;
    }
  }

  /** Puts a full match into the answer, and takes its tickets out of the queue. */
  emit(match: Match): void {
    if (!match.isFull()) throw new Error("tick.emit: the match lacks " + match.free.toString() + " players");
    const all = match.tickets;
    for (let i = 0; i < all.length; i++) {
      if (all[i].isTaken) throw new Error("tick.emit: ticket " + all[i].id.toString() + " is in two matches");
      taken[indexOf(all[i])] = 1;
    }
    answer.push(match);
  }

  /** The index of a datacenter by its name, or -1. */
  datacenter(name: string): i32 {
    return names("datacenters").indexOf(name);
  }

  /** The index of an attribute by its name, or -1. */
  attribute(name: string): i32 {
    const all = names("attributes");
    for (let i = 0; i < all.length; i++) if (all[i].slice(0, all[i].lastIndexOf(":")) == name) return i;
    return -1;
  }

  /** The index of a text of the attributes, or -1 where no player has it. */
  text(text: string): i32 {
    return names("texts").indexOf(text);
  }
}

/** The call that is being answered. */
export const tick = new Tick();

/** A constant of the scenario, or `value` where the scenario sets none. */
export function constant(name: string, value: f64): f64 {
  const text = config("constant." + name);
  if (text.length == 0) return value;
  const number = F64.parseFloat(text);
  if (!isFinite(number)) throw new Error("constant." + name + " is not a number: " + text);
  return number;
}

/** Takes the input of a call. */
export function begin(): void {
  // Nothing of the call before is in use any more, so memory does not grow over a day.
  answer = [];
  __collect();
  const length = <usize>host.inputLength();
  if (length < HEADER_BYTES) throw new Error("the call has " + length.toString() + " bytes");
  if (length > inputRoom) {
    // Doubled, so that a crowd that grows does not leave a hole for each of its sizes.
    inputRoom = max(length, 2 * inputRoom);
    if (input) heap.free(input);
    input = heap.alloc(inputRoom + 8);
  }
  const whole = length & ~7;
  for (let at: usize = 0; at < whole; at += 8) store<u64>(input + at, host.inputU64(at));
  for (let at = whole; at < length; at++) store<u8>(input + at, host.inputU8(at));
  if (load<u32>(input) != VERSION) throw new Error("the call has version " + load<u32>(input).toString() + ", not 2");

  datacenterCount = load<u32>(input, 24);
  attributeCount = load<u32>(input, 28);
  const ticketCount = load<u32>(input, 32);
  const playerCount = load<u32>(input, 36);
  tickets = input + HEADER_BYTES + padded(datacenterCount);
  players = tickets + (ticketCount << 4);
  rtts = players + (playerCount << 3);
  attributes = rtts + padded((playerCount * datacenterCount) << 1);
  const needed = attributes - input + ((<usize>playerCount * attributeCount) << 3);
  if (needed != length) throw new Error("the call has " + length.toString() + " bytes instead of " + needed.toString());

  if (taken.length < <i32>ticketCount) {
    taken = new StaticArray<u8>(2 * ticketCount);
    keys = new StaticArray<u16>(2 * ticketCount);
    nearestOf = new StaticArray<i32>(2 * ticketCount);
  }
  taken.fill(0);
  nearestOf.fill(NOT_ASKED);
  const key = load<u64>(input, 8);
  random = key;
  Math.seedRandom(key);
}

/** Gives the answer to the host. */
export function finish(): i32 {
  const words = new Array<u32>();
  words.push(answer.length);
  for (let i = 0; i < answer.length; i++) {
    const match = answer[i];
    words.push(match.datacenter);
    words.push(match.teams.length);
    for (let j = 0; j < match.teams.length; j++) {
      const team = match.teams[j];
      words.push(team.length);
      for (let k = 0; k < team.length; k++) words.push(team[k].id);
    }
  }
  const length = <u64>words.length << 2;
  if (words.length & 1) words.push(0);
  const at = host.alloc(<u64>words.length << 2);
  for (let i = 0; i < words.length; i += 2) host.storeU64(at + (i << 2), <u64>words[i] | (<u64>words[i + 1] << 32));
  host.setOutput(at, length);
  return 0;
}

/** What happens at an error, instead of a function that hosts would have to know. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const words = message === null ? "the code stopped" : message;
  const place = file === null ? "" : " (" + file + ", line " + line.toString() + ", column " + column.toString() + ")";
  host.setError(stored(words + place));
  unreachable();
}

/** For `Math.random`, which `begin` seeds with the key of the call: hosts have no seed. */
export function seed(): f64 {
  return 0;
}

function padded(bytes: usize): usize {
  return (bytes + 7) & ~7;
}

// @ts-ignore: decorator
@inline
function ticketAt(index: i32): Ticket {
  return changetype<Ticket>(tickets + (<usize>index << 4));
}

// @ts-ignore: decorator
@inline
function indexOf(ticket: Ticket): i32 {
  return <i32>((changetype<usize>(ticket) - tickets) >> 4);
}

// Inlined, and its error not: it is called for each round trip.
// @ts-ignore: decorator
@inline
function checkDatacenter(d: i32): void {
  if (<u32>d >= <u32>datacenterCount) fail("datacenter", d);
}

function fail(what: string, index: i32): void {
  throw new Error("there is no " + what + " " + index.toString());
}

/** SplitMix64. */
function draw(): u64 {
  random += 0x9e3779b97f4a7c15;
  let z = random;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** Names of the scenario, joined by `|`, by the key of their config. The scenario does not change. */
const known = new Map<string, Array<string>>();

function names(key: string): Array<string> {
  if (!known.has(key)) known.set(key, config(key).split("|"));
  return known.get(key);
}

/** A text of the config; empty if it is not set. */
function config(key: string): string {
  const at = stored(key);
  const found = host.config(at);
  host.free(at);
  if (found == 0) return "";
  const bytes = new Uint8Array(<i32>host.length(found));
  for (let i = 0; i < bytes.length; i++) bytes[i] = <u8>host.loadU8(found + i);
  host.free(found);
  return String.UTF8.decode(bytes.buffer);
}

/** The place of a text in the memory that is shared with the host. */
function stored(text: string): u64 {
  const bytes = Uint8Array.wrap(String.UTF8.encode(text));
  const at = host.alloc(bytes.length);
  for (let i = 0; i < bytes.length; i++) host.storeU8(at + i, bytes[i]);
  return at;
}
