//! The values of a call's tickets, by column.

use crate::compile::Compiled;
use crate::compile::columns::{From, NumberColumn, SetColumn, TextColumn};
use crate::evaluate::mask;
use crate::{Party, PartySet};
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_matchmaker::policy::{Attribute, Call, Player, Ticket};
use std::cell::RefCell;
use std::rc::Rc;

/// The values of a call's tickets.
pub(crate) struct Table {
    /// The first player of each ticket, and the number of players.
    pub first: Vec<u32>,
    /// Seconds that each ticket has waited.
    pub waited_s: Vec<u32>,
    /// Numbers by column and player.
    pub numbers: Vec<Vec<f64>>,
    /// The highest absolute number of each column.
    pub largest: Vec<f64>,
    /// Texts by column and player.
    pub texts: Vec<Vec<u32>>,
    /// Sets by column and ticket, `words` for each.
    pub sets: Vec<Vec<u64>>,
    pub words: usize,
    /// The locations that each ticket reaches, as bits, closed ones left out.
    pub reach: Vec<u128>,
    pub locations: usize,
    /// RTTs of parties: by ticket and location, ms.
    latencies: [Vec<f64>; 3],
    /// Locations within a latency, by ticket.
    within: RefCell<Vec<Within>>,
}

struct Within {
    party: Party,
    max: u64,
    masks: Rc<[u128]>,
}

impl Table {
    /// The values of all tickets.
    pub fn of(compiled: &Compiled, call: &Call<'_>) -> Result<Self, String> {
        let mut first = vec![0];
        let mut players = 0;
        for ticket in call.tickets {
            players += ticket.players.len() as u32;
            first.push(players);
        }
        let columns = &compiled.columns;
        let words = columns.symbols.len().div_ceil(64).max(1);
        let mut table = Self {
            first,
            waited_s: call.tickets.iter().map(|ticket| ticket.waited_s).collect(),
            numbers: Vec::new(),
            largest: Vec::new(),
            texts: Vec::new(),
            sets: Vec::new(),
            words,
            reach: Vec::new(),
            locations: compiled.locations.len(),
            latencies: Default::default(),
            within: RefCell::default(),
        };
        for column in &columns.numbers {
            let numbers = numbers(column, call)?;
            table.largest.push(numbers.iter().copied().map(f64::abs).fold(0.0, f64::max));
            table.numbers.push(numbers);
        }
        for column in &columns.texts {
            table.texts.push(texts(column, call, columns.of_day)?);
        }
        for column in &columns.sets {
            table.sets.push(sets(column, call, words, columns.of_day)?);
        }
        table.latencies(compiled, call)?;
        Ok(table)
    }

    pub fn tickets(&self) -> usize {
        self.waited_s.len()
    }

    /// The players of a ticket.
    pub fn players(&self, ticket: u32) -> std::ops::Range<u32> {
        self.first[ticket as usize]..self.first[ticket as usize + 1]
    }

    pub fn size(&self, ticket: u32) -> usize {
        self.players(ticket).len()
    }

    /// The number of a ticket: that of each of its players.
    pub fn number(&self, column: usize, ticket: u32) -> f64 {
        self.numbers[column][self.first[ticket as usize] as usize]
    }

    /// The set of a ticket.
    pub fn set(&self, column: usize, ticket: u32) -> &[u64] {
        &self.sets[column][ticket as usize * self.words..][..self.words]
    }

    /// The latency of a ticket's party at a location, ms.
    pub fn latency_ms(&self, party: Party, ticket: u32, location: usize) -> f64 {
        self.latencies[party as usize][ticket as usize * self.locations + location]
    }

    /// The locations where each ticket's latency is at most `max_ms`.
    pub fn within(&self, party: Party, max_ms: f64) -> Rc<[u128]> {
        let mut within = self.within.borrow_mut();
        let known = within.iter().find(|known| known.party == party && known.max == max_ms.to_bits());
        if let Some(known) = known {
            return known.masks.clone();
        }
        let latencies = &self.latencies[party as usize];
        let masks: Rc<[u128]> = (0..self.tickets())
            .map(|ticket| {
                let own = &latencies[ticket * self.locations..][..self.locations];
                mask(own, |&latency| latency <= max_ms) & self.reach[ticket]
            })
            .collect();
        within.push(Within { party, max: max_ms.to_bits(), masks: masks.clone() });
        masks
    }

    fn latencies(&mut self, compiled: &Compiled, call: &Call<'_>) -> Result<(), String> {
        let parties = compiled.parties();
        for party in &parties {
            self.latencies[*party as usize] = Vec::with_capacity(call.tickets.len() * self.locations);
        }
        let open = mask(&compiled.locations, |&datacenter| call.open.get(datacenter) == Some(&true));
        let mut rtts_ms = Vec::with_capacity(self.locations);
        for Ticket { players, .. } in call.tickets {
            let mut reach = open;
            for player in *players {
                let all = player.rtts_ms.get(..compiled.datacenters);
                let all = all.ok_or("a player has RTTs to too few datacenters")?;
                rtts_ms.clear();
                rtts_ms.extend(compiled.locations.iter().map(|&datacenter| all[datacenter]));
                reach &= mask(&rtts_ms, |&rtt| rtt != OUT_OF_REACH_MS);
            }
            self.reach.push(reach);
            for party in &parties {
                let latencies = &mut self.latencies[*party as usize];
                if players.len() == 1 {
                    latencies.extend(rtts_ms.iter().copied().map(f64::from));
                } else {
                    let at =
                        |&datacenter: &usize| players.iter().map(move |player| f64::from(player.rtts_ms[datacenter]));
                    latencies.extend(compiled.locations.iter().map(|datacenter| aggregate(at(datacenter), *party)));
                }
            }
        }
        Ok(())
    }
}

/// The words for a call that is not of the day for which the rule set was compiled.
fn other_schema() -> String {
    "a player's attributes are not those for which the rule set was compiled".to_string()
}

fn attribute<'a>(player: &Player<'a>, index: usize) -> Result<&'a Attribute, String> {
    player.attributes.get(index).ok_or_else(other_schema)
}

fn numbers(column: &NumberColumn, call: &Call<'_>) -> Result<Vec<f64>, String> {
    let mut values = Vec::new();
    for ticket in call.tickets {
        let start = values.len();
        for player in ticket.players {
            values.push(match column.from {
                From::Constant(number) => number,
                From::Attribute(index) => match attribute(player, index)? {
                    Attribute::Number(number) => *number,
                    Attribute::List(texts) if column.length => texts.len() as f64,
                    _ => return Err(other_schema()),
                },
            });
        }
        let own = &mut values[start..];
        if own.len() > 1 {
            let number = aggregate(own.iter().copied(), column.party);
            own.fill(number);
        }
    }
    Ok(values)
}

/// The number of a party.
pub(crate) fn aggregate(numbers: impl Iterator<Item = f64>, party: Party) -> f64 {
    let (mut count, mut sum, mut least, mut most) = (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY);
    for number in numbers {
        (count, sum, least, most) = (count + 1.0, sum + number, number.min(least), number.max(most));
    }
    match party {
        Party::Average => sum / count,
        Party::Least => least,
        Party::Most => most,
    }
}

fn texts(column: &TextColumn, call: &Call<'_>, of_day: u32) -> Result<Vec<u32>, String> {
    let mut values = Vec::new();
    for player in call.tickets.iter().flat_map(|ticket| ticket.players) {
        values.push(match column {
            TextColumn::Id => u32::MAX / 2 + values.len() as u32,
            TextColumn::From(From::Constant(text)) => *text,
            TextColumn::From(From::Attribute(index)) => match attribute(player, *index)? {
                Attribute::Text(symbol) if symbol.0 < of_day => symbol.0,
                _ => return Err(other_schema()),
            },
        });
    }
    Ok(values)
}

fn sets(column: &SetColumn, call: &Call<'_>, words: usize, of_day: u32) -> Result<Vec<u64>, String> {
    let mut values = vec![0_u64; call.tickets.len() * words];
    let mut own = vec![0_u64; words];
    for (ticket, set) in call.tickets.iter().zip(values.chunks_exact_mut(words)) {
        for (number, player) in ticket.players.iter().enumerate() {
            own.fill(0);
            match &column.from {
                From::Constant(texts) => texts.iter().for_each(|text| own[*text as usize / 64] |= 1 << (text % 64)),
                From::Attribute(index) => {
                    let Attribute::List(texts) = attribute(player, *index)? else { return Err(other_schema()) };
                    for text in texts {
                        if text.0 >= of_day {
                            return Err(other_schema());
                        }
                        own[text.0 as usize / 64] |= 1 << (text.0 % 64);
                    }
                }
            }
            for (all, own) in set.iter_mut().zip(&own) {
                match column.party {
                    PartySet::Intersection if number > 0 => *all &= own,
                    PartySet::Intersection | PartySet::Union => *all |= own,
                }
            }
        }
    }
    Ok(values)
}
