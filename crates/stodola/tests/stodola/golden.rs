//! JSON that programs read: keys, their order and every byte stay as they are in `tests/golden`.
//!
//! `STODOLA_GOLDEN=write` writes these files anew; then the change must be said to users.

use crate::session::{Session, fixture};
use std::fs;
use std::path::Path;

/// Compares output with a file of `tests/golden`; the folder of the fixtures is `@` there.
#[track_caller]
fn check(name: &str, text: &str) {
    let folder = fixture("").display().to_string();
    let text = text.replace(&folder, "@");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("STODOLA_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(&path, &text).unwrap();
    }
    let expect = fs::read_to_string(&path).unwrap();
    for (number, (line, expect)) in text.lines().zip(expect.lines()).enumerate() {
        assert_eq!(line, expect, "{name}, line {}", number + 1);
    }
    assert_eq!(text.lines().count(), expect.lines().count(), "{name}");
}

/// A gzip member that holds the bytes without compressing them.
fn member(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let crc = !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
        })
    });
    let mut member = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01".to_vec();
    for part in [length.to_le_bytes(), (!length).to_le_bytes()] {
        member.extend(part);
    }
    member.extend(bytes);
    member.extend(crc.to_le_bytes());
    member.extend(u32::from(length).to_le_bytes());
    member
}

fn record(fields: &[u8], block: &[u8]) -> Vec<u8> {
    let mut record = fields.to_vec();
    record.extend(format!("Content-Length: {}\r\n\r\n", block.len()).bytes());
    record.extend(block);
    record.extend(b"\r\n\r\n");
    record
}

/// Records with everything that is hard to write as JSON: bytes that are not UTF-8, control characters, quotes,
/// missing fields, an unknown type, a date that is none, two records in a member.
fn odd() -> Vec<u8> {
    let html = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=x\r\n\r\n<p>hello";
    let strange = record(
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n\
          WARC-Target-URI: http://a.example/\xe9\"\\\x01\x7f\xc5\r\nContent-Type: application/http\r\n",
        html,
    );
    let unknown = record(
        "WARC/1.1\r\nWARC-Type: žlutý\r\nWARC-Date: yesterday\r\nWARC-Target-URI: http://a.example/ž\u{1d11e}\r\n"
            .as_bytes(),
        b"x",
    );
    let bare = record(b"WARC/1.0\r\nWARC-Type: resource\r\n", b"");
    [member(&[strange, unknown].concat()), member(&bare)].concat()
}

#[test]
fn lists_of_records_stay_as_they_are() {
    let session = Session::new();
    session.write("odd.warc.gz", &odd());
    let names = "@hello.warc.gz @old.arc.gz @damaged.warc.gz odd.warc.gz";
    let ran = session.run(&format!("warc ls --json --digests {names}")).expect(1);
    check("ls.ndjson", ran.text());
    let ran = session.run(&format!("warc ls {names}")).expect(1);
    check("ls.txt", ran.text());
}

#[test]
fn findings_stay_as_they_are() {
    let session = Session::new();
    session.write("odd.warc.gz", &odd());
    let names = "@hello.warc.gz @old.arc.gz @damaged.warc.gz odd.warc.gz";
    let ran = session.run(&format!("warc check --json {names}")).expect(1);
    check("check.ndjson", ran.text());
}

#[test]
fn indexes_stay_as_they_are() {
    let session = Session::new();
    session.write("odd.warc.gz", &odd());
    for format in ["cdxj", "cdx11", "cdx9"] {
        let words = format!("warc index --format {format} @hello.warc.gz @old.arc.gz odd.warc.gz");
        let ran = session.run(&words).expect(1);
        check(&format!("index.{format}"), ran.text());
    }
}

#[test]
fn verdicts_stay_as_they_are() {
    let session = Session::new();
    session.write(
        "page.html",
        "<html lang=cs><title>Spolek</title><p>Když není čas, napište nám, protože jsme tady pro všechny, kteří \
         ještě něco potřebují.<p>Sídlíme v Praze. <a href='mailto:a@b.cz'>Pošta</a>, telefon +420 222 333 444."
            .as_bytes(),
    );
    session.write(
        "seite.html",
        b"<html lang=de><title>Verein</title><p>Schreiben Sie an info@verein.de.",
    );
    session.write("odd.warc.gz", &odd());
    let words = "recognise --json --features page.html seite.html odd.warc.gz @hello.warc.gz";
    let ran = session.run(words).expect(0);
    check("recognise.ndjson", ran.text());
}

#[test]
fn the_truth_of_the_simulated_web_stays_as_it_is() {
    let ran = Session::new().run("simweb --truth --hosts 1 --national 2 --calm").expect(0);
    let some: Vec<&str> = ran.text().lines().step_by(7).take(40).collect();
    check("simweb.ndjson", &some.join("\n"));
}
