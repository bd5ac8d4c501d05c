//! Ages of the searching tickets.

use matchday_base::SimTime;
use matchday_sim::limits::TICKET_S;

/// Length of the ring, s: longer than the life of any ticket in the windows of a queue, ready checks included. Under a
/// policy tickets may be older, and only all of them are counted.
const SECONDS: usize = (2 * TICKET_S as usize + 1).next_power_of_two();

/// Searching players, by the second in which their ticket was enqueued.
#[derive(Clone, Debug)]
pub struct Ages([u32; SECONDS]);

impl Default for Ages {
    fn default() -> Self {
        Self([0; SECONDS])
    }
}

impl Ages {
    /// Adds `players` players enqueued at `since`.
    pub fn add(&mut self, since: SimTime, players: usize) {
        self.0[since.0 as usize % SECONDS] += players as u32;
    }

    /// Removes `players` players enqueued at `since`.
    pub fn remove(&mut self, since: SimTime, players: usize) {
        self.0[since.0 as usize % SECONDS] -= players as u32;
    }

    /// Players who have waited less than `age_s` seconds.
    pub fn younger(&self, now: SimTime, age_s: u32) -> u32 {
        let age_s = age_s.min(SECONDS as u32);
        // The seconds of those ages, the last being `now`; they may wrap around the end of the ring.
        let (end, count) = ((now.0 as usize + 1) % SECONDS, age_s as usize);
        let (before, round) = (count.min(end), count.saturating_sub(end));
        let sum = |seconds: &[u32]| seconds.iter().sum::<u32>();
        sum(&self.0[end - before..end]) + sum(&self.0[SECONDS - round..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_counted_round_the_end() {
        let mut ages = Ages::default();
        let mut waiting = Vec::new();
        for now in (0..2_000).map(SimTime) {
            ages.add(now, 2);
            waiting.push((now, 2));
            if now.0 > 200 {
                // Remove a ticket that has waited for a while, and all tickets about to be too old.
                let (since, players) = waiting.remove(now.0 as usize * 7 % waiting.len());
                ages.remove(since, players);
            }
            waiting.retain(|&(since, players)| {
                let stays = now.since(since) < TICKET_S;
                if !stays {
                    ages.remove(since, players);
                }
                stays
            });
            for age_s in [0, 1, 30, 180, 299, 300, u32::MAX] {
                let naive = waiting.iter().filter(|(since, _)| now.since(*since) < age_s).map(|(_, n)| *n as u32);
                assert_eq!(ages.younger(now, age_s), naive.sum::<u32>());
            }
        }
    }
}
