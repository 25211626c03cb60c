//! Any text may be a condition or an order. It is refused with its place, or answered; SQLite never finds anything
//! wrong with what was understood.

use std::sync::{Arc, OnceLock};
use stodola_pages::data::PageMeta;
use stodola_pages::database::{
    PageDatabase, PageDatabaseError, PageQuery, PageQueryError, PageReader, PageRound, QueryValue,
    SeenPage,
};

/// A database with one page; it stays for the life of the process.
fn reader() -> &'static PageReader {
    static READER: OnceLock<PageReader> = OnceLock::new();
    READER.get_or_init(|| {
        let folder =
            std::env::temp_dir().join(format!("stodola-fuzz-query-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room for temporary files");
        let path = folder.join("pages.db");
        let tag = "a.cz@20260101T000000Z".to_owned();
        let domain = "a.cz".to_owned();
        let round = PageRound { domain, tag: tag.clone(), time: 1, commit: "0".repeat(40) };
        let meta = PageMeta {
            tag,
            title: Some("x".repeat(4096)),
            url: "u".repeat(60_000),
            ..PageMeta::default()
        };
        let mut database = PageDatabase::open(&path).expect("it is made");
        let record = database.record::<PageDatabaseError>(&round, |writer| writer.page(&meta));
        record.expect("it is written");
        PageReader::open(&path)
    })
}

/// Takes the first line for a condition and the second for an order.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.split('\n');
    let mut query = PageQuery {
        condition: lines.next().map(str::to_owned),
        order: lines.next().map(str::to_owned),
        ..PageQuery::default()
    };
    let everything = || Arc::new(|_: &SeenPage<'_>| true);
    if let Err(PageQueryError::Values { wanted, .. }) = reader().query(&query, everything()) {
        query.parameters = vec![QueryValue::Text("x".to_owned()); wanted];
    }
    match reader().query(&query, everything()) {
        Ok(answer) => assert!(answer.versions.len() <= 1 && answer.is_complete),
        Err(PageQueryError::Refused { at, what, .. }) => {
            assert!((1..=text.chars().count() + 1).contains(&at));
            assert!(!what.is_empty());
        }
        Err(PageQueryError::Late { .. }) => {}
        Err(other) => panic!("{other}"),
    }
}
