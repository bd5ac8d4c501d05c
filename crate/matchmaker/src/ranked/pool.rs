//! Tickets that wait together, in the order of their points.

use super::WidenBy;
use super::group::Card;
use super::windows::Windows;
use matchday_base::SimTime;

/// Tickets that wait together.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    /// In the order of [`Card::points_order`].
    cards: Vec<Card>,
    /// Points with news since the last pass: tickets queued or left, or their window stepped. Every match
    /// that became possible since then has such points within its window.
    marks: Vec<i32>,
    /// When the next window steps; `None`: never.
    steps_at: Option<SimTime>,
}

impl Pool {
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    pub fn insert(&mut self, card: Card) {
        let at = self.cards.partition_point(|other| other.points_order() < card.points_order());
        self.cards.insert(at, card);
        self.marks.push(card.points);
        // Its window is unknown until the next pass.
        self.steps_at = Some(SimTime(0));
    }

    /// Removes a card, found by its [order](Card::points_order).
    pub fn remove(&mut self, card: &Card) {
        self.cards.retain(|other| other.id != card.id);
        self.marks.push(card.points);
    }

    /// Ends a pass: removes matched cards by position. All other cards have been searched.
    pub fn settle(&mut self, matched: impl Iterator<Item = u32>) {
        let mut stays = vec![true; self.cards.len()];
        matched.for_each(|at| stays[at as usize] = false);
        let mut stays = stays.into_iter();
        self.cards.retain(|_| stays.next() == Some(true));
        self.cards.iter_mut().for_each(|card| card.fresh = false);
    }

    /// Opens the windows of this second, and takes the points with news, in order.
    pub fn news(&mut self, now: SimTime, windows: &Windows) -> Vec<i32> {
        if self.steps_at.is_some_and(|at| at <= now) {
            self.open(now, windows);
        }
        if windows.widen_by == WidenBy::Average && self.steps_at.is_some() {
            // A mean of ages may pass a step when no single age does.
            self.cards.iter_mut().for_each(|card| card.fresh = true);
            self.marks = self.cards.iter().map(|card| card.points).collect();
        }
        self.marks.sort_unstable();
        self.marks.dedup();
        std::mem::take(&mut self.marks)
    }

    fn open(&mut self, now: SimTime, windows: &Windows) {
        self.steps_at = None;
        for card in &mut self.cards {
            let step = windows.at(now.0.saturating_sub(card.enqueued.0));
            if step != usize::from(card.step) {
                (card.step, card.fresh) = (step as u8, true);
                self.marks.push(card.points);
            }
            let next = windows.steps.get(step + 1).map(|next| card.enqueued + next.from_s);
            self.steps_at = [self.steps_at, next].into_iter().flatten().min();
        }
    }
}
