//! The report of a build: `report.json`, and a short table.

use super::days::Receipt;
use matchday_atlas::counted;
use matchday_atlas::pings::clean::Tally;
use matchday_atlas::pings::{BuiltMap, Day};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The content of the report.
pub struct Report<'a> {
    /// First and last day of the window.
    pub window: (String, String),
    /// Its days with pings.
    pub days: usize,
    /// The days that are set aside, as of wrong clocks, and their pings.
    pub outside: &'a BTreeMap<Day, u64>,
    /// The inputs of these days.
    pub inputs: Vec<&'a Receipt>,
    /// The datacenters in the order of their list: name, map, and the share of the world's joins in measured
    /// cells.
    pub maps: Vec<(&'a str, &'a BuiltMap, f64)>,
}

impl Report<'_> {
    /// Refused rows of all inputs by reason.
    fn refused(&self) -> BTreeMap<&str, u64> {
        let mut refused = BTreeMap::new();
        for (reason, count) in self.inputs.iter().flat_map(|input| &input.refused) {
            *refused.entry(reason.as_str()).or_default() += count;
        }
        refused
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let tally = |tally: Tally| json!({ "cells": tally.cells, "pings": tally.pings });
        let datacenter = |(name, built, joins): &(&str, &BuiltMap, f64)| {
            let cleaning = &built.cleaning;
            json!({
                "name": name,
                "measured": tally(cleaning.measured),
                "share_of_joins_measured": joins,
                "dropped": {
                    "few_pings": tally(cleaning.few),
                    "null_island": tally(cleaning.null_island),
                    "below_fibre_floor": tally(cleaning.below_floor),
                },
                "filled_cells": built.filled,
                "clamped_cells": built.clamped,
            })
        };
        json!({
            "window": { "from": self.window.0, "until": self.window.1, "days_with_pings": self.days },
            "pings_set_aside": self.outside.iter().map(|(day, pings)| (day.to_string(), pings)).collect::<BTreeMap<_, _>>(),
            "refused_rows": self.refused(),
            "inputs": self.inputs,
            "datacenters": self.maps.iter().map(datacenter).collect::<Vec<_>>(),
        })
    }

    /// As a table.
    pub fn table(&self) -> String {
        let pings: u64 = self.inputs.iter().map(|input| input.pings).sum();
        let mut text = format!(
            "{} to {}: {} with pings, from {} of {}\n",
            self.window.0,
            self.window.1,
            counted(self.days as u64, "day"),
            counted(self.inputs.len() as u64, "file"),
            counted(pings, "ping")
        );
        let refused: Vec<_> = self.refused().iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        if !refused.is_empty() {
            text += &format!("rows refused: {}\n", refused.join(", "));
        }
        text += "datacenter             pings  cells  joins %  few pings  null island  below floor   filled\n";
        for (name, built, joins) in &self.maps {
            let cleaning = &built.cleaning;
            text += &format!(
                "{name:<16} {:>11} {:>6} {:>8.1} {:>10} {:>12} {:>12} {:>8}\n",
                cleaning.measured.pings,
                cleaning.measured.cells,
                joins * 100.0,
                cleaning.few.cells,
                cleaning.null_island.cells,
                cleaning.below_floor.cells,
                built.filled
            );
        }
        text
    }
}
