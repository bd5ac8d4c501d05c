//! Classes of equivalent players, the unit of counting of an aggregate day.

use crate::alias::Alias;
use crate::world::World;
use matchday_atlas::JoinsGrid;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_base::{CellId, DatacenterIndex, Rng};
use matchday_matchmaker::{ClassId, RowId, SetId};
use rand::RngExt;
use std::collections::BTreeMap;

/// The classes of a world: cells of one time zone with the same datacenters within the caps.
///
/// Players of a class join by the same curve, search in the same queues and fail equally often. So the share
/// of its players from each cell is constant: the share of the cell's weight.
#[derive(Clone, Debug)]
pub struct Classes {
    of_cell: Vec<ClassId>,
    classes: Vec<Class>,
}

#[derive(Clone, Debug)]
struct Class {
    zone_quarters: i8,
    at_first: SetId,
    weight: u64,
    cells: Alias<CellId>,
    /// For each datacenter of `at_first`: RTTs, ascending, with the share of the weight at this RTT or less.
    rtts: Vec<(DatacenterIndex, Vec<(u16, f64)>)>,
}

impl Classes {
    /// Groups the cells of a world with these joins.
    pub fn new(world: &World, joins: &JoinsGrid) -> Self {
        let mut members = BTreeMap::<_, Vec<(CellId, u64)>>::new();
        for (cell, at) in joins.cells().iter().zip(0..) {
            let (row, id) = (RowId(at), CellId(at));
            let alike = (cell.zone_quarters, world.latencies.ideal_set(row), world.latencies.expand_set(row));
            members.entry(alike).or_default().push((id, u64::from(cell.weight())));
        }
        let mut of_cell = vec![ClassId::default(); joins.cells().len()];
        for (cells, class) in members.values().zip(0..) {
            cells.iter().for_each(|(cell, _)| of_cell[cell.index()] = ClassId(class));
        }
        let class = |((zone_quarters, ..), cells): ((i8, SetId, SetId), Vec<(CellId, u64)>)| {
            let at_first = cells.first().map_or(SetId::NONE, |(cell, _)| world.latencies.at_first(RowId(cell.0)));
            let at = world.latencies.datacenters_of(at_first);
            Class {
                zone_quarters,
                at_first,
                weight: cells.iter().map(|(_, weight)| weight).sum(),
                cells: Alias::new(&cells),
                rtts: at.map(|datacenter| (datacenter, rtts(world, datacenter, &cells))).collect(),
            }
        };
        Self { of_cell, classes: members.into_iter().map(class).collect() }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.classes.len()
    }

    /// The class of a cell.
    pub fn of(&self, cell: CellId) -> ClassId {
        self.of_cell[cell.index()]
    }

    /// The datacenters whose queues NEW players of each class join.
    pub fn at_first(&self) -> Vec<SetId> {
        self.classes.iter().map(|class| class.at_first).collect()
    }

    /// Time zone and weight of each class, by its number.
    pub fn weights(&self) -> Vec<(i8, u64)> {
        self.classes.iter().map(|class| (class.zone_quarters, class.weight)).collect()
    }

    /// Draws the cell of a player of a class.
    pub fn cell(&self, class: ClassId, rng: &mut Rng) -> CellId {
        self.classes[class.index()].cells.draw(rng)
    }

    /// The RTTs of `players` players of a class at a datacenter, each with its number of players: in
    /// proportion to the weights, randomly rounded to whole players.
    pub fn rtts(
        &self,
        class: ClassId,
        datacenter: DatacenterIndex,
        players: u32,
        rng: &mut Rng,
    ) -> impl Iterator<Item = (u16, u32)> {
        let rtts = self.classes[class.index()].rtts.iter().find(|(at, _)| *at == datacenter);
        // Systematic sampling: players are one share apart, and the position of the first is drawn.
        let (players, first) = (f64::from(players), f64::from(rng.random::<f32>()));
        let mut before = 0;
        rtts.into_iter().flat_map(|(_, rtts)| rtts).map(move |&(ms, share)| {
            let up_to = (players * share + first) as u32;
            (ms, up_to - std::mem::replace(&mut before, up_to))
        })
    }
}

/// The RTTs of cells to a datacenter, ascending, each with the share of the weight up to it; the last is 1.
fn rtts(world: &World, datacenter: DatacenterIndex, cells: &[(CellId, u64)]) -> Vec<(u16, f64)> {
    let mut weights = [0; OUT_OF_REACH_MS as usize + 1];
    for (cell, weight) in cells {
        weights[usize::from(world.columns[datacenter.index()][cell.index()])] += weight;
    }
    let total: u64 = weights.iter().sum();
    let mut up_to = 0;
    let found = (0..).zip(weights).filter(|&(_, weight)| weight > 0);
    let share = |(ms, weight)| {
        up_to += weight;
        (ms, up_to as f64 / total as f64)
    };
    found.map(share).collect()
}
