//! The wasm module of everything beyond the first view. The page fetches it when it is idle, or at once when
//! it is needed: on the main thread to draw, in workers (`www/worker/`) to simulate and to answer questions.
//!
//! | module | what it exports |
//! |---|---|
//! | `matchday_web_day::world` | `World`: the data set of the page |
//! | [`day`] | `LabDay`: a running day on servers, ranked, or both |
//! | [`scene`] | players and matches of a part of the world, one by one |
//! | [`close_up`] | the players of a part of the world or of a datacenter at a moment |
//! | [`life`] | the day of one player |
//! | [`events`] | what happens to players in a part of a day |
//! | [`plugin`] | plug-ins, which the browser runs beside this module |
//! | [`queue`] | recorded queues, replayed |
//! | [`lab`] | `Lab`: every question about the world, finished days, configurations and rules |
//! | [`rules`] | rule sets in the editor |
//! | [`results`] | minutes, charts and findings of servers and ladders |
//! | [`servers`] | checks of the configurations of servers |
//! | [`ranked`] | a ranked day at a given time, waiting tickets, a person who plays |
//! | [`world`] | datacenters on the map: coverage, the best next places, latency maps, users' own data |
//! | [`charts`] | the charts that are not of one run |
//! | [`drawing`] | `SvgImage`: charts as SVG images |
//! | [`experiments`] | many days: sweeps, differences, closed forms, keeping groups together |

pub mod charts;
pub mod close_up;
mod dates;
pub mod day;
pub mod drawing;
pub mod events;
pub mod experiments;
mod finding;
pub mod lab;
pub mod life;
pub mod plugin;
pub mod queue;
pub mod ranked;
pub mod results;
pub mod rules;
pub mod scene;
pub mod servers;
pub mod world;

#[cfg(test)]
mod tests;
