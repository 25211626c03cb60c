//! The page of the search: what it finds, how it narrows, and what it never shows.

use crate::access::add;
use crate::client::Answer;
use crate::shelf::{Shelf, page, response};
use stodola_access::{AccessPolicy, AccessRule};
use stodola_app::Quiet;
use stodola_app::archive::{RebuildSettings, rebuild};
use stodola_follow::RebuildScope;

const FLOOD: &str = "http://www.podhradi.example/povodne";

fn article(level: u32) -> String {
    format!(
        "<html lang=cs><title>Povodňové zpravodajství</title><h1>Povodně v Podhradí</h1>\
         <p>Hladina u starého mostu dosáhla {level} cm.</p><img src=/most.jpg alt='Zatopený most'>"
    )
}

/// An archive with a search index.
fn shelf() -> Shelf {
    let shelf = bare_shelf();
    index(&shelf);
    shelf
}

/// The same without a search index.
fn bare_shelf() -> Shelf {
    let text = "text/plain; charset=utf-8";
    Shelf::new(&[
        page(FLOOD, "20020814180000", &article(341)),
        page(FLOOD, "20020815180000", &article(341)),
        page(FLOOD, "20130603064000", &article(268)),
        response(
            "http://www.podhradi.example/most.jpg",
            "20020814180001",
            "200 OK\nContent-Type: image/jpeg",
            b"jpeg",
        ),
        page(
            "http://denik.example/voda",
            "20130604000000",
            "<html lang=en><title>The <b>bridge</b> & \"the\" flood</title><p>The old bridge of Podhradí was flooded.",
        ),
        response(
            "http://denik.example/list.txt",
            "20140101000000",
            &format!("200 OK\nContent-Type: {text}"),
            b"bridge list",
        ),
        page(
            "http://secret.example/plan",
            "20130605000000",
            "<html lang=en><title>Plan</title><p>The bridge is mined with kryptonite.",
        ),
    ])
}

fn index(shelf: &Shelf) {
    let settings = RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: RebuildScope::Only("search".to_owned()),
        command: "test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| ()).unwrap();
}

fn search(shelf: &Shelf, query: &str) -> Answer {
    shelf.get_app(&format!("/search?{query}"), &[])
}

fn found(shelf: &Shelf, query: &str) -> String {
    let answer = search(shelf, query);
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.text()
}

fn restrict(shelf: &Shelf, place: &str, policy: AccessPolicy) {
    add(shelf, AccessRule::new(place.parse().unwrap(), policy));
}

#[test]
fn words_are_found_in_any_form_and_marked() {
    let shelf = shelf();
    let text = found(&shelf, "q=mosty");
    assert!(text.contains("<b>2 documents</b>"), "two versions of a page: {text}");
    // One entry for the address, with the latest version, its title and where the words stand.
    assert_eq!(text.matches("<article").count(), 1, "{text}");
    assert!(
        text.contains("href=\"/replay/20130603064000/http://www.podhradi.example/povodne\""),
        "{text}"
    );
    assert!(text.contains("<article class=\"hit\" lang=\"cs\">"), "{text}");
    assert!(text.contains("Hladina u starého <mark>mostu</mark> dosáhla 268 cm."), "{text}");
    assert!(text.contains("14\u{a0}Aug\u{a0}2002 – 3\u{a0}Jun\u{a0}2013"), "{text}");
    assert!(text.contains(">3 captures</a>") && text.contains("1 change"), "{text}");
    assert!(text.contains("and 1 like it"), "{text}");
    assert!(text.contains("Other forms of the words too: ") && text.contains("mostu"), "{text}");
    // Exactly as written there is nothing; the way back is offered.
    let exact = found(&shelf, "q=mosty&forms=exact");
    assert!(
        exact.contains("Nothing was found.") && exact.contains("Search for other forms"),
        "{exact}"
    );
    let czech = shelf.get_app("/search?q=mosty", &[("Accept-Language", "cs")]).text();
    assert!(
        czech.contains("<b>2 dokumenty</b>") && czech.contains("14.\u{a0}8.\u{a0}2002"),
        "{czech}"
    );
    assert!(czech.contains("<html lang=\"cs\">") && czech.contains("Kdy zachyceno"), "{czech}");
}

#[test]
fn what_was_found_can_be_narrowed_by_links() {
    let shelf = shelf();
    let text = found(&shelf, "q=bridge");
    assert!(text.contains("<b>3 documents</b>"), "{text}");
    for link in [
        "/search?q=bridge&#38;type=text",
        "/search?q=bridge&#38;language=en",
        "/search?q=bridge&#38;host=denik.example",
        "/search?q=bridge&amp;from=2013&amp;to=2013",
        "/search?q=bridge&#38;sort=newest",
        "/search?q=bridge&#38;view=images",
    ] {
        assert!(text.contains(&format!("\"{link}\"")), "{link}: {text}");
    }
    let narrowed = found(&shelf, "q=bridge&host=denik.example&type=html");
    assert!(narrowed.contains("<b>1 document</b>"), "{narrowed}");
    assert!(
        narrowed.contains("denik.example/voda") && !narrowed.contains("list.txt"),
        "{narrowed}"
    );
    // What narrows can be taken away, each alone.
    assert!(
        narrowed.contains("class=\"chip\" href=\"/search?q=bridge&#38;type=html\""),
        "{narrowed}"
    );
    assert!(
        narrowed.contains("class=\"chip\" href=\"/search?q=bridge&#38;host=denik.example\""),
        "{narrowed}"
    );
    let years = found(&shelf, "q=podhrad%C3%AD&from=2002&to=2003");
    assert!(
        years.contains("/replay/20020815180000/"),
        "the latest capture of these years: {years}"
    );
    assert!(!years.contains("denik.example"), "{years}");
    let newest = found(&shelf, "q=bridge&sort=newest");
    let oldest = found(&shelf, "q=bridge&sort=oldest");
    let at = |text: &str, part: &str| text.find(&format!("<p class=\"where\">{part}")).unwrap();
    assert!(at(&newest, "denik.example/list.txt") < at(&newest, "denik.example/voda"), "{newest}");
    assert!(at(&oldest, "denik.example/voda") < at(&oldest, "denik.example/list.txt"), "{oldest}");
    // Nothing in those years: the page says how many there are without them.
    let none = found(&shelf, "q=bridge&from=1999&to=1999");
    assert!(none.contains("Search everything: 3 documents"), "{none}");
}

#[test]
fn titles_and_queries_are_text_not_markup() {
    let shelf = shelf();
    let text = found(&shelf, "q=flood");
    assert!(text.contains("&#38; &#34;the&#34; <mark>flood</mark>"), "{text}");
    let query = "q=%3Cscript%3Ealert(1)%3C/script%3E%22%27&host=%22%3E%3Cb%3E&job=%3Cb%3E";
    let text = found(&shelf, query);
    assert!(
        !text.contains("<script>alert") && !text.contains("\"><b>") && !text.contains("<b>\""),
        "{text}"
    );
    let answer = search(&shelf, "q=most");
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    // Nothing is loaded from elsewhere, and nothing is inline.
    assert!(
        !answer.text().contains(" style=") && !answer.text().contains("src=\"http"),
        "{}",
        answer.text()
    );
}

#[test]
fn a_query_that_cannot_be_understood_is_searched_word_by_word() {
    let shelf = shelf();
    let text = found(&shelf, "q=bridge+date:soon");
    assert!(text.contains("&#39;soon&#39; is not a date"), "{text}");
    assert!(text.contains("No document has all of these words."), "{text}");
    assert!(text.contains("denik.example/voda"), "{text}");
    let long = found(&shelf, &format!("q={}", "a+".repeat(1500)));
    assert!(long.contains("the search is longer than"), "{long}");
    let typo = found(&shelf, "q=brigde");
    assert!(typo.contains("Did you mean <a href=\"/search?q=bridge\"><b>bridge</b></a>"), "{typo}");
    let empty = found(&shelf, "");
    assert!(empty.contains("How to search") && !empty.contains("<article"), "{empty}");
    assert_eq!(search(&shelf, &"a&".repeat(200)).status, 400);
}

#[test]
fn blocked_and_hidden_captures_are_nowhere() {
    let shelf = shelf();
    assert!(found(&shelf, "q=bridge").contains("secret.example"));
    for policy in [AccessPolicy::Block, AccessPolicy::Hide] {
        restrict(&shelf, "secret.example", policy);
        for query in
            ["q=bridge", "q=bridge&format=json", "q=bridge&format=csv", "q=bridge&format=urls"]
        {
            let text = found(&shelf, query);
            assert!(!text.contains("secret") && !text.contains("Plan"), "{query}: {text}");
        }
        assert!(found(&shelf, "q=bridge").contains("<b>2 documents</b>"));
        // Neither the word, nor a guess at it, nor a form of it.
        assert!(found(&shelf, "q=kryptonite").contains("Nothing was found."));
        for query in ["q=kryptonitte", "q=krypto*"] {
            let text = found(&shelf, query);
            assert!(
                text.contains("Nothing was found.") && !text.contains("kryptonite"),
                "{query}: {text}"
            );
        }
    }
}

#[test]
fn a_search_in_a_collection_finds_and_counts_nothing_else() {
    let shelf = shelf();
    let toml =
        "[[collection]]\nname = \"daily\"\ntitle = \"Daily\"\nplaces = [\"denik.example\"]\n";
    std::fs::write(shelf.folder().join("archive/collections.toml"), toml).unwrap();
    let answer = shelf.get_app("/collections/daily/search?q=bridge", &[]);
    let text = answer.text();
    assert!(text.contains("<b>2 documents</b>"), "{text}");
    assert!(!text.contains("secret.example") && !text.contains("<b>3"), "{text}");
    assert!(text.contains("href=\"/collections/daily/replay/20130604000000/"), "{text}");
    assert!(text.contains("href=\"/collections/daily/search?q=bridge&#38;type=text\""), "{text}");
    let none = shelf.get_app("/collections/daily/search?q=kryptonite", &[]).text();
    assert!(none.contains("Nothing was found.") && !none.contains("secret"), "{none}");
    // Words that only other captures have are not suggested.
    let typo = shelf.get_app("/collections/daily/search?q=kryptonitte", &[]).text();
    assert!(!typo.contains("kryptonite"), "{typo}");
}

#[test]
fn pictures_are_found_by_their_descriptions() {
    let shelf = shelf();
    let answer = search(&shelf, "q=zatopen%C3%BD&view=images");
    let text = answer.text();
    let source = format!(
        "src=\"{}/web/20020814180000im_/http://www.podhradi.example/most.jpg\"",
        shelf.replay_url()
    );
    assert!(text.contains(&source), "{text}");
    assert!(
        text.contains("alt=\"most.jpg\"")
            && text.contains("podhradi.example, 14\u{a0}Aug\u{a0}2002"),
        "{text}"
    );
    // Only here may pictures come from the origin of archived content.
    let policy = answer.header("content-security-policy");
    assert!(policy.contains(&format!("img-src 'self' {};", shelf.replay_url())), "{policy}");
    // The same picture on another page is the same picture.
    let other = "<html lang=cs><title>Jiná</title><img src=/most.jpg alt='Zatopený most'>";
    shelf.add("other", &[page("http://www.podhradi.example/jina", "20140101000000", other)]);
    index(&shelf);
    let text = found(&shelf, "q=zatopen%C3%BD&view=images");
    assert_eq!(
        (text.matches("<img ").count(), text.contains("<b>1 document</b>")),
        (1, true),
        "{text}"
    );
    assert!(text.contains(&source), "{text}");
    // A rule for the picture alone holds for counts as well.
    restrict(&shelf, "http://www.podhradi.example/most.jpg", AccessPolicy::Block);
    let text = found(&shelf, "q=zatopen%C3%BD&view=images");
    assert!(!text.contains("most.jpg") && text.contains("Nothing was found."), "{text}");
}

#[test]
fn pages_follow_one_another_without_gaps() {
    let uri = |i: u32| format!("http://many{}.example/{i:03}", i % 7);
    let text = |i: u32| format!("<title>Page {i}</title><p>barn {}", format!("w{i}x ").repeat(40));
    let records: Vec<_> = (0..70).map(|i| page(&uri(i), "20200101000000", &text(i))).collect();
    let shelf = Shelf::new(&records);
    index(&shelf);
    let mut path = "/search?q=barn".to_owned();
    let mut seen = std::collections::BTreeSet::new();
    for expected in [20, 20, 20, 10] {
        let text = shelf.get_app(&path, &[]).text();
        assert_eq!(text.matches("<article").count(), expected, "{path}");
        let shown = text
            .split("<p class=\"where\">")
            .skip(1)
            .map(|rest| rest.split('<').next().unwrap().to_owned());
        for address in shown {
            assert!(seen.insert(address.clone()), "{address} twice");
        }
        let next =
            text.split("rel=\"next\" href=\"").nth(1).map(|rest| rest.split('"').next().unwrap());
        path = next.unwrap_or_default().replace("&#38;", "&");
    }
    assert_eq!((seen.len(), &*path), (70, ""));
    let odd = found(&shelf, "q=barn&after=00");
    assert!(odd.contains("not the next page of this search"), "{odd}");
}

#[test]
fn programs_get_json_csv_and_addresses() {
    let shelf = shelf();
    let json =
        shelf.get_app("/search?q=bridge&host=denik.example", &[("Accept", "application/json")]);
    assert_eq!((json.status, json.header("content-type")), (200, "application/json"));
    let answer: serde_json::Value = serde_json::from_slice(&json.body).unwrap();
    assert_eq!(answer["total"], 2);
    assert_eq!(answer["documents"][0]["site"], "denik.example");
    assert_eq!(answer["facets"]["types"][0]["count"], 1);
    let csv = search(&shelf, "q=bridge&host=denik.example&format=csv");
    assert!(csv.header("content-type").starts_with("text/csv"), "{}", csv.header("content-type"));
    assert_eq!(csv.text().lines().count(), 3, "{}", csv.text());
    let mut urls: Vec<String> = found(&shelf, "q=bridge&format=urls&host=denik.example")
        .lines()
        .map(str::to_owned)
        .collect();
    urls.sort();
    assert_eq!(urls, ["http://denik.example/list.txt", "http://denik.example/voda"]);
    let wrong = search(&shelf, "q=&format=json&after=x&host=a.cz");
    assert_eq!(wrong.status, 400, "{}", wrong.text());
}

#[test]
fn the_box_tells_words_from_addresses_and_the_first_page_leads_to_the_search() {
    let shelf = shelf();
    let home = shelf.get_app("/", &[]).text();
    assert!(home.contains("href=\"/search\""), "{home}");
    for (typed, place) in [
        ("denik.example%2Fvoda", "/captures/denik.example/voda"),
        ("star%C3%BD+most", "/search?q=star%C3%BD+most"),
        ("site%3Adenik.example", "/search?q=site%3Adenik.example"),
    ] {
        let answer = shelf.get_app(&format!("/?q={typed}"), &[]);
        assert_eq!((answer.status, answer.header("location")), (303, place));
    }
    let missing = shelf.get_app("/captures/http://most.example/", &[]).text();
    assert!(missing.contains("href=\"/search?q=most+example\""), "{missing}");
}

#[test]
fn an_archive_without_an_index_says_how_to_make_it_and_gets_it_while_it_is_served() {
    let shelf = bare_shelf();
    let answer = search(&shelf, "q=denik.example");
    assert_eq!(answer.status, 404);
    let text = answer.text();
    assert!(text.contains("stodola archive rebuild --only search"), "{text}");
    assert!(text.contains("href=\"/captures/denik.example\""), "the other reading: {text}");
    index(&shelf);
    assert!(found(&shelf, "q=bridge").contains("<b>3 documents</b>"));
    // What is added later is found as soon as the index has it.
    shelf.add(
        "later",
        &[page("http://new.example/", "20210101000000", "<title>New</title><p>a bridge of later")],
    );
    index(&shelf);
    assert!(found(&shelf, "q=bridge").contains("<b>4 documents</b>"));
}

#[test]
fn programs_written_for_arquivo_pt_find_their_fields() {
    let shelf = shelf();
    let ask = |path: &str| -> serde_json::Value {
        let answer = shelf.get_app(path, &[]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    };
    let texts = ask(
        "/textsearch?q=bridge&siteSearch=http://denik.example&from=2013&to=20131231235959&type=html",
    );
    assert_eq!(texts["estimated_nr_results"], 1);
    let item = &texts["response_items"][0];
    assert_eq!(item["originalURL"], "http://denik.example/voda");
    assert_eq!(item["tstamp"], "20130604000000");
    assert_eq!(item["mimeType"], "text/html");
    assert!(item["snippet"].as_str().unwrap().contains("The old <em>bridge</em> of"), "{item}");
    let replay =
        format!("http://{}/replay/20130604000000/http://denik.example/voda", shelf.app_host());
    assert_eq!(item["linkToArchive"], replay.as_str());
    // Pages of items follow one another.
    let first = ask("/textsearch?q=bridge&maxItems=2&fields=originalURL");
    assert_eq!(first["response_items"].as_array().unwrap().len(), 2);
    assert_eq!(first["response_items"][0].as_object().unwrap().len(), 1);
    let next = first["next_page"].as_str().unwrap();
    let second = ask(next.trim_start_matches(&format!("http://{}", shelf.app_host())));
    assert_eq!(second["response_items"].as_array().unwrap().len(), 1, "{second}");
    let urls =
        [&first["response_items"][0], &first["response_items"][1], &second["response_items"][0]];
    let urls: std::collections::BTreeSet<String> =
        urls.iter().map(|it| it["originalURL"].to_string()).collect();
    assert_eq!(urls.len(), 3);
    let images = ask("/imagesearch?q=zatopen%C3%BD");
    assert_eq!(images["totalItems"], 1);
    let item = &images["responseItems"][0];
    assert_eq!(item["imgSrc"], "http://www.podhradi.example/most.jpg");
    assert_eq!(item["imgMimeType"], "image/jpeg");
    assert_eq!(item["pageURL"], FLOOD);
    assert_eq!(item["pageTitle"], "Povodňové zpravodajství");
    let image = item["imgLinkToArchive"].as_str().unwrap();
    assert_eq!(shelf.get(image.trim_start_matches(&shelf.replay_url())).text(), "jpeg");
    // The same rules hold here.
    restrict(&shelf, "secret.example", AccessPolicy::Block);
    assert_eq!(ask("/textsearch?q=bridge")["estimated_nr_results"], 2);
    assert_eq!(shelf.get_app("/textsearch?q=bridge&from=soon", &[]).status, 400);
    assert_eq!(shelf.get_app("/textsearch?q=bridge&collection=none", &[]).status, 404);
}

#[test]
fn collections_are_counted_and_a_page_says_which_documents_it_shows() {
    let shelf = shelf();
    let toml = "[[collection]]\nname = \"daily\"\ntitle = \"Daily\"\nplaces = [\"denik.example\"]\n\
                [[collection]]\nname = \"years\"\ntitle = \"Year 2013\"\nfrom = \"2013\"\nto = \"2013\"\n\
                [[collection]]\nname = \"other\"\ntitle = \"Other\"\nplaces = [\"*.nothing.example\"]\n\
                [[collection]]\nname = \"path\"\ntitle = \"A path\"\nplaces = [\"http://denik.example/v*\"]\n";
    std::fs::write(shelf.folder().join("archive/collections.toml"), toml).unwrap();
    let text = found(&shelf, "q=bridge");
    let line = |name: &str, title: &str, count: &str| {
        format!("<a href=\"/collections/{name}/search?q=bridge\">{title}</a><span>{count}</span>")
    };
    assert!(text.contains(&line("daily", "Daily", "2")), "{text}");
    assert!(text.contains(&line("years", "Year 2013", "2")), "{text}");
    // The index knows no paths.
    assert!(text.contains(&line("path", "A path", "")), "{text}");
    assert!(!text.contains("Other</a>"), "{text}");
    assert!(text.contains("1–3 of 3"), "{text}");
    // What may not be seen does not count.
    restrict(&shelf, "secret.example", AccessPolicy::Hide);
    let text = found(&shelf, "q=bridge");
    assert!(text.contains(&line("years", "Year 2013", "1")) && text.contains("1–2 of 2"), "{text}");
    let inside = shelf.get_app("/collections/daily/search?q=bridge", &[]).text();
    assert!(!inside.contains("Year 2013"), "{inside}");
}

#[test]
fn captures_that_were_found_can_be_taken_as_warc() {
    let shelf = shelf();
    restrict(&shelf, "secret.example", AccessPolicy::Block);
    let answer = search(&shelf, "q=bridge&format=warc");
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/warc"));
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&*answer.body), &mut text)
        .unwrap();
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("The old bridge of Podhrad") && text.contains("bridge list"), "{text}");
    assert!(!text.contains("kryptonite") && !text.contains("secret"), "{text}");
    assert_eq!(text.matches("WARC-Type: response").count(), 2, "{text}");
    let none = search(&shelf, "q=kryptonite&format=warc");
    assert_eq!(none.status, 404, "{}", none.text());
    assert!(found(&shelf, "q=bridge").contains("format=warc"));
}

#[test]
fn numbers_for_programs_do_not_tell_what_hidden_captures_say() {
    let shelf = shelf();
    restrict(&shelf, "secret.example", AccessPolicy::Hide);
    // Both words are looked for; one stands in a hidden capture, the other nowhere. The answers are alike.
    let told = |word: &str| {
        let text = found(&shelf, &format!("q=bridge+{word}&format=json&limit=1"));
        text.replace(word, "WORD")
    };
    let cursor = |text: &str| text.split("after=").nth(1).map(|it| it[36..].to_owned());
    let (hidden, unknown) = (told("kryptonite"), told("kryptonits"));
    assert!(hidden.contains("\"is_relaxed\":true"), "{hidden}");
    assert_eq!(cursor(&hidden), cursor(&unknown));
    let body = |text: &str| text.split("\"next\"").next().map(str::to_owned);
    assert_eq!(body(&hidden), body(&unknown));
}

#[test]
fn a_search_is_restricted_to_a_project_with_its_counts_and_links() {
    let shelf = shelf();
    crate::person::add(&shelf, "eva", stodola_access::people::PersonRole::Reader, &[]);
    let eva = crate::person::Browser::sign_in(&shelf, "eva");
    let body = r#"{"name": "Daily <b>", "parts": ["*.denik.example"]}"#;
    assert_eq!(eva.write("POST", "/api/v1/projects", body).status, 201);
    let all = eva.get("/search?q=bridge").text();
    assert!(all.contains("<b>3 documents</b>") && all.contains("secret.example"), "{all}");
    let text = eva.get("/search?q=bridge&project=1").text();
    assert!(text.contains("<b>2 documents</b>") && !text.contains("secret.example"), "{text}");
    assert!(text.contains("Project: Daily &#60;b&#62;") && !text.contains("Daily <b>"), "{text}");
    assert!(text.contains("name=\"project\" value=\"1\""), "{text}");
    assert!(text.contains("project=1"), "the links of facets stay within it: {text}");
    assert_eq!(search(&shelf, "q=bridge&project=1").status, 404);
}
