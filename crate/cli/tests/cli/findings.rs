//! Findings about simulated days on servers: what they advise, and what they must not say.

use super::said;

/// The findings about the servers of a day.
fn findings(pairs: &[&str]) -> String {
    let sets = ["fleet=broker"].iter().chain(pairs).flat_map(|pair| ["--set", pair]);
    let (code, _, findings) = said(&["run"].into_iter().chain(sets).collect::<Vec<_>>());
    assert_eq!(code, 0, "{findings}");
    findings
}

/// The number after the first of these texts, which may be a lower or an upper bound.
fn number_after(words: &str, before: &str) -> f64 {
    let rest = words.split_once(before).unwrap_or_else(|| panic!("{before}: {words}")).1;
    let rest = rest.trim_start_matches("at least ").trim_start_matches("< ");
    rest.split(' ').next().unwrap().parse().unwrap()
}

/// The finding about the buffer in the worst hour, and the share of its matches without a server, %.
fn worst_hour(pairs: &[&str]) -> (String, f64) {
    let all = findings(pairs);
    let line = all.lines().find(|line| line.contains(" of the matches from "));
    let Some(line) = line else { return (all, 0.0) };
    let (before, _) = line.split_once(" % of the matches from ").unwrap();
    (line.to_owned(), before.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Share of the matches of a day that found no server at once.
fn missed_share(pairs: &[&str]) -> f64 {
    let sets = ["fleet=broker"].iter().chain(pairs).flat_map(|pair| ["--set", pair]);
    let (_, summary, _) = said(&["run", "--json"].into_iter().chain(sets).collect::<Vec<_>>());
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    summary["misses"].as_f64().unwrap() / summary["matches"].as_f64().unwrap()
}

#[test]
fn an_advised_buffer_serves_the_day() {
    // What servers do after a match; buffers that miss some and few.
    for (replaced, buffers) in [("next_match=1", [2, 5]), ("next_match=0", [6, 9]), ("session_limit=1", [8, 9])] {
        for buffer in buffers {
            let of = |buffer: u32| worst_hour(&["ccu=1000", replaced, &format!("buffer={buffer}")]);
            let (words, measured) = of(buffer);
            let by_theory = number_after(&words, "misses ");
            // The worst of hundreds of hours has few matches, and theory is a lower bound above 10 %.
            let least = if measured > 10.0 { 0.2 * measured } else { 0.4 * measured - 3.0 };
            assert!((least..=2.5 * measured + 1.0).contains(&by_theory), "{words}");
            let enough = if words.contains("; ") { number_after(&words, "; ") as u32 } else { buffer };
            let share = missed_share(&["ccu=1000", replaced, &format!("buffer={enough}")]);
            assert!(share < 0.01, "{enough} after {buffer}: {share}");
        }
    }
}

#[test]
fn days_that_lose_their_matches_are_not_called_served() {
    let served = |pair: &str| findings(&["ccu=200", "buffer=50", pair]).contains("Every match found a server at once");
    assert!(served("seed=1"));
    for fault in ["crash_in_match", "crash_in_load", "hang", "refused", "zombie", "boot_failure"] {
        assert!(!served(&format!("fault.{fault}=1")), "{fault}");
    }
}
