//! What plug-ins cost: a day of the article's rules as a policy in Rust and as a module, and a call as bytes and as text.

use matchday_base::{SimTime, TicketId};
use matchday_matchmaker::policy::{Call, Place, Player, Schema, Ticket};
use matchday_observe::Day;
use matchday_plugin::policy::Shape;
use matchday_plugin::{Module, WasmPlugin, call, json};
use matchday_sim::Simulate;
use matchday_sim::policy::{Constants, Plugin, Terms};
use matchday_sim::{SimulationData, World};
use matchday_tests::article_policy::ArticlePlugin;
use matchday_tests::modules::template_module;
use matchday_tests::{built_in, params};
use std::sync::Arc;
use std::time::Instant;

const DATACENTERS: usize = 24;
const TICKETS: u32 = 500;
const CALLS: u32 = 200;

fn day_s(dataset: &SimulationData, pairs: &[(&str, &str)]) -> f64 {
    let params = params(pairs);
    let world = match World::new(dataset, &params) {
        Ok(world) => Arc::new(world),
        Err(error) => panic!("{error}"),
    };
    let begun = Instant::now();
    let day = Day::finished(&world, &params).unwrap_or_else(|error| panic!("{error}"));
    if let Some(fault) = day.fault() {
        panic!("{fault}");
    }
    begun.elapsed().as_secs_f64()
}

fn days() {
    let mut dataset = built_in();
    println!(
        "| players online | article's matchmaker, s | its rules in Rust, s | its rules in Wasm, s |\n|---|---|---|---|"
    );
    let module = Module::read(&template_module()).unwrap_or_else(|error| panic!("{error}"));
    let plugins: [Arc<dyn Plugin>; 2] = [Arc::new(ArticlePlugin), Arc::new(WasmPlugin::new(module))];
    for ccu in ["1000", "5000", "25000"] {
        let article_s = day_s(&dataset, &[("ccu", ccu)]);
        let [rust_s, wasm_s] = plugins.each_ref().map(|plugin| {
            dataset.set_plugin(Arc::clone(plugin));
            day_s(&dataset, &[("ccu", ccu), ("policy", "plugin"), ("request_timeout_s", "30")])
        });
        println!("| {ccu} | {article_s:.2} | {rust_s:.2} | {wasm_s:.2} |");
    }
}

fn mean_us(mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    (0..CALLS).for_each(|_| work());
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS)
}

fn calls() {
    let rtts_ms: Vec<u16> = (0..DATACENTERS).map(|at| 20 + 7 * at as u16).collect();
    let players = [Player { place: Place { latitude: 50.11, longitude: 8.68 }, rtts_ms: &rtts_ms, attributes: &[] }];
    let ticket = |id| Ticket { id: TicketId(id), waited_s: id % 30, players: &players };
    let tickets: Vec<Ticket<'_>> = (0..TICKETS).map(ticket).collect();
    let call = Call { now: SimTime::DAY_START, key: 7, open: &[true; DATACENTERS], tickets: &tickets };
    let schema = Schema::default();
    let datacenters = vec![("frankfurt", Place::default()); DATACENTERS];
    let constants = Constants::default();
    let names = json::Names::of(&Terms {
        teams: 1,
        team_size: 4,
        request_timeout_s: 60,
        datacenters,
        schema: &schema,
        constants,
    });
    let shape = Shape { teams: 1, team_size: 4, attributes: 0, request_timeout_s: 60 };
    let (mut bytes, mut text) = (Vec::new(), Vec::new());
    let bytes_us = mean_us(|| call::write(&call, &shape, &mut bytes));
    let text_us = mean_us(|| names.write(&call, &shape, &mut text).unwrap_or_else(|error| panic!("{error}")));
    let read_us = mean_us(|| {
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&text);
        read.map_or_else(|error| panic!("{error}"), drop);
    });
    println!("\n{TICKETS} tickets, {DATACENTERS} datacenters:");
    println!("bytes: {} KB, {bytes_us:.0} us to write", bytes.len() / 1_000);
    println!("JSON: {} KB, {text_us:.0} us to write, {read_us:.0} us to read natively", text.len() / 1_000);
}

fn main() {
    calls();
    days();
}
