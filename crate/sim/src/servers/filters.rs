//! The filters of a broker, with any evaluator.

use matchday_fleet::broker::{Accepts, FilterId, Properties};
use std::fmt::Debug;

/// Filters of a day with servers; [`Filters::default`] accept every match.
#[derive(Debug)]
pub struct Filters(Box<dyn Reader>);

/// Evaluates filters. Implemented for every type that a day can store.
trait Reader: Accepts + Debug + Send {
    fn boxed(&self) -> Box<dyn Reader>;
}

impl<A: Accepts + Clone + Debug + Send + 'static> Reader for A {
    fn boxed(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}

impl Filters {
    /// Filters evaluated by `read_by`.
    pub fn new(read_by: impl Accepts + Clone + Debug + Send + 'static) -> Self {
        Self(Box::new(read_by))
    }
}

impl Accepts for Filters {
    fn accepts(&self, filter: FilterId, properties: &Properties) -> bool {
        self.0.accepts(filter, properties)
    }
}

impl Clone for Filters {
    fn clone(&self) -> Self {
        Self((*self.0).boxed())
    }
}

impl Default for Filters {
    fn default() -> Self {
        Self::new(Everything)
    }
}

/// Accepts every match.
#[derive(Clone, Copy, Debug)]
struct Everything;

impl Accepts for Everything {
    fn accepts(&self, _: FilterId, _: &Properties) -> bool {
        true
    }
}
