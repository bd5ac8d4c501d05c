//! The table of events as CSV and as Parquet, row by row the same.

use crate::parquet_file::{self, optional, required};
use crate::table::{Format, GROUP_ROWS, other};
use matchday_document::csv::write_row;
use matchday_sim::{Event, World};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::errors::Result as ParquetResult;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// The columns [`Event::COLUMNS`].
const SCHEMA: &str = "message events {
    required int32 time_s;
    required binary event (STRING);
    required int32 player;
    required double lat;
    required double lon;
    optional binary datacenter (STRING);
    optional int32 match;
    optional int32 wait_s;
    optional int32 rtt_ms;
}";
/// A table that is being written.
pub struct Table<'a> {
    sink: Sink<'a>,
    world: &'a World,
}

enum Sink<'a> {
    Csv(BufWriter<&'a mut File>),
    /// With the events of the next row group.
    Parquet(Box<parquet_file::Writer<'a>>, Vec<Event>),
}

impl<'a> Table<'a> {
    /// A table without rows.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(file: &'a mut File, format: Format, world: &'a World) -> io::Result<Self> {
        let sink = match format {
            Format::Csv => {
                let mut csv = BufWriter::new(file);
                write_row(&mut csv, Event::COLUMNS)?;
                Sink::Csv(csv)
            }
            Format::Parquet => {
                Sink::Parquet(Box::new(parquet_file::create(file, SCHEMA, Vec::new()).map_err(other)?), Vec::new())
            }
        };
        Ok(Self { sink, world })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, mut events: Vec<Event>) -> io::Result<()> {
        match &mut self.sink {
            Sink::Csv(csv) => events.iter().try_for_each(|event| write_row(csv, event.row(self.world))),
            Sink::Parquet(_, waiting) if waiting.len() + events.len() < GROUP_ROWS => {
                waiting.append(&mut events);
                Ok(())
            }
            Sink::Parquet(writer, waiting) => {
                waiting.append(&mut events);
                write_group(writer, &std::mem::take(waiting), self.world).map_err(other)
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
                write_group(&mut writer, &waiting, self.world).map_err(other)?;
                parquet_file::close(*writer).map_err(other)
            }
        }
    }
}

fn write_group(writer: &mut parquet_file::Writer<'_>, events: &[Event], world: &World) -> ParquetResult<()> {
    if events.is_empty() {
        return Ok(());
    }
    let mut group = writer.next_row_group()?;
    let places: Vec<_> = events.iter().map(|event| event.place(world)).collect();
    let names = events.iter().map(|event| event.datacenter(world).map(ByteArray::from));
    let int = |value: u32| value.cast_signed();
    required::<Int32Type>(&mut group, events.iter().map(|event| int(event.shown_s())))?;
    required::<ByteArrayType>(&mut group, events.iter().map(|event| ByteArray::from(event.kind.word())))?;
    required::<Int32Type>(&mut group, events.iter().map(|event| int(event.player)))?;
    required::<DoubleType>(&mut group, places.iter().map(|place| place.0))?;
    required::<DoubleType>(&mut group, places.iter().map(|place| place.1))?;
    optional::<ByteArrayType>(&mut group, names)?;
    optional::<Int32Type>(&mut group, events.iter().map(|event| event.game.map(|(id, _)| int(id.0))))?;
    optional::<Int32Type>(&mut group, events.iter().map(|event| event.wait_s.map(int)))?;
    optional::<Int32Type>(&mut group, events.iter().map(|event| event.rtt_ms.map(i32::from)))?;
    group.close()?;
    Ok(())
}
