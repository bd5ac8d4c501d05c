//! Two teams as equal as parties allow.

use super::Member;
use super::Mode;
use matchday_base::AccountId;
use smallvec::SmallVec;

/// The players of a team.
pub type Team = SmallVec<[AccountId; Mode::MOST_IN_TEAM as usize]>;

/// The parties of two teams, without memory of their own.
type Parties<T> = SmallVec<[T; 2 * Mode::MOST_IN_TEAM as usize]>;

/// Splits parties into two teams of `team_size` with the least |mean(team) - mean(all)|. It tries all splits,
/// at most 512 for ten players. Among equal splits, the first team has the lowest account, then if possible
/// the party with the next lowest account, and so on. So the teams do not depend on the order of the parties.
/// least account if it can, and so on: whatever the order of the parties, the teams are the same.
/// `None`: no split fills both teams.
/// `None`: no way fills both teams.
pub fn balance(parties: &[&[Member]], team_size: usize) -> Option<[Team; 2]> {
    let least = |party: &[Member]| party.iter().map(|member| member.account).min();
    let mut parties: Parties<&[Member]> = parties.into();
    parties.sort_by_key(|party| least(party));
    let sums: Parties<(usize, i64)> =
        parties.iter().map(|party| (party.len(), party.iter().map(|member| i64::from(member.points)).sum())).collect();
    let all = sums.iter().fold((0, 0), |all, party| (all.0 + party.0, all.1 + party.1));
    if all.0 != 2 * team_size || parties.len() > 2 * team_size {
        return None;
    }
    let first = first_team(&sums, team_size, all.1)?;
    let team = |wanted: u32| -> Team {
        let inside = (0..).zip(&parties).filter(|&(at, _)| first >> (parties.len() - 1 - at) & 1 == wanted);
        inside.flat_map(|(_, party)| party.iter().map(|member| member.account)).collect()
    };
    Some([team(1), team(0)])
}

/// The parties of the first team, the first party's bit highest, for the least |twice the team's points - all|.
fn first_team(sums: &[(usize, i64)], team_size: usize, all: i64) -> Option<u32> {
    let last = sums.len().checked_sub(1)?;
    let mut best = None;
    // Only splits with the first party in the first team; in descending order, so that earlier parties come
    // first.
    for first in (1_u32 << last..1 << sums.len()).rev() {
        if first.count_ones() as usize > team_size {
            continue;
        }
        let mut team = (0, 0);
        let mut left = first;
        while left != 0 {
            let party = sums[last - left.trailing_zeros() as usize];
            team = (team.0 + party.0, team.1 + party.1);
            left &= left - 1;
        }
        let off = (2 * team.1 - all).abs();
        if team.0 == team_size && best.is_none_or(|(least, _)| off < least) {
            best = Some((off, first));
        }
    }
    best.map(|(_, first)| first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Parties with these points; accounts are numbered in the order of the players.
    fn numbered(points: &[&[i32]]) -> Vec<Vec<Member>> {
        let mut accounts = (0..).map(AccountId);
        let mut next = |&points: &i32| Member { account: accounts.next().unwrap(), points };
        points.iter().map(|party| party.iter().map(&mut next).collect()).collect()
    }

    fn teams(parties: &[Vec<Member>], size: usize) -> Option<[Vec<u32>; 2]> {
        let parties: Vec<&[Member]> = parties.iter().map(Vec::as_slice).collect();
        balance(&parties, size).map(|teams| teams.map(|team| team.iter().map(|account| account.0).collect()))
    }

    #[test]
    fn teams_are_as_equal_as_parties_allow() {
        // The best plays with the worst of four; a party of two strong players stays together, however
        // unequal the teams.
        assert_eq!(teams(&numbered(&[&[4], &[3], &[2], &[1]]), 2), Some([vec![0, 3], vec![1, 2]]));
        assert_eq!(teams(&numbered(&[&[4, 3], &[2], &[1]]), 2), Some([vec![0, 1], vec![2, 3]]));
        assert_eq!(teams(&numbered(&[&[1], &[2]]), 1), Some([vec![0], vec![1]]));
        // Among equals, the lowest accounts.
        assert_eq!(teams(&numbered(&[&[5], &[5], &[5], &[5]]), 2), Some([vec![0, 1], vec![2, 3]]));
        // No split fills both teams.
        assert_eq!(teams(&numbered(&[&[1, 1, 1], &[1]]), 2), None);
        assert_eq!(teams(&numbered(&[&[1], &[1], &[1]]), 2), None);
        assert_eq!(teams(&[], 0), None);
    }

    /// Parties of random sizes with at most ten players in all, and their team size.
    fn any_parties() -> impl Strategy<Value = (Vec<Vec<Member>>, usize)> {
        let drawn = (1..=5_usize, prop::collection::vec(1..=5_usize, 10), prop::collection::vec(-9..9_i32, 10));
        drawn.prop_map(|(size, lengths, points)| {
            let mut rest = &points[..2 * size];
            let mut parties = Vec::new();
            for length in lengths {
                let (party, after) = rest.split_at(length.min(rest.len()).min(size));
                parties.extend(Some(party).filter(|party| !party.is_empty()));
                rest = after;
            }
            parties.extend(rest.chunks(1));
            (numbered(&parties), size)
        })
    }

    /// The imbalance of each split that fills both teams: twice the first team's points, against all points.
    fn ways(parties: &[Vec<Member>], size: usize) -> impl Iterator<Item = i64> {
        let points = |party: &Vec<Member>| -> i64 { party.iter().map(|member| i64::from(member.points)).sum() };
        let all: i64 = parties.iter().map(points).sum();
        (0..1_u32 << parties.len()).filter_map(move |way| {
            let team = || (0..).zip(parties).filter(|&(at, _)| way >> at & 1 == 1).map(|(_, party)| party);
            let players: usize = team().map(Vec::len).sum();
            (players == size).then(|| (2 * team().map(points).sum::<i64>() - all).abs())
        })
    }

    proptest! {
        #[test]
        fn no_way_is_more_equal((parties, size) in any_parties(), turn in 0..10_usize) {
            let found = teams(&parties, size);
            prop_assert_eq!(found.is_some(), ways(&parties, size).next().is_some());
            let Some(teams_found) = found else { return Ok(()) };
            let points: Vec<i64> = parties.iter().flatten().map(|member| i64::from(member.points)).collect();
            let first: i64 = teams_found[0].iter().map(|&account| points[account as usize]).sum();
            let off = (2 * first - points.iter().sum::<i64>()).abs();
            prop_assert_eq!(Some(off), ways(&parties, size).min());
            // Parties are whole, and each player is in one team.
            for party in &parties {
                let inside = party.iter().filter(|member| teams_found[0].contains(&member.account.0)).count();
                prop_assert!(inside == 0 || inside == party.len());
            }
            let mut all = teams_found.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..2 * size as u32).collect::<Vec<_>>());
            // In any order.
            let mut turned = parties.clone();
            turned.rotate_left(turn % parties.len());
            prop_assert_eq!(teams(&turned, size), Some(teams_found.clone()));
            turned.reverse();
            prop_assert_eq!(teams(&turned, size), Some(teams_found));
        }
    }
}
