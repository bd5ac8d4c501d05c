//! `matchday run --events`: what happens to every player, as a table.

mod table;

use crate::error::CliError;
use crate::files::replace;
use crate::table::Format;
use matchday_base::time::{HOUR_S, MINUTE_S};
use matchday_base::{DatacenterIndex, SimTime};
use matchday_observe::{Day, EventFilter, EventLog};
use matchday_sim::Simulate;
use matchday_sim::{EventKind, World};
use std::ops::Range;
use std::path::PathBuf;
use table::Table;

/// The day is advanced by so many seconds at a time, so that few events are in memory.
const SLICE_S: u32 = MINUTE_S;

/// The table of events, and which events it has.
#[derive(clap::Args)]
pub struct EventArgs {
    /// Write the events of all players: CSV or Parquet, by the ending of the name.
    #[arg(long, value_name = "FILE.csv|FILE.parquet")]
    events: Option<PathBuf>,
    /// Only events between two times UTC, such as 18:00..18:30; the second day begins at 24:00.
    #[arg(long, requires = "events", value_name = "HH:MM..HH:MM", value_parser = read_span)]
    between: Option<Range<u32>>,
    /// Only events of the player with this number.
    #[arg(long, requires = "events", value_name = "NUMBER")]
    player: Option<u32>,
    /// Only events in matches at this datacenter.
    #[arg(long, requires = "events", value_name = "NAME")]
    datacenter: Option<String>,
    /// Only these events, such as match,end.
    #[arg(long = "event", requires = "events", value_name = "EVENT", value_delimiter = ',', value_parser = read_kind)]
    kinds: Vec<EventKind>,
}

impl EventArgs {
    /// Whether a table is asked for.
    pub fn is_given(&self) -> bool {
        self.events.is_some()
    }

    /// Simulates the day to its end, and writes the table of its events, if one is asked for.
    ///
    /// # Errors
    /// A file that cannot be written, a datacenter that is not on, or an aggregate day, which has no single players.
    pub fn simulate(&self, day: &mut Day, world: &World, is_aggregate: bool) -> Result<(), CliError> {
        let Some(path) = &self.events else {
            day.advance(u32::MAX);
            return Ok(());
        };
        if is_aggregate {
            return Err(CliError::EventsOfAggregate);
        }
        let format = Format::of(path).ok_or_else(|| CliError::EventsFile { path: path.clone() })?;
        let mut log = EventLog::new(self.filter(world, day.end())?);
        replace(path, |file| {
            let failed = |cause| CliError::file(path)(cause);
            let mut table = Table::new(file, format, world).map_err(failed)?;
            while day.now() < day.end() {
                day.advance_watched(SLICE_S, &mut log);
                table.write(log.take()).map_err(failed)?;
            }
            table.finish().map_err(failed)
        })
    }

    fn filter(&self, world: &World, end: SimTime) -> Result<EventFilter, CliError> {
        let between = match &self.between {
            Some(shown_s) => SimTime::DAY_START + shown_s.start..SimTime::DAY_START + shown_s.end,
            None => SimTime::DAY_START..end,
        };
        let datacenter = self.datacenter.as_deref().map(|name| index_of(world, name)).transpose()?;
        Ok(EventFilter { between, player: self.player, datacenter, kinds: self.kinds.clone(), company: false })
    }
}

fn index_of(world: &World, name: &str) -> Result<DatacenterIndex, CliError> {
    let names = world.datacenters.iter().map(|active| active.datacenter.name.as_str());
    let at = names.clone().position(|known| known == name).map(|at| DatacenterIndex(at as u16));
    let unknown =
        || CliError::EventsDatacenter { name: name.to_owned(), known: names.clone().collect::<Vec<_>>().join(", ") };
    at.ok_or_else(unknown)
}

/// Reads `18:00..18:30` as seconds since the first shown midnight.
fn read_span(text: &str) -> Result<Range<u32>, String> {
    let time = |text: &str| -> Option<u32> {
        let (hours, minutes) = text.trim().split_once(':')?;
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        (hours < 10_000 && minutes < 60).then_some(hours * HOUR_S + minutes * MINUTE_S)
    };
    let span = text.split_once("..").and_then(|(from, to)| Some(time(from)?..time(to)?));
    span.filter(|span| span.start < span.end).ok_or_else(|| "write two times in order, such as 18:00..18:30".to_owned())
}

fn read_kind(word: &str) -> Result<EventKind, String> {
    let known = || EventKind::ALL.map(|(_, word)| word).join(", ");
    EventKind::of(word).ok_or_else(|| format!("unknown event; known are {}", known()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time_are_read_or_refused() {
        assert_eq!(read_span("18:00..18:30"), Ok(64_800..66_600));
        assert_eq!(read_span("00:00 .. 48:00"), Ok(0..172_800));
        for text in
            ["", "18:00", "18:30..18:00", "18:00..18:00", "18..19", "18:60..19:00", "-1:00..2:00", "99999:00..99999:30"]
        {
            assert!(read_span(text).is_err(), "{text}");
        }
    }
}
