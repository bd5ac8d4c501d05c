//! What matches do to ratings, against a ladder that keeps all in maps.

use super::*;
use matchday_ladder::rating::Change;
use rand::seq::SliceRandom;
use std::collections::{BTreeMap, BTreeSet};

/// The ladder's rules, restated.
struct Naive {
    system: System,
    matches: BTreeSet<MatchId>,
    accounts: BTreeMap<AccountId, (Rating, SimTime)>,
    /// (predicted - scored)^2 of every match of two teams.
    squares: Vec<f64>,
}

impl Naive {
    fn new(system: System) -> Self {
        Self { system, matches: BTreeSet::new(), accounts: BTreeMap::new(), squares: Vec::new() }
    }

    fn rating(&self, account: AccountId, now: SimTime) -> Rating {
        match self.accounts.get(&account) {
            Some(&(rating, last)) if now > last => self.system.idle(rating, now.0 - last.0),
            Some(&(rating, _)) => rating,
            None => self.system.start(),
        }
    }

    fn settle(&mut self, played: &Played) -> Vec<Change<AccountId>> {
        if !self.matches.insert(played.id) {
            return Vec::new();
        }
        let now = played.ended;
        if let [one, other] = played.outcome.teams() {
            let [ratings, others] =
                [one, other].map(|team| team.players.iter().map(|&player| self.rating(player, now)));
            let (ratings, others): (Vec<_>, Vec<_>) = (ratings.collect(), others.collect());
            let predicted = self.system.expected([&ratings, &others]).unwrap();
            let scored = if one.rank == other.rank { 0.5 } else { f64::from(u32::from(one.rank < other.rank)) };
            self.squares.push((predicted - scored) * (predicted - scored));
        }
        let rated: BTreeMap<_, _> =
            played.outcome.players().map(|&account| (account, self.rate(played, account))).collect();
        let changes = played.outcome.players().map(|&player| {
            let (before, after) = (self.rating(player, now), rated[&player]);
            let last = self.accounts.get(&player).map_or(now, |&(_, last)| last.max(now));
            self.accounts.insert(player, (after, last));
            Change { player, before, after }
        });
        changes.collect()
    }

    /// One account after a match, as if it were the only one that was rated.
    fn rate(&self, played: &Played, account: AccountId) -> Rating {
        let own = played.outcome.teams().iter().position(|team| team.players.contains(&account)).unwrap();
        let deserted = played.outcome.teams()[own].players.iter().any(|mate| played.left.contains(mate));
        let rated = |ranks: &dyn Fn(usize, u32) -> u32| {
            let teams = played.outcome.teams().iter().enumerate();
            let teams = teams.map(|(at, team)| Team { rank: ranks(at, team.rank), players: team.players.clone() });
            let before = Outcome::new(teams.collect()).unwrap().map(|&player| self.rating(player, played.ended));
            let players =
                played.outcome.players().zip(self.system.rate(&before).players().copied().collect::<Vec<_>>());
            players.filter(|&(&player, _)| player == account).map(|(_, rating)| rating).next().unwrap()
        };
        let stays = |team: &&Team<AccountId>| team.players.iter().any(|player| !played.left.contains(player));
        let rank = played.outcome.teams()[own].rank;
        // Whoever forfeits is behind all who stayed.
        let forfeits = !stays(&&played.outcome.teams()[own])
            && played.outcome.teams().iter().filter(stays).all(|other| other.rank < rank);
        if played.left.contains(&account) && !forfeits {
            return rated(&|at, rank| if at == own { 1_000_000 } else { rank });
        }
        let (before, after) = (self.rating(account, played.ended), rated(&|_, rank| rank));
        let change = after.points() - before.points();
        if deserted && !forfeits && change < 0.0 {
            let points = before.points() + change / 2.0;
            return Rating::new(points, after.deviation(), after.volatility(), after.matches()).unwrap();
        }
        after
    }
}

/// A match that is told: its number, how late it ended, teams of how many, in which places, and who of them left.
type Told = (u32, u32, Vec<(u32, usize)>, Vec<usize>, u32);

fn told() -> impl Strategy<Value = Told> {
    let teams = prop::collection::vec((1_u32..4, 1_usize..4), 2..5);
    // Numbers come up again, and times do not go by them.
    (0_u32..60, 0_u32..4_000_000, teams, prop::collection::vec(0_usize..12, 0..3), 0_u32..1_000_000)
}

/// Accounts in random teams.
fn dealt((_, _, teams, left, deal): &Told) -> (Outcome<AccountId>, Vec<AccountId>) {
    let mut accounts: Vec<u32> = (0..14).collect();
    accounts.shuffle(&mut rng(u64::from(*deal)));
    let mut dealt = accounts.iter();
    let teams: Vec<(u32, Vec<u32>)> =
        teams.iter().map(|&(rank, size)| (rank, dealt.by_ref().take(size).copied().collect())).collect();
    let teams: Vec<_> = teams.iter().map(|(rank, players)| (*rank, &players[..])).collect();
    let outcome = outcome(&teams);
    let players: Vec<_> = outcome.players().copied().collect();
    let left: BTreeSet<_> = left.iter().filter_map(|&at| players.get(at).copied()).collect();
    (outcome, left.into_iter().collect())
}

proptest! {
    #[test]
    fn any_history_gives_what_the_rules_say(history in prop::collection::vec(told(), 1..40)) {
        let systems = [glicko2(), System::Elo(Elo::default()), System::WengLin(WengLin::default())];
        for (system, shadow) in systems.into_iter().zip(systems.into_iter().cycle().skip(1)) {
            let mut ladder = ladder(system, Some(shadow));
            let [mut naive, mut beside] = [system, shadow].map(Naive::new);
            for told in &history {
                let (outcome, left) = dealt(told);
                let ended = SimTime(told.1);
                let played = Played { id: MatchId(told.0), ended, outcome: &outcome, left: &left };
                beside.settle(&played);
                prop_assert_eq!(ladder.settle(&played), naive.settle(&played));
            }
            for (table, naive) in [(ladder.season(), &naive), (ladder.shadow().unwrap(), &beside)] {
                let (n, squares) = (naive.squares.len(), naive.squares.iter().sum::<f64>());
                prop_assert_eq!(table.calibration().brier(), (n > 0).then(|| squares / n as f64));
            }
            let now = SimTime(5_000_000);
            for account in (0..14).map(AccountId) {
                prop_assert_eq!(ladder.rating(account, now), naive.rating(account, now));
                prop_assert_eq!(ladder.shadow().unwrap().rating(account, now), beside.rating(account, now));
            }
        }
    }
}

/// Elo between newcomers: K/2 = 20 points.
#[test]
fn leavers_lose_and_spare_their_team_mates_half() {
    let settle = |teams: &[(u32, &[u32])], left: &[u32]| -> Vec<f64> {
        let left: Vec<_> = left.iter().copied().map(AccountId).collect();
        let outcome = outcome(teams);
        let played = Played { id: MatchId(0), ended: SimTime::DAY_START, outcome: &outcome, left: &left };
        let mut ladder = ladder(System::Elo(Elo::default()), None);
        ladder.settle(&played).iter().map(|change| change.after.points() - change.before.points()).collect()
    };
    assert_eq!(settle(&[(1, &[0, 1]), (2, &[2, 3])], &[]), [20.0, 20.0, -20.0, -20.0]);
    assert_eq!(settle(&[(1, &[0, 1]), (2, &[2, 3])], &[3]), [20.0, 20.0, -10.0, -20.0]);
    // Whoever wins without the leaver wins all.
    assert_eq!(settle(&[(1, &[0, 1]), (2, &[2, 3])], &[0]), [-20.0, 20.0, -20.0, -20.0]);
    // A draw that one of them left.
    assert_eq!(settle(&[(1, &[0, 1]), (1, &[2, 3])], &[0]), [-20.0, 0.0, 0.0, 0.0]);
    // Free for all: the second of three leaves, and is last of three instead of even.
    assert_eq!(settle(&[(1, &[0]), (2, &[1]), (3, &[2])], &[]), [20.0, 0.0, -20.0]);
    assert_eq!(settle(&[(1, &[0]), (2, &[1]), (3, &[2])], &[1]), [20.0, -20.0, -20.0]);
    // Two of three leave, and are behind the one who stays: what one wins, the others lose.
    assert_eq!(settle(&[(1, &[0]), (2, &[1]), (3, &[2])], &[2, 1]), [20.0, 0.0, -20.0]);
}

#[test]
fn a_match_counts_once() {
    let mut ladder = ladder(glicko2(), None);
    let (outcome, other) = (outcome(&[(1, &[0]), (2, &[1])]), outcome(&[(2, &[0]), (1, &[1])]));
    let played = |id, outcome| Played { id: MatchId(id), ended: SimTime::DAY_START, outcome, left: &[] };
    assert_eq!(ladder.settle(&played(70, &outcome)).len(), 2);
    let rating = ladder.rating(AccountId(0), SimTime::DAY_START);
    assert!(ladder.settle(&played(70, &outcome)).is_empty());
    assert!(ladder.settle(&played(70, &other)).is_empty());
    assert_eq!(ladder.rating(AccountId(0), SimTime::DAY_START), rating);
    // Neighbours in the same word, and in others.
    for id in [69, 71, 6, 134] {
        assert_eq!(ladder.settle(&played(id, &outcome)).len(), 2, "{id}");
    }
}
