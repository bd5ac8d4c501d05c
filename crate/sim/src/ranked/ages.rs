//! How long those who search have waited.

use super::settings::TICKET_S;
use matchday_base::SimTime;

/// Seconds that are told apart: more than any ticket lives.
const SECONDS: usize = (TICKET_S as usize + 1).next_power_of_two();

/// Players who search, by the second since which their ticket has waited.
#[derive(Clone, Debug)]
pub struct Ages([u32; SECONDS]);

impl Default for Ages {
    fn default() -> Self {
        Self([0; SECONDS])
    }
}

impl Ages {
    /// So many more have waited since then.
    pub fn add(&mut self, since: SimTime, players: usize) {
        self.0[since.0 as usize % SECONDS] += players as u32;
    }

    /// So many of them no longer do.
    pub fn remove(&mut self, since: SimTime, players: usize) {
        self.0[since.0 as usize % SECONDS] -= players as u32;
    }

    /// How many have waited for less than so many seconds.
    pub fn younger(&self, now: SimTime, age_s: u32) -> u32 {
        let age_s = age_s.min(SECONDS as u32);
        // The seconds of those ages, the last of which is `now`; they may go round the end.
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
                // One that has waited for a while, and all that would be too old.
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
