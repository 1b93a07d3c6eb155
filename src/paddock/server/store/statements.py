"""Statements: what PostgresStore says to its database; each is a transaction of its own."""

from __future__ import annotations

from typing import Final

CREATE: Final = """
WITH fresh AS (
    INSERT INTO tables (id, game, public, status, created, updated, secret, invite, owner, head, epoch, version)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $15, 1, 1)
    ON CONFLICT DO NOTHING RETURNING id
)
INSERT INTO entries (table_id, version, body, personal, person, at, link)
SELECT id, $10::bigint, $11::bytea, $12::bytea, $13::text, $14::bigint, $15::bytea FROM fresh RETURNING version
"""

# One statement is one transaction. Raising a table's version is the fence: it locks the row, so a claim comes
# either before it, and then it finds another owner, or after the commit. A run is what a batch has for one table.
APPEND: Final = """
WITH run AS (
    SELECT * FROM unnest(
        $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bytea[], $9::bigint[]
    ) AS run (id, epoch, base, version, at, status, head, letter)
), fence AS (
    UPDATE tables SET
        version = run.version, updated = run.at, status = coalesce(run.status, tables.status), head = run.head
    FROM run WHERE tables.id = run.id AND tables.owner = $1 AND tables.epoch = run.epoch AND tables.version = run.base
    RETURNING tables.id, run.version, run.letter
), fresh AS (
    INSERT INTO entries (table_id, version, body, personal, person, at, link)
    SELECT new.* FROM unnest(
        $10::text[], $11::bigint[], $12::bytea[], $13::bytea[], $14::text[], $15::bigint[], $16::bytea[]
    ) AS new (table_id, version, body, personal, person, at, link) JOIN fence ON fence.id = new.table_id
    ON CONFLICT DO NOTHING RETURNING table_id, version
), sitting AS (
    INSERT INTO seats (person, table_id, seat)
    SELECT new.* FROM unnest($17::text[], $18::text[], $19::integer[]) AS new (person, table_id, seat)
    JOIN fence ON fence.id = new.table_id
    ON CONFLICT DO NOTHING
), told AS MATERIALIZED (
    SELECT pg_notify('paddock_woken', $1 || ' ' || string_agg(id || ':' || version, ' ')) FROM fence GROUP BY letter
)
SELECT table_id, version FROM fresh WHERE (SELECT count(*) FROM told) > 0
"""

ERASED: Final = """
SELECT pg_notify('paddock_woken', $1 || ' ' || string_agg(id || ':0', ' '))
FROM unnest($2::text[], $3::bigint[]) AS told (id, letter) GROUP BY letter
"""

# Who lives gives signs of it, and holds a line to the database: that of a process that was killed breaks at once, so
# nobody has to wait until its lease has run out. 1500 ms are more than the time between two signs.
ALIVE: Final = """
WITH alive AS MATERIALIZED (
    SELECT id FROM servers, (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS clock
    WHERE beat > now - $1 AND (beat > now - 1500 OR EXISTS (
        SELECT FROM pg_stat_activity WHERE application_name = 'paddock ' || servers.id
    ))
)
"""
CLAIM: Final = f"""
{ALIVE}
UPDATE tables SET owner = $3, epoch = epoch + (owner IS DISTINCT FROM $3)::integer
WHERE id = $2 AND (owner IS NULL OR owner = $3 OR owner NOT IN (SELECT id FROM alive))
RETURNING epoch
"""  # noqa: S608 - of constants
ORPHANS: Final = f"""
{ALIVE}
SELECT id FROM tables WHERE status <> 'over' AND owner IS NOT NULL AND owner NOT IN (SELECT id FROM alive)
ORDER BY created, id
"""  # noqa: S608 - of constants
RELEASE: Final = "UPDATE tables SET owner = NULL WHERE id = $1 AND owner = $2"
BEAT: Final = """
INSERT INTO servers (id, address, beat) VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
ON CONFLICT (id) DO UPDATE SET beat = excluded.beat
"""
# Long dead: what is deleted here only counts as dead all the more.
SWEEP: Final = (
    "DELETE FROM servers WHERE beat < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1",
    "DELETE FROM inbox WHERE posted < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1",
)
RESIGN: Final = "DELETE FROM servers WHERE id = $1"

POST: Final = f"""
{ALIVE}, letter AS (
    INSERT INTO inbox (ticket, table_id, sender, owner, command, taken, posted)
    SELECT $2, tables.id, $4, tables.owner, $5, false, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM tables JOIN alive ON alive.id = tables.owner WHERE tables.id = $3
    RETURNING owner
)
SELECT owner, pg_notify('paddock_' || owner, '') FROM letter
"""  # noqa: S608 - of constants
LIVES: Final = f"{ALIVE} SELECT id FROM alive WHERE id = $2"  # noqa: S608 - of constants
ANSWERED: Final = """
WITH letter AS (UPDATE inbox SET answer = $2 WHERE ticket = $1 RETURNING sender)
SELECT pg_notify('paddock_' || sender, '') FROM letter
"""
QUESTIONS: Final = "UPDATE inbox SET taken = true WHERE owner = $1 AND NOT taken RETURNING table_id, ticket, command"
ANSWERS: Final = "DELETE FROM inbox WHERE sender = $1 AND answer IS NOT NULL RETURNING ticket, answer"
WITHDRAW: Final = "DELETE FROM inbox WHERE ticket = $1"

# Waits until a connection of ours is gone, so that nothing of it can be committed later.
END: Final = """
SELECT pg_terminate_backend(pid, 500) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2
"""
WRITTEN: Final = """
SELECT table_id, version, body FROM entries
JOIN unnest($1::text[], $2::bigint[]) AS wanted (id, number) ON table_id = id AND version = number
"""
