//! A lower bound for the cost of a day in this world: only the cascade's inner loops.
//!
//! Players join, queue along the walk, match, play and play again. Searches never fail, so players without a
//! datacenter within the latency limits do not join. Only matches, waits and RTTs are recorded. The
//! additional time of the engine is the cost of all its other features.

use matchday_base::{CellId, PlayerId, Rng, SimTime, Streams};
use matchday_matchmaker::RowId;
use matchday_scenario::Params;
use matchday_sim::World;
use matchday_sim::joins::JoinStream;
use matchday_sim::limits::warm_up_s;
use rand::seq::SliceRandom;
use rand::{Rng as _, RngExt};

/// A player in a match or a pause.
#[derive(Clone, Copy, Default)]
struct QueuedPlayer {
    player: PlayerId,
    cell: CellId,
}

/// An unmatched player, with one bit for each later place of the walk that has a datacenter within the
/// limits.
#[derive(Clone, Copy, Default)]
struct UnmatchedPlayer {
    queued: QueuedPlayer,
    ahead: u32,
    since: SimTime,
}

/// The records.
#[derive(Default)]
pub struct Totals {
    pub player_matches: u64,
    pub wait_s: u64,
    pub rtt_ms: u64,
}

/// One list per place, and one for players whom the walk does not meet.
const LISTS: usize = u32::BITS as usize + 1;
const TABLE_BITS: u32 = 6;
const TABLES: usize = u32::BITS.div_ceil(TABLE_BITS) as usize;
/// Players per match.
const GROUP: usize = 4;

/// The default day and its warm-up, over at most 32 datacenters.
pub fn simulate(world: &World, params: &Params) -> Totals {
    let streams = Streams::new(u64::from(params.seed()));
    let (mut walk_rng, mut stay_rng) = (streams.stream("walk order"), streams.stream("who stays"));
    let mut replay_rng = streams.stream("replay");
    let mut joins = JoinStream::new(streams);
    let sets = sets(world);
    let mut order: Vec<usize> = (0..world.datacenters.len()).collect();
    let due_s = params.match_s() + params.pause_s();
    let mut cohorts = vec![Vec::<QueuedPlayer>::new(); due_s as usize];
    let (mut ids, mut free) = (0, Vec::new());
    let (mut joined, mut new, mut waiting) = (Vec::new(), Vec::new(), Vec::<UnmatchedPlayer>::new());
    let (mut lists, mut room, mut lengths) = (Vec::new(), 0, [0; LISTS]);
    let (mut totals, mut bins) = (Totals::default(), [0_u32; 256]);
    let start = SimTime::DAY_START - warm_up_s(params);
    for now in (start.0..SimTime::DAY_START.0 + 86_400).map(SimTime) {
        joins.draw(&world.joins, now, &mut joined);
        new.clear();
        for &cell in joined.iter().filter(|cell| sets[cell.index()] != 0) {
            let player = free.pop().unwrap_or_else(|| {
                ids += 1;
                PlayerId(ids - 1)
            });
            new.push(QueuedPlayer { player, cell });
        }
        let cohort = &mut cohorts[(now.0 % due_s) as usize];
        decide(cohort, params.replay(), &mut replay_rng, &mut new, &mut free);
        cohort.clear();

        order.shuffle(&mut walk_rng);
        let tables = tables(&order);
        if room < waiting.len() + new.len() {
            room = (waiting.len() + new.len()).next_power_of_two() + 12;
            lists.resize(room * LISTS, UnmatchedPlayer::default());
        }
        lengths.fill(0);
        let push = |lengths: &mut [usize; LISTS], lists: &mut [UnmatchedPlayer], unmatched: UnmatchedPlayer| {
            let list = unmatched.ahead.trailing_zeros() as usize;
            lists[list * room + lengths[list]] = unmatched;
            lengths[list] += 1;
        };
        for &unmatched in &waiting {
            let ahead = places(&tables, sets[unmatched.queued.cell.index()]);
            push(&mut lengths, &mut lists, UnmatchedPlayer { ahead, ..unmatched });
        }
        for &queued in &new {
            let ahead = places(&tables, sets[queued.cell.index()]);
            push(&mut lengths, &mut lists, UnmatchedPlayer { queued, ahead, since: now });
        }
        for (place, &datacenter) in order.iter().enumerate() {
            let mut left = lengths[place];
            for _ in 0..left % GROUP {
                let who = place * room + stay_rng.random_range(..left);
                left -= 1;
                let stays = lists[who];
                lists[who] = lists[place * room + left];
                push(&mut lengths, &mut lists, UnmatchedPlayer { ahead: stays.ahead & (stays.ahead - 1), ..stays });
            }
            let rtts_ms = &world.columns[datacenter];
            for &UnmatchedPlayer { queued, since, .. } in &lists[place * room..][..left] {
                cohort.push(queued);
                let rtt_ms = rtts_ms[queued.cell.index()];
                bins[usize::from(rtt_ms)] += 1;
                totals.wait_s += u64::from(now.since(since));
            }
        }
        waiting.clear();
        waiting.extend_from_slice(&lists[(LISTS - 1) * room..][..lengths[LISTS - 1]]);
        if now < SimTime::DAY_START {
            (totals, bins) = (Totals::default(), [0; 256]);
        } else {
            totals.player_matches += cohort.len() as u64;
        }
    }
    totals.rtt_ms = bins.iter().zip(0_u64..).map(|(&players, ms)| u64::from(players) * ms).sum();
    totals
}

/// The datacenters within the first latency limit by cell, one bit each.
fn sets(world: &World) -> Vec<u32> {
    let set = |cell| world.latencies.sets()[world.latencies.at_first(RowId(cell)).index()];
    (0..world.cells.len() as u32).map(|cell| set(cell) as u32).collect()
}

/// Players whose pause is over play again or leave: exact biased coins, 64 at a time.
fn decide(cohort: &[QueuedPlayer], chance: u32, rng: &mut Rng, new: &mut Vec<QueuedPlayer>, free: &mut Vec<PlayerId>) {
    for queued_players in cohort.chunks(64) {
        let (mut again, mut undecided, mut rest) = (0, u64::MAX, chance);
        while undecided != 0 && rest != 0 {
            let uniform = rng.next_u64();
            rest *= 2;
            if rest >= Params::REPLAY_ONE {
                rest -= Params::REPLAY_ONE;
                again |= undecided & !uniform;
                undecided &= uniform;
            } else {
                undecided &= !uniform;
            }
        }
        let (mut in_new, mut in_free) = (new.len(), free.len());
        new.resize(in_new + queued_players.len(), QueuedPlayer::default());
        free.resize(in_free + queued_players.len(), PlayerId::default());
        for (at, &queued) in queued_players.iter().enumerate() {
            let plays = (again >> at & 1) as usize;
            (new[in_new], free[in_free]) = (queued, queued.player);
            (in_new, in_free) = (in_new + plays, in_free + 1 - plays);
        }
        new.truncate(in_new);
        free.truncate(in_free);
    }
}

/// For each six datacenters: the places along the walk of every subset of the six.
fn tables(order: &[usize]) -> [[u32; 1 << TABLE_BITS]; TABLES] {
    let mut tables = [[0; 1 << TABLE_BITS]; TABLES];
    for (place, &datacenter) in order.iter().enumerate() {
        tables[datacenter / TABLE_BITS as usize][1 << (datacenter % TABLE_BITS as usize)] = 1 << place;
    }
    for table in &mut tables {
        for bit in 1..TABLE_BITS {
            let (without, with) = table.split_at_mut(1 << bit);
            let own = with[0];
            with.iter_mut().zip(without).for_each(|(with, without)| *with = *without | own);
        }
    }
    tables
}

fn places(tables: &[[u32; 1 << TABLE_BITS]; TABLES], set: u32) -> u32 {
    let part = |(at, table): (u32, &[u32; 1 << TABLE_BITS])| table[(set >> (at * TABLE_BITS) & 63) as usize];
    (0..).zip(tables).map(part).fold(0, |all, part| all | part)
}
