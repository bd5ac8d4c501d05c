-- What stays of each day when its full rows go. Sums are whole numbers, so that no order of deliveries changes a bit of
-- them; means are read off them. `day` is the Unix time of its midnight.
CREATE TABLE matchday_days (
  season_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  called_off INTEGER NOT NULL,
  players INTEGER NOT NULL,
  rating_gap_sum_centi INTEGER NOT NULL,
  mean_rating_gap REAL AS (rating_gap_sum_centi / 100.0 / matches) VIRTUAL,
  PRIMARY KEY (season_id, day)
) STRICT, WITHOUT ROWID;

-- Of each player on each day with a match that counts: results, and what stood at the end of the day.
CREATE TABLE matchday_player_days (
  player_id INTEGER NOT NULL,
  season_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  rating REAL NOT NULL,
  rd REAL NOT NULL,
  streak INTEGER NOT NULL,
  PRIMARY KEY (player_id, season_id, day)
) STRICT, WITHOUT ROWID;

WITH
  counted AS (
    SELECT p.player_id, m.season_id, m.finished_at - m.finished_at % 86400 AS day, m.finished_at, m.id, p.outcome,
      p.rating_after, p.rd_after,
      row_number() OVER own - row_number() OVER (
        PARTITION BY p.player_id, m.season_id, p.outcome ORDER BY m.finished_at, m.id
      ) AS run
    FROM ranked_match_participants p JOIN ranked_matches m ON m.id = p.match_id
    WHERE p.outcome <> 'void'
    WINDOW own AS (PARTITION BY p.player_id, m.season_id ORDER BY m.finished_at, m.id)
  ),
  running AS (
    SELECT *,
      row_number() OVER (PARTITION BY player_id, season_id, outcome, run ORDER BY finished_at, id) AS length,
      row_number() OVER (PARTITION BY player_id, season_id, day ORDER BY finished_at DESC, id DESC) AS from_end
    FROM counted
  )
INSERT INTO matchday_player_days
SELECT player_id, season_id, day, count(*), sum(outcome = 'won'), sum(outcome = 'lost'),
  max(rating_after) FILTER (WHERE from_end = 1),
  max(rd_after) FILTER (WHERE from_end = 1),
  max(CASE outcome WHEN 'won' THEN length WHEN 'lost' THEN -length ELSE 0 END) FILTER (WHERE from_end = 1)
FROM running GROUP BY player_id, season_id, day;

WITH
  teams AS (
    SELECT match_id, avg(rating_before) AS rating FROM ranked_match_participants GROUP BY match_id, team
  ),
  gaps AS (
    SELECT match_id, CAST(round((max(rating) - min(rating)) * 100) AS INTEGER) AS gap FROM teams GROUP BY match_id
  ),
  players AS (
    SELECT season_id, day, count(*) AS players FROM matchday_player_days GROUP BY season_id, day
  ),
  played AS (
    SELECT season_id, finished_at - finished_at % 86400 AS day, sum(state = 'finished') AS matches,
      sum(state <> 'finished') AS called_off, total(gap) FILTER (WHERE state = 'finished') AS gap
    FROM ranked_matches LEFT JOIN gaps ON match_id = id
    GROUP BY 1, 2
  )
INSERT INTO matchday_days (season_id, day, matches, called_off, players, rating_gap_sum_centi)
SELECT season_id, day, matches, called_off, coalesce(players, 0), CAST(gap AS INTEGER)
FROM played LEFT JOIN players USING (season_id, day);
