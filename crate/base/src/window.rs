//! Values of matches, tickets or offers that have not ended, by id.

use std::collections::VecDeque;
use std::marker::PhantomData;

/// Values by id. Ids rise, as matches form: the window begins at the oldest stored id, and its memory grows with the
/// distance from there to the newest one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Window<Id, T> {
    first: u32,
    kept: VecDeque<Option<T>>,
    len: usize,
    ids: PhantomData<Id>,
}

impl<Id, T> Default for Window<Id, T> {
    fn default() -> Self {
        Self { first: 0, kept: VecDeque::new(), len: 0, ids: PhantomData }
    }
}

impl<Id: From<u32> + Into<u32>, T> Window<Id, T> {
    /// Whether `id`, or a later one, has been added before.
    pub fn knew(&self, id: Id) -> bool {
        let id: u32 = id.into();
        id < self.first + self.kept.len() as u32
    }

    /// Adds a value under an id that [`knew`](Self::knew) does not know yet.
    #[inline]
    pub fn insert(&mut self, id: Id, entering: T) {
        let id: u32 = id.into();
        if self.kept.is_empty() {
            self.first = id;
        }
        let place = (id - self.first) as usize;
        self.kept.resize_with(place, || None);
        self.kept.push_back(Some(entering));
        self.len += 1;
    }

    /// Stores a value under any id, in place of the one that is stored there.
    pub fn put(&mut self, id: Id, value: T) {
        let id: u32 = id.into();
        if self.kept.is_empty() {
            self.first = id;
        }
        while id < self.first {
            self.kept.push_front(None);
            self.first -= 1;
        }
        let place = (id - self.first) as usize;
        if place >= self.kept.len() {
            self.kept.resize_with(place + 1, || None);
        }
        self.len += usize::from(self.kept[place].replace(value).is_none());
    }

    /// The value of an id.
    #[inline]
    pub fn get(&self, id: Id) -> Option<&T> {
        self.kept.get(self.place(id)?)?.as_ref()
    }

    /// The value of an id.
    #[inline]
    pub fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        let place = self.place(id)?;
        self.kept.get_mut(place)?.as_mut()
    }

    /// Removes an id for good.
    #[inline]
    pub fn remove(&mut self, id: Id) -> Option<T> {
        let place = self.place(id)?;
        let removed = self.kept.get_mut(place)?.take();
        self.len -= usize::from(removed.is_some());
        // The newest entry stays, so that `knew` still works.
        while self.kept.len() > 1 && self.kept[0].is_none() {
            self.kept.pop_front();
            self.first += 1;
        }
        removed
    }

    /// All stored values, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        let numbered = (self.first..).zip(&self.kept);
        numbered.filter_map(|(id, kept)| kept.as_ref().map(|kept| (Id::from(id), kept)))
    }

    /// All stored values, oldest first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Id, &mut T)> {
        let numbered = (self.first..).zip(&mut self.kept);
        numbered.filter_map(|(id, kept)| kept.as_mut().map(|kept| (Id::from(id), kept)))
    }

    /// Number of stored values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no value is stored.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn place(&self, id: Id) -> Option<usize> {
        let id: u32 = id.into();
        id.checked_sub(self.first).map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchId;

    #[test]
    fn a_window_begins_at_the_oldest_that_is_kept() {
        let mut window = Window::default();
        let ids = [7, 8, 11].map(MatchId);
        ids.into_iter().for_each(|id| window.insert(id, id.0 * 10));
        let kept = |window: &Window<MatchId, u32>| window.iter().map(|(id, &kept)| (id.0, kept)).collect::<Vec<_>>();
        assert_eq!(kept(&window), [(7, 70), (8, 80), (11, 110)]);
        assert_eq!(window.remove(MatchId(8)), Some(80));
        assert_eq!(window.remove(MatchId(7)), Some(70));
        assert_eq!((window.first, window.kept.len(), window.len()), (11, 1, 1));
        assert_eq!(window.remove(MatchId(7)), None);
        assert_eq!(window.remove(MatchId(11)), Some(110));
        assert!(window.is_empty());
        assert!(window.knew(MatchId(11)) && window.knew(MatchId(9)) && !window.knew(MatchId(12)));
        assert_eq!(window.get(MatchId(12)), None);
        window.insert(MatchId(12), 120);
        *window.get_mut(MatchId(12)).unwrap() += 1;
        assert_eq!(kept(&window), [(12, 121)]);
    }

    #[test]
    fn a_value_is_put_under_any_id() {
        let mut window = Window::default();
        for (id, value) in [(7, 1), (9, 2), (5, 3), (7, 4)] {
            window.put(MatchId(id), value);
        }
        let kept: Vec<_> = window.iter().map(|(id, &value)| (id.0, value)).collect();
        assert_eq!((kept, window.len()), (vec![(5, 3), (7, 4), (9, 2)], 3));
        assert_eq!((window.remove(MatchId(5)), window.first, window.len()), (Some(3), 7, 2));
    }
}
