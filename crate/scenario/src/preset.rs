//! Scenarios worth starting from.

/// A named set of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name for people.
    pub label: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// What differs from the defaults: keys and values as text.
    pub params: &'static [(&'static str, &'static str)],
}

/// The presets, the defaults first.
pub const PRESETS: [Preset; 4] = [
    Preset {
        label: "As the article",
        help: "25,000 players at the peak, four a match, 50 ms at first and 100 ms after ten seconds.",
        params: &[],
    },
    Preset {
        label: "Small population",
        help: "500 players at the peak: too few to match everywhere at every hour.",
        params: &[("ccu", "500")],
    },
    Preset {
        label: "Launch",
        help: "The joins of a game of 40,000, and nine of ten players want another match: the first weekend.",
        params: &[("ccu", "40000"), ("replay", "0.9")],
    },
    Preset {
        label: "Lima by distance",
        help: "Lima is nearer to S\u{e3}o Paulo by distance, to Miami by latency: the great circle leads it astray.",
        params: &[("dcs", "-bogota,-santiago"), ("estimate", "distance"), ("ideal_ms", "80")],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid_and_differ() {
        for preset in PRESETS {
            let mut params = crate::Params::default();
            for (key, text) in preset.params {
                params.set(key, text).unwrap();
            }
            assert_eq!(params.changed().count(), preset.params.len(), "{}", preset.label);
        }
    }
}
