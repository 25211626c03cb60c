//! Several writers and readers of a domain at once.

use crate::support::{
    WAIT, add, check, content, domain, html, page, pages, read, start, write_round,
};
use std::sync::atomic::{AtomicBool, Ordering};
use stodola_pages::{GitStore, PagesError, VersionStore};

#[test]
fn writers_take_turns_and_readers_are_never_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let list: Vec<(String, String)> =
        (0..20).map(|n| (n.to_string(), String::from_utf8(html(n, 0)).unwrap())).collect();
    let list: Vec<(&str, &str)> = list.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let tag = write_round(&store, &start(0), &pages(&list)).unwrap().0.tag;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for reader in 0..2 {
            let (store, tag, is_over) = (&store, &tag, &is_over);
            scope.spawn(move || {
                let mut looks = 0;
                while !is_over.load(Ordering::Relaxed) || looks == 0 {
                    // One reader stays open while packs are merged below it.
                    let reader = store.reader(&domain()).unwrap().unwrap();
                    for number in 0..20 {
                        let found = read(&*reader, tag, &page(&number.to_string()), "data.html");
                        assert!(found == html(number, 0), "{number}");
                    }
                    content(&*reader, tag);
                    looks += 1;
                }
                assert!(looks > 0, "{reader}");
            });
        }
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let (store, tag) = (&store, &tag);
                scope.spawn(move || {
                    for file in 0..5 {
                        add(store, tag, &file.to_string(), &format!("file-{writer}-{file}"), b"x");
                    }
                })
            })
            .collect();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        is_over.store(true, Ordering::Relaxed);
    });
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(reader.history(&tag).unwrap().len(), 21);
    assert_eq!(content(&*reader, &tag).keys().filter(|path| path.contains("file-")).count(), 20);
    check(&folder.path().join("example.cz"));
    // Of two who want to add the same name, one is told.
    let results: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (store, tag) = (&store, &tag);
                scope.spawn(move || {
                    let mut addition =
                        store.begin_addition(tag, &crate::support::by("x"), WAIT).unwrap();
                    let file = crate::support::name("same");
                    match addition.add_file(&page("1"), &file, &mut &b"x"[..]) {
                        Ok(()) => addition.finish().is_ok(),
                        Err(PagesError::NameExists { .. }) => false,
                        Err(error) => panic!("{error}"),
                    }
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results.iter().filter(|&&is_added| is_added).count(), 1);
}
