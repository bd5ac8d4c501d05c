//! Who meets whom.

use super::*;
use crate::census::JoinNumber;
use matchday_base::PlayerId;
use std::collections::BTreeMap;

#[test]
fn who_meets_whom_does_not_depend_on_what_is_looked_at() {
    /// The companies of one player, by join number.
    #[derive(Default)]
    struct Follow {
        number: JoinNumber,
        player: Option<PlayerId>,
        numbers: BTreeMap<PlayerId, JoinNumber>,
        companies: Vec<Vec<JoinNumber>>,
    }
    impl Watch for Follow {
        fn joined(&mut self, _: SimTime, player: PlayerId, number: JoinNumber, _: CellId) {
            self.numbers.insert(player, number);
            if number == self.number {
                self.player = Some(player);
            } else if self.player == Some(player) {
                self.player = None;
            }
        }

        fn formed(&mut self, now: SimTime, &NewMatches { formed, groups, .. }: &NewMatches<'_>) {
            for batch in formed.batches() {
                if !batch.queued_players.iter().any(|queued| Some(queued.player) == self.player) {
                    continue;
                }
                let mut queued_players = batch.queued_players.to_vec();
                if !formed.is_grouped() {
                    groups.draw(now, batch.datacenter, &mut queued_players);
                }
                let of_player = |queued_players: &&[QueuedPlayer]| {
                    queued_players.iter().any(|queued| Some(queued.player) == self.player)
                };
                let company = queued_players.chunks_exact(4).find(of_player).unwrap();
                self.companies.push(company.iter().map(|queued| self.numbers[&queued.player]).collect());
            }
        }
    }
    let params = params(&[("ccu", "900"), ("replay", "0.95")]);
    let companies = |number| {
        let mut follow = Follow { number: JoinNumber(number), ..Follow::default() };
        day(&tiny_dataset(), &params).advance_watched(u32::MAX, &mut follow);
        follow.companies
    };
    // Two players who met: each says the same of their match.
    let mine = companies(4_000);
    assert!(!mine.is_empty());
    let other = mine[0].iter().find(|number| number.0 != 4_000).unwrap();
    assert!(companies(other.0).contains(&mine[0]));
}
