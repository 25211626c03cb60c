//! Ranges of keys, in both directions, beside a sorted list.

use super::*;

/// The captures of a cursor, a few at a time, with `between` called now and then.
fn all(
    archive: &Archive,
    cursor: &mut RangeCursor,
    mut between: impl FnMut(usize),
) -> Vec<(Key, CaptureRow)> {
    let mut found = Vec::new();
    loop {
        // A new connection each time: a cursor holds none.
        let catalogue = Catalogue::open(archive).unwrap();
        for _ in 0..7 {
            match catalogue.advance(cursor).unwrap() {
                Some(entry) => found.push((entry.key(), entry.row)),
                None => return found,
            }
        }
        between(found.len());
    }
}

fn fill(writer: &mut CatalogueWriter, file: u64, rows: std::ops::Range<u64>) {
    let mut adder = writer.begin_file(&format!("f{file}.warc")).unwrap();
    for number in rows {
        adder.push(super::row(number)).unwrap();
    }
    adder.finish(&FileFacts::default()).unwrap();
}

#[test]
fn a_cursor_gives_a_range_in_both_directions_while_segments_are_merged() {
    let folder = Folder::new("range");
    let (archive, mut writer) = folder.open();
    for file in 0..10 {
        fill(&mut writer, file, file * 37..file * 37 + 37);
    }
    let everything: Vec<Entry> = writer.prefix(b"", None).map(Result::unwrap).collect();
    let keys: Vec<Key> = everything.iter().map(Entry::key).collect();
    let some = |at: usize| keys[at * keys.len() / 10].clone();
    let mut added = 10;
    for range in [
        KeyRange::of_prefix(b""),
        KeyRange::of_prefix(b"cz,h1)/"),
        KeyRange::of_key(b"cz,h2)/3"),
        KeyRange::between(b"cz,h2)/3", 20_300_101_000_000, 20_400_101_000_000),
        KeyRange { start: some(2), end: Some(some(7)) },
        KeyRange { start: some(5), end: None },
        KeyRange { start: some(5), end: Some(some(5)) },
        KeyRange::of_key(b"cz,nothing)/"),
    ] {
        let is_in =
            |key: &&Key| **key >= range.start && range.end.as_ref().is_none_or(|end| *key < end);
        let expected: Vec<Key> = keys.iter().filter(is_in).cloned().collect();
        for direction in [Direction::Forwards, Direction::Backwards] {
            let mut expected = expected.clone();
            if direction == Direction::Backwards {
                expected.reverse();
            }
            let mut cursor = RangeCursor::new(range.clone(), direction);
            let found = all(&archive, &mut cursor, |count| {
                if count > 70 {
                    return;
                }
                // Captures behind all others, so that segments are merged and nothing else changes.
                let mut adder = writer.begin_file(&format!("z{added}.warc")).unwrap();
                for number in 0..25 {
                    let uri = format!("http://zzz.zz/{added}/{number}").into_bytes();
                    adder
                        .push(CaptureRow { key: key_of(&uri), uri, ..super::row(number) })
                        .unwrap();
                }
                adder.finish(&FileFacts::default()).unwrap();
                added += 1;
            });
            let found: Vec<Key> = found
                .into_iter()
                .map(|(key, _)| key)
                .filter(|key| !key.surt.starts_with(b"zz,"))
                .collect();
            assert_eq!(found, expected, "{range:?} {direction:?}");
            // Continuing behind any of them gives the rest.
            if let Some(at) = expected.len().checked_sub(1).map(|last| last / 2) {
                let mut cursor =
                    RangeCursor::behind(range.clone(), direction, expected[at].clone());
                let rest = all(&archive, &mut cursor, |_| {});
                let rest: Vec<Key> = rest
                    .into_iter()
                    .map(|(key, _)| key)
                    .filter(|key| !key.surt.starts_with(b"zz,"))
                    .collect();
                assert_eq!(rest, expected[at + 1..], "{range:?} {direction:?}");
            }
        }
    }
}

#[test]
fn a_range_is_divided_into_stretches_of_about_the_same_length() {
    let folder = Folder::new("divide");
    let (_archive, mut writer) = folder.open();
    for file in 0..4 {
        fill(&mut writer, file, file * 1000..file * 1000 + 1000);
    }
    let range = KeyRange::of_prefix(b"");
    let starts = writer.divide(&range, 1000).unwrap();
    assert!((2..=8).contains(&starts.len()), "{}", starts.len());
    assert!(starts.is_sorted());
    assert!(writer.divide(&range, 100_000).unwrap().is_empty());
    assert!(writer.divide(&KeyRange::of_key(b"cz,nothing)/"), 1).unwrap().is_empty());
}
