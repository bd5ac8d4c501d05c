//! The person joins the queue: checks, account, and constraints.

use super::ClientError;
use crate::people::Doing;
use crate::search::Age;
use crate::settings::MAPS;
use crate::{Event, RankedDay};
use matchday_atlas::Location;
use matchday_atlas::geo::great_circle_km;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{AccountId, CellId};
use matchday_matchmaker::RowId;
use matchday_matchmaker::ranked::RegionId;
use matchday_scenario::player_actions::{Person, PlayerAction, Wishes};
use matchday_sim::columns::Count;
use matchday_sim::events::EventKind;
use matchday_sim::servers::region_names;
use matchday_sim::world::World;
use matchday_wire::messages::{ClientMessage, Constraints, PartyRef, TicketRef};
use rand::RngExt;

/// The person's only party.
const PARTY: PartyRef = PartyRef(1);
/// Largest difference in skill between the person and a friend, points.
const FRIEND_POINTS: i32 = 100;

/// The values with which a connected person queues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// The mode.
    pub mode: String,
    /// The region of the nearest datacenter.
    pub region: String,
    /// The party, if there are friends.
    pub party: Option<PartyRef>,
}

impl RankedDay {
    /// Sets the person, the number of friends, and the constraints that apply unless a message changes them.
    ///
    /// # Errors
    /// Another person has queued already, a team has no room for the friends, or a map is unknown.
    pub fn connect(&mut self, person: Person, friends: u8, asked: &Constraints) -> Result<Connected, ClientError> {
        match self.client.done.person() {
            Some(other) if other != person => return Err(ClientError::Other(other.to_string())),
            _ => {}
        }
        self.room_for(friends)?;
        self.client.profile = Some((person, friends, wishes(Wishes::default(), asked)?));
        Ok(Connected {
            mode: self.settings.rules.mode.to_string(),
            region: self.region_name(self.nearest_region(self.home_of(person))),
            party: (friends > 0).then_some(PARTY),
        })
    }

    fn room_for(&self, friends: u8) -> Result<(), ClientError> {
        let mode = self.settings.rules.mode;
        let most = mode.team_size() - 1;
        if usize::from(friends) > most { Err(ClientError::Friends { friends, mode, most }) } else { Ok(()) }
    }

    /// The action of a client that sends this message.
    pub(super) fn join_of(
        &self,
        mode: &str,
        region: &str,
        party: Option<PartyRef>,
        asked: Option<&Constraints>,
    ) -> Result<PlayerAction, ClientError> {
        let (person, friends, mut wishes) = self.client.profile.ok_or(ClientError::Nobody)?;
        let played = self.settings.rules.mode;
        if mode != played.to_string() {
            return Err(ClientError::Mode { asked: mode.to_owned(), played });
        }
        let names = region_names(&self.world);
        let number = names.iter().position(|name| *name == region).map(|number| number as u8);
        let number = number.ok_or_else(|| ClientError::Region { asked: region.to_owned(), there: names.join(", ") })?;
        wishes.region = (number != self.nearest_region(self.home_of(person)).0).then_some(number);
        let friends = match party {
            None => 0,
            Some(PARTY) if friends > 0 => friends,
            Some(other) => return Err(ClientError::Party(other.to_string())),
        };
        if let Some(asked) = asked {
            wishes = self::wishes(wishes, asked)?;
        }
        Ok(PlayerAction::Join { person, friends, wishes })
    }

    /// Whether the person may queue now.
    pub(super) fn may_join(&self, person: Person, friends: u8, wishes: Wishes) -> Result<(), ClientError> {
        if let Some(ticket) = self.client.ticket {
            return Err(ClientError::Queued(TicketRef(ticket.0)));
        }
        self.room_for(friends)?;
        let until = self.client.account().map_or(self.log.now, |account| self.lockouts.until(account, self.log.now));
        if until > self.log.now {
            return Err(ClientError::LockedOut(until.since(self.log.now)));
        }
        if self.client.account().is_some_and(|account| self.people.doing(account).0 == Doing::LeftMatch) {
            return Err(ClientError::LeftMatch);
        }
        let names = region_names(&self.world);
        if let Some(asked) = wishes.region.filter(|&region| usize::from(region) >= names.len()) {
            return Err(ClientError::Region { asked: asked.to_string(), there: names.join(", ") });
        }
        let rtts_ms = self.world.latencies.rtts_ms(RowId(self.home_of(person).0));
        let nearest_ms = rtts_ms.iter().copied().min().unwrap_or(OUT_OF_REACH_MS);
        if wishes.ping_ms.is_some_and(|most_ms| most_ms < nearest_ms) {
            return Err(ClientError::Ping { nearest_ms });
        }
        Ok(())
    }

    /// Brings the person and its friends online, and queues them.
    pub(super) fn come(&mut self, person: Person, friends: u8) {
        let party = self.register(person, 1 + usize::from(friends));
        let wishes = self.client.wishes;
        let region = wishes.region.map_or_else(|| self.nearest_region(self.home_of(person)), RegionId);
        let join = ClientMessage::RankedQueueJoin {
            mode_id: self.settings.rules.mode.to_string(),
            region: self.region_name(region),
            party_id: (friends > 0).then_some(PARTY),
            constraints: (wishes != Wishes { region: wishes.region, ..Wishes::default() }).then(|| constraints(wishes)),
        };
        self.client.say(self.log.now, join);
        for &account in &party {
            self.people.come_back(account);
            self.send_pings(account);
            self.log.row.add(Count::Joined, 1);
            self.fold(Event::Join, account.0, self.people.of(account).home.0);
            self.log_event(account, EventKind::Join, None);
        }
        self.enqueue(&party, Age::new(self.log.now));
    }

    /// The person and its first friends; each is registered when it first joins.
    fn register(&mut self, person: Person, count: usize) -> Vec<AccountId> {
        while self.client.guests.len() < count {
            let (home, mut skill) = (self.home_of(person), f64::from(person.skill));
            if !self.client.guests.is_empty() {
                skill += f64::from(self.client.friends.random_range(-FRIEND_POINTS..=FRIEND_POINTS));
            }
            let account = self.people.register_guest(self.log.now, home, self.world.cells[home.index()], skill);
            self.client.guests.push(account);
        }
        self.client.guests[..count].to_vec()
    }

    fn home_of(&self, person: Person) -> CellId {
        self.client.account().map_or_else(|| nearest_cell(&self.world, person), |account| self.people.of(account).home)
    }

    fn region_name(&self, region: RegionId) -> String {
        region_names(&self.world).get(usize::from(region.0)).copied().unwrap_or_default().to_owned()
    }

    fn nearest_region(&self, home: CellId) -> RegionId {
        let rtts_ms = self.world.latencies.rtts_ms(RowId(home.0));
        self.regions[(0..rtts_ms.len()).min_by_key(|&at| rtts_ms[at]).unwrap_or(0)]
    }
}

/// The cell with joins that is nearest to a person's place.
fn nearest_cell(world: &World, person: Person) -> CellId {
    let degrees = |hundredths: i32| f64::from(hundredths) / 100.0;
    // The location of a person is always valid.
    let Ok(place) = Location::new(degrees(person.lat_hundredths), degrees(person.lon_hundredths)) else {
        return CellId(0);
    };
    let far = |cell: &CellId| great_circle_km(world.cells[cell.index()].centre(), place);
    let cells = (0..world.cells.len() as u32).map(CellId);
    cells.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or_default()
}

/// The constraints `asked`, with `always` as defaults.
fn wishes(always: Wishes, asked: &Constraints) -> Result<Wishes, ClientError> {
    let known = |pool: &Vec<u8>| !pool.is_empty() && pool.iter().all(|&map| map < MAPS);
    if asked.map_pool.as_ref().is_some_and(|pool| !known(pool)) {
        return Err(ClientError::Maps);
    }
    let maps = asked.map_pool.as_ref().map(|pool| pool.iter().fold(0, |maps, map| maps | 1 << map));
    Ok(Wishes {
        ping_ms: asked.max_ping_ms.or(always.ping_ms),
        same_platform: asked.crossplay.map_or(always.same_platform, |crossplay| !crossplay),
        region_lock: asked.region_lock.unwrap_or(always.region_lock),
        maps: maps.or(always.maps),
        region: always.region,
    })
}

fn constraints(wishes: Wishes) -> Constraints {
    Constraints {
        max_ping_ms: wishes.ping_ms,
        crossplay: wishes.same_platform.then_some(false),
        map_pool: wishes.maps.map(|maps| (0..MAPS).filter(|map| maps >> map & 1 == 1).collect()),
        region_lock: wishes.region_lock.then_some(true),
    }
}
