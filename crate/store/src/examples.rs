//! Example queries.

/// An example query.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, tsify::Tsify))]
pub struct Example {
    /// Its title.
    pub title: &'static str,
    /// The query.
    pub sql: &'static str,
}

/// Every query has rows as soon as a day is stored.
pub const EXAMPLES: &[Example] = &[
    Example {
        title: "Matches in each hour of the day",
        sql: "SELECT strftime('%H:00', finished_at, 'unixepoch') AS hour, count(*) AS matches,
  round(avg(finished_at - started_at)) AS mean_seconds
FROM ranked_matches WHERE state = 'finished'
GROUP BY hour ORDER BY hour",
    },
    Example {
        title: "How long each tier waits",
        sql: "SELECT CASE WHEN mmr_snapshot < 1200 THEN 'Bronze' WHEN mmr_snapshot < 1400 THEN 'Silver'
    WHEN mmr_snapshot < 1600 THEN 'Gold' WHEN mmr_snapshot < 1800 THEN 'Platinum'
    WHEN mmr_snapshot < 2000 THEN 'Diamond' ELSE 'Master' END AS tier,
  count(*) AS tickets, round(avg(matched_at - created_at), 1) AS mean_wait_s,
  sum(state = 'expired') AS expired
FROM ranked_queue_tickets
GROUP BY tier ORDER BY min(mmr_snapshot)",
    },
    Example {
        title: "The biggest upsets",
        sql: "SELECT w.match_id, w.player_id AS winner, round(w.rating_before) AS points,
  l.player_id AS loser, round(l.rating_before) AS against,
  round(l.rating_before - w.rating_before) AS gap
FROM ranked_match_participants w
JOIN ranked_match_participants l ON l.match_id = w.match_id AND l.team <> w.team
WHERE w.outcome = 'won' AND l.outcome = 'lost'
ORDER BY l.rating_before - w.rating_before DESC LIMIT 20",
    },
    Example {
        title: "Who dodges most",
        sql: "SELECT player_id, sum(dodged) AS dodges, count(*) AS offers,
  round(100.0 * sum(dodged) / count(*), 1) AS percent
FROM ranked_match_participants
GROUP BY player_id HAVING dodges > 0
ORDER BY dodges DESC, offers LIMIT 20",
    },
    Example {
        title: "Players in each hundred of points",
        sql: "SELECT 100 * CAST(rating / 100 AS INTEGER) AS points, count(*) AS players,
  round(avg(rd), 1) AS mean_deviation, round(avg(matches_played), 1) AS mean_matches
FROM player_ranked_ratings
WHERE season_id = (SELECT max(season_id) FROM player_ranked_ratings WHERE matches_played > 0)
  AND matches_played > 0
GROUP BY points ORDER BY points",
    },
    Example {
        title: "Does the better one win as often as Elo says?",
        sql: "WITH expected (from_gap, percent) AS (
  VALUES (0, 53.6), (50, 60.6), (100, 67.3), (150, 73.2), (200, 78.5), (250, 83.0), (300, 86.7), (350, 89.6)
)
SELECT from_gap, count(*) AS matches, percent AS elo_percent,
  round(100.0 * avg(CASE b.outcome WHEN 'won' THEN 1 WHEN 'drawn' THEN 0.5 ELSE 0 END), 1) AS won_percent
FROM ranked_match_participants b
JOIN ranked_match_participants w ON w.match_id = b.match_id AND w.team <> b.team
JOIN expected ON from_gap = 50 * CAST((b.rating_before - w.rating_before) / 50 AS INTEGER)
WHERE b.outcome <> 'void' AND b.rating_before > w.rating_before
GROUP BY from_gap ORDER BY from_gap",
    },
    Example {
        title: "The longest runs that stood at the end of a day",
        sql: "SELECT player_id, season_id, max(streak) AS wins_in_a_row, date(day, 'unixepoch') AS day,
  round(rating) AS points
FROM matchday_player_days
GROUP BY player_id, season_id
ORDER BY wins_in_a_row DESC, player_id LIMIT 20",
    },
    Example {
        title: "Parties and single players",
        sql: "SELECT CASE is_party WHEN 1 THEN 'party' ELSE 'single' END AS queued_as, count(*) AS tickets,
  round(avg(matched_at - created_at), 1) AS mean_wait_s,
  round(100.0 * avg(state = 'finished'), 1) AS finished_percent,
  round(avg(mmr_snapshot)) AS mean_points
FROM ranked_queue_tickets GROUP BY is_party ORDER BY is_party",
    },
    Example {
        title: "Day by day",
        sql: "SELECT date(day, 'unixepoch') AS day, season_id, matches, called_off, players, tickets, expired,
  round(mean_wait_s, 1) AS mean_wait_s, round(mean_rating_gap, 1) AS mean_rating_gap
FROM matchday_days ORDER BY matchday_days.day, season_id",
    },
];
