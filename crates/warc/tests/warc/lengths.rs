//! Wrong lengths: every error from 20 bytes too few to 400 too many, in every record of a file, in
//! every packing. No record is lost or misread for it, no byte goes missing, and the error is told.

use crate::build::*;
use std::io::{Read, Write};
use stodola_warc::{Gap, Grade, Reader, Warning};

/// One record before its length is written: what stands before the length, behind it, and the block.
struct Draft {
    uri: &'static str,
    before: String,
    after: &'static str,
    block: Vec<u8>,
    separator: &'static [u8],
}

impl Draft {
    fn arc(uri: &'static str, block: &[u8]) -> Draft {
        let before = format!("{uri} 10.0.0.1 20010203040506 text/html ");
        Draft { uri, before, after: "\n", block: block.to_vec(), separator: b"\n" }
    }

    fn warc(kind: &str, uri: &'static str, block: &[u8]) -> Draft {
        let before = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: "
        );
        Draft { uri, before, after: "\r\n\r\n", block: block.to_vec(), separator: b"\r\n\r\n" }
    }

    /// The record with a length that is wrong by `error`; `None` if there is no such length.
    fn write(&self, error: i64) -> Option<Vec<u8>> {
        let length = u64::try_from(self.block.len() as i64 + error).ok()?;
        let mut bytes = format!("{}{length}{}", self.before, self.after).into_bytes();
        bytes.extend_from_slice(&self.block);
        bytes.extend_from_slice(self.separator);
        Some(bytes)
    }
}

const SIZED: &[u8] = b"HTTP/1.0 200 OK\r\nContent-Length: 16\r\n\r\n\0\x89PNG\r\n\x1a\n\0\0\0\rIHD";
const UNSIZED: &[u8] =
    b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n<a href=http://x/>\nsee: this and that 5\n";
const CHUNKED: &[u8] =
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
const REDIRECT: &[u8] =
    b"HTTP/1.1 302 Found\r\nLocation: http://c.cz/\r\nContent-Length: 0\r\n\r\n";
const PROSE: &[u8] = b"no head, but text:\n\n\nlines of it, and no line end at its end";
const DNS: &[u8] = b"20010203040506\nb.cz. 3600 IN A 10.0.0.1\n";

fn arc_file() -> Vec<Draft> {
    let filedesc = String::from_utf8(filedesc("1 0", "")).unwrap();
    let (line, block) = filedesc.split_once('\n').unwrap();
    let before = line[..line.rfind(' ').unwrap() + 1].to_owned();
    let block = block.strip_suffix('\n').unwrap().into();
    let uri = "filedesc://test.arc";
    vec![
        Draft { uri, before, after: "\n", block, separator: b"\n" },
        Draft::arc("http://a.cz/1", SIZED),
        Draft::arc("dns:b.cz", DNS),
        Draft::arc("http://a.cz/2", UNSIZED),
        Draft::arc("https://b.cz/3?x=http://c.cz/", CHUNKED),
        Draft::arc("http://a.cz/4?y=dns:b.cz", REDIRECT),
        Draft::arc("ftp://d.cz/5", PROSE),
        Draft::arc("http://a.cz/6", SIZED),
    ]
}

fn warc_file() -> Vec<Draft> {
    vec![
        Draft::warc("warcinfo", "urn:info", b"software: x\r\nformat: WARC/1.0\r\n"),
        Draft::warc("response", "http://a.cz/1", SIZED),
        Draft::warc("request", "http://a.cz/1", b"GET /1 HTTP/1.0\r\nHost: a.cz\r\n\r\n"),
        Draft::warc("response", "http://a.cz/2", UNSIZED),
        Draft::warc("response", "https://b.cz/3?x=http://c.cz/", CHUNKED),
        Draft::warc("response", "http://a.cz/4", REDIRECT),
        Draft::warc("resource", "ftp://d.cz/5", PROSE),
        Draft::warc("metadata", "dns:b.cz", DNS),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Packing {
    Plain,
    Members,
    Whole,
}

/// The records of a file whose record `wrong` has a length that is off by `error`.
fn write(drafts: &[Draft], wrong: usize, error: i64) -> Option<Vec<Vec<u8>>> {
    let error_of = |i| if i == wrong { error } else { 0 };
    drafts.iter().enumerate().map(|(i, draft)| draft.write(error_of(i))).collect()
}

fn pack(records: &[Vec<u8>], packing: Packing) -> Vec<u8> {
    match packing {
        Packing::Plain => records.concat(),
        Packing::Members => records.iter().flat_map(|r| stored(r)).collect(),
        Packing::Whole => stored(&records.concat()),
    }
}

/// A gzip member that compresses nothing, for there are many to be made.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

struct Seen {
    uri: Vec<u8>,
    block: Vec<u8>,
    warnings: Vec<Warning>,
}

fn read(file: &[u8]) -> (Vec<Seen>, Vec<Gap>) {
    let mut reader = Reader::new(file);
    let mut seen = Vec::new();
    while let Some(mut record) = reader.next_record().unwrap() {
        let uri = record.uri().unwrap_or_default().to_vec();
        let mut block = Vec::new();
        record.read_to_end(&mut block).unwrap();
        let mut warnings = record.finish().unwrap().warnings;
        warnings.retain(|w| *w != Warning::InsideMember);
        seen.push(Seen { uri, block, warnings });
    }
    assert!(reader.account().is_complete());
    (seen, reader.take_gaps())
}

/// What is wrong with how a file was read whose record `wrong` has a length that is off by `error`.
fn complaint(drafts: &[Draft], wrong: usize, error: i64, packing: Packing) -> Option<String> {
    let records = write(drafts, wrong, error)?;
    let (seen, gaps) = read(&pack(&records, packing));
    let uris: Vec<String> = seen.iter().map(|s| s.uri.escape_ascii().to_string()).collect();
    if uris != drafts.iter().map(|d| d.uri).collect::<Vec<_>>() {
        return Some(format!("the records are {uris:?}"));
    }
    let others = seen.iter().zip(drafts).enumerate().filter(|(i, _)| *i != wrong);
    for (i, (seen, draft)) in others {
        if seen.block != draft.block || !seen.warnings.is_empty() {
            return Some(format!("record {i} suffers: {:?}", seen.warnings));
        }
    }
    let Seen { block, warnings, .. } = &seen[wrong];
    let worst = warnings.iter().map(Warning::grade).max();
    let right = &drafts[wrong].block;
    if error == 0 {
        let is_right = worst.is_none() && gaps.is_empty() && block == right;
        return (!is_right).then(|| format!("a sound file: {warnings:?} {gaps:?}"));
    }
    // Whether a line end belongs to a block or separates it from the next cannot always be told.
    let is_last = wrong + 1 == drafts.len();
    let is_filedesc = drafts[wrong].uri.starts_with("filedesc:");
    let may_be_comment = (is_last && error == 1) || (is_filedesc && error.abs() == 1);
    let enough = if may_be_comment { Grade::Comment } else { Grade::Error };
    if worst < Some(enough) && gaps.is_empty() {
        return Some(format!("not told: {warnings:?} {gaps:?}"));
    }
    let separator = drafts[wrong].separator.len() as i64;
    let is_kept = match error {
        // Nothing but the separator may be taken for a part of the block.
        1.. => {
            block.starts_with(right)
                && block.len() as i64 <= right.len() as i64 + separator.min(error)
        }
        // What is left of the block is in a gap, or it is line ends and the separator is told to be odd.
        _ if is_filedesc => right.starts_with(block) || block.starts_with(right),
        _ => {
            let lost = &right[block.len().min(right.len())..];
            let told: u64 = gaps.iter().map(|gap| gap.length).sum();
            right.starts_with(block)
                && block.len() as i64 == right.len() as i64 + error
                && (told >= lost.len() as u64 || lost.iter().all(|b| matches!(b, b'\r' | b'\n')))
        }
    };
    (!is_kept).then(|| format!("block '{}', {warnings:?} {gaps:?}", block.escape_ascii()))
}

fn check(drafts: &[Draft]) {
    let mut complaints = Vec::new();
    for packing in [Packing::Plain, Packing::Members, Packing::Whole] {
        for wrong in 0..drafts.len() {
            for error in -20..=400 {
                if let Some(complaint) = complaint(drafts, wrong, error, packing) {
                    let uri = drafts[wrong].uri;
                    complaints.push(format!("{packing:?}, {uri}, {error:+}: {complaint}"));
                }
            }
        }
    }
    let shown = complaints.iter().take(40).cloned().collect::<Vec<_>>();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), shown.join("\n"));
}

#[test]
fn every_wrong_length_of_an_arc_record_is_told_and_harms_no_other() {
    check(&arc_file());
}

#[test]
fn every_wrong_length_of_a_warc_record_is_told_and_harms_no_other() {
    check(&warc_file());
}

/// A file of records without any separator is read; the first record tells that they are missing.
#[test]
fn records_without_separators_are_read_and_said_to_be() {
    let mut drafts = arc_file();
    drafts.iter_mut().for_each(|draft| draft.separator = b"");
    let records: Vec<_> = drafts.iter().map(|draft| draft.write(0).unwrap()).collect();
    for packing in [Packing::Plain, Packing::Members, Packing::Whole] {
        let (seen, gaps) = read(&pack(&records, packing));
        assert_eq!(gaps, []);
        assert_eq!(seen.len(), drafts.len());
        let missing = Warning::ArcSeparator { found: String::new() };
        for (i, (seen, draft)) in seen.iter().zip(&drafts).enumerate() {
            assert_eq!((&seen.uri[..], &seen.block), (draft.uri.as_bytes(), &draft.block));
            // Behind the last record nothing needs to be separated.
            let expected = if i + 1 < drafts.len() { vec![missing.clone()] } else { Vec::new() };
            assert_eq!(seen.warnings, expected, "{packing:?}, record {i}");
        }
        assert_eq!(missing.grade(), Grade::Comment);
    }
}

/// Without separators a length that is too long by a few bytes ends inside the next URL all the same.
#[test]
fn a_length_that_eats_a_url_is_told_without_separators_too() {
    let mut drafts = arc_file();
    drafts.iter_mut().for_each(|draft| draft.separator = b"");
    for wrong in [1, 6] {
        for error in 1..=12 {
            let records = write(&drafts, wrong, error).unwrap();
            let (seen, gaps) = read(&records.concat());
            assert_eq!(gaps, []);
            let uris: Vec<_> = seen.iter().map(|s| &s.uri[..]).collect();
            assert_eq!(uris, drafts.iter().map(|d| d.uri.as_bytes()).collect::<Vec<_>>());
            let worst = seen[wrong].warnings.iter().map(Warning::grade).max();
            assert_eq!(worst, Some(Grade::Error), "{wrong} {error:+}: {:?}", seen[wrong].warnings);
        }
    }
}

/// A block longer than what can be buffered is looked at when its end comes near.
#[test]
fn a_wrong_length_of_a_long_block_is_told() {
    let mut block = b"HTTP/1.0 200 OK\r\n\r\n".to_vec();
    block.resize(5 << 20, b'x');
    let drafts = [
        Draft::arc("http://a.cz/1", DNS),
        Draft::arc("http://a.cz/2", &block),
        Draft::arc("http://a.cz/3?http://b.cz/", SIZED),
        Draft::arc("http://a.cz/4", SIZED),
    ];
    let path = std::env::temp_dir().join(format!("stodola-long-{}.arc", std::process::id()));
    for error in [-20, -3, 0, 2, 3, 16, 40, 60, 300] {
        let records = write(&drafts, 1, error).unwrap();
        for packing in [Packing::Plain, Packing::Members, Packing::Whole] {
            let file = pack(&records, packing);
            std::fs::write(&path, &file).unwrap();
            let by_name = uris(Reader::open(&path).unwrap());
            let by_stream = uris(Reader::new(&file[..]));
            for (uris, is_told) in [by_name, by_stream] {
                assert_eq!(uris, drafts.each_ref().map(|d| d.uri), "{packing:?} {error:+}");
                assert_eq!(is_told, error != 0, "{packing:?} {error:+}");
            }
        }
    }
    std::fs::remove_file(&path).unwrap();
}

/// The URLs of all records, and whether damage was told.
fn uris<R: Read>(mut reader: Reader<R>) -> (Vec<String>, bool) {
    let (mut uris, mut is_told) = (Vec::new(), false);
    while let Some(record) = reader.next_record().unwrap() {
        uris.push(String::from_utf8(record.uri().unwrap().to_vec()).unwrap());
        is_told |= record.finish().unwrap().warnings.iter().any(Warning::is_damage);
    }
    assert!(reader.account().is_complete());
    (uris, is_told || !reader.take_gaps().is_empty())
}

/// What an archive holds that is itself an archive stays in one piece.
#[test]
fn an_archive_inside_a_record_is_not_torn_apart() {
    let inner: Vec<u8> = arc_file().iter().flat_map(|draft| draft.write(0).unwrap()).collect();
    let http = [&b"HTTP/1.0 200 OK\r\n\r\n"[..], &inner, &inner.repeat(90)].concat();
    assert!(http.len() > 64 << 10);
    let page = b"HTTP/1.0 200 OK\r\n\r\n<pre>\nhttp://a.cz/ 1.2.3.4 20010203040506 text/html 5\nhello\n</pre>";
    let drafts = [
        Draft::arc("ftp://a.cz/1.arc", &inner),
        Draft::arc("http://a.cz/2.arc", &http),
        Draft::arc("http://a.cz/spec.html", page),
        Draft::arc("http://a.cz/3", SIZED),
    ];
    let records: Vec<_> = drafts.iter().map(|draft| draft.write(0).unwrap()).collect();
    for packing in [Packing::Plain, Packing::Members, Packing::Whole] {
        let (seen, gaps) = read(&pack(&records, packing));
        let found: Vec<_> = seen.iter().map(|s| (&s.uri[..], &s.block, &s.warnings[..])).collect();
        let expected: Vec<_> =
            drafts.iter().map(|d| (d.uri.as_bytes(), &d.block, &[][..])).collect();
        assert_eq!(found, expected);
        assert_eq!(gaps, []);
    }
}

/// The last records of a file whose lengths are beyond its end: as in a sample of other tools.
#[test]
fn lengths_beyond_the_end_do_not_hide_records_without_body() {
    let file = cat(&[
        &arc("http://a.cz/1", "one"),
        &arc_line("http://a.cz/2 10.0.0.1 20010203040506 text/html 680", &empty_answer()),
        &arc_line("http://a.cz/3 10.0.0.1 20010203040506 text/html 680", &empty_answer()),
    ]);
    let (seen, gaps) = read(&file);
    assert_eq!((seen.len(), &gaps[..]), (3, &[][..]));
    assert!(matches!(seen[1].warnings[..], [Warning::LengthTooLong { declared: 680, .. }]));
    assert!(matches!(seen[2].warnings[..], [Warning::BlockTruncated { declared: 680, .. }, ..]));
}

/// A head that ends where the separator should stand.
fn empty_answer() -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r".to_owned()
}
