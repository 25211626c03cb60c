//! What a page says of its licence, and where it says so.

use super::known::Licence;
use super::markup::{Piece, each_piece};
use crate::document::DocumentLink;
use serde_json::Value;

/// No more licences of a page are kept.
const LICENCES_MAX: usize = 16;
/// No more of a text is kept, in characters.
const TEXT_MAX: usize = 300;
/// Values in JSON-LD deeper than this are not looked at.
const DEPTH_MAX: usize = 32;

/// A licence that a page names, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLicence {
    /// The licence.
    pub licence: Licence,
    /// Where the page says so.
    pub evidence: LicenceEvidence,
}

/// Where a page names a licence, the strongest evidence first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LicenceEvidence {
    /// A link with `rel=license`: the element, or `Link` for the HTTP header.
    Relation(String),
    /// JSON-LD: the property.
    JsonLd(String),
    /// A `meta` element: its name and the beginning of its content.
    Meta(String, String),
    /// A plain link to a known licence: its text. The page may only speak of it.
    Link(String),
}

impl LicenceEvidence {
    /// The kind in one word, and the words of the page.
    pub fn parts(&self) -> (&'static str, String) {
        match self {
            LicenceEvidence::Relation(element) => ("relation", element.clone()),
            LicenceEvidence::JsonLd(property) => ("json-ld", property.clone()),
            LicenceEvidence::Meta(name, content) => ("meta", format!("{name}: {content}")),
            LicenceEvidence::Link(text) => ("link", text.clone()),
        }
    }
}

/// Whether there is any need to look closer.
pub(super) fn may_name_a_licence(markup: &[u8]) -> bool {
    [&b"licen"[..], b"rights", b"creativecommons"]
        .iter()
        .any(|word| markup.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word)))
}

/// The licences that a page names: by links with `rel=license`, by JSON-LD, by `meta` elements (`dc.rights` and the
/// like), by plain links to known licences. Each licence once, with its strongest evidence, at most sixteen.
///
/// `links` are those of the page as `extract` finds them, `markup` is the page, decoded, or its beginning.
pub fn licences_of(links: &[DocumentLink], markup: &[u8]) -> Vec<PageLicence> {
    let mut found = Vec::new();
    for link in links {
        let uri = String::from_utf8_lossy(&link.uri);
        let is_licence = link.rel.as_deref().is_some_and(|rel| {
            let names = [&b"license"[..], b"licence", b"cc:license"];
            rel.split(u8::is_ascii_whitespace)
                .any(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
        });
        if is_licence {
            let element = link.element.clone().unwrap_or_else(|| "Link".to_owned());
            let evidence = LicenceEvidence::Relation(element);
            found.push(PageLicence { licence: Licence::at(&uri), evidence });
        } else if link.element.as_deref() == Some("a")
            && let Some(licence) = Licence::known_at(&uri)
        {
            let text = shortened(link.text.as_deref().unwrap_or_default());
            found.push(PageLicence { licence, evidence: LicenceEvidence::Link(text) });
        }
    }
    each_piece(markup, &mut |piece| match piece {
        Piece::Meta { name, content } => found.extend(of_meta(&name, &content)),
        Piece::JsonLd(text) => {
            if let Ok(value) = serde_json::from_slice::<Value>(text) {
                of_json(&value, 0, &mut found);
            }
        }
    });
    found.sort_by(|a, b| a.evidence.cmp(&b.evidence));
    let mut kept: Vec<PageLicence> = Vec::new();
    for licence in found {
        let is_known = kept.iter().any(|it| is_same(&it.licence, &licence.licence));
        if !is_known && kept.len() < LICENCES_MAX {
            kept.push(licence);
        }
    }
    kept
}

/// Spellings of one address have the same name; what has no name is told apart by its address.
fn is_same(a: &Licence, b: &Licence) -> bool {
    match (&a.name, &b.name) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.uri == b.uri,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// What a `meta` element says of rights.
fn of_meta(name: &str, content: &str) -> Option<PageLicence> {
    const NAMES: &[&str] = &[
        "dc.rights",
        "dc:rights",
        "dc.rights.license",
        "dc.license",
        "dcterms.rights",
        "dcterms.license",
        "dcterms:license",
        "license",
        "licence",
        "rights",
        "og:license",
    ];
    let lower = name.trim().to_ascii_lowercase();
    NAMES.contains(&lower.as_str()).then_some(())?;
    let content = content.trim();
    let is_uri = content.starts_with("http://") || content.starts_with("https://");
    let licence = match Licence::in_words(content) {
        Some(licence) => licence,
        None if is_uri && !content.contains(char::is_whitespace) => Licence::at(content),
        // Words of which no licence is known, such as "all rights reserved".
        None => return None,
    };
    Some(PageLicence { licence, evidence: LicenceEvidence::Meta(lower, shortened(content)) })
}

/// Looks for `license` in JSON-LD.
fn of_json(value: &Value, depth: usize, found: &mut Vec<PageLicence>) {
    if depth > DEPTH_MAX || found.len() > LICENCES_MAX * 4 {
        return;
    }
    match value {
        Value::Array(values) => values.iter().for_each(|it| of_json(it, depth + 1, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                let property = name.rsplit(['/', ':']).next().unwrap_or(name);
                if property.eq_ignore_ascii_case("license") {
                    let evidence = || LicenceEvidence::JsonLd(shortened(name));
                    found.extend(uris_of(value).into_iter().filter_map(|text| {
                        let is_uri = text.starts_with("http://") || text.starts_with("https://");
                        let licence = match is_uri {
                            true => Licence::at(text),
                            false => Licence::in_words(text)?,
                        };
                        Some(PageLicence { licence, evidence: evidence() })
                    }));
                } else {
                    of_json(value, depth + 1, found);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The texts that a property has: itself, the parts of a list, the address or name of an object.
fn uris_of(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text.trim()],
        Value::Array(values) => values.iter().take(LICENCES_MAX).filter_map(text_of).collect(),
        other => text_of(other).into_iter().collect(),
    }
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text.trim()),
        Value::Object(fields) => {
            let text = ["@id", "url", "name"].iter().find_map(|name| fields.get(*name)?.as_str());
            text.map(str::trim)
        }
        _ => None,
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(TEXT_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::{PageLicence, licences_of, may_name_a_licence};
    use crate::document::DocumentLink;
    use stodola_extract::LinkKind;

    fn link(uri: &str, element: &str, rel: &str, text: &str) -> DocumentLink {
        DocumentLink {
            uri: uri.as_bytes().to_vec(),
            kind: LinkKind::Navigation,
            element: Some(element.to_owned()),
            attribute: Some("href".to_owned()),
            rel: Some(rel.as_bytes().to_vec()),
            nofollow: false,
            text: Some(text.to_owned()),
            fragment: None,
            block: None,
        }
    }

    fn told(licence: &PageLicence) -> String {
        let (kind, words) = licence.evidence.parts();
        format!("{} | {kind} | {words}", licence.licence)
    }

    #[test]
    fn licences_are_found_where_pages_say_them() {
        const BY: &str = "https://creativecommons.org/licenses/by/4.0/";
        let by = |evidence: &str| vec![format!("CC BY 4.0 ({BY}) | {evidence}")];
        let cases: Vec<(&str, Vec<DocumentLink>, String, Vec<String>)> = vec![
            ("nothing", vec![], "<p>no licence</p>".into(), vec![]),
            ("rel", vec![link(BY, "a", "nofollow LICENSE", "x")], "".into(), by("relation | a")),
            ("link", vec![link(BY, "a", "", "CC BY")], "".into(), by("link | CC BY")),
            ("stylesheet", vec![link(BY, "link", "stylesheet", "")], "".into(), vec![]),
            (
                "own",
                vec![link("http://a.cz/terms", "link", "license", "")],
                "".into(),
                vec!["http://a.cz/terms | relation | link".into()],
            ),
            (
                "meta",
                vec![],
                format!("<META content='{BY}' name=DC.Rights>"),
                by(&format!("meta | dc.rights: {BY}")),
            ),
            (
                "meta words",
                vec![],
                "<meta name=\"dcterms.license\" content=\"Text: CC BY-SA 3.0 &amp; others\"/>"
                    .into(),
                vec!["CC BY-SA 3.0 | meta | dcterms.license: Text: CC BY-SA 3.0 & others".into()],
            ),
            (
                "reserved",
                vec![],
                "<meta name=dc.rights content='all rights reserved'>".into(),
                vec![],
            ),
            ("comment", vec![], format!("<!-- <meta name=license content={BY}> -->"), vec![]),
            (
                "json",
                vec![],
                format!(
                    "<script type='application/ld+json'>{{\"@graph\": [{{\"license\": \"{BY}\"}}]}}</script>"
                ),
                by("json-ld | license"),
            ),
            (
                "json object",
                vec![],
                format!(
                    "<SCRIPT TYPE=application/ld+json>{{\"schema:license\": [{{\"@id\": \"{BY}\"}}]}}</SCRIPT>"
                ),
                by("json-ld | schema:license"),
            ),
            (
                "json broken",
                vec![],
                "<script type='application/ld+json'>{\"license\": </script>".into(),
                vec![],
            ),
            (
                "once, by the strongest evidence",
                vec![
                    link(BY, "a", "", "text"),
                    link(&BY.replace("https", "http"), "a", "license", ""),
                ],
                format!("<meta name=license content={BY}>"),
                vec![
                    "CC BY 4.0 (http://creativecommons.org/licenses/by/4.0/) | relation | a".into(),
                ],
            ),
        ];
        for (name, links, markup, expected) in cases {
            let found: Vec<String> =
                licences_of(&links, markup.as_bytes()).iter().map(told).collect();
            assert_eq!(found, expected, "{name}");
            if !markup.is_empty() && !expected.is_empty() {
                assert!(may_name_a_licence(markup.as_bytes()), "{name}");
            }
        }
    }

    #[test]
    fn markup_of_any_kind_is_read_to_its_end() {
        let pieces = [
            "<meta", " name", "=", "\"", "'", "license", " content", ">", "<script", "<!--", "-->",
            "/", " ", "ld+json", "{", "\u{fffd}",
        ];
        let mut state = 1_u64;
        for _ in 0..5000 {
            let mut markup = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                markup.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            licences_of(&[], markup.as_bytes());
        }
        let deep = "[".repeat(100_000);
        licences_of(&[], format!("<script type=ld+json>{deep}").as_bytes());
    }
}
