//! Titles and languages of pages, for the catalogue: what the page itself and Content-Language declare. Nothing is
//! guessed.

use stodola_archive::Description;
use stodola_extract::{DocumentSummary, ExtractOptions, Input, PageText, Type, extract_page};

/// Maximum number of bytes of a page that are read, decoded.
pub(crate) const BODY_MAX: usize = 64 << 10;
/// Maximum number of bytes of a page that are read, as stored: chunks and headers take room too.
pub(crate) const STORED_MAX: usize = BODY_MAX + (16 << 10);
/// Maximum length of a title in characters.
const TITLE_MAX: usize = 500;
/// Maximum length of a language tag in characters, by the registry of languages.
const LANGUAGE_MAX: usize = 35;

/// Whether a value of Content-Type is that of an HTML page.
pub(crate) fn is_html(content_type: &[u8]) -> bool {
    let media_type = stodola_warc::http::media_type(content_type);
    let known: [&[u8]; 2] = [b"text/html", b"application/xhtml+xml"];
    known.iter().any(|known| media_type.eq_ignore_ascii_case(known))
}

/// Returns title and language from the beginning of a page, without codings. `headers` are those of the answer.
pub(crate) fn describe(uri: &[u8], headers: &[(&[u8], &[u8])], body: &[u8]) -> Description {
    // Codings that other headers declare were removed.
    let content_type = header(headers, "Content-Type").unwrap_or_default();
    let only_type = [(&b"Content-Type"[..], content_type)];
    let input = Input { headers: &only_type, ..Input::new(uri) };
    // A limit on links would end the search at a style sheet that stands before the title.
    let options = ExtractOptions { max_text: 0, ..ExtractOptions::default() };
    let mut text = PageText::default();
    let summary = extract_page(&input, body, &options, &mut |_| {}, &mut text);
    description_of(headers, &summary, &text)
}

/// Returns title and language of a page that was read.
pub(crate) fn description_of(
    headers: &[(&[u8], &[u8])],
    summary: &DocumentSummary,
    text: &PageText,
) -> Description {
    if !matches!(summary.document, Type::Html | Type::Xhtml) {
        return Description::default();
    }
    let declared = header(headers, "Content-Language").and_then(|it| std::str::from_utf8(it).ok());
    let languages = text.languages.iter().map(String::as_str).chain(declared);
    let language = languages.filter_map(|it| it.split(',').next()).find_map(tag_of);
    Description { title: text.title.as_deref().and_then(title_of), language }
}

fn header<'h>(headers: &[(&'h [u8], &'h [u8])], name: &str) -> Option<&'h [u8]> {
    let mut found = headers.iter().filter(|it| it.0.eq_ignore_ascii_case(name.as_bytes()));
    found.next().map(|(_, value)| *value)
}

/// Returns the tag of a language in lower case (`cs`, `en-gb`); `None` if the value is not a tag.
fn tag_of(value: &str) -> Option<String> {
    let tag = value.trim().replace('_', "-").to_ascii_lowercase();
    let is_one = (2..=LANGUAGE_MAX).contains(&tag.len())
        && tag.starts_with(|c: char| c.is_ascii_alphabetic())
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_one.then_some(tag)
}

/// Returns a title that fits in one line; `None` if nothing is left.
fn title_of(title: &str) -> Option<String> {
    let title: String = title.chars().filter(|c| !c.is_control()).take(TITLE_MAX).collect();
    Some(title).filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_languages_are_those_of_the_page() {
        let check = |headers: &[(&str, &str)], body: &[u8], title: &str, language: &str| {
            let headers: Vec<_> =
                headers.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect();
            let found = describe(b"http://example.cz/", &headers, body);
            let told = (found.title.unwrap_or_default(), found.language.unwrap_or_default());
            let shown = String::from_utf8_lossy(body);
            assert_eq!(told, (title.to_owned(), language.to_owned()), "{shown}");
        };
        let html = [("content-type", "text/html; charset=windows-1250")];
        check(&html, b"<HTML LANG=cs-CZ><Title >\n \xe8l\xe1nek \n x</TITLE>", "článek x", "cs-cz");
        let plain = [("Content-Type", "text/html")];
        check(
            &plain,
            "<meta charset=utf-8><title>Můj &amp; &#x17d;&#382; &co; web".as_bytes(),
            "Můj & Žž &co; web",
            "",
        );
        check(
            &plain,
            b"<!doctype html><html xml:lang='de_AT' class=a><title></title>",
            "",
            "de-at",
        );
        let english = [("Content-Type", "text/html"), ("Content-Language", "en, cs")];
        check(&english, b"<html lang=''><title>x</title>", "x", "en");
        check(&english, b"<html lang='sk'><title>x</title>", "x", "sk");
        let hidden =
            "<script>'<title>no</title>'</script><!-- <title>no</title> --><title>yes</title>";
        check(&plain, hidden.as_bytes(), "yes", "");
        let late =
            "<html lang=cs><link rel=stylesheet href=a.css><base href=/b/><title>late</title>";
        check(&plain, late.as_bytes(), "late", "cs");
        check(&plain, b"<meta http-equiv=content-language content='pl, cs'>", "", "pl");
        check(&plain, b"<html><body><svg><title>picture</title>", "", "");
        check(&[("Content-Type", "image/png")], b"\x89PNG\r\n\x1a\n<title>x</title>", "", "");
        for odd in [
            "<title",
            "<html lang",
            "<html lang=",
            "<html lang='",
            "<html =>",
            "<",
            "<!--",
            "<title>&#",
            "<script",
        ] {
            check(&plain, odd.as_bytes(), if odd.contains('&') { "&#" } else { "" }, "");
        }
    }

    #[test]
    fn page_may_end_anywhere_and_be_anything() {
        let page = "<!-- ž --><html lang='cs' a=\"ř\" =b><script>x</SCRIPT ><title a>ž&#x17e;&amp;š</title>";
        let headers = [(&b"Content-Type"[..], &b"text/html; charset=utf-8"[..])];
        let describe = |body: &[u8]| super::describe(b"http://example.cz/", &headers, body);
        let whole = describe(page.as_bytes());
        assert_eq!(whole.title.as_deref(), Some("žž&š"));
        for end in 0..page.len() {
            let cut = describe(&page.as_bytes()[..end]);
            assert!(cut.language.is_none() || cut.language == whole.language, "{end}");
            // Each byte in turn is one that means something elsewhere.
            for byte in *b"<>'\"=&;/!\xff\0" {
                let mut changed = page.as_bytes().to_vec();
                changed[end] = byte;
                describe(&changed);
            }
        }
    }
}
