//! The WARC sink: whatever happens, what is in the files is valid, linked, and where it was said to be.

mod full;
mod kill;
mod long;
mod many;
mod one;
mod roll;
mod torn;

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, fs, process};
use stodola_archive::{
    Capture, ReadSeek, Recovery, SinkError, SinkOptions, Sources, Stored, WarcSink,
};
use stodola_warc::check::{self, check};
use stodola_warc::{Reader, RecordType};

/// A folder of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("stodola-sink-{}-{number}", process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The night of a new year: two minutes later it is 2027.
const EVE: Duration = Duration::from_secs(1_798_761_480);

fn options() -> SinkOptions {
    let mut options = SinkOptions::new("test", "harvester");
    options.warcinfo = vec![("software".into(), "stodola".into())];
    options
}

/// A clock that tests set, and ids that count.
fn sources() -> (Sources, Arc<Mutex<SystemTime>>) {
    let time = Arc::new(Mutex::new(UNIX_EPOCH + EVE));
    let (now, number) = (time.clone(), AtomicU64::new(0));
    let sources = Sources {
        clock: Box::new(move || *now.lock().unwrap()),
        random: Box::new(move |bytes| {
            bytes[8..].copy_from_slice(&number.fetch_add(1, Ordering::Relaxed).to_be_bytes());
            Ok(())
        }),
    };
    (sources, time)
}

fn open(folder: &Folder, options: SinkOptions) -> WarcSink {
    let (sink, recovered) = WarcSink::open(&folder.0, options).unwrap();
    assert!(recovered.is_empty(), "{recovered:?}");
    sink
}

fn uri(number: u64) -> String {
    format!("http://example.cz/{number}")
}

/// Each is different in length, and every third is chunked.
fn response(number: u64) -> Vec<u8> {
    let text = format!("<p>page {number}").repeat(1 + number as usize % 50);
    if !number.is_multiple_of(3) {
        return format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}").into();
    }
    let size = text.len();
    format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{size:x}\r\n{text}\r\n0\r\n\r\n")
        .into()
}

fn write(sink: &WarcSink, number: u64) -> Result<Stored, SinkError> {
    let response = response(number);
    write_response(sink, number, response.len() as u64, &mut Cursor::new(response))
}

fn write_response(
    sink: &WarcSink,
    number: u64,
    length: u64,
    response: &mut (dyn ReadSeek + Send),
) -> Result<Stored, SinkError> {
    let request = format!("GET /{number} HTTP/1.1\r\nHost: example.cz\r\n\r\n");
    sink.write(Capture {
        uri: uri(number).as_bytes(),
        date: UNIX_EPOCH + EVE + Duration::from_millis(number),
        address: Some([192, 0, 2, 1].into()),
        request: request.as_bytes(),
        response,
        length,
        head_length: 0,
        truncated: None,
        protocol: &["http/1.1"],
        cipher_suite: None,
        payload_type: Some("text/html"),
        packed: None,
        not_modified: None,
        metadata: &[("via", b"http://example.cz/"), ("hopsFromSeed", b"L")],
    })
}

/// A record that was read back.
#[derive(Clone, Debug)]
struct Found {
    file: String,
    offset: u64,
    length: u64,
    kind: RecordType,
    id: String,
    uri: Option<String>,
    header: String,
    block: Vec<u8>,
}

impl Found {
    fn names(&self, other: &Found) -> bool {
        self.header.contains(&format!("WARC-Concurrent-To: <{}>\r\n", other.id))
    }
}

/// Everything in a finished file, which must be valid in every respect.
fn read_file(folder: &Path, name: &str) -> Vec<Found> {
    let bytes = fs::read(folder.join(name)).unwrap();
    let mut findings = Vec::new();
    let mut on = |finding: check::Finding| {
        // Both are in use everywhere and in no standard yet; the validator mentions it.
        let is_new = ["'WARC-Protocol'", "'WARC-Cipher-Suite'"].iter().any(|name| {
            finding.rule == "unknown-field" && finding.fault.to_string().starts_with(name)
        });
        if !is_new {
            findings.push(finding);
        }
    };
    check(&mut Reader::new(&bytes[..]), &check::CheckerOptions::default(), &mut on).unwrap();
    assert!(findings.is_empty(), "{name}: {findings:?}");
    let mut reader = Reader::new(&bytes[..]);
    let mut all = Vec::new();
    while let Some(mut record) = reader.next_record().unwrap() {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let mut block = Vec::new();
        record.read_to_end(&mut block).unwrap();
        let mut found = Found {
            file: name.to_owned(),
            offset: record.offset(),
            length: 0,
            kind: record.kind(),
            id: text(record.id().unwrap()),
            uri: record.uri().map(text),
            header: text(record.warc().unwrap().raw()),
            block,
        };
        found.length = record.finish().unwrap().length.unwrap();
        all.push(found);
    }
    all
}

/// The finished files by name. None may be unfinished.
fn files(folder: &Folder) -> Vec<String> {
    let mut names = Vec::new();
    for year in fs::read_dir(&folder.0).unwrap() {
        let year = year.unwrap();
        for file in fs::read_dir(year.path()).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(name.ends_with(".warc.gz"), "{name}");
            names.push(format!("{}/{name}", year.file_name().into_string().unwrap()));
        }
    }
    names.sort();
    names
}

/// All captures, which must be whole and together, as response, request, metadata.
fn captures(folder: &Folder) -> Vec<[Found; 3]> {
    let mut all = Vec::new();
    for name in files(folder) {
        let records = read_file(&folder.0, &name);
        assert_eq!(records[0].kind, RecordType::Warcinfo);
        for three in records[1..].chunks(3) {
            let three: [Found; 3] = three.to_vec().try_into().unwrap();
            let [response, request, metadata] = &three;
            assert_eq!(
                [response.kind, request.kind, metadata.kind],
                [RecordType::Response, RecordType::Request, RecordType::Metadata]
            );
            assert!(request.names(response) && metadata.names(response));
            assert!(request.uri == response.uri && metadata.uri == response.uri);
            all.push(three);
        }
    }
    all
}

/// The record that was written stands where the sink said.
fn assert_stored(found: &Found, stored: &Stored) {
    assert_eq!(
        (&*found.file, found.offset, found.length),
        (&*stored.file, stored.offset, stored.length)
    );
    for (name, digest) in
        [("WARC-Block-Digest", stored.block_digest), ("WARC-Payload-Digest", stored.payload_digest)]
    {
        assert!(found.header.contains(&format!("{name}: {digest}\r\n")), "{}", found.header);
    }
}

/// How many records of how many recovered files were kept.
fn kept(recovered: &[stodola_archive::Recovered]) -> Vec<u64> {
    let records = |outcome: &Recovery| match outcome {
        Recovery::Finished(resumed) => resumed.records,
        other => panic!("{other:?}"),
    };
    recovered.iter().map(|it| records(&it.outcome)).collect()
}
