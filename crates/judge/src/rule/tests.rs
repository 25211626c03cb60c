//! Rules as they are written, and what they say of pages; the published rules of five nations.

use super::*;
use crate::{CRITERIA, EXAMPLES, Judge, JudgeSettings, Pack, Page, VerdictRule, geo_fixture};

fn finding(name: &'static str, found: u64, valid: u64, points: i64) -> CriterionFinding {
    let (evidence, lacks, signal) = (Vec::new(), None, Default::default());
    CriterionFinding { name, found, valid, points, evidence, lacks, signal }
}

/// Findings in the order of the criteria; all that are not given found nothing.
fn findings(given: &[CriterionFinding]) -> Vec<CriterionFinding> {
    let of = |name: &'static str| given.iter().find(|it| it.name == name).cloned();
    CRITERIA.iter().map(|it| of(it.name).unwrap_or_else(|| finding(it.name, 0, 0, 0))).collect()
}

#[test]
fn rules_say_what_is_written() {
    let given = [
        finding("email", 4, 2, 40),
        finding("places", 3, 3, 30),
        finding("language", 1, 0, 0),
        finding("forbidden-words", 2, 2, -20),
    ];
    let criteria = findings(&given);
    let uri = b"http://www.spolek.example.com/cs/kontakt.html";
    let facts = RuleFacts { uri, criteria: &criteria, points: 50, probability: 0.7 };
    for (rule, expect) in [
        ("email", true),
        ("language", false),
        ("not language", true),
        ("not not email", true),
        ("email and places", true),
        ("email and language", false),
        ("language or email", true),
        ("language or phone", false),
        ("email and (language or places)", true),
        ("(email and language) or places", true),
        ("email and not (language or places)", false),
        ("EMAIL AND NOT phone", true),
        ("email >= 2", true),
        ("email >= 3", false),
        ("email ≥ 40 points", true),
        ("email >= 41 points", false),
        ("email >= 50 %", true),
        ("email >= 50.1%", false),
        ("phone >= 0 %", false),
        ("forbidden-words >= -20 points", true),
        ("forbidden-words >= -19 points", false),
        ("at least 2 of (email, places, language)", true),
        ("at least 3 of (email, places, language)", false),
        ("at least 2 of (email and phone, places, not language)", true),
        ("domain(com)", true),
        ("domain(EXAMPLE.com)", true),
        ("domain(.cz, .com.)", true),
        ("domain(le.com)", false),
        ("domain(cz, sk)", false),
        ("url('/CS/')", true),
        ("url(\"^https\")", false),
        ("points >= 50 and probability >= 0.7", true),
        ("points >= 51 or probability >= 0.71", false),
        ("\n  email\n  and places\n", true),
    ] {
        let parsed = NationRule::parse(rule).unwrap_or_else(|wrong| panic!("{rule}: {wrong:?}"));
        let parts = parsed.parts(&facts);
        assert_eq!(parts[0].is_true, expect, "{rule}");
        assert!(parts[0].decides, "{rule}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (rule, offset, expect) in [
        ("", 0, "ends where a criterion, 'domain', 'url', 'not' or '('"),
        ("email and", 9, "the rule ends where"),
        ("email email", 6, "has 'email' where 'and', 'or' or the end"),
        ("emails", 0, "there is no criterion 'emails'; known: email, phone"),
        ("email and phone or places", 16, "'and' and 'or' are mixed"),
        ("(email", 6, "ends where ')'"),
        ("email)", 5, "has ')' where"),
        ("at most 2 of (email)", 3, "has 'most' where 'at least'"),
        ("at least x of (email)", 9, "has 'x' where a number"),
        ("at least 2 of (email)", 9, "'at least 2' of 1 parts"),
        ("at least 0 of (email)", 9, "'at least 0' of 1 parts"),
        ("at least 1 (email)", 11, "has '(' where 'of'"),
        ("domain()", 7, "has ')' where a domain"),
        ("domain(cz sk)", 10, "has 'sk' where ',' or ')'"),
        ("domain(...)", 7, "has '...' where a domain"),
        ("url(cs)", 4, "has 'cs' where a pattern in quotation marks"),
        ("url('(')", 4, "invalid pattern '('"),
        ("url('a)", 4, "a ' is never closed"),
        ("email >= many", 9, "has 'many' where a number"),
        ("email >= 1.5", 9, "has '1.5' where a whole number"),
        ("email >= -1", 9, "has '-1' where a number from 0 on"),
        ("email >= 101 %", 9, "has '101' where 0 to 100 %"),
        ("email >= nan %", 9, "where 0 to 100 %"),
        ("probability >= 2", 15, "where a number from 0 to 1"),
        ("points > 2", 7, "a rule cannot have '>' here"),
        ("points", 6, "ends where '>='"),
        ("email & phone", 6, "a rule cannot have '&' here"),
        ("email\u{0}", 5, "a rule cannot have '\\u{0}' here"),
    ] {
        let wrong = NationRule::parse(rule).unwrap_err();
        assert!(wrong.problem.contains(expect), "{rule}: {}", wrong.problem);
        assert_eq!(wrong.offset, offset, "{rule}: {}", wrong.problem);
    }
}

#[test]
fn hostile_rules_are_refused() {
    for rule in [
        "(".repeat(10_000),
        "not ".repeat(5_000) + "email",
        format!("{}email{}", "(".repeat(50), ")".repeat(50)),
        vec!["email"; 300].join(" and "),
        "email ".repeat(20_000),
        "at least 1 of (".repeat(1000),
    ] {
        assert!(NationRule::parse(&rule).is_err());
    }
    let deep = format!("{}email{}", "(".repeat(15), ")".repeat(15));
    assert!(NationRule::parse(&deep).is_ok());
}

/// `depth text true|false [decides]` for each part.
fn shown(parts: &[RulePart]) -> Vec<String> {
    let decides = |part: &RulePart| if part.decides { " *" } else { "" };
    parts
        .iter()
        .map(|it| format!("{} {} {}{}", it.depth, it.text, it.is_true, decides(it)))
        .collect()
}

#[test]
fn parts_tell_what_decided() {
    let rule = NationRule::parse(
        "domain(pt) or (domain(com,\n net) and language and not at least 2 of (email, phone, places))",
    )
    .unwrap();
    let criteria = findings(&[finding("language", 1, 1, 100), finding("email", 1, 1, 20)]);
    let uri = b"http://a.com/";
    let facts = RuleFacts { uri, criteria: &criteria, points: 120, probability: 0.5 };
    let expect = [
        "0 or true *",
        "1 domain(pt) false",
        "1 and true *",
        "2 domain(com, net) true *",
        "2 language true *",
        "2 not true *",
        "3 at least 2 of false *",
        "4 email true",
        "4 phone false *",
        "4 places false *",
    ];
    assert_eq!(shown(&rule.parts(&facts)), expect);
    let abroad = RuleFacts { uri: b"http://a.org/", ..facts };
    let parts = shown(&rule.parts(&abroad));
    assert_eq!(
        parts[..5],
        [
            "0 or false *",
            "1 domain(pt) false *",
            "1 and false *",
            "2 domain(com, net) false *",
            "2 language true",
        ]
    );
}

const PORTUGUESE: &str = "A biblioteca nacional está aberta todos os dias úteis. Não é preciso marcar a visita, mas \
    pedimos que os leitores tragam o seu cartão e que falem baixo nas salas de leitura.";
const THAI: &str = "หอสมุดแห่งชาติเปิดให้บริการทุกวันทำการ ผู้อ่านไม่จำเป็นต้องนัดหมายล่วงหน้า";
const GREEK: &str =
    "Η εθνική βιβλιοθήκη είναι ανοιχτή όλες τις εργάσιμες ημέρες και δεν χρειάζεται ραντεβού.";
const DANISH: &str = "Biblioteket er åbent alle hverdage, og du behøver ikke at bestille tid. Husk at tage dit \
    lånerkort med, og vær stille i læsesalen.";
const ENGLISH: &str = "The library is open on all working days. Readers do not have to make an appointment, but we \
    ask them to bring their card and to be quiet in the reading rooms.";

/// Opens a built-in example with a database in which addresses below 128.0.0.0 are in its country.
fn example(name: &str, country: &str) -> Judge {
    let database = geo_fixture::database_of(country);
    let file = geo_fixture::file(name, &database);
    let settings = JudgeSettings { geo: Some(file.path().to_owned()), ..JudgeSettings::default() };
    Judge::new(&Pack::open(name).unwrap(), &settings).unwrap()
}

#[test]
fn published_rules_of_five_nations_decide_as_published() {
    const HOME: [u8; 4] = [1, 2, 3, 4];
    const ABROAD: [u8; 4] = [200, 1, 1, 1];
    for (name, country, pages) in [
        (
            "pt",
            "PT",
            &[
                ("http://a.pt/", ENGLISH, ABROAD, 0, true),
                ("http://a.com/", PORTUGUESE, ABROAD, 1, true),
                ("http://a.tv/", PORTUGUESE, ABROAD, 3, true),
                // Brazil: nobody below .pt links there.
                ("http://a.com/", PORTUGUESE, ABROAD, 0, false),
                ("http://a.com.br/", PORTUGUESE, ABROAD, 2, false),
                ("http://a.com/", ENGLISH, HOME, 2, false),
            ][..],
        ),
        (
            "th",
            "TH",
            &[
                ("http://a.co.th/", ENGLISH, ABROAD, 0, true),
                ("http://a.com/", ENGLISH, HOME, 0, true),
                ("http://a.com/", THAI, ABROAD, 0, true),
                ("http://a.com/", ENGLISH, ABROAD, 5, false),
            ],
        ),
        (
            "gr",
            "GR",
            &[
                ("http://a.gr/", ENGLISH, ABROAD, 0, true),
                ("http://a.com/", GREEK, ABROAD, 0, true),
                ("http://a.com/", "Our library stands in the north of Greece.", ABROAD, 0, true),
                ("http://a.com/", "greece is not a name in lower case", HOME, 5, false),
                ("http://a.com/", ENGLISH, HOME, 5, false),
            ],
        ),
        (
            "au",
            "AU",
            &[
                ("http://a.com.au/", ENGLISH, ABROAD, 0, true),
                ("http://a.com/", ENGLISH, HOME, 1, true),
                ("http://a.com/", ENGLISH, HOME, 0, false),
                ("http://a.com/", ENGLISH, ABROAD, 1, false),
            ],
        ),
        (
            "dk",
            "DK",
            &[
                ("http://a.dk/", ENGLISH, ABROAD, 0, true),
                ("http://a.com/", ENGLISH, HOME, 1, true),
                ("http://a.com/", DANISH, ABROAD, 1, true),
                ("http://a.com/", "Our office is in Odense, near the station.", ABROAD, 1, true),
                ("http://a.com/", DANISH, HOME, 0, false),
                ("http://a.com/", ENGLISH, ABROAD, 9, false),
            ],
        ),
    ] {
        let judge = example(name, country);
        assert_eq!(judge.rule(), VerdictRule::Expression, "{name}");
        for (uri, text, server, national_in_links, expect) in pages {
            let (uri, server) = (uri.as_bytes(), Some((*server).into()));
            let national_in_links = *national_in_links;
            let page = Page { uri, text, server, national_in_links, ..Page::default() };
            let verdict = judge.judge(&page);
            let parts = shown(&verdict.parts);
            let uri = String::from_utf8_lossy(uri);
            assert_eq!(verdict.is_valid, *expect, "{name}: {uri} {text}: {parts:?}");
        }
    }
    assert_eq!(EXAMPLES.len(), 5);
}
