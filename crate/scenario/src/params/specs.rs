//! The declarations: key, bounds, default and words of every parameter.

/// What kind of value a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number, kept as an integer in units of `10^-decimals`, as are its bounds.
    Number {
        /// Digits behind the point.
        decimals: u8,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Step of the slider.
        step: i64,
        /// Value while nobody has set one.
        default: i64,
        /// How the slider spreads the range.
        slider: Slider,
    },
    /// On (`1`) or off (`0`); off by default.
    Flag,
    /// One of these words; the first by default.
    Choice(&'static [&'static str]),
    /// One of these words, the first by default, or text with a grammar of its own, checked by whoever reads it.
    Open(&'static [&'static str]),
    /// Whole numbers above zero, separated by commas; none by default.
    Weights,
    /// Free text with a grammar of its own, checked by whoever reads it; empty by default.
    Text,
    /// What goes wrong at which moment, separated by commas; none by default.
    Incidents,
}

/// How a slider spreads its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios.
    Logarithmic,
}

/// The declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Name in scripts, links and files; never reused for something else.
    pub key: &'static str,
    /// Type and bounds.
    pub kind: Kind,
    /// Unit of the value: `ms`, `s`, `days` or nothing. A `%` is shown as a hundred times the value.
    pub unit: &'static str,
    /// Heading under which the page shows it.
    pub group: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// One line of help.
    pub help: &'static str,
}

const fn whole(min: i64, max: i64, step: i64, default: i64) -> Kind {
    Kind::Number { decimals: 0, min, max, step, default, slider: Slider::Linear }
}

const fn logarithmic(min: i64, max: i64, step: i64, default: i64) -> Kind {
    Kind::Number { decimals: 0, min, max, step, default, slider: Slider::Logarithmic }
}

/// Most playlists, and so most weights.
pub(crate) const MAX_PLAYLISTS: usize = 20;

/// Most days shown.
pub(crate) const MAX_DAYS: u32 = 30;

/// Every parameter, in the order in which the page shows them.
pub const SPECS: [Spec; 61] = [
    Spec {
        key: "replay",
        kind: Kind::Number { decimals: 4, min: 0, max: 9_500, step: 100, default: 7_500, slider: Slider::Linear },
        unit: "%",
        group: "Replay",
        label: "Replay rate",
        help: "Chance that a player who has finished a match, and the pause after it, queues again.",
    },
    Spec {
        key: "ideal_ms",
        kind: whole(1, 254, 1, 50),
        unit: "ms",
        group: "Round trip",
        label: "Ideal, up to",
        help: "A searching player first accepts datacenters up to this round trip.",
    },
    Spec {
        key: "expand_ms",
        kind: whole(1, 254, 1, 100),
        unit: "ms",
        group: "Round trip",
        label: "Expanded, up to",
        help: "After the ideal time the player accepts datacenters up to this round trip. Never less than the ideal one.",
    },
    Spec {
        key: "ideal_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "Ideal only",
        help: "Seconds spent searching within the ideal round trip.",
    },
    Spec {
        key: "expand_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "then expanded",
        help: "Seconds then spent searching within the expanded round trip.",
    },
    Spec {
        key: "warm_s",
        kind: whole(1, 120, 1, 10),
        unit: "s",
        group: "Patience",
        label: "then any match",
        help: "Seconds then spent as a warm body, who completes any match whatever the round trip. After that the search has failed.",
    },
    Spec {
        key: "bots",
        kind: Kind::Flag,
        unit: "",
        group: "Patience",
        label: "Bots at the end",
        help: "A player whose search failed plays a match against bots instead of leaving.",
    },
    Spec {
        key: "players",
        kind: whole(2, 64, 1, 4),
        unit: "",
        group: "Match",
        label: "Players per match",
        help: "A match starts with exactly this many players.",
    },
    Spec {
        key: "match_s",
        kind: logarithmic(10, 7_200, 10, 300),
        unit: "s",
        group: "Match",
        label: "Match length",
        help: "Every match lasts this long.",
    },
    Spec {
        key: "pause_s",
        kind: whole(0, 600, 5, 30),
        unit: "s",
        group: "Match",
        label: "Pause between",
        help: "Time between the end of a match and the decision to queue again or to leave.",
    },
    Spec {
        key: "together",
        kind: Kind::Flag,
        unit: "",
        group: "Match",
        label: "Stay together",
        help: "Players of a match who queue again stay together, and others complete their group, instead of breaking up.",
    },
    Spec {
        key: "estimate",
        kind: Kind::Choice(&["map", "distance", "ping"]),
        unit: "",
        group: "Estimate",
        label: "Round trip from",
        help: "Where the matchmaker has round trips from: map, the latency map; distance, the great circle alone; ping, one ping to each datacenter's ping server as the player joins.",
    },
    Spec {
        key: "bad_routes",
        kind: Kind::Number { decimals: 4, min: 0, max: 5_000, step: 100, default: 0, slider: Slider::Linear },
        unit: "%",
        group: "Estimate",
        label: "Bad routes",
        help: "Share of routes that are bad. Each player has one to the game servers and one to the ping server of each datacenter.",
    },
    Spec {
        key: "bad_route_ms",
        kind: whole(1, 150, 1, 40),
        unit: "ms",
        group: "Estimate",
        label: "A bad route adds",
        help: "Mean round trip that a bad route adds to the map's; most add less, a few far more.",
    },
    Spec {
        key: "jitter_ms",
        kind: whole(0, 50, 1, 0),
        unit: "ms",
        group: "Estimate",
        label: "A ping is off by",
        help: "A ping shows up to this much less or more than its route has, every whole millisecond equally likely.",
    },
    Spec {
        key: "accelerator",
        kind: Kind::Number { decimals: 4, min: 0, max: 10_000, step: 500, default: 0, slider: Slider::Linear },
        unit: "%",
        group: "Estimate",
        label: "Accelerator",
        help: "Share of the bad routes to game servers that a network accelerator repairs. Pings do not pass through it.",
    },
    Spec {
        key: "ccu",
        kind: logarithmic(10, 1_000_000, 10, 25_000),
        unit: "",
        group: "World",
        label: "Population",
        help: "Sets how many players join: as many as give this peak CCU while everything else is at its default. Changing anything else leaves the joins as they are.",
    },
    Spec {
        key: "playlists",
        kind: whole(1, MAX_PLAYLISTS as i64, 1, 1),
        unit: "",
        group: "World",
        label: "Playlists",
        help: "Playlists or platforms that the population is split into, each with queues of its own. Whoever joins picks one and stays with it.",
    },
    Spec {
        key: "shares",
        kind: Kind::Weights,
        unit: "",
        group: "World",
        label: "Their shares",
        help: "Weights by which players pick a playlist, such as 50,30,20; none: all alike. The last one holds for all further playlists; surplus ones are ignored.",
    },
    Spec {
        key: "dcs",
        kind: Kind::Text,
        unit: "",
        group: "World",
        label: "Datacenters",
        help: "Changes to the default set: name switches one on, -name off, +name@lat,lon adds one of your own.",
    },
    Spec {
        key: "days",
        kind: whole(1, MAX_DAYS as i64, 1, 1),
        unit: "days",
        group: "World",
        label: "Days",
        help: "How many days to show, the first a Wednesday. The hours before are simulated too, but not shown.",
    },
    Spec {
        key: "seed",
        kind: whole(0, u32::MAX as i64, 1, 7),
        unit: "",
        group: "World",
        label: "Seed",
        help: "Chance itself: the same seed and parameters give the same day, bit for bit, everywhere.",
    },
    Spec {
        key: "fleet",
        kind: Kind::Choice(&["off", "broker", "register"]),
        unit: "",
        group: "Servers",
        label: "Servers from",
        help: "Where matches get servers: off, at once; broker, from a match broker; register, from servers that register themselves.",
    },
    Spec {
        key: "buffer",
        kind: whole(0, 10_000, 1, 50),
        unit: "",
        group: "Servers",
        label: "Buffer",
        help: "Servers that each datacenter keeps beyond those in use.",
    },
    Spec {
        key: "boot_s",
        kind: logarithmic(1, 3_600, 1, 30),
        unit: "s",
        group: "Servers",
        label: "Boot time",
        help: "Median; all servers boot in half to twice this time.",
    },
    fault("fault.boot_failure", "Chance that a server does not boot."),
    fault("fault.crash_in_boot", "Chance that a server crashes while it boots."),
    fault("fault.crash_before_pickup", "Chance that an allocated server crashes before it asks for its match."),
    fault("fault.crash_in_load", "Chance that a server crashes while it loads."),
    fault("fault.crash_in_match", "Chance that a server crashes in a match."),
    fault("fault.hang", "Chance that a match does not end."),
    fault("fault.zombie", "Chance that a server that gets a match says nothing more."),
    fault("fault.lost", "Chance that a message is lost."),
    fault("fault.late", "Chance that a message is late."),
    fault("fault.doubled", "Chance that a message arrives twice."),
    fault("fault.refused", "Chance that an allocator refuses."),
    fault("fault.answer_lost", "Chance that an allocator's answer is lost."),
    fault("fault.outage", "Chance of each hour that a datacenter loses its servers."),
    fault("fault.broker_restart", "Chance of each hour that the broker starts again."),
    Spec {
        key: "incidents",
        kind: Kind::Incidents,
        unit: "",
        group: "Faults",
        label: "incidents",
        help: "Faults for a minute each, such as outage@18:30,lost@20:00; herd: 50 times the joins.",
    },
    ranked(
        "ranked",
        Kind::Open(&["off", "1v1", "2v2", "3v3", "5v5"]),
        "Mode",
        "Ranked matches for accounts with a rating: off, two teams (1v1, 2v2, 3v3, 5v5) or free for all, such as ffa8.",
    ),
    ranked("rating", Kind::Choice(&["glicko2", "elo", "wenglin"]), "Rating", "The system that decides."),
    ranked(
        "shadow",
        Kind::Choice(&["off", "glicko2", "elo", "wenglin"]),
        "Shadow",
        "A system that rates the same matches beside it and decides nothing.",
    ),
    ranked(
        "tau",
        Kind::Number { decimals: 2, min: 20, max: 120, step: 5, default: 50, slider: Slider::Linear },
        "Tau",
        "How fast Glicko-2 lets volatility change.",
    ),
    ranked(
        "queue",
        Kind::Choice(&["windows", "bands", "global"]),
        "Queue",
        "windows that widen in each region, fixed bands of rating, or one global pool.",
    ),
    ranked(
        "widening",
        Kind::Open(&["a", "b"]),
        "Widening",
        "Preset a or b, or steps of seconds:points:ms, such as 0:100:50/60:400:120.",
    ),
    ranked("widen_by", Kind::Choice(&["oldest", "newest", "average"]), "Widens by", "Whose age widens the window."),
    ranked("accounts", logarithmic(100, 1_000_000, 100, 20_000), "Accounts", "Accounts there are at first."),
    ranked("skill_sd", whole(0, 1_000, 10, 300), "Skill spread", "Standard deviation of true skill, in points."),
    ranked(
        "activity",
        Kind::Open(&["60x1/30x4/10x16", "1x1"]),
        "Activity",
        "Classes of accounts: their share x how often they come, relative to others.",
    ),
    ranked("newcomers", share(20), "New accounts", "Share of joins by accounts that are new."),
    ranked("smurfs", share(500), "Smurfs", "Share of new accounts that skilled players hide behind."),
    ranked("parties", share(2_000), "Parties", "Share of joins that wait for friends and queue with them."),
    ranked(
        "picky",
        share(500),
        "Constraints",
        "Share of accounts that refuse crossplay, half of the maps, or other regions.",
    ),
    ranked(
        "ready",
        Kind::Choice(&["accept", "instant", "double"]),
        "Ready check",
        "All accept; no check below 1400 points; or all accept twice.",
    ),
    ranked("accept_rate", share(9_700), "Accept", "Chance that a player accepts."),
    ranked("cancel_all", Kind::Flag, "Cancel all", "A failed check sends everybody out of the queue."),
    ranked("leave_rate", share(200), "Leavers", "Chance that a player leaves a match before its end."),
    ranked("season", Kind::Choice(&["soft", "hard", "floors", "rolling"]), "Season", "How a season resets ratings."),
    ranked("season_days", whole(1, 365, 1, 90), "Season length", "Days of a season."),
    ranked(
        "player_actions",
        Kind::Text,
        "Player actions",
        "What a person did, such as 64800:join:50.11:8.68:1500:0/64809:accept/66000:leave.",
    ),
];

/// A parameter of the ranked ladder.
const fn ranked(key: &'static str, kind: Kind, label: &'static str, help: &'static str) -> Spec {
    let unit = match kind {
        Kind::Number { decimals: 4, .. } => "%",
        _ => "",
    };
    Spec { key, kind, unit, group: "Ranked", label, help }
}

/// A share to four decimals.
const fn share(default: i64) -> Kind {
    Kind::Number { decimals: 4, min: 0, max: 10_000, step: 100, default, slider: Slider::Linear }
}

/// A fault of servers, broker or messages: a chance to six decimals.
const fn fault(key: &'static str, help: &'static str) -> Spec {
    let kind = Kind::Number { decimals: 6, min: 0, max: 1_000_000, step: 1_000, default: 0, slider: Slider::Linear };
    Spec { key, kind, unit: "%", group: "Faults", label: key, help }
}

/// Where matches get servers, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetFlow {
    /// One at once for each.
    Off,
    /// A match broker allocates them.
    Broker,
    /// They reserve and register themselves.
    Register,
}

/// Where the matchmaker has its RTTs from, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The latency maps.
    Map,
    /// The length of the great circle.
    Distance,
    /// One ping a player and datacenter.
    Ping,
}

/// Rating systems, in the order of the parameters' words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingSystem {
    /// Glickman's.
    Glicko2,
    /// With K of games and points.
    Elo,
    /// The Bayesian family.
    WengLin,
}

/// How a ranked queue narrows who meets whom, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedQueue {
    /// Windows that widen, region by region.
    Windows,
    /// Fixed bands of points.
    Bands,
    /// One pool of all regions.
    Global,
}

/// Whose age widens a window, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidenBy {
    /// That of the ticket that has waited longest.
    Oldest,
    /// That of the ticket that has waited shortest.
    Newest,
    /// The mean.
    Average,
}

/// What is asked before a ranked match starts, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// Everybody accepts.
    Accept,
    /// Nothing of low ratings.
    Instant,
    /// Everybody accepts twice.
    Double,
}

/// How seasons begin, in the order of the parameter's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Season {
    /// Ratings move towards their mean.
    Soft,
    /// All start anew.
    Hard,
    /// Soft, but nobody falls through the floor of a tier.
    Floors,
    /// Soft, at another time in each mode.
    Rolling,
}
