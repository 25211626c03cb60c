//! Queries of all dialects against a catalogue that is small enough to compute the answers by hand, and against one
//! that is filled at random.

use super::*;
use crate::collections::Collections;
use crate::reading::{CaptureGate, CaptureSight, OpenGate, ReaderGate};
use std::path::PathBuf;
use std::sync::Arc;
use stodola_access::{Moment, Visitor};
use stodola_archive::{
    Archive, CaptureKind, CaptureRow, Captures, CatalogueOptions, CatalogueWriter, Entry,
    FileFacts, Stamp, key_of,
};

/// An archive with a catalogue and no files.
struct Shelf {
    path: PathBuf,
    captures: Captures,
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// URL, time, status, media type, letter of the digest; `revisit` as the media type makes one.
type Line = (&'static str, u64, u16, &'static str, char);

impl Shelf {
    fn new(name: &str, jobs: &[(&str, &[Line])]) -> Shelf {
        let path = std::env::temp_dir().join(format!("stodola-cdx-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        let archive = Archive::open_or_create(&path).unwrap();
        // Segments so small that every answer is merged from several.
        let options = CatalogueOptions { segment_captures: 4 };
        let lock = archive.lock("test").unwrap();
        let mut writer = CatalogueWriter::open_with(&archive, lock, options).unwrap();
        for (job, lines) in jobs {
            let mut adder = writer.begin_file(&format!("warc/{job}.warc.gz")).unwrap();
            for (number, line) in lines.iter().enumerate() {
                adder.push(row(*line, number as u64 * 100)).unwrap();
            }
            let facts = FileFacts { job: Some((*job).to_owned()), ..FileFacts::default() };
            adder.finish(&facts).unwrap();
        }
        writer.close().unwrap();
        Shelf { path, captures: Captures::new(&archive) }
    }

    fn ask(&self, dialect: CdxDialect, query: &str) -> Result<String, CdxError> {
        self.ask_of(dialect, query, &OpenGate)
    }

    fn ask_of(
        &self,
        dialect: CdxDialect,
        query: &str,
        gate: &dyn CaptureGate,
    ) -> Result<String, CdxError> {
        let view = CdxView { captures: &self.captures, gate, mementos: "http://r/web/" };
        let query = CdxQuery::read(&QueryParams::parse(query)?, dialect)?;
        let mut out = Vec::new();
        let mut run = CdxRun::start(query, view, &PageIndex::default(), &mut out)?;
        while run.step(view, &mut out)? == CdxStep::Unfinished {}
        Ok(String::from_utf8(out).unwrap())
    }
}

impl Shelf {
    /// How many rows a query has in a collection.
    fn count_in(&self, all: &Collections, name: &str, query: &str) -> usize {
        let scope = all.find(name).unwrap().map(Arc::new);
        assert!(scope.is_some(), "{name}");
        let gate = ReaderGate::new(Arc::default(), Visitor::public(), Moment(0)).within(scope);
        self.ask_of(CdxDialect::InternetArchive, query, &gate).unwrap().lines().count()
    }
}

fn row((url, time, status, mime, digest): Line, offset: u64) -> CaptureRow {
    let digest = stodola_warc::digest::Algorithm::Sha1.digest(&[digest as u8]).to_string();
    let is_revisit = mime == "revisit";
    CaptureRow {
        key: key_of(url.as_bytes()),
        uri: url.as_bytes().to_vec(),
        time: Stamp::from_number(time),
        kind: if is_revisit { CaptureKind::Revisit } else { CaptureKind::Response },
        status: (status > 0).then_some(status),
        mime: (!is_revisit).then(|| mime.to_owned()),
        digest: Some(digest),
        length: Some(500),
        offset,
        inner_offset: 0,
        target_uri: None,
        target_time: None,
        language: None,
        title: None,
    }
}

const ALPHA: &[Line] = &[
    ("http://a.cz/", 20100101000000, 200, "text/html", 'a'),
    ("http://a.cz/", 20110101000000, 200, "revisit", 'a'),
    ("http://a.cz/", 20120615120000, 404, "text/html", 'b'),
    ("http://a.cz/x", 20100101000001, 200, "text/html", 'c'),
    ("http://www.a.cz/x.png", 20120101000000, 200, "image/png", 'd'),
    ("http://a2.cz/", 20100101000000, 200, "text/html", 'e'),
];
const BETA: &[Line] = &[
    ("https://www.a.cz/", 20130101000000, 301, "text/html", 'f'),
    ("http://sub.a.cz/", 20130101000000, 200, "text/html", 'g'),
    ("http://a.cz:8080/", 20130101000000, 200, "text/html", 'h'),
];

fn shelf(name: &str) -> Shelf {
    Shelf::new(name, &[("alpha", ALPHA), ("beta", BETA)])
}

#[test]
fn parameters_choose_rows() {
    use CdxDialect::{InternetArchive as Ia, Outback, Pywb};
    let shelf = shelf("rows");
    // The answer is the years, or the URLs without their scheme.
    for (dialect, query, expected) in [
        (Ia, "url=a.cz", "2010 2011 2012 2013"),
        (Pywb, "url=http://www.a.cz/", "2010 2011 2012 2013"),
        (Outback, "url=http://a.cz/", "2010 2011 2012 2013"),
        (Ia, "url=a.cz&limit=2", "2010 2011"),
        (Ia, "url=a.cz&limit=0", ""),
        (Ia, "url=a.cz&limit=-2", "2012 2013"),
        (Ia, "url=a.cz&limit=-2&offset=1", "2011 2012"),
        (Ia, "url=a.cz&limit=-9", "2010 2011 2012 2013"),
        (Ia, "url=a.cz&limit=-1&fastLatest=true", "2013"),
        (Ia, "url=a.cz&offset=1&limit=2", "2011 2012"),
        (Ia, "url=a.cz&offset=9", ""),
        (Ia, "url=a.cz&from=2011&to=2012", "2011 2012"),
        (Ia, "url=a.cz&from=20110101000001", "2012 2013"),
        (Ia, "url=a.cz&to=201206", "2010 2011 2012"),
        (Ia, "url=a.cz&to=201205", "2010 2011"),
        (Pywb, "url=a.cz&sort=reverse", "2013 2012 2011 2010"),
        (Pywb, "url=a.cz&sort=reverse&limit=2&offset=1", "2012 2011"),
        (Pywb, "url=a.cz&closest=20111231", "2012 2011 2013 2010"),
        // As pywb asks if any time will do, and as Heritrix asks for the last capture.
        (Outback, "url=a.cz&closest=&sort=closest", "2010 2011 2012 2013"),
        (
            Outback,
            "limit=100&matchType=exact&filter=!mimetype:failure-status-code.*&sort=reverse&url=http://a.cz/",
            "2013 2012 2011 2010",
        ),
        (Ia, "url=a.cz&startDate=2012", "2012 2013"),
        (Outback, "url=a.cz&method=GET", "2010 2011 2012 2013"),
        (Outback, "url=a.cz&method=post", ""),
        (Outback, "url=a.cz&requestBody=a%3Db", ""),
        (Pywb, "url=a.cz&sort=closest&closest=2009&limit=2", "2010 2011"),
        (Ia, "url=a.cz&sort=closest&closest=2015&from=2011&to=2012", "2012 2011"),
        (Pywb, "url=a.cz/*&closest=20120620&limit=1", "2012"),
        // Filters: contains, equals, from the start; or the whole value.
        (Pywb, "url=a.cz&filter=status:0", "2010 2011 2012 2013"),
        (Pywb, "url=a.cz&filter=status:20", "2010 2011"),
        (Pywb, "url=a.cz&filter==status:20", ""),
        (Pywb, "url=a.cz&filter==statuscode:200", "2010 2011"),
        (Pywb, "url=a.cz&filter=!status:200", "2012 2013"),
        (Pywb, "url=a.cz&filter=~status:[34]", "2012 2013"),
        (Pywb, "url=a.cz&filter=!~status:[34]", "2010 2011"),
        (Pywb, "url=a.cz&filter=mime:html&filter=!status:404", "2010 2013"),
        (Ia, "url=a.cz&filter=statuscode:20", ""),
        (Ia, "url=a.cz&filter=statuscode:20.", "2010 2011"),
        (Ia, "url=a.cz&filter=!status:20.", "2012 2013"),
        (Ia, "url=a.cz&filter=mimetype:warc/revisit", "2011"),
        (Outback, "url=a.cz&filter=!mimetype:warc/.*&filter=statuscode:4..", "2012"),
        // Collapsing adjacent rows.
        (Ia, "url=a.cz&collapse=digest", "2010 2012 2013"),
        (Ia, "url=a.cz&collapse=timestamp:3", "2010"),
        (Ia, "url=a.cz&collapse=timestamp:4", "2010 2011 2012 2013"),
        (Pywb, "url=a.cz&collapseTime=3", "2010"),
        (Outback, "url=a.cz&collapseToLast=digest", "2011 2012 2013"),
        (Outback, "url=a.cz&collapseToFirst=digest", "2010 2012 2013"),
        (Ia, "url=a.cz&collapse=digest&limit=-2", "2012 2013"),
        (Ia, "url=a.cz&collapse=digest&offset=1&limit=1", "2012"),
        (Ia, "url=a.cz&collapse=mimetype&collapse=digest", "2010 2012"),
        // Pages: everything is on the first one.
        (Ia, "url=a.cz&page=0", "2010 2011 2012 2013"),
        (Ia, "url=a.cz&page=0&limit=1", "2010"),
        (Ia, "urlkey=cz,a)/&limit=1", "2010"),
    ] {
        let answer = shelf.ask(dialect, &format!("{query}&fl=timestamp&output=text")).unwrap();
        let years: Vec<&str> = answer.lines().map(|line| &line[..4]).collect();
        assert_eq!(years.join(" "), expected, "{dialect:?} {query}");
    }
}

#[test]
fn match_types_choose_urls() {
    let shelf = shelf("match");
    for (query, expected) in [
        ("url=a.cz&matchType=exact", "a.cz a.cz a.cz a.cz"),
        ("url=http://a.cz/x&matchType=prefix", "a.cz/x a.cz/x.png"),
        ("url=a.cz/x*", "a.cz/x a.cz/x.png"),
        ("url=a.cz/x&matchType=host", "a.cz a.cz a.cz a.cz a.cz/x a.cz/x.png"),
        ("url=*.a.cz", "a.cz a.cz a.cz a.cz a.cz/x a.cz/x.png sub.a.cz a.cz:8080"),
        ("url=*.a.cz&sort=reverse", "a.cz:8080 sub.a.cz a.cz/x.png a.cz/x a.cz a.cz a.cz a.cz"),
        ("url=*.a.cz&limit=-3", "a.cz/x.png sub.a.cz a.cz:8080"),
        ("url=*.a.cz&collapse=urlkey", "a.cz a.cz/x a.cz/x.png sub.a.cz a.cz:8080"),
        ("url=*.a.cz&from=2013", "a.cz sub.a.cz a.cz:8080"),
        ("url=a2.cz&matchType=range", "a2.cz a.cz:8080"),
        ("url=*&collapse=urlkey&filter=!urlkey:cz,a[),:].*", "a2.cz"),
        ("url=nothing.cz", ""),
    ] {
        let answer =
            shelf.ask(CdxDialect::InternetArchive, &format!("{query}&fl=original")).unwrap();
        let urls: Vec<&str> = answer
            .lines()
            .map(|url| url.split("://").nth(1).unwrap())
            .map(|url| url.strip_prefix("www.").unwrap_or(url).trim_end_matches('/'))
            .collect();
        assert_eq!(urls.join(" "), expected, "{query}");
    }
}

#[test]
fn answers_have_the_forms_of_their_dialects() {
    use CdxDialect::{InternetArchive as Ia, Outback, Pywb};
    let shelf = shelf("forms");
    let digest = stodola_warc::digest::Algorithm::Sha1.digest(b"a").to_string();
    let a = digest.strip_prefix("sha1:").unwrap();
    for (dialect, query, expected) in [
        (Ia, "url=a.cz&limit=1", format!("cz,a)/ 20100101000000 http://a.cz/ text/html 200 {a} 500\n")),
        (
            Ia,
            "url=a.cz&limit=2&fl=timestamp,original&output=json",
            "[[\"timestamp\",\"original\"],\n[\"20100101000000\",\"http://a.cz/\"],\n\
             [\"20110101000000\",\"http://a.cz/\"]]\n"
                .to_owned(),
        ),
        (Ia, "url=none.cz&output=json", "[]\n".to_owned()),
        (Ia, "url=none.cz", String::new()),
        (
            Ia,
            "url=a.cz&limit=1&fl=urlkey&output=json&showResumeKey=true",
            "[[\"urlkey\"],\n[\"cz,a)/\"],\n[],\n[\"cz%2Ca%29%2F+20100101000000+1+0+0%21\"]]\n".to_owned(),
        ),
        (
            Ia,
            "url=a.cz&limit=1&fl=urlkey&showResumeKey=true",
            "cz,a)/\n\ncz%2Ca%29%2F+20100101000000+1+0+0%21\n".to_owned(),
        ),
        (Ia, "url=a.cz&limit=4&fl=timestamp&showResumeKey=true&from=2013", "20130101000000\n".to_owned()),
        (Ia, "url=a.cz&showNumPages=true", "1\n".to_owned()),
        (Ia, "url=none.cz&showNumPages=true", "0\n".to_owned()),
        (Pywb, "url=a.cz&showNumPages=true", "{\"blocks\": 1, \"pages\": 1, \"pageSize\": 5}\n".to_owned()),
        (Ia, "url=a.cz&showPagedIndex=true", "cz,a)/ 20100101000000\t0\n".to_owned()),
        (
            Pywb,
            "url=a.cz&limit=1",
            format!(
                "cz,a)/ 20100101000000 {{\"url\": \"http://a.cz/\", \"mime\": \"text/html\", \"status\": \"200\", \
                 \"digest\": \"{a}\", \"length\": \"500\", \"offset\": \"0\", \"filename\": \"alpha.warc.gz\"}}\n"
            ),
        ),
        (
            Pywb,
            "url=a.cz&limit=1&output=json&fields=urlkey,timestamp,mime",
            "{\"urlkey\": \"cz,a)/\", \"timestamp\": \"20100101000000\", \"mime\": \"text/html\"}\n".to_owned(),
        ),
        (
            Pywb,
            "url=a.cz&from=2011&limit=1&output=json&fl=mime,status&resolveRevisits=true",
            "{\"mime\": \"text/html\", \"status\": \"200\", \"orig.length\": \"500\", \"orig.offset\": \"0\", \
             \"orig.filename\": \"alpha.warc.gz\"}\n"
                .to_owned(),
        ),
        (
            Pywb,
            "url=a.cz&limit=1&output=link",
            "<http://r/web/20100101000000mp_/http://a.cz/>; rel=\"memento\"; \
             datetime=\"Fri, 01 Jan 2010 00:00:00 GMT\"\n"
                .to_owned(),
        ),
        (
            Outback,
            "url=a.cz&limit=1",
            format!("cz,a)/ 20100101000000 http://a.cz/ text/html 200 {a} - - 500 0 alpha.warc.gz\n"),
        ),
        (
            Outback,
            "url=a.cz&limit=1&output=json&fl=urlkey,timestamp,statuscode,redirecturl",
            "[[\"urlkey\",\"timestamp\",\"statuscode\",\"redirecturl\"],\n[\"cz,a)/\",20100101000000,200,\"-\"]]\n"
                .to_owned(),
        ),
        // Fourteen columns.
        (
            Outback,
            "url=a.cz&from=2011&limit=1&resolveRevisits=true",
            format!(
                "cz,a)/ 20110101000000 http://a.cz/ warc/revisit 200 {a} - - 500 100 alpha.warc.gz \
                 500 0 alpha.warc.gz\n"
            ),
        ),
        (
            Outback,
            "url=a.cz&from=2011&limit=1&output=json&fl=mimetype,originalOffset,originalFilename",
            "[[\"mimetype\",\"originalOffset\",\"originalFilename\"],\n[\"warc/revisit\",0,\"alpha.warc.gz\"]]\n"
                .to_owned(),
        ),
        (
            Outback,
            "url=a.cz&limit=1&output=jsondict&fl=urlkey,length",
            "[{\"urlkey\": \"cz,a)/\", \"length\": 500}]\n".to_owned(),
        ),
        (
            Ia,
            "url=a.cz&fl=timestamp&collapse=digest&showSkipCount=true&lastSkipTimestamp=true&showGroupCount=true&limit=2",
            "20100101000000 1 20110101000000 2\n20120615120000 0 - 1\n".to_owned(),
        ),
        (
            Ia,
            "url=a.cz&fl=timestamp&showDupeCount=true&limit=3",
            "20100101000000 0\n20110101000000 1\n20120615120000 0\n".to_owned(),
        ),
        (
            Ia,
            "url=a.cz&fl=timestamp&collapse=timestamp:3&showUniqCount=true&showGroupCount=true",
            "20100101000000 4 3\n".to_owned(),
        ),
        (
            Ia,
            "url=a.cz&fl=timestamp&filter=statuscode:[23]..&showSkipCount=true",
            "20100101000000 0\n20110101000000 1\n20130101000000 0\n".to_owned(),
        ),
    ] {
        assert_eq!(shelf.ask(dialect, query).unwrap(), expected, "{dialect:?} {query}");
    }
}

#[test]
fn wrong_queries_are_told_in_the_form_of_the_dialect() {
    let shelf = shelf("wrong");
    let dialect = CdxDialect::Pywb;
    let error = shelf.ask(dialect, "limit=5").unwrap_err();
    let body = "{\"message\":\"The \\\"url\\\" param is required\"}";
    assert_eq!(error.body(dialect), (body.to_owned(), "application/json"));
    for query in [
        "url=",
        "url=a.cz&matchType=all",
        "url=a.cz&filter=x",
        "url=a.cz&filter=nothing:x",
        "url=a.cz&filter=~url:(",
        "url=a.cz&filter=~url:a{1000}{1000}{1000}",
        "url=a.cz&limit=x",
        "url=a.cz&limit=-100000",
        "url=a.cz&offset=-1",
        "url=a.cz&from=x",
        "url=a.cz&to=123456789012345",
        "url=a.cz&sort=up",
        "url=a.cz&sort=closest",
        "url=a.cz&closest=x",
        "url=a.cz&method=P%20T",
        "url=*.a.cz&closest=2010",
        "url=a.cz&closest=2010&showResumeKey=true",
        "url=a.cz&collapse=nothing",
        "url=a.cz&collapse=digest:x",
        "url=a.cz&fl=nothing",
        "url=a.cz&output=xml",
        "url=a.cz&page=1",
        "url=a.cz&page=18446744073709551615",
        "url=a.cz&pageSize=0",
        "url=a.cz&resumeKey=x",
    ] {
        let error = shelf.ask(dialect, query);
        assert!(error.is_err_and(|error| error.is_of_the_query()), "{query}");
    }
}

#[test]
fn collections_are_those_of_jobs() {
    let shelf = shelf("jobs");
    let all = Collections::of_archive(shelf.captures.archive());
    assert!(all.find("x").unwrap().is_none());
    let query = "url=*.a.cz&fl=timestamp";
    assert_eq!(shelf.ask(CdxDialect::InternetArchive, query).unwrap().lines().count(), 8);
    assert_eq!((shelf.count_in(&all, "alpha", query), shelf.count_in(&all, "beta", query)), (5, 3));
}

#[test]
fn collections_are_defined_by_place_time_type_and_job() {
    let shelf = shelf("defined");
    let all = Collections::of_archive(shelf.captures.archive());
    let file = shelf.path.join("collections.toml");
    let define = |lines: &str| {
        std::fs::write(&file, format!("[[collection]]\nname = \"some\"\n{lines}\n")).unwrap();
    };
    let count = |lines: &str| {
        define(lines);
        shelf.count_in(&all, "some", "url=*.a.cz&fl=timestamp")
    };
    let everything = count("");
    assert_eq!(everything, 8);
    let host = count("places = [\"a.cz\"]");
    let others = count("places = [\"s.a.cz\", \"*.b.cz\"]");
    assert!(host > 0 && host < everything && others < everything, "{host} {others}");
    assert_eq!(count("jobs = [\"alpha\"]"), 5);
    assert_eq!(count("jobs = [\"alpha\", \"beta\"]"), 8);
    assert_eq!(count("jobs = [\"gamma\"]"), 0);
    let early = count("to = \"2011\"");
    assert!(early > 0);
    assert_eq!(early + count("from = \"2012\""), everything);
    assert!(count("types = [\"image/*\"]") < everything);
    // What is wrong is told, and nothing is shown instead.
    define("places = 3");
    assert!(all.find("some").is_err());
    // A definition goes before a job of the same name.
    std::fs::write(&file, "[[collection]]\nname = \"alpha\"\njobs = [\"beta\"]\n").unwrap();
    assert_eq!(shelf.count_in(&all, "alpha", "url=*.a.cz&fl=timestamp"), 3);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(shelf.count_in(&all, "alpha", "url=*.a.cz&fl=timestamp"), 5);
}

/// Hides captures of 2010 and blocks those of 2012.
struct Strict;

impl CaptureGate for Strict {
    fn sight(&self, entry: &Entry) -> CaptureSight {
        match entry.row.time.map(Stamp::year) {
            Some(2010) => CaptureSight::Hidden,
            Some(2012) => CaptureSight::Blocked,
            _ => CaptureSight::Shown,
        }
    }
}

#[test]
fn hidden_captures_are_not_even_counted() {
    let shelf = shelf("hidden");
    let query = "url=a.cz&fl=timestamp,access&collapse=timestamp:3&showGroupCount=true";
    let answer = shelf.ask_of(CdxDialect::Pywb, &format!("{query}&output=text"), &Strict);
    assert_eq!(answer.unwrap(), "20110101000000 - 3\n");
    // Not even by the number of pages, or by where they begin.
    for (query, expected) in [
        ("url=a2.cz&showNumPages=true", "0\n"),
        ("url=a2.cz&showPagedIndex=true", ""),
        ("url=a.cz&showNumPages=true", "1\n"),
        ("url=a.cz&showPagedIndex=true", "cz,a)/ 20110101000000\t0\n"),
    ] {
        let answer = shelf.ask_of(CdxDialect::InternetArchive, query, &Strict).unwrap();
        assert_eq!(answer, expected, "{query}");
    }
    let query = "url=a.cz&fl=timestamp,access&output=text";
    let answer = shelf.ask_of(CdxDialect::Pywb, query, &Strict).unwrap();
    assert_eq!(answer, "20110101000000 -\n20120615120000 block\n20130101000000 -\n");
}

/// SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[test]
fn resumption_keys_lead_through_everything_once() {
    const URLS: [&str; 3] = ["http://r.cz/", "http://r.cz/a", "http://s.r.cz/"];
    let lines: Vec<Line> = (0..200)
        .map(|number| {
            let random = mixed(number);
            // Few seconds, so that many captures share one.
            let time = 20200101000000 + random % 7;
            let digest = char::from(b'a' + (random >> 20) as u8 % 3);
            (URLS[(random >> 8) as usize % 3], time, 200, "text/html", digest)
        })
        .collect();
    let shelf = Shelf::new("resume", &[("r", &lines)]);
    for rest in [
        "",
        "&sort=reverse",
        "&collapse=digest",
        "&filter=!urlkey:.*a",
        "&collapse=timestamp&collapse=digest",
    ] {
        let query = format!("url=*.r.cz&fl=urlkey,timestamp,offset{rest}");
        let ask = |query: &str| shelf.ask(CdxDialect::InternetArchive, query).unwrap();
        let all = ask(&query);
        let (mut joined, mut resume) = (String::new(), String::new());
        for _ in 0..200 {
            let part = ask(&format!("{query}&limit=7&showResumeKey=true{resume}"));
            let (rows, key) = part.split_once("\n\n").unwrap_or((part.trim_end(), ""));
            joined.push_str(rows);
            if !rows.is_empty() {
                joined.push('\n');
            }
            if key.is_empty() {
                break;
            }
            resume = format!("&resumeKey={}", key.trim());
        }
        assert_eq!(joined, all, "{rest}");
    }
}

#[test]
fn xml_has_what_openwayback_reads() {
    let shelf = shelf("xml");
    let view = CdxView { captures: &shelf.captures, gate: &OpenGate, mementos: "http://r/web/" };
    let read = |q: &str, beside: &str| {
        XmlQuery::read(&QueryParams::parse(&format!("q={}{beside}", form_encoded(q))).unwrap())
    };
    let ask = |q: &str| write_xml(&read(q, "").unwrap(), view).unwrap();
    let xml = ask("type:urlquery url:http%3A%2F%2Fa.cz%2F limit:2 offset:1");
    let times: Vec<&str> = xml.lines().filter(|line| line.starts_with("<capturedate>")).collect();
    assert_eq!(
        times,
        ["<capturedate>20110101000000</capturedate>", "<capturedate>20120615120000</capturedate>"]
    );
    assert!(xml.contains("<file>alpha.warc.gz</file>") && xml.contains("<urlkey>cz,a)/</urlkey>"));
    let count = |xml: &str| xml.matches("<result>").count();
    assert!(xml.contains("<numreturned>2</numreturned>\n<numresults>4</numresults>"), "{xml}");
    let paged = read("type:urlquery url:a.cz", "&count=3&start_page=2").unwrap();
    let paged = write_xml(&paged, view).unwrap();
    assert!(count(&paged) == 1 && paged.contains("<capturedate>20130101000000</capturedate>"));
    assert_eq!(count(&ask("type:prefixquery url:http://a.cz/x")), 2);
    // A prefix gives URLs, each with what there is of it.
    let urls = ask("type:prefixquery url:http://a.cz/ limit:1");
    assert!(
        urls.contains(
            "<result>\n<urlkey>cz,a)/</urlkey>\n<originalurl>https://www.a.cz/</originalurl>\n\
             <numversions>3</numversions>\n<numcaptures>4</numcaptures>\n\
             <firstcapturets>20100101000000</firstcapturets>\n<lastcapturets>20130101000000</lastcapturets>\n</result>"
        ),
        "{urls}"
    );
    assert!(urls.contains("<resultstype>resultstypeurl</resultstype>"), "{urls}");
    let nothing = ask("type:urlquery url:none.cz");
    assert!(count(&nothing) == 0 && nothing.contains("<title>Resource Not In Archive</title>"));
    assert!(read("type:other url:a", "").is_err());
    assert!(read("type:urlquery", "").is_err());
    assert!(read("type:urlquery url:a", "&count=x").is_err());
}
