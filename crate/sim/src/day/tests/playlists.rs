//! Playlists.

use super::*;

#[test]
fn whoever_picks_a_playlist_stays_in_it() {
    let pairs = [("ccu", "60"), ("replay", "0.95"), ("players", "2"), ("match_s", "20"), ("bad_routes", "0.1")];
    let mut day = day(&tiny_dataset(), &params(&[&pairs[..], &[("playlists", "3")]].concat()));
    let mut playlists = std::collections::BTreeMap::new();
    let mut again = 0;
    for _ in 0..10_000 {
        day.advance(1);
        let matched = SimTime(day.log.now.0 - 1);
        for (at, playlist) in day.playlists.iter_mut().enumerate() {
            for queued in &playlist.cohorts.ending(matched + 20).queued_players {
                let stay = day.estimates.as_ref().unwrap().named(queued.player);
                again += u32::from(playlists.insert(stay, at).is_some_and(|before| {
                    assert_eq!(before, at);
                    true
                }));
            }
        }
    }
    assert!(again > 1_000, "{again} matches of those who had played before");
    for at in 0..3 {
        assert!(playlists.values().filter(|&&playlist| playlist == at).count() > 20);
    }
}

#[test]
fn the_same_players_join_however_many_playlists_there_are() {
    let joins = |playlists| {
        let day = finished(&tiny_dataset(), &params(&[("ccu", "300"), ("playlists", playlists)]));
        (0..1_440).map(|minute| day.columns().count(Count::Joined, minute)).collect::<Vec<_>>()
    };
    assert_eq!(joins("1"), joins("5"));
}

#[test]
fn one_playlist_is_the_worst_of_all() {
    let summary = finished(&tiny_dataset(), &params(&[("ccu", "2000"), ("warm_s", "120")])).summary();
    assert_eq!(summary.failed, 0, "nobody's search counts as longer than it was");
    assert_eq!(summary.worst_wait_mean_s, summary.wait_mean_s);
    assert_eq!(summary.worst_wait_p95_s, summary.wait_p95_s);
    assert_eq!(summary.worst_rtt_mean_ms, summary.rtt_mean_ms);
}
