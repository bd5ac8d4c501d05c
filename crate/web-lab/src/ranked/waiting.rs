//! The waiting tickets of a ranked day, and the reasons why they wait.

use crate::world::atlas::Place;
use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::ranked::{self, Step, Tally, Ticket};
use matchday_ranked::RankedDay;
use matchday_sim::servers::region_names;
use matchday_sim::{Simulate, Snapshot};
use matchday_wire::report::RuleReport;
use serde::Serialize;
use tsify::Tsify;

/// A waiting ticket.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Waiting {
    /// Its number.
    pub ticket: u32,
    /// Accounts that queued together.
    pub accounts: Vec<u32>,
    /// Home of the first account.
    pub place: Option<Place>,
    /// Its wait so far, s.
    pub age_s: u32,
    /// Its rating, points.
    pub points: i32,
    /// Number of its players.
    pub party: usize,
    /// The region in which it queued.
    pub region: String,
    /// Its present window of ratings, points; null: any.
    pub points_window: Option<u16>,
    /// Its present limit on RTT, ms; null where a policy forms the matches, instead of windows.
    pub rtt_window_ms: Option<u16>,
}

/// A step of a search.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SearchWindow {
    /// Age from which it applies, s.
    pub from_s: u32,
    /// Window of ratings, points; null: any.
    pub points: Option<u16>,
    /// Limit on RTT, ms.
    pub rtt_ms: u16,
}

/// Numbers of incompatible tickets by reason.
#[derive(Serialize, Tsify)]
pub struct Refused {
    /// Too many points apart.
    pub points: u64,
    /// No datacenter near enough to both.
    pub rtt: u64,
    /// Another region.
    pub region: u64,
    /// No map in common, or incompatible platforms.
    pub constraints: u64,
    /// A party too large for the mode.
    pub party: u64,
}

/// For each limit, the smallest change that alone would have made a match; null if that change is not enough.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Relax {
    /// More points.
    pub points: Option<u32>,
    /// More RTT, ms.
    pub rtt_ms: Option<u16>,
    /// Another region.
    pub region: Option<String>,
    /// More compatible players.
    pub players: u8,
}

/// Why a ticket still waits.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Why {
    /// Its wait so far, s.
    pub age_s: u32,
    /// Time until its search expires, s.
    pub expires_s: u32,
    /// What the windows of the queue say; null where a policy forms the matches.
    pub windows: Option<WhyByWindows>,
    /// What the rules of a policy say; null without rules.
    pub rules: Option<WhyByRules>,
}

/// What rules say of the other waiting tickets.
#[derive(Serialize, Tsify)]
pub struct WhyByRules {
    /// Number of the others.
    pub others: u64,
    /// How many of them each rule keeps out of a match with this ticket.
    pub rules: Vec<RuleReport>,
}

/// What the windows of the queue say.
#[derive(Serialize, Tsify)]
pub struct WhyByWindows {
    /// The steps of the search.
    pub steps: Vec<SearchWindow>,
    /// Number of searches for a match.
    pub looks: u32,
    /// Number of candidates compared.
    pub seen: u64,
    /// Incompatible candidates by reason.
    pub refused: Refused,
    /// Searches with fewer compatible players than a match needs.
    pub too_few: u32,
    /// Searches with enough players but no valid set.
    pub no_set: u32,
    /// Changes that would have helped.
    pub relax: Relax,
}

/// The waiting tickets of a day.
pub fn waiting(day: &RankedDay) -> impl Iterator<Item = Waiting> {
    day.queue().waiting().map(|(id, ticket)| waiting_ticket(day, id, ticket))
}

/// Why a ticket waits; `None` if it does not.
pub fn why(day: &RankedDay, ticket: TicketId) -> Option<Why> {
    let now = last_second(day);
    let why = day.queue().why(ticket, now)?;
    let rules = day.beside(ticket).map(|(others, rules)| WhyByRules { others, rules });
    Some(Why {
        age_s: why.age_s,
        expires_s: why.expires.0.saturating_sub(now.0),
        windows: (!day.is_by_policy()).then(|| by_windows(day, &why)),
        rules,
    })
}

fn by_windows(day: &RankedDay, why: &ranked::Why) -> WhyByWindows {
    let (tally, relaxed) = (why.tally, why.relaxed);
    WhyByWindows {
        steps: why.windows.iter().map(|(_, step)| SearchWindow::from(step)).collect(),
        looks: tally.looks,
        seen: tally.seen,
        refused: tally.into(),
        too_few: tally.too_few,
        no_set: tally.no_set,
        relax: Relax {
            points: relaxed.points,
            rtt_ms: relaxed.rtt_ms,
            region: relaxed.region.map(|region| region_name(day, region.0)),
            players: relaxed.players,
        },
    }
}

fn waiting_ticket(day: &RankedDay, id: TicketId, ticket: &Ticket) -> Waiting {
    let age_s = last_second(day).0.saturating_sub(ticket.enqueued.0);
    let step = day.queue().rules().widening.at(age_s);
    let home = ticket.members.first().map(|member| day.people().of(member.account).home);
    let place = home.map(|home| Place::from(day.world().cells[home.index()].centre()));
    Waiting {
        ticket: id.0,
        accounts: ticket.members.iter().map(|member| member.account.0).collect(),
        place,
        age_s,
        points: ticket.points(),
        party: ticket.members.len(),
        region: region_name(day, ticket.region.0),
        points_window: points(&step),
        rtt_window_ms: (!day.is_by_policy()).then_some(step.rtt_ms),
    }
}

fn region_name(day: &RankedDay, number: u8) -> String {
    region_names(day.world()).get(usize::from(number)).copied().unwrap_or_default().to_owned()
}

/// The last finished second of a day.
fn last_second(day: &RankedDay) -> SimTime {
    day.now() - 1
}

impl From<Tally> for Refused {
    fn from(tally: Tally) -> Self {
        let Tally { points, rtt, region, constraints, party, .. } = tally;
        Self { points, rtt, region, constraints, party }
    }
}

impl From<&Step> for SearchWindow {
    fn from(step: &Step) -> Self {
        Self { from_s: step.from_s, points: points(step), rtt_ms: step.rtt_ms }
    }
}

/// The window of ratings, points; `None`: any.
pub(crate) fn points(step: &Step) -> Option<u16> {
    (step.points != Step::ANY_POINTS).then_some(step.points)
}
