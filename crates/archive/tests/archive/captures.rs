//! Captures are found and opened: with their codings, across files, while they are written, and from many threads.

use crate::files::{Folder, lock, open, rebuild_files, warc};
use std::io::Read;
use std::path::Path;
use std::sync::Barrier;
use stodola_archive::{
    Archive, CaptureError, Captures, CatalogueWriter, FileFacts, Intake, OpenedCapture, Stamp,
};
use stodola_warc::decode::is_limit_exceeded;

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let n = compressor.gzip_compress(bytes, &mut out).unwrap();
    out.truncate(n);
    out
}

pub(crate) fn record(kind: &str, uri: &str, date: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n{fields}\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

pub(crate) fn add(folder: &Folder, name: &str, bytes: &[u8]) -> Archive {
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let path = folder.write(name, bytes);
    writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    archive
}

/// The only capture of a URI, or the one of a time.
fn opened(captures: &Captures, uri: &str, time: &str) -> Result<OpenedCapture, CaptureError> {
    let entry = captures.closest(uri.as_bytes(), Stamp::parse(time).unwrap()).unwrap().unwrap();
    captures.open(&entry)
}

fn all(mut source: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).unwrap();
    bytes
}

const A: &str = "http://a.cz/";
const PROFILE: &str = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/";

#[test]
fn body_comes_as_stored_without_chunks_and_decoded() {
    let folder = Folder::new("captures-codings");
    let packed = gzip(b"hello");
    let mut block =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    let head = block.len();
    block.extend_from_slice(format!("{:x}\r\n", packed.len()).as_bytes());
    block.extend_from_slice(&packed);
    block.extend_from_slice(b"\r\n0\r\n\r\n");
    let archive =
        add(&folder, "a.warc", &record("response", A, "2020-01-01T00:00:00Z", "", &block));
    let captures = Captures::new(&archive);
    let open = || opened(&captures, A, "2020").unwrap().content;
    assert_eq!(open().raw_head(), Some(&block[..head]));
    assert_eq!(open().head().unwrap().status, Some(200));
    assert!(open().is_chunked());
    assert_eq!(all(open().into_stored()), block[head..]);
    assert_eq!(all(open().into_payload()), packed);
    assert_eq!(all(open().into_decoded(5)), b"hello");
    let error = open().into_decoded(4).read_to_end(&mut Vec::new()).unwrap_err();
    assert!(is_limit_exceeded(&error), "{error}");
}

#[test]
fn revisits_are_resolved_across_files_by_their_kind() {
    let folder = Folder::new("captures-revisits");
    let chunked =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: first\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    add(&folder, "1.warc", &record("response", A, "2020-01-01T00:00:00Z", "", chunked));
    let refers =
        format!("WARC-Refers-To-Target-URI: {A}\r\nWARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n");
    let identical = record(
        "revisit",
        "http://b.cz/",
        "2021-01-01T00:00:00Z",
        &format!("{PROFILE}identical-payload-digest\r\n{refers}"),
        b"HTTP/1.1 203 Second\r\nX: second\r\n\r\n",
    );
    add(&folder, "2.warc", &identical);
    // The head of an answer 304 describes no content, whether it stands in the block or not.
    for (year, block) in
        [("2022", &b"HTTP/1.1 304 Not Modified\r\nX: third\r\n\r\n"[..]), ("2023", b"")]
    {
        let fields = format!("{PROFILE}server-not-modified\r\n{refers}");
        let unchanged = record("revisit", A, &format!("{year}-01-01T00:00:00Z"), &fields, block);
        add(&folder, &format!("{year}.warc"), &unchanged);
    }
    let lost =
        "WARC-Refers-To-Target-URI: http://c.cz/\r\nWARC-Refers-To-Date: 2019-01-01T00:00:00Z\r\n";
    let archive = add(
        &folder,
        "5.warc",
        &record("revisit", "http://d.cz/", "2021-01-01T00:00:00Z", lost, b""),
    );

    let captures = Captures::new(&archive);
    let check = |uri: &str, time: &str, status: u16, word: &[u8]| {
        let opened = opened(&captures, uri, time).unwrap();
        let head = opened.content.head().unwrap();
        assert_eq!(
            (head.status, head.field("X").unwrap().as_ref()),
            (Some(status), word),
            "{time}"
        );
        let original = opened.original.map(|original| original.row.time.unwrap().to_string());
        assert_eq!(original.as_deref(), Some("20200101000000"));
        // The head says nothing of chunks; the stored body has them all the same.
        assert_eq!(all(opened.content.into_decoded(100)), b"abc", "{time}");
    };
    check("http://b.cz/", "2021", 203, b"second");
    check(A, "2022", 200, b"first");
    check(A, "2023", 200, b"first");
    let error = opened(&captures, "http://d.cz/", "2021").err().unwrap();
    assert!(matches!(error, CaptureError::NoOriginal { .. }), "{error}");
    std::fs::remove_file(folder.path().join("1.warc")).unwrap();
    let error = opened(&captures, A, "2023").err().unwrap();
    assert!(matches!(&error, CaptureError::Missing(path) if path.ends_with("1.warc")), "{error}");
}

#[test]
fn records_of_arc_and_of_shared_members_are_found() {
    let folder = Folder::new("captures-members");
    let page = |number: u32| format!("HTTP/1.1 200 OK\r\n\r\npage {number}");
    let uri = |number: u32| format!("http://m.cz/{number}");
    let mut member = Vec::new();
    for number in 0..5 {
        let block = page(number);
        let date = "2020-01-01T00:00:00Z";
        member.extend(record("response", &uri(number), date, "", block.as_bytes()));
    }
    let mut file = gzip(&member);
    file.extend(gzip(&record("response", &uri(5), "2020-01-01T00:00:00Z", "", page(5).as_bytes())));
    let archive = add(&folder, "m.warc.gz", &file);
    let captures = Captures::new(&archive);
    for number in [4, 0, 5, 2] {
        let content = opened(&captures, &uri(number), "2020").unwrap().content;
        assert_eq!(all(content.into_payload()), format!("page {number}").into_bytes());
    }
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/old.arc.gz");
    writer.take_in(&archive, &old, Intake::Reference, &mut ()).unwrap();
    drop(writer);
    let catalogue = captures.catalogue().unwrap();
    let entries: Vec<_> = catalogue.prefix(b"", None).map(Result::unwrap).collect();
    drop(catalogue);
    let of_arc: Vec<_> = entries.iter().filter(|it| it.file.ends_with("old.arc.gz")).collect();
    assert!(!of_arc.is_empty());
    for entry in of_arc {
        captures.open(entry).unwrap();
    }
}

#[test]
fn file_that_is_missing_or_has_changed_is_named() {
    let folder = Folder::new("captures-changed");
    let block = b"HTTP/1.1 200 OK\r\n\r\nabc";
    let archive = add(&folder, "a.warc", &record("response", A, "2020-01-01T00:00:00Z", "", block));
    let captures = Captures::new(&archive);
    let other = record("response", "http://o.cz/", "2020-01-01T00:00:00Z", "", block);
    for bytes in [&other[..], b"", b"a letter"] {
        folder.write("a.warc", bytes);
        match opened(&captures, A, "2020") {
            Err(CaptureError::Changed { path, offset: 0 }) => assert!(path.ends_with("a.warc")),
            other => panic!("{:?}", other.err()),
        }
    }
    std::fs::remove_file(folder.path().join("a.warc")).unwrap();
    let error = opened(&captures, A, "2020").err().unwrap();
    assert!(error.to_string().contains("a.warc' is missing"), "{error}");
}

/// Lists the first capture of an unfinished file.
fn list_first(
    writer: &mut CatalogueWriter,
    name: &str,
    entry: stodola_archive::CaptureRow,
    covered: u64,
) {
    let mut adder = writer.begin_file(name).unwrap();
    adder.push(entry).unwrap();
    adder.suspend(covered, &FileFacts { size: covered, ..FileFacts::default() }).unwrap();
}

#[test]
fn file_in_the_making_is_read_up_to_what_is_listed_and_on_when_it_is_finished() {
    let folder = Folder::new("captures-open");
    let bytes = warc(0, 1);
    // A capture that is listed, and a part of the next one.
    let open_path = folder.write("archive/warc/x.warc.open", format!("{bytes}WARC/1.1\r\nWARC-Ty"));
    let copy = folder.write("copy.warc", &bytes);
    let (archive, mut writer) = open(&folder.path().join("archive"));
    writer.take_in(&archive, &copy, Intake::Reference, &mut ()).unwrap();
    let entry = writer.prefix(b"", None).next().unwrap().unwrap();
    list_first(&mut writer, "warc/x.warc", entry.row, bytes.len() as u64);
    let captures = Captures::new(&archive);
    let uri = b"http://www.h0.cz/0/A";
    let entries = captures.lookup(uri).unwrap();
    let entry = entries.iter().find(|entry| &*entry.file == "warc/x.warc").unwrap();
    assert_eq!(all(captures.open(entry).unwrap().content.into_payload()), b"0 0");
    std::fs::write(&open_path, &bytes).unwrap();
    std::fs::rename(&open_path, folder.path().join("archive/warc/x.warc")).unwrap();
    assert_eq!(all(captures.open(entry).unwrap().content.into_payload()), b"0 0");
}

#[test]
fn many_threads_share_few_connections_and_see_what_is_new() {
    let folder = Folder::new("captures-threads");
    let archive = add(&folder, "0.warc", warc(0, 30).as_bytes());
    let captures = Captures::with_connections(&archive, 2);
    let barrier = Barrier::new(12);
    std::thread::scope(|scope| {
        for thread in 0..12 {
            let (captures, barrier) = (&captures, &barrier);
            scope.spawn(move || {
                barrier.wait();
                for number in 0..30 {
                    let number = (number + thread) % 30;
                    let uri = format!("http://www.h{}.cz/{number}/A", number % 7);
                    let content = opened(captures, &uri, "2000").unwrap().content;
                    assert_eq!(all(content.into_payload()), format!("0 {number}").into_bytes());
                }
            });
        }
    });
    let count = || captures.catalogue().unwrap().totals().unwrap().files;
    assert_eq!(count(), 1);
    add(&folder, "1.warc", warc(1, 3).as_bytes());
    assert_eq!(count(), 2);
    // A rebuild puts another file in the place of the catalogue.
    std::fs::remove_file(folder.path().join("1.warc")).unwrap();
    rebuild_files(&archive, lock(&archive, "rebuild")).unwrap();
    add(&folder, "2.warc", warc(2, 3).as_bytes());
    assert_eq!(count(), 3);
}

#[test]
fn pool_gives_its_permission_back_when_the_catalogue_cannot_be_opened() {
    let folder = Folder::new("captures-none");
    let archive = add(&folder, "0.warc", warc(0, 1).as_bytes());
    let whole = std::fs::read(archive.catalogue_path()).unwrap();
    std::fs::write(archive.catalogue_path(), b"no database at all").unwrap();
    let captures = Captures::with_connections(&archive, 1);
    for _ in 0..3 {
        assert!(captures.lookup(A.as_bytes()).is_err());
    }
    std::fs::write(archive.catalogue_path(), whole).unwrap();
    assert_eq!(captures.lookup(b"http://www.h0.cz/0/A").unwrap().len(), 1);
}
