//! Every criterion with its evidence.

use std::net::IpAddr;

use crate::geo_fixture;
use crate::{Judge, JudgeSettings, Pack, Page, Properties, Verdict};

fn judge() -> Judge {
    Judge::new(&Pack::open("cz").unwrap(), &JudgeSettings::default()).unwrap()
}

/// `found valid points: evidence@position, …`
fn shown(verdict: &Verdict, name: &str) -> String {
    let it = verdict.finding(name).unwrap();
    let evidence: Vec<String> = it
        .evidence
        .iter()
        .map(|it| match it.position {
            Some(position) => format!("{}@{position}", it.text),
            None => it.text.clone(),
        })
        .collect();
    let lacks = it.lacks.as_deref().unwrap_or_default();
    format!("{} {} {}: {}{lacks}", it.found, it.valid, it.points, evidence.join(", "))
}

#[track_caller]
fn check(name: &str, page: &Page<'_>, expect: &str) {
    assert_eq!(shown(&judge().judge(page), name), expect);
}

fn text(text: &str) -> Page<'_> {
    Page { uri: b"http://a.example/", text, ..Page::default() }
}

#[test]
fn email_counts_each_address_once() {
    check("email", &text("Pište a@b.cz, A@B.cz nebo c.d+e@f.com."), "2 1 20: a@b.cz@7");
    check("email", &text("a@b a@b.cz.com @x.cz a@.cz a@b..cz 1@2.3"), "1 0 0: ");
    let contacts = ["mailto:x@y.cz?subject=z".to_owned(), "MAILTO:".to_owned()];
    check("email", &Page { contacts: &contacts, ..text("") }, "1 1 20: x@y.cz");
    let many: String = (0..50).map(|n| format!("a{n}@b.cz ")).collect();
    assert!(shown(&judge().judge(&text(&many)), "email").starts_with("50 50 60: a0@b.cz@0, "));
}

#[test]
fn phone_numbers_are_those_of_numbering_plans() {
    for (written, expect) in [
        ("tel. +420 222 333 444", "1 1 30: +420 222 333 444@5"),
        ("+420222333444, 00420 222-333-444", "1 1 30: +420222333444@0"),
        ("+(420) 777\u{a0}111\u{a0}222", "1 1 30: +(420) 777\u{a0}111\u{a0}222@0"),
        ("00420 601 123 456", "1 1 30: 00420 601 123 456@0"),
        ("+420 800 123 456 +420 602 123 456", "2 2 60: +420 800 123 456@0, +420 602 123 456@17"),
        // Not valid in any country.
        ("+420 123 456 789", "0 0 0: "),
        ("+420 122 333 444 a +420 222 333", "0 0 0: "),
        ("+420 222 333 44; +420 222 333 444 5", "0 0 0: "),
        ("+999 222 333 444, +800 1234 5678", "0 0 0: "),
        ("222 333 444; 1 + 420222333444; 5000420222333444", "0 0 0: "),
        // Numbers of other countries.
        ("+421 905 123 456", "1 0 0: "),
        ("+421 (0)905 123 456, 00421 905 123 456", "1 0 0: "),
        ("+49 30 901820, +49 (0)30 901820", "1 0 0: "),
        ("+39 06 1234 5678", "1 0 0: "),
        ("+48 22 123 45 67 / +420 224 123 456", "2 1 30: +420 224 123 456@19"),
    ] {
        check("phone", &text(written), expect);
    }
}

/// A text of thirty bytes.
const CZECH: &str = "Napište nebo zavolejte nám: ";

#[test]
fn phone_links_count_like_text() {
    for (link, expect) in [
        ("tel:+420777111222", "1 1 30: +420777111222"),
        ("TEL: 00420-777-111-222", "1 1 30: 00420-777-111-222"),
        ("tel:777111222", "1 1 30: 777111222"),
        ("tel:+420123456789", "0 0 0: "),
        ("tel:123456789", "0 0 0: "),
        ("tel:+4930901820", "1 0 0: "),
        ("mailto:777111222", "0 0 0: "),
    ] {
        check("phone", &Page { contacts: &[link.to_owned()], ..text(CZECH) }, expect);
    }
}

#[test]
fn phone_numbers_without_the_code_need_a_word_in_front() {
    for (written, expect) in [
        ("Tel.: 222 333 444", "1 1 30: 222 333 444@36"),
        ("telefon 222333444", "1 1 30: 222333444@38"),
        ("Mobil:\n777\u{a0}111\u{a0}222", "1 1 30: 777\u{a0}111\u{a0}222@37"),
        ("tel./fax: 541-123-456", "1 1 30: 541-123-456@40"),
        ("tel. 222 333 444, +420 222 333 444", "1 1 30: +420 222 333 444@48"),
        ("222 333 444", "0 0 0: "),
        ("hotel 222 333 444", "0 0 0: "),
        ("tel. 222 333 4445", "0 0 0: "),
        ("tel. 222 333", "0 0 0: "),
        ("Tel. 622 333 444", "0 0 0: "),
    ] {
        check("phone", &text(&format!("{CZECH}{written}")), expect);
    }
    let slovak = Judge::new(&Pack::open("sk").unwrap(), &JudgeSettings::default()).unwrap();
    for (written, expect) in [
        ("tel. 0905 123 456, +421 905 123 456", "1 1 30: +421 905 123 456@57"),
        ("Tel.: 02 / 5930 1234", "1 1 30: 02 / 5930 1234@44"),
        ("tel. 905 123 456", "0 0 0: "),
    ] {
        let page = format!("Napíšte nám alebo rovno zavolajte, {written}");
        assert_eq!(shown(&slovak.judge(&text(&page)), "phone"), expect, "{written}");
    }
}

#[test]
fn phone_numbers_without_the_code_are_of_the_country_of_the_language() {
    for (page, expect) in [
        ("Naše kancelář má otevřeno od pondělí do pátku, tel. 602 123 456, přijďte.", true),
        ("Nasze biuro jest czynne od poniedziałku do piątku, tel. 602 123 456, prosimy.", false),
        ("Nuestra oficina está abierta de lunes a viernes, tel. 602 123 456, gracias.", false),
    ] {
        let verdict = judge().judge(&text(page));
        assert_eq!(verdict.finding("phone").unwrap().valid, u64::from(expect), "{page}");
    }
}

#[test]
fn phone_numbers_beyond_many_are_not_looked_up() {
    let many: String = (0..10_000).map(|n| format!("+420 601 1{n:05}; ")).collect();
    assert!(shown(&judge().judge(&text(&many)), "phone").starts_with("200 200 60: "));
    let same = "+420 601 123 456 ".repeat(10_000) + "+420 602 123 456";
    assert!(shown(&judge().judge(&text(&same)), "phone").starts_with("2 2 60: "));
}

#[test]
fn language_tags_of_header_and_markup_count() {
    let languages = ["cs-CZ".to_owned(), "en".to_owned(), "CS-cz".to_owned()];
    let page = Page { languages: &languages, ..text("") };
    check("language-tag", &page, "2 1 60: cs-cz");
    let page = Page { content_language: Some("en-CZ, de"), ..text("") };
    check("language-tag", &page, "2 1 60: en-cz");
    check("language-tag", &text(""), "0 0 0: ");
}

#[test]
fn servers_count_by_their_country() {
    let no_data = "0 0 0: no data: no database of countries; give one with --geo FILE";
    check("server", &text(""), no_data);
    check("linked-servers", &text(""), no_data);
    let file = geo_fixture::file("servers", &geo_fixture::database());
    let settings = JudgeSettings { geo: Some(file.path().to_owned()), ..JudgeSettings::default() };
    let judge = Judge::new(&Pack::open("cz").unwrap(), &settings).unwrap();
    let [home, abroad, nowhere]: [IpAddr; 3] =
        ["1.2.3.4", "200.1.1.1", "100.1.1.1"].map(|it| it.parse().unwrap());
    let page = Page {
        server: Some(home),
        linked_servers: &[home, abroad, home, nowhere],
        ..Page::default()
    };
    let verdict = judge.judge(&page);
    assert_eq!(shown(&verdict, "server"), "1 1 40: 1.2.3.4 CZ");
    assert_eq!(shown(&verdict, "linked-servers"), "2 1 5: 1.2.3.4 CZ");
    let verdict = judge.judge(&Page { server: Some(abroad), ..Page::default() });
    assert_eq!(shown(&verdict, "server"), "1 0 0: ");
    assert_eq!(verdict.finding("server").unwrap().signal.foreign, 1.0);
    let verdict = judge.judge(&Page { server: Some(nowhere), ..Page::default() });
    assert!(shown(&verdict, "server").contains("does not know 100.1.1.1"));
    assert!(shown(&judge.judge(&Page::default()), "server").contains("is not known"));
}

#[test]
fn exclusive_words_count_once_each() {
    check("dictionary", &text("Když není, když a."), "2 2 10: Když@0, není@6");
    check("dictionary", &text("pokud neni KDYZ"), "3 3 15: pokud@0, neni@6, KDYZ@11");
    check("dictionary", &text("nothing of the kind here"), "5 0 0: ");
}

#[test]
fn links_count_by_host_and_not_to_oneself() {
    let links = [
        "http://a.example/x",
        "http://www.b.cz/1",
        "http://www.b.cz/2",
        "https://zpravy.idnes.cz/",
        "http://cz.example/",
        "http://b.cz.example/",
        "https://sedo.com/search",
    ]
    .map(str::as_bytes);
    let page = Page { links: &links, ..text("") };
    check("national-links", &page, "5 2 10: www.b.cz, zpravy.idnes.cz");
    check("known-sites", &page, "5 1 5: zpravy.idnes.cz");
    check("forbidden-links", &page, "5 1 -20: sedo.com");
}

#[test]
fn places_are_whole_words_in_their_case() {
    check("places", &text("V Praze, v Brně; PRAHA praha Prahaa"), "2 2 20: Praze@2, Brně@11");
    check("places", &text("Z Prahy do Prahy"), "1 1 10: Prahy@2");
    check(
        "places",
        &text("Hradec Králové a Ústí nad Labem"),
        "2 2 20: Hradec Králové@0, Ústí nad Labem@19",
    );
}

#[test]
fn the_title_counts_too() {
    let page = Page { title: Some("Když v Brně"), ..text("v Brně") };
    check("places", &page, "1 1 10: Brně@2");
    check("dictionary", &page, "2 1 5: Když");
    check("places", &Page { title: Some("Praha"), ..text("") }, "1 1 10: Praha");
}

#[test]
fn forbidden_words_cost_points_whatever_their_case() {
    let page = text("Ktorý súbor ALEBO ktorá");
    check("forbidden-words", &page, "3 3 -30: Ktorý@0, súbor@7, ALEBO@14");
    assert!(judge().judge(&page).points < 0);
}

#[test]
fn forbidden_words_are_seen_in_the_whole_text_and_places_at_its_ends() {
    let filling = "slovo za slovem ".repeat(5_000);
    let page = format!("Praha {filling} porno ALEBO Brno kurva {filling} Olomouc");
    let verdict = judge().judge(&text(&page));
    let position = page.find("porno").unwrap();
    assert_eq!(shown(&verdict, "pornographic-words"), format!("1 1 -10: porno@{position}"));
    assert_eq!(verdict.finding("vulgar-words").unwrap().valid, 1);
    assert_eq!(verdict.finding("forbidden-words").unwrap().valid, 1);
    let places: Vec<_> = verdict.finding("places").unwrap().evidence.clone();
    let places: Vec<_> = places.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(places, ["Praha", "Olomouc"]);
}

#[test]
fn a_match_inside_a_word_does_not_hide_the_next_word() {
    // "nie je" begins inside the first word and ends inside the second.
    check("vulgar-words", &text("onie jebat"), "1 1 -5: jebat@5");
    check("vulgar-words", &text("kurvaxkurva xkurva kurva."), "1 1 -5: kurva@19");
    check("vulgar-words", &text("Děkujeme, prdelka šukátko"), "0 0 0: ");
    check("vulgar-words", &text("ČURÁK Čurák čurák"), "1 1 -5: ČURÁK@0");
}

#[test]
fn a_veto_makes_a_page_invalid_whatever_its_points() {
    let page = text("porno xxx video kurva negr; Praha, Brno, a@b.cz");
    for (veto, expect) in [
        ("", None),
        ("pornographic-words", Some("pornographic-words")),
        ("pornographic-words=2", Some("pornographic-words")),
        ("pornographic-words=3", None),
        ("vulgar-words=1", Some("vulgar-words")),
        ("owner", None),
    ] {
        let veto = veto.split(' ').filter(|it| !it.is_empty()).map(|it| it.parse().unwrap());
        let settings = JudgeSettings {
            min_points: Some(-1000),
            veto: veto.collect(),
            ..JudgeSettings::default()
        };
        let judge = Judge::new(&Pack::open("cz").unwrap(), &settings).unwrap();
        let verdict = judge.judge(&page);
        assert_eq!((verdict.veto, verdict.is_valid), (expect, expect.is_none()));
    }
    for wrong in ["", "words", "racist-words=0", "racist-words=x", "=1"] {
        assert!(wrong.parse::<crate::Veto>().is_err(), "{wrong}");
    }
}

#[test]
fn addresses_speak_for_the_nation() {
    let of = |uri: &'static str| Page { uri: uri.as_bytes(), ..Page::default() };
    check("url", &of("http://www.example.com/about"), "4 0 0: ");
    check("url", &of("http://www.example.com/Praha/index.html"), "6 1 10: praha");
    check("url", &of("https://example.com/cs/"), "4 1 10: https://example.com/cs/");
    check("url", &of("https://cz.example.com/a?praha=praha"), "6 2 20: praha, https://cz.");
    check("url", &of("http://cs.example.edu/csl"), "4 0 0: ");
    check("url", &of(""), "0 0 0: no data: the page has no address");
    let long = format!("http://a.example/{}praha", "a/".repeat(4000));
    assert_eq!(
        judge().judge(&Page { uri: long.as_bytes(), ..text("") }).finding("url").unwrap().valid,
        0
    );
}

#[test]
fn names_of_the_nation_count_in_other_languages() {
    check(
        "names",
        &text("Travel in the Czech Republic: Tschechien, Чехия"),
        "3 3 10: Czech Republic@14, Tschechien@30, Чехия@42",
    );
    check("names", &text("czech republic, Tschechienreise"), "0 0 0: ");
}

#[test]
fn sites_count_as_link_and_as_the_page_itself() {
    let links = ["http://www.pornhub.com/x", "http://b.example/"].map(str::as_bytes);
    check("offensive-sites", &Page { links: &links, ..text("") }, "2 1 -20: www.pornhub.com");
    let uri = b"http://m.stormfront.org/x";
    check("offensive-sites", &Page { uri, ..text("") }, "1 1 -20: m.stormfront.org");
}

#[test]
fn documents_that_are_not_text_are_judged_by_what_needs_none() {
    let file = geo_fixture::file("no-text", &geo_fixture::database());
    let geo = Some(file.path().to_owned());
    let settings = JudgeSettings { geo, uses_owner: true, ..JudgeSettings::default() };
    let judge = Judge::new(&Pack::open("cz").unwrap(), &settings).unwrap();
    let page = Page {
        uri: b"http://a.example/praha.pdf",
        server: Some([1, 2, 3, 4].into()),
        owner_country: Some("CZ"),
        national_in_links: 1,
        ..text("Praha, Brno, když není")
    };
    let verdict = judge.judge_without_text(&page);
    let found: Vec<_> =
        verdict.criteria.iter().filter(|it| it.found > 0).map(|it| it.name).collect();
    assert_eq!(found, ["server", "in-links", "owner", "url"]);
    assert_eq!(shown(&verdict, "places"), "0 0 0: no data: the document is not text");
    assert!(verdict.is_valid && verdict.language.is_none());
    let nothing = Page { uri: b"http://a.example/x.pdf", ..Page::default() };
    assert!(!judge.judge_without_text(&nothing).is_valid);
}

#[test]
fn in_links_and_owner_are_taken_as_told() {
    let page = Page { national_in_links: 2, owner_country: Some("cz"), ..text("") };
    check("in-links", &page, "2 2 40: 2 from the national domain");
    check("owner", &page, "0 0 0: not used");
}

#[test]
fn owners_count_where_somebody_looks_them_up() {
    let old = Properties::parse("w.properties".as_ref(), b"").unwrap();
    for properties in [None, Some(old)] {
        let settings = JudgeSettings { uses_owner: true, properties, ..JudgeSettings::default() };
        let judge = Judge::new(&Pack::open("cz").unwrap(), &settings).unwrap();
        for (owner_country, expect) in [
            (Some("CZ"), "1 1 60: CZ"),
            (Some("US"), "1 0 0: "),
            (None, "0 0 0: no data: the owner was not looked up"),
        ] {
            let page = Page { owner_country, ..text("") };
            assert_eq!(shown(&judge.judge(&page), "owner"), expect);
        }
    }
}

#[test]
fn language_by_statistics_has_its_say() {
    let verdict = judge().judge(&text("x"));
    let finding = verdict.finding("language").unwrap();
    assert_eq!(finding.found, u64::from(verdict.language.is_some()));
}

#[test]
fn features_are_two_for_each_criterion_between_0_and_1() {
    let judge = judge();
    let long: String = (0..200).map(|n| format!("a{n}@b.cz ktorý když Praha x{n}@y.de ")).collect();
    let verdict = judge.judge(&text(&long));
    let features = judge.features(&verdict);
    assert_eq!(features.len(), 2 * crate::CRITERIA.len());
    assert!(features.iter().all(|it| (0.0..=1.0).contains(it)), "{features:?}");
    assert!((0.0..=1.0).contains(&verdict.probability));
}

#[test]
fn hostile_text_is_bounded() {
    let judge = judge();
    for text in [
        "@".repeat(100_000),
        "+".repeat(100_000),
        "0".repeat(100_000),
        "a@".repeat(50_000),
        "+4".repeat(50_000),
        "+420 60".repeat(20_000),
        "tel. ".repeat(20_000),
        "tel. 222 333 ".repeat(10_000),
        "ž".repeat(50_000),
        "\u{0}\u{feff}\u{202e}".repeat(10_000),
        "Praha".repeat(20_000),
        "İ".repeat(10_000) + "ktorý",
    ] {
        let verdict = judge.judge(&Page { text: &text, ..Page::default() });
        assert!(verdict.criteria.iter().all(|it| it.evidence.len() <= super::MAX_EVIDENCE));
    }
}
