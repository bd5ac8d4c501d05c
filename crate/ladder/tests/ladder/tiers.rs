//! Tiers and divisions by hand.

use matchday_ladder::tier::{Division, Tier};

#[test]
fn points_have_their_tier_and_division() {
    for (points, says) in [
        (-300.0, "Bronze-12"),
        (0.0, "Bronze-12"),
        (99.9, "Bronze-12"),
        (100.0, "Bronze-11"),
        (1100.0, "Bronze-1"),
        (1199.999, "Bronze-1"),
        (1200.0, "Silver-2"),
        (1300.0, "Silver-1"),
        (1399.5, "Silver-1"),
        (1400.0, "Gold-2"),
        // The document's own.
        (1538.0, "Gold-1"),
        (1600.0, "Platinum-2"),
        (1799.0, "Platinum-1"),
        (1800.0, "Diamond-2"),
        (1999.0, "Diamond-1"),
        (2000.0, "Master"),
        (9000.0, "Master"),
    ] {
        assert_eq!(Division::of(points).to_string(), says, "{points}");
        assert!(says.starts_with(&Tier::of(points).to_string()));
    }
    for tier in Tier::ALL {
        assert_eq!(Tier::of(tier.floor()), tier);
        assert_eq!(Tier::ALL[tier.index()], tier);
    }
}
