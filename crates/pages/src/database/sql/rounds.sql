-- The rounds of a domain, newest first.
SELECT domain, tag, time, commit_id FROM rounds WHERE domain = ?1 ORDER BY tag DESC
