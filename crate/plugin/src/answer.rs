//! An answer as bytes: `u32`s, little-endian. First the number of matches; of each match its datacenter and the number of
//! its teams; of each team the number of its tickets, and their ids. Nothing follows.

use matchday_base::{DatacenterIndex, TicketId};
use matchday_matchmaker::policy::PolicyMatch;

/// Reads the matches of an answer.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(bytes: &[u8], matches: &mut Vec<PolicyMatch>) -> Result<(), String> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(format!("its answer has {} bytes, which is no multiple of 4", bytes.len()));
    }
    let mut words = Words(words);
    let count = words.next().ok_or("its answer is empty: not even the number of matches is there")?;
    for number in 1..=count {
        let formed = words.read_match().ok_or_else(|| {
            format!("its answer announces {count} matches, and ends after {} bytes in match {number}", bytes.len())
        })?;
        let (datacenter, teams) = formed;
        matches.push(PolicyMatch { teams, datacenter: datacenter_of(number as usize, datacenter.into())? });
    }
    match words.0.len() {
        0 => Ok(()),
        left => Err(format!("its answer has {} bytes after match {count}, the last one", 4 * left)),
    }
}

/// The index of a datacenter. Those that do not exist but could are refused by the check of all policies.
pub(crate) fn datacenter_of(number: usize, datacenter: u64) -> Result<DatacenterIndex, String> {
    let index = u16::try_from(datacenter).map(DatacenterIndex);
    index.map_err(|_| format!("it put match {number} at datacenter {datacenter}, which does not exist"))
}

/// Words that are still to be read.
struct Words<'a>(&'a [[u8; 4]]);

impl Words<'_> {
    fn next(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*first))
    }

    /// A datacenter and teams; `None` where the words end. Each count is held against the words that are left, so an
    /// absurd one takes no memory.
    fn read_match(&mut self) -> Option<(u32, smallvec::SmallVec<[matchday_matchmaker::policy::Team; 2]>)> {
        let datacenter = self.next()?;
        let teams = (0..self.next()?).map(|_| self.read_team()).collect::<Option<_>>()?;
        Some((datacenter, teams))
    }

    fn read_team(&mut self) -> Option<matchday_matchmaker::policy::Team> {
        let count = self.next()? as usize;
        let (ids, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(ids.iter().map(|id| TicketId(u32::from_le_bytes(*id))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matchday_plugin_kit::Matches;

    fn read_words(words: &[u32]) -> Result<Vec<PolicyMatch>, String> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut matches = Vec::new();
        read(&bytes, &mut matches).map(|()| matches)
    }

    #[test]
    fn what_the_kit_writes_is_read() {
        let mut matches = Matches::default();
        matches.add(2, [&[7][..], &[3, 5]]);
        matches.add(0, [[1]]);
        let mut read_back = Vec::new();
        read(&matches.into_bytes(), &mut read_back).unwrap();
        let teams = |teams: &[&[u32]]| teams.iter().map(|ids| ids.iter().copied().map(TicketId).collect()).collect();
        let expected = [
            PolicyMatch { datacenter: DatacenterIndex(2), teams: teams(&[&[7], &[3, 5]]) },
            PolicyMatch { datacenter: DatacenterIndex(0), teams: teams(&[&[1]]) },
        ];
        assert_eq!(read_back, expected);
        assert_eq!(read_words(&[0]), Ok(Vec::new()));
    }

    #[test]
    fn an_answer_that_does_not_add_up_is_refused() {
        let short = "its answer announces 2 matches, and ends after";
        for (words, says) in [
            (&[][..], "its answer is empty: not even the number of matches is there"),
            (&[2, 0, 1, 1, 7], &format!("{short} 20 bytes in match 2")),
            (&[2, 0, 1, 9, 7], &format!("{short} 20 bytes in match 1")),
            (&[2, 0, u32::MAX, 0, 0], &format!("{short} 20 bytes in match 1")),
            (&[u32::MAX], "its answer announces 4294967295 matches, and ends after 4 bytes in match 1"),
            (&[1, 0, 1, 1, 7, 0], "its answer has 4 bytes after match 1, the last one"),
            (&[1, 65_536, 1, 1, 7], "it put match 1 at datacenter 65536, which does not exist"),
        ] {
            assert_eq!(read_words(words), Err(says.to_owned()), "{words:?}");
        }
        assert_eq!(read(&[0; 7], &mut Vec::new()), Err("its answer has 7 bytes, which is no multiple of 4".to_owned()));
    }
}
