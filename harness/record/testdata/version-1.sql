-- A database as version 1 left it, with one finished run of two cells.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
INSERT INTO runs VALUES('20270114T090311Z-7f3c19','toy','0.1.0','7f3c19','full','1','2027-01-14T09:03:11Z','2027-01-14T09:03:49Z',1,'{"run":"20270114T090311Z-7f3c19"}');
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
INSERT INTO cells VALUES(1,'20270114T090311Z-7f3c19','3f9a1c0b27de','b1d6a04c97f2','cmake/cell/notests=1~3f9a1c0b27de','run','failed','','aa11',0.4,'{"written":"by another version"}');
INSERT INTO cells VALUES(2,'20270114T090311Z-7f3c19','90c2d7715e08','b1d6a04c97f2','cmake/cell/default~90c2d7715e08','run','passed','','bb22',0.3,'{"written":"by another version"}');
CREATE INDEX cells_by_fingerprint ON cells (cell, fingerprint, sequence);
PRAGMA user_version = 1;
COMMIT;
