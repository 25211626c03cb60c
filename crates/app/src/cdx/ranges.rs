//! From a URL and a match type to ranges of keys in the catalogue.

use super::CdxError;
use super::params::{QueryParams, short};
use stodola_archive::{KeyRange, key_of};

/// Which captures belong to a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchType {
    /// Those of the URL itself.
    Exact,
    /// Those whose key begins like that of the URL.
    Prefix,
    /// Those of the host.
    Host,
    /// Those of the host and of all hosts below it.
    Domain,
    /// Those whose key is that of the URL or stands behind it.
    Range,
}

/// What is asked for, as ranges in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) ranges: Vec<KeyRange>,
    /// The one key, if it is only one.
    pub(super) key: Option<Vec<u8>>,
    /// The URL without the asterisks.
    pub(super) url: String,
}

impl Wanted {
    pub(super) fn read(params: &QueryParams) -> Result<Wanted, CdxError> {
        if let (Some(key), None) = (params.get("urlkey"), params.get("url")) {
            return Ok(Wanted::of(key.as_bytes().to_vec(), key, match_type(params)?));
        }
        let url = params.get("url").ok_or(CdxError::NoUrl)?;
        let declared = match_type(params)?;
        // The asterisks say it more briefly; a declared type wins, and the asterisk is part of the URL then.
        let (url, kind) = match declared {
            Some(kind) => (url, Some(kind)),
            None if url == "*" => return Ok(Wanted::everything()),
            None => match (url.strip_prefix("*."), url.strip_suffix('*')) {
                (Some(domain), _) => (domain.trim_end_matches('*'), Some(MatchType::Domain)),
                (None, Some(prefix)) => (prefix, Some(MatchType::Prefix)),
                (None, None) => (url, None),
            },
        };
        if url.is_empty() {
            return Err(CdxError::NoUrl);
        }
        Ok(Wanted::of(key_of(url.as_bytes()), url, kind))
    }

    fn everything() -> Wanted {
        Wanted { ranges: vec![KeyRange::of_prefix(b"")], key: None, url: "*".to_owned() }
    }

    fn of(key: Vec<u8>, url: &str, kind: Option<MatchType>) -> Wanted {
        let host_end = key.iter().position(|&byte| byte == b')').unwrap_or(key.len());
        let host = &key[..host_end];
        let with = |last: &[u8]| KeyRange::of_prefix(&[host, last].concat());
        let ranges = match kind.unwrap_or(MatchType::Exact) {
            MatchType::Exact => vec![KeyRange::of_key(&key)],
            // The slash at the end of a folder is not part of its key.
            MatchType::Prefix if url.ends_with('/') && !key.ends_with(b"/") => {
                vec![KeyRange::of_prefix(&[&key[..], b"/"].concat())]
            }
            MatchType::Prefix => vec![KeyRange::of_prefix(&key)],
            MatchType::Host => vec![with(b")")],
            // The host itself, those below it, and the host with another port; not `cz,example2)`.
            MatchType::Domain => vec![with(b")"), with(b","), with(b":")],
            MatchType::Range => vec![KeyRange { end: None, ..KeyRange::of_prefix(&key) }],
        };
        let is_exact = matches!(kind, None | Some(MatchType::Exact));
        Wanted { ranges, key: is_exact.then_some(key), url: url.to_owned() }
    }
}

fn match_type(params: &QueryParams) -> Result<Option<MatchType>, CdxError> {
    Ok(Some(match params.get("matchType") {
        None | Some("default") => return Ok(None),
        Some("exact") => MatchType::Exact,
        Some("prefix") => MatchType::Prefix,
        Some("host") => MatchType::Host,
        Some("domain") => MatchType::Domain,
        Some("range") => MatchType::Range,
        Some(other) => {
            let problem =
                format!("'{}' is none of exact, prefix, host, domain, range", short(other));
            return Err(CdxError::parameter("matchType", problem));
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asterisks_and_match_types_say_the_same() {
        let read = |query: &str| Wanted::read(&QueryParams::parse(query).unwrap()).unwrap();
        for (short, long) in [
            ("url=*.a.cz", "url=a.cz&matchType=domain"),
            ("url=a.cz/x*", "url=a.cz/x&matchType=prefix"),
            ("url=a.cz/x/*", "url=a.cz/x/&matchType=prefix"),
            ("url=http://a.cz/", "url=a.cz&matchType=exact"),
            ("urlkey=cz,a)/", "url=a.cz"),
        ] {
            assert_eq!(read(short).ranges, read(long).ranges, "{short}");
        }
        assert_eq!(read("url=a.cz").key.as_deref(), Some(&b"cz,a)/"[..]));
        assert_eq!(read("url=a.cz*").key, None);
        let starts = |query: &str| -> Vec<String> {
            let text = |range: &KeyRange| String::from_utf8_lossy(&range.start.surt).into_owned();
            read(query).ranges.iter().map(text).collect()
        };
        assert_eq!(starts("url=a.cz/x/&matchType=prefix"), ["cz,a)/x/"]);
        assert_eq!(starts("url=a.cz/x&matchType=host"), ["cz,a)"]);
        assert_eq!(starts("url=a.cz&matchType=domain"), ["cz,a)", "cz,a,", "cz,a:"]);
    }

    #[test]
    fn no_url_is_an_error() {
        for query in ["", "url=", "url=&matchType=host", "matchType=exact"] {
            let params = QueryParams::parse(query).unwrap();
            assert!(matches!(Wanted::read(&params), Err(CdxError::NoUrl)), "{query}");
        }
        let params = QueryParams::parse("url=a&matchType=all").unwrap();
        assert!(matches!(Wanted::read(&params), Err(CdxError::Parameter { .. })));
    }
}
