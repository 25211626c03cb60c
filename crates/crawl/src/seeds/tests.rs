//! Files of all kinds as other programs write them.

use super::address::first_address;
use super::*;
use std::io::{Cursor, Write};
use std::path::Path;

fn settings(format: SeedFormat) -> SeedListSettings {
    SeedListSettings { format, ..SeedListSettings::default() }
}

fn reader(bytes: &[u8], settings: &SeedListSettings) -> SeedReader {
    SeedReader::new(Path::new("file"), Box::new(Cursor::new(bytes.to_vec())), settings).unwrap()
}

/// What a file gives: its kind, and a line for each seed or fault.
fn read(bytes: &[u8], wanted: &SeedListSettings) -> (SeedFormat, Vec<String>) {
    let mut reader = reader(bytes, wanted);
    let format = reader.format();
    let found = reader.by_ref().map(|line| {
        let line = line.unwrap();
        match line.found {
            Ok(uri) => String::from_utf8(uri).unwrap(),
            Err((fault, _)) => format!("{} {fault}", line.number),
        }
    });
    (format, found.collect())
}

/// Files with the kind that is found, and what they give.
#[test]
fn files_of_all_kinds_are_recognised_and_read() {
    let trace = "2011-06-23T17:12:09.591Z    -2          - http://dead.example/ L http://a.cz/ unknown #025 - - - x\n \
        java.net.ConnectException: Connection refused\n\tat java.net.Socket.connect(Socket.java:1)\nCaused by: x\n\
        2011-06-23T17:12:10.591Z    -2          - http://dead.example/2 L http://a.cz/ unknown #025 - - - -\n";
    let cases: &[(SeedFormat, &str, &[&str])] = &[
        (
            SeedFormat::List,
            "# no-suffix http://a.cz/page\nhttp://a.cz/x\n\nexample.org\r\nhttp://u:p@b.cz/#part\nbad seed\n",
            &["http://a.cz/x", "http://example.org/", "http://b.cz/", "6 several-words"],
        ),
        (
            SeedFormat::CrawlLog,
            "2011-06-23T17:12:09.591Z   200      15829 http://a.cz/b L http://a.cz/ text/html #025 \
             20110623171208546+922 sha1:7AJUMSDTOMT4FN7MBFGGNJU3Z56MLCMW - -\n\
             2011-06-23T17:12:08.000Z     1         52 dns:a.cz P http://a.cz/ text/dns #001 - - - -\n",
            &["http://a.cz/b", "2 not-web"],
        ),
        (
            SeedFormat::CrawlLog,
            "20050301010203456   200       1234 http://old.example/ - - text/html #001 20050301010203000+12 \
             7AJUMSDTOMT4FN7MBFGGNJU3Z56MLCMW - 2t\nnonsense\n\
             20050301010204456   404        345 http://old.example/x L http://old.example/ text/html #001 - - -\n\
             20050301010205456   404        345 http://old.example/y L http://old.example/ text/html #001 - - -\n\
             20050301010206456   404        345 http://old.example/z L http://old.example/ text/html #001 - - -\n",
            &[
                "http://old.example/",
                "2 other-format",
                "http://old.example/x",
                "http://old.example/y",
                "http://old.example/z",
            ],
        ),
        (SeedFormat::CrawlLog, trace, &["http://dead.example/", "http://dead.example/2"]),
        (
            SeedFormat::ScopeLog,
            "2013-08-06T21:24:58.353Z 5 TooManyHopsDecideRule REJECT http://far.example/a?b=1 \n\
             2013-08-06T21:24:58.354Z 1 SurtPrefixedDecideRule ACCEPT http://near.example/\n\
             2013-08-06T21:24:58.355Z -1 RejectDecideRule REJECT mailto:x@y.cz\n",
            &["http://far.example/a?b=1", "2 accepted", "3 not-web"],
        ),
        (
            SeedFormat::UriErrors,
            "2013-08-06T21:24:58.353Z http://a.cz/ \"Created (escaped) uuri > 2083\" http://b.cz/x\n\
             2013-08-06T21:24:58.353Z http://a.cz/ \"No scheme\" ../x\n\
             2013-08-06T21:24:58.353Z n/a \"bad authority\" http://c.cz/y\n\
             2013-08-06T21:24:58.353Z n/a \"bad authority\" https://c.cz/z\n\
             2013-08-06T21:24:58.353Z n/a \"bad authority\" https://c.cz/zz\n",
            &[
                "http://b.cz/x",
                "2 no-address",
                "http://c.cz/y",
                "https://c.cz/z",
                "https://c.cz/zz",
            ],
        ),
        (
            SeedFormat::RecoverLog,
            "F+ http://a.cz/ \nFe http://a.cz/\nFs http://a.cz/\nF+ http://a.cz/x L http://a.cz/\n",
            &["http://a.cz/", "http://a.cz/x"],
        ),
        (
            SeedFormat::Cdx,
            " CDX N b a m s k r M S V g\n\
             cz,a)/ 20200101000000 http://a.cz/ text/html 200 AAAA - - 512 1000 x.warc.gz\n",
            &["http://a.cz/"],
        ),
        (
            SeedFormat::Cdx,
            " CDX a b m s k r V g\nhttp://a.cz/ 20200101000000 text/html 200 AAAA - 1000 x.arc.gz\n",
            &["http://a.cz/"],
        ),
        (
            SeedFormat::Cdx,
            "a.cz/ 20050101000000 http://www.a.cz:80/ text/html 200 AAAA - 1000 x.arc.gz\n\
             b.cz/ 20050101000000 https://b.cz/x text/html 200 AAAA - 1000 x.arc.gz\n",
            &["http://www.a.cz/", "https://b.cz/x"],
        ),
        (
            SeedFormat::Cdxj,
            "!meta {\"x\": 1}\ncz,a)/ 20200101000000 {\"url\": \"http://a.cz/?x=\\u0026\", \"mime\": \"text/html\"}\n\
             cz,b)/ 20200101000000 {\"mime\": \"text/html\", \"nested\": {\"url\": \"http://no.cz/\"}}\n\
             cz,c)/ 20200101000000 {\"url\": \"http://c.cz/\"}\ncz,d)/ 20200101000000 {\"url\": \"http://d.cz/\"}\n\
             cz,e)/ 20200101000000 {\"url\": \"http://e.cz/\"}\n",
            &["http://a.cz/?x=&", "3 no-address", "http://c.cz/", "http://d.cz/", "http://e.cz/"],
        ),
        (
            SeedFormat::Json,
            "{\"url\": \"http://a.cz/\", \"title\": \"x\"}\n{\"uri\": \"http://b.cz/\"}\n",
            &["http://a.cz/", "http://b.cz/"],
        ),
        (
            SeedFormat::Csv,
            "Title;URL;Note\n\"A; \"\"quoted\"\"\";http://a.cz/;x\nB;b.cz;\nC\n",
            &["http://a.cz/", "http://b.cz/", "4 no-column"],
        ),
        (
            SeedFormat::Csv,
            "1,first.example\n2,second.example\n",
            &["http://first.example/", "http://second.example/"],
        ),
        (
            SeedFormat::Text,
            "Nov 3, 2008 1:02:03 PM org.archive.crawler.postprocessor.LinksScoper outOfScope INFO: http://a.cz/x\n\
             see (https://b.cz/wiki_(c)), and http://c.cz/.\n  <message>http://d.cz/?a=1&amp;b=2</message>\n\
             there is no address\n",
            &["http://a.cz/x", "https://b.cz/wiki_(c)", "http://d.cz/?a=1&b=2", "4 no-address"],
        ),
    ];
    for (format, text, expected) in cases {
        let (found, lines) = read(text.as_bytes(), &settings(SeedFormat::Auto));
        assert_eq!(found, *format, "{text}");
        assert_eq!(lines, *expected, "{text}");
    }
}

#[test]
fn a_column_is_found_by_name_and_by_number() {
    let table = b"id,page,mirror\n1,http://a.cz/,http://m.cz/\n2,http://b.cz/,http://n.cz/\n";
    for (column, expected) in [
        ("mirror", ["http://m.cz/", "http://n.cz/"]),
        ("PAGE", ["http://a.cz/", "http://b.cz/"]),
        ("3", ["http://m.cz/", "http://n.cz/"]),
        ("", ["http://a.cz/", "http://b.cz/"]),
    ] {
        let wanted = SeedListSettings { column: column.to_owned(), ..settings(SeedFormat::Csv) };
        assert_eq!(read(table, &wanted).1, expected, "{column}");
    }
    for column in ["9999", "0", "none"] {
        let wanted = SeedListSettings { column: column.to_owned(), ..settings(SeedFormat::Csv) };
        let source = Box::new(Cursor::new(table.to_vec()));
        let error = SeedReader::new(Path::new("t.csv"), source, &wanted).err().unwrap();
        assert!(matches!(error, crate::job::JobError::SeedColumn { .. }), "{column}: {error}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn xz_with(bytes: &[u8], dictionary: u32) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(1);
    options.lzma_options.dict_size = dictionary;
    let mut out = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    xz_with(bytes, 1 << 20)
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

#[test]
fn packed_files_are_read_and_their_damage_is_told() {
    let plain: String = (0..5000).map(|at| format!("http://h{}.cz/{at}\n", at * 7919)).collect();
    let all = read(plain.as_bytes(), &settings(SeedFormat::Auto));
    assert_eq!((all.0, all.1.len()), (SeedFormat::List, 5000));
    for (name, pack) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("xz", xz), ("bzip2", bzip2)] {
        let two = [pack(&plain.as_bytes()[..30_000]), pack(&plain.as_bytes()[30_000..])].concat();
        assert_eq!(read(&two, &settings(SeedFormat::Auto)), all, "{name}");
        // Cut anywhere, or damaged, it gives a part of the lines, and a line about the damage.
        for cut in (9..two.len()).step_by(997).map(|cut| two.len() - cut) {
            let (_, lines) = read(&two[..cut], &settings(SeedFormat::List));
            assert!(lines.last().unwrap().ends_with(" damaged"), "{name} {cut}");
            assert!(lines.len() <= 5001, "{name} {cut}");
        }
        for at in (two.len() / 4..two.len() - 40).step_by(1999) {
            let mut wrong = two.clone();
            wrong[at] ^= 0x55;
            let (_, lines) = read(&wrong, &settings(SeedFormat::List));
            assert!(lines.last().unwrap().ends_with(" damaged"), "{name} {at}");
        }
    }
    let large = xz_with(plain.as_bytes(), 200 << 20);
    for (bytes, name) in [
        (&large[..], "xz with a dictionary of more than 64 MiB"),
        (b"PK\x03\x04", "zip"),
        (b"7z\xBC\xAF\x27\x1C", "7z"),
    ] {
        let source = Box::new(Cursor::new(bytes.to_vec()));
        let error =
            SeedReader::new(Path::new("x"), source, &settings(SeedFormat::Auto)).err().unwrap();
        assert!(error.to_string().contains(name), "{error}");
    }
    // A text may begin like this.
    assert_eq!(read(b"BZh9.cz\n", &settings(SeedFormat::List)).1, ["http://bzh9.cz/"]);
}

#[test]
fn what_unpacks_to_very_much_needs_little_memory_and_is_read_to_its_end() {
    let mut bytes = b"http://a.cz/\n".to_vec();
    bytes.resize(30 << 20, b'x');
    bytes.extend_from_slice(b"\nhttp://c.cz/\n");
    for packed in [xz(&bytes), bzip2(&bytes)] {
        assert!(packed.len() < 40_000, "{}", packed.len());
        let (_, lines) = read(&packed, &settings(SeedFormat::List));
        assert_eq!(lines, ["http://a.cz/", "2 too-long", "http://c.cz/"]);
    }
}

#[test]
fn logs_that_heritrix_has_written_itself_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/heritrix");
    let here = |path: &str| format!("http://127.0.0.1:43647/{path}");
    for (name, format, uris, wrong) in [
        ("crawl.log", SeedFormat::CrawlLog, 14, [""; 0].as_slice()),
        ("scope.log", SeedFormat::ScopeLog, 1, &["13 not-web"]),
        ("uri-errors.log", SeedFormat::UriErrors, 1, &["1 no-host", "3 no-address"]),
        ("frontier.recover", SeedFormat::RecoverLog, 12, &[]),
    ] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        for packed in [bytes.clone(), gzip(&bytes), xz(&bytes), bzip2(&bytes)] {
            let (found, lines) = read(&packed, &settings(SeedFormat::Auto));
            assert_eq!(found, format, "{name}");
            let is_uri = |line: &&String| line.starts_with("http");
            let (good, bad): (Vec<&String>, Vec<&String>) = lines.iter().partition(is_uri);
            let bad: Vec<&str> =
                bad.iter().map(|it| it.as_str()).filter(|it| !it.ends_with(" accepted")).collect();
            assert_eq!((good.len(), &bad[..]), (uris, wrong), "{name}: {lines:?}");
            match name {
                "crawl.log" => {
                    for path in ["", "robots.txt", "closed/x.html", "b.html?x=1&y=2", "c%20d.html"]
                    {
                        assert!(good.contains(&&here(path)), "{path}: {good:?}");
                    }
                }
                "scope.log" => assert_eq!(good, ["http://outside.example/page"]),
                _ => {}
            }
        }
    }
}

#[test]
fn a_line_without_end_is_passed_over_in_bounded_memory() {
    let mut bytes = b"http://a.cz/\nhttp://b.cz/".to_vec();
    bytes.resize(3 << 20, b'x');
    bytes.extend_from_slice(b"\nhttp://c.cz/\n");
    let (_, lines) = read(&bytes, &settings(SeedFormat::List));
    assert_eq!(lines, ["http://a.cz/", "2 too-long", "http://c.cz/"]);
}

fn in_file(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("stodola-seeds-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn batches_are_disjoint_and_complete_and_keep_domains_together() {
    let text: String =
        (0..300).map(|at| format!("http://w{}.d{}.cz/{at}\n", at % 3, at % 60)).collect();
    let path = in_file("batches", &text);
    let mut all = Vec::new();
    for number in 1..=7 {
        let batch = format!("{number}/7").parse().unwrap();
        let wanted = SeedListSettings { batch, ..SeedListSettings::default() };
        let mut list = SeedList::open(vec![path.clone()], &wanted).unwrap();
        let uris: Vec<Vec<u8>> = list.by_ref().map(Result::unwrap).collect();
        assert_eq!(list.tally().uris, 300);
        assert_eq!(list.tally().other_batches, 300 - uris.len() as u64);
        all.extend(uris.into_iter().map(|uri| (uri, number)));
    }
    std::fs::remove_file(path).unwrap();
    assert_eq!(all.len(), 300);
    let mut owners = std::collections::BTreeMap::new();
    for (uri, number) in &all {
        let host = stodola_uri::host(uri).unwrap().into_owned();
        let domain = stodola_uri::registrable_domain(&host).unwrap().to_owned();
        assert_eq!(*owners.entry(domain).or_insert(*number), *number);
    }
    for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/2"] {
        assert!(wrong.parse::<SeedBatch>().is_err(), "{wrong}");
    }
}

#[test]
fn a_sample_is_the_same_each_time_and_another_with_another_number() {
    let lines: Vec<String> = (0..1000).map(|at| format!("http://s{at}.cz/\n")).collect();
    let forwards = in_file("forwards", &lines.concat());
    let backwards: Vec<String> = lines.iter().rev().cloned().collect();
    // Each one twice: it counts once.
    let backwards = in_file("backwards", &[backwards.concat(), lines.concat()].concat());
    let sample = |path: &Path, size: u64, sample_seed: u64| {
        let sample = crate::job::Limit::At(size);
        let wanted = SeedListSettings { sample, sample_seed, ..SeedListSettings::default() };
        let list = SeedList::open(vec![path.to_owned()], &wanted).unwrap();
        list.map(Result::unwrap).collect::<Vec<_>>()
    };
    let first = sample(&forwards, 50, 1);
    assert_eq!(first.len(), 50);
    assert_eq!(sample(&backwards, 50, 1), first);
    assert_ne!(sample(&forwards, 50, 2), first);
    assert_eq!(sample(&forwards, 2000, 1).len(), 1000);
    // A smaller sample is the beginning of a larger one.
    assert_eq!(sample(&forwards, 10, 1), first[..10]);
    std::fs::remove_file(forwards).unwrap();
    std::fs::remove_file(backwards).unwrap();
}

#[test]
fn wrong_lines_are_counted_and_the_first_are_shown() {
    let path = in_file(
        "wrong",
        "http://a.cz/\nftp://b.cz/\nftp://c.cz/\nftp://d.cz/\nftp://e.cz/\n# remark\n\x1b[1m x\n",
    );
    let wanted = settings(SeedFormat::List);
    let mut list = SeedList::open(vec![path.clone(), path.clone()], &wanted).unwrap();
    assert_eq!(list.by_ref().count(), 2);
    let tally = list.tally();
    assert_eq!((tally.lines, tally.uris, tally.wrong()), (14, 2, 10));
    assert_eq!(tally.faults[&SeedFault::NotWeb], 8);
    assert_eq!(tally.examples.len(), 3 + 2);
    let second = &tally.examples[0];
    assert_eq!((second.line, second.text.as_str()), (2, "ftp://b.cz/"));
    assert!(tally.examples.iter().all(|line| !line.text.contains('\x1b')));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn names_of_faults_and_formats_are_unique() {
    let mut names: Vec<&str> = SeedFault::ALL.iter().map(|fault| fault.name()).collect();
    names.extend(SeedFormat::names());
    let number = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), number);
}

#[test]
fn an_address_that_ends_with_a_million_brackets_takes_no_more_than_linear_time() {
    let line = format!("http://a.cz/{}", ")".repeat(1 << 20));
    assert_eq!(first_address(line.as_bytes()), Some(&b"http://a.cz/"[..]));
    let line = format!("http://a.cz/((x){}", ")].,".repeat(1 << 18));
    assert_eq!(first_address(line.as_bytes()), Some(&b"http://a.cz/((x))"[..]));
}
