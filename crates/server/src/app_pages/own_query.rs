//! Addresses of pages about archived addresses: `/captures/http://a.cz/?q=1&year=2019`.
//!
//! The query of such an address belongs to the archived one, but for pairs at its end that have names of ours. If the
//! archived query ends so itself, `&&` divides the two: `/captures/http://a.cz/?year=1&&year=2019`.

use stodola_app::cdx::form_encoded;

/// The parameter with the token of a result that is opened.
pub(crate) const VIA_RESULT: &str = "via-result";

/// The names of our own parameters.
const OWN: [&str; 10] =
    ["after", "colours", "day", "keys", "lang", "of-project", "prefix", VIA_RESULT, "view", "year"];

/// An address, divided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnQuery {
    /// The address without our own parameters.
    pub(crate) path: String,
    /// Our own parameters, as they were written.
    pairs: Vec<(String, String)>,
}

impl OwnQuery {
    /// Divides a path with its query.
    pub(crate) fn split(address: &str) -> OwnQuery {
        let Some((path, query)) = address.split_once('?') else {
            return OwnQuery { path: address.to_owned(), pairs: Vec::new() };
        };
        let guarded = query.rsplit_once("&&").filter(|(_, own)| own.split('&').all(is_own));
        let (theirs, own) = match guarded {
            Some(divided) => divided,
            None => {
                let pairs = query.split('&').rev();
                let own: usize =
                    pairs.take_while(|pair| is_own(pair)).map(|pair| pair.len() + 1).sum();
                let (theirs, own) =
                    query.split_at((query.len() + 1).saturating_sub(own).min(query.len()));
                (theirs.strip_suffix('&').unwrap_or(theirs), own)
            }
        };
        let path = match theirs {
            "" if guarded.is_none() && own.is_empty() => format!("{path}?"),
            "" => path.to_owned(),
            theirs => format!("{path}?{theirs}"),
        };
        let pairs = own.split('&').filter_map(|pair| pair.split_once('='));
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        OwnQuery { path, pairs }
    }

    /// The value of one of our parameters; `None` if it is not there or empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.pairs.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| &**value)
    }

    /// The same page with another value of a parameter.
    pub(crate) fn with(&self, name: &str, value: &str) -> String {
        let others = self.pairs.iter().filter(|(known, _)| known != name);
        let mut pairs: Vec<(&str, &str)> =
            others.map(|(name, value)| (&**name, &**value)).collect();
        pairs.push((name, value));
        own_link(&self.path, &pairs)
    }

    /// Our parameters alone, as a query.
    pub(crate) fn own(&self) -> String {
        let pairs = self.pairs.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("&")
    }
}

fn is_own(pair: &str) -> bool {
    pair.is_empty() || pair.split_once('=').is_some_and(|(name, _)| OWN.contains(&name))
}

/// A path with the query of an archived address, and parameters of ours behind it.
pub(crate) fn own_link(path: &str, pairs: &[(&str, &str)]) -> String {
    let query = path.split_once('?').map(|(_, query)| query);
    let is_like_ours = query.is_some_and(|query| query.rsplit('&').next().is_some_and(is_own));
    let mut link = path.to_owned();
    link.push_str(match query {
        None if pairs.is_empty() => "",
        None => "?",
        Some(_) if is_like_ours => "&&",
        Some(_) if pairs.is_empty() => "",
        Some(_) => "&",
    });
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    link.push_str(&pairs.join("&"));
    link
}

/// A value for [`own_link`] that may have any characters.
pub(crate) fn own_value(value: &str) -> String {
    form_encoded(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_divided_and_made_again() {
        for (path, pairs, written) in [
            ("/c/http://a.cz/", vec![], "/c/http://a.cz/"),
            ("/c/http://a.cz/", vec![("year", "2019")], "/c/http://a.cz/?year=2019"),
            ("/c/http://a.cz/?q=1", vec![], "/c/http://a.cz/?q=1"),
            ("/c/http://a.cz/?q=1", vec![("year", "2019")], "/c/http://a.cz/?q=1&year=2019"),
            ("/c/http://a.cz/?year=1", vec![], "/c/http://a.cz/?year=1&&"),
            ("/c/http://a.cz/?year=1", vec![("lang", "cs")], "/c/http://a.cz/?year=1&&lang=cs"),
            ("/c/http://a.cz/?a&&b=2", vec![("day", "3")], "/c/http://a.cz/?a&&b=2&day=3"),
            ("/c/http://a.cz/?", vec![], "/c/http://a.cz/?&&"),
        ] {
            assert_eq!(own_link(path, &pairs), written);
            let split = OwnQuery::split(written);
            let path = path.strip_suffix('?').unwrap_or(path);
            assert_eq!(split.path, path, "{written}");
            for (name, value) in pairs {
                assert_eq!(split.get(name), Some(value), "{written}");
            }
        }
        let split = OwnQuery::split("/c/x?year=2019&day=20190101&lang=cs");
        assert_eq!(split.with("lang", "en"), "/c/x?year=2019&day=20190101&lang=en");
        assert_eq!(split.own(), "year=2019&day=20190101&lang=cs");
    }
}
