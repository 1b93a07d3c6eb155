-- One schema for SQLite and PostgreSQL. Times are milliseconds since 1970. A comment holds no semicolon: statements are split there.

CREATE TABLE servers (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    beat BIGINT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    secret BYTEA NOT NULL,
    invite TEXT NOT NULL,
    owner TEXT,
    epoch BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE INDEX tables_by_status ON tables (status, created);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version BIGINT NOT NULL,
    body BYTEA NOT NULL,
    personal BYTEA,
    person TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE INDEX entries_by_person ON entries (person) WHERE person IS NOT NULL;

CREATE TABLE seats (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    PRIMARY KEY (person, table_id, seat)
);

CREATE TABLE inbox (
    ticket TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    owner TEXT NOT NULL,
    command BYTEA NOT NULL,
    taken BOOLEAN NOT NULL,
    answer BYTEA,
    posted BIGINT NOT NULL
);
