//! The bytes of a request.

use crate::failure::Failure;
use crate::settings::ClientSettings;
use crate::target::Target;

/// What to fetch.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// An absolute http or https URI in printable ASCII, preferably in normal form. User name and fragment are not
    /// sent.
    pub uri: &'a [u8],
    /// Additional header fields, such as `If-None-Match` or `Referer`. They replace the client's own fields of the same
    /// name.
    pub headers: &'a [(&'a str, &'a [u8])],
    /// Maximum number of bytes of the body; `None` for the client's limit.
    pub body_limit: Option<u64>,
    /// Body of a POST request; `None` for a GET request.
    pub posted: Option<&'a [u8]>,
}

impl<'a> Request<'a> {
    /// Returns a plain GET request for a URI.
    pub fn get(uri: &'a [u8]) -> Request<'a> {
        Request { uri, headers: &[], body_limit: None, posted: None }
    }

    /// Returns a POST request for a URI with this body.
    pub fn post(uri: &'a [u8], body: &'a [u8]) -> Request<'a> {
        Request { posted: Some(body), ..Request::get(uri) }
    }
}

/// Fields that decide where a message ends or which host is asked. Callers may not set them.
const OWN_FIELDS: &[&str] =
    &["Host", "Connection", "Content-Length", "Transfer-Encoding", "TE", "Upgrade", "Expect"];

/// Returns the bytes to send for a request. An error if the URI or a field is not allowed.
pub(crate) fn compose(
    request: &Request<'_>,
    target: &Target<'_>,
    settings: &ClientSettings,
) -> Result<Vec<u8>, Failure> {
    for (name, value) in request.headers {
        check_field(name, value)?;
    }
    let mut bytes = Vec::with_capacity(512 + request.uri.len());
    bytes.extend_from_slice(if request.posted.is_some() { b"POST " } else { b"GET " });
    bytes.extend_from_slice(target.path);
    if let Some(query) = target.query {
        bytes.push(b'?');
        bytes.extend_from_slice(query);
    }
    bytes.extend_from_slice(b" HTTP/1.1\r\n");
    push_field(&mut bytes, "Host", target.origin.authority().as_bytes());
    let own = [
        ("User-Agent", settings.user_agent.as_str()),
        ("From", settings.from.as_deref().unwrap_or_default()),
        ("Accept", &settings.accept),
        ("Accept-Encoding", &settings.accept_encoding),
    ];
    for (name, value) in own {
        let replaced = request.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        if !value.is_empty() && !replaced {
            push_field(&mut bytes, name, value.as_bytes());
        }
    }
    for (name, value) in request.headers {
        push_field(&mut bytes, name, value);
    }
    // Sent although it is the default: servers of HTTP/1.0 keep the connection open only then.
    push_field(&mut bytes, "Connection", b"keep-alive");
    if let Some(body) = request.posted {
        push_field(&mut bytes, "Content-Length", body.len().to_string().as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(request.posted.unwrap_or_default());
    Ok(bytes)
}

/// Whether a value is allowed in a field: it cannot end the field.
pub(crate) fn is_field_value(value: &[u8]) -> bool {
    value.iter().all(|&byte| byte == b'\t' || (byte >= b' ' && byte != 0x7f))
}

fn check_field(name: &str, value: &[u8]) -> Result<(), Failure> {
    let error = |reason| Failure::Header { name: name.escape_default().to_string(), reason };
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(error("has an invalid name"));
    }
    if OWN_FIELDS.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err(error("cannot be set by the caller"));
    }
    if !is_field_value(value) {
        return Err(error("has a control character in its value"));
    }
    Ok(())
}

fn push_field(bytes: &mut Vec<u8>, name: &str, value: &[u8]) {
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(b": ");
    bytes.extend_from_slice(value);
    bytes.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::target;

    fn composed(request: &Request<'_>, settings: &ClientSettings) -> Result<String, Failure> {
        let target = target(request.uri)?;
        compose(request, &target, settings)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn a_body_is_posted_with_its_length() {
        let mut settings = ClientSettings::new("archive/1.0");
        settings.accept = "*/*".to_owned();
        settings.accept_encoding.clear();
        let request = Request::post(b"http://example.cz/hook", b"{}");
        assert_eq!(
            composed(&request, &settings).unwrap(),
            "POST /hook HTTP/1.1\r\nHost: example.cz\r\nUser-Agent: archive/1.0\r\nAccept: */*\r\n\
             Connection: keep-alive\r\nContent-Length: 2\r\n\r\n{}"
        );
    }

    #[test]
    fn a_request_has_the_usual_form() {
        let mut settings = ClientSettings::new("archive/1.0");
        settings.accept = "*/*".to_owned();
        let request = Request::get(b"http://me:secret@example.cz:8080/a%20b?c=d#top");
        assert_eq!(
            composed(&request, &settings).unwrap(),
            "GET /a%20b?c=d HTTP/1.1\r\nHost: example.cz:8080\r\nUser-Agent: archive/1.0\r\n\
             Accept: */*\r\nAccept-Encoding: gzip, br\r\nConnection: keep-alive\r\n\r\n"
        );
        settings.from = Some("me@example.cz".to_owned());
        settings.accept_encoding.clear();
        let headers: &[(&str, &[u8])] = &[("accept", b"text/html"), ("If-None-Match", b"\"x\"")];
        let request = Request { headers, ..Request::get(b"https://example.cz") };
        assert_eq!(
            composed(&request, &settings).unwrap(),
            "GET / HTTP/1.1\r\nHost: example.cz\r\nUser-Agent: archive/1.0\r\n\
             From: me@example.cz\r\naccept: text/html\r\nIf-None-Match: \"x\"\r\n\
             Connection: keep-alive\r\n\r\n"
        );
    }

    #[test]
    fn nothing_breaks_out_of_a_field() {
        let table: &[(&str, &[u8], bool)] = &[
            ("Referer", b"http://a/", true),
            ("X", b"\xe9\tb", true),
            ("X", b"", true),
            ("X", b"a\r\nHost: b", false),
            ("X", b"a\nb", false),
            ("X", b"a\rb", false),
            ("X", b"a\0b", false),
            ("X: y\r\nZ", b"a", false),
            ("X Y", b"a", false),
            ("", b"a", false),
            ("Host", b"a", false),
            ("host", b"a", false),
            ("Transfer-Encoding", b"chunked", false),
        ];
        for &(name, value, fine) in table {
            let headers = &[(name, value)];
            let request = Request { headers, ..Request::get(b"http://a/") };
            let found = composed(&request, &ClientSettings::default());
            assert_eq!(found.is_ok(), fine, "{name:?} {value:?}");
        }
    }
}
