//! Presets: the named scenarios of the page's menu.

/// A named set of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name for people.
    pub label: &'static str,
    /// A sentence about it.
    pub help: &'static str,
    /// The parameters that differ from their defaults: keys, and values as text.
    pub params: &'static [(&'static str, &'static str)],
}

/// The presets, the defaults first.
pub const PRESETS: [Preset; 6] = [
    Preset {
        label: "Article defaults",
        help: "25,000 players at the peak, 4 per match, round trips up to 50 ms, after 10 s up to 100 ms.",
        params: &[],
    },
    Preset {
        label: "Small population",
        help: "500 players at the peak: too few for a match everywhere at every hour.",
        params: &[("ccu", "500")],
    },
    Preset {
        label: "Launch",
        help: "A first weekend: the joins of 40,000 players at the peak, and a replay rate of 90 %.",
        params: &[("ccu", "40000"), ("replay", "0.9")],
    },
    Preset {
        label: "Lima by distance",
        help: "Lima is closer to S\u{e3}o Paulo by distance, but to Miami by latency: matching by distance picks the wrong datacenter.",
        params: &[("dcs", "-bogota,-santiago"), ("estimate", "distance"), ("ideal_ms", "80")],
    },
    Preset {
        label: "Players mind waiting",
        help: "3,000 players at the peak, who each lose 5 points of their replay rate for every 10 s of waiting.",
        params: &[("ccu", "3000"), ("replay_wait", "5")],
    },
    Preset {
        label: "Players mind lag",
        help: "3,000 players at the peak, who each lose 10 points of their replay rate for every 50 ms above the ideal round trip.",
        params: &[("ccu", "3000"), ("replay_rtt", "10")],
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
