//! Pages of results while the archive grows.

use super::archives::{TestArchive, page, paths, request};
use stodola_search::SearchRequest;

fn pages(file: u32, count: u32) -> Vec<Vec<u8>> {
    (0..count)
        .map(|n| {
            let words = "mamut ".repeat((n % 7 + 1) as usize);
            let body = format!("<title>{file} {n}</title><p>{words} jiné{n} slovo{file}");
            page(&format!("http://a.cz/{file}-{n}"), "2007-01-01T00:00:00Z", &body)
        })
        .collect()
}

#[test]
fn pages_neither_repeat_nor_leave_out_hits_while_documents_come() {
    let archive = TestArchive::new("paging");
    archive.add(&pages(0, 23));
    let index = archive.index();
    let whole = SearchRequest { limit: 100, ..request("mamut") };
    let expected = paths(&index.search(&whole).unwrap());
    let mut found = Vec::new();
    let mut cursor: Option<String> = None;
    for round in 1.. {
        let next = SearchRequest { limit: 5, cursor: cursor.as_deref(), ..request("mamut") };
        let page = index.search(&next).unwrap();
        assert_eq!(page.is_continued, round > 1);
        found.push(paths(&page));
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
        // New documents, some of them better than all before.
        archive.add(&pages(round, 4));
    }
    assert_eq!(found.join(" "), expected);
    assert_eq!(found.len(), 5);
}

#[test]
fn cursor_of_another_query_is_not_used() {
    let archive = TestArchive::new("cursor");
    archive.add(&pages(0, 9));
    let index = archive.index();
    let first = index.search(&SearchRequest { limit: 3, ..request("mamut") }).unwrap();
    let other = SearchRequest { limit: 3, cursor: first.cursor.as_deref(), ..request("slovo0") };
    assert!(!index.search(&other).unwrap().is_continued);
    let odd = SearchRequest { limit: 3, cursor: Some("00ff"), ..request("mamut") };
    assert!(!index.search(&odd).unwrap().is_continued);
}
