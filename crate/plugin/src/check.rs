//! Tries a module on small queues before a day does.

use matchday_base::{DatacenterIndex, SimTime, TicketId, rng};
use matchday_matchmaker::policy::{Answer, Attribute, Call, Flaw, Place, Player, Population, Ticket};
use matchday_sim::policy::{Constants, Plugin, Terms};

/// Waiting tickets of each first call.
pub const SIZES: [u32; 5] = [0, 1, 7, 60, 500];

/// Two datacenters, the second closed in every other call.
const DATACENTERS: [(&str, Place); 2] = [
    ("frankfurt", Place { latitude: 50.11, longitude: 8.68 }),
    ("ashburn", Place { latitude: 39.04, longitude: -77.49 }),
];

/// The seconds that calls happen at; at some, a fresh instance is asked, too.
const FIRST_CALL_S: u32 = 432 * 1_000;

/// What days of a check are like.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Teams of a match, and players of a team.
    pub teams: (usize, usize),
    /// The attributes of players.
    pub population: Population,
    /// The constants.
    pub constants: Constants,
}

/// Calls a module with queues of [`SIZES`] single players, each size twice; returns what is wrong, in words. A module that
/// gives no answer is not asked again.
pub fn check(plugin: &dyn Plugin, trial: &Trial) -> Vec<String> {
    let policy = plugin.policy(Terms {
        teams: trial.teams.0,
        team_size: trial.teams.1,
        request_timeout_s: 60,
        datacenters: DATACENTERS.to_vec(),
        schema: trial.population.schema(),
        constants: trial.constants.clone(),
    });
    let policy = match policy {
        Ok(policy) => policy,
        Err(wrong) => return vec![wrong],
    };
    let mut found = Vec::new();
    for (at, tickets) in (0..).zip(SIZES.into_iter().flat_map(|size| [size, size])) {
        let waiting = waiting(&trial.population, tickets);
        let players: Vec<Player<'_>> = waiting.iter().map(Waiting::player).collect();
        let tickets: Vec<Ticket<'_>> =
            waiting.iter().zip(&players).map(|(of, player)| of.ticket(std::slice::from_ref(player))).collect();
        let now = SimTime(FIRST_CALL_S + at * 216);
        let open = [true, at % 2 == 0];
        let call = Call { now, key: rng::split_mix(at.into()), open: &open, tickets: &tickets };
        if let Err(fault) = Answer::of(&*policy, &call) {
            found.push(format!("called with {} waiting tickets it {}", fault.tickets, fault.flaw));
            if let Flaw::Failed(_) = fault.flaw {
                break;
            }
        }
    }
    found.dedup();
    found
}

struct Waiting {
    id: TicketId,
    waited_s: u32,
    place: Place,
    rtts_ms: [u16; 2],
    attributes: Vec<Attribute>,
}

/// Players of whom every third is in America.
fn waiting(population: &Population, tickets: u32) -> Vec<Waiting> {
    let waiting = |at: u32| {
        let home = DatacenterIndex(u16::from(at.is_multiple_of(3)));
        let mut rtts_ms = [120; 2];
        rtts_ms[home.index()] = 10 + (at % 40) as u16;
        Waiting {
            id: TicketId(at + 1),
            waited_s: 59 * (tickets - at) / tickets,
            place: DATACENTERS[home.index()].1,
            rtts_ms,
            attributes: population.draw(1, at, 0.0),
        }
    };
    (0..tickets).map(waiting).collect()
}

impl Waiting {
    fn player(&self) -> Player<'_> {
        Player { place: self.place, rtts_ms: &self.rtts_ms, attributes: &self.attributes }
    }

    fn ticket<'a>(&self, players: &'a [Player<'a>]) -> Ticket<'a> {
        Ticket { id: self.id, waited_s: self.waited_s, players }
    }
}
