//! The journal of a ranked day: rows of matches, tickets, parties and seasons.
//!
//! Matches are numbered in the order in which the queue found them, including matches without a ready check
//! and matches called off. All tickets of a match are closed when it ends, even of players who left before. A
//! party is the members of one ticket. It continues on the next ticket if the match is called off or fails and
//! all members queue again together. With fewer members, or after a match, it is a new party.

use super::offers::{Offered, Taken};
use super::running::RankedMatch;
use matchday_base::{AccountId, SimTime, TicketId};
use matchday_ladder::Ladder;
use matchday_ladder::history::{Ended, how};
use matchday_ladder::rating::{Change, Outcome, Rating};
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::{Policy, RegionId, Rules, Widening};
use matchday_wire::season::rows::{self, EstimatedRating, MatchState, Participant, Party, Season, TicketState};
use matchday_wire::season::{Batch, rows::Outcome as Result};
use std::collections::BTreeMap;

/// Rows since the last [`take`](Self::take).
#[derive(Clone, Debug)]
pub struct Journal {
    batch: Batch,
    /// Parties of the open tickets with several members.
    parties: BTreeMap<TicketId, Party>,
    /// Region of each datacenter.
    regions: Vec<RegionId>,
    widening: Widening,
    /// Whether windows limit points.
    narrows: bool,
}

/// How a match ended.
#[derive(Clone, Copy, Debug)]
pub enum Ending<'a> {
    /// Not all players accepted: their answers, team by team.
    Declined(&'a [Answer]),
    /// It had no server, or lost it.
    Lost(&'a RankedMatch),
    /// It was played to its end.
    Played {
        /// The match.
        of: &'a RankedMatch,
        /// The ranks of its teams.
        outcome: &'a Outcome<AccountId>,
        /// The rating changes, team by team.
        changes: &'a [Change<AccountId>],
    },
}

/// A closed ticket.
#[derive(Clone, Copy, Debug)]
pub struct Closed<'a> {
    /// The ticket.
    pub ticket: &'a Taken,
    /// When it left the queue.
    pub searched_until: SimTime,
    /// Why it was closed.
    pub state: TicketState,
    /// The ticket on which all or some of its members queue again.
    pub next: Option<TicketId>,
}

impl Journal {
    /// The journal of a day that begins.
    pub fn new(rules: &Rules, names: &[&str], regions: Vec<RegionId>, ladder: &Ladder, now: SimTime) -> Self {
        let batch = Batch {
            mode: rules.mode.to_string(),
            team_size: rules.mode.team_size() as u8,
            regions: names.iter().map(|&name| name.to_owned()).collect(),
            ..Batch::default()
        };
        let narrows = !matches!(rules.policy, Policy::Bands(_));
        let mut journal = Self { batch, parties: BTreeMap::new(), regions, widening: rules.widening.clone(), narrows };
        journal.season(ladder, now);
        journal
    }

    /// All rows since the last call; `through` is the next second.
    pub fn take(&mut self, through: SimTime) -> Batch {
        let Batch { mode, team_size, regions, .. } = &self.batch;
        let next = Batch { mode: mode.clone(), team_size: *team_size, regions: regions.clone(), ..Batch::default() };
        Batch { through: through.0, ..std::mem::replace(&mut self.batch, next) }
    }

    /// Number of closed tickets since the last [`take`](Self::take).
    pub fn tickets(&self) -> usize {
        self.batch.tickets.len()
    }

    /// Records the start of a season.
    pub fn season(&mut self, ladder: &Ladder, now: SimTime) {
        let ratings = ladder.season().players();
        self.batch.seasons.push(Season {
            number: season(ladder),
            start: now.0,
            end: ladder.season_ends().0,
            soft_reset_factor: ladder.season_kind().left(),
            ratings: ratings.map(|(account, rating)| (account.0, estimated(rating))).collect(),
        });
    }

    /// Records a party that queues.
    pub fn queued(&mut self, id: TicketId, members: &[AccountId], now: SimTime) {
        if members.len() > 1 {
            let members = members.iter().map(|account| account.0).collect();
            self.parties.insert(id, Party { id: id.0, members, created: now.0, disbanded: 0 });
        }
    }

    /// Records a closed ticket.
    pub fn closed(&mut self, closed: &Closed, ladder: &Ladder, now: SimTime) {
        let &Closed { ticket, searched_until, state, next } = closed;
        let id = ticket.id;
        let window = self.widening.at(searched_until.since(ticket.enqueued));
        let party = self.parties.remove(&id);
        self.batch.tickets.push(rows::Ticket {
            id: id.0,
            leader: ticket.members.first().map_or(0, |leader| leader.account.0),
            party: party.as_ref().map(|party| party.id),
            season: season(ladder),
            region: ticket.region.0,
            mmr: ticket.points,
            ping_ms: ticket.ping_ms,
            created: ticket.enqueued.0,
            closed: now.0,
            state,
            window_points: self.narrows.then_some(window.points),
            window_ms: window.rtt_ms,
        });
        let Some(party) = party else { return };
        match next.and_then(|next| self.parties.get_mut(&next)) {
            Some(next) if next.members == party.members => *next = party,
            _ => self.batch.parties.push(Party { disbanded: now.0, ..party }),
        }
    }

    /// Records the end of a match.
    pub fn ended(&mut self, offered: &Offered, ending: Ending, ladder: &Ladder, now: SimTime) {
        let teams = (0_u8..).zip(&offered.teams);
        let everybody = teams.flat_map(|(team, players)| players.iter().map(move |&player| (team, player)));
        let started = match ending {
            Ending::Declined(_) => None,
            Ending::Lost(of) | Ending::Played { of, .. } => of.started,
        };
        let mut participants: Vec<Participant> = everybody
            .map(|(team, player)| {
                let rating = estimated(ladder.rating(player, now));
                Participant {
                    player: player.0,
                    team,
                    before: rating,
                    after: rating,
                    outcome: Result::Void,
                    dodged: false,
                    left_early: false,
                    duration_s: started.map_or(0, |started| now.since(started)),
                }
            })
            .collect();
        match ending {
            Ending::Declined(answers) => {
                for (participant, &answer) in participants.iter_mut().zip(answers) {
                    participant.dodged = answer != Answer::Accepted;
                }
            }
            Ending::Lost(of) => leave(&mut participants, of),
            Ending::Played { of, outcome, changes } => {
                let left = of.leavers();
                for ((participant, change), how) in participants.iter_mut().zip(changes).zip(how(outcome, &left)) {
                    (participant.before, participant.after) = (estimated(change.before), estimated(change.after));
                    participant.outcome = match how {
                        Ended::Won => Result::Won,
                        Ended::Drawn => Result::Drawn,
                        Ended::Lost | Ended::Left => Result::Lost,
                    };
                }
                leave(&mut participants, of);
            }
        }
        self.batch.matches.push(rows::Match {
            id: offered.number,
            season: season(ladder),
            region: self.regions[offered.datacenter.index()].0,
            map: offered.map,
            created: offered.at.0,
            started: started.map(|at| at.0),
            finished: now.0,
            state: match ending {
                Ending::Declined(_) => MatchState::Declined,
                Ending::Lost(_) => MatchState::ServerLost,
                Ending::Played { .. } => MatchState::Finished,
            },
            average_mmr: offered.mean_points,
            participants,
        });
    }
}

/// Records the players who left a match, and how long they had played.
fn leave(participants: &mut [Participant], of: &RankedMatch) {
    for participant in participants {
        if let (Some(at), Some(started)) = (of.left_at(AccountId(participant.player)), of.started) {
            (participant.left_early, participant.duration_s) = (true, at.since(started));
        }
    }
}

/// The number of the current season.
fn season(ladder: &Ladder) -> u16 {
    ladder.ended().len() as u16 + 1
}

fn estimated(rating: Rating) -> EstimatedRating {
    EstimatedRating { rating: rating.points(), rd: rating.deviation(), volatility: rating.volatility() }
}

#[cfg(test)]
mod tests;
