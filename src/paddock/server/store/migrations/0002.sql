-- What shows that a log is the one that was written: see chain.py. Entries and tables from before have no links.

ALTER TABLE entries ADD COLUMN link BYTEA;

ALTER TABLE tables ADD COLUMN head BYTEA;
