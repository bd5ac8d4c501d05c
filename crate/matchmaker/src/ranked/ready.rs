//! The ready check: whether all players of a match are present before it starts.

use matchday_base::SimTime;
use smallvec::{SmallVec, smallvec};

/// Kinds of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// No check.
    Off,
    /// All players accept.
    Accept,
    /// No check for low ratings.
    Instant,
    /// All players accept twice.
    Double,
}

/// Answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// No answer, or none in time.
    Silent,
    /// Accepted and still present.
    Accepted,
    /// Has declined.
    Declined,
    /// Gone; an earlier acceptance does not count.
    Left,
}

/// An event of a check. Players are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// A player accepts.
    Accept(usize),
    /// A player declines.
    Decline(usize),
    /// A player leaves.
    Leave(usize),
    /// The timer for [`ReadyCheck::deadline`] fires; the timer of a moved deadline does nothing.
    Deadline,
}

/// Result of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All players accepted and are asked again: the next window has begun.
    Again,
    /// All players are present.
    Started,
    /// A player declined or stayed silent; the answer of each player in this window.
    Failed(Vec<Answer>),
}

/// A ready check.
///
/// A window ends when all players have answered, or at its deadline. A player's first answer counts. A
/// decline does not end the window, so that all other answers count, too. An answer at the deadline is late.
/// A check with [`Ready::Instant`] has started its match from the beginning. With [`Ready::Double`] all
/// players are asked again, in a second window, when all have accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadyCheck {
    window_s: u32,
    deadline: SimTime,
    answers: SmallVec<[Answer; 16]>,
    /// Another window follows.
    again: bool,
    over: bool,
}

impl ReadyCheck {
    /// The usual window.
    pub const WINDOW_S: u32 = 12;

    /// Starts a check of `players` players; an instant check, none, or one without players, starts its match at
    /// once.
    pub fn new(kind: Ready, players: usize, now: SimTime, window_s: u32) -> Self {
        let asks_nobody = matches!(kind, Ready::Off | Ready::Instant);
        let answers = smallvec![if asks_nobody { Answer::Accepted } else { Answer::Silent }; players];
        let over = asks_nobody || players == 0;
        Self { window_s, deadline: now + window_s, answers, again: kind == Ready::Double, over }
    }

    /// End of the current window; `None` if all windows are over.
    pub fn deadline(&self) -> Option<SimTime> {
        (!self.over).then_some(self.deadline)
    }

    /// The answer of each player in the current window.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Whether all players are present.
    pub fn has_started(&self) -> bool {
        self.over && self.all_accepted()
    }

    fn all_accepted(&self) -> bool {
        self.answers.iter().all(|&answer| answer == Answer::Accepted)
    }

    /// Handles an event; returns the verdict if the event ends a window. Events of players outside the check
    /// do nothing.
    pub fn on(&mut self, now: SimTime, event: Event) -> Option<Verdict> {
        if self.over {
            return None;
        }
        if now >= self.deadline {
            return Some(self.end());
        }
        let (player, answer) = match event {
            Event::Accept(player) => (player, Answer::Accepted),
            Event::Decline(player) => (player, Answer::Declined),
            Event::Leave(player) => (player, Answer::Left),
            Event::Deadline => return None,
        };
        let told = self.answers.get_mut(player)?;
        match (*told, answer) {
            (Answer::Silent, _) | (Answer::Accepted, Answer::Left) => *told = answer,
            _ => return None,
        }
        if self.answers.contains(&Answer::Silent) {
            return None;
        }
        if self.again && self.all_accepted() {
            (self.again, self.deadline) = (false, now + self.window_s);
            self.answers.fill(Answer::Silent);
            return Some(Verdict::Again);
        }
        Some(self.end())
    }

    fn end(&mut self) -> Verdict {
        self.over = true;
        if self.all_accepted() { Verdict::Started } else { Verdict::Failed(self.answers.to_vec()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const WINDOW_S: u32 = 2;
    const START: SimTime = SimTime(10);

    /// The state of a check: whether it is over, and each player's answer in the last window.
    type Seen = (bool, Option<SimTime>, Vec<Answer>);

    /// The rule, from the whole history: one window after another, each until all players have answered.
    fn naive(rounds: usize, players: usize, now: SimTime, history: &[(SimTime, Event)]) -> Seen {
        let (mut start, mut rest) = (START, history);
        for round in 1.. {
            let deadline = start + WINDOW_S;
            let of = |player: usize, events: &[(SimTime, Event)]| -> Vec<Event> {
                let own = [Event::Accept(player), Event::Decline(player), Event::Leave(player)];
                events.iter().map(|&(_, event)| event).filter(|event| own.contains(event)).collect()
            };
            let answers = |events: &[(SimTime, Event)]| -> Vec<Answer> {
                let answer = |player| match of(player, events).as_slice() {
                    [] => Answer::Silent,
                    [Event::Decline(_), ..] => Answer::Declined,
                    [Event::Accept(_), after @ ..] if !after.contains(&Event::Leave(player)) => Answer::Accepted,
                    _ => Answer::Left,
                };
                (0..players).map(answer).collect()
            };
            let in_time: Vec<_> = rest.iter().copied().filter(|&(at, _)| at < deadline).collect();
            let heard =
                (0..=in_time.len()).find(|&end| (0..players).all(|player| !of(player, &in_time[..end]).is_empty()));
            match heard {
                Some(end)
                    if round < rounds && answers(&in_time[..end]).iter().all(|&answer| answer == Answer::Accepted) =>
                {
                    start = in_time[end - 1].0;
                    rest = &rest[end..];
                }
                Some(end) => return (true, None, answers(&in_time[..end])),
                None if now >= deadline => return (true, None, answers(&in_time)),
                None => return (false, Some(deadline), answers(&in_time)),
            }
        }
        unreachable!()
    }

    /// Every order of events, from every state that a check can be in.
    fn every_order(kind: Ready, players: usize) -> usize {
        let rounds = if kind == Ready::Double { 2 } else { 1 };
        let first = (START, ReadyCheck::new(kind, players, START, WINDOW_S));
        let mut known = BTreeSet::from([first.clone()]);
        let mut open = vec![(first, Vec::new())];
        let mut ends = BTreeSet::new();
        while let Some(((now, check), history)) = open.pop() {
            let answers =
                (0..=players).flat_map(|player| [Event::Accept(player), Event::Decline(player), Event::Leave(player)]);
            for event in answers.chain([Event::Deadline]) {
                for at in [now, now + 1] {
                    let mut next = check.clone();
                    let verdict = next.on(at, event);
                    let mut longer = history.clone();
                    longer.push((at, event));
                    let expected = naive(rounds, players, at, &longer);
                    let seen = (next.over, next.deadline(), next.answers().to_vec());
                    assert_eq!(seen, expected, "{longer:?}");
                    // The verdict is returned once, by the event that ends the check.
                    let ended = next.over && !check.over;
                    let all = expected.2.iter().all(|&answer| answer == Answer::Accepted);
                    assert_eq!(next.has_started(), next.over && all);
                    let told = match (ended, all) {
                        (true, true) => Some(Verdict::Started),
                        (true, false) => Some(Verdict::Failed(expected.2.clone())),
                        (false, _) => (!next.over && next.again != check.again).then_some(Verdict::Again),
                    };
                    assert_eq!(verdict, told);
                    if ended {
                        ends.insert(expected.2);
                    }
                    if at <= START + 2 * WINDOW_S + 1 && known.insert((at, next.clone())) {
                        open.push(((at, next), longer));
                    }
                }
            }
        }
        ends.len()
    }

    #[test]
    fn every_order_of_events_ends_as_the_rule_says() {
        for players in 1..=4 {
            // Each accepted, declined, silent or left.
            for kind in [Ready::Accept, Ready::Double] {
                assert_eq!(every_order(kind, players), 4_usize.pow(players as u32), "{kind:?}, {players} players");
            }
        }
    }

    #[test]
    fn one_that_is_instant_has_started() {
        let mut check = ReadyCheck::new(Ready::Instant, 2, START, WINDOW_S);
        assert_eq!((check.has_started(), check.deadline()), (true, None));
        assert_eq!(check.on(START, Event::Decline(0)), None);
        assert!(check.has_started());
    }

    #[test]
    fn the_deadline_wins_in_its_second_and_a_second_window_is_as_long() {
        let deadline = START + ReadyCheck::WINDOW_S;
        let mut check = ReadyCheck::new(Ready::Accept, 1, START, ReadyCheck::WINDOW_S);
        assert_eq!(check.clone().on(deadline - 1, Event::Accept(0)), Some(Verdict::Started));
        assert_eq!(check.on(deadline, Event::Accept(0)), Some(Verdict::Failed(vec![Answer::Silent])));
        let mut check = ReadyCheck::new(Ready::Double, 1, START, ReadyCheck::WINDOW_S);
        assert_eq!(check.on(deadline - 1, Event::Accept(0)), Some(Verdict::Again));
        // The timer of the first window.
        assert_eq!(check.on(deadline, Event::Deadline), None);
        assert_eq!(check.deadline(), Some(deadline - 1 + ReadyCheck::WINDOW_S));
        assert_eq!(check.on(deadline + 10, Event::Accept(0)), Some(Verdict::Started));
    }
}
