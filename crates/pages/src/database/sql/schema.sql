-- pages.db: every page of the text archive and every version of it. Written by the harvest alone; it can be built again
-- from the git repositories of all domains. Times are milliseconds since 1970 in UTC.

-- One row for each commit of a harvest. commit_id: the object id in hexadecimal.
CREATE TABLE rounds (
    domain TEXT NOT NULL,
    tag TEXT NOT NULL,
    time INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    PRIMARY KEY (domain, tag)
) WITHOUT ROWID;

-- One row for each version of a page. tag: the round that brought it; until: the first round without it, NULL if the
-- newest round still has it. The other columns are those of data.xml.
CREATE TABLE versions (
    domain TEXT NOT NULL,
    tag TEXT NOT NULL,
    path TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    time INTEGER NOT NULL,
    digest TEXT NOT NULL,
    status INTEGER,
    type TEXT,
    charset TEXT,
    language TEXT,
    record TEXT,
    until TEXT
);

-- A page has one version in a round, and one that is current.
CREATE UNIQUE INDEX versions_by_page ON versions (domain, path, tag);
CREATE UNIQUE INDEX versions_current ON versions (domain, path) WHERE until IS NULL;
