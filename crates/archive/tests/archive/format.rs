//! An index written by an earlier program keeps opening.

use std::path::Path;
use stodola_archive::{Copies, DedupIndex, DedupOptions, Payload, RecordPlace};

fn payload(number: u8) -> Payload {
    Payload { sha256: [number; 32], length: u64::from(number) * 1000 }
}

/// What `tests/archive/format-1` holds: three files, two of them in a run and one in the log. Each
/// stores ten payloads, the first of which the file before has too, and has a revisit of the second
/// payload of the file before.
fn fill(folder: &Path) {
    let mut index = DedupIndex::open_with(folder, DedupOptions { log_bytes: 1000 }).unwrap();
    for file in 0..3 {
        let stored: Vec<_> =
            (0..10).map(|number| (payload(file * 9 + number), u64::from(number) * 50)).collect();
        let before = file.checked_sub(1).and_then(|before| index.file_id(&name(before)));
        let references: Vec<_> =
            before.map(|file| (7777, RecordPlace { file, offset: 50 })).into_iter().collect();
        index.commit_file(&name(file), &stored, &references).unwrap();
    }
}

fn name(file: u8) -> String {
    format!("warc/{file}.warc.gz")
}

#[test]
fn index_of_format_1_opens() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive/format-1");
    let folder = std::env::temp_dir().join(format!("stodola-format-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    if !golden.exists() {
        fill(&golden);
        panic!("there was none: written anew");
    }
    // Opening may write, so it is done elsewhere.
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["0000000000-0000000001.run", "log"] {
        std::fs::copy(golden.join(name), folder.join(name)).unwrap();
    }
    let index = DedupIndex::open(&folder).unwrap();
    assert_eq!(index.payloads(), 28);
    for number in 0..28 {
        let place = |file: u8| RecordPlace {
            file: index.file_id(&name(file)).unwrap(),
            offset: u64::from(number - file * 9) * 50,
        };
        let first = (number.saturating_sub(1) / 9).min(2);
        let second = (number == 9 || number == 18).then(|| place(first + 1));
        let right = Copies { first: place(first), second };
        assert_eq!(index.lookup(&payload(number)).unwrap(), Some(right), "payload {number}");
    }
    assert_eq!(index.lookup(&payload(28)).unwrap(), None);
    for (file, dependents) in [(0, 1), (1, 1), (2, 0)] {
        let file = index.file_id(&name(file)).unwrap();
        assert_eq!(index.dependents(file).count(), dependents);
        assert_eq!(index.losses(file).unwrap().count(), dependents);
    }
    let _ = std::fs::remove_dir_all(&folder);
}
