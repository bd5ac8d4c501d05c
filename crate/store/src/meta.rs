//! Single values of a store, by key.

use crate::StoreError;
use rusqlite::types::{FromSql, ToSql};
use rusqlite::{Connection, OptionalExtension, params};

/// Unix seconds of all dates that a store reads, and some more.
const SECONDS: std::ops::Range<i64> = -(1 << 48)..1 << 48;

/// The scenario of the stored days.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, serde::Deserialize, tsify::Tsify))]
pub struct Scenario {
    /// Its permalink, with all changed parameters.
    pub link: String,
    /// The version of the engine that simulated it.
    pub engine: String,
    /// The name of the data set, with its checksum.
    pub dataset: String,
}

/// A value in the table `matchday_meta`.
#[derive(Clone, Copy)]
pub(crate) enum Meta {
    Link,
    Engine,
    DataSetName,
    /// The first shown day, in days after 1970-01-01.
    FirstDay,
    /// The Unix second before which all rows are stored.
    Through,
    /// The player actions before that second.
    PlayerActions,
    /// The number of whole days before the present one whose full rows are kept.
    KeepDays,
    /// The Unix second from which full rows are kept.
    FullFrom,
}

impl Meta {
    fn key(self) -> &'static str {
        match self {
            Self::Link => "scenario_link",
            Self::Engine => "scenario_engine",
            Self::DataSetName => "scenario_dataset",
            Self::FirstDay => "first_day",
            Self::Through => "through",
            Self::PlayerActions => "inside",
            Self::KeepDays => "keep_days",
            Self::FullFrom => "full_from",
        }
    }

    pub fn get<T: FromSql>(self, connection: &Connection) -> rusqlite::Result<Option<T>> {
        let mut statement = connection.prepare_cached("SELECT value FROM matchday_meta WHERE key = ?")?;
        statement.query_row([self.key()], |row| row.get(0)).optional()
    }

    pub fn set(self, connection: &Connection, value: &dyn ToSql) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached("REPLACE INTO matchday_meta (key, value) VALUES (?, ?)")?;
        statement.execute(params![self.key(), value]).map(|_| ())
    }

    /// A Unix second; refuses one that no calendar has, because differences of such seconds overflow.
    pub fn second(self, connection: &Connection) -> rusqlite::Result<Option<i64>> {
        match self.get(connection)? {
            Some(second) if !SECONDS.contains(&second) => Err(rusqlite::Error::IntegralValueOutOfRange(0, second)),
            second => Ok(second),
        }
    }

    pub fn clear(self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute("DELETE FROM matchday_meta WHERE key = ?", [self.key()]).map(|_| ())
    }
}

impl Scenario {
    /// The scenario of a begun store; `None` before.
    pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Option<Self>> {
        let Some(link) = Meta::Link.get(connection)? else { return Ok(None) };
        let text = |meta: Meta| Ok::<_, rusqlite::Error>(meta.get(connection)?.unwrap_or_default());
        Ok(Some(Self { link, engine: text(Meta::Engine)?, dataset: text(Meta::DataSetName)? }))
    }

    /// Writes the scenario of a new store, or compares it with the stored one.
    ///
    /// # Errors
    /// [`StoreError::OtherScenario`].
    pub(crate) fn begin(&self, connection: &Connection) -> Result<(), StoreError> {
        match Self::read(connection)? {
            None => {
                Meta::Link.set(connection, &self.link)?;
                Meta::Engine.set(connection, &self.engine)?;
                Meta::DataSetName.set(connection, &self.dataset)?;
                Ok(())
            }
            Some(found) if found == *self => Ok(()),
            Some(Self { link, engine, dataset }) => {
                Err(StoreError::OtherScenario { found: [link, engine, dataset].join(", ") })
            }
        }
    }
}
