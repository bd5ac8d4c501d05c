//! All texts of the charts.

use matchday_sim::servers::minutes::ServerGroup;

pub const PLAYING: &str = "Playing";
pub const BETWEEN: &str = "Between matches";
pub const SEARCHING: &str = "Searching";
pub const BASELINE: &str = "Run A";
pub const BASELINE_SHORT: &str = "A";
pub const SIMULATING: &str = "Simulating";
pub const MEAN: &str = "Mean";
pub const MEDIAN: &str = "Median";
pub const P95: &str = "95th percentile";
pub const P99: &str = "99th percentile";
pub const SIMULATED: &str = "simulated";
pub const BY_FORMULA: &str = "by formula";
pub const AT_MOST: &str = "at most";
pub const THEN_EXPANDED: &str = "then expanded";
pub const THEN_ANY: &str = "then any match";
pub const IDEAL: &str = "ideal";
pub const EXPANDED: &str = "expanded";
pub const BEYOND: &str = "beyond";
pub const BROKEN_UP: &str = "broken up";
pub const TOGETHER: &str = "together";
pub const CCU_SHAPE: &str = "Players, to scale";
pub const PICKUP: &str = "Pickup";
pub const MADE_READY: &str = "Loading";
pub const MISSED: &str = "without a server";
pub const CREATED: &str = "Created";
pub const DELETED: &str = "Deleted";
pub const EXPIRED: &str = "Expired";
pub const RMSE: &str = "RMSE";
pub const BIAS: &str = "Bias";
pub const BIAS_SIZE: &str = "|Bias|";
pub const INFLATION: &str = "Inflation";
pub const OFFERED: &str = "Offered";
pub const FORMED: &str = "Formed";
pub const DODGES: &str = "Dodges";
pub const LEAVERS: &str = "Leavers";
pub const BAND: &str = "within two deviations";
pub const RATING: &str = "Rating";
pub const TRUE_SKILL: &str = "True skill";
pub const SETTLED: &str = "Settled";
pub const PROVISIONAL: &str = "Provisional";
pub const SHADOW: &str = "Shadow";
pub const UP_TO: &str = "95 % up to";
pub const MEDIAN_AND_P90: &str = "Median / 90th";

pub const fn server_group(group: ServerGroup) -> &'static str {
    match group {
        ServerGroup::Allocated => "Allocated",
        ServerGroup::Reserved => "Reserved",
        ServerGroup::Ready => "Ready",
        ServerGroup::Booting => "Booting",
        ServerGroup::Leaving => "Leaving",
    }
}
