//! How mixed the population stays, from a sample that every run can afford.
//!
//! - **Rematches**: the players of every k-th match are followed to their next match; k is a fiftieth of the
//!   parameter `ccu`, so a day has some three thousand such matches at any population of 50 or more.
//! - **Largest group**: all matches from [`WINDOW`] on each shown day link their players; the largest group of
//!   linked players is compared with all who played.
//!
//! `matchday-observe` measures both exactly, hour by hour, at a higher cost.

use crate::acquaintances::Components;
use crate::census::{Census, JoinNumber};
use matchday_base::time::{DAY_S, HOUR_S, MINUTE_S};
use matchday_base::{PlayerId, SimTime};
use matchday_matchmaker::{Formed, Groups, MatchBatch, QueuedPlayer};
use matchday_scenario::Params;
use matchday_wire::report::Summary;
use std::collections::VecDeque;
use std::ops::Range;

/// Seconds of each shown day whose matches link players: 18:00 to 18:20 UTC.
pub const WINDOW: Range<u32> = 18 * HOUR_S..18 * HOUR_S + 20 * MINUTE_S;

/// The sample of a run.
#[derive(Clone, Debug)]
pub struct MixingSample {
    /// One of so many matches is followed.
    every: usize,
    /// Matches to pass before the next one that is followed.
    to_pass: usize,
    /// Followed players who cannot search again yet, in the order of their return.
    away: VecDeque<Followed>,
    /// Those who can.
    back: Vec<Followed>,
    /// By player: how often it is followed. More than once only if a player left and another took its number.
    followed: Vec<u32>,
    rematches: Rematches,
    group: LargestGroup,
    /// Kept between seconds to avoid allocations.
    drawn: Vec<QueuedPlayer>,
}

/// A player between the match that is followed and the next.
#[derive(Clone, Debug)]
struct Followed {
    player: PlayerId,
    number: JoinNumber,
    /// The others of the match.
    others: Vec<JoinNumber>,
    /// When it can search again at the earliest.
    back: SimTime,
}

/// Counts over the shown days.
#[derive(Clone, Copy, Debug, Default)]
struct Rematches {
    /// Matches followed.
    matches: u64,
    /// Their players who played another match.
    replaying: u64,
    /// Those among them who met a player of the first match in it.
    met_again: u64,
}

#[derive(Clone, Debug, Default)]
struct LargestGroup {
    components: Components,
    /// By player: its number and node, once it has played in the window.
    nodes: Vec<(JoinNumber, u32)>,
    matches: u64,
    /// The shown day of the present window.
    day: u32,
    /// Sums over the finished windows.
    largest: u64,
    played: u64,
}

impl MixingSample {
    /// The sample of a run with these parameters, before its first second.
    pub fn new(params: &Params) -> Self {
        Self {
            every: (params.ccu() as usize / 50).max(1),
            to_pass: 0,
            away: VecDeque::new(),
            back: Vec::new(),
            followed: Vec::new(),
            rematches: Rematches::default(),
            group: LargestGroup::default(),
            drawn: Vec::new(),
        }
    }

    /// Takes in the matches of a second; `groups` draws them where `formed` does not have them. Their players
    /// search again from `back` on.
    pub fn observe(&mut self, now: SimTime, formed: &Formed, groups: Groups, census: &Census, back: SimTime) {
        if self.is_anyone_back(now, census) {
            formed.batches().for_each(|batch| self.find(now, batch, formed, groups, census));
        }
        let matches = formed.count();
        if self.to_pass >= matches {
            self.to_pass -= matches;
        } else {
            self.follow_each_kth(now, formed, groups, census, back);
        }
        if let Some(shown_s) = now.shown_s().filter(|shown_s| WINDOW.contains(&(shown_s % DAY_S))) {
            self.group.begin_window(shown_s / DAY_S);
            for batch in formed.batches() {
                self.draw(now, batch, formed, groups);
                self.drawn
                    .chunks_exact(batch.players)
                    .for_each(|queued_players| self.group.link(queued_players, census));
            }
        }
    }

    /// The shown days begin: resets the counts.
    pub fn begin(&mut self) {
        self.rematches = Rematches::default();
    }

    /// Adds the figures of the sample to a summary.
    pub fn added_to(&self, summary: Summary) -> Summary {
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let Rematches { matches, replaying, met_again } = self.rematches;
        let LargestGroup { components, largest, played, .. } = &self.group;
        let (largest, played) = (largest + u64::from(components.largest()), played + u64::from(components.nodes()));
        Summary {
            rematch_share: share(met_again, replaying),
            rematch_sample: matches,
            largest_group_share: share(largest, played),
            largest_group_sample: self.group.matches,
            ..summary
        }
    }

    /// Forgets who has left; returns whether anybody else may be in a match again.
    fn is_anyone_back(&mut self, now: SimTime, census: &Census) -> bool {
        while let Some(followed) = self.away.pop_front_if(|followed| followed.back <= now) {
            self.back.push(followed);
        }
        let Self { back, followed, .. } = self;
        back.retain(|&Followed { player, number, .. }| {
            let online = census.number(player) == number;
            followed[player.index()] -= u32::from(!online);
            online
        });
        !self.back.is_empty()
    }

    /// Finds followed players in the matches of a batch.
    fn find(&mut self, now: SimTime, batch: MatchBatch<'_>, formed: &Formed, groups: Groups, census: &Census) {
        let is_followed =
            |queued: &QueuedPlayer| self.followed.get(queued.player.index()).is_some_and(|&times| times > 0);
        if !batch.queued_players.iter().any(is_followed) {
            return;
        }
        self.draw(now, batch, formed, groups);
        for queued_players in self.drawn.chunks_exact(batch.players) {
            for queued in queued_players {
                let number = census.number(queued.player);
                let Some(at) = self.back.iter().position(|followed| followed.number == number) else { continue };
                let Followed { others, .. } = self.back.swap_remove(at);
                self.followed[queued.player.index()] -= 1;
                let again = queued_players.iter().any(|other| others.contains(&census.number(other.player)));
                self.rematches.replaying += 1;
                self.rematches.met_again += u64::from(again);
            }
        }
    }

    /// Follows the players of each k-th match of a second that has one.
    fn follow_each_kth(&mut self, now: SimTime, formed: &Formed, groups: Groups, census: &Census, back: SimTime) {
        for batch in formed.batches() {
            let matches = batch.count();
            if self.to_pass < matches {
                self.follow(now, batch, formed, groups, census, back);
            } else {
                self.to_pass -= matches;
            }
        }
    }

    /// Follows the players of each k-th match of a batch that has one.
    fn follow(
        &mut self,
        now: SimTime,
        batch: MatchBatch<'_>,
        formed: &Formed,
        groups: Groups,
        census: &Census,
        back: SimTime,
    ) {
        self.draw(now, batch, formed, groups);
        let matches: Vec<&[QueuedPlayer]> = self.drawn.chunks_exact(batch.players).collect();
        while let Some(queued_players) = matches.get(self.to_pass) {
            self.to_pass += self.every;
            self.rematches.matches += 1;
            for &QueuedPlayer { player, .. } in *queued_players {
                let others = queued_players.iter().filter(|other| other.player != player);
                let others = others.map(|other| census.number(other.player)).collect();
                self.away.push_back(Followed { player, number: census.number(player), others, back });
                if self.followed.len() <= player.index() {
                    self.followed.resize(player.index() + 1, 0);
                }
                self.followed[player.index()] += 1;
            }
        }
        self.to_pass -= matches.len();
    }

    /// Draws the groups of a batch, unless its players are in the order of matches.
    fn draw(&mut self, now: SimTime, batch: MatchBatch<'_>, formed: &Formed, groups: Groups) {
        self.drawn.clear();
        self.drawn.extend_from_slice(batch.queued_players);
        if !formed.is_grouped() {
            groups.draw(now, batch.datacenter, &mut self.drawn);
        }
    }
}

impl LargestGroup {
    /// Starts the window of a day, unless it has started.
    fn begin_window(&mut self, day: u32) {
        if self.day != day {
            self.day = day;
            self.largest += u64::from(self.components.largest());
            self.played += u64::from(self.components.nodes());
            self.components.clear();
            self.nodes.clear();
        }
    }

    fn link(&mut self, queued_players: &[QueuedPlayer], census: &Census) {
        self.matches += 1;
        let mut first = None;
        for queued in queued_players {
            let node = self.node(queued.player, census.number(queued.player));
            self.components.join(*first.get_or_insert(node), node);
        }
    }

    fn node(&mut self, player: PlayerId, number: JoinNumber) -> u32 {
        if self.nodes.len() <= player.index() {
            self.nodes.resize(player.index() + 1, (JoinNumber::NONE, 0));
        }
        if self.nodes[player.index()].0 != number {
            self.nodes[player.index()] = (number, self.components.add());
        }
        self.nodes[player.index()].1
    }
}
