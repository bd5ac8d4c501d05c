//! The independent reference: keeps every match in a list and computes each answer from the whole list.

use crate::unix_s;
use matchday_base::SimTime;
use matchday_wire::season::Batch;
use matchday_wire::season::rows::{EstimatedRating, Match, MatchState, Outcome, Participant};
use std::collections::BTreeMap;

/// Everything that was ever told, once.
#[derive(Default)]
pub struct Naive {
    matches: BTreeMap<u32, Match>,
    starts: BTreeMap<(u32, u16), (i64, EstimatedRating)>,
}

/// A player in a season: ratings, matches, wins, losses, streak, when, match.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub estimated: EstimatedRating,
    pub matches: u32,
    pub wins: u32,
    pub losses: u32,
    pub streak: i32,
    pub last: Option<(i64, u32)>,
}

/// A player's day: matches, wins, losses, rating, deviation, streak.
pub type Day = (u32, u32, u32, f64, f64, i32);

/// A row of history: player, season, match, delta, rating after, when.
pub type Change = (u32, u16, Option<u32>, Option<f64>, f64, i64);

fn unix(second: u32) -> i64 {
    unix_s(SimTime(second))
}

impl Naive {
    pub fn tell(&mut self, batch: &Batch) {
        for told in &batch.matches {
            self.matches.entry(told.id).or_insert_with(|| told.clone());
        }
        for season in &batch.seasons {
            for &(player, estimated) in &season.ratings {
                self.starts.insert((player, season.number), (unix(season.start), estimated));
            }
        }
    }

    /// Matches that count, each player's, in the order of their ends.
    fn counted(&self) -> Vec<(&Match, &Participant)> {
        let mut matches: Vec<&Match> = self.matches.values().collect();
        matches.sort_by_key(|told| (told.finished, told.id));
        let all = matches.into_iter().flat_map(|told| told.participants.iter().map(move |who| (told, who)));
        all.filter(|(_, who)| who.outcome != Outcome::Void).collect()
    }

    /// Wins in a row, by looking back from the end.
    fn streak(outcomes: &[Outcome]) -> i32 {
        let last = outcomes.last().copied();
        let run = outcomes.iter().rev().take_while(|&&outcome| Some(outcome) == last).count() as i32;
        match last {
            Some(Outcome::Won) => run,
            Some(Outcome::Lost) => -run,
            _ => 0,
        }
    }

    fn outcomes(&self) -> BTreeMap<(u32, u16), Vec<(&Match, &Participant)>> {
        let mut by_player: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (told, who) in self.counted() {
            by_player.entry((who.player, told.season)).or_default().push((told, who));
        }
        by_player
    }

    pub fn standings(&self) -> BTreeMap<(u32, u16), Standing> {
        let newcomer = |&(_, estimated): &(i64, EstimatedRating)| Standing {
            estimated,
            matches: 0,
            wins: 0,
            losses: 0,
            streak: 0,
            last: None,
        };
        let mut standings: BTreeMap<_, _> = self.starts.iter().map(|(&key, start)| (key, newcomer(start))).collect();
        for (key, played) in self.outcomes() {
            let outcomes: Vec<Outcome> = played.iter().map(|(_, who)| who.outcome).collect();
            let count = |of| outcomes.iter().filter(|&&outcome| outcome == of).count() as u32;
            let (last, who) = played[played.len() - 1];
            let standing = Standing {
                estimated: who.after,
                matches: outcomes.len() as u32,
                wins: count(Outcome::Won),
                losses: count(Outcome::Lost),
                streak: Self::streak(&outcomes),
                last: Some((unix(last.finished), last.id)),
            };
            standings.insert(key, standing);
        }
        standings
    }

    pub fn player_days(&self) -> BTreeMap<(u32, u16, i64), Day> {
        let mut days = BTreeMap::new();
        for ((player, season), played) in self.outcomes() {
            for (n, (told, who)) in played.iter().enumerate() {
                let day = unix(told.finished) / 86_400 * 86_400;
                let outcomes: Vec<Outcome> = played[..=n].iter().map(|(_, who)| who.outcome).collect();
                let row: &mut Day = days.entry((player, season, day)).or_default();
                row.0 += 1;
                row.1 += u32::from(who.outcome == Outcome::Won);
                row.2 += u32::from(who.outcome == Outcome::Lost);
                (row.3, row.4, row.5) = (who.after.rating, who.after.rd, Self::streak(&outcomes));
            }
        }
        days
    }

    /// Matches, called off, players by season and day.
    pub fn days(&self) -> BTreeMap<(u16, i64), (u32, u32, u32)> {
        let mut days: BTreeMap<(u16, i64), (u32, u32, u32)> = BTreeMap::new();
        for told in self.matches.values() {
            let day = days.entry((told.season, unix(told.finished) / 86_400 * 86_400)).or_default();
            *(if told.state == MatchState::Finished { &mut day.0 } else { &mut day.1 }) += 1;
        }
        for (_, season, day) in self.player_days().into_keys() {
            days.entry((season, day)).or_default().2 += 1;
        }
        days
    }

    /// By player, when and match.
    pub fn history(&self) -> Vec<Change> {
        let starts = self.starts.iter().map(|(&(player, season), &(at, b))| (player, season, None, None, b.rating, at));
        let played = self.counted().into_iter().map(|(told, who)| {
            let delta = who.after.rating - who.before.rating;
            (who.player, told.season, Some(told.id), Some(delta), who.after.rating, unix(told.finished))
        });
        let mut history: Vec<_> = starts.chain(played).collect();
        history.sort_by_key(|row| (row.0, row.5, row.2));
        history
    }

    /// Ids of matches, and how many have taken part.
    pub fn matches(&self) -> Vec<(u32, u32)> {
        self.matches.values().map(|told| (told.id, told.participants.len() as u32)).collect()
    }
}
