//! WARC whose headers other readers refuse.

use super::*;

/// A WARC 1.0 as nobody should write it: LF, and brackets around URIs.
pub(super) fn odd_warc() -> String {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello";
    let mut out = String::new();
    for i in 0..3 {
        out += &format!(
            "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: <http://a.cz/{i}>\nWARC-Date: \
             2010-02-03T04:05:06Z\nWARC-Record-ID: <urn:uuid:35f02b38-eb19-4f0d-86e4-bfe95815069{i}>\n\
             Content-Type: application/http; msgtype=response\nContent-Length: {}\n\n{block}\r\n\r\n",
            block.len()
        );
    }
    out
}

#[test]
fn headers_that_others_refuse_are_put_right_and_kept_as_they_were() {
    let session = Session::new();
    let odd = odd_warc();
    session.write("odd.warc", odd.as_bytes());
    let ran = session.run("migrate odd.warc --out out").expect(0);
    assert_has(&ran.stderr, &["headers put right: 3 × line-ends, 3 × uri-brackets"]);
    let result = "out/warc11-odd.warc.warc.gz";
    let ran = session.run(&format!("warc check --grade recommendation {result}")).expect(0);
    assert_has(ran.text(), &["0 errors, 0 recommendations"]);
    let all = records(&session, result);
    assert_eq!(all.len(), 3);
    for (i, record) in all.iter().enumerate() {
        let (header, _) = record.split_once("\r\n\r\n").unwrap();
        assert!(!header.replace("\r\n", "").contains(['\n', '\r']), "{header}");
        assert_has(header, &["WARC/1.1\r\n", &format!("\r\nWARC-Target-URI: http://a.cz/{i}\r\n")]);
        assert_has(header, &["WARC-Record-ID: <urn:uuid:"]);
        let kept = header.lines().find_map(|l| l.strip_prefix("Original-Header-Base64: ")).unwrap();
        let kept = filter("base64", &["-d"], kept.as_bytes());
        let kept = String::from_utf8(kept).unwrap();
        assert!(odd.contains(&kept) && kept.contains(&format!("<http://a.cz/{i}>\n")), "{kept}");
        assert!(kept.starts_with("WARC/1.0\n") && kept.ends_with("\n\n"));
    }
    let line = &report(&session)[0];
    assert_has(
        line,
        &["\"headers_changed\":{\"line-ends\":3,\"uri-brackets\":3}", "\"verified\":true"],
    );
    let text = fs::read_to_string(session.path("out/migration.txt")).unwrap();
    assert_has(&text, &["headers changed: 3 line-ends, 3 uri-brackets", "Original-Header-Base64"]);
    session.run(&format!("migrate verify odd.warc {result}")).expect(0);
    // The proof covers the header as it was, and what was made of it.
    session.run(&format!("warc repack {result} --compression none --out plain")).expect(0);
    let plain = fs::read_to_string(session.path("plain/warc11-odd.warc.warc")).unwrap();
    session.write("odd2.warc", odd.replacen("WARC/1.0", "WARC/0.18", 1).as_bytes());
    session.run("migrate verify odd2.warc plain/warc11-odd.warc.warc").expect(1);
    for (from, to) in [("http://a.cz/1\r", "http://a.cz/7\r"), ("2010-02-03", "2010-02-04")] {
        session.write("changed.warc", plain.replacen(from, to, 1).as_bytes());
        session.run("migrate verify odd.warc changed.warc").expect(1);
    }
    // Results of older versions had the lines as they were; they still prove right.
    session.write("older.warc", odd.replace("WARC/1.0\n", "WARC/1.1\r\n").as_bytes());
    session.run("migrate verify odd.warc older.warc").expect(0);
}

#[test]
fn a_header_too_long_to_stand_in_another_is_kept_in_a_file() {
    let session = Session::new();
    let long = format!("X-Long: {}\nContent-Length", "x".repeat(700_000));
    let odd = odd_warc().replacen("Content-Length", &long, 1);
    session.write("odd.warc", odd.as_bytes());
    session.run("migrate odd.warc --out out").expect(0);
    let result = "out/warc11-odd.warc.warc.gz";
    session.run(&format!("warc check --grade error {result}")).expect(0);
    session.run(&format!("migrate verify odd.warc {result}")).expect(0);
    let kept = fs::read(session.path("out/quarantine/odd.warc.0.header.bin")).unwrap();
    assert!(odd.as_bytes().starts_with(&kept) && kept.len() > 700_000);
    assert_has(
        &records(&session, result)[0][700_000..],
        &[
            "Original-Header-File: quarantine/odd.warc.0.header.bin\r\n",
            "Original-Header-SHA-256: ",
        ],
    );
}
