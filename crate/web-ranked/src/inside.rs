//! A person inside, to JavaScript and from it.

use matchday_atlas::Location;
use matchday_base::{AccountId, SimTime};
use matchday_ladder::Division;
use matchday_ladder::rating::PROVISIONAL_MATCHES;
use matchday_matchmaker::ranked::Step;
use matchday_matchmaker::ranked::ready::Answer;
use matchday_matchmaker::ranked::state::State;
use matchday_scenario::PlayerActions;
use matchday_scenario::player_actions::Person;
use matchday_sim::RankedDay;
use matchday_sim::ranked::client::View;
use matchday_sim::ranked::client::view::{Finish, InMatch, Search};
use matchday_sim::ranked::people::Doing;
use matchday_web_common::dto::{list, object, property};
use matchday_web_common::error::{Code, Error, Result};
use matchday_wire::messages::{Constraints, MatchRef, TicketRef};
use wasm_bindgen::JsValue;

/// A person from `{lat, lon, skill, friends, constraints}`, how many friends it has, and what it asks for. Places count to
/// the hundredth of a degree.
pub fn person(of: &JsValue) -> Result<(Person, u8, Constraints)> {
    let number = |name: &str| property(of, name).as_f64().unwrap_or(f64::NAN);
    let whole = |name: &str, most: f64| {
        let there = Some(number(name)).filter(|number| (0.0..=most).contains(number) && number.fract() == 0.0);
        there.ok_or_else(|| {
            Error::new(Code::BadMessage, format_args!("{name}: expected a whole number from 0 to {}", most as u32))
        })
    };
    let place = Location::named(number("lat"), number("lon")).map_err(|error| Error::new(Code::BadPlace, error))?;
    let hundredths = |degrees: f64| (degrees * 100.0).round() as i32;
    let person = Person {
        lat_hundredths: hundredths(place.lat()),
        lon_hundredths: hundredths(place.lon()),
        skill: whole("skill", PlayerActions::MOST_SKILL.into())? as u16,
    };
    Ok((
        person,
        whole("friends", PlayerActions::MOST_FRIENDS.into())? as u8,
        constraints(&property(of, "constraints"))?,
    ))
}

/// What is asked of matches, nothing where it is null or missing.
fn constraints(asked: &JsValue) -> Result<Constraints> {
    if asked.is_null() || asked.is_undefined() {
        return Ok(Constraints::default());
    }
    let text = js_sys::JSON::stringify(asked).ok().and_then(|text| text.as_string()).unwrap_or_default();
    let bad = |error| Error::new(Code::BadMessage, format_args!("constraints: {error}"));
    serde_json::from_str(&text).map_err(bad)
}

/// A second, as shown.
pub fn shown(time: SimTime) -> JsValue {
    (time.0 as i32 - SimTime::DAY_START.0 as i32).into()
}

/// Where an account is at home.
pub fn place(day: &RankedDay, account: AccountId) -> JsValue {
    let Some(known) = day.people().accounts().all().get(account.index()) else { return JsValue::NULL };
    let place = day.world().cells[known.home.index()].centre();
    object(&[("lat", place.lat().into()), ("lon", place.lon().into())])
}

/// `{doing, since_s, account, place, rating, deviation, matches, tier, provisional, board_place, board_of, locked_until_s, search,
/// match, last}`:
///
/// - `doing`: `offline`, `searching`, `matchFound`, `starting` or `playing`; `since_s`, `locked_until_s`: seconds as shown, the
///   latter null if it is not locked out; `place`: `{lat, lon}` of its home; `board_place`: on the leaderboard, null while
///   provisional;
/// - `search`: `{ticket, age_s, expires_s, points, rtt_ms, wait_s, position, searching}` or null: ages and times from now on in
///   seconds, the window in points (null where they do not narrow it) and ms, its place by age in its region and how many
///   players search there;
/// - `match`: `{id, ticket, datacenter, label, map, deadline_s, started_s, teams}` or null: while everybody is asked until when,
///   while it is played since when; `teams` of `[{account, points, you, answer}]`, the answer `silent`, `accepted`, `declined`
///   or null;
/// - `last`: `{place, teams, shared}` or null: the place from 1 of its team in its last match that counted, of how many, and
///   whether others have it too.
pub fn client(day: &RankedDay, view: &View) -> JsValue {
    let (doing, since) = view.doing;
    let rating = view.rating;
    let doing = match doing {
        Doing::Ticket(State::Ticket) => "searching",
        Doing::Ticket(State::MatchFound) => "matchFound",
        Doing::Ticket(State::Started) => "playing",
        Doing::Ticket(_) => "starting",
        _ => "offline",
    };
    let locked = view.locked_until > day.now();
    object(&[
        ("doing", doing.into()),
        ("since_s", shown(since)),
        ("account", view.account.0.into()),
        ("place", place(day, view.account)),
        ("rating", rating.points().into()),
        ("deviation", rating.deviation().into()),
        ("matches", rating.matches().into()),
        ("tier", Division::of(rating.points()).to_string().into()),
        ("provisional", (rating.matches() < PROVISIONAL_MATCHES).into()),
        ("board_place", day.ladder().board().place(view.account).map_or(JsValue::NULL, JsValue::from)),
        ("board_of", day.ladder().board().tiers().iter().sum::<u32>().into()),
        ("locked_until_s", if locked { shown(view.locked_until) } else { JsValue::NULL }),
        ("search", view.search.as_ref().map_or(JsValue::NULL, |search| searching(day, search))),
        ("match", view.at.as_ref().map_or(JsValue::NULL, |at| in_match(day, view.account, at))),
        ("last", view.last.map_or(JsValue::NULL, finished)),
    ])
}

fn finished(last: Finish) -> JsValue {
    object(&[("place", last.place.into()), ("teams", last.teams.into()), ("shared", last.shared.into())])
}

fn searching(day: &RankedDay, search: &Search) -> JsValue {
    let points = search.window.points;
    let ttl_s = day.queue().rules().ttl_s;
    object(&[
        ("ticket", TicketRef(search.ticket.0).to_string().into()),
        ("age_s", search.age_s.into()),
        ("expires_s", ttl_s.saturating_sub(search.age_s).into()),
        ("points", if points == Step::ANY_POINTS { JsValue::NULL } else { points.into() }),
        ("rtt_ms", search.window.rtt_ms.into()),
        ("wait_s", search.left_s.into()),
        ("position", search.position.into()),
        ("searching", search.searching.into()),
    ])
}

fn in_match(day: &RankedDay, you: AccountId, at: &InMatch) -> JsValue {
    let site = &day.world().datacenters[at.datacenter.index()];
    let answers = at.asked.as_ref().map(|(_, answers)| answers.as_slice()).unwrap_or_default();
    let mut seats = answers.iter();
    let mut player = |account: AccountId| {
        let answer = seats.next().map_or(JsValue::NULL, |answer| {
            let word = match answer {
                Answer::Silent => "silent",
                Answer::Accepted => "accepted",
                Answer::Declined | Answer::Left => "declined",
            };
            word.into()
        });
        object(&[
            ("account", account.0.into()),
            ("points", day.ladder().season().points(account).into()),
            ("you", (account == you).into()),
            ("answer", answer),
        ])
    };
    let teams = list(at.teams.iter().map(|team| list(team.iter().map(|&account| player(account)))));
    object(&[
        ("id", MatchRef(at.number).to_string().into()),
        ("ticket", TicketRef(at.ticket.0).to_string().into()),
        ("datacenter", site.datacenter.name.as_str().into()),
        ("label", site.label.as_str().into()),
        ("map", at.map.into()),
        ("deadline_s", at.asked.as_ref().map_or(JsValue::NULL, |(deadline, _)| shown(*deadline))),
        ("started_s", at.started.map_or(JsValue::NULL, shown)),
        ("teams", teams),
    ])
}
