//! Replay decisions: coins of one exact bias, 64 at a time.
//!
//! `rand`'s `Bernoulli`, one at a time, takes about twenty times as long (`tests/bench/draws.rs`).
//!
//! Players may have chances of their own: [`ReplayLosses`] says what a long wait, a far match, bots or a lost
//! match took off. Their coins compare the same random words with these chances.

use matchday_base::{PlayerId, Rng, Streams};
use matchday_matchmaker::QueuedPlayer;
use matchday_scenario::Params;
use matchday_scenario::params::FleetFlow;
use rand::Rng as _;
use std::iter;

/// The replay decisions of a run.
#[derive(Clone, Debug)]
pub struct Replays {
    rng: Rng,
    /// Replay probability, of [`Params::REPLAY_ONE`].
    chance: u32,
    /// Decisions drawn but not yet used, and their number.
    coins: u64,
    left: u32,
    // Kept between decisions.
    again: [QueuedPlayer; MOST],
    leaving: [PlayerId; MOST],
}

/// Most players who decide together.
pub const MOST: usize = u64::BITS as usize;

/// Decisions of some players.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'a> {
    /// One bit a player, in order: 1 plays again.
    pub coins: u64,
    /// Players who play again, in order.
    pub again: &'a [QueuedPlayer],
    /// Players who leave, in order.
    pub leaving: &'a [PlayerId],
}

impl Replays {
    /// Every player plays again with probability `chance`.
    pub fn new(streams: Streams, chance: u32) -> Self {
        let (again, leaving) = ([QueuedPlayer::default(); MOST], [PlayerId::default(); MOST]);
        Self { rng: streams.stream("replay"), chance, coins: 0, left: 0, again, leaving }
    }

    /// Draws the decisions of at most [`MOST`] players. `losses` are taken off their chances; without any, all
    /// have the same chance.
    pub fn decide(&mut self, queued_players: &[QueuedPlayer], losses: &[u16]) -> Decided<'_> {
        let coins = if losses.is_empty() { self.draw() } else { self.draw_each(losses) };
        let everybody = u64::MAX >> (MOST - queued_players.len());
        let coins = coins & everybody;
        self.again.iter_mut().zip(ones(coins)).for_each(|(again, at)| *again = queued_players[at]);
        self.leaving
            .iter_mut()
            .zip(ones(coins ^ everybody))
            .for_each(|(leaving, at)| *leaving = queued_players[at].player);
        let again = coins.count_ones() as usize;
        Decided { coins, again: &self.again[..again], leaving: &self.leaving[..queued_players.len() - again] }
    }

    /// What a loss takes off the chance, which never falls below 0.
    pub fn taken_off(&self, lost: u16) -> u32 {
        u32::from(lost).min(self.chance)
    }

    /// Draws how many of `players` players play again.
    pub fn count(&mut self, mut players: u32) -> u32 {
        let mut again = 0;
        while players > 0 {
            if self.left == 0 {
                (self.coins, self.left) = (self.draw(), u64::BITS);
            }
            let deciding = players.min(self.left);
            again += (self.coins & u64::MAX >> (u64::BITS - deciding)).count_ones();
            self.coins = self.coins.checked_shr(deciding).unwrap_or(0);
            self.left -= deciding;
            players -= deciding;
        }
        again
    }

    /// 64 decisions, one a bit: 1 plays again.
    ///
    /// Each bit is a uniform number in 0..1 compared with the chance, binary digit by binary digit. All 64
    /// are compared at once, only until every comparison is decided: one random word gives one digit of each.
    fn draw(&mut self) -> u64 {
        let (mut again, mut undecided, mut rest) = (0, u64::MAX, self.chance);
        // When no digits of the chance are left, it is not above any number that equals it so far.
        while undecided != 0 && rest != 0 {
            let uniform = self.rng.next_u64();
            rest *= 2;
            if rest >= Params::REPLAY_ONE {
                rest -= Params::REPLAY_ONE;
                again |= undecided & !uniform;
                undecided &= uniform;
            } else {
                undecided &= !uniform;
            }
        }
        again
    }

    /// The same with what each of the first decisions loses off the chance: with nothing lost, the same coins.
    fn draw_each(&mut self, losses: &[u16]) -> u64 {
        let mut rest = [self.chance; MOST];
        rest.iter_mut().zip(losses).for_each(|(rest, &lost)| *rest = rest.saturating_sub(u32::from(lost)));
        let (mut again, mut undecided) = (0, u64::MAX);
        while undecided != 0 {
            // One digit of every chance that has digits left.
            let (mut ones, mut left) = (0_u64, 0_u64);
            for (lane, rest) in rest.iter_mut().enumerate() {
                left |= u64::from(*rest != 0) << lane;
                *rest *= 2;
                if *rest >= Params::REPLAY_ONE {
                    *rest -= Params::REPLAY_ONE;
                    ones |= 1 << lane;
                }
            }
            undecided &= left;
            if undecided == 0 {
                break;
            }
            let uniform = self.rng.next_u64();
            again |= undecided & ones & !uniform;
            undecided &= !(uniform ^ ones);
        }
        again
    }
}

/// The positions of the bits that are 1, lowest first. A branch on each bit would be mispredicted every third time.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let first = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            first
        })
    })
}

/// What takes points off a player's replay chance, in units of 1 / [`Params::REPLAY_ONE`].
#[derive(Clone, Debug)]
pub struct ReplayLosses {
    per_10_s: u32,
    per_50_ms: u32,
    bots: u32,
    lost: u32,
    ideal_ms: u32,
    /// By player: matches that failed since the last decision, times the points for one.
    since_decision: Vec<u32>,
}

impl ReplayLosses {
    /// The losses that the parameters set; `None` where every player has the same chance.
    pub fn of(params: &Params) -> Option<Self> {
        let losses = Self {
            per_10_s: params.replay_wait(),
            per_50_ms: params.replay_rtt(),
            bots: params.replay_bots(),
            // Without servers no match fails.
            lost: if params.fleet() == FleetFlow::Off { 0 } else { params.replay_lost() },
            ideal_ms: params.ideal_ms().into(),
            since_decision: Vec::new(),
        };
        (losses.per_10_s + losses.per_50_ms + losses.bots + losses.lost > 0).then_some(losses)
    }

    /// A player joins; the id may have belonged to another.
    pub fn join(&mut self, player: PlayerId) {
        if let Some(points) = self.since_decision.get_mut(player.index()) {
            *points = 0;
        }
    }

    /// A match of this player has failed.
    pub fn lose_match(&mut self, player: PlayerId) {
        if self.since_decision.len() <= player.index() {
            self.since_decision.resize(player.index() + 1, 0);
        }
        self.since_decision[player.index()] += self.lost;
    }

    /// What a player loses after a match that took `wait_s` seconds to start, at this RTT.
    pub fn after_match(&mut self, player: PlayerId, wait_s: u32, rtt_ms: u16) -> u16 {
        let lag = self.per_50_ms * u32::from(rtt_ms).saturating_sub(self.ideal_ms) / 50;
        self.points(player, self.per_10_s * wait_s / 10 + lag)
    }

    /// What a player loses after a match against bots, which a search of `wait_s` seconds ended in.
    pub fn after_bots(&mut self, player: PlayerId, wait_s: u32) -> u16 {
        self.points(player, self.per_10_s * wait_s / 10 + self.bots)
    }

    fn points(&mut self, player: PlayerId, points: u32) -> u16 {
        let lost = self.since_decision.get_mut(player.index()).map_or(0, std::mem::take);
        (points + lost).min(Params::REPLAY_ONE) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_matchmaker::RowId;

    #[test]
    fn everybody_is_on_one_side_by_their_coin() {
        let mut replays = Replays::new(Streams::new(8), 5_000);
        for players in (1..=MOST).chain([1, MOST]) {
            let queued_players: Vec<QueuedPlayer> =
                (0..players as u32).map(|p| QueuedPlayer { player: PlayerId(p), row: RowId(9) }).collect();
            let Decided { coins, again, leaving } = replays.decide(&queued_players, &[]);
            let heads = |queued: &&QueuedPlayer| coins >> queued.player.0 & 1 == 1;
            assert_eq!(again, queued_players.iter().filter(heads).copied().collect::<Vec<_>>());
            let tails: Vec<PlayerId> =
                queued_players.iter().filter(|queued| !heads(queued)).map(|queued| queued.player).collect();
            assert_eq!(leaving, tails);
            assert_eq!(coins.checked_shr(players as u32).unwrap_or(0), 0);
        }
    }

    #[test]
    fn each_player_has_the_chance_that_its_losses_leave() {
        let queued_players: Vec<QueuedPlayer> =
            (0..64).map(|p| QueuedPlayer { player: PlayerId(p), row: RowId(0) }).collect();
        // Without losses the coins are those of one chance for all.
        for players in [1, 7, 64] {
            let replays = || Replays::new(Streams::new(8), 7_500);
            let (mut each, mut all) = (replays(), replays());
            for _ in 0..200 {
                let none = vec![0; players];
                assert_eq!(
                    each.decide(&queued_players[..players], &none).coins,
                    all.decide(&queued_players[..players], &[]).coins
                );
            }
        }
        let losses: Vec<u16> = (0..64).map(|lane| lane * 150).collect();
        let (mut replays, draws) = (Replays::new(Streams::new(8), 7_500), 40_000);
        let mut again = [0_u32; 64];
        for _ in 0..draws {
            let coins = replays.decide(&queued_players, &losses).coins;
            again.iter_mut().zip(0..).for_each(|(n, lane)| *n += (coins >> lane & 1) as u32);
        }
        for (again, lost) in again.into_iter().zip(losses) {
            let p = f64::from(7_500_u32.saturating_sub(lost.into())) / 10_000.0;
            let off = (f64::from(again) - p * f64::from(draws)).abs();
            assert!(off <= 4.5 * libm::sqrt(p * (1.0 - p) * f64::from(draws)), "{again} of {draws} at {p}");
        }
    }

    #[test]
    fn losses_are_whole_units_of_wait_and_lag() {
        use crate::tiny::params;
        assert!(ReplayLosses::of(&params(&[])).is_none());
        let pairs = [("replay_wait", "5"), ("replay_rtt", "2.5"), ("replay_bots", "10"), ("replay_lost", "7")];
        let mut losses = ReplayLosses::of(&params(&[&pairs[..], &[("fleet", "broker")]].concat())).unwrap();
        let somebody = PlayerId(3);
        // 5 points per 10 s, 2.5 points per 50 ms above 50 ms; fractions of a unit are dropped.
        assert_eq!(losses.after_match(somebody, 7, 50), 350);
        assert_eq!(losses.after_match(somebody, 0, 71), 105);
        assert_eq!(losses.after_bots(somebody, 30), 1_500 + 1_000);
        losses.lose_match(somebody);
        losses.lose_match(somebody);
        assert_eq!((losses.after_match(somebody, 0, 1), losses.after_match(somebody, 0, 1)), (1_400, 0));
        losses.lose_match(somebody);
        losses.join(somebody);
        assert_eq!((losses.after_match(somebody, 0, 1), losses.after_match(somebody, 600, 255)), (0, 10_000));
    }

    #[test]
    fn counts_are_the_coins_in_a_row() {
        let (mut counted, mut drawn) = (Replays::new(Streams::new(8), 7_500), Replays::new(Streams::new(8), 7_500));
        let players = [0, 1, 63, 64, 65, 3, 200, 7, 0, 61];
        let words: Vec<u64> = (0..=players.iter().sum::<u32>() / 64).map(|_| drawn.draw()).collect();
        let mut at = 0;
        for players in players {
            let heads = (at..at + players).filter(|coin| words[*coin as usize / 64] >> (coin % 64) & 1 == 1).count();
            assert_eq!(counted.count(players), heads as u32);
            at += players;
        }
    }

    #[test]
    fn every_bit_is_set_with_exactly_the_chance_and_alone() {
        for chance in [0, 1, 2_500, 3_333, 7_500, 7_700, 9_500] {
            let mut replays = Replays::new(Streams::new(5), chance);
            let p = f64::from(chance) / f64::from(Params::REPLAY_ONE);
            let (draws, mut by_bit, mut pairs) = (40_000, [0_u32; 64], 0_u32);
            for _ in 0..draws {
                let word = replays.draw();
                by_bit.iter_mut().zip(0..).for_each(|(n, bit)| *n += (word >> bit & 1) as u32);
                pairs += (word & word.rotate_left(1)).count_ones();
            }
            let error = |p: f64, n: f64| 4.5 * libm::sqrt(p * (1.0 - p) * n) + 1e-9;
            let n = f64::from(draws);
            by_bit.iter().for_each(|&k| assert!((f64::from(k) - n * p).abs() <= error(p, n), "{k} of {draws} at {p}"));
            let total = f64::from(by_bit.iter().sum::<u32>());
            assert!((total - 64.0 * n * p).abs() <= error(p, 64.0 * n), "{p}");
            // Neighbours are independent; each pair shares a bit with two others.
            let spread = 3.0 * error(p * p, 64.0 * n);
            assert!((f64::from(pairs) - 64.0 * n * p * p).abs() <= spread, "{p}");
        }
    }
}
