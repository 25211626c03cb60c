//! First, previous, next and last memento.

use crate::{Made, page, record, stamp};
use stodola_archive::{CaptureKind, CaptureRow, Entry, FileFacts, Stamp, key_of};
use stodola_replay::{Neighbours, neighbours};

const A: &str = "http://a.cz/";

/// The years of the four.
fn years(found: &Neighbours) -> [Option<u16>; 4] {
    let year = |entry: &Option<Entry>| entry.as_ref().map(|it| it.row.time.unwrap().year());
    [year(&found.first), year(&found.previous), year(&found.next), year(&found.last)]
}

#[test]
fn neighbours_are_of_other_seconds_and_may_be_seen() {
    let mut made = Made::new();
    made.add(&[page(A, "2010"), page(A, "2012"), page(A, "2014")]);
    let metadata = record("metadata", A, "2013", "Content-Type: text/xml\r\n", "<m/>");
    made.add(&[page(A, "2012"), metadata, page(A, "2016"), page("http://b.cz/", "2013")]);
    let captures = made.captures();
    let key = key_of(A.as_bytes());
    let all = |time: &str| years(&neighbours(&captures, &key, stamp(time), &|_| true).unwrap());
    assert_eq!(all("2012"), [Some(2010), Some(2010), Some(2014), Some(2016)]);
    assert_eq!(all("2010"), [Some(2010), None, Some(2012), Some(2016)]);
    assert_eq!(all("2016"), [Some(2010), Some(2014), None, Some(2016)]);
    // Also of a moment without a capture.
    assert_eq!(all("2013"), [Some(2010), Some(2012), Some(2014), Some(2016)]);
    let is_shown = |entry: &Entry| ![2010, 2014].contains(&entry.row.time.unwrap().year());
    let found = neighbours(&captures, &key, stamp("2012"), &is_shown).unwrap();
    assert_eq!(years(&found), [Some(2012), None, Some(2016), Some(2016)]);
    let nothing = neighbours(&captures, b"cz,c)/", stamp("2012"), &|_| true).unwrap();
    assert_eq!(nothing, Neighbours::default());
}

#[test]
fn one_among_many_captures_has_its_neighbours() {
    let made = Made::new();
    let mut writer = made.writer();
    let mut adder = writer.begin_file("warc/many.warc").unwrap();
    let at = |number: u64| {
        let (day, second) = (number / 86_400, number % 86_400);
        let time = second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60;
        Stamp::from_number((20_100_101 + day) * 1_000_000 + time).unwrap()
    };
    for number in 0..50_000 {
        let row = CaptureRow {
            key: key_of(A.as_bytes()),
            uri: A.as_bytes().to_vec(),
            time: Some(at(number)),
            kind: CaptureKind::Response,
            status: Some(200),
            mime: None,
            digest: None,
            length: Some(100),
            offset: number * 100,
            inner_offset: 0,
            target_uri: None,
            target_time: None,
            language: None,
            title: None,
        };
        adder.push(row).unwrap();
    }
    adder.finish(&FileFacts::default()).unwrap();
    drop(writer);
    let captures = made.captures();
    let key = key_of(A.as_bytes());
    for number in [1, 777, 25_000, 49_998] {
        let found = neighbours(&captures, &key, at(number), &|_| true).unwrap();
        let times = [&found.first, &found.previous, &found.next, &found.last]
            .map(|entry| entry.as_ref().unwrap().row.time.unwrap());
        assert_eq!(times, [at(0), at(number - 1), at(number + 1), at(49_999)]);
    }
    // If nothing may be seen, the search ends all the same.
    let found = neighbours(&captures, &key, at(9), &|_| false).unwrap();
    assert_eq!(found, Neighbours::default());
}
