-- The current version of a page is not in the round ?3 any more.
UPDATE versions SET until = ?3 WHERE domain = ?1 AND path = ?2 AND until IS NULL
