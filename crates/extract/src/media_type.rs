//! The value of a Content-Type header.

/// A media type without its parameters, in lower case, and the charset given with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MediaType {
    pub(crate) essence: Vec<u8>,
    pub(crate) charset: Option<Vec<u8>>,
}

impl MediaType {
    /// Parses a header value. A value that is not a media type gives an empty one.
    pub(crate) fn parse(value: &[u8]) -> MediaType {
        let mut parts = value.split(|&byte| byte == b';');
        let mut essence = parts.next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
        // Some servers send the header twice, joined by a comma.
        if let Some(comma) = memchr::memchr(b',', &essence) {
            essence.truncate(comma);
        }
        if memchr::memchr(b'/', &essence).is_none() {
            essence.clear();
        }
        let charset = parts.find_map(|part| {
            let equals = memchr::memchr(b'=', part)?;
            let (name, value) = (&part[..equals], &part[equals + 1..]);
            let quoted = |byte: &u8| matches!(byte, b'"' | b'\'') || byte.is_ascii_whitespace();
            let start = value.iter().position(|byte| !quoted(byte))?;
            let end = value.iter().rposition(|byte| !quoted(byte))?;
            let value = &value[start..=end];
            name.trim_ascii().eq_ignore_ascii_case(b"charset").then(|| value.to_vec())
        });
        MediaType { essence, charset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn essence_and_charset() {
        let check = |value: &str, essence: &str, charset: Option<&str>| {
            let found = MediaType::parse(value.as_bytes());
            assert_eq!(found.essence, essence.as_bytes(), "{value}");
            assert_eq!(found.charset.as_deref(), charset.map(str::as_bytes), "{value}");
        };
        check("text/html", "text/html", None);
        check(" Text/HTML ; a=b; Charset = \"UTF-8\" ", "text/html", Some("UTF-8"));
        check("text/html;charset=", "text/html", None);
        check("text/html;charset=''", "text/html", None);
        check("text/html, text/html", "text/html", None);
        check("html", "", None);
        check("", "", None);
        check(";charset=x", "", Some("x"));
    }
}
