//! The free tickets of a pool during a pass: each knows its nearest free neighbours in points.

/// A list of positions, linked both ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// For each position, and one beyond the last, which closes the ring; a removed position points to
    /// itself.
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Line {
    /// Begins again with the positions `0..free.len()`; `free` marks the free positions.
    pub fn reset(&mut self, free: impl ExactSizeIterator<Item = bool>) {
        let end = free.len() as u32;
        for links in [&mut self.before, &mut self.after] {
            links.clear();
            links.extend(0..=end);
        }
        let mut last = end;
        for (at, _) in (0..).zip(free).filter(|&(_, free)| free) {
            self.link(last, at);
            last = at;
        }
        self.link(last, end);
    }

    fn link(&mut self, before: u32, after: u32) {
        self.after[before as usize] = after;
        self.before[after as usize] = before;
    }

    pub fn has(&self, at: u32) -> bool {
        self.after[at as usize] != at
    }

    /// Removes a position.
    pub fn take(&mut self, at: u32) {
        self.link(self.before[at as usize], self.after[at as usize]);
        self.link(at, at);
    }

    /// Free positions with fewer points than this one, or with equal points and younger, the nearest first.
    pub fn below(&self, at: u32) -> impl Iterator<Item = u32> {
        self.walk(&self.before, at)
    }

    /// Free positions above it, the nearest first.
    pub fn above(&self, at: u32) -> impl Iterator<Item = u32> {
        self.walk(&self.after, at)
    }

    fn walk<'a>(&self, next: &'a [u32], from: u32) -> impl Iterator<Item = u32> + use<'a> {
        let (end, mut at) = ((next.len() - 1) as u32, from);
        std::iter::from_fn(move || {
            at = next[at as usize];
            (at != end).then_some(at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_that_are_free() {
        let mut line = Line::default();
        line.reset([true, false, true, true, true, false].into_iter());
        let around = |line: &Line, at| (line.below(at).collect::<Vec<_>>(), line.above(at).collect::<Vec<_>>());
        assert_eq!((0..6).map(|at| line.has(at)).collect::<Vec<_>>(), [true, false, true, true, true, false]);
        assert_eq!(around(&line, 2), (vec![0], vec![3, 4]));
        line.take(3);
        line.take(0);
        assert_eq!((line.has(3), line.has(0)), (false, false));
        assert_eq!(around(&line, 2), (vec![], vec![4]));
        line.take(4);
        assert_eq!(around(&line, 2), (vec![], vec![]));
        line.take(2);
        assert!(!line.has(2));
    }
}
