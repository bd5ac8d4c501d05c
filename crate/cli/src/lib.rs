//! The `matchday` command: simulates days and builds data, natively. A library, so that tests reach its readers of files
//! ([`fuzz_readers`]); nothing else links it.
#![forbid(unsafe_code)]

mod damage;
mod data;
mod error;
mod events;
mod files;
mod findings;
mod fleet_config;
pub mod fuzz_readers;
mod json;
mod lint;
mod maps;
mod minutes;
mod parquet_file;
mod plugin;
mod rate;
mod rules;
mod run;
mod scenario;
mod season;
mod server_minutes;
mod sweep;
mod table;
mod terminal;
mod tickets;
mod widening;
mod world;

use clap::{Parser, Subcommand};
use error::CliError;
use std::process::ExitCode;
use terminal::tell;

/// The exit code for wrong arguments, as clap has it.
const USAGE: u8 = 2;

/// Simulate days of multiplayer matchmaking over the whole world.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a scenario and print its figures.
    Run(run::Args),
    /// Simulate ranked days and store them in an SQLite database.
    Season(season::Args),
    /// Simulate many values of one or two parameters, with many seeds.
    Sweep(sweep::Args),
    /// Check configurations of match brokers and fleets.
    Lint(lint::Args),
    /// Check a FlexMatch rule set, or simulate a day with it.
    Rules(rules::Args),
    /// Check a Wasm module that forms matches.
    #[cfg(feature = "plugins")]
    Plugin(plugin::Args),
    /// Rate players by their matches.
    Rate(rate::Args),
    /// Build the built-in data set.
    Data(data::Args),
    /// Build latency maps from raw pings.
    Maps(maps::Args),
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    damage::hush_guarded();
    let done = match Args::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Season(args) => season::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Lint(args) => return lint::run(&args),
        Command::Rules(args) => return rules::run(args),
        #[cfg(feature = "plugins")]
        Command::Plugin(args) => return plugin::run(args),
        Command::Rate(args) => rate::run(&args),
        Command::Data(args) => data::run(&args),
        Command::Maps(args) => maps::run(&args),
    };
    exit_code(done)
}

/// The code of a command that has ended; an error is printed.
fn exit_code(done: Result<(), CliError>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell!("matchday: {error}");
            if error.is_usage() { ExitCode::from(USAGE) } else { ExitCode::FAILURE }
        }
    }
}
