//! What is committed stays found, whatever happens to the files.

use super::archives::{TestArchive, page};
use std::path::PathBuf;

fn pages(file: u32) -> Vec<Vec<u8>> {
    (0..5)
        .map(|n| {
            let date = format!("20{:02}-01-01T00:00:00Z", file + 1);
            page(
                &format!("http://a.cz/{file}-{n}"),
                &date,
                &format!("<title>t{n}</title><p>mamut číslo{file}"),
            )
        })
        .collect()
}

fn answers(archive: &TestArchive) -> String {
    let all = archive.search("mamut");
    let some = archive.search("číslo1");
    format!("{} {} {:?} {:?}", all.total, some.total, all.facets, archive.index().counts().unwrap())
}

/// Puts another database in the place of the one that is there, with its log.
fn replace_database(archive: &TestArchive, bytes: &[u8]) {
    for log in ["search.db-wal", "search.db-shm"] {
        let _ = std::fs::remove_file(archive.search_folder().join(log));
    }
    std::fs::write(archive.search_folder().join("search.db"), bytes).unwrap();
}

/// A crash behind the commit of the index and before that of the database: the database is that of before.
#[test]
fn crash_between_the_two_commits_loses_and_doubles_nothing() {
    let archive = TestArchive::new("between");
    archive.add(&pages(0));
    let database = archive.search_folder().join("search.db");
    let before = std::fs::read(&database).unwrap();
    archive.add(&pages(1));
    let whole = answers(&archive);
    replace_database(&archive, &before);
    // Readers do not see what is not committed.
    assert_eq!(archive.search("mamut").total, 5);
    archive.catch_up();
    assert_eq!(answers(&archive), whole);
    archive.catch_up();
    assert_eq!(answers(&archive), whole);
}

#[test]
fn damaged_index_is_noticed_and_made_anew() {
    let archive = TestArchive::new("damage");
    archive.add(&pages(0));
    archive.add(&pages(1));
    let whole = answers(&archive);
    let index = archive.search_folder().join("index");
    let file_of = |ending: &str| -> PathBuf {
        let files = std::fs::read_dir(&index).unwrap().map(|it| it.unwrap().path());
        files.into_iter().find(|path| path.to_string_lossy().ends_with(ending)).unwrap()
    };
    for ending in [".idx", ".pos", ".term", ".fast", "meta.json"] {
        for kind in ["flipped", "cut", "gone"] {
            let path = file_of(ending);
            let mut bytes = std::fs::read(&path).unwrap();
            match kind {
                "flipped" => {
                    let middle = bytes.len() / 3;
                    bytes[middle] ^= 0x55;
                    std::fs::write(&path, bytes).unwrap();
                }
                "cut" => std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
                _ => std::fs::remove_file(&path).unwrap(),
            }
            archive.catch_up();
            assert_eq!(answers(&archive), whole, "{ending} {kind}");
        }
    }
}

#[test]
fn damaged_or_missing_database_is_made_anew() {
    let archive = TestArchive::new("database");
    archive.add(&pages(0));
    archive.add(&pages(1));
    let whole = answers(&archive);
    let database = archive.search_folder().join("search.db");
    replace_database(&archive, &b"this is not a database, but a text of some length".repeat(100));
    archive.catch_up();
    assert_eq!(answers(&archive), whole);
    std::fs::remove_file(&database).unwrap();
    archive.catch_up();
    assert_eq!(answers(&archive), whole);
}

#[test]
fn open_reader_sees_an_index_that_was_made_anew() {
    let archive = TestArchive::new("anew");
    archive.add(&pages(0));
    let reader = archive.index();
    let total = |query| reader.search(&super::archives::request(query)).unwrap().total;
    assert_eq!(total("mamut"), 5);
    std::fs::remove_file(archive.search_folder().join("search.db")).unwrap();
    archive.catch_up();
    archive.add(&pages(1));
    assert_eq!(total("mamut"), 10);
}
