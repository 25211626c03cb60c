//! CDXJ lines against those of cdxj-indexer 1.5.0, if `STODOLA_CORPUS` names the corpus.
//!
//! Where that tool is wrong is listed with the reason in `cdxj-exceptions.tsv`; such a file must go
//! on differing.

use crate::session::{Session, skipped};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const EXCEPTIONS: &str = include_str!("cdxj-exceptions.tsv");

#[test]
fn cdxj_lines_equal_the_golden_ones() {
    let Some(corpus) = std::env::var_os("STODOLA_CORPUS") else {
        return skipped("STODOLA_CORPUS is not set");
    };
    let corpus = PathBuf::from(corpus).canonicalize().unwrap().join("warc");
    let golden = corpus.join("golden/cdxj");
    let mut exceptions: BTreeMap<&str, &str> = EXCEPTIONS
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .map(|l| l.split_once('\t').expect("path<TAB>reason"))
        .collect();
    let session = Session::new();
    let (mut files, mut lines) = (0, 0);
    let mut failures = Vec::new();
    let mut paths = Vec::new();
    walk(&golden, &mut paths);
    for path in paths {
        let name = path.strip_prefix(&golden).unwrap().to_str().unwrap();
        let name = name.strip_suffix(".cdxj").unwrap();
        let expect = fs::read_to_string(&path).unwrap();
        let expect: BTreeSet<&str> = expect.lines().collect();
        let output =
            session.command().args(["warc", "index"]).arg(corpus.join(name)).output().unwrap();
        let ours = String::from_utf8(output.stdout).unwrap();
        let sorted: Vec<&str> = ours.lines().collect();
        assert!(sorted.is_sorted(), "{name}");
        let ours: BTreeSet<&str> = sorted.into_iter().collect();
        files += 1;
        lines += expect.len();
        match (ours == expect, exceptions.remove(name)) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => {
                let golden: Vec<_> = expect.difference(&ours).take(2).collect();
                let ours: Vec<_> = ours.difference(&expect).take(2).collect();
                failures.push(format!("{name}:\n  ours {ours:?}\n  golden {golden:?}"));
            }
            (true, Some(_)) => failures.push(format!("{name}: no longer differs")),
        }
    }
    for name in exceptions.keys() {
        failures.push(format!("{name}: on the list, but not in the corpus"));
    }
    eprintln!("{files} files, {lines} lines compared");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(files > 100);
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => walk(&path, out),
            false => out.push(path),
        }
    }
    out.sort();
}

/// All ARC files of the corpus: migrated, proved, restored; the golden conversion has the same blocks.
#[test]
fn every_arc_of_the_corpus_migrates_and_comes_back() {
    let Some(corpus) = std::env::var_os("STODOLA_CORPUS") else {
        return skipped("STODOLA_CORPUS is not set");
    };
    let corpus = PathBuf::from(corpus).canonicalize().unwrap().join("warc");
    let session = Session::new();
    let out = session.path("out");
    let run =
        session.command().arg("migrate").arg(&corpus).arg("--out").arg(&out).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    // Damaged files are migrated, and told by the exit code.
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains(" 0 failed"), "{said}");
    let mut sources = Vec::new();
    walk(&corpus, &mut sources);
    let (mut files, mut records, mut identical) = (0, 0, 0);
    for source in sources {
        let relative = source.strip_prefix(&corpus).unwrap();
        let name = format!("arc2warc-{}.warc.gz", relative.file_name().unwrap().to_str().unwrap());
        let result = out.join(relative.with_file_name(name));
        if !result.exists() {
            continue;
        }
        let scan = stodola_migrate::verify(&source, &result).unwrap();
        files += 1;
        records += scan.proofs.len();
        // Where damage has hit a header line, only the members tell where records start.
        let is_gzip = fs::read(&source).unwrap().starts_with(&[0x1f, 0x8b]);
        let arc = session.path(if is_gzip { "restored.arc.gz" } else { "restored.arc" });
        stodola_migrate::restore(&result, &arc, &mut |_, _| Ok(false)).unwrap();
        let restored = stodola_migrate::scan(&arc).unwrap();
        fs::remove_file(&arc).unwrap();
        let same = scan.proofs.iter().zip(&restored.proofs).filter(|(a, b)| a == b).count();
        identical += same;
        assert_eq!(same, scan.proofs.len(), "{}", source.display());
    }
    eprintln!("{files} ARC files, {records} records, {identical} identical after the way back");
    assert!(files >= 70 && records >= 1793);

    let blocks = |path: &Path| {
        let mut reader = stodola_warc::Reader::open(path).unwrap();
        let mut blocks = Vec::new();
        while let Some(mut record) = reader.next_record().unwrap() {
            if record.kind() == stodola_warc::RecordType::Response {
                let digests = record.digests(stodola_warc::digest::Algorithm::Sha256).unwrap();
                blocks.push(digests.block);
            }
        }
        blocks
    };
    let ours = blocks(&out.join("netarchivesuite/arc2warc-fyensdk.arc.warc.gz"));
    let golden = blocks(&corpus.join("netarchivesuite/fyensdk.warc"));
    let ours: BTreeSet<_> = ours.into_iter().collect();
    assert_eq!(golden.len(), 189);
    assert!(golden.iter().all(|block| ours.contains(block)));
}
