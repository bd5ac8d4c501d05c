-- The tables of the ladder's design, with its keys and indices. Times are Unix seconds. Players have no table of their
-- own, and leaderboards neither: they are read off the index of ratings. References hold once everything is delivered;
-- they are not enforced, since a match may arrive before its season. (`IN` a list of three would open a table of its own
-- for each row that is checked.)
CREATE TABLE ranked_seasons (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  soft_reset_factor REAL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ranked_seasons_start ON ranked_seasons (start_at);
CREATE INDEX ranked_seasons_end ON ranked_seasons (end_at);

CREATE TABLE player_ranked_ratings (
  player_id INTEGER NOT NULL,
  season_id INTEGER NOT NULL REFERENCES ranked_seasons (id),
  rating REAL NOT NULL,
  rd REAL NOT NULL,
  volatility REAL NOT NULL,
  matches_played INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  streak INTEGER NOT NULL,
  last_active_at INTEGER,
  last_match_id INTEGER,
  PRIMARY KEY (player_id, season_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_ranked_ratings_board ON player_ranked_ratings (season_id, rating DESC);
CREATE INDEX player_ranked_ratings_player ON player_ranked_ratings (player_id);

CREATE TABLE ranked_matches (
  id INTEGER PRIMARY KEY,
  season_id INTEGER NOT NULL REFERENCES ranked_seasons (id),
  mode_id TEXT NOT NULL,
  region TEXT NOT NULL,
  map_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'finished' OR state = 'declined' OR state = 'server_lost'),
  average_mmr REAL NOT NULL,
  team_size INTEGER NOT NULL
) STRICT;
CREATE INDEX ranked_matches_created ON ranked_matches (season_id, mode_id, created_at);
CREATE INDEX ranked_matches_state ON ranked_matches (region, state);

CREATE TABLE ranked_match_participants (
  match_id INTEGER NOT NULL REFERENCES ranked_matches (id),
  player_id INTEGER NOT NULL,
  team INTEGER NOT NULL,
  rating_before REAL NOT NULL,
  rd_before REAL NOT NULL,
  volatility_before REAL NOT NULL,
  rating_after REAL NOT NULL,
  rd_after REAL NOT NULL,
  volatility_after REAL NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'won' OR outcome = 'drawn' OR outcome = 'lost' OR outcome = 'void'),
  dodged INTEGER NOT NULL,
  left_early INTEGER NOT NULL,
  duration_seconds INTEGER NOT NULL,
  PRIMARY KEY (match_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ranked_match_participants_player ON ranked_match_participants (player_id, match_id);
CREATE INDEX ranked_match_participants_team ON ranked_match_participants (match_id, team);

CREATE TABLE ranked_rating_history (
  id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL,
  season_id INTEGER NOT NULL REFERENCES ranked_seasons (id),
  match_id INTEGER REFERENCES ranked_matches (id),
  delta REAL,
  rating_after REAL NOT NULL,
  rd_after REAL NOT NULL,
  volatility_after REAL NOT NULL,
  reason TEXT NOT NULL CHECK (reason = 'match' OR reason = 'season_start'),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ranked_rating_history_player ON ranked_rating_history (player_id, season_id, created_at DESC);

CREATE TABLE ranked_parties (
  id INTEGER PRIMARY KEY,
  leader_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  disbanded_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ranked_parties_leader ON ranked_parties (leader_id);

CREATE TABLE ranked_party_members (
  party_id INTEGER NOT NULL REFERENCES ranked_parties (id),
  player_id INTEGER NOT NULL,
  joined_at INTEGER NOT NULL,
  left_at INTEGER NOT NULL,
  PRIMARY KEY (party_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ranked_party_members_player ON ranked_party_members (player_id);

CREATE TABLE ranked_queue_tickets (
  id INTEGER PRIMARY KEY,
  player_id INTEGER,
  party_id INTEGER,
  is_party INTEGER NOT NULL CHECK (is_party = (party_id IS NOT NULL) AND is_party = (player_id IS NULL)),
  season_id INTEGER NOT NULL,
  mode_id TEXT NOT NULL,
  region TEXT NOT NULL,
  mmr_snapshot INTEGER NOT NULL,
  ping_ms INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'finished' OR state = 'cancelled' OR state = 'expired'),
  search_json TEXT NOT NULL
) STRICT;
CREATE INDEX ranked_queue_tickets_state ON ranked_queue_tickets (state, region, mode_id, created_at);
CREATE INDEX ranked_queue_tickets_player ON ranked_queue_tickets (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX ranked_queue_tickets_party ON ranked_queue_tickets (party_id) WHERE party_id IS NOT NULL;

-- What the file is about: its scenario, and how far it tells it.
CREATE TABLE matchday_meta (
  key TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;
