//! The invariants of a running ranked day.
//!
//! [`sweep`] checks all of them: after every simulated minute in debug builds, after every second in tests on
//! tiny worlds.

use super::RankedDay;
use super::people::Doing;
use matchday_base::{AccountId, SimTime, TicketId};
use matchday_matchmaker::ranked::state::State as Ticket;
use matchday_sim::census::State;
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// An account is not in exactly the one place that fits its activity.
    #[error("account {account:?} is {doing:?}, and is in {places:?}")]
    Places {
        /// The account.
        account: AccountId,
        /// Its activity.
        doing: Doing,
        /// The places where it was found.
        places: Vec<Doing>,
    },
    /// The accounts found online differ in number from the count.
    #[error("{expected} are online, {found} are found")]
    Online {
        /// By the running count.
        expected: u32,
        /// By the sweep.
        found: u32,
    },
    /// Accounts in a state do not add up.
    #[error("{state:?}: {counted} counted, {found} found")]
    Counts {
        /// Which state.
        state: State,
        /// By the running count.
        counted: u32,
        /// By the sweep.
        found: u32,
    },
    /// Time spent in a state is not the integral of its count.
    #[error("{state:?}: accounts spent {spent_s} s in it, its count adds up to {integral_s} s")]
    Little {
        /// Which state.
        state: State,
        /// Sum of the times.
        spent_s: u64,
        /// Sum of the counts.
        integral_s: u64,
    },
    /// An account's rating has impossible values.
    #[error("account {0:?} has a rating of {1} +- {2}, volatility {3}")]
    Rating(AccountId, f64, f64, f64),
    /// A guest is online without a ticket, or offline with one.
    #[error("guest {account:?} is {doing:?}; the person's ticket is {ticket:?}")]
    Guest {
        /// The guest.
        account: AccountId,
        /// Its activity.
        doing: Doing,
        /// The person's ticket, searching or in a match.
        ticket: Option<TicketId>,
    },
    /// A ticket has outlived the time limit.
    #[error("a ticket has waited since {0}")]
    Ticket(SimTime),
}

/// Checks all invariants between two seconds.
///
/// # Errors
/// The first [`Violation`] found.
pub fn sweep(day: &RankedDay) -> Result<(), Violation> {
    places(day)?;
    guests(day)?;
    counts(day)?;
    tickets(day)?;
    ratings(day)
}

/// A searching account has one ticket, an account that plays or has left is in one match, and all others have
/// neither.
fn places(day: &RankedDay) -> Result<(), Violation> {
    let mut found: Vec<(AccountId, Doing)> = Vec::new();
    let mut put = |account, place| found.push((account, place));
    for (_, ticket) in day.search.queue().waiting() {
        ticket.members.iter().for_each(|member| put(member.account, Doing::Ticket(Ticket::Ticket)));
    }
    for offer in day.checks.all() {
        offer.players.iter().for_each(|&account| put(account, Doing::Ticket(Ticket::MatchFound)));
    }
    for live in day.running.all() {
        let place = Doing::Ticket(if live.started.is_some() { Ticket::Started } else { Ticket::Accepted });
        for account in live.players() {
            put(account, if live.left_at(account).is_none() { place } else { Doing::LeftMatch });
        }
    }
    found.sort_by_key(|&(account, _)| account);
    let mut found = found.chunk_by(|(one, _), (other, _)| one == other).peekable();
    for account in (0..day.people.accounts().all().len() as u32).map(AccountId) {
        let doing = day.people.doing(account).0;
        let here = found.next_if(|places| places[0].0 == account).unwrap_or_default();
        let places = here.iter().map(|&(_, place)| place);
        let expected = matches!(doing, Doing::Ticket(_) | Doing::LeftMatch).then_some(doing);
        if !places.clone().eq(expected) {
            return Err(Violation::Places { account, doing, places: places.collect() });
        }
    }
    Ok(())
}

/// A person is online as long as it has a ticket, and its friends at most as long.
fn guests(day: &RankedDay) -> Result<(), Violation> {
    let ticket = day.client.ticket();
    for (at, &account) in day.client.guests().iter().enumerate() {
        let doing = day.people.doing(account).0;
        let fits = match doing {
            // A guest who left a match that its friends still play is offline.
            Doing::Ticket(_) | Doing::Retrying => ticket.is_some() || at > 0,
            Doing::Offline | Doing::LeftMatch => ticket.is_none() || at > 0,
            _ => false,
        };
        let waits = ticket.is_some_and(|id| day.search.queue().get(id).is_some());
        if !fits || (at == 0 && waits != (doing == Doing::Ticket(Ticket::Ticket))) {
            return Err(Violation::Guest { account, doing, ticket });
        }
    }
    Ok(())
}

fn counts(day: &RankedDay) -> Result<(), Violation> {
    let (mut found, mut spent_s) = ([0; State::ALL.len()], day.log.times.spent_s);
    let mut online = 0;
    for (_, doing, since) in day.people.each_online() {
        online += 1;
        if let Some(state) = doing.state() {
            found[state as usize] += 1;
            spent_s[state as usize] += u64::from(day.log.now.since(since));
        }
    }
    if online != day.people.online() {
        return Err(Violation::Online { expected: day.people.online(), found: online });
    }
    for state in State::ALL {
        let (counted, found) = (day.log.times.counts[state as usize], found[state as usize]);
        if counted != found {
            return Err(Violation::Counts { state, counted, found });
        }
        let (spent_s, integral_s) = (spent_s[state as usize], day.log.times.integral_s[state as usize]);
        if spent_s != integral_s {
            return Err(Violation::Little { state, spent_s, integral_s });
        }
    }
    Ok(())
}

/// No ticket outlives its time limit by more than the last second.
fn tickets(day: &RankedDay) -> Result<(), Violation> {
    let ttl_s = day.settings.rules.ttl_s;
    let old = |ticket: &matchday_matchmaker::ranked::Ticket| {
        day.log.now.since(ticket.enqueued) > ttl_s + ticket.checked_s.min(ttl_s)
    };
    match day.search.queue().waiting().find(|(_, ticket)| old(ticket)) {
        Some((_, ticket)) => Err(Violation::Ticket(ticket.enqueued)),
        None => Ok(()),
    }
}

fn ratings(day: &RankedDay) -> Result<(), Violation> {
    for (account, rating) in day.ladder.season().players() {
        let [points, deviation, volatility] = [rating.points(), rating.deviation(), rating.volatility()];
        if !(points.is_finite() && (1.0..=350.0).contains(&deviation) && volatility > 0.0 && volatility <= 1.0) {
            return Err(Violation::Rating(account, points, deviation, volatility));
        }
    }
    Ok(())
}
