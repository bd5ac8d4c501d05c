//! The best places for the next datacenter, and datacenters that are safe to switch off.
//!
//! [`next`] is greedy: first the place with the largest gain, then the place that adds most to it, and so on.
//! So it does not name five neighbours of one uncovered city. Its gain is at least 63 % of the best possible
//! choice of as many places, because all aims are submodular (Nemhauser, Wolsey and Fisher 1978).
//!
//! With the weights of one continent, [`Audience::weights_of`](crate::Audience::weights_of), and places
//! [there](continent_of), the answer is what that continent lacks: gains are then shares of its joins, or ms of
//! its mean.
//!
//! A cell for which no datacenter has data is left out: its gain is unknown.

use std::cmp::Reverse;

use crate::continent::Continent;
use crate::coverage::nearest;
use crate::geo::{Location, great_circle_km};
use crate::routes::RouteModel;

/// Distance within which a datacenter serves a city, km.
const IN_TOWN_KM: f64 = 50.0;

/// The aim of more datacenters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Share of joins within 50 ms of a datacenter.
    Within50,
    /// Share of joins within 100 ms of a datacenter.
    Within100,
    /// Mean RTT to the nearest datacenter.
    MeanRtt,
}

/// A place for a datacenter.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Its name; the first by name wins a tie.
    pub name: &'a str,
    /// RTT from every cell, ms; 0 without data.
    pub rtts_ms: &'a [u8],
}

/// The worth of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Position of the place in its list.
    pub site: usize,
    /// Change of the aim: a share from 0 to 1, or ms of the mean; never negative.
    pub change: f64,
}

impl Aim {
    /// The aim with this name: `within50`, `within100`, `mean`.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "within50" => Some(Self::Within50),
            "within100" => Some(Self::Within100),
            "mean" => Some(Self::MeanRtt),
            _ => None,
        }
    }

    /// The value of a join by its RTT, higher is better; 0 without data.
    fn points(self) -> [u64; 256] {
        std::array::from_fn(|ms| match (self, ms) {
            (_, 0) => 0,
            (Self::Within50, _) => u64::from(ms <= 50),
            (Self::Within100, _) => u64::from(ms <= 100),
            (Self::MeanRtt, _) => 255 - ms as u64,
        })
    }
}

/// The `count` best places to add, one after the other, each with its gain after the places before it. Places
/// without a gain are left out.
///
/// All lists of RTTs are as long as `weights`; `active` are the active datacenters.
pub fn next<T: AsRef<[u8]>>(weights: &[u64], active: &[T], candidates: &[Site], aim: Aim, count: usize) -> Vec<Worth> {
    let points = aim.points();
    let mut reached = nearest(active, weights.len());
    let total = known(weights, &reached);
    // Largest gain first. A place's gain shrinks as others are added, so an old gain is an upper bound.
    let mut bounds: Vec<(u64, usize)> = (0..candidates.len()).map(|site| (u64::MAX, site)).collect();
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let mut best: Option<(u64, usize)> = None;
        for (bound, site) in &mut bounds {
            if best.is_some_and(|(gain, _)| *bound < gain) {
                break;
            }
            *bound = gain(weights, &reached, candidates[*site].rtts_ms, &points);
            let better = |than: (u64, usize)| worth(candidates, (*bound, *site)) < worth(candidates, than);
            if best.is_none_or(better) {
                best = Some((*bound, *site));
            }
        }
        let Some((gain, site)) = best.filter(|&(gain, _)| gain > 0) else { break };
        chosen.push(Worth { site, change: gain as f64 / total as f64 });
        add(&mut reached, candidates[site].rtts_ms);
        bounds.retain(|&(_, other)| other != site);
        bounds.sort_by_key(|&entry| worth(candidates, entry));
    }
    chosen
}

/// Every datacenter with the loss without it, the smallest first. Empty for a single datacenter, which has to
/// stay.
pub fn spare(weights: &[u64], active: &[Site], aim: Aim) -> Vec<Worth> {
    if active.len() < 2 {
        return Vec::new();
    }
    let points = aim.points();
    let (mut lost, mut total) = (vec![0_u64; active.len()], 0);
    for (cell, &weight) in weights.iter().enumerate() {
        // Index of the best datacenter, and the points of the best two.
        let (mut first, mut second) = (None, 0);
        let known = active.iter().enumerate().filter(|(_, site)| site.rtts_ms[cell] > 0);
        for (at, site) in known {
            let here = points[usize::from(site.rtts_ms[cell])];
            match first {
                Some((_, best)) if here <= best => second = second.max(here),
                _ => second = first.replace((at, here)).map_or(0, |(_, before)| before),
            }
        }
        if let Some((at, best)) = first {
            lost[at] += weight * (best - second);
            total += weight;
        }
    }
    let mut order: Vec<usize> = (0..active.len()).collect();
    order.sort_by_key(|&at| (lost[at], active[at].name, at));
    order.into_iter().map(|site| Worth { site, change: lost[site] as f64 / total as f64 }).collect()
}

/// Numbers of the model's cities without a datacenter at any of these places.
pub fn free_cities(routes: &RouteModel, taken: &[Location]) -> Vec<usize> {
    let hubs = &routes.routes().hubs[..routes.routes().cities()];
    let free = |at: Location| taken.iter().all(|&other| great_circle_km(at, other) > IN_TOWN_KM);
    hubs.iter().enumerate().filter(|(_, hub)| free(hub.location)).map(|(number, _)| number).collect()
}

/// The continent of a place: that of its country, or of the nearest city's where its cell is in no country.
pub fn continent_of(routes: &RouteModel, place: Location) -> Option<Continent> {
    let nearest = || routes.routes().country(routes.nearest_city(place).0.country);
    routes.country(place).or_else(nearest).and_then(|country| Continent::of_letters(country.continent))
}

fn gain(weights: &[u64], reached: &[u8], rtts_ms: &[u8], points: &[u64; 256]) -> u64 {
    let cells = weights.iter().zip(reached).zip(rtts_ms).filter(|((_, before), _)| **before > 0);
    let more = |before: u8, after: u8| points[usize::from(after)].saturating_sub(points[usize::from(before)]);
    cells.map(|((weight, &before), &after)| weight * more(before, after)).sum()
}

fn add(reached: &mut [u8], rtts_ms: &[u8]) {
    let known = reached.iter_mut().zip(rtts_ms).filter(|(before, after)| **before > 0 && **after > 0);
    known.for_each(|(before, &after)| *before = after.min(*before));
}

/// Sorts by gain, the largest first, then by name.
fn worth<'a>(candidates: &[Site<'a>], (gain, site): (u64, usize)) -> (Reverse<u64>, &'a str, usize) {
    (Reverse(gain), candidates[site].name, site)
}

fn known(weights: &[u64], reached: &[u8]) -> u64 {
    weights.iter().zip(reached).filter(|(_, ms)| **ms > 0).map(|(weight, _)| weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::tests::model;

    const AIMS: [Aim; 3] = [Aim::Within50, Aim::Within100, Aim::MeanRtt];

    /// A small random world: weights, and the RTTs of `sites` places; some cells have no data.
    fn world(seed: u32, cells: usize, sites: usize) -> (Vec<u64>, Vec<Vec<u8>>) {
        let mut state = seed;
        let mut lot = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        let weights = (0..cells).map(|_| u64::from(lot() % 9 + 1)).collect();
        let dark: Vec<bool> = (0..cells).map(|_| lot() % 8 == 0).collect();
        let column = |_| dark.iter().map(|dark| if *dark { 0 } else { (lot() % 140 + 1) as u8 }).collect();
        (weights, (0..sites).map(column).collect())
    }

    /// The aim of a set of places, by its definition.
    fn value(weights: &[u64], columns: &[&[u8]], aim: Aim) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (cell, &weight) in weights.iter().enumerate() {
            let Some(ms) = columns.iter().map(|column| column[cell]).filter(|&ms| ms > 0).min() else { continue };
            total += weight as f64;
            sum += weight as f64
                * match aim {
                    Aim::Within50 => f64::from(u8::from(ms <= 50)),
                    Aim::Within100 => f64::from(u8::from(ms <= 100)),
                    Aim::MeanRtt => -f64::from(ms),
                };
        }
        sum / total
    }

    fn sites(columns: &[Vec<u8>]) -> Vec<Site<'_>> {
        let names = ["kilo", "alfa", "echo", "golf", "bravo", "lima", "delta", "hotel", "juliett"];
        names.iter().zip(columns).map(|(name, rtts_ms)| Site { name, rtts_ms }).collect()
    }

    #[test]
    fn the_best_next_places_are_those_of_trying_everything() {
        for seed in 1..60 {
            let (weights, columns) = world(seed, 30, 11);
            let (active, candidates) = (&columns[9..], sites(&columns[..9]));
            for aim in AIMS {
                let found = next(&weights, active, &candidates, aim, 4);
                let mut set: Vec<&[u8]> = active.iter().map(Vec::as_slice).collect();
                for worth in &found {
                    let before = value(&weights, &set, aim);
                    let gain_with = |site: &Site| {
                        let with = [set.as_slice(), &[site.rtts_ms]].concat();
                        value(&weights, &with, aim) - before
                    };
                    let most = candidates.iter().map(gain_with).fold(0.0, f64::max);
                    let mut best: Vec<&str> =
                        candidates.iter().filter(|site| gain_with(site) > most - 1e-9).map(|site| site.name).collect();
                    best.sort_unstable();
                    let chosen = &candidates[worth.site];
                    assert_eq!(chosen.name, best[0], "seed {seed}, {aim:?}");
                    assert!((worth.change - most).abs() < 1e-9, "seed {seed}, {aim:?}: {} {most}", worth.change);
                    set.push(chosen.rtts_ms);
                }
                assert!(found.len() == 4 || value(&weights, &set, aim) >= value_of_all(&weights, &columns, aim));
            }
        }
    }

    fn value_of_all(weights: &[u64], columns: &[Vec<u8>], aim: Aim) -> f64 {
        value(weights, &columns.iter().map(Vec::as_slice).collect::<Vec<_>>(), aim) - 1e-9
    }

    #[test]
    fn what_is_lost_is_what_taking_away_shows() {
        for seed in 1..60 {
            let (weights, columns) = world(seed, 30, 5);
            let active = sites(&columns);
            for aim in AIMS {
                let losses = spare(&weights, &active, aim);
                assert!(losses.is_sorted_by_key(|loss| loss.change));
                let mut seen: Vec<usize> = losses.iter().map(|loss| loss.site).collect();
                seen.sort_unstable();
                assert_eq!(seen, [0, 1, 2, 3, 4]);
                let all: Vec<&[u8]> = columns.iter().map(Vec::as_slice).collect();
                for loss in losses {
                    let mut rest = all.clone();
                    rest.remove(loss.site);
                    let expected = value(&weights, &all, aim) - value(&weights, &rest, aim);
                    assert!((loss.change - expected).abs() < 1e-9, "seed {seed}, {aim:?}: {loss:?} {expected}");
                }
            }
        }
    }

    #[test]
    fn of_two_alike_the_first_by_name_is_taken() {
        let column = [40, 40];
        let same = ["b", "a", "c"].map(|name| Site { name, rtts_ms: &column });
        let found = next(&[1, 3], &[[200, 0]], &same, Aim::Within50, 3);
        assert_eq!(
            found,
            [Worth { site: 1, change: 1.0 }],
            "the cell without data is left out, the others gain nothing"
        );
        let order: Vec<usize> = spare(&[1, 3], &same, Aim::MeanRtt).into_iter().map(|loss| loss.site).collect();
        assert_eq!(order, [1, 0, 2]);
        assert_eq!(spare(&[1, 3], &same[..1], Aim::MeanRtt), []);
    }

    #[test]
    fn a_city_with_a_datacenter_is_not_free() {
        let routes = RouteModel::new(model());
        let near = Location::new(0.2, 10.2).unwrap();
        let far = Location::new(0.5, 20.5).unwrap();
        assert_eq!(free_cities(&routes, &[near, far]), [0, 2, 3, 4, 5, 6, 7]);
    }
}
