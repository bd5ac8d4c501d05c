//! Replay decisions: coins of one exact bias, 64 at a time.
//!
//! `rand`'s `Bernoulli`, one at a time, takes about twenty times as long (`tests/bench/draws.rs`).

use matchday_base::{PlayerId, Rng, Streams};
use matchday_matchmaker::QueuedPlayer;
use matchday_scenario::Params;
use rand::Rng as _;

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

    /// Draws the decisions of at most [`MOST`] players.
    pub fn decide(&mut self, seats: &[QueuedPlayer]) -> Decided<'_> {
        let coins = self.draw() & (u64::MAX >> (MOST - seats.len()));
        let mut again = 0;
        for (at, &seat) in seats.iter().enumerate() {
            // Each player is written to both lists, and the next one overwrites the wrong entry: a branch
            // would be mispredicted every third time.
            self.again[again % MOST] = seat;
            self.leaving[(at - again) % MOST] = seat.player;
            again += (coins >> at & 1) as usize;
        }
        Decided { coins, again: &self.again[..again], leaving: &self.leaving[..seats.len() - again] }
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_matchmaker::RowId;

    #[test]
    fn everybody_is_on_one_side_by_their_coin() {
        let mut replays = Replays::new(Streams::new(8), 5_000);
        for players in (1..=MOST).chain([1, MOST]) {
            let seats: Vec<QueuedPlayer> =
                (0..players as u32).map(|p| QueuedPlayer { player: PlayerId(p), row: RowId(9) }).collect();
            let Decided { coins, again, leaving } = replays.decide(&seats);
            let heads = |seat: &&QueuedPlayer| coins >> seat.player.0 & 1 == 1;
            assert_eq!(again, seats.iter().filter(heads).copied().collect::<Vec<_>>());
            let tails: Vec<PlayerId> = seats.iter().filter(|seat| !heads(seat)).map(|seat| seat.player).collect();
            assert_eq!(leaving, tails);
            assert_eq!(coins.checked_shr(players as u32).unwrap_or(0), 0);
        }
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
