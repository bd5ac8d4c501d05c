//! `--write-tickets`: the tickets of simulated days as a file that can be replayed.

use crate::error::CliError;
use crate::parquet_file::{self, Group, optional, required};
use crate::table::{Format, GROUP_ROWS, other};
use matchday_base::SimTime;
use matchday_document::csv::write_row;
use matchday_matchmaker::policy::{Attribute, Kind, Schema};
use matchday_observe::{TicketEnd, TicketRow};
use matchday_recorded_queue::LIST;
use matchday_sim::World;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result as ParquetResult;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A day counts in seconds. Tickets are queued during one, in its middle in the mean, and matched when it is over.
const QUEUED_MS: i64 = 500;
const MATCHED_MS: i64 = 1_000;
/// The columns before the attributes.
const FIRST: [&str; 5] = ["time", "ticket", "players", "lat", "long"];
/// The columns after the attributes.
const LAST: [&str; 4] = ["cancelled_at", "matched_at", "match", "datacenter"];

/// A file of tickets that is being written.
pub struct TicketTable<'a> {
    sink: Sink<'a>,
    world: &'a World,
    schema: Schema,
}

enum Sink<'a> {
    Csv(BufWriter<&'a mut File>),
    /// With the tickets of the next row group.
    Parquet(Box<parquet_file::Writer<'a>>, Vec<TicketRow>),
}

/// The format of a file of tickets.
///
/// # Errors
/// A name that ends otherwise.
pub fn format_of(path: &Path) -> Result<Format, CliError> {
    Format::of(path).ok_or_else(|| CliError::TicketsFile { path: path.to_owned() })
}

impl<'a> TicketTable<'a> {
    /// A table without rows, of players with these attributes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(file: &'a mut File, format: Format, world: &'a World, schema: &Schema) -> io::Result<Self> {
        let sink = match format {
            Format::Csv => {
                let mut csv = BufWriter::new(file);
                let names = schema.attributes().iter().map(|(name, kind)| column_of(name, *kind));
                let header = FIRST.map(String::from).into_iter().chain(names).chain(LAST.map(String::from));
                write_row(&mut csv, header)?;
                Sink::Csv(csv)
            }
            Format::Parquet => {
                let writer = parquet_file::create(file, &message_of(schema), Vec::new()).map_err(other)?;
                Sink::Parquet(Box::new(writer), Vec::new())
            }
        };
        Ok(Self { sink, world, schema: schema.clone() })
    }

    /// Adds tickets.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, mut tickets: Vec<TicketRow>) -> io::Result<()> {
        let Self { sink, world, schema } = self;
        match sink {
            Sink::Csv(csv) => tickets.iter().try_for_each(|ticket| write_row(csv, cells(ticket, world, schema))),
            Sink::Parquet(writer, waiting) => {
                waiting.append(&mut tickets);
                if waiting.len() < GROUP_ROWS {
                    return Ok(());
                }
                write_group(writer, &std::mem::take(waiting), world, schema).map_err(other)
            }
        }
    }

    /// Writes what is left, and ends the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.sink {
            Sink::Csv(mut csv) => csv.flush(),
            Sink::Parquet(mut writer, waiting) => {
                if !waiting.is_empty() {
                    write_group(&mut writer, &waiting, self.world, &self.schema).map_err(other)?;
                }
                parquet_file::close(*writer).map_err(other)
            }
        }
    }
}

fn column_of(name: &str, kind: Kind) -> String {
    if kind == Kind::List { format!("{name}{LIST}") } else { name.to_owned() }
}

fn message_of(schema: &Schema) -> String {
    let attributes = schema.attributes().iter().map(|(name, kind)| match kind {
        Kind::Number => format!("required double {name};"),
        kind => format!("required binary {} (STRING);", column_of(name, *kind)),
    });
    let attributes = attributes.collect::<Vec<_>>().join("\n");
    format!(
        "message tickets {{
            required int64 time (TIMESTAMP(MILLIS,true));
            required int64 ticket;
            required int32 players;
            required double lat;
            required double long;
            {attributes}
            optional int64 cancelled_at (TIMESTAMP(MILLIS,true));
            optional int64 matched_at (TIMESTAMP(MILLIS,true));
            optional int32 match;
            optional binary datacenter (STRING);
        }}"
    )
}

/// The last columns of a ticket.
struct Outcome<'a> {
    cancelled: Option<SimTime>,
    matched: Option<SimTime>,
    match_id: Option<u32>,
    datacenter: Option<&'a str>,
}

impl<'a> Outcome<'a> {
    fn of(ticket: &TicketRow, world: &'a World) -> Self {
        let none = Self { cancelled: None, matched: None, match_id: None, datacenter: None };
        match ticket.end {
            TicketEnd::Open | TicketEnd::TimedOut => none,
            TicketEnd::Cancelled(at) => Self { cancelled: Some(at), ..none },
            TicketEnd::Matched(at, id, datacenter) => Self {
                matched: Some(at),
                match_id: Some(id.0),
                datacenter: Some(&world.datacenters[datacenter.index()].datacenter.name),
                ..none
            },
        }
    }
}

fn text_of(attribute: &Attribute, schema: &Schema) -> String {
    let text = |symbol| schema.text(symbol).unwrap_or_default();
    match attribute {
        Attribute::Number(number) => number.to_string(),
        Attribute::Text(symbol) => text(*symbol).to_owned(),
        Attribute::List(symbols) => symbols.iter().map(|&symbol| text(symbol)).collect::<Vec<_>>().join("|"),
        // No distribution draws maps.
        Attribute::Map(_) => String::new(),
    }
}

fn cells(ticket: &TicketRow, world: &World, schema: &Schema) -> Vec<String> {
    let time = |time: SimTime, later_ms: i64| rfc_3339(world.calendar.unix_s(time) * 1_000 + later_ms);
    let centre = world.cells[ticket.cell.index()].centre();
    let Outcome { cancelled, matched, match_id, datacenter } = Outcome::of(ticket, world);
    let first = [
        time(ticket.queued, QUEUED_MS),
        ticket.number.to_string(),
        ticket.players.to_string(),
        centre.lat().to_string(),
        centre.lon().to_string(),
    ];
    let last = [
        cancelled.map(|at| time(at, 0)).unwrap_or_default(),
        matched.map(|at| time(at, MATCHED_MS)).unwrap_or_default(),
        match_id.map(|id| id.to_string()).unwrap_or_default(),
        datacenter.unwrap_or_default().to_owned(),
    ];
    let attributes = ticket.attributes.iter().map(|attribute| text_of(attribute, schema));
    first.into_iter().chain(attributes).chain(last).collect()
}

fn rfc_3339(unix_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(unix_ms).map(|time| time.to_string()).unwrap_or_default()
}

fn write_group(
    writer: &mut parquet_file::Writer<'_>,
    tickets: &[TicketRow],
    world: &World,
    schema: &Schema,
) -> ParquetResult<()> {
    let mut group = writer.next_row_group()?;
    let ms = |time: SimTime, later_ms: i64| world.calendar.unix_s(time) * 1_000 + later_ms;
    let centre = |ticket: &TicketRow| world.cells[ticket.cell.index()].centre();
    required::<Int64Type>(&mut group, tickets.iter().map(|of| ms(of.queued, QUEUED_MS)))?;
    required::<Int64Type>(&mut group, tickets.iter().map(|of| of.number.cast_signed()))?;
    required::<Int32Type>(&mut group, tickets.iter().map(|of| i32::from(of.players)))?;
    required::<DoubleType>(&mut group, tickets.iter().map(|of| centre(of).lat()))?;
    required::<DoubleType>(&mut group, tickets.iter().map(|of| centre(of).lon()))?;
    for (at, (_, kind)) in schema.attributes().iter().enumerate() {
        write_attribute(&mut group, tickets, at, *kind, schema)?;
    }
    let outcomes: Vec<Outcome<'_>> = tickets.iter().map(|of| Outcome::of(of, world)).collect();
    optional::<Int64Type>(&mut group, outcomes.iter().map(|of| of.cancelled.map(|at| ms(at, 0))))?;
    optional::<Int64Type>(&mut group, outcomes.iter().map(|of| of.matched.map(|at| ms(at, MATCHED_MS))))?;
    optional::<Int32Type>(&mut group, outcomes.iter().map(|of| of.match_id.map(u32::cast_signed)))?;
    optional::<ByteArrayType>(&mut group, outcomes.iter().map(|of| of.datacenter.map(ByteArray::from)))?;
    group.close()?;
    Ok(())
}

fn write_attribute(
    group: &mut Group<'_, '_>,
    tickets: &[TicketRow],
    at: usize,
    kind: Kind,
    schema: &Schema,
) -> ParquetResult<()> {
    let attributes = tickets.iter().map(|of| &of.attributes[at]);
    if kind == Kind::Number {
        let number = |of: &Attribute| if let Attribute::Number(number) = of { *number } else { 0.0 };
        return required::<DoubleType>(group, attributes.map(number));
    }
    required::<ByteArrayType>(group, attributes.map(|of| ByteArray::from(text_of(of, schema).as_str())))
}
