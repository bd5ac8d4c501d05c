//! Why a ticket still waits: its windows, the statistics of its searches, and changes that would help.

use super::group::{Card, Group, Limits};
use super::queue::{Queue, Waiting};
use super::teams::{Candidate, KEPT, grow};
use super::{Policy, RegionId, Step, Tally};
use crate::latency_table::within;
use matchday_base::rtt::MOST_RTT_MS;
use matchday_base::{SimTime, TicketId};

/// Why a ticket still waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Its wait so far, s.
    pub age_s: u32,
    /// Its window now.
    pub step: Step,
    /// All of its windows, with the time at which each opens.
    pub windows: Vec<(SimTime, Step)>,
    /// When it expires.
    pub expires: SimTime,
    /// Statistics of its searches.
    pub tally: Tally,
    /// Changes that would give it a match now.
    pub relaxed: Relaxation,
}

/// The smallest changes that would each give a ticket a match with the tickets waiting now. With more than
/// two players, only matches that the search among neighbours finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relaxation {
    /// Extra points of its windows; `None` if that would not help, or if points do not widen.
    pub points: Option<u32>,
    /// Extra RTT of its caps, ms.
    pub rtt_ms: Option<u16>,
    /// Another region and its datacenters, treated as its own.
    pub region: Option<RegionId>,
    /// Missing players, compatible with the largest group found.
    pub players: u8,
}

/// A relaxation of the rules.
#[derive(Clone, Copy, Default)]
struct More {
    points: u32,
    rtt_ms: u16,
    region: Option<RegionId>,
}

impl Queue {
    /// The statistics of a ticket's searches; `None` if it does not wait.
    pub fn tally(&self, id: TicketId) -> Option<&Tally> {
        Some(&self.tallies[*self.by_id.get(id)? as usize])
    }

    /// Why this ticket still waits; `None` if it does not wait.
    pub fn why(&self, id: TicketId, now: SimTime) -> Option<Why> {
        let slot = *self.by_id.get(id)? as usize;
        let ticket = &self.slots[slot].as_ref()?.ticket;
        let age_s = now.0.saturating_sub(ticket.enqueued.0);
        let steps = &self.windows.steps;
        Some(Why {
            age_s,
            step: steps[self.windows.at(age_s)],
            windows: steps.iter().map(|&step| (ticket.enqueued + step.from_s, step)).collect(),
            expires: self.rules.expires(ticket),
            tally: self.tallies[slot],
            relaxed: self.relaxed(slot, now),
        })
    }

    fn relaxed(&self, slot: usize, now: SimTime) -> Relaxation {
        let missing = |more| self.missing(slot, now, more);
        // All differences in points are less than twice the largest value.
        let points = |points| missing(More { points, ..More::default() }) == 0;
        let rtt_ms = |rtt_ms: u32| missing(More { rtt_ms: rtt_ms as u16, ..More::default() }) == 0;
        let mut regions: Vec<RegionId> = self.slots.iter().flatten().map(|other| other.ticket.region).collect();
        regions.sort_unstable();
        regions.dedup();
        let own = self.slots[slot].as_ref().map(|own| own.ticket.region);
        regions.retain(|&region| Some(region) != own);
        Relaxation {
            points: if matches!(self.rules.policy, Policy::Bands(_)) { None } else { least(u32::MAX, points) },
            rtt_ms: least(u32::from(MOST_RTT_MS), rtt_ms).map(|ms| ms as u16),
            region: regions.into_iter().find(|&region| missing(More { region: Some(region), ..More::default() }) == 0),
            players: missing(More::default()),
        }
    }

    /// Players that its match would still lack.
    fn missing(&self, slot: usize, now: SimTime, more: More) -> u8 {
        let players = self.rules.mode.players() as u8;
        let Some(own) = &self.slots[slot] else { return players };
        let (list, at, limits) = self.who_could(own, now, more);
        let grown = grow(&list, at, &limits, |set| self.would_agree(set, now, more).then_some(()));
        let short = if grown.most == players { 1 } else { players - grown.most };
        if grown.full.is_some() { 0 } else { short }
    }

    /// The nearest candidates for a match with it, in the order of points, itself included.
    fn who_could(&self, own: &Waiting, now: SimTime, more: More) -> (Vec<Candidate>, usize, Limits) {
        let own_card = self.today(own, now, more, true);
        let mut limits = self.limits(self.windows.of(now, [&own_card].into_iter()), more);
        let mut list = Vec::new();
        for other in self.slots.iter().flatten().filter(|other| self.together(own, other, more)) {
            let card = self.today(other, now, more, false);
            let step = self.windows.of(now, [&own_card, &card].into_iter());
            let pair = self.limits(step, more);
            let datacenters = |waiting| self.reached(waiting, step, more, own);
            let alone = Group::of(&own_card, datacenters(own), self.rules.mode);
            if now < card.expires && alone.is_ok_and(|alone| alone.join(&card, datacenters(other), &pair).is_ok()) {
                limits.points = limits.points.max(pair.points);
                list.push(Candidate { at: card.slot, card, datacenters: datacenters(other) });
            }
        }
        let widest = self.windows.steps.len() - 1;
        let datacenters = self.reached(own, widest, more, own);
        list.push(Candidate { at: own_card.slot, card: own_card, datacenters });
        list.sort_unstable_by_key(|candidate| candidate.card.points_order());
        let at = list.iter().position(|candidate| candidate.card.id == own_card.id).unwrap_or(0);
        let kept = KEPT * self.rules.mode.players();
        list.truncate(at + kept + 1);
        let cut = at.saturating_sub(kept);
        (list.split_off(cut), at - cut, limits)
    }

    /// Whether these tickets form a match, own ticket first, in their own window with this relaxation.
    fn would_agree(&self, set: &[u32], now: SimTime, more: More) -> bool {
        let waiting: Vec<&Waiting> = set.iter().filter_map(|&slot| self.slots[slot as usize].as_ref()).collect();
        let cards: Vec<Card> =
            waiting.iter().enumerate().map(|(at, waiting)| self.today(waiting, now, more, at == 0)).collect();
        let step = self.windows.of(now, cards.iter());
        let limits = self.limits(step, more);
        let mut group = None;
        for (card, one) in cards.iter().zip(&waiting) {
            let datacenters = self.reached(one, step, more, waiting[0]);
            let next = match group {
                None => Group::of(card, datacenters, limits.mode),
                Some(before) => Group::join(&before, card, datacenters, &limits),
            };
            let Ok(next) = next else { return false };
            group = Some(next);
        }
        true
    }

    /// Whether the two wait together, or would with this relaxation.
    fn together(&self, own: &Waiting, other: &Waiting, more: More) -> bool {
        let region = other.ticket.region == own.ticket.region || more.region == Some(other.ticket.region);
        let apart = self.rules.keeps_regions_apart() || more.region.is_some();
        let band = self.rules.band(own.card.points) == self.rules.band(other.card.points);
        own.card.id != other.card.id && band && (region || !apart)
    }

    /// The card of this second.
    fn today(&self, waiting: &Waiting, now: SimTime, more: More, own: bool) -> Card {
        let step = self.windows.at(now.0.saturating_sub(waiting.card.enqueued.0)) as u8;
        let region_lock = waiting.card.region_lock && !(own && more.region.is_some());
        Card { step, region_lock, ..waiting.card }
    }

    fn limits(&self, step: usize, more: More) -> Limits {
        let region_points = if more.region.is_some() { 0 } else { self.rules.region_points() };
        let limits = Limits::new(self.rules.mode, self.windows.steps[step], region_points);
        Limits { points: limits.points.saturating_add(more.points), ..limits }
    }

    /// The datacenters that a ticket reaches in the window of `step` with this relaxation.
    fn reached(&self, waiting: &Waiting, step: usize, more: More, own: &Waiting) -> u128 {
        let cap_ms = self.windows.steps[step].rtt_ms.saturating_add(more.rtt_ms).min(MOST_RTT_MS);
        let stays = self.rules.keeps_regions_apart() || waiting.card.region_lock;
        let opened = more.region.map_or(0, |region| self.local(region) | self.local(own.card.region));
        let open = if stays { self.local(waiting.card.region) | opened } else { u128::MAX };
        within(&waiting.ticket.rtts_ms, cap_ms) & open & self.open
    }
}

/// The least number up to `most` that is enough, by bisection; `None` if `most` is not enough.
fn least(most: u32, enough: impl Fn(u32) -> bool) -> Option<u32> {
    if !enough(most) {
        return None;
    }
    let (mut too_few, mut plenty) = (0_u64, u64::from(most) + 1);
    // Numbers are shifted by one, so that 0 is too few without a test.
    while plenty - too_few > 1 {
        let middle = (too_few + plenty) / 2;
        if enough((middle - 1) as u32) { plenty = middle } else { too_few = middle }
    }
    Some((plenty - 1) as u32)
}
