-- The history repeated what participants and matches say, and cost as much time and space as the participants. It is a
-- view of them now. Only the ratings at the start of a season are not in any match; they have their own table.
CREATE TABLE matchday_season_starts (
  player_id INTEGER NOT NULL,
  season_id INTEGER NOT NULL REFERENCES ranked_seasons (id),
  rating REAL NOT NULL,
  rd REAL NOT NULL,
  volatility REAL NOT NULL,
  PRIMARY KEY (player_id, season_id)
) STRICT, WITHOUT ROWID;
-- Ids of season starts are negative.
INSERT INTO matchday_season_starts
SELECT player_id, season_id, rating_after, rd_after, volatility_after FROM ranked_rating_history WHERE id < 0;

DROP TABLE ranked_rating_history;
-- A player's matches are few, those of a season are many: the order of the join is fixed.
CREATE VIEW ranked_rating_history
  (id, player_id, season_id, match_id, delta, rating_after, rd_after, volatility_after, reason, created_at) AS
SELECT (p.match_id << 32) + p.player_id, p.player_id, m.season_id, p.match_id, p.rating_after - p.rating_before,
  p.rating_after, p.rd_after, p.volatility_after, 'match', m.finished_at
FROM ranked_match_participants p CROSS JOIN ranked_matches m ON m.id = p.match_id
WHERE p.outcome <> 'void'
UNION ALL
SELECT -(b.season_id << 32) - b.player_id, b.player_id, b.season_id, NULL, NULL,
  b.rating, b.rd, b.volatility, 'season_start', s.start_at
FROM matchday_season_starts b CROSS JOIN ranked_seasons s ON s.id = b.season_id;
