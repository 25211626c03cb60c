//! Memory stays bounded whatever the record size: a record of 3 GB, made on the fly, is listed and
//! checked by a process that may not have more than 64 MB.

use crate::session::Session;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

const SIZE: u64 = 3 << 30;

/// A plain WARC with one sparse record of 3 GB and a small one behind it.
fn sparse_warc(path: &Path) {
    let mut file = File::create(path).unwrap();
    write!(
        file,
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://big.example/\r\n\
         WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
         Content-Type: application/octet-stream\r\nContent-Length: {SIZE}\r\n\r\n"
    )
    .unwrap();
    file.seek(SeekFrom::Current(SIZE as i64)).unwrap();
    write!(
        file,
        "\r\n\r\nWARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://small.example/\r\n\
         WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:2>\r\n\
         Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n"
    )
    .unwrap();
}

/// Runs a shell line with 64 MB for everything but code and files that are only mapped.
fn run_limited(session: &Session, line: &str) -> (String, i32) {
    let line = format!("ulimit -d 65536; {line}");
    let output = Command::new("bash")
        .args(["-c", &line])
        .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
        .env("LC_ALL", "C")
        .current_dir(session.path(""))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

#[test]
fn a_record_of_three_gigabytes_needs_no_more_memory_than_a_small_one() {
    let session = Session::new();
    sparse_warc(&session.path("big.warc"));
    let (text, code) = run_limited(&session, "$STODOLA warc ls --json big.warc");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(&format!("\"block_length\":{SIZE}")), "{text}");
    assert!(text.contains("http://small.example/"), "{text}");
    let (text, code) = run_limited(&session, "$STODOLA warc check big.warc");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("2 records"), "{text}");
}

#[test]
fn a_gzip_bomb_needs_no_more_memory_than_a_small_record() {
    let session = Session::new();
    sparse_warc(&session.path("big.warc"));
    // A single member of about 3 MB that decodes to 3 GB, streamed through standard input.
    let (text, code) = run_limited(&session, "gzip -1 < big.warc | $STODOLA warc ls -");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("http://small.example/"), "{text}");
}

#[test]
fn migrating_a_huge_record_needs_little_memory() {
    const SIZE: u64 = 700 << 20;
    let session = Session::new();
    let mut file = File::create(session.path("big.arc")).unwrap();
    writeln!(file, "http://big.example/ 10.0.0.1 20010203040506 video/x-huge {SIZE}").unwrap();
    file.seek(SeekFrom::Current(SIZE as i64)).unwrap();
    write!(file, "\nhttp://small.example/ 10.0.0.1 20010203040506 text/plain 5\nhello\n").unwrap();
    // One arena: each further one reserves addresses it does not use.
    let line = "export MALLOC_ARENA_MAX=1; ulimit -d 200000; \
                $STODOLA migrate big.arc --jobs 2 --fast --out out";
    let output = Command::new("bash")
        .args(["-c", line])
        .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
        .current_dir(session.path(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (text, code) = run_limited(&session, "$STODOLA warc ls out/arc2warc-big.arc.warc.gz");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("http://small.example/"), "{text}");
}

#[test]
fn a_film_of_half_a_gigabyte_that_calls_itself_text_is_not_analysed() {
    let session = Session::new();
    let mut file = File::create(session.path("film.txt")).unwrap();
    file.write_all(b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41").unwrap();
    file.set_len(500 << 20).unwrap();
    let (text, code) = run_limited(&session, "$STODOLA recognise film.txt");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 skipped"), "{text}");
}

/// A WARC with one page: a base of 60 kB, and 50,000 links that are relative to it.
fn based_warc(path: &Path) {
    let base = format!("<base href='http://a.example/{}/'>", "b".repeat(60_000));
    let links: String = (0..50_000).map(|number| format!("<a href=x{number}>x</a>")).collect();
    let block = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Based</title>{base}{links}"
    );
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n\
         WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:3>\r\n\
         Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    );
    std::fs::write(path, record).unwrap();
}

#[test]
fn a_page_whose_base_makes_every_link_long_needs_little_memory() {
    let session = Session::new();
    based_warc(&session.path("based.warc"));
    session.run("archive add based.warc --archive plain").expect(0);
    for name in ["search", "map"] {
        // One arena: each further one reserves addresses it does not use.
        let line = format!(
            "export MALLOC_ARENA_MAX=1; ulimit -d 400000; \
             $STODOLA archive rebuild --only {name} --archive plain"
        );
        let output = Command::new("bash")
            .args(["-c", &line])
            .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
            .env("LC_ALL", "C")
            .current_dir(session.path(""))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
    }
    // The page is there, and what is left out is said.
    let ran = session.run("map out http://a.example/ --json --archive plain");
    assert!(ran.text().lines().count() > 100, "{}{}", ran.text(), ran.stderr);
    let ran = session.run("map sheet --json --archive plain");
    assert!(ran.text().contains("Based"), "{}{}", ran.text(), ran.stderr);
}
