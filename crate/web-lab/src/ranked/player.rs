//! A person who plays in a ranked day: structs from and for JavaScript.

use crate::ranked::waiting::points;
use crate::world::atlas::Place;
use matchday_atlas::Location;
use matchday_base::{AccountId, SimTime};
use matchday_ladder::Division;
use matchday_ladder::rating::PROVISIONAL_MATCHES;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::state::State;
use matchday_ranked::RankedDay;
use matchday_ranked::client::View;
use matchday_ranked::client::view::{ClientSearch, Finish, InMatch};
use matchday_ranked::people::Doing;
use matchday_scenario::PlayerActions;
use matchday_scenario::player_actions::Person;
use matchday_sim::{Simulate, Snapshot};
use matchday_web_common::error::{Code, Error, Result};
use matchday_wire::messages::{Constraints, MatchRef, Message, TicketRef};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use tsify::Tsify;

/// The player who joins, and the place.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct JoiningPlayer {
    /// Degrees north, rounded to a hundredth.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// True skill, points.
    pub skill: f64,
    /// Number of simulated friends in the player's party.
    pub friends: f64,
    /// Constraints on matches, as in `RankedQueueJoin`.
    #[serde(default, deserialize_with = "with_all_fields")]
    pub constraints: Option<Constraints>,
}

/// Reads all fields, so that unknown ones are refused: serde-wasm-bindgen asks an object for a struct's own fields only.
fn with_all_fields<'de, D: Deserializer<'de>>(constraints: D) -> std::result::Result<Option<Constraints>, D::Error> {
    let fields = Option::<serde_json::Value>::deserialize(constraints)?;
    fields.map(serde_json::from_value).transpose().map_err(D::Error::custom)
}

impl JoiningPlayer {
    /// The person, the number of friends, and the constraints.
    ///
    /// # Errors
    /// [`Code::BadPlace`]: not a place on Earth; [`Code::BadMessage`]: any other invalid value.
    pub fn read(self) -> Result<(Person, u8, Constraints)> {
        let whole = |name: &str, number: f64, most: f64| {
            let there = Some(number).filter(|number| (0.0..=most).contains(number) && number.fract() == 0.0);
            let expected = || format!("{name}: expected a whole number from 0 to {}", most as u32);
            there.ok_or_else(|| Error::new(Code::BadMessage, expected()))
        };
        let place = Location::named(self.lat, self.lon).map_err(|error| Error::new(Code::BadPlace, error))?;
        let hundredths = |degrees: f64| (degrees * 100.0).round() as i32;
        let person = Person {
            lat_hundredths: hundredths(place.lat()),
            lon_hundredths: hundredths(place.lon()),
            skill: whole("skill", self.skill, PlayerActions::MOST_SKILL.into())? as u16,
        };
        let friends = whole("friends", self.friends, PlayerActions::MOST_FRIENDS.into())? as u8;
        Ok((person, friends, self.constraints.unwrap_or_default()))
    }
}

/// The contents of the player's `RankedQueueJoin`.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Joining {
    /// The mode.
    pub mode_id: String,
    /// The region.
    pub region: String,
    /// The party; null without friends.
    pub party_id: Option<String>,
}

/// An activity of a player.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Activity {
    /// Not in the queue.
    Offline,
    /// Searching for a match.
    Searching,
    /// Asked to accept a match.
    MatchFound,
    /// Waiting for the match to begin.
    Starting,
    /// About to search again, after a match that failed.
    Retrying,
    /// In a match.
    Playing,
}

/// The state of the player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PlayerStanding {
    /// Its activity.
    pub doing: Activity,
    /// Start of the activity: seconds since the first shown midnight.
    pub since_s: i32,
    /// Number of its account.
    pub account: u32,
    /// Its home.
    pub place: Option<Place>,
    /// Its rating, points.
    pub rating: f64,
    /// The deviation of its rating, points.
    pub deviation: f64,
    /// Matches that counted.
    pub matches: u32,
    /// Its division.
    pub tier: String,
    /// Whether it has too few matches for the leaderboard.
    pub provisional: bool,
    /// Place on the leaderboard, from 1; null while provisional.
    pub board_place: Option<u32>,
    /// Accounts on the leaderboard.
    pub board_of: u32,
    /// End of its lockout: seconds since the first shown midnight; null without one.
    pub locked_until_s: Option<i32>,
    /// Its ticket, as in messages; null without one.
    pub ticket: Option<String>,
    /// Its search; null if it does not search.
    pub search: Option<PlayerSearch>,
    /// Its match, offered or running; null without one.
    #[serde(rename = "match")]
    pub in_match: Option<PlayerMatch>,
    /// Its last match that counted.
    pub last: Option<Finished>,
}

/// A search of the player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PlayerSearch {
    /// Wait so far, s.
    pub age_s: u32,
    /// Time until the search expires, s.
    pub expires_s: u32,
    /// Window of ratings, points; null: any.
    pub points: Option<u16>,
    /// Limit on RTT, ms.
    pub rtt_ms: u16,
    /// Estimated remaining wait, s.
    pub wait_s: u32,
    /// Its place by age in its region, from 1.
    pub position: u32,
    /// Number of players searching in the region.
    pub searching: u32,
}

/// A match of the player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct PlayerMatch {
    /// Match, as in messages.
    pub id: String,
    /// Name of the datacenter in links.
    pub datacenter: String,
    /// Its name for people.
    pub label: String,
    /// Number of the map played.
    pub map: u8,
    /// End of the ready check, in seconds since the first shown midnight; null after the check.
    pub deadline_s: Option<i32>,
    /// Start of the match, in seconds since the first shown midnight.
    pub started_s: Option<i32>,
    /// Its players by team.
    pub teams: Vec<Vec<Seated>>,
}

/// A player of a match.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Seated {
    /// Its number.
    pub account: u32,
    /// Its rating, points.
    pub points: f64,
    /// Whether this is the person who plays.
    pub you: bool,
    /// Answer to the ready check; null after the check.
    pub answer: Option<ReadyAnswer>,
}

/// An answer to a ready check.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ReadyAnswer {
    /// None yet.
    Silent,
    /// Accepted.
    Accepted,
    /// Declined, or gone.
    Declined,
}

/// A match that counted.
#[derive(Serialize, Tsify)]
pub struct Finished {
    /// The place of the player's team, from 1.
    pub place: u32,
    /// Number of teams.
    pub teams: u32,
    /// Whether another team has the same place.
    pub shared: bool,
}

/// A message between client and service.
#[derive(Serialize, Tsify)]
pub struct LoggedMessage {
    /// Its time: seconds since the first shown midnight.
    pub time_s: i32,
    /// The recipient.
    pub to: Side,
    /// The message.
    pub message: Message,
}

/// A side of the conversation.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player's client.
    Client,
    /// The service.
    Server,
}

/// The home of an account.
pub fn place(day: &RankedDay, account: AccountId) -> Option<Place> {
    let known = day.people().accounts().all().get(account.index())?;
    Some(day.world().cells[known.home.index()].centre().into())
}

impl PlayerStanding {
    /// The state in a day.
    pub fn of(day: &RankedDay, view: &View) -> Self {
        let (doing, since) = view.doing;
        let rating = view.rating;
        Self {
            doing: match doing {
                Doing::Ticket(State::Ticket) => Activity::Searching,
                Doing::Retrying => Activity::Retrying,
                Doing::Ticket(State::MatchFound) => Activity::MatchFound,
                Doing::Ticket(State::Started) => Activity::Playing,
                Doing::Ticket(_) => Activity::Starting,
                _ => Activity::Offline,
            },
            since_s: since.from_midnight_s(),
            account: view.account.0,
            place: place(day, view.account),
            rating: rating.points(),
            deviation: rating.deviation(),
            matches: rating.matches(),
            tier: Division::of(rating.points()).to_string(),
            provisional: rating.matches() < PROVISIONAL_MATCHES,
            board_place: day.ladder().board().place(view.account),
            board_of: day.ladder().board().tiers().iter().sum(),
            locked_until_s: (view.locked_until > day.now()).then(|| view.locked_until.from_midnight_s()),
            ticket: view.ticket.map(|id| TicketRef(id.0).to_string()),
            search: view.search.as_ref().map(PlayerSearch::of),
            in_match: view.at.as_ref().map(|at| PlayerMatch::of(day, view.account, at)),
            last: view.last.map(|Finish { place, teams, shared }| Finished { place, teams, shared }),
        }
    }
}

impl PlayerSearch {
    fn of(search: &ClientSearch) -> Self {
        Self {
            age_s: search.age_s,
            expires_s: search.expires_s,
            points: points(&search.window),
            rtt_ms: search.window.rtt_ms,
            wait_s: search.left_s,
            position: search.position,
            searching: search.searching,
        }
    }
}

impl PlayerMatch {
    fn of(day: &RankedDay, you: AccountId, at: &InMatch) -> Self {
        let site = &day.world().datacenters[at.datacenter.index()];
        let answers = at.asked.as_ref().map(|(_, answers)| answers.as_slice()).unwrap_or_default();
        let mut answers = answers.iter();
        let mut seated = |account: AccountId| Seated {
            account: account.0,
            points: day.ladder().season().points(account),
            you: account == you,
            answer: answers.next().map(|answer| match answer {
                Answer::Silent => ReadyAnswer::Silent,
                Answer::Accepted => ReadyAnswer::Accepted,
                Answer::Declined | Answer::Left => ReadyAnswer::Declined,
            }),
        };
        Self {
            id: MatchRef(at.number).to_string(),
            datacenter: site.datacenter.name.clone(),
            label: site.label.clone(),
            map: at.map,
            deadline_s: at.asked.as_ref().map(|(deadline, _)| deadline.from_midnight_s()),
            started_s: at.started.map(SimTime::from_midnight_s),
            teams: at.teams.iter().map(|team| team.iter().map(|&account| seated(account)).collect()).collect(),
        }
    }
}
