//! Reads pings from Parquet in several threads, a row group each.

use super::error::MapsError;
use super::shared::Shared;
use super::table::{Expected, Table, Value};
use crate::error::CliError;
use indicatif::ProgressBar;
use matchday_atlas::pings::{AcceptedPings, COLUMNS, Day, Names, Ping, Position, Refusal, ping};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

const WANTED: [(&str, Expected); 5] = [
    (COLUMNS[0], Expected::Time),
    (COLUMNS[1], Expected::Number),
    (COLUMNS[2], Expected::Number),
    (COLUMNS[3], Expected::Text),
    (COLUMNS[4], Expected::Number),
];

/// Longest text shown of a refused value.
const SHOWN: usize = 40;

/// Reads a whole file.
///
/// # Errors
/// An unreadable file, missing columns, or a file that is refused as a whole.
pub fn read(path: &Path, names: &Names, threads: usize, progress: &ProgressBar) -> Result<AcceptedPings, CliError> {
    let (next, all) = (AtomicUsize::new(0), Shared::default());
    let read_groups = || -> Result<(), CliError> {
        let table = Table::open(path, File::open(path).map_err(CliError::file(path))?, WANTED)?;
        let mut accepted = AcceptedPings::default();
        loop {
            let group = next.fetch_add(1, Ordering::Relaxed);
            if group >= table.groups() {
                all.hand_in(accepted);
                return Ok(());
            }
            table.rows::<MapsError>(group, |number, row| {
                take(&mut accepted, names, number, row);
                Ok(())
            })?;
            all.offer(&mut accepted);
            progress.inc(table.group_bytes(group));
        }
    };
    std::thread::scope(|scope| -> Result<(), CliError> {
        let readers: Vec<_> = (0..threads).map(|_| scope.spawn(read_groups)).collect();
        for reader in readers {
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(())
    })?;
    Ok(all.into_accepted().finish(&path.display().to_string())?)
}

fn take(accepted: &mut AcceptedPings, names: &Names, number: u64, row: [&Value; 5]) {
    match ping_of(names, row) {
        Ok(ping) => accepted.accept(ping),
        Err((field, refusal)) => accepted.refuse(refusal, || {
            let found = row[field].to_string().chars().take(SHOWN).collect();
            (Position::Row(number), field, found)
        }),
    }
}

fn ping_of(names: &Names, [time, lat, long, datacenter, rtt]: [&Value; 5]) -> Result<Ping, (usize, Refusal)> {
    let number = |field, value: &Value| value.number().ok_or((field, Refusal::Number));
    let day = match time {
        Value::Whole(number) => Day::of_epoch(*number),
        other => other.text().and_then(Day::of_time),
    };
    Ok(Ping {
        day: day.ok_or((0, Refusal::Timestamp))?,
        cell: ping::cell(number(1, lat)?, number(2, long)?)?,
        datacenter: datacenter.text().and_then(|name| names.find(name)).ok_or((3, Refusal::Datacenter))?,
        rtt_us: ping::rtt_us(number(4, rtt)?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;
    use crate::parquet_file::{self, required};
    use matchday_atlas::{Datacenter, pings::LAYOUT};
    use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};

    const SCHEMA: &str = "message pings {
        required int64 timestamp (TIMESTAMP(MILLIS,true));
        required double lat;
        required double long;
        required binary datacenter (STRING);
        required double rtt_ms;
    }";

    /// Two groups of pings to one datacenter.
    fn write(file: &mut File) -> parquet::errors::Result<()> {
        let mut writer = parquet_file::create(file, SCHEMA, Vec::new())?;
        for _ in 0..2 {
            let mut group = writer.next_row_group()?;
            required::<Int64Type>(&mut group, (0..50).map(|i| 1_779_319_800_000 + i))?;
            required::<DoubleType>(&mut group, (0..50).map(|i| f64::from(i) / 2.0))?;
            required::<DoubleType>(&mut group, (0..50).map(f64::from))?;
            required::<ByteArrayType>(&mut group, (0..50).map(|_| ByteArray::from("lima")))?;
            required::<DoubleType>(&mut group, (0..50).map(|i| 90.0 + f64::from(i)))?;
            group.close()?;
        }
        parquet_file::close(writer)
    }

    #[test]
    fn every_damaged_byte_is_an_error_or_harmless() {
        let path = std::env::temp_dir().join(format!("matchday-pings-{}.parquet", std::process::id()));
        files::replace(&path, |file| write(file).map_err(|error| MapsError::parquet(&path)(error).into())).unwrap();
        let names = Names::new(&Datacenter::read_csv(b"1,lima,-12,-77\n", "list").unwrap());
        let read_again = || read(&path, &names, 1, &ProgressBar::hidden()).map(|accepted| accepted.pings);
        assert_eq!(read_again().unwrap(), 100, "{LAYOUT}");
        let whole = std::fs::read(&path).unwrap();
        let mut found = 0;
        // An odd step meets all places of a word.
        let step = if std::env::var_os("MATCHDAY_FULL").is_some() { 1 } else { 5 };
        for at in (0..whole.len()).step_by(step) {
            for damage in [0x01, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= damage;
                std::fs::write(&path, &bytes).unwrap();
                found += u32::from(read_again().is_err());
            }
        }
        _ = std::fs::remove_file(&path);
        assert!(found as usize * step > 500, "{found} of {}", 3 * whole.len() / step);
    }
}
