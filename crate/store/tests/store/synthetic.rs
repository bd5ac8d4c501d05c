//! Synthetic days of a ladder: players meet at random, and the rows have the form of a simulated day.

use matchday_base::{Rng, SimTime, Streams};
use matchday_wire::season::Batch;
use matchday_wire::season::rows::{
    EstimatedRating, Match, MatchState, Outcome, Participant, Party, Season, Ticket, TicketState,
};
use rand::RngExt;

/// Results of so many matches of two over some days.
pub struct Synthetic {
    pub players: u32,
    pub days: u32,
    pub matches: u32,
    pub season_days: u32,
}

const DAY_S: u32 = 86_400;
/// When the first day starts.
const START: u32 = SimTime::DAY_START.0;

impl Synthetic {
    /// One batch with everything, in the order of ends.
    pub fn all(&self) -> Batch {
        let mut rng = Streams::new(7).stream("synthetic");
        let mut estimated =
            vec![EstimatedRating { rating: 1500.0, rd: 350.0, volatility: 0.06 }; self.players as usize];
        let mut batch = Batch {
            through: START + self.days * DAY_S,
            mode: "1v1".into(),
            team_size: 1,
            regions: ["Europe", "North America", "Asia"].map(String::from).to_vec(),
            ..Batch::default()
        };
        let season_s = self.season_days * DAY_S;
        let mut ticket = 0;
        for id in 0..self.matches {
            // Ends are spread evenly; several may fall in one second.
            let finished = START + (u64::from(id) * u64::from(self.days * DAY_S) / u64::from(self.matches)) as u32;
            let season = ((finished - START) / season_s + 1) as u16;
            while batch.seasons.len() < usize::from(season) {
                let number = batch.seasons.len() as u16 + 1;
                let start = START + u32::from(number - 1) * season_s;
                let ratings = estimated.iter().enumerate().filter(|_| number > 1).map(|(i, at)| (i as u32, *at));
                let soft_reset_factor = Some(0.75);
                batch.seasons.push(Season {
                    number,
                    start,
                    end: start + season_s,
                    soft_reset_factor,
                    ratings: ratings.collect(),
                });
            }
            let first = rng.random_range(..self.players);
            let second = (first + 1 + rng.random_range(..self.players - 1)) % self.players;
            batch.matches.push(one_match(&mut rng, &mut estimated, id, season, finished, [first, second]));
            for leader in [first, second] {
                batch.tickets.push(one_ticket(&mut rng, &batch.matches[id as usize], ticket, leader));
                if let Some(party) = batch.tickets[ticket as usize].party {
                    let members = vec![leader, leader + 1];
                    batch.parties.push(Party { id: party, members, created: finished - 200, disbanded: finished });
                }
                ticket += 1;
            }
        }
        batch
    }
}

fn one_match(
    rng: &mut Rng,
    estimated: &mut [EstimatedRating],
    id: u32,
    season: u16,
    finished: u32,
    players: [u32; 2],
) -> Match {
    let state = match rng.random_range(..20_u32) {
        0 => MatchState::Declined,
        1 => MatchState::ServerLost,
        _ => MatchState::Finished,
    };
    let outcomes = match (state, rng.random_range(..10_u32)) {
        (MatchState::Declined | MatchState::ServerLost, _) => [Outcome::Void, Outcome::Void],
        (MatchState::Finished, 0) => [Outcome::Drawn, Outcome::Drawn],
        (MatchState::Finished, 1..6) => [Outcome::Won, Outcome::Lost],
        (MatchState::Finished, _) => [Outcome::Lost, Outcome::Won],
    };
    let mut participants = Vec::new();
    for (team, (player, outcome)) in players.into_iter().zip(outcomes).enumerate() {
        let before = estimated[player as usize];
        let delta = f64::from(rng.random_range(..2_000_u32)) / 97.0;
        let after = match outcome {
            Outcome::Won => EstimatedRating { rating: before.rating + delta, ..before },
            Outcome::Lost => {
                EstimatedRating { rating: before.rating - delta, rd: (before.rd * 0.97).max(50.0), ..before }
            }
            Outcome::Drawn | Outcome::Void => before,
        };
        estimated[player as usize] = after;
        participants.push(Participant {
            player,
            team: team as u8,
            before,
            after,
            outcome,
            dodged: state == MatchState::Declined && team == 1,
            left_early: outcome == Outcome::Lost && rng.random_ratio(1, 30),
            duration_s: if outcome == Outcome::Void { 0 } else { 300 },
        });
    }
    Match {
        id,
        season,
        region: rng.random_range(..3),
        map: rng.random_range(..5),
        created: finished - 312,
        started: (state == MatchState::Finished).then_some(finished - 300),
        finished,
        state,
        average_mmr: (participants[0].before.rating + participants[1].before.rating) / 2.0,
        participants,
    }
}

fn one_ticket(rng: &mut Rng, of: &Match, id: u32, leader: u32) -> Ticket {
    Ticket {
        id,
        leader,
        party: (rng.random_ratio(1, 12)).then_some(id),
        season: of.season,
        region: of.region,
        mmr: of.average_mmr as i32,
        ping_ms: rng.random_range(..120),
        created: of.created - rng.random_range(..180_u32),
        closed: of.finished,
        state: match of.state {
            MatchState::Finished => TicketState::Finished,
            MatchState::Declined => TicketState::Expired,
            MatchState::ServerLost => TicketState::Cancelled,
        },
        window_points: (!rng.random_ratio(1, 5)).then_some(100),
        window_ms: 50,
    }
}
