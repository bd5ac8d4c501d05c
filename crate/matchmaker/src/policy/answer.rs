//! The answer of a policy, and whether it is valid.

use super::{Call, Policy};
use crate::ranked::Mode;
use matchday_base::{DatacenterIndex, SimTime, TicketId};
use smallvec::SmallVec;
use std::ops::AddAssign;
use thiserror::Error;

/// The tickets of a team.
pub type Team = SmallVec<[TicketId; 4]>;

/// A match that a policy forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyMatch {
    /// Its teams.
    pub teams: SmallVec<[Team; 2]>,
    /// Its datacenter.
    pub datacenter: DatacenterIndex,
}

/// The matches that a policy forms, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The matches.
    pub matches: Vec<PolicyMatch>,
    /// The work that it took.
    pub effort: Effort,
    /// The index of each of their tickets among those of the call, match by match: known once an answer is checked.
    pub tickets: Vec<u32>,
}

/// What a policy did for its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Candidates evaluated: sets of tickets that were held against the rules.
    pub candidates: u64,
    /// Refusals by rule, in the order of [`Policy::rules`].
    pub refused: Vec<Refused>,
}

/// Candidates that a rule refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// No other rule refused them.
    pub alone: u64,
    /// All of them.
    pub all: u64,
}

impl AddAssign<&Effort> for Effort {
    fn add_assign(&mut self, other: &Effort) {
        self.candidates += other.candidates;
        self.refused.resize(self.refused.len().max(other.refused.len()), Refused::default());
        for (sum, more) in self.refused.iter_mut().zip(&other.refused) {
            sum.alone += more.alone;
            sum.all += more.all;
        }
    }
}

/// A call whose answer ends the run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the policy called at {at} with {tickets} waiting tickets {flaw}")]
pub struct Fault {
    /// The second of the call.
    pub at: SimTime,
    /// Number of waiting tickets.
    pub tickets: usize,
    /// What was wrong.
    pub flaw: Flaw,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// There is none.
    #[error("failed: {0}")]
    Failed(String),
    /// A ticket that does not wait.
    #[error("put ticket {} into match {number}, which does not wait", .ticket.0)]
    UnknownTicket {
        /// The match, from 1.
        number: usize,
        /// The ticket.
        ticket: TicketId,
    },
    /// A ticket that has a match already.
    #[error("used ticket {} again in match {number}", .ticket.0)]
    DoubledTicket {
        /// The match, from 1.
        number: usize,
        /// The ticket.
        ticket: TicketId,
    },
    /// Too few or too many players.
    #[error("formed match {number} of {players} {}, not of {least} to {most}", if *.players == 1 { "player" } else { "players" })]
    Size {
        /// The match, from 1.
        number: usize,
        /// Its players.
        players: usize,
        /// Fewest players.
        least: usize,
        /// Most players.
        most: usize,
    },
    /// Teams that are not those of the ranked mode.
    #[error("formed match {number} with teams of {} players, where the mode is {mode}", sizes(.players))]
    Teams {
        /// The match, from 1.
        number: usize,
        /// The players of each team.
        players: Vec<usize>,
        /// The mode.
        mode: Mode,
    },
    /// A team without tickets.
    #[error("left team {team} of match {number} empty")]
    EmptyTeam {
        /// The match, from 1.
        number: usize,
        /// The team, from 1.
        team: usize,
    },
    /// A datacenter that does not exist.
    #[error("put match {number} at datacenter {datacenter}, where there are {count}, numbered from 0")]
    UnknownDatacenter {
        /// The match, from 1.
        number: usize,
        /// The datacenter.
        datacenter: u16,
        /// Number of datacenters.
        count: usize,
    },
    /// A datacenter that is closed.
    #[error("put match {number} at datacenter {datacenter}, which is closed")]
    ClosedDatacenter {
        /// The match, from 1.
        number: usize,
        /// The datacenter.
        datacenter: u16,
    },
}

fn sizes(players: &[usize]) -> String {
    players.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

impl Answer {
    /// The checked answer of a policy.
    ///
    /// # Errors
    /// [`Fault`] names the call and what is wrong with its answer.
    pub fn of(policy: &dyn Policy, call: &Call<'_>) -> Result<Self, Fault> {
        let mut answer = Self::default();
        let formed = policy.form(call, &mut answer).map_err(Flaw::Failed);
        let checked = formed.and_then(|()| answer.check(call, policy.match_size()));
        match checked {
            Ok(()) => Ok(answer),
            Err(flaw) => Err(Fault { at: call.now, tickets: call.tickets.len(), flaw }),
        }
    }

    fn check(&mut self, call: &Call<'_>, (least, most): (usize, usize)) -> Result<(), Flaw> {
        // Tickets are in the order of their age, not of their numbers.
        let mut by_id: Vec<(TicketId, u32)> = Vec::new();
        if !self.matches.is_empty() {
            by_id.extend(call.tickets.iter().map(|ticket| ticket.id).zip(0..));
            by_id.sort_unstable();
        }
        self.tickets.clear();
        let mut used = vec![false; by_id.len()];
        for (number, PolicyMatch { teams, datacenter }) in (1..).zip(&self.matches) {
            let mut players = 0;
            for (team, tickets) in (1..).zip(teams) {
                if tickets.is_empty() {
                    return Err(Flaw::EmptyTeam { number, team });
                }
                for &ticket in tickets {
                    let at = by_id.binary_search_by_key(&ticket, |&(id, _)| id);
                    let at = at.map_err(|_| Flaw::UnknownTicket { number, ticket })?;
                    if std::mem::replace(&mut used[at], true) {
                        return Err(Flaw::DoubledTicket { number, ticket });
                    }
                    let ticket = by_id[at].1;
                    players += call.tickets[ticket as usize].players.len();
                    self.tickets.push(ticket);
                }
            }
            if players < least || players > most {
                return Err(Flaw::Size { number, players, least, most });
            }
            let (datacenter, count) = (datacenter.0, call.open.len());
            match call.open.get(usize::from(datacenter)) {
                None => return Err(Flaw::UnknownDatacenter { number, datacenter, count }),
                Some(false) => return Err(Flaw::ClosedDatacenter { number, datacenter }),
                Some(true) => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Place, Player, Ticket};

    /// A policy that always answers the same.
    #[derive(Debug)]
    struct Says(Result<Vec<PolicyMatch>, String>);

    impl Policy for Says {
        fn rules(&self) -> &[String] {
            &[]
        }

        fn match_size(&self) -> (usize, usize) {
            (2, 3)
        }

        fn request_timeout_s(&self) -> u32 {
            60
        }

        fn form(&self, _: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
            answer.matches = self.0.clone()?;
            Ok(())
        }
    }

    /// A party of two with number 7, and players 3 and 5; three datacenters, the last closed.
    fn ask(says: Result<Vec<PolicyMatch>, String>) -> Result<usize, String> {
        let players = [Player { place: Place::default(), rtts_ms: &[10, 20, 30], attributes: &[] }; 2];
        let ticket = |(id, count): (u32, usize)| Ticket { id: TicketId(id), waited_s: 0, players: &players[..count] };
        let tickets = [(7, 2), (3, 1), (5, 1)].map(ticket);
        let now = SimTime::DAY_START + 61;
        let call = Call { now, key: 0, open: &[true, true, false], tickets: &tickets };
        Answer::of(&Says(says), &call).map(|answer| answer.matches.len()).map_err(|fault| fault.to_string())
    }

    fn one(teams: &[&[u32]], datacenter: u16) -> PolicyMatch {
        let team = |team: &&[u32]| team.iter().copied().map(TicketId).collect();
        PolicyMatch { teams: teams.iter().map(team).collect(), datacenter: DatacenterIndex(datacenter) }
    }

    #[test]
    fn valid_matches_are_taken() {
        assert_eq!(ask(Ok(Vec::new())), Ok(0));
        assert_eq!(ask(Ok(vec![one(&[&[7]], 0)])), Ok(1));
        assert_eq!(ask(Ok(vec![one(&[&[3], &[7]], 1)])), Ok(1));
        assert_eq!(ask(Ok(vec![one(&[&[3, 5]], 1), one(&[&[7]], 1)])), Ok(2));
    }

    #[test]
    fn a_fault_names_the_call_and_what_is_wrong() {
        let table = [
            (Err("it trapped".to_owned()), "failed: it trapped"),
            (Ok(vec![one(&[&[3], &[4]], 0)]), "put ticket 4 into match 1, which does not wait"),
            (Ok(vec![one(&[&[3], &[5]], 0), one(&[&[7], &[5]], 0)]), "used ticket 5 again in match 2"),
            (Ok(vec![one(&[&[3], &[3]], 0)]), "used ticket 3 again in match 1"),
            (Ok(vec![one(&[&[3]], 0)]), "formed match 1 of 1 player, not of 2 to 3"),
            (Ok(vec![one(&[&[3, 5, 7]], 0)]), "formed match 1 of 4 players, not of 2 to 3"),
            (Ok(vec![one(&[], 0)]), "formed match 1 of 0 players, not of 2 to 3"),
            (Ok(vec![one(&[&[7], &[]], 0)]), "left team 2 of match 1 empty"),
            (Ok(vec![one(&[&[7]], 3)]), "put match 1 at datacenter 3, where there are 3, numbered from 0"),
            (Ok(vec![one(&[&[7]], 2)]), "put match 1 at datacenter 2, which is closed"),
        ];
        for (says, flaw) in table {
            assert_eq!(ask(says), Err(format!("the policy called at 00:01:01 with 3 waiting tickets {flaw}")));
        }
    }

    #[test]
    fn efforts_add_up() {
        let effort = |candidates, refused: &[(u64, u64)]| Effort {
            candidates,
            refused: refused.iter().map(|&(alone, all)| Refused { alone, all }).collect(),
        };
        let mut sum = Effort::default();
        sum += &effort(3, &[(1, 2), (0, 1)]);
        sum += &effort(4, &[(2, 2), (0, 3)]);
        assert_eq!(sum, effort(7, &[(3, 4), (0, 4)]));
    }
}
