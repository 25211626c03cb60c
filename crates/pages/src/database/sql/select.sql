-- The columns of an answer; WHERE, ORDER BY and LIMIT are put behind it.
SELECT domain, tag, path, url, title, time, digest, status, type, charset, language, record, until, commit_id
FROM pages
