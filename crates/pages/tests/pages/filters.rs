//! Filters of pages: settings, lists of hosts, programs that answer, die, hang or talk nonsense, answers on record.

use std::path::Path;
use stodola_pages::filter::{
    AnswerBook, AnswerBookError, AnswerKey, FilterChain, FilterPage, FilterSettings, FilterVerdict,
    HostList,
};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    filter: Vec<FilterSettings>,
}

fn chain(toml: &str) -> Result<FilterChain, String> {
    let settings: Settings = toml::from_str(toml).map_err(|error| error.to_string())?;
    Ok(FilterChain::new(&settings.filter).map_err(|error| error.to_string())?.0)
}

fn page(url: &str) -> FilterPage<'_> {
    let host = url.split('/').nth(2).unwrap();
    FilterPage {
        url,
        host,
        time: 1,
        status: Some(200),
        media: Some("text/html"),
        charset: None,
        language: Some("cs"),
        title: Some("Title"),
        length: 100,
        content: "Some words\nand a line",
    }
}

/// What becomes of a page: `kept`, or filter and reason.
fn judged(chain: &mut FilterChain, page: &FilterPage<'_>) -> String {
    let key = AnswerKey::new(page.url, page.time, "");
    match chain.judge(page, key, &mut AnswerBook::in_memory()) {
        FilterVerdict::Kept => "kept".to_owned(),
        FilterVerdict::Dropped { filter, reason } => format!("{filter}: {reason}"),
    }
}

#[test]
fn filters_keep_and_drop_as_their_settings_say() {
    let plain = page("http://a.cz/x");
    let cases: &[(&str, FilterPage<'_>, &str)] = &[
        ("", plain, "kept"),
        ("[[filter]]\nkind='type'\nkeep=['text/*']", plain, "kept"),
        (
            "[[filter]]\nkind='type'\nkeep=['text/*']\ndrop=['TEXT/HTML']",
            plain,
            "type: the media type is text/html",
        ),
        (
            "[[filter]]\nkind='type'\nkeep=['application/pdf']",
            plain,
            "type: the media type is text/html",
        ),
        (
            "[[filter]]\nkind='type'\nkeep=['text/*']",
            FilterPage { media: None, ..plain },
            "type: it has no media type",
        ),
        ("[[filter]]\nkind='size'\nmin=100\nmax=100", plain, "kept"),
        ("[[filter]]\nkind='size'\nmin=101", plain, "size: it has 100 bytes"),
        ("[[filter]]\nkind='size'\nmax=99", plain, "size: it has 100 bytes"),
        ("[[filter]]\nkind='language'\nkeep=['cs','sk']", plain, "kept"),
        ("[[filter]]\nkind='language'\ndrop=['CS']", plain, "language: the language is cs"),
        (
            "[[filter]]\nkind='language'\ndrop=['en']",
            FilterPage { language: Some("en-GB"), ..plain },
            "language: the language is en-gb",
        ),
        (
            "[[filter]]\nkind='language'\ndrop=['e']",
            FilterPage { language: Some("en"), ..plain },
            "kept",
        ),
        (
            "[[filter]]\nkind='language'\nkeep=['cs']",
            FilterPage { language: None, ..plain },
            "kept",
        ),
        (
            "[[filter]]\nkind='language'\ndrop_unknown=true",
            FilterPage { language: None, ..plain },
            "language: the language is not known",
        ),
        (
            "[[filter]]\nkind='pattern'\ndrop=['/y','/x$']",
            plain,
            "pattern: '/x$' is found in the address",
        ),
        (
            "[[filter]]\nkind='pattern'\nkeep=['^https:']",
            plain,
            "pattern: no pattern is found in the address",
        ),
        (
            "[[filter]]\nkind='pattern'\nof='title'\ndrop=['(?i)TITLE']",
            plain,
            "pattern: '(?i)TITLE' is found in the title",
        ),
        (
            "[[filter]]\nkind='pattern'\nof='content'\nkeep=['words and']",
            plain,
            "pattern: no pattern is found in the content",
        ),
        ("[[filter]]\nkind='pattern'\nof='content'\nkeep=[\"words\\nand\"]", plain, "kept"),
        ("[[filter]]\nkind='hosts'\nhosts=['a.cz']", plain, "hosts: the list of hosts has 'a.cz'"),
        ("[[filter]]\nkind='hosts'\nhosts=['cz']\nkeep=['A.CZ']", plain, "kept"),
        (
            "[[filter]]\nkind='size'\n[[filter]]\nkind='hosts'\nhosts=['a.cz']",
            plain,
            "hosts: the list of hosts has 'a.cz'",
        ),
    ];
    for (toml, page, expected) in cases {
        assert_eq!(judged(&mut chain(toml).unwrap(), page), *expected, "{toml}");
    }
}

#[test]
fn settings_that_cannot_be_used_are_refused() {
    for (toml, what) in [
        ("[[filter]]\nkind='typo'", "unknown variant"),
        ("[[filter]]\nkeep=['x']", "missing field `kind`"),
        ("[[filter]]\nkind='type'\nkep=['x']", "unknown field `kep`"),
        ("[[filter]]\nkind='size'\nmax='x'", "invalid type"),
        ("[[filter]]\nkind='size'\nmin=2\nmax=1", "filter 1 (size) cannot be used"),
        (
            "[[filter]]\nkind='size'\n[[filter]]\nkind='pattern'\ndrop=['(']",
            "filter 2 (pattern) cannot be used: the pattern '('",
        ),
        ("[[filter]]\nkind='pattern'\ndrop=['((a{1000}){1000}){1000}']", "cannot be used"),
        ("[[filter]]\nkind='pattern'\nof='body'", "unknown variant"),
        ("[[filter]]\nkind='hosts'\nhosts=['a b']", "'a b' is not a host"),
        ("[[filter]]\nkind='hosts'\nfiles=['/nowhere/list']", "/nowhere/list"),
        ("[[filter]]\nkind='program'\nname='p'", "missing field `command`"),
        ("[[filter]]\nkind='program'\nname='p'\ncommand=[]", "the command is empty"),
        ("[[filter]]\nkind='program'\nname=''\ncommand=['x']", "name"),
        ("[[filter]]\nkind='program'\nname='p'\ncommand=['x']\nseconds=0", "1 to 3600 seconds"),
        (
            "[[filter]]\nkind='program'\nname='p'\ncommand=['x']\non_failure='stop'",
            "unknown variant",
        ),
    ] {
        let error = chain(toml).expect_err(toml);
        assert!(error.contains(what), "{toml}: {error}");
    }
}

#[test]
fn lists_of_hosts_are_read_in_each_of_their_forms() {
    let list = "\u{feff}# a hosts file\r
127.0.0.1 localhost localhost.localdomain
::1 ip6-localhost ip6-loopback
0.0.0.0 0.0.0.0
0.0.0.0 exact.example.com\tSecond.Example.com.  # a comment
::  third.example.com
[Adblock Plus 2.0]
! a comment
||tree.example.net^
||party.example.net^$third-party,important
||image.example.net^$image
||path.example.net/ads/
||wild*.example.net^
/banner/*
example.org##.ad
@@||good.tree.example.net^$document
plain.example.org
háčky.example.org
two words
127.0.0.1
||^
\u{0}
";
    let mut hosts = HostList::default();
    let report = hosts.read(list.as_bytes());
    let found = (report.hosts, report.exceptions, report.others, report.wrong);
    assert_eq!(found, (7, 1, 6, 3), "{report:?}");
    assert_eq!(report.wrong_lines, [19, 20, 22]);
    for (host, entry) in [
        ("exact.example.com", Some("exact.example.com")),
        ("below.exact.example.com", None),
        ("second.example.com", Some("second.example.com")),
        ("third.example.com", Some("third.example.com")),
        ("localhost", None),
        ("tree.example.net", Some("tree.example.net")),
        ("a.b.tree.example.net", Some("tree.example.net")),
        ("nottree.example.net", None),
        ("good.tree.example.net", None),
        ("a.good.tree.example.net", None),
        ("party.example.net", Some("party.example.net")),
        ("image.example.net", None),
        ("path.example.net", None),
        ("example.org", None),
        ("x.plain.example.org", Some("plain.example.org")),
        ("xn--hky-ela0s.example.org", Some("xn--hky-ela0s.example.org")),
        ("", None),
        ("...", None),
    ] {
        if host.starts_with("xn--") {
            // However the name is spelt in ASCII, it is found by what addresses have for it.
            let address = stodola_uri::normalise("http://háčky.example.org/".as_bytes());
            let host = stodola_uri::host(&address).unwrap().into_owned();
            assert_eq!(hosts.find(&host), Some(host.as_str()));
            continue;
        }
        assert_eq!(hosts.find(host), entry, "{host}");
    }
}

/// A filter that is a shell script.
fn script(text: &str, more: &str) -> FilterChain {
    let command = serde_json::to_string(&["sh", "-c", text]).unwrap();
    chain(&format!("[[filter]]\nkind='program'\nname='p'\ncommand={command}\n{more}")).unwrap()
}

/// Reads a question; the number of it is in `n`.
const READ: &str = "read -r q || exit; n=${q#*:}; n=${n%%,*}; ";

#[test]
fn a_program_is_asked_in_json_and_answers_in_json() {
    let text = format!(
        "while :; do {READ} case \"$q\" in *ads*) echo \"{{\\\"id\\\":$n,\\\"keep\\\":false,\\\"reason\\\":\\\"ads \
         there!\\\"}}\";; \
         *) echo \"{{\\\"id\\\":$n,\\\"keep\\\":true,\\\"more\\\":1}}\";; esac; done"
    );
    let mut filters = script(&text, "");
    for _ in 0..3 {
        assert_eq!(judged(&mut filters, &page("http://a.cz/x")), "kept");
        assert_eq!(judged(&mut filters, &page("http://a.cz/ads")), "p: ads there!");
    }
}

#[test]
fn a_program_gets_what_is_known_of_the_page() {
    // It drops each page and gives the question as the reason, with other quotation marks.
    let text = format!(
        "while :; do {READ} r=$(printf %s \"$q\" | tr '\"\\\\' \"'/\"); echo \
         \"{{\\\"id\\\":$n,\\\"keep\\\":false,\\\"reason\\\":\\\"$r\\\"}}\"; done"
    );
    let asked = judged(&mut script(&text, ""), &page("http://a.cz/x"));
    let expected = "p: {'id':1,'url':'http://a.cz/x','host':'a.cz','time':1,'status':200,'type':'text/html',\
                    'language':'cs','title':'Title','length':100}";
    assert_eq!(asked, expected);
    let asked = judged(&mut script(&text, "content=true"), &page("http://a.cz/x"));
    assert!(asked.ends_with("'length':100,'content':'Some words/nand a line'}"), "{asked}");
}

#[test]
fn a_program_that_dies_is_begun_anew_and_asked_again() {
    // It dies at every second question.
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let mark = mark.display();
    let text = format!(
        "while :; do {READ} if [ -e {mark} ]; then rm {mark}; exit 1; fi; touch {mark}; echo \
         \"{{\\\"id\\\":$n,\\\"keep\\\":false}}\"; done"
    );
    let mut filters = script(&text, "");
    for _ in 0..6 {
        assert_eq!(judged(&mut filters, &page("http://a.cz/x")), "p: the program gave no reason");
    }
}

#[test]
fn failures_are_told_and_the_page_gets_the_answer_of_the_settings() {
    for (text, what) in [
        ("echo 'no such table' >&2; exit 3", "it has ended; it said: no such table"),
        ("sleep 1000 & sleep 1000", "it gave no answer in 1 seconds"),
        ("read q; echo hello; read q", "its answer is not what was asked for"),
        ("read q; echo '{\"id\":77,\"keep\":true}'; read q", "it answered another question"),
        ("read q; echo '{\"id\":1}'; read q", "its answer is not what was asked for"),
        ("read q; head -c 70000 /dev/zero | tr '\\0' x; read q", "its answer is too long"),
        ("read q; printf '{\"id\":1,\"keep\":true}'", "no end"),
        (
            "head -c 100000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; exit 1",
            "it said: last",
        ),
    ] {
        let dropped =
            judged(&mut script(text, "seconds=1\non_failure='drop'"), &page("http://a.cz/x"));
        assert!(dropped.starts_with("p: ") && dropped.contains(what), "{text}: {dropped}");
        assert!(dropped.len() < 700, "{dropped}");
        assert_eq!(judged(&mut script(text, "seconds=1"), &page("http://a.cz/x")), "kept");
    }
    let missing =
        "[[filter]]\nkind='program'\nname='p'\ncommand=['/nowhere/filter']\non_failure='drop'";
    assert!(
        judged(&mut chain(missing).unwrap(), &page("http://a.cz/x"))
            .contains("could not be started")
    );
}

#[test]
fn a_program_that_always_fails_is_not_begun_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    let mut filters = script(&format!("echo x >> {}; exit 1", starts.display()), "");
    for _ in 0..20 {
        assert_eq!(judged(&mut filters, &page("http://a.cz/x")), "kept");
    }
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 5);
}

#[test]
fn answers_on_record_count_and_the_program_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let text = format!(
        "while :; do {READ} echo \"{{\\\"id\\\":$n,\\\"keep\\\":false,\\\"reason\\\":\\\"first\\\"}}\"; done"
    );
    let one = page("http://a.cz/x");
    let key = |page: &FilterPage<'_>| AnswerKey::new(page.url, page.time, "sha256:1");
    let dropped =
        |reason: &str| FilterVerdict::Dropped { filter: "p".to_owned(), reason: reason.to_owned() };
    let mut book = AnswerBook::open(&path).unwrap();
    assert_eq!(script(&text, "").judge(&one, key(&one), &mut book), dropped("first"));
    book.save().unwrap();
    drop(book);

    let mut book = AnswerBook::open(&path).unwrap();
    let mut other = script("exit 1", "on_failure='drop'");
    assert_eq!(other.judge(&one, key(&one), &mut book), dropped("first"));
    let later = FilterPage { time: 2, ..one };
    assert_eq!(other.judge(&later, key(&later), &mut book), dropped("it has ended"));

    // What a crash cut short is cut off; what is damaged is told.
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, [&whole[..], b"{\"page\":\"00"].concat()).unwrap();
    assert!(AnswerBook::open(&path).unwrap().find(key(&one), "p").is_some());
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    std::fs::write(&path, [&whole[..], b"nonsense\n"].concat()).unwrap();
    assert!(matches!(AnswerBook::open(&path), Err(AnswerBookError::Damaged { line: 2, .. })));
    assert!(AnswerBook::open(Path::new("/nowhere/answers")).is_err());
}
