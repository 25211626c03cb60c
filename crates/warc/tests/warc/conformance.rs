//! Runs over an outside corpus, if `STODOLA_CORPUS` names its folder.
//!
//! Every file its manifest lists is read. Where an inventory of another tool exists, ours must equal
//! it record by record; each file in which that tool is wrong is listed with the reason in
//! `golden-exceptions.tsv`, and must go on differing.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_warc::digest::Algorithm;
use stodola_warc::{Reader, RecordType};

const EXCEPTIONS: &str = include_str!("golden-exceptions.tsv");

fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("STODOLA_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        skipped("STODOLA_CORPUS is not set");
    }
    folder.map(|f| f.join("warc"))
}

/// Says that the test that is running checks nothing. Written to standard error itself, because what `eprintln!`
/// prints is shown only if a test fails.
fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    std::io::stderr().write_all(line.as_bytes()).expect("standard error is open");
}

struct Manifest {
    path: String,
    kind: String,
    exercises: String,
}

fn manifest(corpus: &Path) -> Vec<Manifest> {
    let text = fs::read_to_string(corpus.join("MANIFEST.tsv")).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name| names.iter().position(|n| *n == name).unwrap();
    let (path, kind, exercises) = (column("path"), column("kind"), column("exercises"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Manifest {
            path: cells[path].into(),
            kind: cells[kind].into(),
            exercises: cells[exercises].into(),
        }
    };
    lines.map(row).collect()
}

#[derive(Debug, PartialEq, Eq)]
struct Row {
    offset: u64,
    length: Option<u64>,
    uri: String,
    block_length: u64,
    sha1: String,
}

#[derive(Default)]
struct Read {
    rows: Vec<Row>,
    gaps: usize,
    warnings: Vec<String>,
}

fn read(path: &Path) -> Read {
    let mut reader = Reader::open(path).unwrap();
    let mut read = Read::default();
    while let Some(mut record) = reader.next_record().unwrap() {
        let offset = record.offset();
        let uri = record.uri().unwrap_or_default();
        let uri: String = match std::str::from_utf8(uri) {
            Ok(uri) => uri.to_owned(),
            Err(_) => uri.iter().map(|b| char::from(*b)).collect(),
        };
        // The inventories write spaces so; we keep them.
        let uri = uri.replace(' ', "%20");
        let mut left_out = 0;
        if record.kind() == RecordType::Filedesc {
            // The inventories leave the two version lines out of the block.
            let head = record.peek(4096).unwrap();
            let mut ends = head.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i);
            left_out = ends.nth(1).map_or(head.len(), |end| end + 1);
            let mut version_lines = vec![0; left_out];
            std::io::Read::read_exact(&mut record, &mut version_lines).unwrap();
        }
        let digest = record.digests(Algorithm::Sha1).unwrap().block;
        let end = record.finish().unwrap();
        let sha1: String = digest.as_bytes().iter().map(|b| format!("{b:02x}")).collect();
        read.warnings.extend(end.warnings.iter().map(|w| w.rule().to_owned()));
        let block_length = end.block_length - left_out as u64;
        read.rows.push(Row { offset, length: end.length, uri, block_length, sha1 });
    }
    read.gaps = reader.take_gaps().len();
    read
}

fn inventory(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Row {
            offset: cells[0].parse().unwrap(),
            length: cells[1].parse().ok(),
            uri: cells[3].replace(' ', "%20"),
            block_length: cells[5].parse().unwrap(),
            sha1: cells[6].to_owned(),
        }
    };
    text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).map(row).collect()
}

/// Where two inventories differ, in one line; `None` if they are equal.
fn difference(ours: &[Row], golden: &[Row]) -> Option<String> {
    if ours.len() != golden.len() {
        return Some(format!("{} records, golden {}", ours.len(), golden.len()));
    }
    let (i, (ours, golden)) = ours.iter().zip(golden).enumerate().find(|(_, (a, b))| a != b)?;
    Some(format!("record {i}: {ours:?}, golden {golden:?}"))
}

#[test]
fn every_file_is_read_and_equals_its_inventory() {
    let Some(corpus) = corpus() else { return };
    let mut exceptions: BTreeMap<&str, &str> = EXCEPTIONS
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .map(|l| l.split_once('\t').expect("path<TAB>reason"))
        .collect();
    let (mut files, mut records, mut compared) = (0, 0, 0);
    let mut failures = Vec::new();
    for entry in manifest(&corpus) {
        if entry.kind == "golden" {
            continue;
        }
        files += 1;
        let ours = read(&corpus.join(&entry.path));
        records += ours.rows.len();
        let golden = corpus.join("golden/inventory").join(format!("{}.tsv", entry.path));
        let Ok(golden) = fs::read_to_string(golden) else { continue };
        let golden = inventory(&golden);
        compared += 1;
        match (difference(&ours.rows, &golden), exceptions.remove(entry.path.as_str())) {
            (None, None) | (Some(_), Some(_)) => {}
            (Some(difference), None) => failures.push(format!("{}: {difference}", entry.path)),
            (None, Some(_)) => {
                failures.push(format!("{}: no longer differs; take it off the list", entry.path));
            }
        }
    }
    for path in exceptions.keys() {
        failures.push(format!("{path}: on the list, but not in the corpus"));
    }
    eprintln!("{files} files, {records} records, {compared} compared with inventories");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared > 100);
}

#[test]
fn expectations_in_the_manifest_hold() {
    let Some(corpus) = corpus() else { return };
    let mut checked = 0;
    for entry in manifest(&corpus) {
        let Some((_, expect)) = entry.exercises.split_once("EXPECT: ") else { continue };
        let read = read(&corpus.join(&entry.path));
        let count: usize = expect.split(' ').next().unwrap().parse().unwrap();
        assert_eq!(read.rows.len(), count, "{}: {expect}", entry.path);
        let warned = |rule: &str| read.warnings.iter().any(|w| w == rule);
        if expect.contains("trailing-garbage") {
            assert_eq!(read.gaps, 1, "{}", entry.path);
        } else {
            assert_eq!(read.gaps, 0, "{}", entry.path);
        }
        if expect.contains("unverifiable") {
            assert!(warned("gzip-trailer-cut"), "{}", entry.path);
        }
        if expect.contains("not record-seekable") {
            assert!(warned("inside-member"), "{}", entry.path);
        }
        if expect.contains("; warn") {
            assert!(warned("zstd-frame"), "{}", entry.path);
        }
        checked += 1;
    }
    assert!(checked > 15);
}
