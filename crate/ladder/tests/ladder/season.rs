//! Seasons by numbers worked out by hand.

use super::*;
use matchday_ladder::{SeasonEnd, Tier};

fn of_kind(system: System, season: SeasonKind) -> Ladder {
    Ladder::new(LadderSettings { system, shadow: None, season, season_s: SEASON_S, starts: SimTime::DAY_START })
}

fn points(ladder: &Ladder, now: SimTime) -> [f64; 4] {
    [0, 1, 2, 3].map(|account| ladder.rating(AccountId(account), now).points())
}

/// When the first season ends.
const END: SimTime = SimTime(SimTime::DAY_START.0 + SEASON_S);

/// Elo between newcomers moves 20 points: 1520 and 1480. The third is rated 1500 by a draw, the fourth never plays.
fn one_season(kind: SeasonKind) -> Ladder {
    let mut ladder = of_kind(System::Elo(Elo::default()), kind);
    beat(&mut ladder, 0, SimTime::DAY_START, [0, 1]);
    ladder
}

#[test]
fn a_soft_reset_goes_a_quarter_of_the_way_to_the_mean() {
    let mut ladder = one_season(SeasonKind::Soft);
    assert_eq!(ladder.advance_calendar(SimTime(END.0 - 1)), None);
    assert_eq!(points(&ladder, END), [1520.0, 1480.0, 1500.0, 1500.0]);
    assert_eq!(ladder.advance_calendar(END).unwrap().number, 1);
    assert_eq!(points(&ladder, END), [1515.0, 1485.0, 1500.0, 1500.0]);
    assert_eq!(ladder.rating(AccountId(0), END).matches(), 0);
    // Of the second season only the first and the third play, who are 1515 and 1500 when they meet: the winner's surprise
    // is 1 / (1 + 10^(15/400)).
    beat(&mut ladder, 1, END, [0, 2]);
    let change = 40.0 / (1.0 + libm::pow(10.0, 15.0 / 400.0));
    let before = [1515.0 + change, 1485.0, 1500.0 - change, 1500.0];
    let now = END + SEASON_S;
    ladder.advance_calendar(now);
    // The mean of those two, though the second account is reset as well.
    let mean = (before[0] + before[2]) / 2.0;
    let after = points(&ladder, now);
    for at in [0, 1, 2] {
        assert_near(after[at], mean + 0.75 * (before[at] - mean), 1e-3);
    }
    assert_eq!(after[3], 1500.0);
    assert_eq!(ladder.ended().iter().map(|end| (end.number, end.ended)).collect::<Vec<_>>(), [(1, END), (2, now)]);
    // A season without matches leaves all as it is.
    ladder.advance_calendar(now + SEASON_S);
    assert_eq!(points(&ladder, now + SEASON_S), after);
}

#[test]
fn deviations_become_200_at_least_and_grow_until_then() {
    let mut ladder = of_kind(glicko2(), SeasonKind::Soft);
    for id in 0..12 {
        beat(&mut ladder, id, SimTime::DAY_START, [id % 2, 1 - id % 2]);
    }
    // Once, and therefore hardly known.
    beat(&mut ladder, 12, SimTime::DAY_START, [2, 3]);
    let [known, hardly] = [0, 2].map(|account| ladder.rating(AccountId(account), SimTime::DAY_START));
    assert!(known.deviation() < 150.0 && hardly.deviation() > 250.0);
    ladder.advance_calendar(END);
    let after = ladder.rating(AccountId(0), END);
    assert_eq!((after.deviation(), after.volatility(), after.matches()), (200.0, known.volatility(), 0));
    // Ten days are a third of a month.
    let grown = hardly.deviation() * libm::pow(1.5, 1.0 / 3.0);
    assert_near(ladder.rating(AccountId(2), END).deviation(), grown, 1e-9);
    assert_eq!(ladder.rating(AccountId(9), END), glicko2().start());
    // Time that has passed is not let pass again.
    assert_near(ladder.rating(AccountId(0), END + 30 * DAY_S).deviation(), 300.0, 1e-9);
}

#[test]
fn a_hard_reset_makes_newcomers() {
    let mut ladder = one_season(SeasonKind::Hard);
    ladder.advance_calendar(END);
    assert!((0..4).all(|account| ladder.rating(AccountId(account), END) == System::Elo(Elo::default()).start()));
}

/// One account wins against newcomers, and what a season's end leaves of it.
#[test]
fn floors_hold_those_who_are_past_provisional_in_their_tier() {
    let after = |kind, wins| {
        let mut ladder = of_kind(glicko2(), kind);
        (0..wins).for_each(|id| beat(&mut ladder, id, SimTime::DAY_START, [0, 1 + id]));
        let before = ladder.rating(AccountId(0), END).points();
        ladder.advance_calendar(END);
        (Tier::of(before), ladder.rating(AccountId(0), END).points())
    };
    let ((tier, soft), (_, floored)) = (after(SeasonKind::Soft, 13), after(SeasonKind::Floors, 13));
    assert!(tier == Tier::Master && soft < 2000.0, "{tier} {soft}");
    assert_eq!(floored, 2000.0);
    // Who has played less has not reached a tier.
    let ((tier, soft), (_, floored)) = (after(SeasonKind::Soft, 5), after(SeasonKind::Floors, 5));
    assert!(soft < tier.floor(), "{tier} {soft}");
    assert_eq!(floored, soft);
}

#[test]
fn rolling_seasons_end_days_apart() {
    let ends = |mode| {
        let mut ladder = of_kind(glicko2(), SeasonKind::Rolling { mode });
        ladder.advance_calendar(SimTime::DAY_START + 25 * DAY_S);
        let days: Vec<_> = ladder.ended().iter().map(|end| end.ended.since(SimTime::DAY_START) / DAY_S).collect();
        days
    };
    // Modes are numbered by their players; no mode's seasons end with those of another kind, on days 10 and 20.
    assert_eq!([ends(2), ends(4), ends(10)], [vec![2, 12, 22], vec![4, 14, 24], vec![1, 11, 21]]);
    for days in 2..30 {
        let calendar = |season| {
            let settings = LadderSettings {
                system: glicko2(),
                shadow: None,
                season,
                season_s: days * DAY_S,
                starts: SimTime::DAY_START,
            };
            Ladder::new(settings).season_ends()
        };
        let soft = calendar(SeasonKind::Soft);
        assert!((2..=64).all(|mode| calendar(SeasonKind::Rolling { mode }) < soft), "{days}");
    }
    // Seasons end at midnight, however long they are said to be.
    let settings =
        |season, season_s, starts| LadderSettings { system: glicko2(), shadow: None, season, season_s, starts };
    let mut ladder = Ladder::new(settings(SeasonKind::Soft, DAY_S + 1, SimTime::DAY_START));
    assert_eq!(ladder.advance_calendar(SimTime::DAY_START + DAY_S), None);
    assert_eq!(ladder.advance_calendar(SimTime::DAY_START + 2 * DAY_S).unwrap().number, 1);
    for season_s in [0, u32::MAX] {
        let mode = SeasonKind::Rolling { mode: 255 };
        Ladder::new(settings(mode, season_s, SimTime::DAY_START)).advance_calendar(END);
    }
    // The calendar of a ladder that is older than the shown days begins with its own first day.
    let opened = SimTime::DAY_START - 14 * DAY_S;
    let mut ladder = Ladder::new(settings(SeasonKind::Soft, 5 * DAY_S, opened));
    beat(&mut ladder, 0, opened - 60, [0, 1]);
    ladder.advance_calendar(SimTime::DAY_START);
    assert_eq!(ladder.ended().iter().map(|end| end.ended).collect::<Vec<_>>(), [5, 10].map(|day| opened + day * DAY_S));
    assert_eq!((ladder.weeks().len(), ladder.history().days(AccountId(0)).count()), (2, 15));
}

#[test]
fn ratings_over_all_seasons_are_never_reset() {
    let mut ladder = one_season(SeasonKind::Hard);
    assert_eq!(ladder.all_time().rating(AccountId(0), END).points(), 1520.0);
    ladder.advance_calendar(END);
    assert_eq!(ladder.all_time().rating(AccountId(0), END).points(), 1520.0);
    beat(&mut ladder, 1, END, [2, 0]);
    // 1520 against 1500 loses 40 / (1 + 10^(-20/400)).
    let lost = 40.0 / (1.0 + libm::pow(10.0, -20.0 / 400.0));
    assert_near(ladder.all_time().rating(AccountId(0), END).points(), 1520.0 - lost, 1e-3);
    assert_eq!(ladder.all_time().rating(AccountId(0), END).matches(), 2);
    assert_eq!(points(&ladder, END), [1480.0, 1500.0, 1520.0, 1500.0]);
}

#[test]
fn the_shadow_is_reset_by_its_own_mean() {
    let mut ladder = ladder(glicko2(), Some(System::Elo(Elo::default())));
    beat(&mut ladder, 0, SimTime::DAY_START, [0, 1]);
    ladder.advance_calendar(END);
    assert_eq!(ladder.shadow().unwrap().rating(AccountId(0), END).points(), 1515.0);
}

#[test]
fn an_invalidated_season_starts_again_and_its_matches_stay() {
    let mut ladder = one_season(SeasonKind::Soft);
    ladder.advance_calendar(END);
    beat(&mut ladder, 1, END + 5, [1, 0]);
    beat(&mut ladder, 2, END + 9, [1, 4]);
    ladder.invalidate();
    assert_eq!(points(&ladder, END), [1515.0, 1485.0, 1500.0, 1500.0]);
    assert_eq!(ladder.rating(AccountId(4), END + 9), System::Elo(Elo::default()).start());
    // Told again, they still do not count.
    let outcome = outcome(&[(1, &[1]), (2, &[0])]);
    assert!(ladder.settle(&Played { id: MatchId(1), ended: END, outcome: &outcome, left: &[] }).is_empty());
    assert_eq!(ladder.history().record(AccountId(1)).unwrap().matches(), 3);
    assert_eq!(ladder.all_time().rating(AccountId(1), END).matches(), 3);
    beat(&mut ladder, 3, END + 20, [0, 1]);
    assert!(ladder.rating(AccountId(0), END + 20).points() > 1515.0);
    let void = |end: &SeasonEnd| end.invalidated;
    ladder.advance_calendar(END + 2 * SEASON_S);
    assert_eq!(ladder.ended().iter().map(void).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn the_first_season_can_be_void_as_well() {
    let mut ladder = one_season(SeasonKind::Soft);
    ladder.invalidate();
    assert_eq!(points(&ladder, END), [1500.0; 4]);
    assert_eq!(ladder.all_time().rating(AccountId(0), END).points(), 1520.0);
}
