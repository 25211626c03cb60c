//! Captures of a file in the making are found, also by another process that has the index open.

use super::archives::{TestArchive, request};
use std::time::{Duration, Instant, SystemTime};
use stodola_archive::{Capture, SinkOptions};
use stodola_follow::{FollowError, FollowerKind, OpenedFollower, Opening, PlaceOf};
use stodola_search::{SearchFollower, SearchIndex, SearchTools};

const SEARCH: FollowerKind = FollowerKind { name: "search", version: 1, open, enable, places };

fn open(opening: &Opening<'_>) -> OpenedFollower {
    Ok(Some(Box::new(SearchFollower::open(opening.archive, SearchTools::default())?)))
}

fn enable(archive: &stodola_archive::Archive) -> Result<(), FollowError> {
    Ok(SearchFollower::enable(archive)?)
}

fn places(archive: &stodola_archive::Archive) -> Result<Option<PlaceOf>, FollowError> {
    Ok(stodola_search::places(archive)?)
}

#[test]
fn capture_of_an_unfinished_file_is_found() {
    let archive = TestArchive::new("fresh");
    let lock = archive.archive.lock("a test").unwrap();
    let (keeper, _) = stodola_follow::keep(&archive.archive, &[SEARCH], lock, &mut ()).unwrap();
    let index = SearchIndex::open(&archive.archive).unwrap();
    assert_eq!(index.search(&request("mamut")).unwrap().total, 0);
    let (sink, _) = keeper.sink(SinkOptions::new("test", "here"), &mut ()).unwrap();
    let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>t</title><p>mamut";
    sink.write(Capture {
        uri: b"http://a.cz/",
        date: SystemTime::now(),
        address: None,
        request: b"GET / HTTP/1.1\r\n\r\n",
        response: &mut std::io::Cursor::new(response.to_vec()),
        length: response.len() as u64,
        head_length: 0,
        truncated: None,
        protocol: &["http/1.1"],
        cipher_suite: None,
        payload_type: None,
        packed: None,
        not_modified: None,
        metadata: &[],
    })
    .unwrap();
    sink.sync().unwrap();
    let written = Instant::now();
    // The file is shown to followers every three seconds, so that ten are enough; on a machine that has other work it
    // may take longer.
    let until = written + Duration::from_secs(120);
    while index.search(&request("mamut")).unwrap().total == 0 {
        assert!(Instant::now() < until, "not found");
        std::thread::park_timeout(Duration::from_millis(20));
    }
    println!("found after {:.1} s", written.elapsed().as_secs_f32());
}
