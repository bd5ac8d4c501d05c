//! The simulated day: joins players, datacenters, matchmaker and servers, and records what happens.
//!
//! ```
//! use matchday_atlas::{Datacenter, Fallback, JoinData, RecordedJoins};
//! use matchday_base::Calendar;
//! use matchday_base::calendar::Date;
//! use matchday_scenario::Params;
//! use matchday_sim::{ArticleDay, Simulate, SimulationData, World};
//! use std::sync::Arc;
//!
//! // Every minute two players join in Lima, and play at the only datacenter, in Miami.
//! let mut joins = RecordedJoins::reader("joins.csv");
//! for minute in 0..1_440 {
//!     let time = format!("{:02}:{:02}:00", minute / 60, minute % 60);
//!     joins.push(format!("{time},-12.04,-77.03\n{time},-12.04,-77.03\n").as_bytes());
//! }
//! let joins = JoinData::Recorded(joins.finish()?.0);
//! let calendar = Calendar::new(Date { year: 2026, month: 5, day: 20 });
//! let fallback = Fallback { inflation: 1.587, offset_ms: 17.8 };
//! let mut dataset = SimulationData::new("lima".into(), calendar, joins, None, fallback);
//! for site in Datacenter::read_csv(b"1,miami,25.77,-80.19\n", "datacenters.csv")? {
//!     dataset.add_site(site, None);
//! }
//!
//! let mut params = Params::default();
//! for (key, value) in [("joins", "exact"), ("players", "2"), ("replay", "0"), ("ideal_ms", "90")] {
//!     params.set(key, value)?;
//! }
//! let world = Arc::new(World::new(&dataset, &params)?);
//! let mut day = ArticleDay::new(world, &params);
//! day.advance(u32::MAX);
//! let day = day.summary();
//! assert_eq!((day.joined, day.matches, day.share_le_100), (2_880, 1_440, Some(1.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A run is a pure function of data set, parameters and seed, however its steps are grouped into calls:
//!
//! - [`world`] turns a data set and parameters into cells, reachable datacenters and joins;
//! - [`limits`] has the limits that the parameters set: longest searches and waits, beginnings;
//! - [`simulate`] is what every kind of day can do; [`log`] has their common parts: clock, joins, recorded minutes;
//! - [`day`] is the article's day: [`ArticleDay`] runs the steps of each second in a fixed order;
//! - [`census`] holds who is online, [`cohort`] who is in which match, [`replay`] decides who plays again;
//! - [`aggregate`] simulates the same day for populations too large to follow each player;
//! - [`columns`] records the events of each minute;
//! - [`snapshot`] looks at a day between two seconds;
//! - [`estimate`] has the matchmaker's estimate of an RTT and the actual RTT;
//! - [`match_lengths`] draws how long a match lasts, `quits` who leaves in the middle of it;
//! - [`watch`] tells observers what happens to players, in the vocabulary of [`events`];
//! - [`mixing_sample`] samples how often players meet again;
//! - [`policy`] makes a policy of a rule set or a plug-in, which forms the matches of a day instead of the article's matchmaker;
//! - [`forecast`] predicts peak players and player-matches of a run before it is simulated, [`cost`] its time and memory;
//! - [`placement`] is the interface through which a match gets a server and reports its end, [`servers`] simulates them;
//! - [`notes`] says what is odd about parameters;
//! - [`summary`] computes the figures of a run; [`text`] writes numbers as people read them; [`theory`] holds the closed forms that tests compare with;
//! - [`check`] states the invariants; [`tiny`] is a world for tests.
//!
//! Ranked days are in `matchday-ranked`; days of any kind, and what is asked of them, in `matchday-observe`.
//!
//! The crate uses no clock, file, network, thread or platform randomness.
#![forbid(unsafe_code)]

pub mod acquaintances;
pub mod aggregate;
pub mod alias;
pub mod census;
pub mod check;
pub mod cohort;
pub mod columns;
pub mod cost;
pub mod day;
pub mod estimate;
pub mod events;
pub mod forecast;
pub mod histogram;
pub mod joins;
pub mod limits;
pub mod log;
pub mod match_lengths;
pub mod mixing_sample;
pub mod notes;
mod placed;
pub mod placement;
pub mod playlist;
pub mod poisson;
pub mod policy;
mod quits;
pub mod replay;
pub mod retries;
pub mod servers;
pub mod simulate;
pub mod snapshot;
pub mod summary;
pub mod text;
pub mod theory;
pub mod tiny;
pub mod watch;
pub mod world;

pub use aggregate::{AggregateDay, AggregateError};
pub use columns::{Columns, Layout};
pub use day::ArticleDay;
pub use events::{Event, EventKind};
pub use matchday_wire::report::{RankedSummary, ServersSummary, Summary};
pub use simulate::Simulate;
pub use snapshot::{Online, Snapshot};
pub use watch::Watch;
pub use world::{ActiveDatacenter, SimulationData, World, WorldError};
