//! The second wall alone: SQL that the first one would never let through.

use super::{LIMITS, PageReader, SeenPage};
use crate::database::PageDatabase;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Statements that must not run.
const ATTACKS: &[&str] = &[
    "SELECT * FROM versions",
    "SELECT * FROM main.versions",
    "SELECT domain FROM pages WHERE path IN (SELECT path FROM main.versions)",
    "SELECT domain FROM pages UNION SELECT sql FROM sqlite_schema",
    "SELECT domain FROM pages UNION SELECT domain FROM pages",
    "SELECT sql FROM sqlite_schema",
    "SELECT sql FROM sqlite_temp_schema",
    "SELECT * FROM rounds",
    "SELECT * FROM pragma_table_info('versions')",
    "SELECT may_be_seen('', '', '', '', 0, '')",
    "SELECT randomblob(10) FROM pages",
    "SELECT zeroblob(10) FROM pages",
    "SELECT printf('%d', 1) FROM pages",
    "SELECT replace(title, 'a', 'b') FROM pages",
    "SELECT hex(title) FROM pages",
    "SELECT load_extension('x') FROM pages",
    "SELECT group_concat(title) FROM pages",
    "SELECT count(*) FROM pages",
    "SELECT count(*) OVER () FROM pages",
    "SELECT sqlite_version() FROM pages",
    "SELECT abs(time) FROM pages",
    "SELECT like('a', 'b', title, 'c') FROM pages, pages",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r",
    "INSERT INTO versions (domain) VALUES ('x')",
    "DELETE FROM versions",
    "UPDATE versions SET title = ''",
    "DROP TABLE versions",
    "DROP VIEW pages",
    "CREATE TABLE x (a)",
    "CREATE TEMP TABLE x (a)",
    "CREATE TEMP VIEW x AS SELECT 1",
    "CREATE TEMP TRIGGER x AFTER INSERT ON versions BEGIN SELECT 1; END",
    "ATTACH DATABASE ':memory:' AS x",
    "DETACH DATABASE main",
    "PRAGMA user_version = 7",
    "PRAGMA writable_schema = 1",
    "PRAGMA database_list",
    "VACUUM",
    "VACUUM INTO '/tmp/x'",
    "ANALYZE",
    "REINDEX",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT x",
    "EXPLAIN SELECT * FROM versions",
];

fn reader() -> (tempfile::TempDir, PageReader) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.db");
    PageDatabase::open(&path).unwrap();
    (folder, PageReader::open(&path))
}

#[test]
fn the_connection_of_a_query_admits_the_view_alone() {
    let (_folder, reader) = reader();
    let sight = Arc::new(|_: &SeenPage<'_>| true);
    let connection = reader.connect(sight, Instant::now() + Duration::from_secs(60)).unwrap();
    connection
        .prepare("SELECT domain, lower(title) FROM pages WHERE url LIKE 'a' ORDER BY time")
        .unwrap();
    // `VACUUM` is prepared, since it asks for nothing by itself, and fails when it runs.
    let runs = |sql: &str| connection.prepare(sql)?.query(())?.next().map(drop);
    let admitted: Vec<_> = ATTACKS.iter().filter(|sql| runs(sql).is_ok()).collect();
    assert!(admitted.is_empty(), "{admitted:?}");
}

#[test]
fn limits_are_those_that_are_wanted() {
    let (_folder, reader) = reader();
    let sight = Arc::new(|_: &SeenPage<'_>| true);
    let connection = reader.connect(sight, Instant::now()).unwrap();
    for (limit, most) in LIMITS {
        assert_eq!(connection.limit(limit).unwrap(), most, "{limit:?}");
    }
}
