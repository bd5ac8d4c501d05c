//! Who comes online.

use super::{accounts, assert_near, rng};
use matchday_base::{AccountId, CellId, SimTime, Streams};
use matchday_ladder::accounts::ClassesError;
use matchday_ladder::{Accounts, Classes, Population};
use rand::RngExt;
use std::collections::BTreeSet;

const NOW: SimTime = SimTime(100_000);

/// Comings and goings against a set of who is online, in three bands of which the last is small.
#[test]
fn nobody_comes_online_twice_and_bands_stay_apart() {
    let homes = &mut |rng: &mut matchday_base::Rng| {
        (CellId(rng.random_range(..50)), [0, 0, 0, 1, 1, 2][rng.random_range(..6_usize)])
    };
    let mut accounts = Accounts::new(Population::default(), Streams::new(5), homes, 300);
    let (mut rng, mut online) = (rng(6), BTreeSet::new());
    let mut registered = (0, 0);
    for _ in 0..20_000 {
        if rng.random_ratio(55, 100) && online.len() < 350 {
            let (band, newcomer) = (rng.random_range(..3), rng.random_ratio(1, 200));
            let (before, idle) = (accounts.all().len(), of_band(&accounts, band, &online));
            let id = accounts.come_online(band, newcomer, CellId(7), NOW);
            assert!(online.insert(id), "{id:?} was online");
            assert_eq!(accounts[id].band, band);
            let new = accounts.all().len() > before;
            assert_eq!(new, newcomer || idle == 0);
            assert!(!new || (id.index(), accounts[id].home, accounts[id].since) == (before, CellId(7), NOW));
            registered = (registered.0 + u32::from(new && newcomer), registered.1 + u32::from(new && !newcomer));
        } else if let Some(&id) = online.iter().nth(rng.random_range(..online.len().max(1))) {
            online.remove(&id);
            accounts.go_offline(id);
            accounts.go_offline(id);
        }
        let there = (0..).map(AccountId).take(accounts.all().len()).filter(|&id| accounts.is_online(id));
        assert!(there.eq(online.iter().copied()));
    }
    assert!(registered.0 > 20 && registered.1 > 20, "{registered:?}");
}

/// How many of a band are offline.
fn of_band(accounts: &Accounts, band: u8, online: &BTreeSet<AccountId>) -> usize {
    let all = (0..).map(AccountId).zip(accounts.all());
    all.filter(|(id, account)| account.band == band && !online.contains(id)).count()
}

/// One comes online and leaves again: each class has its weight times its accounts of all visits.
#[test]
fn active_accounts_come_by_the_weight_of_their_class() {
    let population = Population { classes: "60x1/30x4/10x16".parse().unwrap(), ..Population::default() };
    let mut accounts = accounts(population, 1, 1_000);
    let of_class = |class| accounts.all().iter().filter(|account| account.class == class).count() as f64;
    let weights = [of_class(0), 4.0 * of_class(1), 16.0 * of_class(2)];
    let (mut visits, draws) = ([0_u32; 3], 100_000);
    let mut of_first = 0;
    let first = AccountId(accounts.all().iter().position(|account| account.class == 2).unwrap() as u32);
    for _ in 0..draws {
        let id = accounts.come_online(0, false, CellId(0), NOW);
        visits[usize::from(accounts[id].class)] += 1;
        of_first += u32::from(id == first);
        accounts.go_offline(id);
    }
    let total: f64 = weights.iter().sum();
    let within = |count: u32, share: f64| {
        let sd = (f64::from(draws) * share * (1.0 - share)).sqrt();
        assert_near(f64::from(count), f64::from(draws) * share, 4.0 * sd);
    };
    visits.into_iter().zip(weights).for_each(|(visits, weight)| within(visits, weight / total));
    within(of_first, 16.0 / total);
}

#[test]
fn accounts_have_the_skills_classes_and_platforms_that_were_asked_for() {
    let classes = "3x1/2x4/1x16".parse().unwrap();
    let population = Population { skill_sd: 250.0, smurfs: 3_000, platforms: 4, classes };
    let mut accounts = accounts(population, 3, 20_000);
    let count = |of: &dyn Fn(&matchday_ladder::Account) -> bool, accounts: &Accounts| {
        accounts.all().iter().filter(|account| of(account)).count() as f64
    };
    let (mean, sd) = moments(accounts.all().iter().map(|account| account.skill));
    // Standard errors: 250 / sqrt(20000), and 1 / sqrt(2) of that.
    assert_near(mean, 1500.0, 4.0 * 1.77);
    assert_near(sd, 250.0, 4.0 * 1.25);
    let beyond = count(&|account| account.skill > 1750.0, &accounts) / 20_000.0;
    assert_near(beyond, 0.158_66, 4.0 * 0.0026);
    for (class, share) in [(0, 1.0 / 2.0), (1, 1.0 / 3.0), (2, 1.0 / 6.0)] {
        assert_near(count(&|account| account.class == class, &accounts) / 20_000.0, share, 4.0 * 0.0035);
    }
    for platform in 0..4 {
        assert_near(count(&|account| account.platform == platform, &accounts) / 20_000.0, 0.25, 4.0 * 0.0031);
    }
    assert_eq!(count(&|account| account.smurf, &accounts), 0.0);
    for _ in 0..10_000 {
        accounts.come_online(0, true, CellId(0), NOW);
    }
    assert_near(count(&|account| account.smurf, &accounts) / 10_000.0, 0.3, 4.0 * 0.0046);
    let smurfs = accounts.all().iter().filter(|account| account.smurf).map(|account| (account.skill - 1500.0) / 250.0);
    let (mean, sd) = moments(smurfs.clone());
    // |normal|: mean sqrt(2 / pi), variance 1 - 2 / pi.
    assert_near(mean, 2.0 + 0.5 * 0.797_885, 4.0 * 0.0055);
    assert_near(sd, 0.5 * 0.602_810, 4.0 * 0.005);
    assert!(smurfs.into_iter().all(|deviations| deviations >= 2.0));
}

fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    (mean, (values.map(|value| (value - mean) * (value - mean)).sum::<f64>() / n).sqrt())
}

/// Random pairs of a normal population differ by 2 sigma / sqrt(pi) on average.
#[test]
fn random_pairs_differ_as_the_closed_form_says() {
    let accounts = accounts(Population { skill_sd: 200.0, ..Population::default() }, 4, 40_000);
    let pairs = accounts.all().chunks_exact(2).map(|pair| (pair[0].skill - pair[1].skill).abs());
    let mean = pairs.sum::<f64>() / 20_000.0;
    // |normal| of sd 282.8 has sd 170.5.
    assert_near(mean, 2.0 * 200.0 / std::f64::consts::PI.sqrt(), 4.0 * 170.5 / 20_000_f64.sqrt());
}

#[test]
fn an_account_depends_on_the_seed_and_its_number_alone() {
    let one = accounts(Population::default(), 9, 100);
    let mut other = accounts(Population::default(), 9, 50);
    for _ in 0..50 {
        other.come_online(0, true, CellId(3), NOW);
    }
    let alike = one.all().iter().zip(other.all()).filter(|(one, other)| {
        (one.skill, one.class, one.platform) == (other.skill, other.class, other.platform) || other.smurf
    });
    assert_eq!(alike.count(), 100);
    assert_ne!(one.all()[0].skill, accounts(Population::default(), 10, 1).all()[0].skill);
}

#[test]
fn classes_are_read_and_written_and_refused_with_the_entry() {
    for text in ["60x1/30x4/10x16", "1x1", "10000x10000/1x1"] {
        assert_eq!(text.parse::<Classes>().unwrap().to_string(), text);
    }
    assert_eq!(Classes::default().to_string(), "60x1/30x4/10x16");
    assert_eq!(" 60x1 / 40 x 2 ".parse::<Classes>().unwrap().to_string(), "60x1/40x2");
    for (text, number, entry) in [
        ("", 1, ""),
        ("60x1/", 2, ""),
        ("60x1/30y4", 2, "30y4"),
        ("0x1", 1, "0x1"),
        ("1x10001", 1, "1x10001"),
        ("60x1/-3x4", 2, "-3x4"),
        ("1x2x3", 1, "1x2x3"),
    ] {
        let entry = entry.to_owned();
        assert_eq!(text.parse::<Classes>(), Err(ClassesError::Entry { number, entry }), "{text}");
    }
    let many = vec!["1x1"; 17].join("/").parse::<Classes>().unwrap_err().to_string();
    assert_eq!(many, "17 activity classes: at most 16");
    let words = "60x1/x".parse::<Classes>().unwrap_err().to_string();
    assert!(words.starts_with("activity class 2, \"x\": expected SHARExWEIGHT"), "{words}");
}

#[test]
fn guests_come_when_they_say_so_and_change_nobody_elses_account() {
    let fill = |guests: bool| {
        let mut accounts = Accounts::new(Population::default(), Streams::new(3), &mut |_| (CellId(0), 0), 5);
        let mut visits = Vec::new();
        let guest = guests.then(|| accounts.register_guest(CellId(9), 0, 1_800.0, SimTime(7)));
        for visit in 0..40 {
            if let Some(guest) = guest {
                assert!(!accounts.is_online(guest));
                accounts.come_back(guest);
                accounts.go_offline(guest);
            }
            let id = accounts.come_online(0, visit % 3 == 0, CellId(1), SimTime(visit));
            assert_ne!(Some(id), guest);
            visits.push((accounts.number(id), accounts[id]));
            if visit % 2 == 0 {
                accounts.go_offline(id);
            }
        }
        if let Some(guest) = guest {
            assert_eq!((accounts[guest].skill, accounts[guest].home), (1_800.0, CellId(9)));
        }
        visits
    };
    assert_eq!(fill(true), fill(false));
}
