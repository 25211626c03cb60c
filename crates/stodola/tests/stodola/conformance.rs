//! CDXJ lines against those of cdxj-indexer 1.5.0, if `STODOLA_CORPUS` names the corpus.
//!
//! Where that tool is wrong is listed with the reason in `cdxj-exceptions.tsv`; such a file must go
//! on differing.

use crate::session::Session;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const EXCEPTIONS: &str = include_str!("cdxj-exceptions.tsv");

#[test]
fn cdxj_lines_equal_the_golden_ones() {
    let Some(corpus) = std::env::var_os("STODOLA_CORPUS") else {
        eprintln!("STODOLA_CORPUS is not set: conformance is not run");
        return;
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
