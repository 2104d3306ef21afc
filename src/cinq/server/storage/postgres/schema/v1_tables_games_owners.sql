-- Rows of every table's journal, with their links in its hash chain. `epoch` says under which ownership a row was written.
CREATE TABLE journal (
  table_id text COLLATE "C" NOT NULL, seq bigint NOT NULL, body bytea NOT NULL, link bytea NOT NULL,
  epoch bigint NOT NULL, PRIMARY KEY (table_id, seq));

-- The list of tables.
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY, game text NOT NULL, phase text NOT NULL, public boolean NOT NULL,
  touched double precision NOT NULL, closed boolean NOT NULL, damage text);
CREATE INDEX tables_by_time ON tables (touched) WHERE public AND NOT closed;

-- Finished games, with their logs.
CREATE TABLE games (
  id text COLLATE "C" PRIMARY KEY, game text NOT NULL, finished double precision NOT NULL,
  public boolean NOT NULL, entry bytea NOT NULL, log bytea NOT NULL);
CREATE INDEX games_by_time ON games (finished) WHERE public;

-- Recordings of falls.
CREATE TABLE falls (
  game_id text COLLATE "C" NOT NULL, step integer NOT NULL, body bytea NOT NULL, PRIMARY KEY (game_id, step));

-- The servers. One whose lease has expired is dead for good: it comes back under another id.
CREATE TABLE workers (
  id text COLLATE "C" PRIMARY KEY, expires timestamptz NOT NULL, owns boolean NOT NULL, physics boolean NOT NULL);

-- Who may append to a journal: a worker, under an epoch that grows with every change of owner.
CREATE TABLE owners (table_id text COLLATE "C" PRIMARY KEY, worker text COLLATE "C", epoch bigint NOT NULL);
CREATE INDEX owners_by_worker ON owners (worker) WHERE worker IS NOT NULL;

-- A row to write when asked whether writing works; and the name of this cluster, for its channels.
CREATE TABLE probe (id integer PRIMARY KEY, writes bigint NOT NULL);
CREATE TABLE cluster (name uuid NOT NULL);
INSERT INTO cluster VALUES (gen_random_uuid());
