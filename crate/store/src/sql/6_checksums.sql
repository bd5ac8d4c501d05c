-- What was written, by the day that it belongs to, as sums of a hash of each row. `part` is one of 'rows' (matches,
-- participants, tickets, parties, which go with their day), 'results' (what stays of it), 'ratings' and 'store' (of all
-- days, at day 0). Rows from before are taken as they are.
CREATE TABLE matchday_checksums (
  part TEXT NOT NULL,
  day INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (part, day)
) STRICT, WITHOUT ROWID;
