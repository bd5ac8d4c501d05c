//! Friends who wait for each other before they queue together.
//!
//! An account that wants friends opens a gathering in its band. The next accounts to join from that band
//! become its friends, until the party is complete or the time limit has passed. So parties neither remove
//! nor add joins.

use matchday_base::{AccountId, Rng};
use matchday_matchmaker::ranked::Team;
use rand::RngExt;
use smallvec::smallvec;

/// One gathering.
#[derive(Clone, Debug)]
struct Open {
    /// Its number, so that a time-out of an older gathering does not close it.
    number: u32,
    size: usize,
    party: Team,
}

/// The open gatherings, by band.
#[derive(Clone, Debug)]
pub struct Gatherings {
    /// The largest party; with 1 there are no gatherings.
    team_size: usize,
    bands: Vec<Option<Open>>,
    opened: u32,
}

/// Result of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Queues, with all of its party.
    Queues(Team),
    /// Waits in an open gathering.
    Waits,
    /// Opens this gathering and waits.
    Opens(u32),
}

impl Gatherings {
    /// No gatherings yet; parties have at most `team_size` members.
    pub fn new(team_size: usize) -> Self {
        Self { team_size, bands: Vec::new(), opened: 0 }
    }

    /// An account joins in a band. It enters an open gathering there, else `wants_company` decides.
    pub fn join(
        &mut self,
        band: u8,
        account: AccountId,
        wants_company: impl FnOnce() -> bool,
        rng: &mut Rng,
    ) -> Joined {
        let band = usize::from(band);
        if self.bands.len() <= band {
            self.bands.resize(band + 1, None);
        }
        if let Some(open) = &mut self.bands[band] {
            open.party.push(account);
            if open.party.len() < open.size {
                return Joined::Waits;
            }
            let complete = self.bands[band].take();
            return Joined::Queues(complete.map_or_else(Team::new, |open| open.party));
        }
        if self.team_size < 2 || !wants_company() {
            return Joined::Queues(smallvec![account]);
        }
        let size = rng.random_range(2..=self.team_size);
        self.opened += 1;
        self.bands[band] = Some(Open { number: self.opened, size, party: smallvec![account] });
        Joined::Opens(self.opened)
    }

    /// Closes a gathering after its time limit and returns its party; `None` if it is closed.
    pub fn give_up(&mut self, band: u8, number: u32) -> Option<Team> {
        let open = self.bands.get_mut(usize::from(band))?;
        open.take_if(|open| open.number == number).map(|open| open.party)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_base::Streams;

    #[test]
    fn friends_queue_together_when_all_are_there_or_have_waited() {
        let mut rng = Streams::new(1).stream("parties");
        let mut gatherings = Gatherings::new(2);
        let [a, b, c, d] = [0, 1, 2, 3].map(AccountId);
        assert_eq!(gatherings.join(3, a, || false, &mut rng), Joined::Queues(smallvec![a]));
        assert_eq!(gatherings.join(3, a, || true, &mut rng), Joined::Opens(1));
        // Another band has its own gathering.
        assert_eq!(gatherings.join(4, b, || true, &mut rng), Joined::Opens(2));
        // The next account enters the gathering without being asked.
        assert_eq!(gatherings.join(3, c, || unreachable!(), &mut rng), Joined::Queues(smallvec![a, c]));
        assert_eq!(gatherings.give_up(3, 1), None);
        assert_eq!(gatherings.join(3, d, || true, &mut rng), Joined::Opens(3));
        assert_eq!((gatherings.give_up(3, 1), gatherings.give_up(9, 3)), (None, None));
        assert_eq!((gatherings.give_up(3, 3), gatherings.give_up(4, 2)), (Some(smallvec![d]), Some(smallvec![b])));
    }

    #[test]
    fn sizes_are_those_of_a_team_each_as_likely() {
        let mut rng = Streams::new(1).stream("parties");
        let mut gatherings = Gatherings::new(5);
        let mut by_size = [0_u32; 6];
        for _ in 0..8_000 {
            assert!(matches!(gatherings.join(0, AccountId(0), || true, &mut rng), Joined::Opens(_)));
            let party = std::iter::repeat_with(|| gatherings.join(0, AccountId(0), || true, &mut rng));
            let complete =
                party.filter_map(|joined| if let Joined::Queues(party) = joined { Some(party) } else { None });
            by_size[complete.map(|party| party.len()).next().unwrap()] += 1;
        }
        assert_eq!(by_size[..2], [0, 0]);
        assert!(by_size[2..].iter().all(|&times| times.abs_diff(2_000) < 175), "{by_size:?}");
        let alone = Gatherings::new(1).join(0, AccountId(7), || unreachable!(), &mut rng);
        assert_eq!(alone, Joined::Queues(smallvec![AccountId(7)]));
    }
}
