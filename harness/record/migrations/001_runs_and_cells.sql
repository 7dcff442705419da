-- Runs and their cells. `result` is the CellResult as JSON
-- (core/run_record.h), packed (record/packed.h).
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  started TEXT NOT NULL,
  exit_code INTEGER,
  report TEXT
);
CREATE TABLE cells (
  run TEXT NOT NULL REFERENCES runs (id),
  cell TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  class TEXT NOT NULL,
  status TEXT NOT NULL,
  seconds REAL NOT NULL,
  result BLOB NOT NULL,
  PRIMARY KEY (run, cell)
);
CREATE INDEX cells_by_fingerprint ON cells (cell, fingerprint);
