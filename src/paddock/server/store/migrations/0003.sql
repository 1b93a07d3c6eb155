-- What a reader needs of a finished match, so that it stays readable when its rules have changed.

CREATE TABLE keepsakes (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    body BYTEA NOT NULL
);
