//! Every oddity met in real archives, each as a few bytes and what must come of them.

use crate::build::*;
use std::fmt::Write;
use stodola_warc::Reader;

/// What a reader makes of a file: a line per record, with its warnings, and a line per gap.
pub(crate) fn dump(source: impl std::io::Read) -> String {
    dump_of(Reader::new(source))
}

fn dump_of(mut reader: Reader<impl std::io::Read>) -> String {
    let mut out = String::new();
    while let Some(mut record) = reader.next_record().unwrap() {
        let mut block = Vec::new();
        std::io::Read::read_to_end(&mut record, &mut block).unwrap();
        let kind = format!("{:?}", record.kind()).to_lowercase();
        let uri = record.uri().unwrap_or(b"-").escape_ascii().to_string();
        let inner = record.inner_offset();
        let offset = record.offset();
        let end = record.finish().unwrap();
        assert_eq!(end.block_length, block.len() as u64);
        let before = out.len();
        for gap in reader.take_gaps() {
            let inner = gap.inner.map_or(String::new(), |i| format!("+{i}"));
            writeln!(out, "gap {}{inner} {} {}", gap.offset, gap.length, gap.reason.rule())
                .unwrap();
        }
        let gaps = out.split_off(before);
        // A gap is known when the record behind it is found, so it comes first.
        out.push_str(&gaps);
        let inner = if inner > 0 { format!("+{inner}") } else { String::new() };
        let length = end.length.map_or("?".to_owned(), |l| l.to_string());
        let tail = block[block.len().saturating_sub(12)..].escape_ascii().to_string();
        write!(out, "{kind} {offset}{inner} {length} {uri} {}'{tail}'", block.len()).unwrap();
        for warning in &end.warnings {
            write!(out, " {}", warning.rule()).unwrap();
        }
        out.push('\n');
    }
    for gap in reader.take_gaps() {
        let inner = gap.inner.map_or(String::new(), |i| format!("+{i}"));
        writeln!(out, "gap {}{inner} {} {}", gap.offset, gap.length, gap.reason.rule()).unwrap();
    }
    // Every byte was taken for something.
    let account = reader.account();
    assert!(account.is_complete(), "{account:?}\n{out}");
    out
}

#[track_caller]
fn check(file: &[u8], expect: &str) {
    let lines = expect.lines().map(str::trim_start).filter(|l| !l.is_empty());
    let expect: String = lines.map(|l| l.to_owned() + "\n").collect();
    assert_eq!(dump(file), expect);
    // What an index says about the length of the first record changes nothing, be it right or wrong.
    for stored in [0, 1, 30, 153, 5_000, 1 << 20, u64::MAX] {
        assert_eq!(dump_of(Reader::new(file).with_expected(stored)), expect, "expected {stored}");
    }
    let mut reader = Reader::new(file);
    while reader.next_record().unwrap().is_some() {}
    assert_eq!(reader.account().stored, file.len() as u64);
}

#[test]
fn a_record_per_member_is_the_normal_case() {
    check(
        &cat(&[&gzip(&response("http://a/", "one")), &gzip(&response("http://b/", "two"))]),
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        response 153 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn no_more_is_read_than_a_record_of_known_length_needs() {
    struct Counted<'c>(&'c [u8], &'c std::cell::Cell<usize>);
    impl std::io::Read for Counted<'_> {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            let n = self.0.read(buf)?;
            self.1.set(self.1.get() + n);
            Ok(n)
        }
    }
    // Numbers that hardly compress.
    let noise = |n: u32| (0..n).map(|i| i.wrapping_mul(2_654_435_761).to_string()).collect();
    let body: String = noise(10_000);
    let record = response("http://a/", &body);
    let rest = response("http://b/", &noise(100_000));
    for (first, rest) in [(gzip(&record), gzip(&rest)), (record, rest)] {
        let file = cat(&[&first, &rest]);
        let read = std::cell::Cell::new(0);
        let reader = Reader::new(Counted(&file, &read));
        let mut reader = reader.with_expected(first.len() as u64);
        let mut record = reader.next_record().unwrap().unwrap();
        let mut block = Vec::new();
        std::io::Read::read_to_end(&mut record, &mut block).unwrap();
        assert!(block.ends_with(body.as_bytes()));
        assert!(read.get() <= first.len() + 1024, "{} of {}", read.get(), first.len());
    }
}

#[test]
fn plain_records_leave_their_separator_out_of_the_length() {
    check(
        &cat(&[&response("http://a/", "one"), &response("http://b/", "two")]),
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none'
        response 166 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn zstd_frames_and_skippable_frames_are_read() {
    check(
        &cat(&[
            &zstd(&response("http://a/", "one")),
            b"\x50\x2a\x4d\x18\x03\0\0\0xyz",
            &zstd(&response("http://b/", "two")),
        ]),
        r#"
        response 0 144 http://a/ 48'plain\r\n\r\none'
        response 155 144 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn empty_members_do_not_end_the_file() {
    check(
        &cat(&[
            &gzip(&response("http://a/", "one")),
            &gzip(b""),
            &gzip(b""),
            &gzip(&response("http://b/", "two")),
        ]),
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        response 193 154 http://b/ 48'plain\r\n\r\ntwo' empty-member empty-member
        "#,
    );
}

#[test]
fn several_records_in_a_member_are_all_found() {
    check(
        &gzip(&cat(&[
            &response("http://a/", "one"),
            &response("http://b/", "two"),
            &response("http://c/", "three"),
        ])),
        r#"
        response 0 ? http://a/ 48'plain\r\n\r\none'
        response 0+166 ? http://b/ 48'plain\r\n\r\ntwo' inside-member
        response 0+332 ? http://c/ 50'ain\r\n\r\nthree' inside-member
        "#,
    );
}

#[test]
fn a_record_over_several_members_is_joined() {
    check(
        &{
            let r = response("http://a/", "one");
            cat(&[
                &gzip(&r[..50]),
                &gzip(&r[50..120]),
                &gzip(&r[120..]),
                &gzip(&response("http://b/", "two")),
            ])
        },
        r#"
        response 0 217 http://a/ 48'plain\r\n\r\none' split-members
        response 217 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn junk_between_members_is_reported() {
    check(
        &cat(&[
            &gzip(&response("http://a/", "one")),
            b"monkeys",
            &gzip(&response("http://b/", "two")),
        ]),
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        gap 153 7 junk-between-members
        response 160 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn nul_padding_is_reported() {
    check(
        &cat(&[&gzip(&response("http://a/", "one")), &[0; 100]]),
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        gap 153 100 nul-padding
        "#,
    );
}

#[test]
fn a_damaged_member_loses_one_record() {
    check(
        &{
            let mut m = gzip(&response("http://b/", &"two".repeat(50)));
            let n = m.len();
            m[n / 2 - 9..n / 2].fill(0xff);
            cat(&[&gzip(&response("http://a/", "one")), &m, &gzip(&response("http://c/", "three"))])
        },
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        other 153 74 - 0'' header-unfinished length-unreadable member-damaged
        gap 227 86 member-lost
        response 313 154 http://c/ 50'ain\r\n\r\nthree'
        "#,
    );
}

#[test]
fn a_wrong_crc_is_told_and_the_bytes_kept() {
    check(
        &{
            let mut m = gzip(&response("http://a/", "one"));
            let n = m.len();
            m[n - 8] ^= 1;
            cat(&[&m, &gzip(&response("http://b/", "two"))])
        },
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none' gzip-crc
        response 153 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_wrong_size_is_told() {
    check(
        &{
            let mut m = gzip(&response("http://a/", "one"));
            let n = m.len();
            m[n - 1] ^= 1;
            m
        },
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none' gzip-size
        "#,
    );
}

#[test]
fn a_cut_trailer_is_told() {
    check(
        &{
            let m = gzip(&response("http://a/", "one"));
            m[..m.len() - 5].to_vec()
        },
        r#"
        response 0 148 http://a/ 48'plain\r\n\r\none' gzip-trailer-cut
        "#,
    );
}

#[test]
fn a_cut_member_gives_what_is_there() {
    check(
        &{
            let m = gzip(&response("http://a/", "one"));
            cat(&[&gzip(&response("http://z/", "zero")), &m[..m.len() - 30]])
        },
        r#"
        response 0 155 http://z/ 49'lain\r\n\r\nzero'
        response 155 123 http://a/ 5'HTTP/' block-truncated separator member-damaged
        "#,
    );
}

#[test]
fn plain_bytes_behind_members_are_read() {
    check(
        &cat(&[&gzip(&response("http://a/", "one")), &response("http://b/", "two")]),
        r#"
        response 0 153 http://a/ 48'plain\r\n\r\none'
        response 153 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn members_behind_plain_bytes_are_read() {
    check(
        &cat(&[&response("http://a/", "one"), &gzip(&response("http://b/", "two"))]),
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none'
        response 166 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn junk_before_the_first_member_is_reported() {
    check(
        &cat(&[b"junk\0junk", &gzip(&response("http://a/", "one"))]),
        r#"
        gap 0 9 junk-between-members
        response 9 153 http://a/ 48'plain\r\n\r\none'
        "#,
    );
}

#[test]
fn a_length_too_long_ends_at_the_next_record() {
    check(
        &cat(&[&warc_as("resource", "http://a/", b"hello", "20"), &response("http://b/", "two")]),
        r#"
        resource 0 119 http://a/ 5'hello' length-too-long
        response 123 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_length_too_short_leaves_a_gap() {
    check(
        &cat(&[&warc_as("resource", "http://a/", b"hello", "3"), &response("http://b/", "two")]),
        r#"
        resource 0 116 http://a/ 3'hel' length-too-short separator
        gap 116 6 bytes-after-block
        response 122 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_length_over_the_end_of_a_member_ends_with_it() {
    check(
        &cat(&[
            &gzip(&warc_as("resource", "http://a/", b"hello", "900")),
            &gzip(&response("http://b/", "two")),
        ]),
        r#"
        resource 0 130 http://a/ 5'hello' length-too-long
        response 130 154 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_length_beyond_all_numbers_is_no_length() {
    check(
        &cat(&[
            &warc_as("resource", "http://a/", b"hello", "99999999999999999999999"),
            &response("http://b/", "two"),
        ]),
        r#"
        resource 0 140 http://a/ 5'hello' length-unreadable
        response 144 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_length_over_the_end_of_the_file_is_told() {
    check(
        &warc_as("resource", "http://a/", b"hello", "9223372036854775807"),
        r#"
        resource 0 140 http://a/ 9'hello\r\n\r\n' block-truncated separator
        "#,
    );
}

#[test]
fn a_missing_separator_is_forgiven() {
    check(
        &{
            let a = response("http://a/", "one");
            cat(&[&a[..a.len() - 4], &response("http://b/", "two")])
        },
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none' separator
        response 162 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn one_line_end_as_separator_is_forgiven() {
    check(
        &{
            let a = response("http://a/", "one");
            cat(&[&a[..a.len() - 2], &response("http://b/", "two")])
        },
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none' separator
        response 164 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn line_ends_without_cr_are_read() {
    check(
        b"WARC/1.0\nWARC-Type: resource\nWARC-Target-URI: http://a/\nContent-Length: 5\n\nhello\n\n\
          WARC/1.0\nWARC-Type: metadata\nContent-Length: 0\n\n\n\n".as_ref(),
        r#"
        resource 0 80 http://a/ 5'hello' lf-lines separator
        metadata 82 48 - 0'' lf-lines separator
        "#,
    );
}

#[test]
fn names_and_values_of_any_case_are_read() {
    check(
        b"warc/1.0\r\nwarc-type: RESOURCE\r\nwarc-target-uri: <http://a/>\r\n\
          content-length:\t5 \r\n\r\nhello\r\n\r\n"
            .as_ref(),
        r#"
        resource 0 88 http://a/ 5'hello'
        "#,
    );
}

#[test]
fn an_unknown_version_is_read_and_told() {
    check(
        b"WARC/7.3\r\nWARC-Type: resource\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n".as_ref(),
        r#"
        resource 0 57 - 5'hello' unknown-version
        "#,
    );
}

#[test]
fn text_between_records_is_reported() {
    check(
        &cat(&[
            &response("http://a/", "one"),
            b"The monkeys\r\nare coming\r\n",
            &response("http://b/", "two"),
        ]),
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none'
        gap 166 25 bytes-after-block
        response 191 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn an_embedded_archive_stays_in_its_block() {
    check(
        &{
            let inner = cat(&[&response("http://in/", "one"), &response("http://in/2", "two")]);
            cat(&[&warc("resource", "file:///x.warc", &inner), &response("http://b/", "two")])
        },
        r#"
        resource 0 455 file:///x.warc 335'n\r\n\r\ntwo\r\n\r\n'
        response 459 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn arc_records_are_read() {
    check(
        &cat(&[
            &filedesc("1 0", ""),
            &arc("http://a/", "HTTP/1.0 200 OK\r\n\r\nhi"),
            &arc("dns:a", "20010203\na. 10.0.0.1\n"),
        ]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n'
        response 127 68 http://a/ 21'200 OK\r\n\r\nhi'
        resource 196 64 dns:a 21'a. 10.0.0.1\n'
        "#,
    );
}

#[test]
fn arc_members_are_read() {
    check(
        &cat(&[
            &gzip(&filedesc("1 1", "<xml/>")),
            &gzip(&arc("http://a/", "HTTP/1.0 200 OK\r\n\r\nhi")),
            &gzip(&arc("http://b/", "no head")),
        ]),
        r#"
        filedesc 0 137 filedesc://test.arc 75'ngth\n<xml/>\n'
        response 137 84 http://a/ 21'200 OK\r\n\r\nhi'
        resource 221 71 http://b/ 7'no head'
        "#,
    );
}

#[test]
fn an_arc_separator_may_start_the_next_member() {
    check(
        &{
            let a = filedesc("1 0", "");
            let b = arc("http://a/", "HTTP/1.0 200 OK\r\n\r\nhi");
            cat(&[&gzip(&a[..a.len() - 1]), &gzip(&cat(&[b"\n", &b[..b.len() - 1]]))])
        },
        r#"
        filedesc 0 130 filedesc://test.arc 69'ive-length\n\n'
        response 130 84 http://a/ 21'200 OK\r\n\r\nhi'
        "#,
    );
}

#[test]
fn arc_version_two_has_ten_fields() {
    check(
        &cat(&[
            &filedesc("2 0", ""),
            &arc_line(
                "http://a/ 10.0.0.1 20010203040506 text/html 200 abc http://b/ 0 test.arc 2",
                "hi",
            ),
        ]),
        r#"
        filedesc 0 192 filedesc://test.arc 115'ive-length\n\n'
        resource 193 77 http://a/ 2'hi'
        "#,
    );
}

#[test]
fn arc_urls_with_spaces_are_kept() {
    check(
        &cat(&[
            &filedesc("1 0", ""),
            &arc_line("http://a/x \"y\" z 10.0.0.1 20010203040506 text/html; charset=x 2", "hi"),
        ]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n'
        resource 127 66 http://a/x \"y\" z 2'hi' arc-fields
        "#,
    );
}

#[test]
fn an_arc_without_filedesc_is_read() {
    check(
        &cat(&[&arc("http://a/", "one"), &arc("http://b/", "two")]),
        r#"
        resource 0 49 http://a/ 3'one'
        resource 50 49 http://b/ 3'two'
        "#,
    );
}

#[test]
fn a_second_filedesc_is_read() {
    check(
        &cat(&[
            &filedesc("1 0", ""),
            &arc("http://a/", "one"),
            &filedesc("1 1", "<xml/>"),
            &arc("http://b/", "two"),
        ]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n'
        resource 127 49 http://a/ 3'one'
        filedesc 177 132 filedesc://test.arc 75'ngth\n<xml/>\n'
        resource 310 49 http://b/ 3'two'
        "#,
    );
}

#[test]
fn a_wrong_filedesc_length_is_mended() {
    check(
        &{
            let f = String::from_utf8(filedesc("1 1", "<xml/>")).unwrap().replace(" 75\n", " 60\n");
            cat(&[f.as_bytes(), &arc("http://a/", "one")])
        },
        r#"
        filedesc 0 132 filedesc://test.arc 75'ngth\n<xml/>\n' filedesc-length
        resource 133 49 http://a/ 3'one'
        "#,
    );
}

#[test]
fn wrong_arc_lengths_end_at_the_next_record() {
    check(
        &cat(&[
            &filedesc("1 0", ""),
            &arc_line("http://a/ 10.0.0.1 20010203040506 text/html 30", "one"),
            &arc_line("http://b/ 10.0.0.1 20010203040506 text/html -1", "two"),
            &arc_line("http://c/ 10.0.0.1 20010203040506 text/html 1", "three"),
            &arc("http://d/", "four"),
        ]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n'
        resource 127 50 http://a/ 3'one' length-too-long
        resource 178 50 http://b/ 3'two' length-unreadable
        resource 229 47 http://c/ 1't' length-too-short
        gap 276 5 bytes-after-block
        resource 281 50 http://d/ 4'four'
        "#,
    );
}

#[test]
fn extra_empty_lines_between_arc_records_are_forgiven() {
    check(
        &cat(&[
            &filedesc("1 0", ""),
            b"\n\n",
            &arc("http://a/", "one"),
            b"\r\n\r\n",
            &arc("http://b/", "two"),
        ]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n' separator
        resource 129 49 http://a/ 3'one' separator
        resource 183 49 http://b/ 3'two'
        "#,
    );
}

#[test]
fn arc_and_warc_may_follow_each_other() {
    check(
        &cat(&[&filedesc("1 0", ""), &arc("http://a/", "one"), &response("http://b/", "two")]),
        r#"
        filedesc 0 126 filedesc://test.arc 69'ive-length\n\n'
        resource 127 49 http://a/ 3'one'
        response 177 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn a_header_cut_by_the_end_is_told() {
    check(
        b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Le".as_ref(),
        r#"
        resource 0 41 - 0'' header-unfinished line-without-colon length-unreadable
        "#,
    );
}

#[test]
fn a_header_without_end_is_skipped() {
    check(
        &cat(&[b"WARC/1.0\r\n", &b"x: y\r\n".repeat(300_000), &response("http://a/", "one")]),
        r#"
        gap 0 1800010 header-too-long
        response 1800010 162 http://a/ 48'plain\r\n\r\none'
        "#,
    );
}

#[test]
fn a_million_line_ends_are_skipped() {
    check(
        &cat(&[
            &response("http://a/", "one"),
            &b"\r\n".repeat(500_000),
            &response("http://b/", "two"),
        ]),
        r#"
        response 0 162 http://a/ 48'plain\r\n\r\none' separator
        response 1000166 162 http://b/ 48'plain\r\n\r\ntwo'
        "#,
    );
}

#[test]
fn no_bytes_no_records() {
    check(&Vec::new(), "");
}

#[test]
fn prose_has_no_records() {
    check(
        b"This is not an archive.\nTruly.\n".as_ref(),
        r#"
        gap 0 31 not-a-record
        "#,
    );
}

#[test]
fn a_torn_header_behind_an_embedded_archive_leaves_it_whole() {
    let inner = response("http://in/", "one");
    check(
        &cat(&[&warc("resource", "file:///x.warc", &inner), b"WAR"]),
        r#"
        resource 0 287 file:///x.warc 167'n\r\n\r\none\r\n\r\n'
        gap 291 3 bytes-after-block
        "#,
    );
}

#[test]
fn a_line_of_carriage_returns_ends_a_header() {
    let record = warc("response", "http://a/", b"HTTP/1.0 404 No\r\r\nA: b\r\r\n\r\r\nbody");
    let record = String::from_utf8(record).unwrap();
    let (header, rest) = record.split_once("\r\n\r\n").unwrap();
    let file = format!("{}\r\r\n\r\r\n{rest}", header.replace("\r\n", "\r\r\n"));
    check(
        file.as_bytes(),
        r#"
        response 0 152 http://a/ 32' b\r\r\n\r\r\nbody' cr-cr-lf-lines
        "#,
    );
    let mut reader = Reader::new(file.as_bytes());
    let mut record = reader.next_record().unwrap().unwrap();
    let http = record.http().unwrap().unwrap();
    assert_eq!((http.status, http.head_len), (Some(404), 28));
}

#[test]
fn a_member_cut_in_the_first_line_of_an_arc_record_is_told_as_such() {
    let second = gzip(&arc("http://a/some/long/address?of=a&page=1", "one"));
    let first = gzip(&filedesc("1 0", ""));
    let mut cuts = 0;
    for cut in 11..second.len() {
        let file = cat(&[&first, &second[..cut]]);
        let mut reader = Reader::new(&file[..]);
        assert!(reader.next_record().unwrap().is_some());
        if reader.next_record().unwrap().is_some() {
            break;
        }
        let gaps = reader.take_gaps();
        let [gap] = &gaps[..] else { panic!("cut at {cut}: {gaps:?}") };
        assert_eq!(gap.offset, first.len() as u64);
        let text = gap.to_string();
        assert!(text.contains("the file ends inside it"), "cut at {cut}: {text}");
        match gap.inner {
            Some(_) => assert_eq!(gap.reason.rule(), "member-damaged", "cut at {cut}"),
            None => assert_eq!(gap.reason.rule(), "member-lost", "cut at {cut}"),
        }
        cuts += usize::from(gap.inner.is_some());
    }
    assert!(cuts > 10, "{cuts} cuts within the line");
}

#[test]
fn a_filedesc_that_reaches_into_the_next_url_is_cut_there() {
    // As in a sample of the format's own description: 122 where 120 is right.
    check(
        b"filedesc://IA-001102.arc 0.0.0.0 19960923142103 text/plain 200 - - 0 IA-001102.arc 122\n\
          2 0 AlexaInternet\nURL IP-address Archive-date Content-type Result-code Checksum Location \
          Offset Filename Archive-length\n\nhttp://www.dryswamp.edu:80/index.html 127.10.100.2 \
          19961104142103 text/html 200 fac069150613fe55599cc7fa88aa089d - 209 IA-001102.arc 5\nhello",
        r#"
        filedesc 0 207 filedesc://IA-001102.arc 120'hive-length\n' length-too-long
        resource 208 140 http://www.dryswamp.edu:80/index.html 5'hello'
        "#,
    );
}
