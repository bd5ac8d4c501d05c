//! The stored sums: one Parquet file per day, with a list of its inputs.
//!
//! The file's own metadata is the ledger: it lists each input, with all days for which this input has pings.
//! A day is always rewritten completely, under another name first, so file and ledger never disagree. An
//! input is complete when all of its days list it. After a kill, the next run adds it to the days that lack
//! it.

use super::error::MapsError;
use super::table::{Expected, Table, Value};
use crate::error::CliError;
use crate::files::{UNFINISHED, replace};
use crate::parquet_file::{self, required};
use crate::terminal::tell;
use matchday_atlas::counted;
use matchday_atlas::pings::{AcceptedPings, CellSum, CellSums, Day, Refusal, Sums};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::iter::repeat_n;
use std::path::{Path, PathBuf};

/// The columns of a day, sorted by datacenter, then cell.
const SCHEMA: &str = "message day {
    required int32 day (DATE);
    required binary datacenter (STRING);
    required int32 cell;
    required int64 sum_us;
    required int64 count;
}";
const WANTED: [(&str, Expected); 5] = [
    ("day", Expected::Whole),
    ("datacenter", Expected::Text),
    ("cell", Expected::Whole),
    ("sum_us", Expected::Whole),
    ("count", Expected::Whole),
];
/// The metadata keys with a day's inputs, and with its number of pings.
const INPUTS_KEY: &str = "matchday.inputs";
const PINGS_KEY: &str = "matchday.pings";
/// Most pings of one cell and day. With this limit, sums over a year fit into 64 bits.
const MOST_PINGS: i64 = 1 << 32;
const CELLS: i64 = 64_800;

/// The record of an input that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// Size and checksum of its content.
    pub id: String,
    /// Its file name when it was read.
    pub name: String,
    /// Good rows.
    pub pings: u64,
    /// Refused rows, by reason.
    pub refused: BTreeMap<String, u64>,
    /// The days for which it has pings.
    pub days: Vec<String>,
}

impl Receipt {
    /// The record of a file after reading.
    pub fn new(id: &str, path: &Path, accepted: &AcceptedPings) -> Self {
        let refused = Refusal::ALL.map(|refusal| (refusal.key().to_owned(), accepted.refusals.count(refusal)));
        Self {
            id: id.to_owned(),
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            pings: accepted.pings,
            refused: refused.into_iter().filter(|&(_, count)| count > 0).collect(),
            days: accepted.sums.days().iter().map(ToString::to_string).collect(),
        }
    }
}

/// A stored day.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Its inputs.
    pub inputs: Vec<Receipt>,
    /// Its pings.
    pub pings: u64,
}

/// The sums of a day, and the inputs they come from.
#[derive(Clone, Debug, Default)]
pub struct DaySums {
    /// By datacenter name, because the list of datacenters may change between runs.
    pub datacenters: BTreeMap<String, CellSums>,
    /// Ordered by id.
    pub receipts: Vec<Receipt>,
}

impl DaySums {
    fn pings(&self) -> u64 {
        self.datacenters.values().map(CellSums::count).sum()
    }
}

/// The folder of the days.
pub struct Days {
    folder: PathBuf,
    ledger: BTreeMap<Day, Stored>,
}

impl Days {
    /// Opens the folder, and removes unfinished files of a killed run.
    ///
    /// # Errors
    /// A folder or day that cannot be read.
    pub fn open(folder: &Path) -> Result<Self, CliError> {
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        let mut days = Self { folder: folder.to_owned(), ledger: BTreeMap::new() };
        let mut unchecked = 0;
        for path in crate::data::entries(folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(UNFINISHED) {
                fs::remove_file(&path).map_err(CliError::file(&path))?;
            } else if let Some(day) = name.strip_suffix(".parquet").and_then(Day::parse) {
                unchecked += u64::from(!is_checked(&path)?);
                let table = open_day(&path)?;
                // Days of earlier versions do not say how many pings they have.
                let pings = match table.metadata(PINGS_KEY).and_then(|text| text.parse().ok()) {
                    Some(pings) => pings,
                    None => days.read(day)?.pings(),
                };
                days.ledger.insert(day, Stored { inputs: receipts(&path, &table)?, pings });
            }
        }
        if unchecked > 0 {
            let (folder, unchecked) = (folder.display(), counted(unchecked, "day"));
            tell!("note: {folder}: {unchecked} without checksums, so damage may go unnoticed");
        }
        Ok(days)
    }

    /// The stored days in order.
    pub fn ledger(&self) -> &BTreeMap<Day, Stored> {
        &self.ledger
    }

    /// Whether an input is in all days for which it has pings.
    pub fn is_complete(&self, id: &str) -> bool {
        let holds =
            |day: &Day| self.ledger.get(day).is_some_and(|of_day| of_day.inputs.iter().any(|known| known.id == id));
        let receipt = self.receipt(id);
        receipt.is_some_and(|receipt| receipt.days.iter().all(|day| Day::parse(day).is_some_and(|day| holds(&day))))
    }

    /// The record of an input that is in at least one day.
    pub fn receipt(&self, id: &str) -> Option<&Receipt> {
        self.ledger.values().flat_map(|day| &day.inputs).find(|receipt| receipt.id == id)
    }

    /// Adds inputs to the days that do not have them yet. `names[i]` is the name of datacenter `i` of the
    /// sums.
    ///
    /// # Errors
    /// A day that cannot be read or written. Each day then has an input completely or not at all.
    pub fn add(&mut self, inputs: &[(Receipt, Sums)], names: &[String]) -> Result<(), CliError> {
        let mut days: Vec<Day> = inputs.iter().flat_map(|(_, sums)| sums.days()).collect();
        days.sort_unstable();
        days.dedup();
        for day in days {
            let mut sums = if self.ledger.contains_key(&day) { self.read(day)? } else { DaySums::default() };
            let known: Vec<String> = sums.receipts.iter().map(|receipt| receipt.id.clone()).collect();
            for (receipt, of_input) in inputs.iter().filter(|(receipt, _)| !known.contains(&receipt.id)) {
                let mut has_pings = false;
                for (datacenter, cells) in of_input.day(day) {
                    has_pings = true;
                    let name = names[usize::from(datacenter)].clone();
                    sums.datacenters.entry(name).or_default().add(cells.cells());
                }
                if has_pings {
                    sums.receipts.push(receipt.clone());
                }
            }
            if sums.receipts.len() > known.len() {
                sums.receipts.sort_by(|a, b| a.id.cmp(&b.id));
                self.write(day, &sums)?;
                let pings = sums.pings();
                self.ledger.insert(day, Stored { inputs: sums.receipts, pings });
            }
        }
        Ok(())
    }

    fn path(&self, day: Day) -> PathBuf {
        self.folder.join(format!("{day}.parquet"))
    }

    /// Reads a day, every value checked.
    ///
    /// # Errors
    /// A damaged file, or one without sums.
    pub fn read(&self, day: Day) -> Result<DaySums, CliError> {
        let path = self.path(day);
        let table = open_day(&path)?;
        let mut columns: BTreeMap<String, Vec<CellSum>> = BTreeMap::new();
        for group in 0..table.groups() {
            table.rows(group, |row, values| {
                let damaged = |what| MapsError::Day { path: path.clone(), reason: format!("row {row}: {what}") };
                let [Value::Whole(of), name, Value::Whole(cell), Value::Whole(sum_us), Value::Whole(count)] = values
                else {
                    return Err(damaged("a value is missing"));
                };
                let name = name.text().ok_or_else(|| damaged("no datacenter"))?;
                let fits = *of == i64::from(day.days_since_1970())
                    && (0..CELLS).contains(cell)
                    && (1..MOST_PINGS).contains(count)
                    && (*count..=count * 10_000_000).contains(sum_us);
                if !fits {
                    return Err(damaged("impossible numbers"));
                }
                let sum = CellSum { cell: *cell as u16, sum_us: *sum_us as u64, count: *count as u64 };
                if !columns.contains_key(name) {
                    columns.insert(name.to_owned(), Vec::new());
                }
                let cells = columns.get_mut(name).ok_or_else(|| damaged("no datacenter"))?;
                if cells.last().is_some_and(|last| last.cell >= sum.cell) {
                    return Err(damaged("cells out of order"));
                }
                cells.push(sum);
                Ok(())
            })?;
        }
        let mut sums = DaySums { receipts: receipts(&path, &table)?, ..DaySums::default() };
        for (name, cells) in columns {
            sums.datacenters.entry(name).or_default().add(&cells);
        }
        Ok(sums)
    }

    fn write(&self, day: Day, sums: &DaySums) -> Result<(), CliError> {
        let path = self.path(day);
        replace(&path, |file| write_day(file, day, sums).map_err(|e| MapsError::parquet(&path)(e).into()))
    }
}

/// Whether a day has a checksum. It is compared.
fn is_checked(path: &Path) -> Result<bool, CliError> {
    let file = File::open(path).map_err(CliError::file(path))?;
    let damaged = |error: ParquetError| MapsError::Day { path: path.to_owned(), reason: error.to_string() };
    Ok(parquet_file::check(&file).map_err(damaged)?)
}

fn open_day(path: &Path) -> Result<Table<5>, CliError> {
    let file = File::open(path).map_err(CliError::file(path))?;
    Ok(Table::open(path, file, WANTED).map_err(|error| match error {
        MapsError::Parquet { path, reason } => MapsError::Day { path, reason },
        other => other,
    })?)
}

fn receipts(path: &Path, table: &Table<5>) -> Result<Vec<Receipt>, MapsError> {
    let damaged = |reason: String| MapsError::Day { path: path.to_owned(), reason };
    let text = table.metadata(INPUTS_KEY).ok_or_else(|| damaged("it does not say what it holds".into()))?;
    serde_json::from_str(text).map_err(|error| damaged(error.to_string()))
}

fn write_day(file: &mut File, day: Day, sums: &DaySums) -> ParquetResult<()> {
    let receipts = serde_json::to_string(&sums.receipts).unwrap_or_default();
    let pairs = [(INPUTS_KEY, receipts), (PINGS_KEY, sums.pings().to_string())];
    let pairs = pairs.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let mut writer = parquet_file::create(file, SCHEMA, pairs.into())?;
    let mut group = writer.next_row_group()?;
    let names = || {
        let of = |(name, sums): (&String, &CellSums)| repeat_n(ByteArray::from(name.as_str()), sums.cells().len());
        sums.datacenters.iter().flat_map(of)
    };
    let cells = || sums.datacenters.values().flat_map(CellSums::cells);
    required::<Int32Type>(&mut group, names().map(|_| day.days_since_1970()))?;
    required::<ByteArrayType>(&mut group, names())?;
    required::<Int32Type>(&mut group, cells().map(|sum| sum.cell.into()))?;
    required::<Int64Type>(&mut group, cells().map(|sum| sum.sum_us as i64))?;
    required::<Int64Type>(&mut group, cells().map(|sum| sum.count as i64))?;
    group.close()?;
    parquet_file::close(writer)
}
