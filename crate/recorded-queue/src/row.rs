//! A row of a file of tickets.

use crate::columns::{Columns, Datacenters, clip};
use crate::moment::milliseconds;
use matchday_atlas::Location;
use matchday_base::DatacenterIndex;
use matchday_base::rtt::OUT_OF_REACH_MS;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;

/// Most players of a ticket: those of FlexMatch's largest match.
const MOST_PLAYERS: u16 = 200;

/// A ticket, as the file has it. Times are milliseconds, as [`milliseconds`] reads them.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub time_ms: i64,
    pub ticket: Option<&'a str>,
    pub players: u16,
    pub place: Option<Location>,
    /// Round trips to some datacenters, ms.
    pub rtts_ms: SmallVec<[(DatacenterIndex, u16); 8]>,
    pub skill: Option<f64>,
    pub cancelled_ms: Option<i64>,
    pub matched_ms: Option<i64>,
    pub match_id: Option<&'a str>,
    pub datacenter: Option<DatacenterIndex>,
}

/// Why a row is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// Its line, from 1.
    pub line: u64,
    /// What is wrong.
    pub words: String,
}

impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.words)
    }
}

/// Reads the rows of a file in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// The ticket above, and its time.
    above: Option<(String, i64)>,
}

impl Rows {
    /// Reads the fields of the next row.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read<'a>(
        &mut self,
        columns: &'a Columns,
        datacenters: &Datacenters,
        line: u64,
        fields: &'a [Cow<'a, str>],
    ) -> Result<Row<'a>, RowProblem> {
        let row = Reader { columns, fields }.row(datacenters).map_err(|words| RowProblem { line, words })?;
        let Some(ticket) = row.ticket else { return Ok(row) };
        if self.above.as_ref().is_some_and(|(above, time_ms)| above == ticket && *time_ms == row.time_ms) {
            let words = format!(
                "ticket {:?} is in the line above, too: write one line for each ticket, with the number of its players",
                clip(ticket)
            );
            return Err(RowProblem { line, words });
        }
        self.above = Some((ticket.to_owned(), row.time_ms));
        Ok(row)
    }
}

/// Reads one row: what is wrong with it is said in words.
struct Reader<'a> {
    columns: &'a Columns,
    fields: &'a [Cow<'a, str>],
}

impl<'a> Reader<'a> {
    fn text(&self, at: usize) -> &'a str {
        &self.fields[at]
    }

    /// The field of an optional column, if it is not empty.
    fn filled(&self, at: Option<usize>) -> Option<&'a str> {
        at.map(|at| self.text(at)).filter(|text| !text.is_empty())
    }

    fn refuse<T>(&self, at: usize, expected: &str) -> Result<T, String> {
        Err(format!("{} {:?} is not {expected}", clip(&self.columns.names[at]), clip(self.text(at))))
    }

    fn number(&self, at: usize) -> Result<f64, String> {
        let number = self.text(at).parse().ok().filter(|number: &f64| number.is_finite());
        number.map_or_else(|| self.refuse(at, "a number"), Ok)
    }

    fn time_ms(&self, at: usize) -> Result<i64, String> {
        const EXPECTED: &str = "a time, such as 2026-05-20T12:30:00Z, or a number of seconds";
        milliseconds(self.text(at)).map_or_else(|| self.refuse(at, EXPECTED), Ok)
    }

    /// The time of an optional column, which is not before the ticket's own.
    fn later_ms(&self, at: Option<usize>, time_ms: i64) -> Result<Option<i64>, String> {
        let Some(at) = at.filter(|&at| !self.text(at).is_empty()) else { return Ok(None) };
        let later_ms = self.time_ms(at)?;
        if later_ms < time_ms { self.refuse(at, "after the ticket's own time") } else { Ok(Some(later_ms)) }
    }

    fn players(&self) -> Result<u16, String> {
        let Some(at) = self.columns.players else { return Ok(1) };
        let players = self.text(at).parse().ok().filter(|players| (1..=MOST_PLAYERS).contains(players));
        players.map_or_else(|| self.refuse(at, "a whole number from 1 to 200"), Ok)
    }

    fn place(&self) -> Result<Option<Location>, String> {
        let Some((lat, long)) = self.columns.place else { return Ok(None) };
        let is_empty = self.text(lat).is_empty() && self.text(long).is_empty();
        if is_empty && !self.columns.rtts.is_empty() {
            return Ok(None);
        }
        Location::named(self.number(lat)?, self.number(long)?).map(Some).map_err(|error| error.to_string())
    }

    fn rtts_ms(&self) -> Result<SmallVec<[(DatacenterIndex, u16); 8]>, String> {
        let filled = self.columns.rtts.iter().filter(|&&(at, _)| !self.text(at).is_empty());
        filled
            .map(|&(at, to)| {
                Ok((to, rounded(self.number(at)?).map_or_else(|| self.refuse(at, "a round trip in ms"), Ok)?))
            })
            .collect()
    }

    fn row(&self, datacenters: &Datacenters) -> Result<Row<'a>, String> {
        let (columns, found, expected) = (self.columns, self.fields.len(), self.columns.names.len());
        if found != expected {
            return Err(format!("{found} fields, where the first line has {expected}"));
        }
        let time_ms = self.time_ms(columns.time)?;
        let row = Row {
            time_ms,
            ticket: self.filled(columns.ticket),
            players: self.players()?,
            place: self.place()?,
            rtts_ms: self.rtts_ms()?,
            skill: columns.skill.map(|at| self.number(at)).transpose()?,
            cancelled_ms: self.later_ms(columns.cancelled_at, time_ms)?,
            matched_ms: self.later_ms(columns.matched_at, time_ms)?,
            match_id: self.filled(columns.match_id),
            datacenter: self.filled(columns.datacenter).and_then(|name| datacenters.find(name)),
        };
        let has_place = row.place.is_some() || !row.rtts_ms.is_empty();
        if has_place { Ok(row) } else { Err("neither a place nor a round trip".to_owned()) }
    }
}

/// A round trip in whole milliseconds.
fn rounded(ms: f64) -> Option<u16> {
    (ms >= 0.0).then(|| libm::floor(ms + 0.5).clamp(1.0, f64::from(OUT_OF_REACH_MS)) as u16)
}
