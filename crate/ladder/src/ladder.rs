//! The ladder: every account's rating, match by match.

use crate::board::Board;
use crate::highlights::{Highlights, Week};
use crate::history::{History, how};
use crate::rating::{Change, Outcome, Rating, Shadowed, System, Table};
use crate::season::{Calendar, SeasonEnd, SeasonKind};
use crate::smurf::{Flags, WINDOW_MATCHES};
use matchday_base::time::DAY_S;
use matchday_base::{AccountId, MatchId, SimTime};
use std::cmp::Ordering;

/// Rows of the leaderboard that a season's end keeps.
const TOP: usize = 100;
/// Seconds in a week of highlights.
const WEEK_S: u32 = 7 * DAY_S;

/// Settings of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The system whose ratings decide.
    pub system: System,
    /// One that computes beside it on the same matches and decides nothing.
    pub shadow: Option<System>,
    /// How a season's end resets ratings.
    pub season: SeasonKind,
    /// How long seasons last, in seconds; rounded up to whole days.
    pub season_s: u32,
}

/// A match that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its id: a match counts once, however often it is delivered.
    pub id: MatchId,
    /// When it ended. Matches may be delivered late and in any order.
    pub ended: SimTime,
    /// The teams and their places.
    pub outcome: &'a Outcome<AccountId>,
    /// The players who left before the end: they are rated as if their team had come last, alone, and their team mates lose only half
    /// the points.
    pub left: &'a [AccountId],
}

/// The ratings of every account.
#[derive(Clone, Debug)]
pub struct Ladder {
    kind: SeasonKind,
    /// Ratings of the present season.
    season: Shadowed,
    /// The same when the season began.
    start: Shadowed,
    /// Ratings that no season's end touches; `None` as long as they are the season's.
    all_time: Option<Table>,
    counted: Counted,
    calendar: Calendar,
    /// Whether the present season's ratings have been void.
    invalidated: bool,
    ended: Vec<SeasonEnd>,
    history: History,
    week: Week,
    weeks: Vec<Highlights>,
    flags: Flags,
    /// The next 00:00 UTC that turns.
    midnight: SimTime,
}

impl Ladder {
    /// A ladder of newcomers.
    pub fn new(settings: Settings) -> Self {
        let Settings { system, shadow, season: kind, season_s } = settings;
        let season = Shadowed::new(system, shadow);
        Self {
            kind,
            start: season.clone(),
            season,
            all_time: None,
            counted: Counted::default(),
            calendar: Calendar::new(kind, season_s),
            invalidated: false,
            ended: Vec::new(),
            history: History::default(),
            week: Week::default(),
            weeks: Vec::new(),
            flags: Flags::default(),
            midnight: SimTime(DAY_S),
        }
    }

    /// The rating of an account at a time, in this season.
    pub fn rating(&self, account: AccountId, now: SimTime) -> Rating {
        self.season.deciding().rating(account, now)
    }

    /// The ratings of this season.
    pub fn season(&self) -> &Table {
        self.season.deciding()
    }

    /// The ratings over all seasons.
    pub fn all_time(&self) -> &Table {
        self.all_time.as_ref().unwrap_or(self.season.deciding())
    }

    /// The shadow's ratings of this season, if there is a shadow.
    pub fn shadow(&self) -> Option<&Table> {
        self.season.shadow()
    }

    /// The leaderboard of this season.
    pub fn board(&self) -> Board<'_> {
        Board::new(self.season.deciding())
    }

    /// How a season's end resets ratings.
    pub fn season_kind(&self) -> SeasonKind {
        self.kind
    }

    /// When the present season ends.
    pub fn season_ends(&self) -> SimTime {
        self.calendar.next()
    }

    /// How the seasons before this one ended.
    pub fn ended(&self) -> &[SeasonEnd] {
        &self.ended
    }

    /// What became of everybody.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Highlights of each week before this one; the first begins with the first shown day, and has the
    /// warm-up before it.
    pub fn weeks(&self) -> &[Highlights] {
        &self.weeks
    }

    /// Highlights of this week so far.
    pub fn this_week(&self) -> Highlights {
        self.week.highlights()
    }

    /// Accounts that have risen suspiciously fast.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// The second `now` begins: ends the days, weeks and seasons that are over by then. Before any match of that
    /// second. Says how the last of those seasons ended.
    pub fn advance_calendar(&mut self, now: SimTime) -> Option<&SeasonEnd> {
        let before = self.ended.len();
        while self.midnight <= now {
            let at = self.midnight;
            self.history.end_day(self.season.deciding());
            if at > SimTime::DAY_START && at.since(SimTime::DAY_START).is_multiple_of(WEEK_S) {
                self.weeks.push(std::mem::take(&mut self.week).highlights());
            }
            if self.calendar.next() <= at {
                self.roll(at);
            }
            self.midnight = at + DAY_S;
        }
        self.ended[before..].last()
    }

    fn roll(&mut self, at: SimTime) {
        let board = self.board();
        let end = SeasonEnd {
            number: self.ended.len() as u32 + 1,
            ended: at,
            invalidated: self.invalidated,
            reached: board.divisions(),
            tiers: board.tiers(),
            top: board.top(TOP, None),
        };
        self.ended.push(end);
        self.invalidated = false;
        self.part();
        self.season.tables_mut().for_each(|table| self.kind.reset(table, at));
        self.start.believe(&self.season);
        self.calendar.advance_calendar();
    }

    /// Makes the ratings of this season void: everybody has those of its start again, and the season goes on from there. Its
    /// matches stay: in histories, in highlights, in the ratings over all seasons, and they count no second time.
    pub fn invalidate(&mut self) {
        self.part();
        self.season.believe(&self.start);
        self.invalidated = true;
    }

    /// The ratings over all seasons and those of this one go separate ways.
    fn part(&mut self) {
        self.all_time.get_or_insert_with(|| self.season.deciding().clone());
    }

    /// Rates a match, and gives its changes in this season, in the order of its teams; none if it has counted before. A match
    /// that is delivered after the end of its season counts in the next.
    pub fn settle(&mut self, played: &Played) -> &[Change<AccountId>] {
        let &Played { id, ended, outcome, left } = played;
        if !self.counted.insert(id) {
            return &[];
        }
        if let Some(all_time) = &mut self.all_time {
            all_time.settle(outcome, left, ended);
        }
        let settled = self.season.settle(outcome, left, ended);
        for (change, how) in settled.changes.iter().zip(how(outcome, left)) {
            let record = self.history.push(change, id, ended, how);
            self.week.push(change, how);
            self.flags.look(change.player, record.matches(), || record.gain(WINDOW_MATCHES), ended);
        }
        if let (Some(expected), [one, other]) = (settled.expected, outcome.teams()) {
            match one.rank.cmp(&other.rank) {
                Ordering::Less => self.week.win(id, &one.players, expected),
                Ordering::Equal => {}
                Ordering::Greater => self.week.win(id, &other.players, 1.0 - expected),
            }
        }
        settled.changes
    }
}

/// Matches that have counted, a bit each.
#[derive(Clone, Debug, Default)]
struct Counted(Vec<u64>);

impl Counted {
    /// Whether this is the first time.
    fn insert(&mut self, id: MatchId) -> bool {
        let (word, bit) = (id.index() / 64, 1 << (id.index() % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}
