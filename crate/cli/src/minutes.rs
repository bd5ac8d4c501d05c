//! The minutes of a day as CSV.

use crate::error::CliError;
use crate::files::replace;
use crate::server_minutes;
use matchday_document::csv::write_row;
use matchday_observe::Day;
use matchday_ranked::minutes::{LadderColumn, LadderMinutes};
use matchday_sim::Simulate;
use matchday_sim::World;
use matchday_sim::census::State;
use matchday_sim::columns::{Columns, Count, PerDatacenter};
use matchday_sim::servers::Servers;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

const COUNTS: [(&str, Count); 10] = [
    ("joined", Count::Joined),
    ("left", Count::Left),
    ("failed", Count::Failed),
    ("abandoned_searching", Count::AbandonedSearching),
    ("abandoned_placing", Count::AbandonedPlacing),
    ("abandoned_tickets", Count::AbandonedTickets),
    ("quit", Count::Quit),
    ("bots_matches", Count::BotMatches),
    ("matches", Count::Matches),
    ("warm_matched", Count::WarmMatched),
];

const STATES: [(&str, State); 6] = [
    ("ideal", State::Ideal),
    ("expand", State::Expand),
    ("warm", State::Warm),
    ("playing", State::Playing),
    ("bots", State::Bots),
    ("between", State::Between),
];

/// Columns of ranked days that count in the minute.
const LADDER_COUNTS: [(&str, LadderColumn); 5] = [
    ("offered", LadderColumn::Offered),
    ("formed", LadderColumn::Formed),
    ("dodges", LadderColumn::Dodges),
    ("leavers", LadderColumn::Leavers),
    ("expired", LadderColumn::Expired),
];

/// Columns of ranked days that are a sum for each of something in the minute: the name, the sum, and what it is
/// divided by.
const LADDER_MEANS: [(&str, LadderColumn, LadderColumn); 4] = [
    ("gap_mean", LadderColumn::GapPoints, LadderColumn::Formed),
    ("rated_gap_mean", LadderColumn::BelievedGapPoints, LadderColumn::Formed),
    ("brier", LadderColumn::BrierSum, LadderColumn::Predictions),
    ("brier_oracle", LadderColumn::OracleSum, LadderColumn::Predictions),
];

/// Columns of ranked days about the ratings of accounts with ten matches or more; without accounts they are empty.
const LADDER_STANDING: [(&str, LadderColumn); 4] = [
    ("rating_rmse", LadderColumn::Rmse),
    ("rating_bias", LadderColumn::Bias),
    ("inflation", LadderColumn::Inflation),
    ("deviation_mean", LadderColumn::Deviation),
];

/// Writes one row per minute: counts, mean players by state, waits, actual and estimated round trips (shares
/// are empty without an error of the estimate). Then for each datacenter: mean players in matches, matches
/// formed, mean round trip of matched players (empty without any) and queue at the end of the minute. On servers
/// their columns follow, on ranked days those of the ladder.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, world: &World, day: &Day) -> Result<(), CliError> {
    let columns = day.columns();
    let (servers, ladder) = (day.servers().map(Servers::minutes), day.ranked().map(|ranked| &ranked.record().minutes));
    let more = |minute| server_minutes::row(servers, minute).into_iter().chain(ladder_row(ladder, minute));
    let table = |file: &mut File| -> io::Result<()> {
        let mut csv = BufWriter::new(file);
        let more_names = server_minutes::header(world, servers).into_iter().chain(ladder_header(ladder));
        write_row(&mut csv, header(world).into_iter().chain(more_names))?;
        for minute in 0..columns.minutes() {
            write_row(&mut csv, row(columns, minute).into_iter().chain(more(minute)))?;
        }
        csv.flush()
    };
    replace(path, |file| table(file).map_err(CliError::file(path)))
}

fn header(world: &World) -> Vec<String> {
    let fixed = [
        "ccu",
        "ccu_peak",
        "wait_mean_s",
        "wait_p50_s",
        "wait_p95_s",
        "wait_p99_s",
        "rtt_mean_ms",
        "rtt_p95_ms",
        "share_le_50",
        "share_le_100",
        "rtt_estimated_mean_ms",
        "wrongly_excluded",
        "wrongly_included",
    ];
    let mut names = vec!["minute".to_owned()];
    names.extend(COUNTS.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(STATES.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(fixed.map(str::to_owned));
    for datacenter in &world.datacenters {
        let name = &datacenter.datacenter.name;
        names.extend(["players", "matches", "rtt_mean_ms", "queue"].map(|column| format!("{name}_{column}")));
    }
    names
}

fn row(columns: &Columns, minute: usize) -> Vec<String> {
    let (waits, rtts) = (columns.waits(minute..minute + 1), columns.rtts(minute..minute + 1));
    let mut row = vec![minute.to_string()];
    row.extend(COUNTS.iter().map(|(_, count)| columns.count(*count, minute).to_string()));
    row.extend(STATES.iter().map(|(_, state)| columns.players(*state, minute).to_string()));
    row.extend([columns.ccu(minute).to_string(), columns.peak(minute).ccu.to_string(), optional(waits.mean_within())]);
    row.extend([50, 95, 99].map(|per_cent| optional(waits.percentile_within(per_cent))));
    row.extend([optional(columns.rtt_mean_ms(minute..minute + 1)), optional(rtts.percentile(95))]);
    row.extend([50, 100].map(|limit| optional(rtts.share_up_to(limit))));
    let here = minute..minute + 1;
    row.push(optional(columns.estimated_mean_ms(here.clone())));
    row.extend([columns.wrongly_excluded(here.clone()), columns.wrongly_included(here)].map(optional));
    for datacenter in 0..columns.layout().datacenters {
        row.extend(at(columns, datacenter, minute));
    }
    row
}

fn at(columns: &Columns, datacenter: usize, minute: usize) -> [String; 4] {
    let players = columns.mean_playing(datacenter, minute);
    let [matches, queue] = [PerDatacenter::Matches, PerDatacenter::Queue].map(|c| columns.at(datacenter, c, minute));
    [players.to_string(), matches.to_string(), optional(columns.mean_rtt_ms(datacenter, minute)), queue.to_string()]
}

fn ladder_header(ladder: Option<&LadderMinutes>) -> Vec<String> {
    if ladder.is_none() {
        return Vec::new();
    }
    let counts = LADDER_COUNTS.iter().map(|&(name, _)| name);
    let means = LADDER_MEANS.iter().map(|&(name, _, _)| name);
    let standing = LADDER_STANDING.iter().map(|&(name, _)| name);
    counts.chain(means).chain(["settled"]).chain(standing).map(str::to_owned).collect()
}

fn ladder_row(ladder: Option<&LadderMinutes>, minute: usize) -> Vec<String> {
    let Some(ladder) = ladder else { return Vec::new() };
    let at = |column| ladder.at(column, minute);
    let settled = at(LadderColumn::Settled);
    let counts = LADDER_COUNTS.iter().map(|&(_, count)| at(count).to_string());
    let means = LADDER_MEANS.iter().map(|&(_, sum, of)| optional((at(of) > 0.0).then(|| at(sum) / at(of))));
    let standing = LADDER_STANDING.iter().map(|&(_, value)| optional((settled > 0.0).then(|| at(value))));
    counts.chain(means).chain([settled.to_string()]).chain(standing).collect()
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |v| v.to_string())
}
