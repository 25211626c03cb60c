//! The old configuration: all its keys with verdicts computed by hand, both generations, and everything that is told.

use std::path::Path;

use super::PropertyNoticeKind::{BlankAtEnd, NoPoints, Replaced, SwitchedOff, Unknown};
use super::pattern::{Against, from_java};
use super::*;
use crate::{Judge, JudgeSettings, Page, Verdict, geo_fixture};

fn parse(text: &str) -> Result<Properties, Error> {
    Properties::parse(Path::new("w.properties"), text.as_bytes())
}

fn judge(text: &str, geo: Option<&Path>) -> Judge {
    let settings = JudgeSettings {
        properties: Some(parse(text).unwrap()),
        geo: geo.map(Path::to_owned),
        ..JudgeSettings::default()
    };
    Judge::new(&Pack::open("cz").unwrap(), &settings).unwrap()
}

/// Every key of the configuration, each with points of its own, so that a wrong sum tells which is wrong.
const ALL_KEYS: &str = r#"# the configuration of a study
WebAnalyzer.searcher.geoip.use = 1
WebAnalyzer.searcher.geoip.point = 10
WebAnalyzer.searcher.geoip.countrycode = cz
WebAnalyzer.searcher.dictionary.use = 1
WebAnalyzer.searcher.dictionary.point = 2
WebAnalyzer.manager.dictionary.language = cz
WebAnalyzer.searcher.email.use = 1
WebAnalyzer.searcher.email.regex = [a-zA-Z0-9._-]+@[a-zA-Z0-9.-]+\\.cz$
WebAnalyzer.searcher.email.point = 7
WebAnalyzer.searcher.phone.use : 1
WebAnalyzer.searcher.phone.regex = \\+420 [0-9]{3} ?[0-9]{3} ?[0-9]{3}
WebAnalyzer.searcher.phone.point = 5
WebAnalyzer.searcher.htmlLang.use = 1
WebAnalyzer.searcher.htmlLang.regex = lang ?= ?["']? ?cs ?["']?
WebAnalyzer.searcher.htmlLang.point = 3
WebAnalyzer.urlanalyzer.min.valid.points = 40
WebAnalyzer.urlanalyzer.depth.toarchive = 0
"#;

/// Found, valid, percent and points of each criterion, and the sum.
fn table(verdict: &Verdict) -> String {
    let rows = verdict.criteria.iter().filter(|it| it.lacks.as_deref() != Some("not used"));
    let rows: Vec<String> = rows
        .map(|it| {
            let percent = (it.valid * 100).checked_div(it.found).unwrap_or(0);
            format!("{} {}/{} {percent}% {}", it.name, it.valid, it.found, it.points)
        })
        .collect();
    format!("{} = {} {}", rows.join(", "), verdict.points, verdict.is_valid)
}

#[test]
fn all_keys_give_the_verdicts_that_were_computed_by_hand() {
    let database = geo_fixture::file("keys.mmdb", &geo_fixture::database());
    let judge = judge(ALL_KEYS, Some(database.path()));
    assert!(judge.reads_source());
    let many = "a@b.cz ".repeat(30);
    #[rustfmt::skip] // a table: text, contacts, source, server, verdict
    let pages: &[(&str, &[&str], &str, &str, &str)] = &[
        // Nothing at all, on a server abroad.
        ("", &[], "", "200.0.0.1",
         "email 0/0 0% 0, phone 0/0 0% 0, language-tag 0/0 0% 0, server 0/1 0% 0, dictionary 0/0 0% 0 = 0 false"),
        // Two words of five, each time: 4 points; the server: 10.
        ("když Když to je hotové", &[], "<p>", "1.0.0.1",
         "email 0/0 0% 0, phone 0/0 0% 0, language-tag 0/0 0% 0, server 1/1 100% 10, dictionary 2/5 40% 4 = 14 false"),
        // The same address three times counts three times; another domain and another case of the pattern do not.
        ("a@b.cz, A@B.cz a@b.cz c@d.com x@y.CZ", &[], "", "200.0.0.1",
         "email 3/5 60% 21, phone 0/0 0% 0, language-tag 0/0 0% 0, server 0/1 0% 0, dictionary 0/5 0% 0 = 21 false"),
        // An address in a link, too.
        ("a@b.cz", &["mailto:a@b.cz?subject=x", "mailto:q@w.de"], "", "200.0.0.1",
         "email 2/3 66% 14, phone 0/0 0% 0, language-tag 0/0 0% 0, server 0/1 0% 0, dictionary 0/1 0% 0 = 14 false"),
        // The pattern wants one blank behind the code; the other two are numbers that are found and do not count.
        ("+420 222 333 444, +420 222333444 +420222333444 +44 20 7946 0958", &[], "", "200.0.0.1",
         "email 0/0 0% 0, phone 2/4 50% 10, language-tag 0/0 0% 0, server 0/1 0% 0, dictionary 0/0 0% 0 = 10 false"),
        // Every attribute in the source, also in `hreflang`; that of another language is found only.
        ("", &[], "<html lang=\"cs\" xml:lang='cs'><a hreflang = cs><p lang=en><i LANG=cs>", "200.0.0.1",
         "email 0/0 0% 0, phone 0/0 0% 0, language-tag 3/5 60% 9, server 0/1 0% 0, dictionary 0/0 0% 0 = 9 false"),
        // 10 + 3 * 2 + 2 * 7 + 5 + 3 = 38: two points are missing.
        ("když který dům a@b.cz a@b.cz +420 222 333 444", &[], "<html lang=cs>", "1.0.0.1",
         "email 2/2 100% 14, phone 1/1 100% 5, language-tag 1/1 100% 3, server 1/1 100% 10, \
          dictionary 3/5 60% 6 = 38 false"),
        // One word more: 40, which is enough.
        ("když který dům když a@b.cz a@b.cz +420 222 333 444", &[], "<html lang=cs>", "1.0.0.1",
         "email 2/2 100% 14, phone 1/1 100% 5, language-tag 1/1 100% 3, server 1/1 100% 10, \
          dictionary 4/6 66% 8 = 40 true"),
        // No cap: thirty addresses are 210 points.
        (&many, &[], "", "200.0.0.1",
         "email 30/30 100% 210, phone 0/0 0% 0, language-tag 0/0 0% 0, server 0/1 0% 0, dictionary 0/30 0% 0 \
          = 210 true"),
    ];
    for (text, contacts, source, server, expect) in pages {
        let contacts: Vec<String> = contacts.iter().map(|it| (*it).to_owned()).collect();
        let page = Page {
            text,
            contacts: &contacts,
            source: Some(source),
            server: Some(server.parse().unwrap()),
            ..Page::default()
        };
        assert_eq!(table(&judge.judge(&page)), *expect, "{text} {source}");
    }
}

#[test]
fn all_keys_are_understood_whatever_their_generation_and_case() {
    let old =
        ALL_KEYS.replace("WebAnalyzer.searcher.", "webanalyzer.").replace(".regex ", ".regexp ");
    let old: String = old
        .lines()
        .map(|line| {
            let line = ["geoip", "dictionary", "email", "phone", "htmlLang"].iter().fold(
                line.to_owned(),
                |line, name| {
                    let searcher = format!("webanalyzer.{name}.");
                    line.replace(&searcher, &format!("cz.webarchiv.WEBANALYZER.{name}Searcher."))
                },
            );
            line + "\r\n"
        })
        .collect();
    assert!(old.contains("WEBANALYZER.htmlLangSearcher.regexp = lang"), "{old}");
    let page = Page {
        text: "když a@b.cz +420 222 333 444",
        source: Some("<html lang=cs>"),
        ..Page::default()
    };
    let mut tables = Vec::new();
    for text in [ALL_KEYS, &old, &ALL_KEYS.replace(".regex ", ".regexp "), &ALL_KEYS.to_uppercase()]
    {
        // Escapes and patterns have their own case.
        if text.contains("REGEX") {
            let read = parse(&text.replace("A-ZA-Z", "A-Za-z")).unwrap();
            assert_eq!((read.notices, read.min_points, read.depth), (vec![], 40, Some(0)));
            continue;
        }
        let read = parse(text).unwrap();
        assert_eq!((read.notices, read.min_points, read.depth), (vec![], 40, Some(0)), "{text}");
        tables.push(table(&judge(text, None).judge(&page)));
    }
    assert!(tables.windows(2).all(|pair| pair[0] == pair[1]), "{tables:#?}");
    assert!(tables[0].contains("email 1/1 100% 7"), "{}", tables[0]);
}

#[test]
fn criteria_without_a_switch_count_if_they_have_points() {
    let read =
        parse("webanalyzer.emailsearcher.point=4\nwebanalyzer.searcher.phone.use=0\n").unwrap();
    let used = |name| (read.scale(name).is_used, read.scale(name).points);
    assert_eq!(used("email"), (true, 4));
    assert_eq!(used("phone"), (false, 0));
    for other in ["server", "linked-servers", "places", "language", "in-links"] {
        assert_eq!(used(other), (false, 0), "{other}");
    }
    assert_eq!((read.min_points, read.depth), (200, None));
}

#[test]
fn files_are_read_as_java_reads_them() {
    for (text, expect) in [
        ("# a\n! b\n\n  webanalyzer.urlanalyzer.min.valid.points  =  5", Some(5)),
        ("webanalyzer.urlanalyzer.min.valid.points:-5", Some(-5)),
        ("webanalyzer.urlanalyzer.min.valid.points 9223372036854775807", Some(i64::MAX)),
        ("webanalyzer.urlanalyzer.min.\\\n    valid.points=5\\\n  0", Some(50)),
        ("webanalyzer.urlanalyzer.min.valid.points=6\rx=1\r\ny=2", Some(6)),
        ("\u{feff}webanalyzer.urlanalyzer.min.valid.\\u0070oints=7 ", Some(7)),
        (
            "#webanalyzer.urlanalyzer.min.valid.points=6\\\nwebanalyzer.urlanalyzer.min.valid.points=8",
            Some(8),
        ),
        (
            "webanalyzer.urlanalyzer.min.valid.points=6\nWEBANALYZER.urlanalyzer.min.valid.points=9",
            Some(9),
        ),
        ("webanalyzer.urlanalyzer.min.valid.points=\\u12", None),
    ] {
        assert_eq!(parse(text).ok().map(|it| it.min_points), expect, "{text}");
    }
    let latin =
        b"webanalyzer.searcher.phone.regex=\xe1\\ud83d\\ude00\nwebanalyzer.searcher.phone.point=1";
    let read = Properties::parse(Path::new("w.properties"), latin).unwrap();
    assert!(read.phone.unwrap().is_match("x á😀"));
}

#[test]
fn whatever_has_no_effect_is_told_with_line_key_and_value() {
    let text = "other.key=1\nwebanalyzer.searcher.fax.point=2\nwebanalyzer.searcher.geoip.regex=x\n\
        webanalyzer.searcher.email.use=1\nwebanalyzer.searcher.phone.use=0\n\
        webanalyzer.searcher.phone.point=3\nwebanalyzer.emailsearcher.regexp=a \n\
        Webanalyzer.urlanalyzer.min.valid.points=4\nwebanalyzer.urlanalyzer.min.valid.points=5\n";
    let read = parse(text).unwrap();
    let notices: Vec<_> =
        read.notices.iter().map(|it| (it.line, &*it.key, &*it.value, it.kind)).collect();
    assert_eq!(
        notices,
        [
            (1, "other.key", "1", Unknown),
            (2, "webanalyzer.searcher.fax.point", "2", Unknown),
            (3, "webanalyzer.searcher.geoip.regex", "x", Unknown),
            (4, "webanalyzer.searcher.email.use", "1", NoPoints),
            (5, "webanalyzer.searcher.phone.use", "0", SwitchedOff),
            (7, "webanalyzer.emailsearcher.regexp", "a ", BlankAtEnd),
            (8, "Webanalyzer.urlanalyzer.min.valid.points", "4", Replaced),
        ]
    );
    let long = format!("x={}", "y".repeat(100_000));
    assert_eq!(parse(&long).unwrap().notices[0].value.len(), 80);
}

#[test]
fn values_that_are_not_allowed_are_refused_with_line_and_key() {
    for (text, expect) in [
        (
            "\nwebanalyzer.searcher.email.point=11",
            "w.properties:2: webanalyzer.searcher.email.point '11' is out of range; give 0 to 10",
        ),
        ("webanalyzer.searcher.email.point=-1", "'-1' is out of range; give 0 to 10"),
        (
            "webanalyzer.searcher.email.point=x",
            "w.properties:1: webanalyzer.searcher.email.point 'x' is not a number",
        ),
        ("webanalyzer.searcher.email.use=2", "'2' is neither 0 nor 1"),
        ("webanalyzer.searcher.email.use=true", "'true' is neither 0 nor 1"),
        ("webanalyzer.searcher.email.regex=", "the pattern is empty"),
        (
            "webanalyzer.searcher.email.regexp=(",
            "webanalyzer.searcher.email.regexp: invalid pattern '('",
        ),
        ("webanalyzer.urlanalyzer.depth.toarchive=1000001", "give 0 to 1000000"),
        ("webanalyzer.urlanalyzer.depth.toarchive=-1", "give 0 to 1000000"),
        ("webanalyzer.urlanalyzer.min.valid.points=9223372036854775808", "is not a number"),
        ("webanalyzer.geoipsearcher.countrycode=cze", "'cze' is not a country code"),
        // One backslash is lost on the way, as in Java.
        ("webanalyzer.searcher.phone.regex=\\+420", "written with two backslashes"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    }
}

#[test]
fn the_dictionary_is_the_one_that_is_named() {
    let used = "webanalyzer.searcher.dictionary.point=1\nwebanalyzer.manager.dictionary.language=";
    let words = Page { text: "když alebo ktorý", ..Page::default() };
    for (language, expect) in [("cz", 1), ("CS", 1), ("sk", 2)] {
        let verdict = judge(&format!("{used}{language}"), None).judge(&words);
        assert_eq!(verdict.points, expect, "{language}");
    }
    let open = |text: &str| {
        let properties = Some(parse(text).unwrap());
        let settings = JudgeSettings { properties, ..JudgeSettings::default() };
        Judge::new(&Pack::open("cz").unwrap(), &settings).map(|_| ())
    };
    let error = open(&format!("{used}de")).unwrap_err().to_string();
    assert!(error.starts_with("w.properties:2: there is no dictionary 'de'"), "{error}");
    assert!(
        open("webanalyzer.manager.dictionary.language=de").is_ok(),
        "the criterion is not used"
    );
}

#[test]
fn patterns_find_what_they_find_in_java() {
    for (pattern, text, expect) in [
        (r"\+420 [0-9]{3} ?[0-9]{3}", "a +420 123 456", Some("+420 123 456")),
        (r#"lang ?= ?["']? ?cs ?["']?"#, "<p lang='cs'>", Some("lang='cs'")),
        (r"a\.cz$", "a.cz", Some("a.cz")),
        ("A@b", "a@b", None),
        ("(?i)A@b", "a@B", Some("a@B")),
        ("(?i:A)@b", "a@B", None),
        // ASCII only, and lines end at more than LF.
        (r"\d+", "٣4", Some("4")),
        (r"\w+", "žluť", Some("lu")),
        (r"[\d.]+", "٣4.", Some("4.")),
        (r"[^\D]+", "x12", Some("12")),
        (r"\s", "\u{a0}\u{b}", Some("\u{b}")),
        ("a.b", "a\rb", None),
        ("(?s)a.b", "a\rb", Some("a\rb")),
        // Signs that mean something only to the engine here.
        (r"\<b\>", "<b>", Some("<b>")),
        ("[+--]+", "x+,-.", Some("+,-")),
        ("[a~~b]+", "~a", Some("~a")),
        ("[]a]+", "x]a", Some("]a")),
        ("[a-]+", "x-a", Some("-a")),
        (r"\x41\u0042", "AB", Some("AB")),
        (r"\p{Lu}\pL", "xŽa", Some("Ža")),
        (r"(?<name>a)b*?|c", "ab", Some("a")),
        ("a{2,3}", "aaaa", Some("aaa")),
        ("\\e\\a#-&", "\x1b\x07#-&", Some("\x1b\x07#-&")),
    ] {
        let compiled = from_java(pattern, Against::Address).unwrap();
        assert_eq!(compiled.find(text).map(|it| it.as_str()), expect, "{pattern}");
    }
}

#[test]
fn patterns_that_would_differ_are_refused() {
    for (pattern, expect) in [
        ("a++", "'++' at character 2 takes all it can for good"),
        ("a*+", "takes all it can"),
        ("a{2}+", "'{2}+' at character 2 takes all it can"),
        ("(?=a)", "'(?=' at character 1 looks at what is around"),
        ("(?!a)", "looks at what is around"),
        ("b(?<=a)", "looks at what is around"),
        ("b(?<!a)", "looks at what is around"),
        ("(?>a)", "without backtracking"),
        (r"(a)\1", r"'\1' at character 4 is a reference to a group"),
        (r"\k<a>", "is a reference"),
        (r"\p{Alpha}", r"'\p{Alpha}' at character 1 is a set of characters that is another one"),
        (r"[\P{Punct}]", "is a set of characters that is another one"),
        (r"\p{L", "is not closed"),
        (r"\Qa\E", r"'\Q' at character 1 is not supported here"),
        (r"\Z", "is not supported"),
        (r"\h", "is not supported"),
        (r"\v", "is not supported"),
        (r"\b{start}", "is not supported"),
        ("[a[b]]", "'[' at character 3 within a class"),
        ("[[:alpha:]]", "within a class"),
        ("[a&&b]", "'&&' at character 3"),
        ("[z-a]", "cannot end a range"),
        ("[a", "is not closed"),
        ("a**", "repeats a repetition"),
        ("*a", "has nothing before it"),
        ("a{,3}", "is not allowed in Java"),
        ("{a", "has nothing before it"),
        ("(?P<n>a)", "is not allowed in Java"),
        ("(?U)a", "is a flag that is not supported"),
        ("(?m)^a", "is a flag that is not supported"),
        ("a(?s).", "only at the beginning"),
        ("(?s:.)", "only at the beginning"),
        ("(a", "is not closed"),
        ("a)", "ends no group"),
        ("a\\", "has nothing behind it"),
        ("(((a{1000}){1000}){1000})", "size limit"),
    ] {
        let error = from_java(pattern, Against::Address).map(|_| ()).unwrap_err();
        assert!(error.contains(expect), "{pattern}: {error}");
    }
    let error = from_java("a$", Against::Text).map(|_| ()).unwrap_err();
    assert!(error.contains("means something else here than in Java"), "{error}");
    let deep = "(".repeat(100_000);
    assert!(from_java(&deep, Against::Text).is_err());
}

#[test]
fn any_bytes_are_read_or_refused() {
    // SplitMix64, so that a failure can be reproduced.
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((x ^ (x >> 27)) % limit as u64) as usize
    };
    let pieces: &[&str] = &[
        "\\", "[", "]", "(", ")", "(?", "^", "-", "&&", "{2,", "}", "+", "*", "?", "|", ".", "a",
        "ž", "\\d", "\\p{", "\\x4", "\\u00e1", "<", ":", "=", "\n", "\r", " ", "i", "$",
    ];
    for _ in 0..20_000 {
        let made: String = (0..below(12)).map(|_| pieces[below(pieces.len())]).collect();
        let _ = from_java(&made, Against::Text);
        let _ = parse(&format!("webanalyzer.searcher.phone.regex={made}"));
        let _ = parse(&made);
    }
}
