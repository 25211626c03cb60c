//! Parses the header of a request.

use crate::answer::SimRequest;

/// Maximum length of a request header in bytes; the longest address of the web has twenty thousand bytes.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// A request with its address, as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) request: SimRequest,
    pub(crate) host: String,
    pub(crate) target: String,
    /// Whether this is HTTP/1.0, where connections are closed unless the client asks otherwise.
    pub(crate) is_1_0: bool,
}

impl Head {
    /// Returns the offset of the end of the header in `bytes`; `None` if it is not complete.
    pub(crate) fn end(bytes: &[u8], searched: usize) -> Option<usize> {
        let from = searched.saturating_sub(3);
        let end = bytes[from..].windows(4).position(|window| window == b"\r\n\r\n")?;
        Some(from + end + 4)
    }

    /// Parses a header; `None` if it is not a request.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Head> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split("\r\n");
        let mut words = lines.next()?.splitn(3, ' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if method.is_empty() || !version.starts_with("HTTP/1.") {
            return None;
        }
        let mut headers = Vec::with_capacity(8);
        for line in lines.filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':')?;
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let request = SimRequest { method: method.to_owned(), headers, attempt: 0 };
        // Requests to a proxy have the absolute URI.
        let (host, target) = match target.strip_prefix("http://") {
            Some(rest) => {
                let path = rest.find(['/', '?']).unwrap_or(rest.len());
                (&rest[..path], if path == rest.len() { "/" } else { &rest[path..] })
            }
            None => (request.header("Host").unwrap_or(""), target),
        };
        let host = host.split(':').next().unwrap_or(host).to_ascii_lowercase();
        let target = target.to_owned();
        Some(Head { host, target, is_1_0: version == "HTTP/1.0", request })
    }

    /// Whether the client wants to keep the connection open.
    pub(crate) fn keeps_alive(&self) -> bool {
        if self.is_1_0 {
            self.request.lists("Connection", "keep-alive")
        } else {
            !self.request.lists("Connection", "close")
        }
    }

    /// Length of the body that follows in bytes; `None` if it cannot be determined.
    pub(crate) fn body_length(&self) -> Option<u64> {
        if self.request.header("Transfer-Encoding").is_some() {
            return None;
        }
        self.request.header("Content-Length").map_or(Some(0), |length| length.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::Head;

    #[test]
    fn end_is_found_wherever_the_pieces_part() {
        let bytes = b"GET / HTTP/1.1\r\nHost: a\r\n\r\nrest";
        for searched in 0..27 {
            assert_eq!(Head::end(bytes, searched), Some(27));
        }
        assert_eq!(Head::end(&bytes[..26], 0), None);
    }

    #[test]
    fn address_of_a_proxy_names_the_host() {
        let head = Head::parse(b"GET http://A.test:80/x?y HTTP/1.0\r\nHost: b\r\n\r\n").unwrap();
        assert_eq!((head.host.as_str(), head.target.as_str()), ("a.test", "/x?y"));
        assert!(!head.keeps_alive());
    }

    #[test]
    fn nonsense_is_refused() {
        for bytes in
            [&b""[..], b"\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n"]
        {
            assert_eq!(Head::parse(bytes), None);
        }
    }
}
