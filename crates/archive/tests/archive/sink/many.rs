//! Many threads at one sink.

use super::*;
use std::collections::HashMap;
use std::thread;

/// Far more than there are workspaces.
const THREADS: u64 = 200;
const EACH: u64 = 20;

fn write_from_many_threads(mut options: SinkOptions) {
    let folder = Folder::new();
    options.roll_bytes = 150_000;
    let sink = open(&folder, options);
    let mut stored = HashMap::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let sink = &sink;
                scope.spawn(move || {
                    let numbers = thread * EACH..(thread + 1) * EACH;
                    numbers.map(|number| (number, write(sink, number).unwrap())).collect::<Vec<_>>()
                })
            })
            .collect();
        stored.extend(threads.into_iter().flat_map(|thread| thread.join().unwrap()));
    });
    sink.close().unwrap();
    assert!(files(&folder).len() > 5);
    let captures = captures(&folder);
    assert_eq!(captures.len() as u64, THREADS * EACH);
    for [found, request, _] in captures {
        let number = found.uri.as_ref().unwrap().rsplit('/').next().unwrap().parse().unwrap();
        assert_stored(&found, &stored.remove(&number).unwrap());
        assert_eq!(found.block, response(number));
        assert!(request.block.starts_with(format!("GET /{number} HTTP").as_bytes()));
    }
    assert!(stored.is_empty());
}

#[test]
fn captures_of_many_threads_stay_whole() {
    write_from_many_threads(options());
}

#[test]
fn every_record_names_the_warcinfo_of_its_own_file() {
    // The validator tells of references to other files.
    let mut options = options();
    options.warc.link_warcinfo = true;
    write_from_many_threads(options);
}
