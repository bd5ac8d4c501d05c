//! The simulated day: joins players, datacenters, matchmaker and servers, and records what happens.
//!
//! ```
//! use matchday_atlas::{Datacenter, Fallback, JoinData, RecordedJoins};
//! use matchday_base::Calendar;
//! use matchday_base::calendar::Date;
//! use matchday_scenario::Params;
//! use matchday_sim::{Day, SimulationData, World};
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
//! let day = Day::finished(&world, &params)?.summary();
//! assert_eq!((day.joined, day.matches, day.share_le_100), (2_880, 1_440, Some(1.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A run is a pure function of data set, parameters and seed, however its steps are grouped into calls:
//!
//! - [`world`] turns a data set and parameters into cells, reachable datacenters and joins;
//! - [`days`] has [`Day`], a day of any kind; `log` has their common parts: clock, joins, recorded minutes;
//! - [`day`] is the article's: [`ArticleDay::advance`] runs the steps of each second in a fixed order;
//! - [`census`] holds who is online, [`cohort`] who is in which match, [`replay`] decides who plays again;
//! - [`aggregate`] simulates the same day for populations too large to follow each player;
//! - [`columns`] records the events of each minute;
//! - [`snapshot`] looks at a day between two seconds, [`time_machine`] goes to any second again, [`frames`] is the thin
//!   record of a day for when that takes too long;
//! - [`estimate`] has the matchmaker's estimate of an RTT and the actual RTT;
//! - [`match_lengths`] draws how long a match lasts, `quits` who leaves in the middle of it;
//! - [`mixing_sample`] samples how often players meet again; [`mixing`] observes a day through [`watch`]: how often players meet again, how newcomers fare;
//! - [`events`] logs what happens to every player, another observer; [`company`] follows from it who plays with whom;
//! - [`policy`] makes a policy of a rule set or a plug-in, which forms the matches of a day instead of the article's matchmaker;
//! - [`ranked`] is the ranked day: accounts, a queue by rating, rated matches;
//! - [`forecast`] predicts peak players and player-matches of a run before it is simulated;
//! - [`starvation`] finds days on which players accumulate, and names the cause;
//! - [`placement`] is the interface through which a match gets a server and reports its end;
//! - [`notes`] says what is odd about parameters;
//! - [`summary`] computes the figures of a run; [`text`] writes numbers as people read them; [`theory`] holds the closed forms that tests compare with;
//! - [`check`] states the invariants.
//!
//! The crate uses no clock, file, network, thread or platform randomness.
#![forbid(unsafe_code)]

mod acquaintances;
pub mod aggregate;
pub mod alias;
pub mod census;
pub mod check;
pub mod close_up;
pub mod cohort;
pub mod columns;
pub mod company;
pub mod cost;
pub mod day;
pub mod days;
pub mod estimate;
pub mod events;
pub mod forecast;
pub mod frames;
pub mod histogram;
pub mod joins;
pub mod life;
pub mod limits;
pub mod log;
pub mod match_lengths;
pub mod mixing;
pub mod mixing_sample;
pub mod notes;
mod placed;
pub mod placement;
pub mod playlist;
pub mod poisson;
pub mod policy;
mod quits;
pub mod ranked;
pub mod replay;
mod retries;
pub mod servers;
pub mod snapshot;
pub mod starvation;
pub mod summary;
pub mod text;
pub mod theory;
pub mod tickets;
pub mod time_machine;
pub mod tiny;
pub mod watch;
pub mod world;

pub use aggregate::{AggregateDay, AggregateError};
pub use close_up::CloseUp;
pub use columns::{Columns, Layout};
pub use company::Company;
pub use day::ArticleDay;
pub use days::{Aggregate, Day, DayError, Options, Simulate};
pub use events::{Event, EventFilter, EventKind, EventLog};
pub use frames::{FrameCursor, FrameLog};
pub use life::Follower;
pub use matchday_wire::report::{RankedSummary, ServersSummary, Summary};
pub use mixing::Mixing;
pub use ranked::RankedDay;
pub use snapshot::{Online, Snapshot};
pub use tickets::{TicketEnd, TicketLog, TicketRow};
pub use time_machine::TimeMachine;
pub use watch::Watch;
pub use world::{ActiveDatacenter, SimulationData, World, WorldError};
