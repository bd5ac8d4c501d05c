//! The rules of a match, in one place: what its tickets must have in common.

use super::{Mode, RegionId, Step};
use matchday_base::{SimTime, TicketId};

/// The data of a ticket that passes use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    pub points: i32,
    pub enqueued: SimTime,
    /// When its time limit ends.
    pub expires: SimTime,
    pub id: TicketId,
    /// Slot of the full ticket.
    pub slot: u32,
    pub maps: u32,
    pub region: RegionId,
    pub region_lock: bool,
    pub platform: u8,
    pub crossplay: bool,
    /// Number of members.
    pub players: u8,
    /// The window that its own age opens.
    pub step: u8,
    /// When the next one opens; in the past for a ticket that no pass has seen.
    pub steps_at: SimTime,
    /// Whether it was queued, or its window has stepped, since the last pass.
    pub fresh: bool,
}

impl Card {
    /// No window opens any more.
    pub const NEVER: SimTime = SimTime(u32::MAX);

    /// Order of search: oldest first.
    pub fn age_order(&self) -> (SimTime, TicketId) {
        (self.enqueued, self.id)
    }

    /// The same order as one number: sorting by it needs no branches.
    pub fn age_key(&self) -> u64 {
        u64::from(self.enqueued.0) << 32 | u64::from(self.id.0)
    }

    /// Order of neighbours.
    pub fn points_order(&self) -> (i32, SimTime, TicketId) {
        (self.points, self.enqueued, self.id)
    }
}

/// Why two tickets, or a ticket and a group, may not play together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Points,
    Rtt,
    Region,
    Constraints,
    Party,
}

/// Limits of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub mode: Mode,
    pub points: u32,
    pub region_points: u32,
}

impl Limits {
    #[inline]
    pub fn new(mode: Mode, window: Step, region_points: u32) -> Self {
        Self { mode, points: points(window), region_points }
    }
}

/// Most points between tickets in this window.
pub(super) fn points(window: Step) -> u32 {
    if window.points == Step::ANY_POINTS { u32::MAX } else { u32::from(window.points) }
}

/// Tickets that may all meet each other, share a datacenter and a map, and whose parties fit into teams.
/// Every match is a group, and so is every part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    least: i32,
    most: i32,
    /// Within the RTT cap of every player, a bit each.
    pub datacenters: u128,
    pub maps: u32,
    region: RegionId,
    one_region: bool,
    region_lock: bool,
    platform: u8,
    one_platform: bool,
    crossplay: bool,
    pub players: u8,
    /// Possible numbers of players in the first team, a bit each.
    splits: u16,
}

impl Group {
    /// A ticket alone, with the datacenters within the cap.
    #[inline]
    pub fn of(card: &Card, datacenters: u128, mode: Mode) -> Result<Self, Refusal> {
        let splits = pack(mode, 1, 0, card.players).ok_or(Refusal::Party)?;
        refuse(card.maps == 0, Refusal::Constraints)?;
        refuse(datacenters == 0, Refusal::Rtt)?;
        Ok(Self {
            least: card.points,
            most: card.points,
            datacenters,
            maps: card.maps,
            region: card.region,
            one_region: true,
            region_lock: card.region_lock,
            platform: card.platform,
            one_platform: true,
            crossplay: card.crossplay,
            players: card.players,
            splits,
        })
    }

    /// The group with one more ticket.
    #[inline]
    pub fn join(&self, card: &Card, datacenters: u128, limits: &Limits) -> Result<Self, Refusal> {
        let splits = self.admit(card, datacenters, limits)?;
        Ok(Self {
            least: self.least.min(card.points),
            most: self.most.max(card.points),
            datacenters: self.datacenters & datacenters,
            maps: self.maps & card.maps,
            one_region: self.is_one_region_with(card),
            region_lock: self.region_lock || card.region_lock,
            one_platform: self.is_one_platform_with(card),
            crossplay: self.crossplay && card.crossplay,
            players: self.players + card.players,
            splits,
            ..*self
        })
    }

    /// Whether one more ticket may join; returns the possible numbers of players in the first team. A search for
    /// neighbours only asks this: building the group takes longer.
    #[inline]
    pub fn admit(&self, card: &Card, datacenters: u128, limits: &Limits) -> Result<u16, Refusal> {
        let splits = pack(limits.mode, self.splits, self.players, card.players).ok_or(Refusal::Party)?;
        let one_region = self.is_one_region_with(card);
        refuse((self.region_lock || card.region_lock) && !one_region, Refusal::Region)?;
        let (least, most) = (self.least.min(card.points), self.most.max(card.points));
        refuse(spread(least, most, one_region, limits.region_points) > limits.points, Refusal::Points)?;
        let crossplay = self.crossplay && card.crossplay;
        let fits = self.maps & card.maps != 0 && (crossplay || self.is_one_platform_with(card));
        refuse(!fits, Refusal::Constraints)?;
        refuse(self.datacenters & datacenters == 0, Refusal::Rtt)?;
        Ok(splits)
    }

    fn is_one_region_with(&self, card: &Card) -> bool {
        self.one_region && self.region == card.region
    }

    fn is_one_platform_with(&self, card: &Card) -> bool {
        self.one_platform && self.platform == card.platform
    }

    /// Points between the weakest and the strongest; two regions add `region_points`.
    #[inline]
    pub fn spread(&self, region_points: u32) -> u32 {
        spread(self.least, self.most, self.one_region, region_points)
    }
}

#[inline]
fn spread(least: i32, most: i32, one_region: bool, region_points: u32) -> u32 {
    most.abs_diff(least).saturating_add(if one_region { 0 } else { region_points })
}

fn refuse(when: bool, why: Refusal) -> Result<(), Refusal> {
    if when { Err(why) } else { Ok(()) }
}

/// Possible sizes of the first team, a bit each, when a party joins `players` players whose possible sizes
/// are `splits`; `None` if it does not fit.
#[inline]
fn pack(mode: Mode, splits: u16, players: u8, party: u8) -> Option<u16> {
    match mode {
        Mode::FreeForAll(seats) => (party == 1 && players < seats).then_some(1),
        Mode::Teams(size) => {
            let all = players + party;
            if party == 0 || party > size || all > 2 * size {
                return None;
            }
            // Neither team may have more than `size`.
            let fit = (1_u16 << (size + 1)) - (1_u16 << all.saturating_sub(size));
            Some((splits | splits << party) & fit).filter(|&splits| splits != 0)
        }
    }
}

/// Whether some parties of these sizes fill the match.
pub(super) fn some_fill(mode: Mode, mut parties: impl Iterator<Item = u8>) -> bool {
    let Mode::Teams(size) = mode else {
        return parties.filter(|&party| party == 1).count() >= mode.players();
    };
    // A bit for each reachable pair of team sizes: sixteen places per size of the first team, one per size of
    // the second. Adding a party raises the second size to at most ten before sizes beyond the limit are cut
    // off.
    let row = (1_u128 << (size + 1)) - 1;
    let room = (0..=size).fold(0, |room, first| room | row << (16 * first));
    let full = 1 << (17 * size);
    let mut ways = 1;
    parties.any(|party| {
        if (1..=size).contains(&party) {
            ways |= (ways << party | ways << (16 * party)) & room;
        }
        ways & full != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether parties of these sizes fill two teams, by trying every split.
    fn fill(size: u32, parties: &[u8]) -> bool {
        let all: u32 = parties.iter().map(|&party| u32::from(party)).sum();
        let first =
            |ways: u32| -> u32 { (0..).zip(parties).map(|(at, &party)| (ways >> at & 1) * u32::from(party)).sum() };
        all == 2 * size && (0..1 << parties.len()).any(|ways| first(ways) == size)
    }

    #[test]
    fn some_of_the_parties_fill_a_match_when_some_choice_of_them_does() {
        for size in 1..=Mode::MOST_IN_TEAM {
            for code in 0..6_u32.pow(5) {
                let sizes: Vec<u8> = (0..5).map(|at| (code / 6_u32.pow(at) % 6) as u8).collect();
                let chosen = |choice: u32| -> Vec<u8> {
                    (0..)
                        .zip(&sizes)
                        .filter(|&(at, &party)| choice >> at & 1 == 1 && party > 0)
                        .map(|(_, &party)| party)
                        .collect()
                };
                let expected = (0..1 << sizes.len()).any(|choice| fill(u32::from(size), &chosen(choice)));
                assert_eq!(some_fill(Mode::Teams(size), sizes.iter().copied()), expected, "{size}: {sizes:?}");
            }
        }
        assert!(some_fill(Mode::FreeForAll(3), [1, 2, 1, 1].into_iter()));
        assert!(!some_fill(Mode::FreeForAll(3), [1, 2, 1].into_iter()));
    }

    #[test]
    fn parties_that_pack_are_those_that_some_way_of_splitting_fills() {
        for size in 1..=Mode::MOST_IN_TEAM {
            for code in 0..6_u32.pow(6) {
                // Six parties of zero to five players; the other players are alone.
                let parties: Vec<u8> =
                    (0..6).map(|at| (code / 6_u32.pow(at) % 6) as u8).filter(|&party| party > 0).collect();
                let all: u8 = parties.iter().sum();
                if all > 2 * size {
                    continue;
                }
                let parties: Vec<u8> = parties.into_iter().chain((all..2 * size).map(|_| 1)).collect();
                let packed = parties.iter().try_fold((1, 0), |(splits, players), &party| {
                    Some((pack(Mode::Teams(size), splits, players, party)?, players + party))
                });
                assert_eq!(packed.is_some(), fill(u32::from(size), &parties), "{size}: {parties:?}");
            }
        }
    }
}
