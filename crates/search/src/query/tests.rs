//! Queries and what they mean.

use super::*;

fn show(query: &SearchQuery) -> String {
    let clause = |clause: &QueryClause| {
        let sign = match clause.demand {
            QueryDemand::Wanted => "",
            QueryDemand::Required => "+",
            QueryDemand::Excluded => "-",
        };
        let parts: Vec<&str> = clause.parts.iter().map(|part| part.name()).collect();
        let parts = if parts.is_empty() { String::new() } else { parts.join("|") + ":" };
        let words = match &clause.words {
            QueryWords::Forms(word) => format!("~{word}"),
            QueryWords::Exact(words) => words.join("_"),
            QueryWords::Prefix(word) => format!("{word}*"),
        };
        format!("{sign}{parts}{words}")
    };
    query.clauses.iter().map(clause).collect::<Vec<_>>().join(" ")
}

#[test]
fn words_phrases_signs_and_parts_are_understood() {
    for (text, meaning) in [
        ("Knihovna PRAHA", "~knihovna ~praha"),
        ("\"národní knihovna\" x", "národní_knihovna ~x"),
        ("„národní knihovna“", "národní_knihovna"),
        ("+a -b", "+~a -~b"),
        ("knihov*", "knihov*"),
        ("title:praha", "title:~praha"),
        ("title:\"nová praha\" -h1:x", "title:nová_praha -h1:~x"),
        ("praha block:h1 block:td", "h1|cell:~praha"),
        ("e-mail 3.14", "e_mail 3_14"),
        ("http://a.cz/x", "http_a_cz_x"),
        ("std::vec foo:bar", "std_vec foo_bar"),
        ("\"not closed", "not_closed"),
        ("\"one\"", "one"),
        ("url:a.cz/docs", "url:a_cz_docs"),
        ("a * b", "~a ~b"),
        ("TITLE:x", "title:~x"),
    ] {
        assert_eq!(parse(text).map(|query| show(&query)).as_deref(), Ok(meaning), "{text}");
    }
}

#[test]
fn filters_are_understood() {
    let query = "site:www.Example.cz -site:x.example.cz type:pdf,html lang:cs-CZ date:2007..2009 job:news \
                 status:400..499";
    let filters = parse(query).unwrap().filters;
    assert_eq!(filters.sites.wanted, ["cz,example"]);
    assert_eq!(filters.sites.unwanted, ["cz,example,x"]);
    assert_eq!(filters.types.wanted, [DocumentType::Pdf, DocumentType::Html]);
    assert_eq!(filters.languages.wanted, ["cs"]);
    assert_eq!(filters.dates.wanted, [(20070101000000, 20091231235959)]);
    assert_eq!(filters.jobs.wanted, ["news"]);
    assert_eq!(filters.statuses.wanted, [(400, 499)]);
    assert_eq!(parse("site:https://a.cz/x").unwrap().filters.sites.wanted, ["cz,a"]);
}

#[test]
fn what_cannot_be_understood_is_said_in_plain_words() {
    for (text, words) in [
        ("", "there is nothing to search for"),
        (" * ", "there is nothing to search for"),
        ("-a", "a search needs something that must be there, not only words to leave out"),
        ("date:soon", "'soon' is not a date; write 2007, 2007-03, 2007-03-15 or 2007..2009"),
        (
            "type:book",
            "'book' is not a type; the types are html, pdf, text, office, audio, video, data, image, other",
        ),
        ("status:ok", "'ok' is not an HTTP status; write 404, or 400..499"),
        ("site:", "'site:' needs a value"),
        ("x title: y", "'title:' needs a value"),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), words, "{text}");
    }
    assert!(matches!(parse("a block:h9"), Err(QueryError::Part { .. })));
    assert_eq!(parse(&"a ".repeat(65)), Err(QueryError::TooLong));
    assert_eq!(parse(&"a".repeat(QUERY_BYTES_MAX + 1)), Err(QueryError::TooLong));
}

/// Every text is a query or an error, quickly; the pieces are those that mean something to the parser.
#[test]
fn every_text_is_a_query_or_an_error() {
    let pieces = [
        "a", "ž", "\"", "„", "“", "+", "-", "*", ":", "title", "date", "site", "type", "..",
        "2007", " ", ",", "/", ".", "日", "\u{301}", "\0", "😀", "block", "h1", "\u{feff}",
        "status", "4",
    ];
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..20_000 {
        let mut text = String::new();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        for _ in 0..seed >> 60 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        if let Ok(query) = parse(&text) {
            assert!(query.clauses.len() <= QUERY_WORDS_MAX, "{text:?}");
            let empty = |clause: &QueryClause| match &clause.words {
                QueryWords::Forms(word) | QueryWords::Prefix(word) => word.is_empty(),
                QueryWords::Exact(words) => words.is_empty() || words.iter().any(String::is_empty),
            };
            assert!(!query.clauses.iter().any(empty), "{text:?}");
        }
    }
}
