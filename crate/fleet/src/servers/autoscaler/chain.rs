//! Several policies in a row.

use super::{Look, Policy, Scale};

/// Several policies, of which the first that applies decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain(pub Vec<Link>);

/// A policy of a [`Chain`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// Its name.
    pub id: String,
    /// Decides, if it applies.
    pub policy: Policy,
}

impl Chain {
    /// How many servers are wanted; `None` where none of the policies applies.
    pub fn scale(&self, look: &Look<'_>) -> Option<Scale> {
        self.0.iter().find_map(|link| link.policy.scale(look))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{absolute, look};
    use super::super::{Schedule, Windows};
    use super::*;

    #[test]
    fn the_first_that_applies_decides() {
        let evening = |cron: &str, size| {
            let windows = Windows { cron: cron.parse().unwrap(), utc_offset_s: 0, duration_s: Some(3_600) };
            let schedule =
                Schedule { start_s: None, end_s: None, windows: Some(windows), policy: Box::new(absolute(size)) };
            Policy::Schedule(schedule)
        };
        let link = |id: &str, policy| Link { id: id.to_owned(), policy };
        let mut chain =
            Chain(vec![link("peak", evening("0 18 * * *", 50)), link("evening", evening("30 17 * * *", 20))]);
        let at = |chain: &Chain, hour: i64, minute: i64| {
            chain.scale(&look(10, (hour * 60 + minute) * 60)).map(|scale| scale.replicas)
        };
        assert_eq!((at(&chain, 17, 45), at(&chain, 18, 15), at(&chain, 18, 45)), (Some(30), Some(60), Some(60)));
        assert_eq!((at(&chain, 12, 0), at(&chain, 19, 0)), (None, None));
        chain.0.push(link("else", absolute(5)));
        assert_eq!((at(&chain, 12, 0), at(&chain, 18, 15)), (Some(15), Some(60)));
        chain.0.insert(0, link("webhook", Policy::NotSimulated));
        assert_eq!(at(&chain, 18, 15), Some(60));
        assert_eq!(Chain(vec![]).scale(&look(10, 0)), None);
    }
}
