//! The corpus of the fuzz target, run through the same assertions without a fuzzer; and random lines of the kind that
//! matters.

use crate::scope::Random;
use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/harness/seeds.rs"]
mod seeds;

#[test]
fn the_corpus_keeps_the_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/seeds");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 10);
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let result = std::panic::catch_unwind(|| seeds::run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}

#[test]
fn random_files_keep_the_promises() {
    let words: [&[u8]; 28] = [
        b"http://a.cz/",
        b"https://",
        b"HTTP://B.cz:80/%7e?x#y",
        b"//",
        b"a.cz",
        b"[::1]",
        b"\xe9",
        b"\0",
        b"2011-06-23T17:12:09.591Z ",
        b"20050301010203456 ",
        b"  200 ",
        b" - ",
        b"5 R REJECT ",
        b"\"x\" ",
        b"F+ ",
        b" CDX N b a\n",
        b"cz,a)/ 20200101000000 ",
        b"{\"url\":",
        b"\"http://c.cz/\"}",
        b",",
        b";",
        b"\t",
        b"\"",
        b"\n",
        b"\r\n",
        b"# ",
        b"url",
        b"@",
    ];
    let mut random = Random(7);
    for _ in 0..4000 {
        let mut bytes = vec![random.below(256) as u8];
        for _ in 0..random.below(40) {
            bytes.extend_from_slice(words[random.below(words.len())]);
        }
        let result = std::panic::catch_unwind(|| seeds::run(&bytes));
        assert!(result.is_ok(), "{}", bytes.escape_ascii());
    }
}
