//! When a parameter has an effect: conditions on other parameters, and the parameters that have none now.

use super::values::Read;
use super::{Estimate, FleetFlow, Joins, Key, Kind, Params, Policy, RatingSystem};
use crate::Incident;
use matchday_base::SimTime;
use matchday_base::time::{DAY_S, MINUTE_S};

/// A condition under which a parameter acts. The test `effects` compares the conditions with simulated days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Servers are simulated.
    Servers,
    /// Matches get their servers from a match broker.
    Broker,
    /// Matches are ranked.
    Ranked,
    /// Matches are not ranked.
    Unranked,
    /// The article's matchmaker forms the matches.
    Article,
    /// The windows of a ranked queue form the matches.
    Windows,
    /// A rule set forms the matches.
    Rules,
    /// A plug-in forms the matches.
    Plugin,
    /// A rule set or a plug-in forms the matches, which reads attributes of players.
    Attributes,
    /// Neither a ranked mode nor a rule set says how many players a match has.
    MatchSize,
    /// This flag is on, or this number is above its least value.
    Raised(Key),
    /// The matchmaker estimates round trips by pings.
    Pings,
    /// Recorded joins, if any, are scaled to the population.
    ScaledJoins,
    /// A server may play more than one match.
    SeveralMatches,
    /// A datacenter may fail.
    Outages,
    /// One of the two rating systems is Glicko-2.
    Glicko2,
    /// One of the two rating systems is Glicko-2 or Elo, which compare players or their teams.
    ComparedTeams,
    /// The ranked mode has teams of several players.
    Teams,
    /// No matchmaking configuration says who is asked to accept a match.
    OwnReadyCheck,
    /// A ready check may fail.
    FailedChecks,
    /// A season may end before the simulation does.
    SeasonEnds,
}

/// A parameter without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// When it would have an effect: a sentence for people.
    pub reason: String,
    /// Whether the whole mode to which it belongs is off.
    pub hidden: bool,
}

impl Need {
    /// Whether the condition holds.
    pub fn holds(self, params: &Params) -> bool {
        match self {
            Self::Servers => params.fleet() != FleetFlow::Off,
            Self::Broker => params.fleet() == FleetFlow::Broker,
            Self::Ranked => params.is_ranked(),
            Self::Unranked => !params.is_ranked(),
            Self::Article => !params.is_ranked() && params.policy() == Policy::Article,
            Self::Windows => params.is_ranked() && params.policy() == Policy::Article,
            Self::Rules => params.policy() == Policy::Rules,
            Self::Plugin => params.policy() == Policy::Plugin,
            Self::Attributes => params.policy() != Policy::Article,
            Self::MatchSize => !params.is_ranked() && params.policy() != Policy::Rules,
            Self::Raised(key) => u32::read(params.value(key)) > least(key),
            Self::Pings => params.estimate() == Estimate::Ping,
            Self::ScaledJoins => params.joins() == Joins::Shape,
            Self::SeveralMatches => params.session_limit() != 1,
            Self::Outages => {
                params.fault(Incident::OUTAGE) > 0
                    || params.incidents().iter().any(|incident| incident.kind == Incident::OUTAGE)
            }
            Self::Glicko2 => params.rates_by(RatingSystem::Glicko2),
            Self::ComparedTeams => params.rates_by(RatingSystem::Glicko2) || params.rates_by(RatingSystem::Elo),
            Self::Teams => params.ranked() != "1v1" && !params.ranked().starts_with("ffa"),
            Self::OwnReadyCheck => params.policy() != Policy::Rules || params.rules_config().is_empty(),
            // Simulated players who accept do so in time; a person may not.
            Self::FailedChecks => {
                params.share(Key::AcceptRate) < Params::SHARE_ONE || !params.player_actions().is_empty()
            }
            // The first season lasts a day or longer.
            Self::SeasonEnds => params.ladder_days() + params.days() > 1,
        }
    }

    /// When the parameter acts, as a sentence.
    pub fn reason(self) -> String {
        match self {
            Self::Servers => "Acts when servers are on.",
            Self::Broker => "Acts when servers come from a match broker.",
            Self::Ranked => "Acts in ranked modes only.",
            Self::Unranked => "Acts when ranked is off.",
            Self::Article => "Acts when the article's matchmaker forms the matches.",
            Self::Windows => "Acts when the windows of a ranked queue form the matches.",
            Self::Rules => "Acts when a rule set forms the matches.",
            Self::Plugin => "Acts when a plug-in forms the matches.",
            Self::Attributes => "Acts when a rule set or a plug-in forms the matches.",
            Self::MatchSize => "Acts when neither a ranked mode nor a rule set sets the players of a match.",
            Self::Raised(key) => return raised(key),
            Self::Pings => "Acts when round trips are estimated by pings.",
            Self::ScaledJoins => "Acts when recorded joins are scaled to the population.",
            Self::SeveralMatches => "Acts when servers may play more than one match.",
            Self::Outages => "Acts when datacenters may fail.",
            Self::Glicko2 => "Acts when a rating system is Glicko-2.",
            Self::ComparedTeams => "Acts when a rating system is Glicko-2 or Elo.",
            Self::Teams => "Acts in modes with teams of two or more players.",
            Self::OwnReadyCheck => "Acts when no matchmaking configuration says who is asked to accept.",
            Self::FailedChecks => "Acts when the acceptance rate is below 100 %.",
            Self::SeasonEnds => "Acts when the ladder is simulated for more than one day.",
        }
        .to_owned()
    }

    /// Whether the parameter belongs to a mode of the simulation that is off unless the condition holds.
    fn is_mode(self) -> bool {
        match self {
            Self::Servers | Self::Ranked | Self::Unranked | Self::Article | Self::Windows => true,
            Self::Rules | Self::Plugin | Self::Attributes | Self::MatchSize => true,
            Self::Raised(_) | Self::Broker | Self::Pings | Self::ScaledJoins | Self::SeveralMatches | Self::Outages => {
                false
            }
            Self::Glicko2 | Self::ComparedTeams | Self::Teams | Self::OwnReadyCheck | Self::FailedChecks => false,
            Self::SeasonEnds => false,
        }
    }
}

impl Params {
    /// The parameters without effect: changing one of them, and nothing else, does not change the simulated days.
    pub fn idle(&self) -> impl Iterator<Item = (Key, Idle)> {
        Key::ALL.into_iter().filter_map(|key| {
            // A mode that is off is the better reason.
            let unmet = || key.spec().needs.iter().filter(|need| !need.holds(self));
            let need = unmet().find(|need| need.is_mode()).or_else(|| unmet().next())?;
            Some((key, Idle { reason: need.reason(), hidden: need.is_mode() }))
        })
    }

    /// What is set and changes nothing: parameters without effect, and incidents that never happen. A sentence each.
    pub fn set_in_vain(&self) -> Vec<String> {
        let (usual, idle) = (Params::default(), self.idle().collect::<Vec<_>>());
        let is_set = |key: Key| self.text(key) != usual.text(key);
        let keys = idle.iter().filter(|&&(key, _)| is_set(key));
        let keys = keys.map(|(key, Idle { reason, .. })| format!("{} has no effect. {reason}", key.spec().key));
        let end = SimTime::DAY_START.minute() + self.days() * DAY_S / MINUTE_S;
        let never = self.incidents().into_iter().filter_map(|Incident { kind, minute, .. }| {
            let fault = |key: Key| key.spec().key.strip_prefix("fault.") == Some(kind);
            let reason = match idle.iter().find(|&&(key, _)| fault(key)) {
                Some((_, Idle { reason, .. })) => reason.as_str(),
                None if minute >= end => "The run ends before.",
                None => return None,
            };
            let shown = minute - SimTime::DAY_START.minute();
            Some(format!("incidents: {kind}@{:02}:{:02} never happens. {reason}", shown / 60, shown % 60))
        });
        keys.chain(never).collect()
    }

    fn rates_by(&self, system: RatingSystem) -> bool {
        self.rating() == system || self.shadow() == Some(system)
    }
}

fn least(key: Key) -> u32 {
    if let Kind::Number { min, .. } = key.spec().kind { min as u32 } else { 0 }
}

fn raised(key: Key) -> String {
    let label = key.spec().label;
    match key.spec().kind {
        Kind::Flag => format!("Acts when \u{201c}{label}\u{201d} is on."),
        _ => format!("Acts when \u{201c}{label}\u{201d} is above {}.", least(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pairs: &[(&str, &str)]) -> Vec<String> {
        let mut params = Params::default();
        pairs.iter().for_each(|(key, value)| params.set(key, value).unwrap());
        params.set_in_vain()
    }

    #[test]
    fn what_is_set_in_vain_is_named_and_nothing_else() {
        assert_eq!(said(&[("replay", "0.8"), ("fleet", "off")]), [""; 0]);
        let on_servers = [("fleet", "broker"), ("buffer", "3"), ("incidents", "outage@18:30,refused@23:59")];
        assert_eq!(said(&on_servers), [""; 0]);
        let unranked = "Acts when ranked is off.";
        let ranked = [("ranked", "1v1"), ("bad_routes", "0.1"), ("estimate", "ping")];
        assert_eq!(said(&ranked), [""; 0]);
        let ranked = [("ranked", "1v1"), ("bots", "1"), ("playlists", "2")];
        assert_eq!(
            said(&ranked),
            [format!("bots has no effect. {unranked}"), format!("playlists has no effect. {unranked}")]
        );
        assert_eq!(
            said(&[("incidents", "outage@18:30,herd@12:00")]),
            ["incidents: outage@18:30 never happens. Acts when servers are on."]
        );
        let late = [("fleet", "register"), ("incidents", "outage@25:00,refused@12:00")];
        assert_eq!(
            said(&late),
            [
                "incidents: outage@25:00 never happens. The run ends before.",
                "incidents: refused@12:00 never happens. Acts when servers come from a match broker.",
            ]
        );
    }
}
