//! Data of matches that have not ended, by id.

use matchday_base::MatchId;
use std::collections::VecDeque;

/// Values by match. Ids come in order, as matches form: the window begins at the oldest stored match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Window<T> {
    first: u32,
    kept: VecDeque<Option<T>>,
}

impl<T> Default for Window<T> {
    fn default() -> Self {
        Self { first: 0, kept: VecDeque::new() }
    }
}

impl<T> Window<T> {
    /// Whether `id`, or a later one, has been added before.
    pub fn knew(&self, id: MatchId) -> bool {
        id.0 < self.first + self.kept.len() as u32
    }

    /// Adds a match that [`knew`](Self::knew) does not know yet.
    pub fn insert(&mut self, id: MatchId, entering: T) {
        if self.kept.is_empty() {
            self.first = id.0;
        }
        let place = (id.0 - self.first) as usize;
        self.kept.resize_with(place, || None);
        self.kept.push_back(Some(entering));
    }

    pub fn get(&self, id: MatchId) -> Option<&T> {
        self.kept.get(self.place(id)?)?.as_ref()
    }

    pub fn get_mut(&mut self, id: MatchId) -> Option<&mut T> {
        let place = self.place(id)?;
        self.kept.get_mut(place)?.as_mut()
    }

    /// Removes a match for good.
    pub fn remove(&mut self, id: MatchId) -> Option<T> {
        let place = self.place(id)?;
        let removed = self.kept.get_mut(place)?.take();
        // The newest entry stays, so that `knew` still works.
        while self.kept.len() > 1 && self.kept[0].is_none() {
            self.kept.pop_front();
            self.first += 1;
        }
        removed
    }

    /// All stored matches, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (MatchId, &T)> {
        let numbered = (self.first..).zip(&self.kept);
        numbered.filter_map(|(id, kept)| kept.as_ref().map(|kept| (MatchId(id), kept)))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (MatchId, &mut T)> {
        let numbered = (self.first..).zip(&mut self.kept);
        numbered.filter_map(|(id, kept)| kept.as_mut().map(|kept| (MatchId(id), kept)))
    }

    fn place(&self, id: MatchId) -> Option<usize> {
        id.0.checked_sub(self.first).map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_begins_at_the_oldest_that_is_kept() {
        let mut window = Window::default();
        let ids = [7, 8, 11].map(MatchId);
        ids.into_iter().for_each(|id| window.insert(id, id.0 * 10));
        let kept = |window: &Window<u32>| window.iter().map(|(id, &kept)| (id.0, kept)).collect::<Vec<_>>();
        assert_eq!(kept(&window), [(7, 70), (8, 80), (11, 110)]);
        assert_eq!(window.remove(MatchId(8)), Some(80));
        assert_eq!(window.remove(MatchId(7)), Some(70));
        assert_eq!((window.first, window.kept.len()), (11, 1));
        assert_eq!(window.remove(MatchId(7)), None);
        assert_eq!(window.remove(MatchId(11)), Some(110));
        assert!(window.knew(MatchId(11)) && window.knew(MatchId(9)) && !window.knew(MatchId(12)));
        assert_eq!(window.get(MatchId(12)), None);
        window.insert(MatchId(12), 120);
        *window.get_mut(MatchId(12)).unwrap() += 1;
        assert_eq!(kept(&window), [(12, 121)]);
    }
}
