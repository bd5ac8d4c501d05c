//! Writes the rows of a batch.
//!
//! A match, ticket, party or season is stored once, by its id. A participant and its change of ratings are stored once, by
//! player and match. A match and its finished tickets end in the same second, so they are in the same
//! batch: the time at which a ticket found its match is read from the match.

use crate::StoreError;
use crate::days::Days;
use crate::keep;
use crate::meta::Meta;
use crate::standing::{Played, Standings};
use matchday_base::{Calendar, SimTime};
use matchday_scenario::player_actions::{first_added, goes_on};
use matchday_wire::season::Batch;
use matchday_wire::season::rows::{Match, MatchState, Outcome, Participant, Party, Season, Ticket, TicketState};
use rusqlite::{CachedStatement, Connection, params};

/// The result of writing a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The Unix second before which all rows are stored, if batches came in order: the latest `through` of all batches.
    /// A sender continues from this second. A late batch never moves it back.
    pub through: i64,
    /// Number of new seasons, matches, tickets and parties.
    pub stored: u32,
    /// Number of seasons, matches, tickets and parties that were already stored.
    pub duplicates: u32,
    /// Number of matches, tickets and parties that ended before the first day with full rows. They are not counted: either
    /// they were counted when they first came, or they came too late.
    pub refused: u32,
}

/// Checks the player actions `asked` of days that continue a store: they must begin with the actions `stored`, and add no
/// action before the second `through`, the end of the stored days.
///
/// # Errors
/// [`StoreError::OtherPlayerActions`], [`StoreError::EarlierPlayerActions`].
pub fn follow(stored: &str, asked: &str, through: SimTime) -> Result<(), StoreError> {
    if !goes_on(stored, asked) {
        return Err(StoreError::OtherPlayerActions);
    }
    let earlier = first_added(stored, asked).is_some_and(|added| added < through);
    if earlier { Err(StoreError::EarlierPlayerActions) } else { Ok(()) }
}

/// Stores a batch. The caller has begun a transaction.
///
/// # Errors
/// [`StoreError::OtherPlayerActions`], [`StoreError::EarlierPlayerActions`]; errors of SQLite.
pub(crate) fn batch(connection: &Connection, batch: &Batch) -> Result<Written, StoreError> {
    let known = Meta::Through.get(connection)?.unwrap_or(i64::MIN);
    let through = batch.calendar().unix_s(batch.through()).max(known);
    let is_next = through > known;
    let player_actions: String = Meta::PlayerActions.get(connection)?.unwrap_or_default();
    // With other player actions the same ids belong to other matches.
    if is_next {
        follow(&player_actions, &batch.player_actions, batch.calendar().sim_time(known))?;
    } else if !goes_on(&batch.player_actions, &player_actions) {
        return Err(StoreError::OtherPlayerActions);
    }
    let written = rows(connection, batch)?;
    if is_next {
        Meta::FirstDay.set(connection, &batch.first_day)?;
        Meta::Through.set(connection, &through)?;
        Meta::PlayerActions.set(connection, &batch.player_actions)?;
        keep::forget(connection)?;
    }
    Ok(Written { through, ..written })
}

/// Stores the new rows of a batch, and counts them.
fn rows(connection: &Connection, batch: &Batch) -> rusqlite::Result<Written> {
    let mut writing = Writing {
        batch,
        calendar: batch.calendar(),
        full_from: Meta::FullFrom.get(connection)?.unwrap_or(i64::MIN),
        rows: Rows::prepare(connection)?,
        standings: Standings::new(connection)?,
        days: Days::default(),
        found: Vec::new(),
        written: Written::default(),
    };
    batch.seasons.iter().try_for_each(|season| writing.season(season))?;
    writing.matches()?;
    batch.tickets.iter().try_for_each(|ticket| writing.ticket(ticket))?;
    batch.parties.iter().try_for_each(|party| writing.party(party))?;
    writing.standings.store(&mut writing.days)?;
    writing.days.store(connection)?;
    Ok(writing.written)
}

struct Writing<'c> {
    batch: &'c Batch,
    calendar: Calendar,
    full_from: i64,
    rows: Rows<'c>,
    standings: Standings<'c>,
    days: Days,
    /// Account, end and offer of the match of each player in a finished match, sorted.
    found: Vec<(u32, u32, u32)>,
    written: Written,
}

/// The name of a region by its number.
fn region(batch: &Batch, number: u8) -> &str {
    batch.regions.get(usize::from(number)).map_or("", String::as_str)
}

impl Writing<'_> {
    /// Unix time of a second of the batch.
    fn unix(&self, second: u32) -> i64 {
        self.calendar.unix_s(SimTime(second))
    }

    /// Whether a row is new. Counts it as stored or as a duplicate.
    fn is_new(&mut self, rows: usize) -> bool {
        let new = rows > 0;
        *(if new { &mut self.written.stored } else { &mut self.written.duplicates }) += 1;
        new
    }

    /// Whether full rows of that second are no longer kept. Counts the row as refused.
    fn is_refused(&mut self, ended: u32) -> bool {
        let refused = self.unix(ended) < self.full_from;
        self.written.refused += u32::from(refused);
        refused
    }

    fn season(&mut self, season: &Season) -> rusqlite::Result<()> {
        let (number, start) = (season.number, self.unix(season.start));
        let name = ["Season ", &number.to_string()].concat();
        let values = params![number, name, start, self.unix(season.end), season.soft_reset_factor, start];
        let rows = self.rows.season.execute(values)?;
        self.is_new(rows);
        for &(player, at) in &season.ratings {
            self.rows.rating.execute(params![player, number, at.rating, at.rd, at.volatility])?;
            self.rows.start.execute(params![player, number, at.rating, at.rd, at.volatility])?;
        }
        Ok(())
    }

    /// Stores all matches in the order of their ends.
    fn matches(&mut self) -> rusqlite::Result<()> {
        let mut matches: Vec<&Match> = self.batch.matches.iter().collect();
        matches.sort_by_key(|played| (played.finished, played.id));
        for played in matches {
            if played.state == MatchState::Finished {
                let found = |participant: &Participant| (participant.player, played.finished, played.created);
                self.found.extend(played.participants.iter().map(found));
            }
            if !self.is_refused(played.finished) {
                self.one_match(played)?;
            }
        }
        self.found.sort_unstable();
        Ok(())
    }

    fn one_match(&mut self, played: &Match) -> rusqlite::Result<()> {
        let (finished, counts) = (self.unix(played.finished), played.state == MatchState::Finished);
        let state = match played.state {
            MatchState::Finished => "finished",
            MatchState::Declined => "declined",
            MatchState::ServerLost => "server_lost",
        };
        let (region, started) = (region(self.batch, played.region), played.started.map(|second| self.unix(second)));
        let values = params![
            played.id,
            played.season,
            self.batch.mode,
            region,
            played.map,
            self.unix(played.created),
            started,
            finished,
            state,
            played.average_mmr,
            self.batch.team_size
        ];
        let rows = self.rows.played.execute(values)?;
        if self.is_new(rows) {
            let day = self.days.of(played.season, finished);
            day.matches += u32::from(counts);
            day.called_off += u32::from(!counts);
            day.rating_gap_centi += if counts { gap_centi(&played.participants) } else { 0 };
        }
        played.participants.iter().try_for_each(|participant| self.participant(played, participant))?;
        Ok(())
    }

    fn participant(&mut self, played: &Match, of: &Participant) -> rusqlite::Result<()> {
        let Participant { player, team, before, after, .. } = *of;
        let outcome = match of.outcome {
            Outcome::Won => "won",
            Outcome::Drawn => "drawn",
            Outcome::Lost => "lost",
            Outcome::Void => "void",
        };
        let new = self.rows.participant.execute(params![
            played.id,
            player,
            team,
            before.rating,
            before.rd,
            before.volatility,
            after.rating,
            after.rd,
            after.volatility,
            outcome,
            of.dodged,
            of.left_early,
            of.duration_s
        ])? > 0;
        if !new || of.outcome == Outcome::Void {
            return Ok(());
        }
        let (season, finished) = (played.season, self.unix(played.finished));
        let played = Played { season, player, match_id: played.id, finished, outcome: of.outcome, after };
        self.standings.count(&played, &mut self.days)
    }

    fn ticket(&mut self, ticket: &Ticket) -> rusqlite::Result<()> {
        if self.is_refused(ticket.closed) {
            return Ok(());
        }
        let matched = match ticket.state {
            TicketState::Finished => self.found_at(ticket.leader, ticket.closed),
            TicketState::Cancelled | TicketState::Expired => None,
        };
        let state = match ticket.state {
            TicketState::Finished => "finished",
            TicketState::Cancelled => "cancelled",
            TicketState::Expired => "expired",
        };
        let player = ticket.party.is_none().then_some(ticket.leader);
        let values = params![
            ticket.id,
            player,
            ticket.party,
            ticket.party.is_some(),
            ticket.season,
            self.batch.mode,
            region(self.batch, ticket.region),
            ticket.mmr,
            ticket.ping_ms,
            self.unix(ticket.created),
            state,
            search_json(ticket),
            matched.map(|second| self.unix(second)),
            self.unix(ticket.closed)
        ];
        let rows = self.rows.ticket.execute(values)?;
        if self.is_new(rows) {
            let day = self.days.of(ticket.season, self.unix(ticket.closed));
            day.tickets += 1;
            day.expired += u32::from(ticket.state == TicketState::Expired);
            if let Some(matched) = matched {
                day.matched += 1;
                day.wait_s += i64::from(matched) - i64::from(ticket.created);
            }
        }
        Ok(())
    }

    /// The second of the offer of the match that a player finished in the second `finished`.
    fn found_at(&self, player: u32, finished: u32) -> Option<u32> {
        let at = self.found.partition_point(|&(who, when, _)| (who, when) < (player, finished));
        self.found.get(at).filter(|&&(who, when, _)| (who, when) == (player, finished)).map(|&(_, _, created)| created)
    }

    fn party(&mut self, party: &Party) -> rusqlite::Result<()> {
        if self.is_refused(party.disbanded) {
            return Ok(());
        }
        let (created, disbanded) = (self.unix(party.created), self.unix(party.disbanded));
        let rows = self.rows.party.execute(params![party.id, party.members.first(), created, disbanded])?;
        self.is_new(rows);
        for member in &party.members {
            self.rows.member.execute(params![party.id, member, created, disbanded])?;
        }
        Ok(())
    }
}

/// Difference of the mean ratings of the best and the worst team before the match, hundredths of points.
fn gap_centi(participants: &[Participant]) -> i64 {
    let (mut best, mut worst) = (f64::NEG_INFINITY, f64::INFINITY);
    for team in participants.chunk_by(|a, b| a.team == b.team) {
        let sum: f64 = team.iter().map(|participant| participant.before.rating).sum();
        let mean = sum / team.len() as f64;
        (best, worst) = (best.max(mean), worst.min(mean));
    }
    if best > worst { ((best - worst) * 100.0).round() as i64 } else { 0 }
}

/// The search window as `{"points":150,"pingMs":75}`; `null` points mean no limit.
fn search_json(ticket: &Ticket) -> String {
    let points = ticket.window_points.map_or_else(|| "null".to_owned(), |points| points.to_string());
    ["{\"points\":", &points, ",\"pingMs\":", &ticket.window_ms.to_string(), "}"].concat()
}

/// Statements that insert new rows.
struct Rows<'c> {
    season: CachedStatement<'c>,
    rating: CachedStatement<'c>,
    start: CachedStatement<'c>,
    played: CachedStatement<'c>,
    participant: CachedStatement<'c>,
    ticket: CachedStatement<'c>,
    party: CachedStatement<'c>,
    member: CachedStatement<'c>,
}

impl<'c> Rows<'c> {
    fn prepare(connection: &'c Connection) -> rusqlite::Result<Self> {
        let insert = |columns: &str, values: &str| {
            connection
                .prepare_cached(&["INSERT INTO ", columns, " VALUES (", values, ") ON CONFLICT DO NOTHING"].concat())
        };
        Ok(Self {
            season: insert(
                "ranked_seasons (id, name, start_at, end_at, soft_reset_factor, created_at)",
                "?,?,?,?,?,?",
            )?,
            rating: insert(
                "player_ranked_ratings (player_id, season_id, rating, rd, volatility, matches_played, wins, losses, streak)",
                "?,?,?,?,?,0,0,0,0",
            )?,
            start: insert("matchday_season_starts (player_id, season_id, rating, rd, volatility)", "?,?,?,?,?")?,
            played: insert(
                "ranked_matches (id, season_id, mode_id, region, map_id, created_at, started_at, finished_at, state, \
                 average_mmr, team_size)",
                "?,?,?,?,?,?,?,?,?,?,?",
            )?,
            participant: insert(
                "ranked_match_participants (match_id, player_id, team, rating_before, rd_before, volatility_before, \
                 rating_after, rd_after, volatility_after, outcome, dodged, left_early, duration_seconds)",
                "?,?,?,?,?,?,?,?,?,?,?,?,?",
            )?,
            ticket: insert(
                "ranked_queue_tickets (id, player_id, party_id, is_party, season_id, mode_id, region, mmr_snapshot, \
                 ping_ms, created_at, state, search_json, matched_at, closed_at)",
                "?,?,?,?,?,?,?,?,?,?,?,?,?,?",
            )?,
            party: insert("ranked_parties (id, leader_id, created_at, disbanded_at)", "?,?,?,?")?,
            member: insert("ranked_party_members (party_id, player_id, joined_at, left_at)", "?,?,?,?")?,
        })
    }
}
