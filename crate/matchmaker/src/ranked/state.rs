//! The states of a ticket, and the steps between them.

/// State of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Waits in the queue.
    Ticket,
    /// In a match formed by a pass, before its players are told.
    Candidate,
    /// Its players are asked to accept.
    MatchFound,
    /// All players of the match accepted; it waits for a server.
    Accepted,
    /// The server is ready.
    LobbyReady,
    /// In a match being played.
    Started,
    /// The match is over and has a result.
    Finished,
    /// The ticket was withdrawn, or its match was, and it does not wait again.
    Cancelled,
    /// It reached its time limit in the queue.
    Expired,
}

/// A step of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A pass forms a match with it.
    Choose,
    /// Its players are told of the match and asked to accept.
    Tell,
    /// All players of the match accepted; at once where there is no ready check.
    Accept,
    /// The server is ready.
    Ready,
    /// The match begins.
    Start,
    /// The match ends with a result.
    Finish,
    /// The match is off, or its server is lost, and the ticket waits again: the only way back.
    Requeue,
    /// It is withdrawn, or its match ends without a result.
    Cancel,
    /// It reaches its time limit in the queue.
    Expire,
}

impl State {
    /// The state that `step` leads to; `None`: not allowed here.
    #[inline]
    pub fn after(self, step: Step) -> Option<State> {
        use State::{Accepted, Cancelled, Candidate, Expired, Finished, LobbyReady, MatchFound, Started, Ticket};
        match (self, step) {
            (Ticket, Step::Choose) => Some(Candidate),
            (Candidate, Step::Tell) => Some(MatchFound),
            (Candidate | MatchFound, Step::Accept) => Some(Accepted),
            (Accepted, Step::Ready) => Some(LobbyReady),
            (LobbyReady, Step::Start) => Some(Started),
            (Started, Step::Finish) => Some(Finished),
            (Candidate | MatchFound | Accepted | LobbyReady | Started, Step::Requeue) => Some(Ticket),
            (Ticket | Candidate | MatchFound | Accepted | LobbyReady | Started, Step::Cancel) => Some(Cancelled),
            (Ticket, Step::Expire) => Some(Expired),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATES: [State; 9] = [
        State::Ticket,
        State::Candidate,
        State::MatchFound,
        State::Accepted,
        State::LobbyReady,
        State::Started,
        State::Finished,
        State::Cancelled,
        State::Expired,
    ];
    const STEPS: [Step; 9] = [
        Step::Choose,
        Step::Tell,
        Step::Accept,
        Step::Ready,
        Step::Start,
        Step::Finish,
        Step::Requeue,
        Step::Cancel,
        Step::Expire,
    ];

    #[test]
    fn every_step_from_every_state() {
        // Rows: states; columns: Choose, Tell, Accept, Ready, Start, Finish, Requeue, Cancel, Expire. A letter is the state
        // it leads to: Ticket, Candidate, Match found, Accepted, Lobby ready, Started, Finished, X = cancelled, Expired.
        let table = [
            "C......XE", // Ticket
            ".MA...TX.", // Candidate
            "..A...TX.", // MatchFound
            "...L..TX.", // Accepted
            "....S.TX.", // LobbyReady
            ".....FTX.", // Started
            ".........", // Finished
            ".........", // Cancelled
            ".........", // Expired
        ];
        for (state, row) in STATES.into_iter().zip(table) {
            for (step, letter) in STEPS.into_iter().zip(row.chars()) {
                let expected = "TCMALSFXE".find(letter).map(|at| STATES[at]);
                assert_eq!(state.after(step), expected, "{state:?} after {step:?}");
            }
        }
    }

    #[test]
    fn nothing_goes_back_but_to_the_queue() {
        for (state, step) in STATES.into_iter().flat_map(|state| STEPS.map(|step| (state, step))) {
            let next = state.after(step);
            assert!(next.is_none_or(|next| next > state || step == Step::Requeue), "{state:?} after {step:?}");
        }
    }
}
