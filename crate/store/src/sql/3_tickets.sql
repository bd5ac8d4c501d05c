-- When tickets were closed, which decides how long they are kept, and when the match that they finished with was found,
-- which is how long they had waited. Of tickets from before, only those of single players can be told, by their matches.
ALTER TABLE ranked_queue_tickets ADD COLUMN matched_at INTEGER;
ALTER TABLE ranked_queue_tickets ADD COLUMN closed_at INTEGER NOT NULL DEFAULT 0;
UPDATE ranked_queue_tickets SET closed_at = created_at;
UPDATE ranked_queue_tickets SET (matched_at, closed_at) = (
  SELECT m.created_at, m.finished_at
  FROM ranked_match_participants p JOIN ranked_matches m ON m.id = p.match_id
  WHERE p.player_id = ranked_queue_tickets.player_id AND m.state = 'finished'
    AND m.created_at >= ranked_queue_tickets.created_at
  ORDER BY m.created_at LIMIT 1
)
WHERE state = 'finished' AND EXISTS (
  SELECT 1 FROM ranked_match_participants p JOIN ranked_matches m ON m.id = p.match_id
  WHERE p.player_id = ranked_queue_tickets.player_id AND m.state = 'finished'
    AND m.created_at >= ranked_queue_tickets.created_at
);

ALTER TABLE matchday_days ADD COLUMN tickets INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matchday_days ADD COLUMN expired INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matchday_days ADD COLUMN matched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matchday_days ADD COLUMN wait_sum_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matchday_days ADD COLUMN mean_wait_s REAL AS (wait_sum_s * 1.0 / matched) VIRTUAL;
INSERT INTO matchday_days
  (season_id, day, matches, called_off, players, rating_gap_sum_centi, tickets, expired, matched, wait_sum_s)
SELECT season_id, closed_at - closed_at % 86400 AS day, 0, 0, 0, 0, count(*), sum(state = 'expired'),
  count(matched_at), coalesce(sum(matched_at - created_at), 0)
FROM ranked_queue_tickets WHERE true GROUP BY season_id, day
ON CONFLICT DO UPDATE SET tickets = excluded.tickets, expired = excluded.expired, matched = excluded.matched,
  wait_sum_s = excluded.wait_sum_s;
