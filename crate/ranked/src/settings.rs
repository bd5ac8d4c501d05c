//! The settings of a ranked day, from its parameters.

use matchday_base::SimTime;
use matchday_base::time::DAY_S;
use matchday_ladder::accounts::{Classes, ClassesError, Population};
use matchday_ladder::rating::{Elo, Glicko2, System, TeamUpdate, WengLin};
use matchday_ladder::season::SeasonKind;
use matchday_ladder::tier::Tier;
use matchday_matchmaker::ranked::ready::Ready;
use matchday_matchmaker::ranked::{Mode, ModeError, Policy, Rules, WidenBy, Widening, WideningError};
use matchday_scenario::Params;
use matchday_scenario::PlayerActions;
use matchday_scenario::params::{self, Key, RankedQueue, RatingSystem};
use matchday_scenario::player_actions::{PlayerAction, PlayerActionsError};
use matchday_sim::limits::{MOST_TICKET_S, READY_S, TICKET_S, longest_wait_s, opens};
use matchday_sim::policy::{Acceptance, PolicySetup};
use thiserror::Error;

/// Longest time to answer, for a player who answers, s.
pub const ANSWER_S: u32 = 8;
/// Longest wait for friends, s.
pub const GATHER_S: u32 = 30;
/// With instant checks, matches below these points start without a ready check.
pub const INSTANT_BELOW: i32 = 1_400;
/// In one pool, extra distance of a ticket of another region, points.
pub const REGION_POINTS: u16 = 100;
/// Number of maps.
pub const MAPS: u8 = 4;
/// Number of platforms.
pub const PLATFORMS: u8 = 2;

/// Settings of a ranked day.
#[derive(Clone, Debug)]
pub struct RankedSettings {
    /// Rules of the queue.
    pub rules: Rules,
    /// Parameters of the accounts.
    pub population: Population,
    /// Initial number of accounts.
    pub accounts: u32,
    /// The rating system that the matchmaker uses.
    pub system: System,
    /// The shadow system, if any, which rates the same matches.
    pub shadow: Option<System>,
    /// Ratings at the start of a season.
    pub season: SeasonKind,
    /// Length of a season, s.
    pub season_s: u32,
    /// Midnight at which the first day of the ladder begins.
    pub opens: SimTime,
    /// Ready check before a match.
    pub ready: Ready,
    /// Longest ready check, s.
    pub ready_s: u32,
    /// Whether a failed check removes all its players from the queue.
    pub cancel_all: bool,
    /// Probabilities, of [`Params::SHARE_ONE`].
    pub chances: Chances,
    /// Match length, s.
    pub match_s: u32,
    /// Pause after a match, s.
    pub pause_s: u32,
    /// Actions of the person.
    pub player_actions: PlayerActions,
    /// A policy that forms the matches, instead of the queue's windows.
    pub by_policy: Option<PolicySetup>,
}

/// Probabilities, of [`Params::SHARE_ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// A join is a new account.
    pub newcomer: u32,
    /// A join waits for friends.
    pub party: u32,
    /// An account has a constraint.
    pub picky: u32,
    /// A player accepts a match.
    pub accept: u32,
    /// A player leaves a match before its end.
    pub leave: u32,
    /// A player plays again.
    pub replay: u32,
}

/// An invalid setting of a ranked day.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsError {
    /// `ranked` is not a mode.
    #[error("ranked: {0}")]
    Mode(#[from] ModeError),
    /// `widening` is neither a preset nor steps.
    #[error("widening: {0}")]
    Widening(#[from] WideningError),
    /// `activity` is not a list of classes.
    #[error("activity: {0}")]
    Activity(#[from] ClassesError),
    /// `player_actions` has an invalid action.
    #[error("player_actions: {0}")]
    PlayerActions(#[from] PlayerActionsError),
    /// A person with too many friends.
    #[error("player_actions: event {number}: {friends} friends, in {mode} at most {most} queue along")]
    Friends {
        /// Number of the event, from 1.
        number: usize,
        /// Number of friends.
        friends: u8,
        /// The mode.
        mode: Mode,
        /// Most friends allowed.
        most: usize,
    },
}

impl RankedSettings {
    /// The settings that the parameters give; `None` where matches are not ranked.
    ///
    /// # Errors
    /// [`SettingsError`] names the parameter and its invalid part.
    pub fn of(params: &Params) -> Result<Option<Self>, SettingsError> {
        if !params.is_ranked() {
            return Ok(None);
        }
        let rules = queue_rules(params)?;
        let player_actions = player_actions(params, rules.mode)?;
        let classes = params.activity().parse::<Classes>()?;
        let skill_sd = f64::from(params.skill_sd());
        let smurfs = params.share(Key::Smurfs);
        Ok(Some(Self {
            population: Population { skill_sd, smurfs, classes, platforms: PLATFORMS },
            accounts: params.accounts(),
            system: system(params.rating(), params),
            shadow: params.shadow().map(|shadow| system(shadow, params)),
            season: match params.season() {
                params::Season::Soft => SeasonKind::Soft,
                params::Season::Hard => SeasonKind::Hard,
                params::Season::Floors => SeasonKind::Floors,
                // Modes are identified by their number of players.
                params::Season::Rolling => SeasonKind::Rolling { mode: rules.mode.players() as u8 },
            },
            rules,
            season_s: params.season_days() * DAY_S,
            opens: opens(params),
            ready: match params.ready() {
                params::Ready::Accept => Ready::Accept,
                params::Ready::Instant => Ready::Instant,
                params::Ready::Double => Ready::Double,
            },
            ready_s: READY_S,
            cancel_all: params.cancel_all(),
            chances: Chances {
                newcomer: params.share(Key::Newcomers),
                party: params.share(Key::Parties),
                picky: params.share(Key::Picky),
                accept: params.share(Key::AcceptRate),
                leave: params.share(Key::LeaveRate),
                replay: params.replay(),
            },
            match_s: params.match_s(),
            pause_s: params.pause_s(),
            player_actions,
            by_policy: None,
        }))
    }

    /// The same with the matches of a policy. Searches last at most [`MOST_TICKET_S`].
    pub fn by_policy(mut self, setup: PolicySetup) -> Self {
        self.rules.ttl_s = setup.policy.request_timeout_s().min(MOST_TICKET_S);
        match setup.acceptance {
            Acceptance::AsSet => {}
            Acceptance::NotRequired => self.ready = Ready::Off,
            Acceptance::WithinS(seconds) => (self.ready, self.ready_s) = (Ready::Accept, seconds),
        }
        self.by_policy = Some(setup);
        self
    }

    /// Longest wait that ends in a match, s.
    pub fn longest_wait_s(&self) -> u32 {
        longest_wait_s(self.rules.ttl_s, self.ready_s)
    }
}

/// Actions of the person, with no more friends than a team has room for.
fn player_actions(params: &Params, mode: Mode) -> Result<PlayerActions, SettingsError> {
    let actions: PlayerActions = params.player_actions().parse()?;
    let most = mode.team_size() - 1;
    let friends = |action| if let PlayerAction::Join { friends, .. } = action { friends } else { 0 };
    let mut joins = (1..).zip(actions.all()).map(|(number, input)| (number, friends(input.action)));
    match joins.find(|&(_, friends)| usize::from(friends) > most) {
        Some((number, friends)) => Err(SettingsError::Friends { number, friends, mode, most }),
        None => Ok(actions),
    }
}

/// The rules of the queue.
///
/// # Errors
/// [`SettingsError`] names the parameter and its invalid part.
pub fn queue_rules(params: &Params) -> Result<Rules, SettingsError> {
    Ok(Rules {
        mode: params.ranked().parse::<Mode>()?,
        policy: match params.queue() {
            RankedQueue::Windows => Policy::Windows,
            RankedQueue::Bands => Policy::Bands(Tier::ALL[1..].iter().map(|tier| tier.floor() as i32).collect()),
            RankedQueue::Global => Policy::Global { region_points: REGION_POINTS },
        },
        widening: params.widening().parse::<Widening>()?,
        widen_by: match params.widen_by() {
            params::WidenBy::Oldest => WidenBy::Oldest,
            params::WidenBy::Newest => WidenBy::Newest,
            params::WidenBy::Average => WidenBy::Average,
        },
        ttl_s: TICKET_S,
    })
}

fn system(of: RatingSystem, params: &Params) -> System {
    let team_update = match params.team_update() {
        params::TeamUpdate::Team => TeamUpdate::Team,
        params::TeamUpdate::Own => TeamUpdate::Own,
    };
    match of {
        RatingSystem::Glicko2 => {
            System::Glicko2(Glicko2::new(params.tau()).unwrap_or_default().with_team_update(team_update))
        }
        RatingSystem::Elo => System::Elo(Elo::default().with_team_update(team_update)),
        RatingSystem::WengLin => System::WengLin(WengLin::default()),
    }
}
