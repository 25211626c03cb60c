//! Conditional requests ([RFC 9110], section 13): what the reader has already is not sent again.
//!
//! [RFC 9110]: https://www.rfc-editor.org/rfc/rfc9110#section-13

use axum::http::{HeaderMap, HeaderValue, header};
use stodola_app::memento::read_http_date;
use stodola_archive::Stamp;

/// The name of one version of a body: a strong validator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntityTag(String);

impl EntityTag {
    /// A tag of these words. Characters that a tag cannot have are left out.
    pub(crate) fn new(words: &[&str]) -> EntityTag {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        let words: Vec<String> =
            words.iter().map(|word| word.chars().filter(is_plain).collect()).collect();
        EntityTag(format!("\"{}\"", words.join("-")))
    }

    /// The tag as the value of a header.
    pub(crate) fn header(&self) -> HeaderValue {
        // It has only letters, digits and marks.
        HeaderValue::try_from(&self.0).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// Whether a list of tags has this one. Weak tags count as well if `is_weak_enough`.
    fn is_in(&self, list: &str, is_weak_enough: bool) -> bool {
        list.split(',').map(str::trim).any(|tag| {
            let strong = tag.strip_prefix("W/");
            tag == "*" || tag == self.0 || (is_weak_enough && strong == Some(&*self.0))
        })
    }
}

/// Whether the reader has this version already, so that 304 is the answer.
pub(crate) fn is_not_modified(
    headers: &HeaderMap,
    tag: &EntityTag,
    modified: Option<Stamp>,
) -> bool {
    let mut tags = headers.get_all(header::IF_NONE_MATCH).into_iter().peekable();
    if tags.peek().is_some() {
        return tags.any(|value| value.to_str().is_ok_and(|list| tag.is_in(list, true)));
    }
    let since = headers.get(header::IF_MODIFIED_SINCE).and_then(|value| value.to_str().ok());
    match (since.and_then(read_http_date), modified) {
        (Some(since), Some(modified)) => modified <= since,
        _ => false,
    }
}

impl EntityTag {
    /// Whether a range may be answered: there is no `If-Range`, or it names this version.
    pub(crate) fn allows_range(&self, headers: &HeaderMap, modified: Option<Stamp>) -> bool {
        let Some(value) = headers.get(header::IF_RANGE) else { return true };
        let Ok(value) = value.to_str() else { return false };
        match value.trim().starts_with(['"', 'W']) && value.contains('"') {
            true => self.is_in(value, false),
            false => read_http_date(value).is_some_and(|date| Some(date) == modified),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        [(name, value.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn what_the_reader_has_is_not_sent_again() {
        let tag = EntityTag::new(&["sha1:ABC", "1"]);
        assert_eq!(tag.header(), "\"sha1:ABC-1\"");
        let modified = Stamp::parse("20140126200624");
        for (name, value, expected) in [
            (header::IF_NONE_MATCH, "\"sha1:ABC-1\"", true),
            (header::IF_NONE_MATCH, "\"x\", W/\"sha1:ABC-1\"", true),
            (header::IF_NONE_MATCH, "*", true),
            (header::IF_NONE_MATCH, "\"x\"", false),
            (header::IF_MODIFIED_SINCE, "Sun, 26 Jan 2014 20:06:24 GMT", true),
            (header::IF_MODIFIED_SINCE, "Sun, 26 Jan 2014 20:06:23 GMT", false),
            (header::IF_MODIFIED_SINCE, "yesterday", false),
        ] {
            let is_fresh = is_not_modified(&headers(name, value), &tag, modified);
            assert_eq!(is_fresh, expected, "{value}");
        }
        assert!(!is_not_modified(&HeaderMap::new(), &tag, modified));
    }

    #[test]
    fn a_range_of_another_version_is_not_answered() {
        let tag = EntityTag::new(&["a"]);
        let modified = Stamp::parse("20140126200624");
        for (value, expected) in [
            ("\"a\"", true),
            ("W/\"a\"", false),
            ("\"b\"", false),
            ("Sun, 26 Jan 2014 20:06:24 GMT", true),
            ("Sun, 26 Jan 2014 20:06:25 GMT", false),
            ("x", false),
        ] {
            let allowed = tag.allows_range(&headers(header::IF_RANGE, value), modified);
            assert_eq!(allowed, expected, "{value}");
        }
    }
}
