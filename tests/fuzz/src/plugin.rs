//! Answers of plug-ins.

use matchday_plugin::{answer, json};

pub fn bytes(bytes: &[u8]) {
    let mut matches = Vec::new();
    if answer::read(bytes, &mut matches).is_ok() {
        let words: usize = matches.iter().map(|of| 2 + of.teams.iter().map(|team| 1 + team.len()).sum::<usize>()).sum();
        assert_eq!(4 * (1 + words), bytes.len(), "every word is read once");
    }
}

pub fn json(bytes: &[u8]) {
    drop(json::Names::default().read(bytes, &mut Vec::new()));
}
