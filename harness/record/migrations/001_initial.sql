-- A run is one pass of the line; a cell is stored as JSON, and what is looked
-- up as columns beside it. The newest row of a cell is the one with the
-- greatest sequence.
CREATE TABLE runs (
  id        TEXT PRIMARY KEY,
  project   TEXT NOT NULL,
  version   TEXT NOT NULL,
  plan      TEXT NOT NULL,
  strategy  TEXT NOT NULL,
  seed      TEXT NOT NULL,
  started   TEXT NOT NULL,
  completed TEXT,
  exit_code INTEGER,
  report    TEXT
);

CREATE TABLE cells (
  sequence    INTEGER PRIMARY KEY AUTOINCREMENT,
  run         TEXT NOT NULL REFERENCES runs (id),
  cell        TEXT NOT NULL,
  build       TEXT NOT NULL,
  name        TEXT NOT NULL,
  class       TEXT NOT NULL,
  status      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  seconds     REAL NOT NULL,
  result      TEXT NOT NULL,
  UNIQUE (run, cell)
);

CREATE INDEX cells_by_fingerprint ON cells (cell, fingerprint, sequence);
