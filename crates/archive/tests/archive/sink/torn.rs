//! Files that a crash left: every byte at which the last capture may be cut.

use super::*;

/// The only unfinished file.
fn left_open(folder: &Folder) -> PathBuf {
    let year = fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
    let mut files = fs::read_dir(year).unwrap();
    let path = files.next().unwrap().unwrap().path();
    assert!(path.to_str().unwrap().ends_with(".warc.gz.open") && files.next().is_none());
    path
}

#[test]
fn cut_at_any_byte_keeps_all_that_is_whole() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    write(&sink, 1).unwrap();
    let last = write(&sink, 2).unwrap();
    drop(sink);
    let path = left_open(&folder);
    let bytes = fs::read(&path).unwrap();
    // Where the records of the last capture end.
    let mut reader = Reader::new(&bytes[..]);
    let mut ends = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let start = record.offset();
        ends.push(start + record.finish().unwrap().length.unwrap());
    }
    assert_eq!((ends.len(), ends[6]), (7, bytes.len() as u64));
    let copy = Folder::new();
    for cut in last.offset as usize..=bytes.len() {
        let _ = fs::remove_dir_all(&copy.0);
        let target = copy.0.join(path.strip_prefix(&folder.0).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(&target, &bytes[..cut]).unwrap();
        let (sink, recovered) = WarcSink::open(&copy.0, options()).unwrap();
        let whole = ends.iter().filter(|end| **end <= cut as u64).count();
        assert_eq!(kept(&recovered), [whole as u64], "{cut}");
        assert_eq!(recovered[0].file, *last.file);
        // Valid, and no record names one that is lost.
        let found = read_file(&copy.0, &last.file);
        assert_eq!(found.len(), whole, "{cut}");
        drop(sink);
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = Folder::new();
    let year = folder.0.join("2026");
    fs::create_dir_all(&year).unwrap();
    let others = [
        "test-20261231235800-00000-other.warc.gz.open",
        "tests-20261231235800-00000-harvester.warc.gz.open",
        "test-2026-00000-harvester.warc.gz.open",
        "test-x-20261231235800-00000-harvester.warc.gz.open",
        "test-20261231235800-00000-harvester.warc.gz.tmp",
    ];
    for name in others {
        fs::write(year.join(name), "").unwrap();
    }
    fs::write(folder.0.join("test-20261231235800-00000-harvester.warc.gz.open"), "").unwrap();
    drop(open(&folder, options()));
    assert!(others.iter().all(|name| year.join(name).exists()));
}

#[test]
fn what_is_no_warc_file_is_reported_and_left() {
    let folder = Folder::new();
    let year = folder.0.join("2026");
    fs::create_dir_all(&year).unwrap();
    let name = "test-20261231235800-00000-harvester.warc.gz";
    let path = year.join(format!("{name}.open"));
    fs::write(&path, "a letter").unwrap();
    let (sink, recovered) = WarcSink::open_with(&folder.0, options(), sources().0).unwrap();
    assert!(matches!(recovered[0].outcome, Recovery::Failed(_)), "{recovered:?}");
    assert_eq!(fs::read(&path).unwrap(), b"a letter");
    // Its name is taken.
    let stored = write(&sink, 1).unwrap();
    assert_ne!(*stored.file, format!("2026/{name}"));
    sink.close().unwrap();
}

#[test]
fn a_file_that_is_being_written_is_left_to_its_writer() {
    let folder = Folder::new();
    let first = open(&folder, options());
    write(&first, 1).unwrap();
    let (second, recovered) = WarcSink::open(&folder.0, options()).unwrap();
    assert!(matches!(recovered[..], [stodola_archive::Recovered { outcome: Recovery::InUse, .. }]));
    write(&second, 2).unwrap();
    write(&first, 3).unwrap();
    first.close().unwrap();
    second.close().unwrap();
    assert_eq!(captures(&folder).len(), 3);
}

#[test]
fn an_empty_file_gets_its_warcinfo() {
    let folder = Folder::new();
    let year = folder.0.join("2026");
    fs::create_dir_all(&year).unwrap();
    let name = "test-20261231235800-00000-harvester.warc";
    fs::write(year.join(format!("{name}.open")), "").unwrap();
    let (_, recovered) = WarcSink::open(&folder.0, options()).unwrap();
    assert_eq!(kept(&recovered), [0]);
    // Packed as its name says, not as new files are.
    assert!(fs::read(year.join(name)).unwrap().starts_with(b"WARC/1.1\r\nWARC-Type: warcinfo"));
}
