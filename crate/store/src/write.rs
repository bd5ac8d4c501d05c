//! Writes the rows of a batch.
//!
//! A match, ticket, party or season is stored once, by its id, and a match with all its participants, so each change of a
//! rating counts once. New rows are inserted in the order of their ids, which fills the pages of their tables one after the
//! other. A match and its finished tickets end in the same second, so they are in the same batch: the time at which a ticket
//! found its match is read from the match.

use crate::StoreError;
use crate::checksum::Checksums;
use crate::days::Days;
use crate::insert::{self, Insert};
use crate::keep;
use crate::meta::Meta;
use crate::standing::{self, Played};
use crate::status::Midnight;
use crate::table::Table;
use matchday_base::{Calendar, SimTime};
use matchday_scenario::player_actions::{first_added, goes_on};
use matchday_wire::season::Batch;
use matchday_wire::season::rows::{
    EstimatedRating, Match, MatchState, Outcome, Participant, Season, Ticket, TicketState,
};
use rusqlite::{Connection, ToSql, params};

/// The result of writing a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Written {
    /// The second before which all rows are stored, if batches came in order: the latest `through` of all batches.
    /// A sender continues from this second. A late batch never moves it back.
    pub through_s: i64,
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
    let known = Meta::Through.second(connection)?.unwrap_or(i64::MIN);
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
    Ok(Written { through_s: Midnight::of(batch.calendar()).shown_s(through), ..written })
}

/// Stores the new rows of a batch, and counts them.
fn rows(connection: &Connection, batch: &Batch) -> rusqlite::Result<Written> {
    let mut writing = Writing {
        connection,
        batch,
        calendar: batch.calendar(),
        full_from: Meta::FullFrom.second(connection)?.unwrap_or(i64::MIN),
        days: Days::default(),
        checksums: Checksums::default(),
        written: Written::default(),
    };
    batch.seasons.iter().try_for_each(|season| writing.season(season))?;
    writing.matches()?;
    writing.tickets()?;
    writing.parties()?;
    writing.days.store(connection, &mut writing.checksums)?;
    writing.checksums.store(connection)?;
    Ok(writing.written)
}

struct Writing<'c> {
    connection: &'c Connection,
    batch: &'c Batch,
    calendar: Calendar,
    full_from: i64,
    days: Days,
    checksums: Checksums,
    written: Written,
}

/// The name of a region by its number.
fn region(batch: &Batch, number: u8) -> &str {
    batch.regions.get(usize::from(number)).map_or("", String::as_str)
}

impl<'c> Writing<'c> {
    /// Unix time of a second of the batch.
    fn unix(&self, second: u32) -> i64 {
        self.calendar.unix_s(SimTime(second))
    }

    /// The rows that are not stored yet, by id. Counts them as stored, the others as refused or as duplicates.
    fn new_of<T>(
        &mut self,
        table: &str,
        rows: &'c [T],
        id: impl Fn(&T) -> u32,
        ended: impl Fn(&T) -> u32,
    ) -> rusqlite::Result<Vec<&'c T>> {
        let kept = rows.iter().filter(|row| self.unix(ended(row)) >= self.full_from).collect::<Vec<_>>();
        let told = kept.len();
        let new = insert::new(self.connection, table, kept, id)?;
        self.written.refused += (rows.len() - told) as u32;
        self.count(new.len(), told);
        Ok(new)
    }

    /// Counts new rows out of all that were told and are not refused.
    fn count(&mut self, new: usize, told: usize) {
        self.written.stored += new as u32;
        self.written.duplicates += (told - new) as u32;
    }

    /// Inserts a row, unless its key is stored. Returns the number of inserted rows.
    fn insert_once(&mut self, table: Table, second: i64, values: &[&dyn ToSql]) -> rusqlite::Result<usize> {
        let marks = vec!["?"; values.len()].join(",");
        let sql =
            ["INSERT INTO ", table.name(), " (", table.columns(), ") VALUES (", &marks, ") ON CONFLICT DO NOTHING"];
        let new = self.connection.prepare_cached(&sql.concat())?.execute(values)?;
        if new > 0 {
            self.checksums.add(table, second, values)?;
        }
        Ok(new)
    }

    fn season(&mut self, season: &Season) -> rusqlite::Result<()> {
        let (number, start) = (season.number, self.unix(season.start));
        let name = ["Season ", &number.to_string()].concat();
        let values = params![number, name, start, self.unix(season.end), season.soft_reset_factor, start];
        let new = self.insert_once(Table::Seasons, start, values)?;
        for &(player, EstimatedRating { rating, rd, volatility }) in &season.ratings {
            let (none, no_match) = (0, None::<i64>);
            let values = params![player, number, rating, rd, volatility, none, none, none, none, no_match, no_match];
            self.insert_once(Table::Ratings, start, values)?;
            self.insert_once(Table::SeasonStarts, start, params![player, number, rating, rd, volatility])?;
        }
        self.count(new, 1);
        Ok(())
    }

    fn matches(&mut self) -> rusqlite::Result<()> {
        let new = self.new_of("ranked_matches", &self.batch.matches, |played| played.id, |played| played.finished)?;
        let Self { connection, batch, calendar, .. } = *self;
        let unix = |second| calendar.unix_s(SimTime(second));
        Insert::into(connection, Table::Matches)?.all(&mut self.checksums, &new, |played, row| {
            let values = params![
                played.id,
                played.season,
                batch.mode,
                region(batch, played.region),
                played.map,
                unix(played.created),
                played.started.map(unix),
                unix(played.finished),
                match played.state {
                    MatchState::Finished => "finished",
                    MatchState::Declined => "declined",
                    MatchState::ServerLost => "server_lost",
                },
                played.average_mmr,
                batch.team_size
            ];
            row.set(unix(played.finished), values)
        })?;
        for played in &new {
            let counts = played.state == MatchState::Finished;
            let day = self.days.of(played.season, self.calendar.unix_s(SimTime(played.finished)));
            day.matches += u32::from(counts);
            day.called_off += u32::from(!counts);
            let gap_centi = if counts { gap_centi(&played.participants) } else { 0 };
            day.rating_gap_centi = day.rating_gap_centi.saturating_add(gap_centi);
        }
        let mut participants: Vec<(&Match, &Participant)> = Vec::new();
        for &played in &new {
            let first = participants.len();
            participants.extend(played.participants.iter().map(|of| (played, of)));
            // In the order of the table's keys, too.
            participants[first..].sort_unstable_by_key(|(_, of)| of.player);
        }
        self.participants(&participants)
    }

    fn participants(&mut self, new: &[(&Match, &Participant)]) -> rusqlite::Result<()> {
        let Self { connection, calendar, .. } = *self;
        let unix = |second| calendar.unix_s(SimTime(second));
        Insert::many_into(connection, Table::Participants)?.all(&mut self.checksums, new, |(played, of), row| {
            let values = params![
                played.id,
                of.player,
                of.team,
                of.before.rating,
                of.before.rd,
                of.before.volatility,
                of.after.rating,
                of.after.rd,
                of.after.volatility,
                match of.outcome {
                    Outcome::Won => "won",
                    Outcome::Drawn => "drawn",
                    Outcome::Lost => "lost",
                    Outcome::Void => "void",
                },
                of.dodged,
                of.left_early,
                of.duration_s
            ];
            row.set(unix(played.finished), values)
        })?;
        let counted = new.iter().filter(|(_, of)| of.outcome != Outcome::Void).map(|&(played, of)| Played {
            season: played.season,
            player: of.player,
            match_id: played.id,
            finished: unix(played.finished),
            outcome: of.outcome,
            after: of.after,
        });
        standing::count(connection, counted.collect(), &mut self.days, &mut self.checksums)
    }

    fn tickets(&mut self) -> rusqlite::Result<()> {
        let new =
            self.new_of("ranked_queue_tickets", &self.batch.tickets, |ticket| ticket.id, |ticket| ticket.closed)?;
        let found = Found::of(&self.batch.matches);
        let new: Vec<_> = new.into_iter().map(|ticket| (ticket, found.at(ticket))).collect();
        let Self { connection, batch, calendar, .. } = *self;
        let unix = |second| calendar.unix_s(SimTime(second));
        Insert::into(connection, Table::Tickets)?.all(&mut self.checksums, &new, |&(ticket, matched), row| {
            let values = params![
                ticket.id,
                ticket.party.is_none().then_some(ticket.leader),
                ticket.party,
                ticket.party.is_some(),
                ticket.season,
                batch.mode,
                region(batch, ticket.region),
                ticket.mmr,
                ticket.ping_ms,
                unix(ticket.created),
                match ticket.state {
                    TicketState::Finished => "finished",
                    TicketState::Cancelled => "cancelled",
                    TicketState::Expired => "expired",
                },
                search_json(ticket),
                matched.map(unix),
                unix(ticket.closed)
            ];
            row.set(unix(ticket.closed), values)
        })?;
        for (ticket, matched) in new {
            let day = self.days.of(ticket.season, self.calendar.unix_s(SimTime(ticket.closed)));
            day.tickets += 1;
            day.expired += u32::from(ticket.state == TicketState::Expired);
            if let Some(matched) = matched {
                day.matched += 1;
                day.wait_s += i64::from(matched) - i64::from(ticket.created);
            }
        }
        Ok(())
    }

    fn parties(&mut self) -> rusqlite::Result<()> {
        let new = self.new_of("ranked_parties", &self.batch.parties, |party| party.id, |party| party.disbanded)?;
        let Self { connection, calendar, .. } = *self;
        let unix = |second| calendar.unix_s(SimTime(second));
        Insert::into(connection, Table::Parties)?.all(&mut self.checksums, &new, |party, row| {
            let (created, disbanded) = (unix(party.created), unix(party.disbanded));
            row.set(disbanded, params![party.id, party.members.first(), created, disbanded])
        })?;
        let members: Vec<_> =
            new.iter().flat_map(|party| party.members.iter().map(move |member| (party, member))).collect();
        Insert::many_into(connection, Table::PartyMembers)?.all(
            &mut self.checksums,
            &members,
            |(party, member), row| {
                let (created, disbanded) = (unix(party.created), unix(party.disbanded));
                row.set(disbanded, params![party.id, member, created, disbanded])
            },
        )
    }
}

/// The finished matches of a batch, ordered by their ends.
struct Found<'b>(Vec<(u32, &'b Match)>);

impl<'b> Found<'b> {
    fn of(matches: &'b [Match]) -> Self {
        let finished = matches.iter().filter(|played| played.state == MatchState::Finished);
        let mut found: Vec<_> = finished.map(|played| (played.finished, played)).collect();
        found.sort_by_key(|&(finished, _)| finished);
        Self(found)
    }

    /// The second of the offer of the match that a ticket finished with.
    fn at(&self, ticket: &Ticket) -> Option<u32> {
        if ticket.state != TicketState::Finished {
            return None;
        }
        let ended = &self.0[self.0.partition_point(|&(finished, _)| finished < ticket.closed)..];
        let mut ended = ended.iter().take_while(|&&(finished, _)| finished == ticket.closed);
        let plays = |played: &Match| played.participants.iter().any(|participant| participant.player == ticket.leader);
        ended.find(|(_, played)| plays(played)).map(|(_, played)| played.created)
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
