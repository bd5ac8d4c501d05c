//! What is told of a ladder, as plain objects.

use js_sys::{Float64Array, Uint32Array};
use matchday_base::time::DAY_S;
use matchday_base::{AccountId, SimTime};
use matchday_ladder::board::Row;
use matchday_ladder::calibration::Calibration;
use matchday_ladder::highlights::{Highlights, Upset};
use matchday_ladder::history::Record;
use matchday_ladder::{Division, SeasonEnd, Tier};
use matchday_sim::RankedDay;
use matchday_web_common::dto::{list, object};
use wasm_bindgen::JsValue;

/// Rows of a leaderboard.
const TOP: usize = 25;
/// Points of a bin of gaps.
const GAP_POINTS: usize = 10;

/// `{learning, rated, oracle, shadow, gaps, waits, divisions, board, tier_boards, weeks, seasons, smurfs, lint}`:
///
/// - `learning`: `[rmse, bias]` in points after each of the first hundred matches, NaN where there was none;
/// - `rated`, `oracle`, `shadow`: of each of twenty bins of predictions `[matches, predicted, scored]`;
/// - `gaps`: matches by the gap of their teams' true skills, a bin every ten points;
/// - `waits`: players by wait for each tier, a bin a second;
/// - `divisions`: `{name, accounts}` from the lowest to the highest;
/// - `board`, `tier_boards`: `{account, points, deviation, matches, tier, won, lost, streak}`, the best first;
/// - `weeks`: highlights, the last one of the week that is not over; `seasons`: how they ended;
/// - `smurfs`: `{flagged, smurfs, both}`; `lint`: what is odd about the windows, in words.
pub fn report(day: &RankedDay) -> JsValue {
    let (record, ladder) = (day.record(), day.ladder());
    let learned = record.learning.by_match().iter();
    let learning: Vec<f64> =
        learned.flat_map(|after| [after.rmse(), after.bias()]).map(|points| points.unwrap_or(f64::NAN)).collect();
    let waits = record.waits.iter().map(|waits| whole(waits.0.iter().copied()));
    let gaps = record.gaps.0.chunks(GAP_POINTS).map(|bins| bins.iter().sum());
    let board = |tier| list(ladder.board().top(TOP, tier).iter().map(|row| seat(day, row)));
    let tier_boards: Vec<(&str, JsValue)> = Tier::ALL.map(|tier| (tier.name(), board(Some(tier)))).into();
    let caught = day.caught();
    object(&[
        ("learning", Float64Array::from(&learning[..]).into()),
        ("rated", bins(&record.rated)),
        ("oracle", bins(&record.oracle)),
        ("shadow", bins(&record.shadow)),
        ("gaps", whole(gaps)),
        ("waits", list(waits)),
        ("divisions", divisions(day)),
        ("board", board(None)),
        ("tier_boards", object(&tier_boards)),
        ("weeks", list(ladder.weeks().iter().chain([&ladder.this_week()]).map(week))),
        ("seasons", list(ladder.ended().iter().map(season))),
        (
            "smurfs",
            object(&[
                ("flagged", caught.flagged.into()),
                ("smurfs", caught.smurfs.into()),
                ("both", caught.both.into()),
            ]),
        ),
        ("lint", list(day.queue().rules().widening.lint().iter().map(|odd| odd.as_str().into()))),
    ])
}

fn whole(counts: impl Iterator<Item = u64>) -> JsValue {
    Uint32Array::from(&counts.map(|count| count as u32).collect::<Vec<u32>>()[..]).into()
}

fn bins(of: &Calibration) -> JsValue {
    let bin = |bin: &matchday_ladder::calibration::Bin| {
        [f64::from(bin.matches), bin.predicted().unwrap_or(f64::NAN), bin.scored().unwrap_or(f64::NAN)]
    };
    Float64Array::from(&of.bins().iter().flat_map(bin).collect::<Vec<f64>>()[..]).into()
}

/// How many of those on the board are in each division, those in between without anybody as well.
fn divisions(day: &RankedDay) -> JsValue {
    let rows = day.ladder().board().top(usize::MAX, None);
    let mut counted: Vec<(Division, u32)> = Vec::new();
    for row in rows.iter().rev() {
        let division = Division::of(row.points);
        match counted.last_mut() {
            Some((last, accounts)) if *last == division => *accounts += 1,
            _ => counted.push((division, 1)),
        }
    }
    list(
        counted.into_iter().map(|(division, accounts)| {
            object(&[("name", division.to_string().into()), ("accounts", accounts.into())])
        }),
    )
}

fn seat(day: &RankedDay, row: &Row) -> JsValue {
    let rating = day.ladder().rating(row.account, day.now());
    let record = day.ladder().history().record(row.account);
    let count = |of: Option<u32>| JsValue::from(of.unwrap_or(0));
    object(&[
        ("account", row.account.0.into()),
        ("points", row.points.into()),
        ("deviation", rating.deviation().into()),
        ("matches", row.matches.into()),
        ("tier", Division::of(row.points).to_string().into()),
        ("won", count(record.map(Record::won))),
        ("lost", count(record.map(Record::lost))),
        ("streak", record.map_or(0, Record::streak).into()),
    ])
}

fn week(of: &Highlights) -> JsValue {
    let named = |who: Option<(AccountId, f64)>| {
        who.map_or(JsValue::NULL, |(account, count)| object(&[("account", account.0.into()), ("count", count.into())]))
    };
    let upset = |Upset { winners, expected, .. }: &Upset| {
        let winners = list(winners.iter().map(|winner| winner.0.into()));
        object(&[("winners", winners), ("expected", (*expected).into())])
    };
    let counted = |(account, count): (AccountId, u32)| (account, f64::from(count));
    object(&[
        ("matches", named(of.matches.map(counted))),
        ("streak", named(of.streak.map(counted))),
        ("climb", named(of.climb)),
        ("upset", of.upset.as_ref().map_or(JsValue::NULL, upset)),
    ])
}

fn season(of: &SeasonEnd) -> JsValue {
    let tiers: Vec<(&str, JsValue)> = Tier::ALL.iter().zip(of.tiers).map(|(tier, n)| (tier.name(), n.into())).collect();
    let top =
        of.top.iter().take(3).map(|row| object(&[("account", row.account.0.into()), ("points", row.points.into())]));
    object(&[
        ("number", of.number.into()),
        ("day", (of.ended.since(SimTime::DAY_START) / DAY_S).into()),
        ("tiers", object(&tiers)),
        ("top", list(top)),
    ])
}
