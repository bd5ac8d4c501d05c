//! The tables, and the days to which their rows belong.

/// A table whose rows have checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Seasons,
    SeasonStarts,
    Ratings,
    Matches,
    Participants,
    Parties,
    PartyMembers,
    Tickets,
    Days,
    PlayerDays,
    Meta,
}

/// Rows of which a day has one checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Full rows, which are deleted with their day.
    Rows,
    /// What stays of a day.
    Results,
    /// The present ratings of all players, which belong to no day.
    Ratings,
    /// What the file is about.
    Store,
}

impl Part {
    pub const ALL: [Self; 4] = [Self::Rows, Self::Results, Self::Ratings, Self::Store];

    /// The name in the table of checksums.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Results => "results",
            Self::Ratings => "ratings",
            Self::Store => "store",
        }
    }
}

impl Table {
    pub const ALL: [Self; 11] = [
        Self::Seasons,
        Self::SeasonStarts,
        Self::Ratings,
        Self::Matches,
        Self::Participants,
        Self::Parties,
        Self::PartyMembers,
        Self::Tickets,
        Self::Days,
        Self::PlayerDays,
        Self::Meta,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Seasons => "ranked_seasons",
            Self::SeasonStarts => "matchday_season_starts",
            Self::Ratings => "player_ranked_ratings",
            Self::Matches => "ranked_matches",
            Self::Participants => "ranked_match_participants",
            Self::Parties => "ranked_parties",
            Self::PartyMembers => "ranked_party_members",
            Self::Tickets => "ranked_queue_tickets",
            Self::Days => "matchday_days",
            Self::PlayerDays => "matchday_player_days",
            Self::Meta => "matchday_meta",
        }
    }

    /// All stored columns, in the order in which values are given.
    pub fn columns(self) -> &'static str {
        match self {
            Self::Seasons => "id, name, start_at, end_at, soft_reset_factor, created_at",
            Self::SeasonStarts => "player_id, season_id, rating, rd, volatility",
            Self::Ratings => {
                "player_id, season_id, rating, rd, volatility, matches_played, wins, losses, streak, \
                last_active_at, last_match_id"
            }
            Self::Matches => {
                "id, season_id, mode_id, region, map_id, created_at, started_at, finished_at, state, average_mmr, \
                team_size"
            }
            Self::Participants => {
                "match_id, player_id, team, rating_before, rd_before, volatility_before, rating_after, rd_after, \
                volatility_after, outcome, dodged, left_early, duration_seconds"
            }
            Self::Parties => "id, leader_id, created_at, disbanded_at",
            Self::PartyMembers => "party_id, player_id, joined_at, left_at",
            Self::Tickets => {
                "id, player_id, party_id, is_party, season_id, mode_id, region, mmr_snapshot, ping_ms, created_at, \
                state, search_json, matched_at, closed_at"
            }
            Self::Days => {
                "season_id, day, matches, called_off, players, rating_gap_sum_centi, tickets, expired, matched, \
                wait_sum_s"
            }
            Self::PlayerDays => "matches, wins, losses, rating, rd, streak, player_id, season_id, day",
            Self::Meta => "key, value",
        }
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        self.columns().split(',').count()
    }

    /// SQL of a Unix second of the day to which a row belongs.
    pub fn second(self) -> &'static str {
        match self {
            Self::Seasons => "start_at",
            Self::SeasonStarts => "(SELECT start_at FROM ranked_seasons WHERE id = season_id)",
            Self::Matches => "finished_at",
            Self::Participants => "(SELECT finished_at FROM ranked_matches WHERE id = match_id)",
            Self::Parties => "disbanded_at",
            Self::PartyMembers => "left_at",
            Self::Tickets => "closed_at",
            Self::Days | Self::PlayerDays => "day",
            Self::Ratings | Self::Meta => "0",
        }
    }

    pub fn part(self) -> Part {
        match self {
            Self::Matches | Self::Participants | Self::Parties | Self::PartyMembers | Self::Tickets => Part::Rows,
            Self::Seasons | Self::SeasonStarts | Self::Days | Self::PlayerDays => Part::Results,
            Self::Ratings => Part::Ratings,
            Self::Meta => Part::Store,
        }
    }
}
