//! What the parameters say of a ranked day.

use matchday_base::time::DAY_S;
use matchday_ladder::accounts::{Classes, ClassesError, Population};
use matchday_ladder::rating::{Elo, Glicko2, System, WengLin};
use matchday_ladder::season::SeasonKind;
use matchday_ladder::tier::Tier;
use matchday_matchmaker::ranked::ready::Ready;
use matchday_matchmaker::ranked::{Mode, ModeError, Policy, Rules, WidenBy, Widening, WideningError};
use matchday_scenario::Params;
use matchday_scenario::PlayerActions;
use matchday_scenario::params::{self, Key, RankedQueue, RatingSystem};
use matchday_scenario::player_actions::{PlayerAction, PlayerActionsError};
use thiserror::Error;

/// A search is over after this many seconds.
pub const TICKET_S: u32 = 300;
/// A ready check lasts this many seconds at most.
pub const READY_S: u32 = 12;
/// Who looks at a match offered to them answers within so many seconds.
pub const ANSWER_S: u32 = 8;
/// No search that ends in a match lasts longer, s: one that is offered just before it expires is checked, twice at most.
pub const LONGEST_S: u32 = TICKET_S + 2 * READY_S;
/// Friends wait for one another at most so many seconds.
pub const GATHER_S: u32 = 30;
/// Below these points a match starts without a ready check, where checks are instant.
pub const INSTANT_BELOW: i32 = 1_400;
/// In one pool, a ticket of another region counts as so many points farther.
pub const REGION_POINTS: u16 = 100;
/// Maps that a match may be on.
pub const MAPS: u8 = 4;
/// Platforms that accounts play on.
pub const PLATFORMS: u8 = 2;

/// What a ranked day goes by.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Of the queue.
    pub rules: Rules,
    /// Of accounts.
    pub population: Population,
    /// Accounts at first.
    pub accounts: u32,
    /// The system that decides.
    pub system: System,
    /// The system beside it.
    pub shadow: Option<System>,
    /// How a season begins.
    pub season: SeasonKind,
    /// How long it lasts, s.
    pub season_s: u32,
    /// What is asked before a match.
    pub ready: Ready,
    /// Whether a failed check takes everybody out of the queue.
    pub cancel_all: bool,
    /// Chances, of [`Params::SHARE_ONE`].
    pub chances: Chances,
    /// Match length, s.
    pub match_s: u32,
    /// Pause after it, s.
    pub pause_s: u32,
    /// What a person does.
    pub player_actions: PlayerActions,
}

/// Chances, of [`Params::SHARE_ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// That a join is a new account.
    pub newcomer: u32,
    /// That a join waits for friends.
    pub party: u32,
    /// That an account has a constraint.
    pub picky: u32,
    /// That a player accepts a match.
    pub accept: u32,
    /// That a player leaves a match before its end.
    pub leave: u32,
    /// That a player plays again.
    pub replay: u32,
}

/// A ranked day that cannot be.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SettingsError {
    /// `ranked` is no mode.
    #[error("ranked: {0}")]
    Mode(#[from] ModeError),
    /// `widening` is neither a preset nor steps.
    #[error("widening: {0}")]
    Widening(#[from] WideningError),
    /// `activity` is no list of classes.
    #[error("activity: {0}")]
    Activity(#[from] ClassesError),
    /// `inside` says nothing that a person can do.
    #[error("player_actions: {0}")]
    PlayerActions(#[from] PlayerActionsError),
    /// A person with too many friends.
    #[error("player_actions: event {number}: {friends} friends, in {mode} at most {most} queue along")]
    Friends {
        /// Which event, from 1.
        number: usize,
        /// How many there are.
        friends: u8,
        /// What is played.
        mode: Mode,
        /// How many there can be.
        most: usize,
    },
}

impl Settings {
    /// What the parameters say; `None` where matches are not ranked.
    ///
    /// # Errors
    /// [`SettingsError`] names the parameter and the part of it that cannot be.
    pub fn of(params: &Params) -> Result<Option<Self>, SettingsError> {
        if !params.is_ranked() {
            return Ok(None);
        }
        let rules = rules(params)?;
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
                // Modes are told apart by their players.
                params::Season::Rolling => SeasonKind::Rolling { mode: rules.mode.players() as u8 },
            },
            rules,
            season_s: params.season_days() * DAY_S,
            ready: match params.ready() {
                params::Ready::Accept => Ready::Accept,
                params::Ready::Instant => Ready::Instant,
                params::Ready::Double => Ready::Double,
            },
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
        }))
    }
}

/// What a person does, with no more friends than a team has room for.
fn player_actions(params: &Params, mode: Mode) -> Result<PlayerActions, SettingsError> {
    let actions: PlayerActions = params.player_actions().parse()?;
    let most = mode.team_size() - 1;
    let friends = |action| if let PlayerAction::Join { friends, .. } = action { friends } else { 0 };
    let mut joins = (1..).zip(actions.all()).map(|(number, input)| (number, friends(input.deed)));
    match joins.find(|&(_, friends)| usize::from(friends) > most) {
        Some((number, friends)) => Err(SettingsError::Friends { number, friends, mode, most }),
        None => Ok(actions),
    }
}

fn rules(params: &Params) -> Result<Rules, SettingsError> {
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
    match of {
        RatingSystem::Glicko2 => System::Glicko2(Glicko2::new(params.tau()).unwrap_or_default()),
        RatingSystem::Elo => System::Elo(Elo),
        RatingSystem::WengLin => System::WengLin(WengLin::default()),
    }
}
