//! What queries find, and in which order.

use super::archives::{TestArchive, page, paths, request, response};
use stodola_search::SearchRequest;

const DAY: &str = "2007-05-01T10:00:00Z";

fn library() -> TestArchive {
    let archive = TestArchive::new(&format!("queries-{:?}", std::thread::current().id()));
    archive.add(&[
        page(
            "http://a.cz/title",
            DAY,
            "<html lang=cs><title>Knihovna</title><p>Vítejte na stránkách.",
        ),
        page(
            "http://a.cz/heading",
            DAY,
            "<html lang=cs><title>x</title><h1>Knihovna</h1><p>Budova v centru.",
        ),
        page(
            "http://a.cz/text",
            DAY,
            "<html lang=cs><title>x</title><p>Tady stojí knihovna a kino.",
        ),
        page(
            "http://a.cz/menu",
            DAY,
            "<html lang=cs><title>x</title><nav><a href=/>Knihovna</a></nav><p>Nic.",
        ),
        page(
            "http://b.cz/near",
            DAY,
            "<html lang=cs><title>x</title><p>Národní galerie leží jinde.",
        ),
        page(
            "http://b.cz/far",
            DAY,
            "<html lang=cs><title>x</title><p>Národní dům je daleko, až potom přijde galerie.",
        ),
        page("http://b.cz/plain", DAY, "<html lang=cs><title>x</title><p>Prilis zlutoucky kun."),
        page("http://b.cz/marks", DAY, "<html lang=cs><title>x</title><p>Příliš žluťoučký kůň."),
        page(
            "http://c.org/en",
            DAY,
            "<html lang=en><title>Libraries</title><p>The library opens at nine.",
        ),
        page(
            "http://c.org/en2",
            DAY,
            "<html lang=en><title>Books</title><p>All our libraries are closed.",
        ),
        response("http://c.org/notes.txt", DAY, "text/plain", "Gardening notes\nabout tomatoes"),
        page(
            "http://c.org/table",
            DAY,
            "<html lang=en><title>t</title><table><td>granite</table><ul><li>basalt</ul>",
        ),
        response("http://c.org/manual.pdf", DAY, "application/pdf", "%PDF-1.4 nothing"),
        response("http://c.org/logo.png", DAY, "image/png", "\u{89}PNG tomatoes"),
    ]);
    archive
}

#[test]
fn words_phrases_parts_and_filters_find_what_they_say() {
    let archive = library();
    for (query, found) in [
        ("knihovna", "title heading text menu"),
        ("title:knihovna", "title"),
        ("knihovna block:h1", "heading"),
        ("knihovna -kino", "title heading menu"),
        ("+knihovna kino", "text"),
        ("\"stojí knihovna\"", "text"),
        ("\"knihovna stojí\"", ""),
        ("\"národní galerie\"", "near"),
        ("národní galerie", "near far"),
        ("knihov*", "title heading text menu"),
        ("tomatoes", "notes.txt"),
        ("cell:granite", "table"),
        ("item:granite", ""),
        ("basalt block:li", "table"),
        ("url:manual", "manual.pdf"),
        ("type:pdf", "manual.pdf"),
        ("type:text", "notes.txt"),
        ("knihovna lang:en", ""),
        ("library lang:en site:c.org", "en en2"),
        ("library site:org", "en en2"),
        ("library -site:c.org", ""),
        ("library date:2007", "en en2"),
        ("library date:2008..", ""),
        ("library date:2007-05-01..2007-05-02", "en en2"),
        ("library status:404", ""),
        ("library status:200", "en en2"),
        ("library job:unknown", ""),
    ] {
        assert_eq!(archive.paths(query), found, "{query}");
    }
}

#[test]
fn diacritics_may_be_left_out_by_writers_and_readers() {
    let archive = library();
    assert_eq!(archive.paths("žluťoučký"), "marks plain");
    assert_eq!(archive.paths("zlutoucky"), "plain marks");
    assert_eq!(archive.paths("\"žluťoučký\""), "marks");
    assert_eq!(archive.paths("\"zlutoucky\""), "plain");
}

#[test]
fn forms_of_english_words_are_found_by_their_stems() {
    let archive = library();
    for query in ["library", "libraries"] {
        let found = archive.paths(&format!("{query} lang:en"));
        assert!(found == "en en2" || found == "en2 en", "{query}: {found}");
    }
    assert_eq!(archive.paths("\"libraries\""), "en en2");
    assert_eq!(archive.paths("\"library\""), "en");
}

#[test]
fn czech_forms_come_from_a_dictionary_and_people_correct_it() {
    let mut archive = TestArchive::new("dictionary");
    let dictionaries = archive.folder().join("hunspell");
    std::fs::create_dir_all(&dictionaries).unwrap();
    std::fs::write(
        dictionaries.join("cs_CZ.aff"),
        "SET UTF-8\nSFX Z Y 3\nSFX Z a y a\nSFX Z ha ze ha\nSFX Z a 0 a\n",
    )
    .unwrap();
    std::fs::write(dictionaries.join("cs_CZ.dic"), "2\nkniha/Z\nPraha/Z\n").unwrap();
    archive.tools.dictionaries = vec![dictionaries];
    archive.add(&[
        page("http://a.cz/book", DAY, "<html lang=cs><p>V jedné knize."),
        page("http://a.cz/horse", DAY, "<html lang=cs><p>Stádo koní."),
    ]);
    for query in ["kniha", "knihy", "knih", "knize", "KNIHA"] {
        assert_eq!(archive.paths(query), "book", "{query}");
    }
    assert_eq!(archive.paths("\"kniha\""), "");
    assert_eq!(archive.paths("kůň"), "");
    let open = archive.index();
    let total = |query: &str| open.search(&request(query)).unwrap().total;
    assert_eq!(total("kůň"), 0);
    std::fs::write(archive.archive.folder().join("inflection.txt"), "kůň = koní\nkniha ! knize\n")
        .unwrap();
    assert_eq!(archive.paths("kůň"), "horse");
    // Whoever has the index open sees it at once.
    assert_eq!(total("kůň"), 1);
    std::fs::write(archive.archive.folder().join("inflection.txt"), "kůň koní\nkniha ! knize\n")
        .unwrap();
    assert_eq!((total("kůň"), open.odd_exceptions().unwrap()), (0, vec![1]));
    assert_eq!(archive.paths("kniha"), "");
    assert_eq!(archive.paths("knize"), "book");
}

#[test]
fn documents_without_all_words_are_found_if_none_has_them() {
    let archive = library();
    let page = archive.search("library granite");
    assert!(page.is_relaxed);
    assert_eq!(page.total, 3);
    let strict = archive.search("+library +granite");
    assert_eq!((strict.total, strict.is_relaxed), (0, false));
    assert_eq!(archive.paths("+granite nonexistentword"), "table");
}

#[test]
fn words_of_the_index_are_suggested() {
    let archive = library();
    let page = archive.search("tomatos");
    let told: Vec<_> =
        page.suggestions.iter().map(|it| (it.word.as_str(), it.instead.as_str())).collect();
    // The stemmer may find it by itself; otherwise it is suggested.
    assert!(page.total > 0 || told == [("tomatos", "tomatoes")], "{told:?}");
    let page = archive.search("granitte");
    assert_eq!(page.total, 0);
    assert_eq!(page.suggestions[0].instead, "granite");
    assert!(archive.search("granite").suggestions.is_empty());
}

#[test]
fn facets_count_all_documents() {
    let archive = library();
    let facets = archive.search("type:html,text,pdf").facets;
    let told = |values: &[stodola_search::FacetValue]| {
        values.iter().map(|it| format!("{}:{}", it.name, it.count)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(&facets.sites), "c.org:5 a.cz:4 b.cz:4");
    assert_eq!(told(&facets.types), "html:11 pdf:1 text:1");
    assert_eq!(told(&facets.languages), "cs:8 en:5");
    assert_eq!(told(&facets.years), "2007:13");
}

#[test]
fn snippets_show_the_words_in_their_block() {
    let archive = library();
    let found = archive.search("kino");
    let runs = found.marker.mark("Tady stojí knihovna a KINO.");
    let hits: Vec<&str> =
        runs.iter().filter(|run| run.is_hit).map(|run| run.text.as_str()).collect();
    assert_eq!(hits, ["KINO"]);
}

#[test]
fn nearly_the_same_documents_are_one_hit() {
    let archive = TestArchive::new("near");
    let text: Vec<String> = (0..1500).map(|n| format!("slovo{}", n * 7919 % 1009)).collect();
    let text = text.join(" ");
    archive.add(&[
        page("http://a.cz/one", DAY, &format!("<title>t</title><p>mamut {text}")),
        page("http://b.cz/two", DAY, &format!("<title>t</title><p>mamut {text} navíc")),
        page("http://c.cz/three", DAY, "<title>t</title><p>mamut zcela jiný"),
        page(
            "http://c.cz/three",
            "2008-05-01T10:00:00Z",
            "<title>t</title><p>mamut vyhynul, stránka je jiná",
        ),
    ]);
    let folded = archive.search("mamut");
    assert_eq!(folded.total, 4);
    assert_eq!(folded.hits.len(), 2, "{}", paths(&folded));
    assert_eq!(folded.hits.iter().map(|hit| hit.similar).sum::<u32>(), 2);
    let all = SearchRequest { unfolded: true, ..request("mamut") };
    assert_eq!(archive.index().search(&all).unwrap().hits.len(), 4);
}

#[test]
fn what_cannot_be_digested_is_on_record() {
    let archive = library();
    let undigested = archive.index().undigested(10).unwrap();
    assert_eq!(undigested.len(), 1, "{undigested:?}");
    assert!(undigested[0].2.contains("PDF"), "{undigested:?}");
}

#[test]
fn pictures_are_found_by_their_words_and_those_around_them() {
    let archive = TestArchive::new("pictures");
    archive.add(&[page(
        "http://a.cz/gallery",
        DAY,
        "<html lang=cs><title>Výstava</title><p>Fotografie z výletu.</p>\
         <figure><img src=/img/hrad_karlstejn.jpg alt='Pohled na hrad'><figcaption>Věž v zimě</figcaption></figure>\
         <p>Cesta vedla lesem.</p><img src=rybnik.png><img src=1.gif>",
    )]);
    let find = |query: &str| {
        let found =
            archive.index().search(&SearchRequest { images: true, ..request(query) }).unwrap();
        let name = |hit: &stodola_search::SearchHit| {
            String::from_utf8(hit.image.clone().unwrap()).unwrap()
        };
        found.hits.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    let castle = "http://a.cz/img/hrad_karlstejn.jpg";
    for query in ["pohled", "karlstejn", "věž", "lesem", "výletu"] {
        assert_eq!(find(query), castle, "{query}");
    }
    assert_eq!(find("rybnik"), "http://a.cz/rybnik.png");
    assert_eq!(find("gif"), "");
    assert!(find("výstava").contains(castle));
    // Pictures are not among documents.
    assert_eq!(archive.paths("karlstejn"), "");
    assert_eq!(archive.paths("pohled"), "gallery");
}
