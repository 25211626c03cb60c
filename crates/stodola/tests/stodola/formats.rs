//! Odd files through the commands for archive files: what people see of them.

use crate::session::Session;

/// The sample of version 2 in the description of ARC, with the filedesc length that it has there: two bytes
/// too long, so that it reaches into the URL of the next record.
const TOO_LONG: &[u8] =
    b"filedesc://IA-001102.arc 0.0.0.0 19960923142103 text/plain 200 - - 0 IA-001102.arc 122\n\
      2 0 AlexaInternet\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset \
      Filename Archive-length\n\nhttp://www.dryswamp.edu:80/index.html 127.10.100.2 19961104142103 \
      text/html 200 fac069150613fe55599cc7fa88aa089d - 208 IA-001102.arc 40\n\
      HTTP/1.0 200 OK\r\nServer: x\r\n\r\nHello World\n";

#[test]
fn a_length_that_reaches_into_the_next_url_is_told() {
    let session = Session::new();
    session.write("a.arc", TOO_LONG);
    let ran = session.run("warc ls a.arc").expect(1);
    assert!(ran.text().contains(" http://www.dryswamp.edu:80/index.html\n"), "{}", ran.text());
    assert!(ran.text().contains("! the block should have 122 bytes"), "{}", ran.text());
    let ran = session.run("warc check a.arc").expect(1);
    assert!(ran.text().contains("[length-too-long]"), "{}", ran.text());
    let ran = session.run("warc index a.arc").expect(1);
    assert!(ran.text().contains("\"http://www.dryswamp.edu:80/index.html\""), "{}", ran.text());
}

#[test]
fn every_rule_is_listed_and_can_be_explained() {
    let session = Session::new();
    let rules = session.run("warc check --rules").expect(0);
    let names: Vec<&str> =
        rules.text().lines().map(|line| line.split_once(' ').unwrap().0).collect();
    assert!(names.len() > 80, "{}", names.len());
    for rule in ["length-too-long", "member-damaged", "bytes-after-block", "block-digest"] {
        assert!(names.contains(&rule), "{rule}");
    }
    for name in ["no-records", "gzip-crc", "arc-separator", "arc-checksum"] {
        let ran = session.run(&format!("warc check --explain {name}")).expect(0);
        let lines: Vec<&str> = ran.text().lines().collect();
        assert!(lines[0].starts_with(&format!("{name} (")), "{}", ran.text());
        assert!(lines.len() > 3 && lines[3..].iter().all(|line| line.len() < 90), "{}", ran.text());
    }
    let ran = session.run("warc check --explain monkeys").expect(2);
    assert!(ran.stderr.contains("there is no rule 'monkeys'"), "{}", ran.stderr);
}

fn arc(records: &[(&str, &str)]) -> Vec<u8> {
    let list = "1 0 x\nURL IP-address Archive-date Content-type Archive-length\n";
    let mut file =
        format!("filedesc://a.arc 0.0.0.0 20010203040506 text/plain {}\n{list}\n", list.len());
    for (line, block) in records {
        file += &format!("{line} {}\n{block}\n", block.len());
    }
    file.into_bytes()
}

/// The last words of the lines of `ls`, and what the index has, for each record.
#[test]
fn listing_and_index_have_the_same_media_types() {
    let session = Session::new();
    session.write(
        "a.arc",
        &arc(&[
            (
                "http://a.cz/1 1.2.3.4 20010203040506 text/html",
                "HTTP/1.0 200 OK\r\nContent-Type: image/png; x\r\n\r\n",
            ),
            // The status line is broken, and the harvester noted the type all the same.
            (
                "http://a.cz/2 1.2.3.4 20010203040506 text/css;x",
                "HTP/1.0 200 OK\r\nContent-Type: a/b\r\n\r\n",
            ),
            (
                "http://a.cz/3 1.2.3.4 20010203040506 text/plain",
                "HTTP/1.0 200 OK\r\nServer: x\r\n\r\n",
            ),
        ]),
    );
    let record = |kind: &str, uri: &str, fields: &str, block: &str| {
        let length = block.len();
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Record-ID: <urn:x:{uri}>\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\n{fields}Content-Length: {length}\r\n\r\n{block}\r\n\r\n"
        )
    };
    let http = "Content-Type: application/http; msgtype=response\r\n";
    let revisit = "HTTP/1.0 304 No\r\nContent-Type: text/html\r\n\r\n";
    let warc = [
        record("response", "http://b.cz/1", http, "HTTP/1.0 200 OK\r\nContent-Type: a/b c\r\n\r\n"),
        record("response", "http://b.cz/2", http, "no head"),
        record("revisit", "http://b.cz/3", http, revisit),
        record("resource", "http://b.cz/4", "Content-Type: text/x; y\r\n", "x"),
        record("resource", "http://b.cz/5", "WARC-Payload-Digest: sha1:\r\n", "x"),
    ];
    session.write("b.warc", warc.concat().as_bytes());
    let index = session.run("warc index --format cdx9 a.arc b.warc").expect(0);
    let mut of_index: Vec<(String, String)> = Vec::new();
    for line in index.text().lines().skip(1) {
        let columns: Vec<&str> = line.split(' ').collect();
        assert_eq!(columns.len(), 9, "{line}");
        if columns[2] == "http://b.cz/5" {
            assert_eq!(columns[5], "-", "an empty digest: {line}");
        }
        of_index.push((columns[2].to_owned(), columns[3].to_owned()));
    }
    of_index.sort();
    let ls = session.run("warc ls a.arc b.warc").expect(0);
    let mut of_ls: Vec<(String, String)> = Vec::new();
    for line in ls.text().lines().filter(|line| line.contains(" http://")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        of_ls.push((words[6].to_owned(), words[5].to_owned()));
    }
    of_ls.sort();
    assert_eq!(of_ls, of_index);
    let expected = ["image/png", "text/css", "-", "a/b", "-", "warc/revisit", "text/x", "-"];
    assert_eq!(of_ls.iter().map(|entry| &entry.1[..]).collect::<Vec<_>>(), expected);
}

#[test]
fn a_date_in_json_is_what_the_text_shows() {
    let session = Session::new();
    session.write("a.arc", &arc(&[("http://a.cz/ 1.2.3.4 null text/html", "x")]));
    let text = session.run("warc ls a.arc").expect(0);
    assert!(text.text().lines().any(|line| line.contains(" null ")), "{}", text.text());
    let json = session.run("warc ls --json a.arc").expect(0);
    let line = json.text().lines().last().unwrap();
    assert!(line.contains("\"date\":\"null\",\"raw_date\":\"null\""), "{line}");
}

/// An LZ4 frame that stores a record as it is, and a WACZ with a stored WARC file.
#[test]
fn lz4_and_wacz_are_named_by_every_command() {
    let record = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/\r\n\
                   WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n";
    let lz4 = [b"\x04\x22\x4d\x18\x40\x40\xc0\x80\0\0\x80", &record[..], b"\0\0\0\0"].concat();
    let mut zip = b"PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0".to_vec();
    zip.extend([0; 4]);
    zip.extend([record.len() as u8, 0, 0, 0].repeat(2));
    zip.extend(b"\x13\0\0\0archive/a.warc.data");
    zip.extend_from_slice(record);
    let session = Session::new();
    session.write("a.warc.lz4", &lz4);
    session.write("b.wacz", &zip);
    session.write("in/c.warc.lz4", &lz4);
    session.write("in/d.wacz", &zip);
    for (file, name) in [("a.warc.lz4", "LZ4"), ("b.wacz", "a WACZ")] {
        for command in
            ["ls", "check", "index", "cat --offset 0", "extract --out x1", "repack --out x2"]
        {
            let _ = std::fs::remove_dir_all(session.path("x1"));
            let ran = session.run(&format!("warc {command} {file}")).expect(2);
            let looks = format!("not an archive: looks like {name}");
            assert!(ran.stderr.contains(&looks), "{command} {file}: {}", ran.stderr);
            assert_eq!(ran.text(), "", "{command} {file}");
        }
        for command in ["recognise", "migrate --out x3"] {
            let ran = session.run(&format!("{command} {file}"));
            assert_ne!(ran.code, 0, "{command} {file}");
            assert!(
                ran.stderr.contains(&format!("looks like {name}")),
                "{command}: {}",
                ran.stderr
            );
        }
    }
    let ran = session.run("archive add --archive x4 a.warc.lz4");
    assert_ne!(ran.code, 0);
    assert!(ran.stderr.contains("looks like LZ4"), "{}", ran.stderr);
    let ran = session.run("archive add --archive x4 b.wacz");
    assert_ne!(ran.code, 0);
    assert!(ran.stderr.contains("cannot be read as a WACZ file"), "{}", ran.stderr);
    let ran = session.run("migrate in --out x5");
    for looks in ["c.warc.lz4: skipped: not an archive file: looks like LZ4", "looks like a WACZ"] {
        assert!(ran.stderr.contains(looks), "{}", ran.stderr);
    }
}
