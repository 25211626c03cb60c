//! The two origins: the pages and API on one, archived content on the other, so that archived scripts can never act on
//! the pages.

/// Scheme, host and port under which something is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// `http://127.0.0.1:8081`, without a slash at the end.
    text: String,
    /// Where the host begins in it.
    host_at: usize,
}

/// Both origins of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OriginPair {
    /// The pages and the API.
    pub(crate) app: Origin,
    /// Archived content.
    pub(crate) replay: Origin,
}

impl Origin {
    /// Reads an origin; a slash at the end is allowed, a path is not.
    pub(crate) fn parse(url: &str) -> Option<Origin> {
        let text = url.strip_suffix('/').unwrap_or(url).to_ascii_lowercase();
        let host_at = text.find("://").map(|at| at + 3)?;
        let default_port = match &text[..host_at] {
            "http://" => ":80",
            "https://" => ":443",
            _ => return None,
        };
        let authority = &text[host_at..];
        let is_plain =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_');
        if authority.is_empty() || !authority.chars().all(is_plain) {
            return None;
        }
        let text = text.strip_suffix(default_port).map(str::to_owned).unwrap_or(text);
        let origin = Origin { text, host_at };
        (!origin.host().is_empty()).then_some(origin)
    }

    /// The origin as text, without a slash at the end.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Host and port as the header `Host` has them.
    fn authority(&self) -> &str {
        &self.text[self.host_at..]
    }

    /// The host without its port.
    pub(crate) fn host(&self) -> &str {
        let authority = self.authority();
        match (authority.rfind(':'), authority.rfind(']')) {
            (Some(colon), Some(bracket)) if colon < bracket => authority,
            (Some(colon), _) => &authority[..colon],
            (None, _) => authority,
        }
    }

    /// Whether a `Host` header names this origin.
    pub(crate) fn is_named_by(&self, host: &str) -> bool {
        let default_port = if self.text.starts_with("https:") { ":443" } else { ":80" };
        let host = host.strip_suffix(default_port).unwrap_or(host);
        host.eq_ignore_ascii_case(self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn host_headers_name_an_origin_or_not() {
        for (origin, host, is_named) in [
            ("http://localhost:8080", "localhost:8080", true),
            ("http://localhost:8080", "LOCALHOST:8080", true),
            ("http://localhost:8080", "localhost", false),
            ("http://localhost:8080", "127.0.0.1:8080", false),
            ("https://a.cz", "a.cz", true),
            ("https://a.cz", "a.cz:443", true),
            ("https://a.cz:443", "a.cz", true),
            ("https://a.cz", "a.cz.evil.example", false),
            ("https://a.cz", "", false),
            ("http://[::1]:8080", "[::1]:8080", true),
        ] {
            let origin = Origin::parse(origin).unwrap();
            assert_eq!(origin.is_named_by(host), is_named, "{origin:?} {host}");
        }
        assert_eq!(Origin::parse("http://[::1]:8080").unwrap().host(), "[::1]");
        assert_eq!(Origin::parse("http://[::1]").unwrap().host(), "[::1]");
    }
}
