//! Names of places in a page, and the page's links to them.

use stodola_extract::{ExtractOptions, FragmentList, Input, PageText, extract_page};

fn fragments(mime: &str, page: &str, max_fragments: usize) -> PageText {
    let headers = [(&b"Content-Type"[..], mime.as_bytes())];
    let input = Input { headers: &headers, ..Input::new(b"http://a/b") };
    let options = ExtractOptions { max_fragments, ..ExtractOptions::default() };
    let mut text = PageText::default();
    extract_page(&input, page.as_bytes(), &options, &mut |_| {}, &mut text);
    text
}

fn names(list: &FragmentList) -> String {
    list.iter().map(|it| String::from_utf8_lossy(it)).collect::<Vec<_>>().join(" ")
}

#[test]
fn names_of_places_and_links_to_them_are_given() {
    let page = "<body ID=Top><p id='a&amp;b' class=x><a name=n href='#n'>x</a><a id=i name=j></a>\
                <a href=' #ž '></a><a href='#'></a><a href='b#other'></a><h2 id=''>\
                <input name=no><script id=s>'<p id=no>'</script><!-- <p id=no> --><p id=x id=no>";
    let text = fragments("text/html; charset=utf-8", page, 100);
    assert_eq!(names(&text.ids), "Top a&b n i j s x");
    assert_eq!(names(&text.own_fragments), "n ž");
    assert!(!text.ids.is_cut());
    let xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><p id='a&amp;b'/><a name='n'/></html>";
    assert_eq!(names(&fragments("application/xhtml+xml", xhtml, 100).ids), "a&b n");
    assert_eq!(fragments("text/html", page, 0).ids, FragmentList::default());
}

#[test]
fn names_are_bounded() {
    let many = "<p id=x>".repeat(1000);
    let text = fragments("text/html", &many, 10);
    assert_eq!((text.ids.iter().len(), text.ids.is_cut()), (10, true));
    let long = format!("<p id={}><p id=y>", "x".repeat(5000));
    let text = fragments("text/html", &long, 10);
    assert_eq!((names(&text.ids).as_str(), text.ids.is_cut()), ("y", true));
}
