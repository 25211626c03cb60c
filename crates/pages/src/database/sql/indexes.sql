-- The fields that queries find rows by without looking at all of them, beside domain and path.
CREATE INDEX versions_by_url ON versions (url, time);
CREATE INDEX versions_by_time ON versions (time);
CREATE INDEX versions_by_tag ON versions (tag);
CREATE INDEX versions_by_digest ON versions (digest);
CREATE INDEX versions_by_record ON versions (record) WHERE record IS NOT NULL;
