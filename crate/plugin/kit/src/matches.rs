//! The matches of an answer.

/// The matches that a plug-in forms, written as they are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    count: u32,
    words: Vec<u32>,
}

impl Matches {
    /// Adds a match at a datacenter; each team is the ids of its tickets.
    pub fn add<T: AsRef<[u32]>>(&mut self, datacenter: usize, teams: impl IntoIterator<Item = T>) {
        self.count += 1;
        self.words.push(datacenter as u32);
        let at = self.words.len();
        self.words.push(0);
        for team in teams {
            let team = team.as_ref();
            self.words[at] += 1;
            self.words.push(team.len() as u32);
            self.words.extend_from_slice(team);
        }
    }

    /// Number of matches.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes of the answer.
    pub fn into_bytes(self) -> Vec<u8> {
        std::iter::once(self.count).chain(self.words).flat_map(u32::to_le_bytes).collect()
    }
}
