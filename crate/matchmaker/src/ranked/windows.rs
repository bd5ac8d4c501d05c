//! The windows of a queue, by the number of their step.

use super::group::{Card, points};
use super::{Rules, Step};
use matchday_base::SimTime;

/// Which ticket's age widens the window of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidenBy {
    /// The ticket that has waited longest.
    Oldest,
    /// The ticket that has waited shortest.
    Newest,
    /// The mean of all ages.
    Average,
}

#[derive(Clone, Debug)]
pub(super) struct Windows {
    pub steps: Vec<Step>,
    pub widen_by: WidenBy,
    /// Most points of any window up to each step: windows may narrow.
    widest: Vec<u32>,
    /// The RTT caps, each once: they change less often than points.
    pub caps_ms: Vec<u16>,
    /// The position of each step's cap among them.
    cap_of: Vec<u8>,
}

impl Windows {
    pub fn new(rules: &Rules) -> Self {
        let steps = rules.windows();
        let mut widest: Vec<u32> = steps.iter().map(|&step| points(step)).collect();
        for at in 1..widest.len() {
            widest[at] = widest[at].max(widest[at - 1]);
        }
        let mut caps_ms: Vec<u16> = steps.iter().map(|step| step.rtt_ms).collect();
        caps_ms.sort_unstable();
        caps_ms.dedup();
        // At most as many as the steps of a widening.
        let cap_of = steps.iter().map(|step| caps_ms.partition_point(|&cap_ms| cap_ms < step.rtt_ms) as u8).collect();
        Self { steps, widen_by: rules.widen_by, widest, caps_ms, cap_of }
    }

    /// The position of a step's RTT cap.
    pub fn cap_of(&self, step: usize) -> usize {
        usize::from(self.cap_of[step])
    }

    /// The step at this age.
    pub fn at(&self, age_s: u32) -> usize {
        self.steps.partition_point(|step| step.from_s <= age_s).saturating_sub(1)
    }

    /// The step of a ticket, and when its next one begins.
    pub fn of_ticket(&self, enqueued: SimTime, now: SimTime) -> (usize, SimTime) {
        let step = self.at(now.0.saturating_sub(enqueued.0));
        (step, self.steps.get(step + 1).map_or(Card::NEVER, |next| enqueued + next.from_s))
    }

    /// The step of a match of these cards, whose own steps are current.
    pub fn of<'a>(&self, now: SimTime, cards: impl Iterator<Item = &'a Card>) -> usize {
        // Older cards have later steps.
        let steps = |card: &Card| usize::from(card.step);
        match self.widen_by {
            WidenBy::Oldest => cards.map(steps).max().unwrap_or(0),
            WidenBy::Newest => cards.map(steps).min().unwrap_or(0),
            WidenBy::Average => {
                let age = |card: &Card| u64::from(now.0.saturating_sub(card.enqueued.0));
                let (sum, count) = cards.fold((0, 0), |(sum, count), card| (sum + age(card), count + 1));
                self.at((sum / count.max(1)) as u32)
            }
        }
    }

    /// The step of a match of two cards, whose own steps are current.
    pub fn of_two(&self, now: SimTime, one: &Card, other: &Card) -> usize {
        match self.widen_by {
            WidenBy::Oldest => usize::from(one.step.max(other.step)),
            WidenBy::Newest => usize::from(one.step.min(other.step)),
            WidenBy::Average => self.of(now, [one, other].into_iter()),
        }
    }

    /// The possible steps of a match whose oldest ticket has step `oldest`, one for each different window.
    pub fn within(&self, oldest: usize) -> impl Iterator<Item = usize> {
        let least = if self.widen_by == WidenBy::Oldest { oldest } else { 0 };
        let window = |step: usize| (self.steps[step].points, self.steps[step].rtt_ms);
        (least..=oldest).filter(move |&step| step == least || window(step) != window(step - 1))
    }

    /// Most points between a ticket of this step and any ticket that it may meet when no other is older.
    pub fn reach(&self, step: u8) -> u32 {
        self.widest[usize::from(step)]
    }
}
