//! What stands in the WARC files of an archive.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use stodola_warc::check::{CheckerOptions, check};
use stodola_warc::decode::payload_reader;
use stodola_warc::digest::Algorithm;
use stodola_warc::http::parse_response;
use stodola_warc::{Grade, Reader, RecordType};

/// A response as it was archived.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) uri: String,
    pub(super) status: Option<u16>,
    /// The whole block: header and body as they came.
    pub(super) block: Vec<u8>,
    /// The body without any coding, as far as it could be decoded.
    pub(super) payload: Vec<u8>,
    /// `WARC-Truncated`.
    pub(super) truncated: Option<String>,
}

impl Capture {
    pub(super) fn sha256(&self) -> Vec<u8> {
        Algorithm::Sha256.digest(&self.payload).as_bytes().to_vec()
    }

    pub(super) fn summary(&self) -> String {
        let Capture { status, truncated, payload, block, .. } = self;
        let (payload, block) = (payload.len(), block.len());
        format!("{status:?} {truncated:?} of {payload} bytes, {block} with header and coding")
    }
}

/// The files of an archive, which have to be finished all.
pub(super) fn files(archive: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![archive.join("warc")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(name.ends_with(".warc.gz"), "{name} is left");
            files.push(path);
        }
    }
    assert!(!files.is_empty(), "there are no WARC files");
    files.sort();
    files
}

/// Holds every file to the standard; tells how many records there are.
pub(super) fn check_all(archive: &Path) -> u64 {
    let mut records = 0;
    for path in files(archive) {
        let mut errors = Vec::new();
        let mut on = |finding: stodola_warc::check::Finding| {
            if finding.grade == Grade::Error {
                errors.push(finding);
            }
        };
        let mut reader = Reader::open(&path).unwrap();
        let summary = check(&mut reader, &CheckerOptions::default(), &mut on).unwrap();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        assert!(summary.records > 0, "{} is empty", path.display());
        records += summary.records;
    }
    records
}

/// Every response in the archive, in the order of the files. Revisits are replayed: they have their own
/// header, if there is one, and the body of what they refer to, which has to be there.
pub(super) fn captures(archive: &Path) -> Vec<Capture> {
    let mut found = Vec::new();
    let mut originals: HashMap<(String, String), (Option<String>, Capture)> = HashMap::new();
    let mut revisits = Vec::new();
    for path in files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            let kind = record.kind();
            if !matches!(kind, RecordType::Response | RecordType::Revisit) {
                continue;
            }
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            let uri = text(record.uri().unwrap());
            let field = |name| record.warc().unwrap().get(name).map(text);
            let truncated = field("WARC-Truncated");
            let digest = field("WARC-Payload-Digest");
            let date = field("WARC-Date").unwrap();
            let refers_to = field("WARC-Refers-To-Target-URI").zip(field("WARC-Refers-To-Date"));
            let mut block = Vec::new();
            record.read_to_end(&mut block).unwrap();
            let (mut status, mut payload) = (None, Vec::new());
            if let Some(head) = parse_response(&block) {
                status = head.status;
                let body = &block[head.head_len..];
                // What is damaged is good for what came of it.
                let _ = payload_reader(&head, body, 1 << 30).read_to_end(&mut payload);
            }
            let capture = Capture { uri: uri.clone(), status, block, payload, truncated };
            if kind == RecordType::Revisit {
                let refers_to = refers_to.unwrap_or_else(|| panic!("{uri} refers to nothing"));
                revisits.push((found.len(), refers_to, digest));
            } else {
                originals.insert((uri, date), (digest, capture.clone()));
            }
            found.push(capture);
        }
    }
    for (number, refers_to, digest) in revisits {
        let revisit = &mut found[number];
        let Some((known, original)) = originals.get(&refers_to) else {
            panic!("{} refers to {refers_to:?}, which is not there", revisit.uri);
        };
        assert_eq!(*known, digest, "{} refers to other content", revisit.uri);
        let is_own_head = !revisit.block.is_empty();
        let body = if is_own_head { parse_response(&original.block).unwrap().head_len } else { 0 };
        revisit.block.extend_from_slice(&original.block[body..]);
        // As replay tools do it: the head of the one before the stored body of the other.
        let head = parse_response(&revisit.block).unwrap();
        assert_ne!(head.status, Some(304), "{} would be replayed as a blank page", revisit.uri);
        revisit.status = head.status;
        let body = &revisit.block[head.head_len..];
        let _ = payload_reader(&head, body, 1 << 30).read_to_end(&mut revisit.payload);
        assert_eq!(revisit.payload, original.payload, "{} is framed in another way", revisit.uri);
        revisit.truncated = None;
    }
    assert!(!found.is_empty(), "nothing was archived");
    found
}

/// The captures of each URI.
pub(super) fn by_uri(archive: &Path) -> BTreeMap<String, Vec<Capture>> {
    let mut found: BTreeMap<String, Vec<Capture>> = BTreeMap::new();
    for capture in captures(archive) {
        found.entry(capture.uri.clone()).or_default().push(capture);
    }
    found
}

/// The metadata records, by what they are about.
pub(super) fn metadata(archive: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for path in files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            if record.kind() != RecordType::Metadata {
                continue;
            }
            let uri = String::from_utf8(record.uri().unwrap().to_vec()).unwrap();
            let mut text = String::new();
            record.read_to_string(&mut text).unwrap();
            found.insert(uri, text);
        }
    }
    found
}
