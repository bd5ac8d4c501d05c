//! The runs of a sweep, in threads.

use crate::error::CliError;
use crate::fleet_config::FleetConfig;
use matchday_scenario::Params;
use matchday_sim::{SimulationData, World};
use matchday_study::sweep::{Figures, Spec};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

/// What runs are made of beside their parameters.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub dataset: &'a SimulationData,
    /// The configuration of servers in files.
    pub fleet_config: Option<&'a FleetConfig>,
}

/// Makes these runs of a sweep in threads, and calls `take` with the figures of each run as it ends, in any
/// order.
///
/// # Errors
/// An invalid world, or an error of `take`; no run starts after an error.
pub fn make(
    spec: &Spec,
    source: Source<'_>,
    runs: &[usize],
    jobs: usize,
    mut take: impl FnMut(usize, Figures) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let worlds = Worlds { dataset: source.dataset, latest: Mutex::new(None) };
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, made) = mpsc::channel();
        for _ in 0..jobs.min(runs.len()) {
            let (sender, worlds, next) = (sender.clone(), &worlds, &next);
            scope.spawn(move || {
                while let Some(&run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let params = spec.run(run).params;
                    let figures = worlds.of(&params).and_then(|world| {
                        let fleet = source.fleet_config.map(|files| files.rules(&world, &params)).transpose()?;
                        Ok(Figures::simulate(&world, &params, fleet.flatten(), spec.parts())?)
                    });
                    // After an error the receiver is gone.
                    if sender.send((run, figures)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        made.into_iter().try_for_each(|(run, figures)| take(run, figures?))
    })
}

/// The latest world. Runs start in order, so the next run nearly always needs it.
struct Worlds<'a> {
    dataset: &'a SimulationData,
    latest: Mutex<Option<(Vec<String>, Arc<World>)>>,
}

impl Worlds<'_> {
    fn of(&self, params: &Params) -> Result<Arc<World>, CliError> {
        let wanted: Vec<String> = World::KEYS.iter().map(|&key| params.text(key)).collect();
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((key, world)) = &*latest
            && *key == wanted
        {
            return Ok(Arc::clone(world));
        }
        let world = Arc::new(World::new(self.dataset, params)?);
        *latest = Some((wanted, Arc::clone(&world)));
        Ok(world)
    }
}
