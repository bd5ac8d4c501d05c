//! Rules over columns and indices of teams.

use super::levels::Limit;
use crate::typed::Aggregate;
use crate::{LatencyReference, Operation, Party, Statement};

/// The players of some teams and a column of their values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Players {
    pub teams: Vec<usize>,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Numbers {
    Players(Players),
    Teams(Aggregate, Players),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Strings {
    /// Texts that the rule set names.
    Literal(Vec<u64>),
    Texts(Players),
    Union(Players),
    Intersection(Players),
    CommonTexts(Players),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    Number(Limit),
    Of(Aggregate, Numbers),
    Size(Strings),
}

/// The measurement of a comparison or distance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    Number(Scalar),
    Numbers(Numbers),
    NumberGroups(Players),
    Texts(Players),
    TextGroups(Players),
}

/// The measurement of a collection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sets {
    /// The sets of all tickets, as one group.
    Tickets(Players),
    /// The sets of tickets, a group for each team.
    TicketsByTeam(Players),
    /// For each team, the texts of its players.
    TeamTexts(Players),
    /// For each team, the texts that all its tickets have.
    CommonByTeam(Players),
}

/// What a measurement is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Against {
    Number(Scalar),
    Text(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Collect {
    Intersection,
    Contains(u32),
    InReference(Strings),
}

/// A rule, ready to evaluate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    Compare {
        measures: Vec<(Measure, Against)>,
        operation: Operation,
    },
    CompareAll {
        measures: Vec<Measure>,
        operation: Operation,
    },
    Distance {
        measures: Vec<Measure>,
        reference: Scalar,
        min: Option<Limit>,
        max: Option<Limit>,
    },
    BatchNumber {
        column: usize,
        min: Option<Limit>,
        max: Option<Limit>,
    },
    BatchText {
        column: usize,
    },
    Collection {
        measures: Vec<Sets>,
        collect: Collect,
        min: Option<Limit>,
        max: Option<Limit>,
    },
    Latency {
        max: Option<Limit>,
        distance: Option<Limit>,
        reference: LatencyReference,
        party: Party,
    },
    /// The flag says whether a latency rule is in it.
    Compound(Statement, bool),
    Sort,
}

/// How a value changes while tickets join a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trend {
    Constant,
    Rises,
    Falls,
    Unknown,
}

impl Trend {
    /// Never falls.
    pub fn holds_or_rises(self) -> bool {
        matches!(self, Trend::Constant | Trend::Rises)
    }

    /// Never rises.
    pub fn holds_or_falls(self) -> bool {
        matches!(self, Trend::Constant | Trend::Falls)
    }

    /// Whether a value of this trend can only move away from one of another trend: while it is above, and while it is below.
    pub fn moves_apart(self, other: Trend) -> (bool, bool) {
        (self.holds_or_rises() && other.holds_or_falls(), self.holds_or_falls() && other.holds_or_rises())
    }

    /// Whether a comparison with a value of another trend, once broken, can be broken for good.
    pub fn may_stay_broken(self, operation: Operation, other: Trend) -> bool {
        let (above, below) = self.moves_apart(other);
        match operation {
            Operation::Less | Operation::AtMost => above,
            Operation::Greater | Operation::AtLeast => below,
            Operation::Equal => above || below,
            Operation::NotEqual => self == Trend::Constant && other == Trend::Constant,
        }
    }

    /// The trend of an aggregation of values with this trend. `more` says that values are added.
    fn of(self, aggregate: Aggregate, more: bool) -> Trend {
        match (aggregate, more) {
            (Aggregate::Count, true) => Trend::Rises,
            (Aggregate::Count, false) => Trend::Constant,
            (Aggregate::Min, true) if self.holds_or_falls() => Trend::Falls,
            (Aggregate::Max, true) if self.holds_or_rises() => Trend::Rises,
            (Aggregate::StdDev, _) | (_, true) => Trend::Unknown,
            (_, false) => self,
        }
    }
}

impl Numbers {
    /// The trend of each number.
    pub fn trend(&self) -> Trend {
        match self {
            Numbers::Players(_) => Trend::Constant,
            Numbers::Teams(aggregate, _) => Trend::Constant.of(*aggregate, true),
        }
    }

    /// Whether numbers are added while tickets join.
    fn grows(&self) -> bool {
        !matches!(self, Numbers::Teams(Aggregate::Count | Aggregate::Sum, _))
    }
}

impl Strings {
    /// The trend of the set: of its size, and of its size within another set that is constant.
    pub fn trend(&self) -> Trend {
        match self {
            Strings::Literal(_) => Trend::Constant,
            Strings::Texts(_) | Strings::Union(_) => Trend::Rises,
            Strings::Intersection(_) => Trend::Falls,
            Strings::CommonTexts(_) => Trend::Unknown,
        }
    }
}

impl Scalar {
    pub fn trend(&self) -> Trend {
        match self {
            Scalar::Number(_) => Trend::Constant,
            Scalar::Of(aggregate, numbers) => numbers.trend().of(*aggregate, numbers.grows()),
            Scalar::Size(strings) => strings.trend(),
        }
    }
}

impl Measure {
    /// The trend of each value.
    pub fn trend(&self) -> Trend {
        match self {
            Measure::Number(scalar) => scalar.trend(),
            Measure::Numbers(numbers) => numbers.trend(),
            Measure::NumberGroups(_) | Measure::Texts(_) | Measure::TextGroups(_) => Trend::Constant,
        }
    }
}

impl Sets {
    /// The trend of each set.
    pub fn trend(&self) -> Trend {
        match self {
            Sets::Tickets(_) | Sets::TicketsByTeam(_) => Trend::Constant,
            Sets::TeamTexts(_) => Trend::Rises,
            Sets::CommonByTeam(_) => Trend::Falls,
        }
    }
}
