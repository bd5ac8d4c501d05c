//! A ranked day, on simulated servers or with a server for every match.

use matchday_base::SimTime;
use matchday_ladder::Ladder;
use matchday_ladder::smurf::Caught;
use matchday_matchmaker::ranked::Queue;
use matchday_scenario::Params;
use matchday_scenario::player_actions::Person;
use matchday_sim::ranked::client::joining::Connected;
use matchday_sim::ranked::client::{LogEntry, View};
use matchday_sim::ranked::people::People;
use matchday_sim::ranked::record::Record;
use matchday_sim::ranked::settings::Settings;
use matchday_sim::servers::minutes::ServerMinutes;
use matchday_sim::servers::{self, Everything, Servers};
use matchday_sim::{Columns, Day, FrameLog, RankedDay, RankedSummary, ServersSummary, Summary, World};
use matchday_web_common::error::{Code, Error, Result};
use matchday_wire::messages::{ClientMessage, Constraints};
use matchday_wire::season::Batch;
use serde::Serialize;
use std::sync::Arc;
use tsify::Tsify;

/// How far a day has been taken towards a moment.
#[derive(Serialize, Tsify)]
pub struct Reached {
    /// Whether the moment, or the end, is reached.
    pub done: bool,
    /// The second that comes next, as shown; negative before the first.
    pub shown_s: i32,
}

/// A ranked day.
#[derive(Clone, Debug)]
pub enum LadderDay {
    /// Every match starts when it forms.
    AtOnce(Box<RankedDay>),
    /// Matches wait for servers.
    OnServers(Box<RankedDay<Servers>>),
}

/// The same of either kind.
macro_rules! either {
    ($self:ident, $day:ident => $what:expr) => {
        match $self {
            LadderDay::AtOnce($day) => $what,
            LadderDay::OnServers($day) => $what,
        }
    };
}

impl LadderDay {
    /// A day that is about to warm up.
    ///
    /// # Errors
    /// A parameter of the ladder that cannot be, or a day that is not ranked.
    pub fn new(world: Arc<World>, params: &Params, record_frames: bool) -> Result<Self> {
        let bad = |error: &dyn std::fmt::Display| Error::new(Code::BadParam, error);
        let settings = Settings::of(params).map_err(|error| bad(&error))?;
        let settings = settings.ok_or_else(|| bad(&"ranked: off has no ladder"))?;
        Ok(match servers::settings(params) {
            None => Self::AtOnce(Box::new(RankedDay::new(world, params, settings, record_frames))),
            Some(fleet) => {
                let servers = Servers::new(&world, fleet, Everything, params).map_err(|error| bad(&error))?;
                let day = RankedDay::with_placement(world, params, settings, record_frames, servers);
                Self::OnServers(Box::new(day))
            }
        })
    }

    /// Simulates so many seconds, but not beyond a moment, nor the end.
    pub fn advance_to(&mut self, shown_s: u32, seconds: u32) -> Reached {
        let to = (SimTime::DAY_START + shown_s.min(self.end().0)).min(self.end());
        self.advance(seconds.min(to.0.saturating_sub(self.now().0)));
        let shown_s = self.now().0 as i32 - SimTime::DAY_START.0 as i32;
        Reached { done: self.now() >= to, shown_s }
    }

    /// Writes down from now on what ends; to be asked for before the first second.
    pub fn keep_journal(&mut self) {
        either!(self, day => day.keep_journal());
    }

    /// What has ended since the last call.
    pub fn take_batch(&mut self) -> Batch {
        either!(self, day => day.take_batch())
    }

    /// Somebody is there to queue, with so many friends and what it asks for unless its messages say otherwise.
    ///
    /// # Errors
    /// Another person is inside, there are too many friends, or maps that are none.
    pub fn connect(&mut self, person: Person, friends: u8, asked: &Constraints) -> Result<Connected> {
        either!(self, day => day.connect(person, friends, asked)).map_err(|error| Error::new(Code::BadMessage, error))
    }

    /// The person says something.
    ///
    /// # Errors
    /// What it cannot say now, and why.
    pub fn tell(&mut self, message: &ClientMessage) -> Result<()> {
        either!(self, day => day.tell(message)).map_err(|error| Error::new(Code::BadMessage, error))
    }

    /// What has been said since the last call.
    pub fn take_messages(&mut self) -> Vec<LogEntry> {
        either!(self, day => day.take_messages())
    }

    /// Where the person stands.
    pub fn client(&self) -> Option<View> {
        either!(self, day => day.client())
    }

    /// What the person has done, as the parameter `inside` has it.
    pub fn player_actions(&self) -> String {
        either!(self, day => day.player_actions())
    }

    /// What has been measured.
    pub fn record(&self) -> &Record {
        either!(self, day => day.record())
    }

    /// The accounts.
    pub fn people(&self) -> &People {
        either!(self, day => day.people())
    }

    /// What is believed of them.
    pub fn ladder(&self) -> &Ladder {
        either!(self, day => day.ladder())
    }

    /// Who was taken for a smurf, and who is one.
    pub fn caught(&self) -> Caught {
        either!(self, day => day.caught())
    }

    /// Who waits.
    pub fn queue(&self) -> &Queue {
        either!(self, day => day.queue())
    }

    /// The world it is played in.
    pub fn world(&self) -> &World {
        either!(self, day => day.world())
    }

    /// What the ladder has come to so far.
    pub fn ladder_summary(&self) -> RankedSummary {
        either!(self, day => day.ladder_summary())
    }

    /// What its servers have come to so far, and did in each minute; `None` without servers.
    pub fn servers(&self) -> Option<(ServersSummary, &ServerMinutes)> {
        match self {
            Self::AtOnce(_) => None,
            Self::OnServers(day) => Some((day.servers(), day.server_minutes())),
        }
    }
}

impl Day for LadderDay {
    fn advance(&mut self, seconds: u32) {
        either!(self, day => day.advance(seconds));
    }

    fn now(&self) -> SimTime {
        either!(self, day => day.now())
    }

    fn end(&self) -> SimTime {
        either!(self, day => day.end())
    }

    fn columns(&self) -> &Columns {
        either!(self, day => day.columns())
    }

    fn frames(&self) -> Option<&FrameLog> {
        either!(self, day => day.frames())
    }

    fn summary(&self) -> Summary {
        either!(self, day => day.summary())
    }

    fn into_columns(self) -> Columns {
        either!(self, day => day.into_columns())
    }
}
