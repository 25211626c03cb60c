//! Titles and languages of pages, for the catalogue: what `<title>`, `<html lang>` and Content-Language say.
//!
//! The beginning of a page is decoded in the charset that the extraction of links sees in it, and looked
//! through once; `body` ends the search. Nothing is guessed.

use encoding_rs::Encoding;
use std::sync::Arc;
use stodola_archive::{Describe, Description, Page};
use stodola_extract::{Input, Options, Type, extract};

/// No title is longer, in characters.
const TITLE_MAX: usize = 500;
/// No tag of a language is longer: so the registry of languages has it.
const LANGUAGE_MAX: usize = 35;

/// Who tells titles and languages of pages that are put into a catalogue.
pub(crate) fn describer() -> Arc<dyn Describe> {
    Arc::new(Titles)
}

struct Titles;

impl Describe for Titles {
    fn describe(&self, page: &Page<'_>) -> Description {
        let header = |name: &str| {
            let mut found =
                page.headers.iter().filter(|it| it.0.eq_ignore_ascii_case(name.as_bytes()));
            found.next().map(|(_, value)| *value)
        };
        // The codings that other headers may speak of are gone.
        let content_type = header("Content-Type").unwrap_or_default();
        let headers = [(&b"Content-Type"[..], content_type)];
        let input = Input { headers: &headers, ..Input::new(page.uri) };
        let options = Options { max_links: 0, ..Options::default() };
        let summary = extract(&input, page.body, &options, &mut |_| {});
        if !matches!(summary.document, Type::Html | Type::Xhtml) {
            return Description::default();
        }
        let charset = summary.charset.and_then(|it| Encoding::for_label(it.name().as_bytes()));
        let (text, ..) = charset.unwrap_or(encoding_rs::UTF_8).decode(page.body);
        let Description { title, language } = read(&text);
        let declared = || {
            let value = std::str::from_utf8(header("Content-Language")?).ok()?;
            tag_of(value.split(',').next()?)
        };
        Description { title, language: language.or_else(declared) }
    }
}

/// Looks through the beginning of a page, tag by tag.
fn read(text: &str) -> Description {
    let mut description = Description::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            let Some(end) = comment.find("-->") else { break };
            rest = &comment[end..];
            continue;
        }
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(name);
        rest = behind;
        let tag = behind.split('>').next().unwrap_or_default();
        match &*name.to_ascii_lowercase() {
            "html" => {
                let value = attribute(tag, "lang").or_else(|| attribute(tag, "xml:lang"));
                description.language = value.and_then(tag_of);
            }
            "title" => {
                let content = behind.get(tag.len() + 1..).unwrap_or_default();
                let end = end_tag(content, "title").unwrap_or(content.len());
                description.title = title_of(&content[..end]);
                break;
            }
            "body" | "svg" => break,
            name @ ("script" | "style" | "noscript" | "template") => {
                let Some(end) = end_tag(behind, name) else { break };
                rest = &behind[end..];
            }
            _ => {}
        }
    }
    description
}

/// Where the end tag of that name begins.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</").map(|(at, _)| at).find(|at| {
        let found = text.as_bytes().get(at + 2..at + 2 + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    })
}

/// The value of an attribute in the inside of a tag.
fn attribute<'a>(tag: &'a str, wanted: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let first = rest.chars().next()?;
        let is_end = |c: char| c.is_ascii_whitespace() || c == '=' || c == '/';
        // A name may begin with `=`, so that at least one character is always taken.
        let end = rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8());
        let (name, behind) = rest.split_at(end);
        rest = behind.trim_start();
        let mut value = "";
        if let Some(behind) = rest.strip_prefix('=') {
            let behind = behind.trim_start();
            let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''));
            (value, rest) = match quote {
                Some(quote) => behind[1..].split_once(quote).unwrap_or((&behind[1..], "")),
                None => behind
                    .split_at(behind.find(|c: char| c.is_whitespace()).unwrap_or(behind.len())),
            };
        }
        if name.eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
    }
}

/// The tag of a language, in small letters, if it can be one: `cs`, `en-gb`.
fn tag_of(value: &str) -> Option<String> {
    let tag = value.trim().replace('_', "-").to_ascii_lowercase();
    let is_one = (2..=LANGUAGE_MAX).contains(&tag.len())
        && tag.starts_with(|c: char| c.is_ascii_alphabetic())
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_one.then_some(tag)
}

/// A title as a browser shows it: references to characters resolved, white space made one space.
fn title_of(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, behind) = rest.split_at(at);
        plain.push_str(before);
        match behind[1..].split_once(';').and_then(|(name, tail)| Some((character(name)?, tail))) {
            Some((character, tail)) => {
                plain.push(character);
                rest = tail;
            }
            None => {
                plain.push('&');
                rest = &behind[1..];
            }
        }
    }
    plain.push_str(rest);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let title: String =
        words.join(" ").chars().filter(|c| !c.is_control()).take(TITLE_MAX).collect();
    Some(title).filter(|title| !title.is_empty())
}

/// The character that a reference names: those that titles really have, and all numbers.
fn character(name: &str) -> Option<char> {
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        "ndash" => Some('–'),
        "mdash" => Some('—'),
        "raquo" => Some('»'),
        "laquo" => Some('«'),
        "copy" => Some('©'),
        _ => char::from_u32(number?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_languages_are_those_of_the_page() {
        let check = |headers: &[(&str, &str)], body: &[u8], title: &str, language: &str| {
            let headers: Vec<_> =
                headers.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect();
            let page = Page { uri: b"http://example.cz/", headers: &headers, body };
            let found = describer().describe(&page);
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
        let describe = |body: &[u8]| {
            describer().describe(&Page { uri: b"http://example.cz/", headers: &headers, body })
        };
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
