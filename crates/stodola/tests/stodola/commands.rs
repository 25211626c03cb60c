//! One behaviour per test, on the project's fixtures.

use crate::session::{Session, fixture};
use std::fs;

#[track_caller]
fn check(words: &str, code: i32, expect: &str) {
    let ran = Session::new().run(words).expect(code);
    let folder = fixture("").display().to_string();
    let text = ran.text().replace(&folder, "@");
    assert_eq!(text.trim_end(), expect.trim(), "{}", ran.stderr);
}

#[test]
fn ls_prints_one_line_per_record() {
    let expect = "\
           0  warcinfo     2026-01-02T03:04:05Z   -         80 application/warc-fields  \
        urn:uuid:00000000-0000-4000-8000-000000000001
         278  response     2026-01-02T03:04:06Z 200        278 text/html                \
        http://www.stodola.example/
         847  request      2026-01-02T03:04:06Z   -         66 -                        \
        http://www.stodola.example/
        1147  resource     2026-01-02T03:04:07Z   -         72 image/png                \
        http://www.stodola.example/obr%C3%A1zek.png
        1490  revisit      2026-02-03T04:05:06Z 200        111 warc/revisit             \
        http://www.stodola.example/";
    let ran = Session::new().run("warc ls @hello.warc.gz").expect(0);
    assert_eq!(ran.text().trim(), expect.trim());
    assert_eq!(ran.stderr, "");
}

#[test]
fn ls_gives_json_with_digests() {
    let ran = Session::new().run("warc ls --json --digests @hello.warc.gz").expect(0);
    let line = ran.text().lines().nth(1).unwrap();
    let (_, rest) = line.split_once("hello.warc.gz\"").unwrap();
    assert_eq!(
        rest,
        ",\"offset\":278,\"length\":569,\"format\":\"WARC/1.1\",\"type\":\"response\",\
         \"id\":\"urn:uuid:00000000-0000-4000-8000-000000000002\",\
         \"uri\":\"http://www.stodola.example/\",\"date\":\"2026-01-02T03:04:06Z\",\
         \"content_type\":\"application/http;msgtype=response\",\"block_length\":278,\
         \"status\":200,\"mime\":\"text/html\",\
         \"block_sha1\":\"327TXP6OKRP6YBXQ7CH3M2KGDGVOFL2O\",\
         \"payload_sha1\":\"TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX\"}"
    );
}

#[test]
fn ls_tells_odd_dates_as_they_were() {
    let ran = Session::new().run("warc ls --json @old.arc.gz").expect(0);
    let last = ran.text().lines().last().unwrap();
    assert!(last.contains("\"format\":\"ARC/1.1\",\"type\":\"resource\""), "{last}");
    assert!(
        last.contains("\"date\":\"2001-02-03T04:05:00Z\",\"raw_date\":\"200102030405\""),
        "{last}"
    );
}

#[test]
fn ls_reads_standard_input() {
    let bytes = fs::read(fixture("hello.warc.gz")).unwrap();
    let ran = Session::new().feed("warc ls -", &bytes).expect(0);
    assert_eq!(ran.text().lines().count(), 5);
}

#[test]
fn ls_of_a_damaged_file_gives_all_readable_records_and_exit_code_1() {
    let ran = Session::new().run("warc ls --json @damaged.warc.gz").expect(1);
    assert_eq!(ran.text().lines().count(), 5);
    assert!(
        ran.stderr.contains("at 578: 273 bytes could not be read as a record"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_file_that_is_no_archive_is_told_in_one_line() {
    for (name, bytes, looks) in [
        ("a.bz2", &b"BZh91AY&SY"[..], "looks like bzip2"),
        ("b.warc", b"", "the file is empty"),
        ("c.txt", b"Dear reader,\nhello.\n", "looks like text: 'Dear reader,'"),
        ("d.warc.gz", b"PK\x03\x04zip", "looks like a ZIP file"),
        ("e.html", b"\n<!DOCTYPE html><p>x", "looks like an HTML page"),
        ("f.bin", b"\x00\x01\x02", "starts with"),
    ] {
        for command in ["ls", "check", "index"] {
            let session = Session::new();
            session.write(name, bytes);
            let ran = session.run(&format!("warc {command} {name}")).expect(2);
            assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
            assert!(ran.stderr.contains(looks), "{}", ran.stderr);
            assert_eq!(ran.text(), "");
        }
    }
}

#[test]
fn a_name_that_cannot_be_opened_is_told_and_the_rest_goes_on() {
    let ran = Session::new().run("warc ls nothing.warc @hello.warc.gz").expect(2);
    assert!(ran.stderr.contains("nothing.warc: cannot be opened"), "{}", ran.stderr);
    assert_eq!(ran.text().lines().count(), 5);
    let session = Session::new();
    fs::create_dir(session.path("folder")).unwrap();
    let ran = session.run("warc ls folder").expect(2);
    assert!(ran.stderr.contains("folder: cannot be opened"), "{}", ran.stderr);
}

#[test]
fn cat_prints_the_parts_of_a_record() {
    let session = Session::new();
    let run = |part: &str| {
        session.run(&format!("warc cat @hello.warc.gz --offset 278 {part}")).expect(0).stdout
    };
    let (whole, headers, block) = (run(""), run("--headers"), run("--block"));
    assert!(headers.starts_with(b"WARC/1.1\r\n") && headers.ends_with(b"\r\n\r\n"));
    assert!(block.starts_with(b"HTTP/1.1 200 OK\r\n"));
    assert_eq!(whole, [headers, block].concat());
    assert!(run("--payload").starts_with(&[0x1f, 0x8b]));
    let page = String::from_utf8(run("--decoded")).unwrap();
    assert!(page.contains("Dobrý den!"), "{page}");
}

#[test]
fn cat_says_where_no_record_starts() {
    let ran = Session::new().run("warc cat @hello.warc.gz --offset 279").expect(2);
    assert!(ran.stderr.contains("no record starts at 279"), "{}", ran.stderr);
}

#[test]
fn cat_joins_segments_over_files() {
    let session = Session::new();
    let record = |number: u32, block: &str, more: &str| {
        let (kind, id) = match number {
            1 => ("response", "urn:uuid:1".to_owned()),
            n => ("continuation", format!("urn:uuid:1-{n}")),
        };
        format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <{id}>\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: http://a/\r\n\
             WARC-Segment-Number: {number}\r\n{more}Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let origin = "WARC-Segment-Origin-ID: <urn:uuid:1>\r\n";
    let last = format!("{origin}WARC-Segment-Total-Length: 9\r\n");
    session.write("1.warc", (record(1, "one", "") + &record(2, "two", origin)).as_bytes());
    session.write("2.warc", record(3, "3rd", &last).as_bytes());
    let ran = session.run("warc cat 1.warc --offset 0 --joined --also 2.warc").expect(0);
    assert_eq!(ran.text(), "onetwo3rd");
    let ran = session.run("warc cat 1.warc --offset 0 --joined").expect(2);
    assert!(ran.stderr.contains("stodola: "), "{}", ran.stderr);
}

#[test]
fn check_finds_nothing_in_a_sound_file() {
    check(
        "warc check @hello.warc.gz",
        0,
        "@hello.warc.gz: 5 records (1 warcinfo, 1 response, 1 request, 1 resource, 1 revisit); \
         5 block digests, 2 payload digests right; 0 errors, 0 recommendations, 0 comments",
    );
}

#[test]
fn check_tells_what_is_damaged() {
    let ran = Session::new().run("warc check --json --grade error @damaged.warc.gz").expect(1);
    for (offset, rule) in
        [(278, "member-damaged"), (578, "member-lost"), (1494, "gzip-trailer-cut")]
    {
        let wanted = format!("\"offset\":{offset},\"grade\":\"error\",\"rule\":\"{rule}\"");
        assert!(ran.text().contains(&wanted), "{wanted} in\n{}", ran.text());
    }
    assert!(ran.stderr.contains("5 records"), "{}", ran.stderr);
}

#[test]
fn a_changed_byte_is_found_by_the_digest() {
    let session = Session::new();
    let plain = session.run("warc cat @hello.warc.gz --offset 1147").expect(0).stdout;
    let mut plain = [plain, b"\r\n\r\n".to_vec()].concat();
    session.write("a.warc", &plain);
    session.run("warc check --grade error a.warc").expect(0);
    let last = plain.len() - 5;
    plain[last] ^= 1;
    session.write("b.warc", &plain);
    let ran = session.run("warc check --grade error b.warc").expect(1);
    assert!(ran.text().contains("[block-digest]") && ran.text().contains("[payload-digest]"));
}

#[test]
fn index_is_sorted_and_has_three_forms() {
    let session = Session::new();
    let cdxj = session.run("warc index @old.arc.gz @hello.warc.gz").expect(0);
    let lines: Vec<&str> = cdxj.text().lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines.is_sorted());
    assert_eq!(
        lines[2],
        "example,stodola)/ 20260102030406 {\"url\": \"http://www.stodola.example/\", \
         \"mime\": \"text/html\", \"status\": \"200\", \
         \"digest\": \"sha1:TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX\", \"length\": \"569\", \
         \"offset\": \"278\", \"filename\": \"hello.warc.gz\"}"
    );
    let cdx11 = session.run("warc index --format cdx11 @hello.warc.gz").expect(0);
    assert_eq!(
        cdx11.text().lines().take(2).collect::<Vec<_>>(),
        [
            " CDX N b a m s k r M S V g",
            "example,stodola)/ 20260102030406 http://www.stodola.example/ text/html 200 \
             TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX - - 569 278 hello.warc.gz"
        ]
    );
    let cdx9 = session.run("warc index --format cdx9 @hello.warc.gz").expect(0);
    assert_eq!(
        cdx9.text().lines().take(2).collect::<Vec<_>>(),
        [
            " CDX N b a m s k r V g",
            "example,stodola)/ 20260102030406 http://www.stodola.example/ text/html 200 \
             TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX - 278 hello.warc.gz"
        ]
    );
}

#[test]
fn index_takes_posted_bodies_into_the_key() {
    let record = |kind: &str, id: &str, more: &str, block: &str| {
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{id}>\r\n{more}\
             WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: http://a.cz/form\r\n\
             Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let response = record("response", "1", "", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nok");
    let request = record(
        "request",
        "2",
        "WARC-Concurrent-To: <urn:uuid:1>\r\n",
        "POST /form HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: 7\r\n\r\nq=1&r=2",
    );
    let session = Session::new();
    session.write("post.warc", (response + &request).as_bytes());
    let plain = session.run("warc index post.warc").expect(0);
    assert!(plain.text().starts_with("cz,a)/form 2020"), "{}", plain.text());
    let posted = session.run("warc index --post-append post.warc").expect(0);
    assert!(
        posted.text().starts_with("cz,a)/form?__wb_method=post&q=1&r=2 2020"),
        "{}",
        posted.text()
    );
    assert!(posted.text().contains("\"requestBody\": \"q=1&r=2\", \"method\": \"POST\"}"));
}

#[test]
fn extract_writes_decoded_payloads_and_an_index() {
    let session = Session::new();
    session.run("warc extract @hello.warc.gz @old.arc.gz --out out").expect(0);
    let index = fs::read_to_string(session.path("out/index.txt")).unwrap();
    let first = "00000001-www.stodola.example=http://www.stodola.example/";
    assert_eq!(index.lines().next(), Some(first));
    assert_eq!(index.lines().count(), 6);
    let page = fs::read_to_string(session.path("out/00000001-www.stodola.example")).unwrap();
    assert!(page.contains("Dobrý den!"));
    let ran = session.run("warc extract @hello.warc.gz --out out").expect(2);
    assert!(ran.stderr.contains("exists already; choose another folder"), "{}", ran.stderr);
    session.run("warc extract @hello.warc.gz --mime image/* --out pictures").expect(0);
    let index = fs::read_to_string(session.path("pictures/index.txt")).unwrap();
    assert_eq!(index, "00000001-obr_C3_A1zek.png=http://www.stodola.example/obr%C3%A1zek.png\n");
}

#[test]
fn repack_keeps_headers_and_blocks_byte_for_byte() {
    let session = Session::new();
    let digests = |file: &str| {
        let ran = session.run(&format!("warc ls --json --digests {file}")).expect(0);
        let rows =
            ran.text().lines().map(|line| line.split_once("\"format\"").unwrap().1.to_owned());
        rows.collect::<Vec<_>>()
    };
    let headers = |file: &str| {
        let ran = session.run(&format!("warc ls --json {file}")).expect(0);
        let offsets = ran.text().lines().map(|line| {
            let (_, rest) = line.split_once("\"offset\":").unwrap();
            rest.split_once(',').unwrap().0.to_owned()
        });
        let cat = |offset: String| {
            session.run(&format!("warc cat {file} --headers --offset {offset}")).expect(0).stdout
        };
        offsets.map(cat).collect::<Vec<_>>()
    };
    let expect = (digests("@hello.warc.gz"), headers("@hello.warc.gz"));
    for (packing, ending) in [("gzip", ".warc.gz"), ("zstd", ".warc.zst"), ("none", ".warc")] {
        let words = format!("warc repack @hello.warc.gz --compression {packing} --out {packing}");
        session.run(&words).expect(0);
        let file = format!("{packing}/hello{ending}");
        assert_eq!((digests(&file), headers(&file)), expect, "{packing}");
        session.run(&format!("warc check --grade comment {file}")).expect(0);
        let ran = session.run(&words).expect(2);
        assert!(ran.stderr.contains("hello"), "{}", ran.stderr);
    }
}

#[test]
fn repack_changes_the_version_line_only_and_splits() {
    let session = Session::new();
    session.run("warc repack @hello.warc.gz --version 1.0 --split-size 600 --out parts").expect(0);
    let mut names: Vec<_> = fs::read_dir(session.path("parts"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["hello-00001.warc.gz", "hello-00002.warc.gz", "hello.warc.gz"]);
    let first = session.run("warc cat parts/hello.warc.gz --offset 0").expect(0).stdout;
    let original = session.run("warc cat @hello.warc.gz --offset 0").expect(0).stdout;
    assert!(first.starts_with(b"WARC/1.0\r\n"));
    assert_eq!(first[8..], original[8..]);
}

#[test]
fn repack_of_a_cut_record_corrects_its_length_and_says_so() {
    let session = Session::new();
    let bytes = fs::read(fixture("hello.warc.gz")).unwrap();
    session.write("cut.warc.gz", &bytes[..bytes.len() - 100]);
    let ran = session.run("warc repack cut.warc.gz --out out").expect(1);
    assert!(ran.stderr.contains("corrected"), "{}", ran.stderr);
    let ran = session.run("warc ls out/cut.warc.gz").expect(0);
    assert_eq!(ran.text().lines().count(), 5);
}

#[test]
fn people_who_read_czech_are_told_in_czech() {
    let session = Session::new();
    let output = session
        .command()
        .env("LC_ALL", "cs_CZ.UTF-8")
        .args(["warc", "check"])
        .arg(fixture("hello.warc.gz"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("5 záznamů") && text.contains("0 chyb"), "{text}");
}

#[test]
fn a_wrong_word_is_told_with_exit_code_2() {
    let ran = Session::new().run("warc lss").expect(2);
    assert!(ran.stderr.contains("ls"), "{}", ran.stderr);
    Session::new().run("warc check").expect(2);
    Session::new().run("--help").expect(0);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let session = Session::new();
    let plain = session.run("warc cat @hello.warc.gz --offset 847").expect(0).stdout;
    let record = [plain, b"\r\n\r\n".to_vec()].concat();
    session.write("long.warc", &record.repeat(20_000));
    let output = std::process::Command::new("bash")
        .args(["-c", "set -o pipefail; \"$STODOLA\" warc ls long.warc | head -n 1"])
        .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
        .current_dir(session.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout.iter().filter(|b| **b == b'\n').count(), 1);
}

#[test]
fn the_session_in_the_readme_is_true() {
    let root = fixture("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let (_, session) = readme.split_once("```console\n").unwrap();
    let (session, _) = session.split_once("```").unwrap();
    let mut commands = 0;
    for part in session.split("$ stodola ").filter(|p| !p.is_empty()) {
        let (words, expect) = part.split_once('\n').unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_stodola"))
            .args(words.split(' '))
            .current_dir(&root)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expect, "{words}");
        commands += 1;
    }
    assert_eq!(commands, 4);
}

#[test]
fn simweb_serves_what_its_truth_says() {
    use std::io::{BufRead, BufReader, Read, Write};
    let session = Session::new();
    let truth = session.run("simweb --truth --calm --hosts 20 --seed 3").expect(0);
    let home = truth.text().lines().find(|l| l.contains("\"http://catalogue0.example/\"")).unwrap();
    let length: usize =
        home.split_once("\"length\":").unwrap().1.split_once(',').unwrap().0.parse().unwrap();
    let mut child = session
        .command()
        .args(["simweb", "--calm", "--hosts", "20", "--seed", "3", "--listen", "127.0.0.1:0"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.split_once(" at ").unwrap().1.split_once(';').unwrap().0;
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = "GET / HTTP/1.0\r\nHost: catalogue0.example\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    let head = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
    assert_eq!(answer.len() - head, length);
}

#[test]
fn a_repack_that_fails_leaves_nothing_in_the_way() {
    let session = Session::new();
    let plain = session.run("warc cat @hello.warc.gz --offset 847").expect(0).stdout;
    let arc = b"http://a/ 10.0.0.1 20010203040506 text/plain 2\nhi\n";
    session.write("x.warc", &[&plain[..], b"\r\n\r\n", arc].concat());
    let ran = session.run("warc repack x.warc --out out").expect(2);
    assert!(ran.stderr.contains("this is an ARC file"), "{}", ran.stderr);
    assert_eq!(fs::read_dir(session.path("out")).unwrap().count(), 0);
}

#[test]
fn czech_users_read_czech_and_data_stays_the_same() {
    let session = Session::new();
    let run = |words: &[&str]| {
        let mut command = session.command();
        let output = command.env("LC_ALL", "cs_CZ.UTF-8").args(words).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, help, _) = run(&["warc", "ls", "--help"]);
    assert_eq!(code, Some(0));
    assert!(help.starts_with("Vypíše záznamy souborů ARC a WARC"), "{help}");
    let (code, _, told) = run(&["warc", "ls", "nothing.warc"]);
    assert_eq!(code, Some(2));
    let expect =
        "stodola: nothing.warc: nelze otevřít: soubor nebo složka neexistuje (os error 2)\n";
    assert_eq!(told, expect);
    let (code, _, told) = run(&["archive", "stats", "--archive", "."]);
    assert_eq!(code, Some(2));
    assert!(told.contains("není archiv"), "{told}");
    let file = fixture("hello.warc.gz").display().to_string();
    let (_, czech, _) = run(&["warc", "ls", "--json", &file]);
    let english = session.run("warc ls --json @hello.warc.gz").expect(0);
    assert_eq!(czech, english.text());
}

#[test]
fn findings_are_told_in_czech_and_their_data_stays_the_same() {
    let session = Session::new();
    let bytes = fs::read(fixture("hello.warc.gz")).unwrap();
    session.write("cut.warc.gz", &bytes[..bytes.len() - 100]);
    let run = |words: &[&str]| {
        let mut command = session.command();
        let output = command.env("LC_ALL", "cs_CZ.UTF-8").args(words).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, czech, _) = run(&["warc", "check", "cut.warc.gz"]);
    assert_eq!(code, Some(1));
    assert!(czech.contains("chyba: komprimovaný člen na pozici "), "{czech}");
    assert!(
        czech.contains(" nelze dekódovat do konce: soubor končí uvnitř něj [member-damaged]"),
        "{czech}"
    );
    let (_, czech, _) = run(&["warc", "check", "--json", "cut.warc.gz"]);
    let english = session.run("warc check --json cut.warc.gz").expect(1);
    assert_eq!(czech, english.text());
    assert!(czech.contains("cannot be decoded to its end"), "{czech}");
    let (code, czech, _) = run(&["warc", "check", "--explain", "gzip-crc"]);
    assert_eq!(code, Some(0));
    let expect = "gzip-crc (chyba)\nbajty členu gzip neodpovídají jeho CRC-32\n\nČlen se podařilo ";
    assert!(czech.starts_with(expect), "{czech}");
    let (_, rules, _) = run(&["warc", "check", "--rules"]);
    assert!(
        rules.contains("\nempty-member             poznámka        před záznamem stojí "),
        "{rules}"
    );
    let (code, _, said) = run(&["migrate", "cut.warc.gz", "--out", "out"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("nelze dekódovat do konce: soubor končí uvnitř něj"), "{said}");
    // What an earlier run has left in the report is told in the same way.
    let (_, _, again) = run(&["migrate", "cut.warc.gz", "--out", "out"]);
    assert!(again.contains("nelze dekódovat do konce: soubor končí uvnitř něj"), "{again}");
}
