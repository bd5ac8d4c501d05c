//! The terms shared by all matchmakers: rules, states of a search, and steps of a tick.

use crate::policy::{Fault, Place, Record};
use crate::{Formed, LastMatches, LatencyTable, Lobbies, RowId, SetId};
use matchday_base::{DatacenterIndex, PlayerId, SimTime, Streams};

/// A player and the row of its RTTs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueuedPlayer {
    /// The player.
    pub player: PlayerId,
    /// The row of [`LatencyTable`].
    pub row: RowId,
}

/// Puts searching players into matches.
///
/// Life of a ticket: one of the [`arrivals`](Self::arrivals) (NEW), or [requeued](Self::requeue) -> any number
/// of [`expire`](Self::expire) steps -> matched by [`form`](Self::form), or ended by `expire`.
/// Each tick calls `expire` and then either `form` or [`classify`](Self::classify) with the same `now`.
pub trait Matchmaker {
    /// Whether a player may be matched at any datacenter from the first second on.
    const ACCEPTS_ANY_RTT: bool = false;

    /// A player joins whose id may have belonged to one who left; the number never has.
    fn join(&mut self, _player: PlayerId, _number: u32, _place: impl FnOnce() -> Place) {}

    /// The list of players who start to search. They are NEW until [`form`](Self::form), which empties it.
    fn arrivals(&mut self) -> &mut Vec<QueuedPlayer>;

    /// Queues a player whose match was called off: the search restarts in the first state, with the wait
    /// counted since the player was enqueued for that match.
    fn requeue(&mut self, now: SimTime, latencies: &LatencyTable, queued: QueuedPlayer, enqueued: SimTime);

    /// The lobbies, to add players of a match who stay together; each lobby takes part in the next
    /// [`form`](Self::form).
    fn lobbies_mut(&mut self) -> &mut Lobbies;

    /// The waiting lobbies.
    fn lobbies(&self) -> &Lobbies;

    /// Closes a datacenter, or opens it again: no match forms at a closed one, and its queue waits.
    fn close(&mut self, datacenter: DatacenterIndex, closed: bool);

    /// The last match of each player, where rematches are avoided.
    fn last_matches_mut(&mut self) -> Option<&mut LastMatches>;

    /// Moves players on after the full time of their state: IDEAL -> EXPAND -> WARMBODY -> failed. Players
    /// whose patience ends give up.
    fn expire(&mut self, now: SimTime, latencies: &LatencyTable, changes: &mut Vec<Change>);

    /// NEW players become IDEAL if any datacenter is within the ideal cap, else EXPAND if any is within the expanded
    /// cap, else WARMBODY. Then forms matches: the walk over the datacenters, then the warm bodies.
    fn form(&mut self, now: SimTime, latencies: &LatencyTable, formed: &mut Formed);

    /// The first step of [`form`](Self::form) alone, in a second in which the matchmaker does not run.
    fn classify(&mut self, now: SimTime, latencies: &LatencyTable);

    /// Every player who searches alone, except NEW ones.
    fn searching(&self) -> impl Iterator<Item = Searching>;

    /// Players who search alone in each state, in the order of [`SearchState::ALL`].
    fn counts(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        self.searching().for_each(|searching| counts[searching.state as usize] += 1);
        counts
    }

    /// Whether a searching player is in a datacenter's queue.
    fn is_queued(&self, latencies: &LatencyTable, searching: &Searching, datacenter: DatacenterIndex) -> bool {
        let row = searching.queued.row;
        let within = match searching.state {
            SearchState::Ideal => latencies.ideal_set(row),
            SearchState::Expand => latencies.expand_set(row),
            SearchState::Warm => SetId::NONE,
        };
        latencies.has(within, datacenter)
    }

    /// Players in a datacenter's queue, in no particular order.
    fn queue(&self, latencies: &LatencyTable, datacenter: DatacenterIndex) -> impl Iterator<Item = PlayerId>;

    /// Seconds spent in each state by all players who no longer search, in the order of [`SearchState::ALL`].
    fn searched_s(&self) -> [u64; 3];

    /// Why no more matches form; `None` for a matchmaker that cannot fail.
    fn fault(&self) -> Option<&Fault> {
        None
    }

    /// What the policy has done so far, and the names of its rules; `None` for a matchmaker without a policy.
    fn policy_record(&self) -> Option<(&Record, &[String])> {
        None
    }
}

/// A matchmaker by the rules of the article.
pub trait ByRules: Matchmaker {
    /// An empty matchmaker for `datacenters` datacenters.
    fn new(rules: Rules, datacenters: usize, streams: Streams) -> Self;
}

/// The parameters of the matchmaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Players per match; at least 2.
    pub players: usize,
    /// Whole ticks in IDEAL.
    pub ideal_s: u32,
    /// Whole ticks in EXPAND.
    pub expand_s: u32,
    /// Whole ticks as WARMBODY.
    pub warm_s: u32,
    /// Whole ticks of waiting in all, after which a player gives up.
    pub patience_s: u32,
    /// Whether players who met in their last match are put into different groups.
    pub avoid_rematch: bool,
}

impl Rules {
    /// Whole ticks of the longest search, if patience does not end it.
    pub fn search_s(&self) -> u32 {
        self.ideal_s + self.expand_s + self.warm_s
    }

    fn state_s(&self, state: SearchState) -> u32 {
        match state {
            SearchState::Ideal => self.ideal_s,
            SearchState::Expand => self.expand_s,
            SearchState::Warm => self.warm_s,
        }
    }

    /// When a search changes that is in `state` since `since`: by time-out, or because patience ends.
    pub(crate) fn due(&self, state: SearchState, since: SimTime, enqueued: SimTime) -> SimTime {
        (since + self.state_s(state)).min(enqueued + self.patience_s)
    }

    /// The next step of a search that is [due](Self::due), and the datacenters of its queues. If patience ends
    /// with the last state, the search has failed.
    pub(crate) fn next(&self, now: SimTime, latencies: &LatencyTable, search: TicketSearch) -> (Next, SetId) {
        let TicketSearch { row, state, since, enqueued } = search;
        match state.next(latencies, row) {
            Some((next, within)) if now < enqueued + self.patience_s => (Next::Search(next), within),
            None if now >= since + self.state_s(state) => (Next::Fail, SetId::NONE),
            _ => (Next::GiveUp, SetId::NONE),
        }
    }
}

/// A search that may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TicketSearch {
    pub row: RowId,
    pub state: SearchState,
    /// Start of the state.
    pub since: SimTime,
    /// Start of all waiting.
    pub enqueued: SimTime,
}

/// State of a search: the matches that a player accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchState {
    /// Datacenters within the ideal cap.
    Ideal,
    /// Datacenters within the expanded cap.
    Expand,
    /// Any match that lacks players.
    Warm,
}

impl SearchState {
    /// Every state, in the order in which a search goes through them.
    pub const ALL: [SearchState; 3] = [SearchState::Ideal, SearchState::Expand, SearchState::Warm];

    /// The state in which a NEW player starts, and the datacenters whose queues it joins.
    pub fn at_first(latencies: &LatencyTable, row: RowId) -> (Self, SetId) {
        let (ideal, expand) = (latencies.ideal_set(row), latencies.expand_set(row));
        if ideal != SetId::NONE {
            (Self::Ideal, ideal)
        } else if expand != SetId::NONE {
            (Self::Expand, expand)
        } else {
            (Self::Warm, SetId::NONE)
        }
    }

    /// The next state, and the datacenters of its queues; `None` after the last state.
    pub(crate) fn next(self, latencies: &LatencyTable, row: RowId) -> Option<(Self, SetId)> {
        match self {
            Self::Ideal => Some((Self::Expand, latencies.expand_set(row))),
            Self::Expand => Some((Self::Warm, SetId::NONE)),
            Self::Warm => None,
        }
    }
}

/// A searching player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// The player.
    pub queued: QueuedPlayer,
    /// Its state.
    pub state: SearchState,
    /// Start of that state.
    pub since: SimTime,
}

/// A player whose search changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The player.
    pub queued: QueuedPlayer,
    /// Its next step.
    pub to: Next,
    /// Seconds since it was enqueued.
    pub waited_s: u32,
}

/// The next step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It goes on in this state.
    Search(SearchState),
    /// It has failed and is over.
    Fail,
    /// The player gives up.
    GiveUp,
}
