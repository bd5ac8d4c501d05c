//! Matches written out by hand.

use matchday_base::{AccountId, DatacenterIndex, SimTime, TicketId};
use matchday_matchmaker::ranked::{
    Constraints, Found, Member, Mode, Policy, Queue, RegionId, Rules, Team, Ticket, WidenBy,
};

pub const START: SimTime = SimTime(1_000);

pub fn rules(mode: &str) -> Rules {
    let (mode, widening) = (mode.parse().unwrap(), "0:100:50/30:400:120".parse().unwrap());
    Rules { mode, policy: Policy::Windows, widening, widen_by: WidenBy::Oldest, ttl_s: 300 }
}

/// Accounts from `account` on with these points, 20 ms from the one datacenter.
pub fn party(account: u32, points: &[i32], enqueued_s: u32) -> Ticket {
    let members = (account..).zip(points).map(|(account, &points)| Member { account: AccountId(account), points });
    Ticket {
        members: members.collect(),
        region: RegionId(0),
        rtts_ms: vec![20],
        constraints: Constraints::NONE,
        enqueued: START + enqueued_s,
        checked_s: 0,
    }
}

pub fn solo(account: u32, points: i32, enqueued_s: u32) -> Ticket {
    party(account, &[points], enqueued_s)
}

/// What is formed of these at a second, each match by its accounts, team by team.
fn formed(rules: Rules, regions: &[RegionId], tickets: Vec<Ticket>, at_s: u32) -> Vec<Found> {
    let mut queue = Queue::new(rules, regions);
    for ticket in tickets {
        queue.enqueue(ticket);
    }
    let mut found = Vec::new();
    queue.form(START + at_s, &mut found);
    found
}

fn teams(found: &[Found]) -> Vec<Vec<Vec<u32>>> {
    let team = |team: &Team| team.iter().map(|account| account.0).collect();
    found.iter().map(|found| found.teams.iter().map(team).collect()).collect()
}

pub const HERE: [RegionId; 1] = [RegionId(0)];

#[test]
fn the_oldest_chooses_first_and_takes_the_closest() {
    // 2 is closer to 1 than 0 is, but 0 is older, and chooses 1; of two as close the older.
    let found = formed(rules("1v1"), &HERE, vec![solo(1, 50, 1), solo(0, 0, 0), solo(2, 70, 2)], 5);
    assert_eq!(teams(&found), [[[0], [1]]]);
    let found = formed(rules("1v1"), &HERE, vec![solo(0, 0, 0), solo(1, 30, 2), solo(2, -30, 1)], 5);
    assert_eq!(teams(&found), [[[0], [2]]]);
}

#[test]
fn windows_open_at_their_second() {
    let far = || vec![solo(0, 0, 0), solo(1, 101, 0)];
    assert_eq!(formed(rules("1v1"), &HERE, far(), 29).len(), 0);
    assert_eq!(formed(rules("1v1"), &HERE, far(), 30).len(), 1);
    let mut slow = vec![solo(0, 0, 0), solo(1, 0, 0)];
    slow[1].rtts_ms = vec![51];
    assert_eq!(formed(rules("1v1"), &HERE, slow.clone(), 29).len(), 0);
    assert_eq!(formed(rules("1v1"), &HERE, slow, 30).len(), 1);
}

#[test]
fn the_age_that_widens_is_the_rules() {
    // At 40 s their ages are 40 and 16, on average 28; at 42 s 30; at 54 s the newest is 30.
    let opens = |widen_by, at_s| {
        let tickets = vec![solo(0, 0, 0), solo(1, 200, 24)];
        !formed(Rules { widen_by, ..rules("1v1") }, &HERE, tickets, at_s).is_empty()
    };
    for (widen_by, from_s) in [(WidenBy::Oldest, 30), (WidenBy::Average, 42), (WidenBy::Newest, 54)] {
        assert_eq!((opens(widen_by, from_s - 1), opens(widen_by, from_s)), (false, true), "{widen_by:?}");
    }
}

#[test]
fn a_queue_that_is_asked_each_second_matches_in_the_second_in_which_a_mean_of_ages_opens() {
    let mut queue = Queue::new(Rules { widen_by: WidenBy::Average, ..rules("1v1") }, &HERE);
    queue.enqueue(solo(0, 0, 0));
    queue.enqueue(solo(1, 200, 24));
    let mut found = Vec::new();
    let first = (24..100).find(|&at_s| {
        queue.form(START + at_s, &mut found);
        !found.is_empty()
    });
    assert_eq!(first, Some(42));
}

#[test]
fn at_the_deadline_nobody_matches_any_more() {
    let pair = || vec![solo(0, 0, 0), solo(1, 0, 299)];
    assert_eq!(formed(rules("1v1"), &HERE, pair(), 299).len(), 1);
    assert_eq!(formed(rules("1v1"), &HERE, pair(), 300).len(), 0);
    let mut queue = Queue::new(rules("1v1"), &HERE);
    let (old, young) = (queue.enqueue(solo(0, 0, 0)), queue.enqueue(solo(1, 0, 1)));
    let mut expired = Vec::new();
    queue.expire(START + 299, &mut expired);
    assert!(expired.is_empty());
    queue.expire(START + 300, &mut expired);
    assert_eq!(expired, [(old, solo(0, 0, 0))]);
    assert_eq!((queue.len(), queue.leave(old), queue.leave(young)), (1, None, Some(solo(1, 0, 1))));
}

#[test]
fn whoever_was_not_asked_about_for_a_while_expires_all_the_same() {
    let mut queue = Queue::new(rules("1v1"), &HERE);
    let old = queue.enqueue(solo(0, 0, 0));
    assert_eq!(queue.get(old), Some(&solo(0, 0, 0)));
    let mut expired = Vec::new();
    queue.expire(START + 310, &mut expired);
    assert_eq!((expired, queue.get(old)), (vec![(old, solo(0, 0, 0))], None));
}

#[test]
fn one_datacenter_closes_without_the_others() {
    let mut queue = Queue::new(rules("1v1"), &[RegionId(0); 3]);
    let open = |queue: &Queue| [0, 1, 2].map(|at| queue.is_open(DatacenterIndex(at)));
    assert_eq!(open(&queue), [true, true, true]);
    queue.close(DatacenterIndex(1), true);
    assert_eq!(open(&queue), [true, false, true]);
    queue.close(DatacenterIndex(1), false);
    assert_eq!(open(&queue), [true, true, true]);
}

#[test]
fn a_ticket_that_comes_back_keeps_its_age_and_not_its_number() {
    let mut queue = Queue::new(rules("1v1"), &HERE);
    let first = queue.enqueue(solo(0, 0, 0));
    let ticket = queue.leave(first).unwrap();
    let again = queue.enqueue(ticket);
    assert_eq!((first, again), (TicketId(0), TicketId(1)));
    queue.enqueue(solo(1, 200, 29));
    let mut found = Vec::new();
    queue.form(START + 30, &mut found);
    assert_eq!(teams(&found), [[[0], [1]]]);
}

#[test]
fn parties_stay_together_in_teams_that_are_as_equal_as_they_allow() {
    // With 10 and 90 the pair has 100 of 180 points; the other two 80: no other way keeps the pair.
    let tickets = vec![party(0, &[10, 90], 0), solo(2, 30, 1), solo(3, 50, 2)];
    assert_eq!(teams(&formed(rules("2v2"), &HERE, tickets, 5)), [[[0, 1], [2, 3]]]);
    let tickets = vec![solo(0, 10, 0), solo(1, 90, 0), solo(2, 30, 1), solo(3, 50, 2)];
    assert_eq!(teams(&formed(rules("2v2"), &HERE, tickets, 5)), [[[0, 1], [2, 3]]]);
    let tickets = vec![solo(0, 10, 0), solo(1, 90, 0), solo(2, 70, 1), solo(3, 50, 2)];
    assert_eq!(teams(&formed(rules("2v2"), &HERE, tickets, 5)), [[[0, 1], [2, 3]]]);
}

#[test]
fn parties_that_fill_no_two_teams_wait() {
    // Three of three are nine of ten players; with two alone they fill one team and a half.
    let threes = || vec![party(0, &[0; 3], 0), party(3, &[0; 3], 0), party(6, &[0; 3], 0)];
    let with = |more: Vec<Ticket>| formed(rules("5v5"), &HERE, [threes(), more].concat(), 5).len();
    assert_eq!(with(vec![solo(9, 0, 0)]), 0);
    // Two threes, a pair and two alone.
    assert_eq!(with(vec![solo(9, 0, 0), solo(10, 0, 0), party(11, &[0; 2], 0)]), 1);
    // A party larger than a team.
    assert_eq!(formed(rules("1v1"), &HERE, vec![party(0, &[0; 2], 0)], 5).len(), 0);
    assert_eq!(formed(rules("ffa3"), &HERE, vec![party(0, &[0; 2], 0), solo(2, 0, 0)], 5).len(), 0);
}

#[test]
fn everybody_is_alone_in_a_free_for_all() {
    let tickets = vec![solo(2, 0, 0), solo(0, 50, 1), solo(1, 100, 2), solo(3, 101, 3)];
    assert_eq!(teams(&formed(rules("ffa3"), &HERE, tickets, 5)), [[[0], [1], [2]]]);
}

#[test]
fn the_closest_of_several_matches_is_taken() {
    // Of the runs of four with account 0 in them, 1 2 0 3 is closest: 30 points.
    let points = [(0, 50), (1, 30), (2, 40), (3, 60), (4, 75), (5, 0)];
    let tickets = (0..).zip(points).map(|(at, (account, points))| solo(account, points, at)).collect();
    let found = formed(rules("2v2"), &HERE, tickets, 10);
    let mut accounts = teams(&found)[0].concat();
    accounts.sort_unstable();
    assert_eq!((found.len(), accounts), (1, vec![0, 1, 2, 3]));
}

#[test]
fn whoever_fits_nobody_between_two_neighbours_does_not_keep_them_apart() {
    let mut tickets = vec![solo(0, 0, 0), solo(1, 10, 0), solo(2, 20, 0), solo(3, 30, 0), solo(4, 40, 0)];
    tickets[2].rtts_ms = vec![200];
    let mut accounts = teams(&formed(rules("2v2"), &HERE, tickets, 5))[0].concat();
    accounts.sort_unstable();
    assert_eq!(accounts, [0, 1, 3, 4]);
}

#[test]
fn whoever_leaves_may_have_kept_others_apart() {
    // Account 0 plays both maps; 1 only the first, the other three only the second: 1 joins 0 and nobody joins them.
    let maps = |maps, ticket| Ticket { constraints: Constraints { maps, ..Constraints::NONE }, ..ticket };
    let mut queue = Queue::new(rules("2v2"), &HERE);
    queue.enqueue(maps(3, solo(0, 0, 0)));
    let between = queue.enqueue(maps(1, solo(1, 10, 4)));
    (2..5).for_each(|account| {
        queue.enqueue(maps(2, solo(account, 20, account)));
    });
    let mut found = Vec::new();
    queue.form(START + 5, &mut found);
    assert!(found.is_empty());
    queue.leave(between);
    queue.form(START + 6, &mut found);
    assert_eq!(found.len(), 1);
}

#[test]
fn those_whose_window_is_wide_meet_past_one_whose_window_is_not() {
    // All three are 40 s old and may be 400 points apart; with the newcomer between them it would be 100.
    let tickets = vec![solo(0, 0, 0), solo(1, 150, 0), solo(2, 300, 0), solo(3, 50, 40)];
    let found = formed(Rules { widen_by: WidenBy::Newest, ..rules("ffa3") }, &HERE, tickets, 40);
    assert_eq!(teams(&found), [[[0], [1], [2]]]);
}

#[test]
fn the_datacenter_is_the_nearest_to_all_in_the_region() {
    let regions = [RegionId(0), RegionId(1), RegionId(0), RegionId(0)];
    let at = |rtts_ms: &[u16], account| Ticket { rtts_ms: rtts_ms.to_vec(), ..solo(account, 0, 0) };
    // The second is of another region, the third nearest to both, the fourth no nearer.
    let found = formed(rules("1v1"), &regions, vec![at(&[40, 1, 10, 20], 0), at(&[10, 1, 30, 20], 1)], 5);
    assert_eq!(found[0].datacenter, DatacenterIndex(2));
    // In one pool it is taken, unless somebody stays in their region.
    let global = Rules { policy: Policy::Global { region_points: 0 }, ..rules("1v1") };
    let mut tickets = vec![at(&[40, 1, 10, 20], 0), at(&[10, 1, 30, 20], 1)];
    assert_eq!(formed(global.clone(), &regions, tickets.clone(), 5)[0].datacenter, DatacenterIndex(1));
    tickets[0].constraints.region_lock = true;
    assert_eq!(formed(global, &regions, tickets, 5)[0].datacenter, DatacenterIndex(2));
}

#[test]
fn another_region_is_so_many_points_farther() {
    let global = |region_points| Rules { policy: Policy::Global { region_points }, ..rules("1v1") };
    let abroad = |account, points| Ticket { region: RegionId(1), ..solo(account, points, 1) };
    let pairs = |region_points, tickets| teams(&formed(global(region_points), &HERE, tickets, 5));
    // In the choice: 20 points farther than 50; in the window: 60 and 41 are too far, 40 is not.
    assert_eq!(pairs(20, vec![solo(0, 0, 0), abroad(1, 40), solo(2, -50, 1)]), [[[0], [2]]]);
    assert_eq!(pairs(9, vec![solo(0, 0, 0), abroad(1, 40), solo(2, -50, 1)]), [[[0], [1]]]);
    assert_eq!(pairs(41, vec![solo(0, 0, 0), abroad(1, 60)]).len(), 0);
    assert_eq!(pairs(40, vec![solo(0, 0, 0), abroad(1, 60)]).len(), 1);
    let mut locked = abroad(1, 0);
    locked.constraints.region_lock = true;
    assert_eq!(pairs(0, vec![solo(0, 0, 0), locked]).len(), 0);
    // Each region by itself.
    assert_eq!(formed(rules("1v1"), &HERE, vec![solo(0, 0, 0), abroad(1, 0)], 5).len(), 0);
}

#[test]
fn bands_are_closed_below_and_never_widen() {
    let bands = || Rules { policy: Policy::Bands(vec![1_200, 1_400]), ..rules("1v1") };
    let meet = |a, b, at_s| !formed(bands(), &HERE, vec![solo(0, a, 0), solo(1, b, 0)], at_s).is_empty();
    assert!(meet(1_200, 1_399, 0));
    assert!(meet(1_400, 9_000, 0));
    assert!(!meet(1_199, 1_200, 299));
    assert!(!meet(1_399, 1_400, 299));
    // The RTT cap does.
    let slow = |account| Ticket { rtts_ms: vec![51], ..solo(account, 1_300, 0) };
    assert_eq!(formed(bands(), &HERE, vec![slow(0), slow(1)], 29).len(), 0);
    assert_eq!(formed(bands(), &HERE, vec![slow(0), slow(1)], 30).len(), 1);
}

#[test]
fn constraints_hold_between_any_two() {
    let with = |account, platform, crossplay, maps| {
        let constraints = Constraints { platform, crossplay, maps, region_lock: false };
        Ticket { constraints, ..solo(account, 0, 0) }
    };
    let meet = |a, b| formed(rules("1v1"), &HERE, vec![a, b], 5).first().map(|found| found.map);
    assert_eq!(meet(with(0, 0, true, 0b100), with(1, 1, true, 0b110)), Some(2));
    assert_eq!(meet(with(0, 0, true, 0b001), with(1, 1, true, 0b110)), None);
    assert_eq!(meet(with(0, 0, false, 1), with(1, 1, true, 1)), None);
    assert_eq!(meet(with(0, 1, false, 1), with(1, 1, true, 1)), Some(0));
    assert_eq!(meet(with(0, 0, true, 0), with(1, 0, true, 0)), None);
    // Two platforms, and one who meets only its own.
    let three = vec![with(0, 0, true, 1), with(1, 1, true, 1), with(2, 1, false, 1)];
    assert_eq!(formed(rules("ffa3"), &HERE, three, 5).len(), 0);
}

#[test]
fn maps_take_turns() {
    let mut queue = Queue::new(rules("1v1"), &HERE);
    let mut found = Vec::new();
    for account in 0..8 {
        let constraints = Constraints { maps: 0b1011, ..Constraints::NONE };
        queue.enqueue(Ticket { constraints, ..solo(account, 0, account) });
        queue.form(START + account, &mut found);
    }
    // First tickets are numbers 0, 2, 4 and 6; the maps 0, 1 and 3.
    assert_eq!(found.iter().map(|found| found.map).collect::<Vec<_>>(), [0, 3, 1, 0]);
    assert_eq!(Mode::Teams(1), queue.rules().mode);
}
