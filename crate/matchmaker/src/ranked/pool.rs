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
    /// Points with changes since the last pass: tickets queued or left, or their window stepped. Every match
    /// that became possible since then has such points within its window.
    marks: Vec<i32>,
    /// When the next window steps.
    steps_at: SimTime,
}

impl Pool {
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    pub fn insert(&mut self, card: Card) {
        let at = self.cards.partition_point(|other| other.points_order() < card.points_order());
        self.cards.insert(at, card);
        self.marks.push(card.points);
        self.steps_at = self.steps_at.min(card.steps_at);
    }

    /// Removes a card, found by its [order](Card::points_order).
    pub fn remove(&mut self, card: &Card) {
        self.cards.retain(|other| other.id != card.id);
        self.marks.push(card.points);
    }

    /// Ends a pass: removes matched cards by position, in order. All other cards have been searched.
    pub fn settle(&mut self, matched: &[u32]) {
        let (mut matched, mut at) = (matched.iter().peekable(), 0);
        self.cards.retain_mut(|card| {
            card.fresh = false;
            let stays = matched.next_if_eq(&&at).is_none();
            at += 1;
            stays
        });
    }

    /// Opens the windows of this second, and moves the points with changes to `changes`, in order.
    pub fn take_changes(&mut self, now: SimTime, windows: &Windows, changes: &mut Vec<i32>) {
        if self.steps_at <= now {
            self.open(now, windows);
        }
        if windows.widen_by == WidenBy::Average && self.steps_at < Card::NEVER {
            // A mean of ages may pass a step when no single age does.
            self.cards.iter_mut().for_each(|card| card.fresh = true);
            self.marks.clear();
            self.marks.extend(self.cards.iter().map(|card| card.points));
        }
        self.marks.sort_unstable();
        self.marks.dedup();
        changes.clear();
        std::mem::swap(&mut self.marks, changes);
    }

    fn open(&mut self, now: SimTime, windows: &Windows) {
        self.steps_at = Card::NEVER;
        for card in &mut self.cards {
            if card.steps_at <= now {
                let (step, steps_at) = windows.of_ticket(card.enqueued, now);
                if step != usize::from(card.step) {
                    (card.step, card.fresh) = (step as u8, true);
                    self.marks.push(card.points);
                }
                card.steps_at = steps_at;
            }
            self.steps_at = self.steps_at.min(card.steps_at);
        }
    }
}
