//! Expected remaining wait of a ticket, from the waits of earlier tickets.

use matchday_base::SimTime;
use matchday_ladder::tier::Tier;
use matchday_matchmaker::ranked::RegionId;

/// Waits stored per tier of a region, and per region.
const KEPT: usize = 32;
/// A tier with fewer waits uses those of its region.
const ENOUGH: usize = 8;

/// Waits of the last tickets that found a match, by region and by the tier of their points.
#[derive(Clone, Debug)]
pub struct Waits {
    /// By region, then by tier.
    tiers: Vec<Recent>,
    /// By region.
    regions: Vec<Recent>,
}

/// The last waits, in a ring.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    waits_s: [u16; KEPT],
    seen: u32,
}

impl Recent {
    fn add(&mut self, wait_s: u32) {
        self.waits_s[self.seen as usize % KEPT] = wait_s as u16;
        self.seen += 1;
    }

    fn all(&self) -> &[u16] {
        &self.waits_s[..KEPT.min(self.seen as usize)]
    }
}

impl Waits {
    /// No waits yet.
    pub fn new(regions: usize) -> Self {
        Self { tiers: vec![Recent::default(); regions * Tier::ALL.len()], regions: vec![Recent::default(); regions] }
    }

    /// Adds the wait of a ticket with these points that found a match.
    pub fn add(&mut self, region: RegionId, points: i32, enqueued: SimTime, now: SimTime) {
        let wait_s = now.since(enqueued);
        self.tiers[at(region, points)].add(wait_s);
        self.regions[usize::from(region.0)].add(wait_s);
    }

    /// Expected remaining wait of a ticket of age `age_s`, s: the mean remaining wait of earlier tickets that
    /// reached this age; `None` if there was none.
    pub fn left_s(&self, region: RegionId, points: i32, age_s: u32) -> Option<u32> {
        let (tier, region) = (self.tiers[at(region, points)].all(), self.regions[usize::from(region.0)].all());
        let recent = if tier.len() < ENOUGH { region } else { tier };
        let left = recent.iter().filter_map(|&wait_s| u32::from(wait_s).checked_sub(age_s));
        let (count, sum) = left.fold((0, 0), |(count, sum), left_s| (count + 1, sum + left_s));
        (sum + count / 2).checked_div(count)
    }
}

fn at(region: RegionId, points: i32) -> usize {
    usize::from(region.0) * Tier::ALL.len() + Tier::of(points.into()).index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_the_mean_of_the_last_of_tier_or_region() {
        let (mut waits, europe, asia) = (Waits::new(2), RegionId(0), RegionId(1));
        let add =
            |waits: &mut Waits, region, points, wait_s| waits.add(region, points, SimTime(5), SimTime(5) + wait_s);
        assert_eq!(waits.left_s(europe, 1_500, 0), None);
        for wait_s in 1..=7 {
            add(&mut waits, europe, 1_500, 10 * wait_s);
        }
        add(&mut waits, europe, 1_100, 1_000);
        // Seven are too few for a tier: the region's eight are used.
        assert_eq!(waits.left_s(europe, 1_500, 0), Some((280 + 1_000) / 8));
        assert_eq!((waits.left_s(europe, 900, 0), waits.left_s(asia, 1_500, 0)), (Some(160), None));
        add(&mut waits, europe, 1_599, 80);
        assert_eq!(waits.left_s(europe, 1_401, 0), Some(45));
        // Remaining waits of tickets that reached 50 s: 0, 10, 20 and 30 s.
        assert_eq!((waits.left_s(europe, 1_500, 50), waits.left_s(europe, 1_500, 81)), (Some(15), None));
        (0..KEPT).for_each(|_| add(&mut waits, europe, 1_500, 3));
        assert_eq!(waits.left_s(europe, 1_500, 0), Some(3), "what is older is forgotten");
    }
}
