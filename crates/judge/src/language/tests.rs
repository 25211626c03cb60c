//! Sentences in many languages, texts in two languages, and malicious input.

use super::{Identifier, built_in, features, model::Model};

fn check(text: &str, expected: &str) {
    let found = Identifier::built_in().identify(text);
    let language = found.as_ref().map_or("-", |found| found.language.as_str());
    assert_eq!(language, expected, "{text:?} is taken for {found:?}");
}

const SENTENCES: &[(&str, &str)] = &[
    ("cs", "Na podzim se úroda ukládá do stodoly, aby v zimě nikdo neměl hlad."),
    ("cs", "Zítra odpoledne přijedeme vlakem a večer půjdeme společně do divadla."),
    ("sk", "Na jeseň sa úroda ukladá do stodoly, aby v zime nikto nebol hladný."),
    ("sk", "Zajtra popoludní prídeme vlakom a večer pôjdeme spoločne do divadla."),
    ("pl", "Jesienią zboże zwozi się do stodoły, żeby zimą nikt nie był głodny."),
    ("sl", "Jeseni spravimo pridelek v skedenj, da pozimi nihče ne bo lačen."),
    ("hr", "U jesen se žito sprema u štagalj kako zimi nitko ne bi bio gladan."),
    ("hu", "Ősszel a termést a csűrbe hordják, hogy télen senki se éhezzen."),
    ("de", "Im Herbst wird die Ernte in die Scheune gebracht, damit im Winter niemand hungert."),
    ("en", "In autumn the harvest is brought into the barn so that nobody starves in winter."),
    (
        "fr",
        "En automne, on rentre la récolte dans la grange pour que personne n'ait faim en hiver.",
    ),
    ("it", "In autunno si porta il raccolto nel fienile, perché d'inverno nessuno abbia fame."),
    ("es", "En otoño se guarda la cosecha en el granero para que nadie pase hambre en invierno."),
    ("pt", "No outono guarda-se a colheita no celeiro para que ninguém passe fome no inverno."),
    (
        "nl",
        "In de herfst wordt de oogst naar de schuur gebracht, zodat niemand in de winter honger heeft.",
    ),
    ("da", "Om efteråret køres høsten ind i laden, så ingen skal sulte om vinteren."),
    ("sv", "På hösten körs skörden in i ladan så att ingen behöver svälta på vintern."),
    ("fi", "Syksyllä sato viedään latoon, jotta kenenkään ei tarvitsisi talvella nähdä nälkää."),
    ("ro", "Toamna recolta se adună în hambar, ca nimeni să nu rabde de foame iarna."),
    ("et", "Sügisel viiakse saak küüni, et keegi ei peaks talvel nälga tundma."),
    ("tr", "Sonbaharda ürün ambara taşınır, böylece kışın kimse aç kalmaz."),
    ("lt", "Rudenį derlius vežamas į klojimą, kad žiemą niekas nebadautų."),
    ("lv", "Rudenī ražu saved šķūnī, lai ziemā neviens neciestu badu."),
    ("ru", "Осенью урожай свозят в сарай, чтобы зимой никто не голодал."),
    ("uk", "Восени врожай звозять до стодоли, щоб узимку ніхто не голодував."),
    ("bg", "През есента реколтата се прибира в хамбара, за да не гладува никой през зимата."),
    ("el", "Το φθινόπωρο η σοδειά μπαίνει στον αχυρώνα για να μην πεινάσει κανείς."),
    ("ja", "秋になると収穫したものを納屋に入れます。"),
    ("zh", "秋天人们把收成放进谷仓，冬天就没有人挨饿。"),
    ("ko", "가을이 되면 수확한 곡식을 헛간에 넣어 둡니다."),
    ("he", "בסתיו מכניסים את היבול לאסם כדי שאיש לא ירעב בחורף."),
];

#[test]
fn sentences_are_in_the_language_they_are_in() {
    for (language, text) in SENTENCES {
        check(text, language);
    }
}

#[test]
fn a_page_with_english_sentences_is_english_whatever_its_headings_are_in() {
    let headings = "Otevírání souborů\nPříručka správce\nNedávno otevřené\nUmístění souborů\n\
                    Další kapitola\nPředchozí kapitola\nSeznam obrázků\n";
    let sentence = "The simplest way to open a picture that was open a short time ago is the list in \
                    the menu, which shows the last ten of them.\n";
    check(&format!("{headings}{headings}{sentence}{sentence}{headings}"), "en");
    check(&headings.repeat(3), "cs");
}

#[test]
fn sentences_are_judged_apart_from_the_headings_above_them() {
    let page = "Úvodní kapitola\nPříručka správce\nOtvírání souborů\nNedávno otevřené\n\
                The simplest way to open a picture that was open before is this list.\n\
                It is shown in the menu and has the last ten of them.\n\
                Další kapitola\nTable of contents\n";
    check(page, "en");
}

#[test]
fn words_with_a_slash_between_them_are_read() {
    check("říjen/listopad\núnor/březen\nkvěten/červen\nkaždý/žádný\npřípad/příčina\n", "cs");
    for path in ["/tmp/příběh", "příběh/", "texty/příběhy/řeka", "texty//příběhy"] {
        check(path, "-");
    }
}

#[test]
fn czech_and_slovak_are_told_apart_without_diacritics() {
    for (language, text) in [
        ("cs", "Na podzim se uroda uklada do stodoly, aby v zime nikdo nemel hlad."),
        ("cs", "Zitra odpoledne prijedeme vlakem a vecer pujdeme spolecne do divadla."),
        ("cs", "Prosim vas, muzete mi rict, kdy dnes otevira obchod na namesti?"),
        ("sk", "Na jesen sa uroda uklada do stodoly, aby v zime nikto nebol hladny."),
        ("sk", "Zajtra popoludni pridem vlakom a vecer pojdeme spolocne do divadla."),
        ("sk", "Prosim vas, mozete mi povedat, kedy dnes otvaraju obchod na namesti?"),
    ] {
        check(text, language);
    }
}

#[test]
fn an_accent_may_stand_apart_from_its_letter() {
    check(
        "Pr\u{30c}i\u{301}s\u{30c}ti\u{301} ty\u{301}den bude pe\u{30c}kne\u{30c} a teplo.",
        "cs",
    );
}

#[test]
fn a_page_is_in_the_language_of_its_sentences_not_of_its_menu() {
    let menu = "Home\nAbout us\nContact\nLog in\nSearch\nTerms of use\nPrivacy policy\nHelp\n";
    let prose = "Obecní úřad oznamuje občanům, že v pátek nepoteče voda od rána do večera.\n\
                 Cisterna bude stát na návsi před hostincem a každý si může nabrat, kolik unese.\n";
    check(&format!("{menu}{prose}{menu}"), "cs");
    let code = "for item in list: print(item)\nreturn value if found else default\n";
    check(&format!("{prose}{code}{code}{code}"), "cs");
}

#[test]
fn the_share_tells_how_much_of_a_page_is_in_the_language() {
    let czech = "Obecní úřad oznamuje občanům, že v pátek nepoteče voda od rána do večera.\n";
    let german =
        "Das Gemeindeamt gibt bekannt, dass am Freitag den ganzen Tag kein Wasser fließt.\n";
    let both = format!("{}{}", czech.repeat(3), german.repeat(2));
    let found = Identifier::built_in().identify(&both).expect("there are words in it");
    assert_eq!(found.language, "cs");
    assert!((0.5..0.7).contains(&found.share), "{found:?}");
    assert_eq!(found.others.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["de"]);
}

#[test]
fn addresses_and_numbers_are_in_no_language() {
    for text in
        ["", " \n\t ", "42 + 1", "https://example.org/the/way/home", "me@example.org", "—…„“"]
    {
        check(text, "-");
    }
}

#[test]
fn any_size_and_any_bytes_are_borne() {
    let megabytes = "a".repeat(5 << 20);
    let lines = "\n".repeat(1 << 20);
    let words = "á ".repeat(1 << 20);
    let marks = "e\u{301}".repeat(1 << 20);
    let wide = "中".repeat(1 << 20);
    let mut state = 1u64;
    let noise: Vec<u8> = (0..1 << 20)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect();
    let noise = String::from_utf8_lossy(&noise);
    for text in [&megabytes, &lines, &words, &marks, &wide, noise.as_ref()] {
        if let Some(found) = Identifier::built_in().identify(text) {
            assert!((0.0..=1.0).contains(&found.confidence), "{found:?}");
            assert!((0.0..=1.0).contains(&found.share), "{found:?}");
        }
    }
}

#[test]
fn a_long_text_is_judged_by_pieces_from_all_over_it() {
    let english = "The first chapter of this report is in another language than the rest.\n";
    let czech = "Zbytek zprávy je v jiném jazyce než její první kapitola, jak se brzy ukáže.\n";
    check(&format!("{}{}", english.repeat(1000), czech.repeat(10_000)), "cs");
}

#[test]
fn a_text_is_looked_at_further_as_long_as_its_language_is_not_clear() {
    let czech = "Zbytek zprávy je v jiném jazyce, jak se brzy ukáže.\n".repeat(20);
    let numbers = "1 234,50 + 6 789 = \n".repeat(60);
    // Sixteen parts of one size; those that are looked at first have no words.
    let part = |index: usize| if index % 4 == 2 { &numbers } else { &czech };
    let text: String = (0..16).map(|index| &part(index)[..1000]).collect();
    check(&text, "cs");
}

#[test]
fn figures_that_do_not_fit_are_refused() {
    let column = vec![0u8; features::ROWS];
    let good: &[(&str, &[u8])] = &[("cs", &column)];
    let figures = "scale 0.1\nconfidence 0 1 0\n";
    assert!(Model::read(figures, good).is_some());
    assert!(Model::read("scale 0.1\nconfidence 0 1\n", good).is_none());
    assert!(Model::read("scale x\n", good).is_none());
    assert!(Model::read("", good).is_none());
    assert!(Model::read("scale 1\nspeed 3\n", good).is_none());
    assert!(Model::read(figures, &[]).is_none());
    assert!(Model::read(figures, &[("cs", &column[1..])]).is_none());
    assert!(Model::read(figures, &[("cs", column.as_slice()); 41]).is_none());
    assert!(Model::read(built_in::FIGURES, built_in::COLUMNS).is_some());
}

#[test]
fn czech_and_slovak_parts_of_a_page_count_together() {
    let czech =
        "Dnes večer se u řeky sejdou všichni, kteří chtějí vědět, jak dopadlo včerejší měření.\n";
    let slovak =
        "Ľudia z okolitých obcí prišli na trhovisko, aby si kúpili čerstvé ovocie a zeleninu.\n";
    let german =
        "Die Reisenden warteten am Bahnhof, weil der Zug wegen des Wetters nicht kommen konnte.\n";
    let page = [czech, german, slovak, german, czech, slovak, german, czech, german].concat();
    let found = Identifier::built_in().identify(&page).expect("there are words in it");
    // Neither has more of the page than German.
    assert_eq!(found.language, "cs", "{found:?}");
    let others: Vec<&str> = found.others.iter().map(|(code, _)| code.as_str()).collect();
    assert!(others.contains(&"sk") && others.contains(&"de"), "{found:?}");
}
