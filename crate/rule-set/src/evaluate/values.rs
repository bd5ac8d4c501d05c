//! Values of expressions over the teams of a match.

use super::table::Table;
use crate::compile::program::{Numbers, Players, Scalar, Strings};
use crate::typed::Aggregate;
use smallvec::SmallVec;

/// A team of a match that is being formed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Team {
    pub players: Vec<u32>,
    pub tickets: Vec<u32>,
}

impl Team {
    /// Adds a ticket.
    pub fn join(&mut self, table: &Table, ticket: u32) {
        self.players.extend(table.players(ticket));
        self.tickets.push(ticket);
    }

    /// Removes the ticket that joined last.
    pub fn leave(&mut self, table: &Table, ticket: u32) {
        self.players.truncate(self.players.len() - table.size(ticket));
        self.tickets.pop();
    }
}

/// Numbers or sets, mostly few.
pub(crate) type Few<T> = SmallVec<[T; 16]>;

/// A match and the values of its tickets.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub table: &'a Table,
    pub teams: &'a [Team],
    /// Values of expanded numbers.
    pub values: &'a [f64],
}

impl View<'_> {
    /// The numbers of players; without a column, a 1 for each.
    pub fn players(&self, of: &Players) -> Few<f64> {
        let mut numbers = Few::new();
        for &team in &of.teams {
            self.of_team(of.column, team, &mut numbers);
        }
        numbers
    }

    /// The numbers of a team's players.
    pub fn of_team(&self, column: usize, team: usize, into: &mut Few<f64>) {
        let players = self.teams[team].players.iter();
        match self.table.numbers.get(column) {
            Some(column) => into.extend(players.map(|&player| column[player as usize])),
            None => into.extend(players.map(|_| 1.0)),
        }
    }

    pub fn numbers(&self, of: &Numbers) -> Few<f64> {
        match of {
            Numbers::Players(players) => self.players(players),
            Numbers::Teams(Aggregate::Count, of) => {
                of.teams.iter().map(|&team| self.teams[team].players.len() as f64).collect()
            }
            Numbers::Teams(function, of) => {
                let mut own = Few::new();
                let mut all = Few::new();
                for &team in &of.teams {
                    own.clear();
                    self.of_team(of.column, team, &mut own);
                    all.extend(aggregate(*function, &mut own));
                }
                all
            }
        }
    }

    /// One number; `None` without players, or if nothing can be said of an expanded number.
    pub fn scalar(&self, of: &Scalar) -> Option<f64> {
        match of {
            Scalar::Number(limit) => Some(limit.at(self.values)).filter(|number| !number.is_nan()),
            Scalar::Of(Aggregate::Count, Numbers::Players(of)) => {
                Some(of.teams.iter().map(|&team| self.teams[team].players.len()).sum::<usize>() as f64)
            }
            Scalar::Of(function, numbers) => aggregate(*function, &mut self.numbers(numbers)),
            Scalar::Size(strings) => {
                self.strings(strings).map(|set| set.iter().map(|word| word.count_ones()).sum::<u32>().into())
            }
        }
    }

    /// A set of texts; `None` without players.
    pub fn strings(&self, of: &Strings) -> Option<Few<u64>> {
        match of {
            Strings::Literal(set) => Some(set.iter().copied().collect()),
            Strings::Texts(of) => {
                let mut set = self.empty();
                of.teams.iter().for_each(|&team| self.texts_of_team(of.column, team, &mut set));
                Some(set)
            }
            Strings::CommonTexts(of) => self.common(of.teams.iter().filter_map(|&team| self.team_texts(of, team))),
            Strings::Union(of) => {
                let mut all = self.empty();
                for ticket in self.tickets(of) {
                    all.iter_mut().zip(self.table.set(of.column, ticket)).for_each(|(all, own)| *all |= own);
                }
                Some(all)
            }
            Strings::Intersection(of) => {
                let mut tickets = self.tickets(of);
                let mut all: Few<u64> = self.table.set(of.column, tickets.next()?).iter().copied().collect();
                for ticket in tickets {
                    all.iter_mut().zip(self.table.set(of.column, ticket)).for_each(|(all, own)| *all &= own);
                }
                Some(all)
            }
        }
    }

    /// The texts of a team's players; `None` without players.
    pub fn team_texts(&self, of: &Players, team: usize) -> Option<Few<u64>> {
        if self.teams[team].players.is_empty() {
            return None;
        }
        let mut set = self.empty();
        self.texts_of_team(of.column, team, &mut set);
        Some(set)
    }

    /// The texts that all sets have; `None` without sets.
    pub fn common(&self, mut sets: impl Iterator<Item = Few<u64>>) -> Option<Few<u64>> {
        let mut all = sets.next()?;
        sets.for_each(|set| all.iter_mut().zip(set).for_each(|(all, own)| *all &= own));
        Some(all)
    }

    /// The tickets of teams.
    pub fn tickets<'b>(&'b self, of: &'b Players) -> impl Iterator<Item = u32> + 'b {
        of.teams.iter().flat_map(|&team| self.teams[team].tickets.iter().copied())
    }

    fn texts_of_team(&self, column: usize, team: usize, set: &mut Few<u64>) {
        for &player in &self.teams[team].players {
            let text = self.table.texts[column][player as usize];
            // An id is no text.
            if let Some(word) = set.get_mut(text as usize / 64) {
                *word |= 1 << (text % 64);
            }
        }
    }

    fn empty(&self) -> Few<u64> {
        std::iter::repeat_n(0, self.table.words).collect()
    }
}

/// The aggregation of numbers; `None` for the average of none.
pub(crate) fn aggregate(function: Aggregate, numbers: &mut [f64]) -> Option<f64> {
    let count = numbers.len() as f64;
    let sum = numbers.iter().sum::<f64>();
    match function {
        Aggregate::Count => return Some(count),
        Aggregate::Sum => return Some(sum),
        _ if numbers.is_empty() => return None,
        _ => {}
    }
    Some(match function {
        Aggregate::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        Aggregate::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Aggregate::Median => {
            numbers.sort_unstable_by(f64::total_cmp);
            let middle = numbers.len() / 2;
            if numbers.len() % 2 == 1 { numbers[middle] } else { (numbers[middle - 1] + numbers[middle]) / 2.0 }
        }
        Aggregate::StdDev => {
            let mean = sum / count;
            libm::sqrt(numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / count)
        }
        Aggregate::Avg | Aggregate::Count | Aggregate::Sum => sum / count,
    })
}
