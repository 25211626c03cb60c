//! Captures of an unfinished file are listed as soon as they are safe, and stay readable when it is finished.

use crate::files::{Folder, archive, dump, keep, lock, rebuild, sink, store, until};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Captures, Catalogue, CatalogueWriter, Keeper, WarcSink};

fn captures(archive: &Archive) -> u64 {
    Catalogue::open(archive).unwrap().totals().unwrap().captures
}

/// An empty archive, and a harvest that writes to one file of it.
fn begin(name: &str) -> (Folder, Archive, Arc<Keeper>, WarcSink) {
    let folder = Folder::new(name);
    let archive = archive(&folder);
    let (keeper, _) = keep(&archive);
    let sink = sink(&keeper, 1 << 30);
    (folder, archive, keeper, sink)
}

/// Stores the pages with these numbers, and waits until the catalogue has all up to the last.
fn store_and_list(archive: &Archive, sink: &WarcSink, numbers: Range<u64>) {
    let end = numbers.end;
    numbers.for_each(|number| store(sink, number));
    sink.sync().unwrap();
    until("listed", || captures(archive) == end);
}

#[test]
fn captures_are_listed_within_ten_seconds_after_a_sync_and_not_before() {
    let (_folder, archive, keeper, sink) = begin("fresh");
    for number in 0..10 {
        store(&sink, number);
    }
    assert_eq!(captures(&archive), 0);
    let mut known = 0;
    for part in 1..3 {
        let written = Instant::now();
        sink.sync().unwrap();
        // Not synced, so not listed.
        store(&sink, part * 10);
        until("listed", || captures(&archive) > known);
        assert!(written.elapsed() < Duration::from_secs(10));
        known = captures(&archive);
        assert_eq!(known, part * 10);
        let readers = Captures::new(&archive);
        for number in 0..known {
            let uri = format!("http://s.cz/{number}");
            let found = readers.lookup(uri.as_bytes()).unwrap();
            assert!(found[0].file.ends_with(".warc.gz"), "{}", found[0].file);
            assert_eq!(found[0].row.title.as_deref(), Some(&*format!("page {number}")));
            readers.open(&found[0]).unwrap();
        }
        for number in part * 10 + 1..part * 10 + 10 {
            store(&sink, number);
        }
    }
    let unfinished = Catalogue::open(&archive).unwrap().files().unwrap();
    assert!(!unfinished[0].is_complete());
    sink.close().unwrap();
    keeper.settle().unwrap();
    assert_eq!(captures(&archive), 30);
    drop(keeper);
    let fresh = dump(&archive);
    rebuild(&archive);
    assert_eq!(dump(&archive), fresh);
}

#[test]
fn rows_of_an_unfinished_file_are_those_of_a_rebuild() {
    let (_folder, archive, keeper, sink) = begin("fresh-rebuild");
    for part in 0..3 {
        store_and_list(&archive, &sink, part * 10..part * 10 + 10);
    }
    // As a kill leaves it.
    drop(sink);
    keeper.settle().unwrap();
    drop(keeper);
    let fresh = dump(&archive);
    assert!(fresh.contains("state: Open"), "{fresh}");
    rebuild(&archive);
    assert_eq!(dump(&archive), fresh);
    // The next harvest finishes the file.
    let (keeper, _) = keep(&archive);
    drop(crate::files::sink(&keeper, 1 << 30));
    drop(keeper);
    let finished = dump(&archive);
    assert!(!finished.contains("state: Open"), "{finished}");
    rebuild(&archive);
    assert_eq!(dump(&archive), finished);
}

#[test]
fn captures_stay_readable_while_their_file_is_finished() {
    let (_folder, archive, keeper, sink) = begin("fresh-rename");
    store_and_list(&archive, &sink, 0..20);
    let is_over = AtomicBool::new(false);
    let reads = std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            let readers = Captures::new(&archive);
            let mut reads = 0;
            while !is_over.load(Ordering::Acquire) || reads < 100 {
                let uri = format!("http://s.cz/{}", reads % 20);
                let found = readers.lookup(uri.as_bytes()).unwrap();
                readers.open(&found[0]).unwrap();
                reads += 1;
            }
            reads
        });
        sink.close().unwrap();
        keeper.settle().unwrap();
        is_over.store(true, Ordering::Release);
        reading.join().unwrap()
    });
    assert!(reads >= 100);
    assert!(Catalogue::open(&archive).unwrap().files().unwrap()[0].is_complete());
}

/// A power cut may take bytes that nobody had synced; should it ever take more, no row may point behind the end.
#[test]
fn rows_behind_the_end_of_a_file_that_was_cut_are_taken_away() {
    let (_folder, archive, keeper, sink) = begin("fresh-cut");
    store_and_list(&archive, &sink, 0..20);
    drop(sink);
    keeper.settle().unwrap();
    drop(keeper);
    let name = archive.unfinished_files().unwrap().remove(0);
    let path = archive.find(&name).unwrap();
    let tenth = Catalogue::open(&archive).unwrap().lookup(b"http://s.cz/10").unwrap().remove(0);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..tenth.row.offset as usize + 40]).unwrap();

    let (keeper, caught_up) = keep(&archive);
    assert_eq!(caught_up.failed, []);
    assert_eq!(captures(&archive), 10);
    drop(crate::files::sink(&keeper, 1 << 30));
    drop(keeper);
    let finished = dump(&archive);
    assert!(!finished.contains("http://s.cz/10"), "{finished}");
    rebuild(&archive);
    assert_eq!(dump(&archive), finished);
}

#[test]
fn unfinished_file_is_neither_lost_nor_checked() {
    let (_folder, archive, keeper, sink) = begin("fresh-lost");
    store_and_list(&archive, &sink, 0..1);
    let mut told = Vec::new();
    let options = stodola_archive::fixity::CheckOptions { is_unnoted: true, ..Default::default() };
    let catalogue = Catalogue::open(&archive).unwrap();
    let mut on = |checked: stodola_archive::fixity::Checked| told.push(checked.name);
    stodola_archive::fixity::check(&archive, &catalogue, &options, &mut (), &mut on).unwrap();
    assert_eq!(told, Vec::<String>::new());
    drop(sink);
    keeper.settle().unwrap();
    drop((keeper, catalogue));
    // Deleted by hand, it is lost, with its captures on record.
    let name = archive.unfinished_files().unwrap().remove(0);
    std::fs::remove_file(archive.find(&name).unwrap()).unwrap();
    rebuild(&archive);
    assert_eq!(captures(&archive), 1);
    let mut writer = CatalogueWriter::open(&archive, lock(&archive)).unwrap();
    writer.forget(&archive, name.as_ref(), "a test").unwrap();
    assert_eq!(writer.totals().unwrap().captures, 0);
}
