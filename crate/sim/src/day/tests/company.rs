//! Who meets whom.

use super::*;
use crate::census::JoinNumber;
use crate::mixing::Mixing;
use matchday_base::PlayerId;
use std::collections::BTreeMap;

#[test]
fn the_sample_of_rematches_agrees_with_the_whole_count() {
    let mut shares = Vec::new();
    for pairs in [
        &[("ccu", "3000")][..],
        &[("ccu", "3000"), ("avoid_rematch", "1")],
        &[("ccu", "60"), ("match_sd_s", "60"), ("quit_rate", "0.1")],
        &[("ccu", "1500"), ("together", "1"), ("replay", "0.9")],
    ] {
        let params = params(pairs);
        let mut exact = Mixing::new(&params);
        let mut day = day(&tiny_dataset(), &params);
        day.advance_watched(u32::MAX, &mut exact);
        let (summary, whole) = (day.summary(), exact.repeat_rate().unwrap());
        let share = summary.rematch_share.unwrap();
        // The players of a match meet again together, so that a match counts as about one draw.
        let error = libm::sqrt(whole * (1.0 - whole) / summary.rematch_sample as f64);
        assert!((share - whole).abs() < 4.5 * error, "{pairs:?}: {share} of {}, {whole}", summary.rematch_sample);
        assert!(summary.rematch_sample >= 250, "{pairs:?}: {}", summary.rematch_sample);
        if let (Some(largest), Some(in_hour)) = (summary.largest_group_share, exact.hours()[18].largest_share()) {
            // Twenty minutes link hardly more players than the hour that begins with them.
            assert!(largest > 0.0 && largest <= in_hour + 0.1, "{pairs:?}: {largest}, {in_hour}");
        }
        shares.push(whole);
    }
    let whole_window = finished(&tiny_dataset(), &params(&[("ccu", "3000")])).summary();
    assert!(whole_window.largest_group_share.unwrap() > 0.05 && whole_window.largest_group_sample > 500);
    assert!(shares[1] < shares[0], "players who met are kept apart: {shares:?}");
}

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
