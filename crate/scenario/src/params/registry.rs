//! Every parameter, declared once: to add one, add an entry here (its form: [`declare`](super::declare)).

use super::Params;
use super::declare::parameters;
use super::needs::Need;
use super::page::PageView;
use super::spec::{Kind, Spec, choice, decimals, off_or, whole};
use super::values::{Choice, Read};

/// Highest number of playlists, and of weights.
pub(super) const MAX_PLAYLISTS: usize = 20;

/// Highest number of shown days.
pub const MAX_DAYS: u32 = 30;

/// Highest number of days of a ladder before the first shown one.
pub const MAX_LADDER_DAYS: u32 = 60;

/// A share, to four decimals.
const fn share() -> Kind {
    decimals(4, 0, 10_000).step(100)
}

/// Percentage points of the replay rate, to two decimals.
const fn points() -> Kind {
    decimals(2, 0, 10_000).step(50)
}

/// The probability of a fault of servers, broker or messages, to six decimals.
const fn chance() -> Kind {
    decimals(6, 0, 1_000_000).step(1_000)
}

parameters! {
    "Replay" {
        Replay {
            key: "replay",
            kind: decimals(4, 0, 9_500).step(100).default(7_500),
            unit: "%",
            label: "Replay rate",
            help: "Chance that a player who has finished a match, and the pause after it, queues again.",
            views: [Matchmaking, Rules],
            main: Matchmaking,
            /// Replay probability, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
            get: replay -> u32,
        }
        ReplayWait {
            key: "replay_wait",
            kind: points(),
            unit: "pts",
            label: "Lost per 10 s of waiting",
            help: "Points that a player's replay rate loses for every 10 seconds that its last search took, the wait for a server included.",
            views: [Matchmaking],
            needs: [Need::Unranked, Need::Raised(Key::Replay)],
            /// Points lost per 10 s waited, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
            get: replay_wait -> u32,
        }
        ReplayRtt {
            key: "replay_rtt",
            kind: points(),
            unit: "pts",
            label: "Lost per 50 ms of lag",
            help: "Points that a player's replay rate loses for every 50 ms by which the round trip of its last match was above the ideal limit.",
            views: [Matchmaking],
            needs: [Need::Unranked, Need::Raised(Key::Replay)],
            /// Points lost per 50 ms above the ideal cap, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
            get: replay_rtt -> u32,
        }
        ReplayBots {
            key: "replay_bots",
            kind: points(),
            unit: "pts",
            label: "Lost after bots",
            help: "Points that a player's replay rate loses after a match against bots.",
            views: [Matchmaking],
            needs: [Need::Unranked, Need::Raised(Key::Replay), Need::Raised(Key::Bots)],
            /// Points lost after a match against bots, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
            get: replay_bots -> u32,
        }
        ReplayLost {
            key: "replay_lost",
            kind: points().default(500),
            unit: "pts",
            label: "Lost per match that failed",
            help: "Points that a player's replay rate loses for every match since its last decision that got no server, lost it, or failed otherwise.",
            views: [Matchmaking, Servers],
            needs: [Need::Unranked, Need::Servers, Need::Raised(Key::Replay)],
            /// Points lost for a match that failed, in units of 1 / [`REPLAY_ONE`](Self::REPLAY_ONE).
            get: replay_lost -> u32,
        }
    }
    "Round trip" {
        IdealMs {
            key: "ideal_ms",
            kind: whole(1, 1_000).default(50),
            unit: "ms",
            label: "Ideal limit",
            help: "A searching player first accepts datacenters up to this round trip.",
            views: [Matchmaking, World],
            main: World,
            /// RTT limit of the ideal search, in ms.
            get: ideal_ms -> u16,
        }
        ExpandMs {
            key: "expand_ms",
            kind: whole(1, 1_000).default(100),
            unit: "ms",
            label: "Expanded limit",
            help: "After the ideal search the player accepts datacenters up to this round trip. Never below the ideal limit.",
            views: [Matchmaking, World],
        }
    }
    "Search" {
        IdealS {
            key: "ideal_s",
            kind: whole(1, 120).default(10),
            unit: "s",
            label: "Ideal search",
            help: "Time spent searching within the ideal limit.",
            views: [Matchmaking],
            needs: [Need::Article],
            /// Length of the ideal search in seconds.
            get: ideal_s -> u32,
        }
        ExpandS {
            key: "expand_s",
            kind: whole(1, 120).default(10),
            unit: "s",
            label: "Expanded search",
            help: "Time then spent searching within the expanded limit.",
            views: [Matchmaking],
            needs: [Need::Article],
            /// Length of the expanded search in seconds.
            get: expand_s -> u32,
        }
        WarmS {
            key: "warm_s",
            kind: whole(1, 120).default(10),
            unit: "s",
            label: "Search at any round trip",
            help: "Time then spent as a warm body, who completes any match whatever the round trip. After that the search has failed.",
            views: [Matchmaking],
            needs: [Need::Article],
            /// Length of the search as a warm body in seconds.
            get: warm_s -> u32,
        }
        Bots {
            key: "bots",
            kind: Kind::Flag,
            unit: "",
            label: "Bots after failed searches",
            help: "A player whose search failed plays a match against bots instead of leaving.",
            views: [Matchmaking],
            needs: [Need::Unranked],
            /// Whether a failed search ends in a match against bots.
            get: bots -> bool,
        }
        PatienceS {
            key: "patience_s",
            kind: whole(10, 600).step(5).default(120),
            unit: "s",
            label: "Patience",
            help: "A player who has searched, or waited for a server, this long in all gives up and leaves.",
            views: [Matchmaking, Servers],
            needs: [Need::Unranked],
            /// Seconds of searching and waiting for a server in all, after which a player gives up.
            get: patience_s -> u32,
        }
        IntervalS {
            key: "interval_s",
            kind: whole(1, 30),
            unit: "s",
            label: "Matchmaker interval",
            help: "How often the matchmaker forms matches. Players join, and searches time out, in every second.",
            views: [Matchmaking, Rules],
            needs: [Need::Unranked],
            /// Seconds from one run of the matchmaker to the next.
            get: interval_s -> u32,
        }
    }
    "Rules" {
        Policy {
            key: "policy",
            kind: choice::<Policy>(),
            unit: "",
            label: "Matchmaker",
            help: "Who forms the matches: article, the matchmaker of the article, or the windows of a ranked queue; rules, a FlexMatch rule set; plugin, your own code as a Wasm module.",
            views: [],
            enum Policy {
                /// The matchmaker of the article, on ranked days the windows of the queue.
                Article = "article",
                /// A FlexMatch rule set.
                Rules = "rules",
                /// A Wasm module.
                Plugin = "plugin",
            }
            /// Who forms the matches.
            get: policy -> Policy,
        }
        Rules {
            key: "rules",
            kind: Kind::Text,
            unit: "",
            label: "Rule set",
            help: "A FlexMatch rule set as JSON. On the command line also the path of its file.",
            views: [],
            needs: [Need::Rules],
            /// The rule set, as JSON.
            get: rules -> &str,
        }
        RulesConfig {
            key: "rules_config",
            kind: Kind::Text,
            unit: "",
            label: "Matchmaking configuration",
            help: "The MatchmakingConfiguration of the rule set as JSON: its time-outs, and on ranked days who is asked. On the command line also the path of its file.",
            views: [],
            needs: [Need::Rules],
            /// The matchmaking configuration, as JSON; empty: the defaults.
            get: rules_config -> &str,
        }
        Regions {
            key: "regions",
            kind: Kind::Text,
            unit: "",
            label: "Regions",
            help: "The datacenters of AWS regions where they differ from the table, such as eu-west-1:dublin;us-east-1:newyork.",
            views: [],
            needs: [Need::Rules],
            /// Datacenters of AWS regions, as text.
            get: regions -> &str,
        }
        Attributes {
            key: "attributes",
            kind: Kind::Text,
            unit: "",
            label: "Attributes of players",
            help: "Attributes and their distributions, such as skill:normal(1500,300);mode:tdm*3|ctf;maps:some(town|woods*0.2).",
            views: [],
            needs: [Need::Attributes],
            /// The distributions of the players' attributes, as text.
            get: attributes -> &str,
        }
        Plugin {
            key: "plugin",
            kind: Kind::Text,
            unit: "",
            label: "Plug-in",
            help: "The file name of the Wasm module that forms the matches. On the command line the path of the file.",
            views: [],
            needs: [Need::Plugin],
            /// The file name of the module.
            get: plugin -> &str,
        }
        Code {
            key: "code",
            kind: Kind::Text,
            unit: "",
            label: "Code",
            help: "The source of a plug-in in AssemblyScript, which the page compiles.",
            views: [],
            needs: [Need::Plugin],
            /// The source of the plug-in.
            get: code -> &str,
        }
        Constants {
            key: "constants",
            kind: Kind::Text,
            unit: "",
            label: "Constants",
            help: "Numbers that the plug-in reads, such as WIDEN_AFTER:12;START:40.",
            views: [],
            needs: [Need::Plugin],
            /// The constants of the plug-in, as text.
            get: constants -> &str,
        }
        RequestTimeoutS {
            key: "request_timeout_s",
            kind: whole(1, 43_200).default(60),
            unit: "s",
            label: "Request time-out",
            help: "Seconds after which a ticket without a match fails.",
            views: [],
            needs: [Need::Plugin],
            /// Seconds after which a ticket without a match fails.
            get: request_timeout_s -> u32,
        }
    }
    "Match" {
        Players {
            key: "players",
            kind: whole(2, 64).default(4),
            unit: "",
            label: "Players per match",
            help: "A match starts with exactly this many players.",
            views: [Matchmaking, Rules],
            needs: [Need::MatchSize],
            /// Players per match.
            get: players -> u32,
        }
        MatchS {
            key: "match_s",
            kind: whole(10, 7_200).step(10).default(300).logarithmic(),
            unit: "s",
            label: "Match length",
            help: "Mean length of a match.",
            views: [Matchmaking],
            /// Mean match length in seconds.
            get: match_s -> u32,
        }
        MatchSdS {
            key: "match_sd_s",
            kind: whole(0, 1_800).step(5),
            unit: "s",
            label: "Spread of match lengths",
            help: "Standard deviation of the normal distribution of match lengths, which is cut at three standard deviations and at 30 s. At 0 all matches have the same length.",
            views: [Matchmaking],
            needs: [Need::Unranked],
            /// Standard deviation of the match length in seconds.
            get: match_sd_s -> u32,
        }
        QuitRate {
            key: "quit_rate",
            kind: share(),
            unit: "%",
            label: "Players who quit a match",
            help: "Share of players who leave the game in the middle of a match, every moment equally likely. The others play on.",
            views: [Matchmaking],
            needs: [Need::Unranked],
            /// Share of players who leave during a match, of [`SHARE_ONE`](Self::SHARE_ONE).
            get: quit_rate -> u32,
        }
        PauseS {
            key: "pause_s",
            kind: whole(0, 600).step(5).default(30),
            unit: "s",
            label: "Pause between matches",
            help: "Time between the end of a match and the decision to queue again or to leave.",
            views: [Matchmaking],
            /// Pause between matches in seconds.
            get: pause_s -> u32,
        }
        Together {
            key: "together",
            kind: Kind::Flag,
            unit: "",
            label: "Stay together",
            help: "Players of a match who queue again stay together, and others complete their group, instead of breaking up.",
            views: [Matchmaking],
            needs: [Need::Article, Need::Raised(Key::Replay)],
            /// Whether the players of a match who queue again stay together.
            get: together -> bool,
        }
        AvoidRematch {
            key: "avoid_rematch",
            kind: Kind::Flag,
            unit: "",
            label: "Avoid rematches",
            help: "Players who met in their last match are put into different matches wherever that leaves nobody else unmatched.",
            views: [Matchmaking],
            needs: [Need::Article],
            /// Whether players who met in their last match are kept apart.
            get: avoid_rematch -> bool,
        }
    }
    "Estimate" {
        Estimate {
            key: "estimate",
            kind: choice::<Estimate>(),
            unit: "",
            label: "Round trips from",
            help: "How the matchmaker estimates round trips: map, the latency map; distance, the great circle alone; ping, one ping to the ping server of each datacenter when the player joins.",
            views: [Matchmaking, World],
            enum Estimate {
                /// The latency maps.
                Map = "map",
                /// The distance along the great circle.
                Distance = "distance",
                /// One ping per player and datacenter.
                Ping = "ping",
            }
            /// The source of the matchmaker's RTTs.
            get: estimate -> Estimate,
        }
        BadRoutes {
            key: "bad_routes",
            kind: decimals(4, 0, 5_000).step(100),
            unit: "%",
            label: "Bad routes",
            help: "Share of bad routes. Each player has one route to the game servers and one to the ping server of each datacenter.",
            views: [Matchmaking, World],
            /// Share of bad routes, in units of 1 / [`SHARE_ONE`](Self::SHARE_ONE).
            get: bad_routes -> u32,
        }
        BadRouteMs {
            key: "bad_route_ms",
            kind: whole(1, 150).default(40),
            unit: "ms",
            label: "Mean delay of bad routes",
            help: "Mean round trip that a bad route adds to that of the map. Most add less, a few far more.",
            views: [Matchmaking, World],
            needs: [Need::Raised(Key::BadRoutes)],
            /// Mean delay of a bad route, ms of RTT.
            get: bad_route_ms -> u16,
        }
        JitterMs {
            key: "jitter_ms",
            kind: whole(0, 50),
            unit: "ms",
            label: "Largest ping error",
            help: "A ping is up to this much below or above the round trip of its route, every whole millisecond equally likely.",
            views: [Matchmaking, World],
            needs: [Need::Pings],
            /// Largest error of a ping, ms.
            get: jitter_ms -> u16,
        }
        Accelerator {
            key: "accelerator",
            kind: decimals(4, 0, 10_000).step(500),
            unit: "%",
            label: "Routes repaired",
            help: "Share of the bad routes to game servers that a network accelerator repairs. Pings do not pass through it.",
            views: [Matchmaking, World],
            needs: [Need::Raised(Key::BadRoutes)],
            /// Share of the bad routes to game servers that are repaired, in units of 1 / [`SHARE_ONE`](Self::SHARE_ONE).
            get: accelerator -> u32,
        }
    }
    "World" {
        Ccu {
            key: "ccu",
            kind: whole(10, 1_000_000).step(10).default(25_000).logarithmic(),
            unit: "",
            label: "Population",
            help: "Sets how many players join: as many as give this peak CCU with every other parameter at its default. Other parameters do not change the joins.",
            views: [Matchmaking, Rules, Servers, Ranked],
            needs: [Need::ScaledJoins],
            /// Peak CCU of the joins with every other parameter at its default.
            get: ccu -> u32,
        }
        Joins {
            key: "joins",
            kind: choice::<Joins>(),
            unit: "",
            label: "Recorded joins",
            help: "How recorded joins are simulated: shape, as many as the population, with the times and places of the recorded day; exact, every row at its own second, whatever the population.",
            views: [Matchmaking, World],
            enum Joins {
                /// Times and places of the recorded day, scaled to the population.
                Shape = "shape",
                /// Every row at its own second of every day, unscaled.
                Exact = "exact",
            }
            /// How recorded joins are simulated.
            get: joins -> Joins,
        }
        Playlists {
            key: "playlists",
            kind: whole(1, MAX_PLAYLISTS as i64),
            unit: "",
            label: "Playlists",
            help: "Playlists or platforms that divide the population, each with its own queues. A player picks one on joining and stays with it.",
            views: [Matchmaking],
            needs: [Need::Unranked],
            /// Number of playlists.
            get: playlists -> u32,
        }
        Shares {
            key: "shares",
            kind: Kind::Weights,
            unit: "",
            label: "Playlist shares",
            help: "Weights by which players pick a playlist, such as 50,30,20; empty: equal shares. The last weight holds for all further playlists; surplus weights are ignored.",
            views: [Matchmaking],
            needs: [Need::Unranked, Need::Raised(Key::Playlists)],
        }
        Dcs {
            key: "dcs",
            kind: Kind::Text,
            unit: "",
            label: "Datacenters",
            help: "Changes to the default set: name switches one on, -name off, +name@lat,lon adds a new one.",
            views: [World],
            /// Changes to the default set of datacenters.
            get: dcs -> &str,
        }
        Days {
            key: "days",
            kind: whole(1, MAX_DAYS as i64),
            unit: "days",
            label: "Days",
            help: "Number of days shown. The hours before are simulated too, but not shown.",
            views: [Matchmaking, Ranked],
            /// Number of shown days.
            get: days -> u32,
        }
        Seed {
            key: "seed",
            kind: whole(0, u32::MAX as i64).default(7),
            unit: "",
            label: "Seed",
            help: "Start of the random numbers: the same seed and parameters give the same day, bit for bit, everywhere.",
            views: [Matchmaking],
            /// Seed of the run.
            get: seed -> u32,
        }
    }
    "Servers" {
        Fleet {
            key: "fleet",
            kind: choice::<FleetFlow>(),
            unit: "",
            label: "Servers from",
            help: "How matches get servers: off, at once; broker, from a match broker; register, from servers that register themselves.",
            views: [Servers],
            enum FleetFlow {
                /// Every match has a server at once.
                Off = "off",
                /// A match broker allocates servers.
                Broker = "broker",
                /// Servers reserve and register themselves.
                Register = "register",
            }
            /// The way in which matches get servers.
            get: fleet -> FleetFlow,
        }
        Buffer {
            key: "buffer",
            kind: whole(0, 10_000).default(50),
            unit: "",
            label: "Buffer",
            help: "Servers that each datacenter keeps beyond those in use.",
            views: [Servers],
            main: Servers,
            needs: [Need::Servers],
            /// Servers that each datacenter keeps beyond those in use.
            get: buffer -> u32,
        }
        BootS {
            key: "boot_s",
            kind: whole(1, 3_600).default(30).logarithmic(),
            unit: "s",
            label: "Boot time",
            help: "Median boot time; every server boots in half to twice this time.",
            views: [Servers],
            needs: [Need::Servers],
            /// Median boot time of a server in seconds.
            get: boot_s -> u32,
        }
        NextMatch {
            key: "next_match",
            kind: share().default(10_000),
            unit: "%",
            label: "Servers that take a next match",
            help: "Share of matches after which the server asks for its next match. After the others it shuts down and is replaced.",
            views: [Servers],
            needs: [Need::Servers, Need::SeveralMatches],
            /// Share of matches after which a server asks for its next, of [`SHARE_ONE`](Self::SHARE_ONE).
            get: next_match -> u32,
        }
        SessionLimit {
            key: "session_limit",
            kind: whole(0, 10_000),
            unit: "",
            label: "Matches per server",
            help: "Number of matches after which a server shuts down and is replaced; 0: no limit.",
            views: [Servers],
            needs: [Need::Servers, Need::Raised(Key::NextMatch)],
            /// Matches after which a server shuts down; 0: no limit.
            get: session_limit -> u32,
        }
        ClientTimeoutS {
            key: "client_timeout_s",
            kind: whole(1, 600).default(15).logarithmic(),
            unit: "s",
            label: "Client timeout",
            help: "Time after which players notice that the server of their match is gone, and search again.",
            views: [Servers],
            needs: [Need::Servers],
            /// Seconds after which players notice that their server is gone.
            get: client_timeout_s -> u32,
        }
        RetryS {
            key: "retry_s",
            kind: whole(1, 300).default(10).logarithmic(),
            unit: "s",
            label: "Wait before a retry",
            help: "Time after which players whose match got no server, lost it, or failed otherwise search again; each waits up to 30 % more or less.",
            views: [Servers],
            needs: [Need::Servers],
            /// Seconds before the players of a failed match search again, on average.
            get: retry_s -> u32,
        }
        MapMix {
            key: "map_mix",
            kind: Kind::Mix,
            unit: "",
            label: "Maps",
            help: "Maps of matches with their weights, such as lostwoods:3,town:1, for the requirements of allocators; empty: one map, called default.",
            views: [Servers],
            needs: [Need::Servers, Need::Unranked],
        }
        ModeMix {
            key: "mode_mix",
            kind: Kind::Mix,
            unit: "",
            label: "Modes",
            help: "Modes of matches with their weights, such as duel:1,team:2, for the requirements of allocators; empty: the playlist, called playlist1, playlist2 and so on.",
            views: [Servers],
            needs: [Need::Servers, Need::Unranked],
        }
        MatchProperties {
            key: "match_properties",
            kind: Kind::Properties,
            unit: "",
            label: "Other match properties",
            help: "Properties that all matches have, such as season:5,event:true, for the requirements of allocators.",
            views: [Servers],
            needs: [Need::Servers, Need::Unranked],
        }
        FleetConfig {
            key: "fleet_config",
            kind: Kind::Text,
            unit: "",
            label: "Configuration files",
            help: "Match brokers in JSON, Fleets and FleetAutoscalers of Agones in YAML that the servers obey, each after a line `--- # its name`. On the command line also the paths of the files, with commas between them.",
            views: [],
            needs: [Need::Servers],
            /// Files of brokers and fleets as one text; empty: none.
            get: fleet_config -> &str,
        }
    }
    "Faults" {
        FaultBootFailure {
            key: "fault.boot_failure",
            kind: chance(),
            unit: "%",
            label: "Boot failures",
            help: "Chance that a server does not boot.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultCrashInBoot {
            key: "fault.crash_in_boot",
            kind: chance(),
            unit: "%",
            label: "Crashes while booting",
            help: "Chance that a server crashes while it boots.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultCrashBeforePickup {
            key: "fault.crash_before_pickup",
            kind: chance(),
            unit: "%",
            label: "Crashes before pickup",
            help: "Chance that an allocated server crashes before it asks for its match.",
            views: [Servers],
            needs: [Need::Servers, Need::Broker],
        }
        FaultCrashInLoad {
            key: "fault.crash_in_load",
            kind: chance(),
            unit: "%",
            label: "Crashes while loading",
            help: "Chance that a server crashes while it loads.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultCrashInMatch {
            key: "fault.crash_in_match",
            kind: chance(),
            unit: "%",
            label: "Crashes in a match",
            help: "Chance that a server crashes in a match.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultHang {
            key: "fault.hang",
            kind: chance(),
            unit: "%",
            label: "Matches that hang",
            help: "Chance that a match does not end.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultZombie {
            key: "fault.zombie",
            kind: chance(),
            unit: "%",
            label: "Zombie servers",
            help: "Chance that a server falls silent when it gets a match.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultLost {
            key: "fault.lost",
            kind: chance(),
            unit: "%",
            label: "Messages lost",
            help: "Chance that a message is lost.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultLate {
            key: "fault.late",
            kind: chance(),
            unit: "%",
            label: "Messages late",
            help: "Chance that a message is late.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultDoubled {
            key: "fault.doubled",
            kind: chance(),
            unit: "%",
            label: "Messages doubled",
            help: "Chance that a message arrives twice.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultRefused {
            key: "fault.refused",
            kind: chance(),
            unit: "%",
            label: "Allocations refused",
            help: "Chance that an allocator refuses a call.",
            views: [Servers],
            needs: [Need::Servers, Need::Broker],
        }
        FaultAnswerLost {
            key: "fault.answer_lost",
            kind: chance(),
            unit: "%",
            label: "Allocator answers lost",
            help: "Chance that the answer of an allocator is lost.",
            views: [Servers],
            needs: [Need::Servers, Need::Broker],
        }
        FaultOutage {
            key: "fault.outage",
            kind: chance(),
            unit: "%",
            label: "Datacenter outages",
            help: "Chance per hour that a datacenter fails: it loses its servers, and has none until the outage is over.",
            views: [Servers],
            needs: [Need::Servers],
        }
        FaultBrokerRestart {
            key: "fault.broker_restart",
            kind: chance(),
            unit: "%",
            label: "Broker restarts",
            help: "Chance per hour that the broker restarts.",
            views: [Servers],
            needs: [Need::Servers],
        }
        Incidents {
            key: "incidents",
            was: "strikes",
            kind: Kind::Incidents,
            unit: "",
            label: "Incidents",
            help: "Faults for one minute each, such as lost@20:00,outage:frankfurt@18:30; an outage without a place strikes the datacenter with most servers in use; herd multiplies the joins by 50.",
            views: [],
        }
        OutageMin {
            key: "outage_min",
            kind: whole(1, 1_440).default(10).logarithmic(),
            unit: "min",
            label: "Outage length",
            help: "Time until the servers of a datacenter boot again after an outage.",
            views: [Servers],
            needs: [Need::Servers, Need::Outages],
            /// Length of an outage in minutes.
            get: outage_min -> u32,
        }
    }
    "Ranked" {
        Ranked {
            key: "ranked",
            kind: Kind::Open(&["off", "1v1", "2v2", "3v3", "5v5"]),
            unit: "",
            label: "Mode",
            help: "Ranked matches for accounts with a rating: off, two teams (1v1, 2v2, 3v3, 5v5) or free for all, such as ffa8.",
            views: [],
            /// The ranked mode as text, or `off`.
            get: ranked -> &str,
        }
        Rating {
            key: "rating",
            kind: choice::<RatingSystem>(),
            unit: "",
            label: "Rating system",
            help: "The rating system that matches and tiers use.",
            views: [Ranked],
            needs: [Need::Ranked],
            enum RatingSystem {
                /// Glicko-2 by Mark Glickman.
                Glicko2 = "glicko2",
                /// Elo, with a K that depends on matches and points.
                Elo = "elo",
                /// The Bayesian approximation by Weng and Lin.
                WengLin = "wenglin",
            }
            /// The rating system that matches and tiers use.
            get: rating -> RatingSystem,
        }
        Shadow {
            key: "shadow",
            kind: off_or::<RatingSystem>(),
            unit: "",
            label: "Shadow rating system",
            help: "A second system that rates the same matches and decides nothing.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// The second rating system, which decides nothing; `None` without one.
            get: shadow -> Option<RatingSystem>,
        }
        Tau {
            key: "tau",
            kind: decimals(2, 20, 120).step(5).default(50),
            unit: "",
            label: "Glicko-2 tau",
            help: "How fast Glicko-2 lets volatility change.",
            views: [Ranked],
            needs: [Need::Ranked, Need::Glicko2],
        }
        TeamUpdate {
            key: "team_update",
            kind: choice::<TeamUpdate>(),
            unit: "",
            label: "Team results",
            help: "What Glicko-2 and Elo compare with the opposing team. team: the mean rating of the own team. own: each player's own rating, which pulls the ratings of team players together.",
            views: [Ranked],
            needs: [Need::Ranked, Need::Teams, Need::ComparedTeams],
            enum TeamUpdate {
                /// The mean of the own team.
                Team = "team",
                /// The rating of each player alone.
                Own = "own",
            }
            /// What a team's result is compared by.
            get: team_update -> TeamUpdate,
        }
        Queue {
            key: "queue",
            kind: choice::<RankedQueue>(),
            unit: "",
            label: "Queue",
            help: "windows: search windows that widen in each region; bands: fixed bands of rating; global: one pool of all regions.",
            views: [Ranked],
            needs: [Need::Windows],
            enum RankedQueue {
                /// Search windows that widen, in each region.
                Windows = "windows",
                /// Fixed bands of rating.
                Bands = "bands",
                /// One pool of all regions.
                Global = "global",
            }
            /// The kind of ranked queue.
            get: queue -> RankedQueue,
        }
        Widening {
            key: "widening",
            kind: Kind::Open(&["a", "b"]),
            unit: "",
            label: "Widening",
            help: "Preset a or b, with another widest window as a:300, or steps of seconds:points:ms, such as 0:100:50/60:400:120.",
            views: [Ranked],
            main: Ranked,
            needs: [Need::Windows],
            /// The widening of search windows as text: a preset or steps.
            get: widening -> &str,
        }
        WidenBy {
            key: "widen_by",
            kind: choice::<WidenBy>(),
            unit: "",
            label: "Age that widens",
            help: "Which ticket age widens a search window: the oldest, the newest or the average.",
            views: [Ranked],
            needs: [Need::Windows],
            enum WidenBy {
                /// The age of the oldest ticket.
                Oldest = "oldest",
                /// The age of the newest ticket.
                Newest = "newest",
                /// The mean age.
                Average = "average",
            }
            /// The ticket age that widens a search window.
            get: widen_by -> WidenBy,
        }
        Accounts {
            key: "accounts",
            kind: whole(100, 1_000_000).step(100).default(20_000).logarithmic(),
            unit: "",
            label: "Accounts",
            help: "Number of accounts at the start.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// Number of accounts at the start.
            get: accounts -> u32,
        }
        SkillSd {
            key: "skill_sd",
            kind: whole(0, 1_000).step(10).default(300),
            unit: "",
            label: "Skill spread",
            help: "Standard deviation of true skill, in points.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// Standard deviation of true skill, in points.
            get: skill_sd -> u32,
        }
        Activity {
            key: "activity",
            kind: Kind::Open(&["60x1/30x4/10x16", "1x1"]),
            unit: "",
            label: "Activity",
            help: "Classes of accounts: share x relative frequency of joins.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// Activity classes as text.
            get: activity -> &str,
        }
        Newcomers {
            key: "newcomers",
            kind: share().default(20),
            unit: "%",
            label: "New accounts",
            help: "Share of joins by new accounts.",
            views: [Ranked],
            needs: [Need::Ranked],
        }
        Smurfs {
            key: "smurfs",
            kind: share().default(500),
            unit: "%",
            label: "Smurfs",
            help: "Share of new accounts that belong to skilled players.",
            views: [Ranked],
            needs: [Need::Ranked],
        }
        Parties {
            key: "parties",
            kind: share().default(2_000),
            unit: "%",
            label: "Parties",
            help: "Share of joins that wait for friends and queue with them.",
            views: [Ranked],
            needs: [Need::Ranked, Need::Teams],
        }
        Picky {
            key: "picky",
            kind: share().default(500),
            unit: "%",
            label: "Constrained accounts",
            help: "Share of accounts that refuse crossplay, half of the maps, or other regions.",
            views: [Ranked],
            needs: [Need::Ranked],
        }
        Ready {
            key: "ready",
            kind: choice::<Ready>(),
            unit: "",
            label: "Ready check",
            help: "accept: all accept; instant: no check below 1400 points; double: all accept twice.",
            views: [Ranked],
            needs: [Need::Ranked, Need::OwnReadyCheck],
            enum Ready {
                /// All players accept.
                Accept = "accept",
                /// No check below 1400 points.
                Instant = "instant",
                /// All players accept twice.
                Double = "double",
            }
            /// The check before a ranked match starts.
            get: ready -> Ready,
        }
        AcceptRate {
            key: "accept_rate",
            kind: share().default(9_700),
            unit: "%",
            label: "Acceptance rate",
            help: "Chance that a player accepts a match.",
            views: [Ranked],
            needs: [Need::Ranked],
        }
        CancelAll {
            key: "cancel_all",
            kind: Kind::Flag,
            unit: "",
            label: "Failed checks cancel all",
            help: "A failed ready check removes all players of the match from the queue.",
            views: [Ranked],
            needs: [Need::Ranked, Need::FailedChecks],
            /// Whether a failed ready check removes all players of the match from the queue.
            get: cancel_all -> bool,
        }
        LeaveRate {
            key: "leave_rate",
            kind: share().default(200),
            unit: "%",
            label: "Leavers",
            help: "Chance that a player leaves a match before its end.",
            views: [Ranked],
            needs: [Need::Ranked],
        }
        Season {
            key: "season",
            kind: choice::<Season>(),
            unit: "",
            label: "Season reset",
            help: "How a season resets ratings.",
            views: [Ranked],
            needs: [Need::Ranked, Need::SeasonEnds],
            enum Season {
                /// Ratings move towards their mean.
                Soft = "soft",
                /// All accounts start with the rating of a newcomer.
                Hard = "hard",
                /// As soft, but no rating falls below the floor of its tier.
                Floors = "floors",
                /// As soft, on other days in each mode: the first season is shorter.
                Rolling = "rolling",
            }
            /// The change of ratings at the start of a season.
            get: season -> Season,
        }
        SeasonDays {
            key: "season_days",
            kind: whole(1, 365).default(90),
            unit: "",
            label: "Season length",
            help: "Length of a season in days.",
            views: [Ranked],
            needs: [Need::Ranked, Need::SeasonEnds],
            /// Length of a season in days.
            get: season_days -> u32,
        }
        LadderDays {
            key: "ladder_days",
            kind: whole(0, MAX_LADDER_DAYS as i64),
            unit: "days",
            label: "Age of the ladder",
            help: "How many days the ladder has been open when the first shown day begins. Those days are simulated first and not shown; accounts, ratings and seasons continue from them.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// Days of the ladder before the first shown one.
            get: ladder_days -> u32,
        }
        PlayerActions {
            key: "player_actions",
            was: "inside",
            kind: Kind::Text,
            unit: "",
            label: "Player actions",
            help: "Actions of a person, such as 64800:join:50.11:8.68:1500:0/64809:accept/66000:leave.",
            views: [Ranked],
            needs: [Need::Ranked],
            /// The actions of a person, as text.
            get: player_actions -> &str,
        }
    }
}
