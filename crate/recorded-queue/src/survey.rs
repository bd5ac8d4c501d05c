//! The first reading of a file: its columns, its attributes, and what is wrong with it.

use crate::QueueError;
use crate::columns::{Columns, Datacenters, LIST, clip};
use crate::row::{RowProblem, Rows};
use matchday_base::rtt::MOST_RTT_MS;
use matchday_base::time::DAY_S;
use matchday_document::TooManyRefused;
use matchday_matchmaker::policy::{Kind, SKILL, Schema, SkillBands};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Most texts of an attribute: a column with more of them names players or sessions, and does not describe them.
pub const MOST_TEXTS: usize = 100;
/// Most attributes beside the skill.
const MOST_ATTRIBUTES: usize = 20;
/// Rows may be so much earlier than a row above them.
pub(crate) const DISORDER_MS: i64 = 60_000;
/// Problems that are kept, to be shown.
const SHOWN: usize = 5;
/// Most days between the first and the last ticket.
const MOST_DAYS: u64 = 400;
const SECOND_MS: i64 = 1_000;
const DAY_MS: i64 = DAY_S as i64 * SECOND_MS;

/// What the first reading found.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(crate) columns: Columns,
    pub(crate) datacenters: Datacenters,
    /// The attributes of players, the skill first.
    pub(crate) schema: Schema,
    /// The column of each attribute beside the skill, in the order of the schema.
    pub(crate) attributes: Vec<(usize, Kind)>,
    pub(crate) bands: Option<SkillBands>,
    /// The first and the last time, ms.
    pub(crate) span_ms: (i64, i64),
    /// Rows that can be read, and those that are left out.
    pub rows: u64,
    /// Rows that are left out.
    pub refused: u64,
    /// The first of them.
    pub problems: Vec<RowProblem>,
    /// Columns that are left out, and why, in words.
    pub notices: Vec<String>,
}

impl Queue {
    /// The midnight before the first ticket, ms.
    pub(crate) fn midnight_ms(&self) -> i64 {
        self.span_ms.0.div_euclid(DAY_MS) * DAY_MS
    }

    /// Seconds from that midnight to the last ticket.
    pub(crate) fn length_s(&self) -> u32 {
        ((self.span_ms.1 - self.midnight_ms()) / SECOND_MS) as u32
    }

    /// Names and kinds of the attributes that players have.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Whether the file says what became of its tickets.
    pub fn has_outcomes(&self) -> bool {
        self.columns.matched_at.is_some()
    }
}

/// Reads a file of tickets for the first time.
#[derive(Clone, Debug)]
pub struct Survey {
    datacenters: Datacenters,
    columns: Option<Columns>,
    reader: Rows,
    others: Vec<Values>,
    skill: Moments,
    rows: u64,
    refused: u64,
    problems: Vec<RowProblem>,
    notices: Vec<String>,
    /// Round trips out of reach.
    beyond: u64,
    span_ms: Option<(i64, i64)>,
}

impl Survey {
    /// Nothing read yet.
    pub fn new(datacenters: Datacenters) -> Self {
        Self {
            datacenters,
            columns: None,
            reader: Rows::default(),
            others: Vec::new(),
            skill: Moments::default(),
            rows: 0,
            refused: 0,
            problems: Vec::new(),
            notices: Vec::new(),
            beyond: 0,
            span_ms: None,
        }
    }

    /// Reads the next row; the first has the names of columns.
    ///
    /// # Errors
    /// Missing columns, or a row that is much earlier than one above it.
    pub fn row(&mut self, line: u64, fields: &[Cow<'_, str>]) -> Result<(), QueueError> {
        let Some(columns) = &self.columns else {
            let columns = Columns::of(fields, &self.datacenters, &mut self.notices)?;
            self.others = columns.others.iter().map(|&at| Values::of(&columns.names[at])).collect();
            self.columns = Some(columns);
            return Ok(());
        };
        self.rows += 1;
        match self.reader.read(columns, &self.datacenters, line, fields) {
            Ok(row) => {
                let (first, last) = self.span_ms.unwrap_or((row.time_ms, row.time_ms));
                if row.time_ms < last - DISORDER_MS {
                    return Err(QueueError::Order { line, seconds: (last - row.time_ms).unsigned_abs() / 1_000 });
                }
                self.span_ms = Some((first.min(row.time_ms), last.max(row.time_ms)));
                self.beyond += row.rtts_ms.iter().filter(|&&(_, ms)| ms > MOST_RTT_MS).count() as u64;
                row.skill.iter().for_each(|&skill| self.skill.add(skill));
                for (values, &at) in self.others.iter_mut().zip(&columns.others) {
                    values.add(line, &fields[at]);
                }
            }
            Err(problem) => {
                self.refused += 1;
                if self.problems.len() < SHOWN {
                    self.problems.push(problem);
                }
            }
        }
        Ok(())
    }

    /// What was found.
    ///
    /// # Errors
    /// No tickets, too many rows that cannot be read, or tickets too far apart.
    pub fn finish(mut self) -> Result<Queue, QueueError> {
        let columns = self.columns.take().ok_or(QueueError::Empty)?;
        let mut schema = Schema::default();
        if columns.skill.is_some() {
            schema.add(SKILL, Kind::Number);
        }
        let attributes = self.attributes(&columns, &mut schema);
        self.check()?;
        if self.beyond > 0 {
            self.notices
                .push(format!("{} round trips are above {MOST_RTT_MS} ms, and count as out of reach", self.beyond));
        }
        let span_ms = self.span_ms.ok_or(QueueError::Empty)?;
        let bands = columns.skill.and_then(|_| self.skill.bands());
        let Self { datacenters, rows, refused, problems, notices, .. } = self;
        Ok(Queue { columns, datacenters, schema, attributes, bands, span_ms, rows, refused, problems, notices })
    }

    /// Adds the columns that describe players to the schema. Rows without one of their numbers are left out.
    fn attributes(&mut self, columns: &Columns, schema: &mut Schema) -> Vec<(usize, Kind)> {
        let mut attributes = Vec::new();
        for (values, &at) in self.others.iter().zip(&columns.others) {
            let name = clip(&columns.names[at]);
            let kind = match values.kind() {
                _ if attributes.len() == MOST_ATTRIBUTES => {
                    Err(format!("{MOST_ATTRIBUTES} attributes are read at most"))
                }
                kind => kind,
            };
            match kind {
                Ok(kind) => {
                    schema.add(columns.names[at].trim_end_matches(LIST), kind);
                    values.texts.iter().filter(|_| kind != Kind::Number).for_each(|text| {
                        schema.symbol(text);
                    });
                    attributes.push((at, kind));
                    self.refused += if kind == Kind::Number { values.blanks } else { 0 };
                    if let Some(&line) = values.first_blank.as_ref().filter(|_| kind == Kind::Number) {
                        self.problems.push(RowProblem { line, words: format!("{name} is empty") });
                    }
                }
                Err(why) => self.notices.push(format!("{name}: {why}, so the column is left out")),
            }
        }
        attributes
    }

    fn check(&self) -> Result<(), QueueError> {
        TooManyRefused::check(self.refused, self.rows, &self.problems)?;
        let days = self.span_ms.map_or(0, |(first, last)| (last - first).unsigned_abs() / DAY_MS.unsigned_abs());
        if days > MOST_DAYS { Err(QueueError::Span { days, most: MOST_DAYS }) } else { Ok(()) }
    }
}

/// The values of a column of attributes.
#[derive(Clone, Debug)]
struct Values {
    is_list: bool,
    /// The first value that is no number, and its line.
    no_number: Option<(u64, String)>,
    /// At most one more than can be used.
    texts: BTreeSet<String>,
    blanks: u64,
    first_blank: Option<u64>,
}

impl Values {
    fn of(name: &str) -> Self {
        Self { is_list: name.ends_with(LIST), no_number: None, texts: BTreeSet::new(), blanks: 0, first_blank: None }
    }

    fn add(&mut self, line: u64, text: &str) {
        if text.is_empty() && !self.is_list {
            self.blanks += 1;
            self.first_blank.get_or_insert(line);
        } else if self.no_number.is_none() && number(text).is_none() {
            self.no_number = Some((line, clip(text)));
        }
        let texts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
        let parts: &mut dyn Iterator<Item = &str> =
            if self.is_list { &mut { texts } } else { &mut std::iter::once(text) };
        for part in parts {
            if self.texts.len() <= MOST_TEXTS && !self.texts.contains(part) {
                self.texts.insert(part.to_owned());
            }
        }
    }

    /// The kind of the attribute.
    ///
    /// # Errors
    /// Why it is none, in words.
    fn kind(&self) -> Result<Kind, String> {
        match &self.no_number {
            _ if self.texts.iter().all(String::is_empty) => Err("nothing stands in it".to_owned()),
            _ if self.is_list && self.texts.len() <= MOST_TEXTS => Ok(Kind::List),
            None if !self.is_list => Ok(Kind::Number),
            _ if self.texts.len() <= MOST_TEXTS => Ok(Kind::Text),
            None => Err(format!("more than {MOST_TEXTS} different texts")),
            Some((line, text)) => {
                Err(format!("more than {MOST_TEXTS} different texts, and {text:?} in line {line} is no number"))
            }
        }
    }
}

/// The finite number in a field.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Count, mean and sum of squared differences, by Welford.
#[derive(Clone, Debug, Default)]
struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Bands of about half a standard deviation, with round edges; `None` where all values are equal.
    fn bands(&self) -> Option<SkillBands> {
        let exact = libm::sqrt(self.squares / self.count.max(1) as f64) / 2.0;
        if exact <= 0.0 {
            return None;
        }
        // Two digits are enough to tell skills apart.
        let unit = libm::pow(10.0, libm::floor(libm::log10(exact)) - 1.0);
        let rounded = |value: f64| libm::round(value / unit) * unit;
        Some(SkillBands { from: rounded(self.mean - 3.0 * exact), width: rounded(exact) })
    }
}
