//! Tiers, and their divisions of 100 points.

use std::fmt;

/// Width of a division, points.
const DIVISION: f64 = 100.0;
/// Number of divisions of Bronze: the lowest has no lower end.
const BRONZE_DIVISIONS: u8 = 12;

/// A tier, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Below 1200 points.
    Bronze,
    /// From 1200.
    Silver,
    /// From 1400.
    Gold,
    /// From 1600.
    Platinum,
    /// From 1800.
    Diamond,
    /// From 2000.
    Master,
}

impl Tier {
    /// Every tier, the lowest first.
    pub const ALL: [Tier; 6] = [Tier::Bronze, Tier::Silver, Tier::Gold, Tier::Platinum, Tier::Diamond, Tier::Master];

    /// The tier of these points.
    pub fn of(points: f64) -> Self {
        Self::ALL.into_iter().rev().find(|tier| points >= tier.floor()).unwrap_or(Self::Bronze)
    }

    /// Least points of the tier; minus infinity for Bronze.
    pub fn floor(self) -> f64 {
        match self {
            Self::Bronze => f64::NEG_INFINITY,
            Self::Silver => 1200.0,
            Self::Gold => 1400.0,
            Self::Platinum => 1600.0,
            Self::Diamond => 1800.0,
            Self::Master => 2000.0,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bronze => "Bronze",
            Self::Silver => "Silver",
            Self::Gold => "Gold",
            Self::Platinum => "Platinum",
            Self::Diamond => "Diamond",
            Self::Master => "Master",
        }
    }

    /// Its position in [`Tier::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A tier and its division of 100 points, counted from the top: 1538 points are Gold-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The tier.
    pub tier: Tier,
    /// Number of the division from the top: 1 or 2, in Bronze up to 12. Master has no upper end, so it has no
    /// divisions.
    pub number: Option<u8>,
}

impl Division {
    /// The division of these points.
    pub fn of(points: f64) -> Self {
        let tier = Tier::of(points);
        let above = Tier::ALL.get(tier.index() + 1);
        // Number of whole divisions below the tier above.
        let number = above.map(|above| ((above.floor() - points) / DIVISION).ceil());
        Self { tier, number: number.map(|number| (number as u8).clamp(1, BRONZE_DIVISIONS)) }
    }
}

impl fmt::Display for Division {
    /// `Gold-1`, `Master`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}-{number}", self.tier),
            None => self.tier.fmt(f),
        }
    }
}
