//! The ladder: every account's rating, match by match.

use crate::board::Board;
use crate::highlights::{Highlights, Week};
use crate::history::{History, how};
use crate::rating::{Change, Outcome, Rating, Shadowed, System, Table};
use crate::season::{Calendar, SeasonEnd, SeasonKind};
use crate::smurf::{Flags, LEAST_MATCHES};
use matchday_base::time::DAY_S;
use matchday_base::{AccountId, MatchId, SimTime};
use std::cmp::Ordering;

/// Number of leaderboard rows kept at the end of a season.
const TOP: usize = 100;
/// Seconds in a week of highlights.
const WEEK_S: u32 = 7 * DAY_S;

/// Settings of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LadderSettings {
    /// The rating system that the ladder uses.
    pub system: System,
    /// A second system that rates the same matches, for comparison only.
    pub shadow: Option<System>,
    /// The reset of ratings at the end of a season.
    pub season: SeasonKind,
    /// Length of a season, seconds; rounded up to whole days.
    pub season_s: u32,
    /// Midnight at which its first day begins. Earlier matches are its warm-up: they belong to the first season.
    pub starts: SimTime,
}

/// A finished match.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its id: repeated deliveries count once.
    pub id: MatchId,
    /// Its end. Matches may be delivered late and in any order.
    pub ended: SimTime,
    /// The teams and their places.
    pub outcome: &'a Outcome<AccountId>,
    /// The players who left before the end. They are rated as if their team had been last, alone; their team
    /// mates lose only half the points.
    pub left: &'a [AccountId],
}

/// The ratings of every account.
#[derive(Clone, Debug)]
pub struct Ladder {
    kind: SeasonKind,
    starts: SimTime,
    /// Ratings of the present season.
    season: Shadowed,
    /// Ratings at the start of the season.
    start: Shadowed,
    /// Ratings without season resets; `None` while they equal the season's.
    all_time: Option<Table>,
    counted: Counted,
    calendar: Calendar,
    /// Whether the present season's ratings have been voided.
    invalidated: bool,
    ended: Vec<SeasonEnd>,
    history: History,
    week: Week,
    weeks: Vec<Highlights>,
    flags: Flags,
    /// The next 00:00 UTC.
    midnight: SimTime,
}

impl Ladder {
    /// A ladder of newcomers.
    pub fn new(settings: LadderSettings) -> Self {
        let LadderSettings { system, shadow, season: kind, season_s, starts } = settings;
        let season = Shadowed::new(system, shadow);
        Self {
            kind,
            starts,
            start: season.clone(),
            season,
            all_time: None,
            counted: Counted::default(),
            calendar: Calendar::new(kind, season_s, starts),
            invalidated: false,
            ended: Vec::new(),
            history: History::default(),
            week: Week::default(),
            weeks: Vec::new(),
            flags: Flags::default(),
            midnight: starts,
        }
    }

    /// The rating of an account in this season at `now`.
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

    /// The shadow system's ratings of this season; `None` without a shadow.
    pub fn shadow(&self) -> Option<&Table> {
        self.season.shadow()
    }

    /// The leaderboard of this season.
    pub fn board(&self) -> Board<'_> {
        Board::new(self.season.deciding())
    }

    /// The reset of ratings at the end of a season.
    pub fn season_kind(&self) -> SeasonKind {
        self.kind
    }

    /// Midnight at which its first day begins.
    pub fn starts(&self) -> SimTime {
        self.starts
    }

    /// End of the present season.
    pub fn season_ends(&self) -> SimTime {
        self.calendar.next()
    }

    /// The results of finished seasons.
    pub fn ended(&self) -> &[SeasonEnd] {
        &self.ended
    }

    /// The histories of all accounts.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Exchanges the histories. No rating depends on them.
    pub fn swap_history(&mut self, history: &mut History) {
        std::mem::swap(&mut self.history, history);
    }

    /// Highlights of each finished week. The first begins with the first day of the ladder, and includes the
    /// warm-up.
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

    /// Ends the days, weeks and seasons that are over at `now`. Must run before any match of that second.
    /// Returns the end of the last of these seasons.
    pub fn advance_calendar(&mut self, now: SimTime) -> Option<&SeasonEnd> {
        let before = self.ended.len();
        while self.midnight <= now {
            let at = self.midnight;
            self.history.end_day(self.season.deciding());
            if at > self.starts && at.since(self.starts).is_multiple_of(WEEK_S) {
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

    /// Voids the ratings of this season: all accounts return to the ratings of its start, and the season
    /// continues. Its matches stay in histories, highlights and the ratings over all seasons, and do not
    /// count again.
    pub fn invalidate(&mut self) {
        self.part();
        self.season.believe(&self.start);
        self.invalidated = true;
    }

    /// Separates the ratings over all seasons from those of this one.
    fn part(&mut self) {
        self.all_time.get_or_insert_with(|| self.season.deciding().clone());
    }

    /// Rates a match, and returns its changes in this season in the order of its teams; empty if it was
    /// counted before. A match delivered after the end of its season counts in the next.
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
            self.flags.look(change.player, record.matches(), || record.gain(LEAST_MATCHES as usize), ended);
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

/// Matches counted so far, a bit each.
#[derive(Clone, Debug, Default)]
struct Counted(Vec<u64>);

impl Counted {
    /// Adds a match. Returns whether it is new.
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
