-- What queries see. It is made anew for each query, and holds only what the asker may see: the program is asked about
-- every row. commit_id: the commit of the round that brought the version.
CREATE TEMP VIEW pages AS
SELECT
    v.domain AS domain, v.tag AS tag, v.path AS path, v.url AS url, v.title AS title, v.time AS time,
    v.digest AS digest, v.status AS status, v.type AS type, v.charset AS charset, v.language AS language,
    v.record AS record, v.until AS until,
    (SELECT r.commit_id FROM main.rounds AS r WHERE r.domain = v.domain AND r.tag = v.tag) AS commit_id
FROM main.versions AS v
WHERE may_be_seen(v.domain, v.tag, v.path, v.url, v.time, v.type);
