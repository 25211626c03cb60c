//! The bytes of a request.

use std::sync::Arc;

use crate::failure::Failure;
use crate::proxy::relay_for;
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
    /// Header fields that are sent, but left out of [`Exchange::request`](crate::Exchange), which is archived.
    pub secrets: &'a [(SecretField, &'a [u8])],
    /// Whether the request has a secret of the operator. Then it is not sent over a connection whose certificate is not
    /// valid, whatever the [`TlsPolicy`](crate::TlsPolicy) says, and its body is left out of the exchange.
    pub is_confidential: bool,
}

/// A header field with a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretField {
    /// `Authorization`.
    Authorization,
    /// `Cookie`.
    Cookie,
}

impl SecretField {
    /// Name of the field.
    pub fn name(self) -> &'static str {
        match self {
            SecretField::Authorization => "Authorization",
            SecretField::Cookie => "Cookie",
        }
    }
}

impl<'a> Request<'a> {
    /// Returns a plain GET request for a URI.
    pub fn get(uri: &'a [u8]) -> Request<'a> {
        Request {
            uri,
            headers: &[],
            body_limit: None,
            posted: None,
            secrets: &[],
            is_confidential: false,
        }
    }

    /// Returns a POST request for a URI with this body.
    pub fn post(uri: &'a [u8], body: &'a [u8]) -> Request<'a> {
        Request { posted: Some(body), ..Request::get(uri) }
    }
}

/// Fields that decide where a message ends or which host is asked. Callers may not set them.
const OWN_FIELDS: &[&str] =
    &["Host", "Connection", "Content-Length", "Transfer-Encoding", "TE", "Upgrade", "Expect"];

/// Fields that the settings of a client may not add to every request: they belong to one request, carry secrets, or
/// have a setting of their own.
const RESERVED_FIELDS: &[&str] = &[
    "Keep-Alive",
    "Trailer",
    "HTTP2-Settings",
    "Authorization",
    "Cookie",
    "User-Agent",
    "From",
    "Accept-Encoding",
    "Range",
    "If-Range",
    "If-Match",
    "If-None-Match",
    "If-Modified-Since",
    "If-Unmodified-Since",
];

/// Checks a header field that is to be sent with every request. The error says what is wrong.
pub(crate) fn check_own_field(name: &str, value: &str) -> Result<(), &'static str> {
    field_fault(name, value.as_bytes()).map_or(Ok(()), Err)?;
    let is_of_proxy = name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("proxy-"));
    match is_of_proxy || RESERVED_FIELDS.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        true => Err("cannot be set for every request"),
        false if !value.is_ascii() => Err("has a value that is not ASCII"),
        false => Ok(()),
    }
}

/// Checks whether a line `Name: value` is a header field that may be sent with every request, and splits it.
///
/// # Errors
/// What is wrong with it.
pub fn own_header(line: &str) -> Result<(&str, &str), &'static str> {
    let (name, value) = line.split_once(':').ok_or("has no colon")?;
    let (name, value) = (name.trim(), value.trim());
    check_own_field(name, value).map(|()| (name, value))
}

/// A request as it is sent, and as it is recorded.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) sent: Vec<u8>,
    /// The bytes without what is withheld; `None` if nothing is.
    recorded: Option<Vec<u8>>,
    withheld: Vec<&'static str>,
}

impl Outgoing {
    /// Returns the bytes for the record, and what is missing in them. Called once.
    pub(crate) fn take_record(&mut self) -> (Vec<u8>, Vec<&'static str>) {
        let bytes = self.recorded.take().unwrap_or_else(|| std::mem::take(&mut self.sent));
        (bytes, std::mem::take(&mut self.withheld))
    }
}

/// Returns the request to send. An error if the URI or a field is not allowed. `user_agent` replaces that of the
/// client.
pub(crate) fn outgoing(
    request: &Request<'_>,
    target: &Target<'_>,
    settings: &ClientSettings,
    user_agent: Option<&Arc<str>>,
) -> Result<Outgoing, Failure> {
    let relay = relay_for(settings, &target.origin);
    let relayed = relay.and_then(|proxy| proxy.authorization());
    let mut withheld: Vec<&'static str> = request.secrets.iter().map(|it| it.0.name()).collect();
    if relayed.is_some() {
        withheld.push("Proxy-Authorization");
    }
    if request.is_confidential && request.posted.is_some() {
        withheld.push("body");
    }
    let agent = user_agent.map_or(settings.user_agent.as_str(), |agent| agent);
    let mut secrets: Vec<(&str, &[u8])> =
        request.secrets.iter().map(|(field, value)| (field.name(), *value)).collect();
    for (name, value) in &secrets {
        check_field(name, value)?;
    }
    secrets.extend(relayed.iter().map(|value| ("Proxy-Authorization", value.as_bytes())));
    let scheme = relay.map(|_| "http://");
    let sent = compose(request, target, settings, (agent, scheme), &secrets)?;
    let recorded = match withheld.is_empty() {
        true => None,
        false => {
            let body = request.posted.filter(|_| !request.is_confidential).unwrap_or_default();
            let mut bytes = compose(request, target, settings, (agent, scheme), &[])?;
            // The head still says how long the body was.
            bytes.truncate(bytes.len() - request.posted.map_or(0, <[u8]>::len) + body.len());
            Some(bytes)
        }
    };
    Ok(Outgoing { sent, recorded, withheld })
}

/// Returns the bytes of a request with these secret fields. With a scheme, its target is in absolute form.
fn compose(
    request: &Request<'_>,
    target: &Target<'_>,
    settings: &ClientSettings,
    (agent, scheme): (&str, Option<&str>),
    secrets: &[(&str, &[u8])],
) -> Result<Vec<u8>, Failure> {
    for (name, value) in request.headers {
        check_field(name, value)?;
    }
    let mut bytes = Vec::with_capacity(512 + request.uri.len());
    bytes.extend_from_slice(if request.posted.is_some() { b"POST " } else { b"GET " });
    if let Some(scheme) = scheme {
        bytes.extend_from_slice(scheme.as_bytes());
        bytes.extend_from_slice(target.origin.authority().as_bytes());
    }
    bytes.extend_from_slice(target.path);
    if let Some(query) = target.query {
        bytes.push(b'?');
        bytes.extend_from_slice(query);
    }
    bytes.extend_from_slice(b" HTTP/1.1\r\n");
    push_field(&mut bytes, "Host", target.origin.authority().as_bytes());
    let own = [
        ("User-Agent", agent),
        ("From", settings.from.as_deref().unwrap_or_default()),
        ("Accept", &settings.accept),
        ("Accept-Encoding", &settings.accept_encoding),
    ];
    let further = settings.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let is_further =
        |name: &str| settings.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let own = own.into_iter().filter(|(name, _)| !is_further(name));
    for (name, value) in own.chain(further) {
        let replaced = request.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        if !value.is_empty() && !replaced {
            push_field(&mut bytes, name, value.as_bytes());
        }
    }
    for (name, value) in request.headers.iter().chain(secrets) {
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
    field_fault(name, value).map_or(Ok(()), |reason| Err(error(reason)))
}

/// Returns what is wrong with a field that a caller gives; `None` if nothing is.
fn field_fault(name: &str, value: &[u8]) -> Option<&'static str> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return Some("has an invalid name");
    }
    if OWN_FIELDS.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Some("cannot be set by the caller");
    }
    (!is_field_value(value)).then_some("has a control character in its value")
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
        outgoing(request, &target, settings, None)
            .map(|outgoing| String::from_utf8_lossy(&outgoing.sent).into_owned())
    }

    #[test]
    fn secrets_are_sent_and_not_recorded() {
        let settings = ClientSettings {
            accept_encoding: String::new(),
            headers: vec![("X-Archive".to_owned(), "yes".to_owned())],
            ..ClientSettings::new("archive/1.0")
        };
        let request = Request {
            secrets: &[
                (SecretField::Authorization, b"Basic c2VzYW1l"),
                (SecretField::Cookie, b"a=b"),
            ],
            is_confidential: true,
            headers: &[("accept", b"*/*")],
            ..Request::post(b"http://a.cz/", b"p=sesame")
        };
        let target = target(request.uri).unwrap();
        let agent: Arc<str> = "other/2".into();
        let mut outgoing = outgoing(&request, &target, &settings, Some(&agent)).unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(
            text(&outgoing.sent),
            "POST / HTTP/1.1\r\nHost: a.cz\r\nUser-Agent: other/2\r\nX-Archive: yes\r\n\
             accept: */*\r\nAuthorization: Basic c2VzYW1l\r\nCookie: a=b\r\n\
             Connection: keep-alive\r\nContent-Length: 8\r\n\r\np=sesame"
        );
        let (recorded, withheld) = outgoing.take_record();
        assert_eq!(
            text(&recorded),
            "POST / HTTP/1.1\r\nHost: a.cz\r\nUser-Agent: other/2\r\nX-Archive: yes\r\n\
             accept: */*\r\nConnection: keep-alive\r\nContent-Length: 8\r\n\r\n"
        );
        assert_eq!(withheld, ["Authorization", "Cookie", "body"]);
    }

    #[test]
    fn a_proxy_gets_the_whole_uri_and_its_password_is_not_recorded() {
        let mut proxy: crate::Proxy = "http://127.0.0.1:3128".parse().unwrap();
        proxy.login = Some(("me".to_owned(), crate::Secret::new("sesame")));
        let mut settings = ClientSettings { proxy: Some(proxy), ..ClientSettings::new("a") };
        (settings.accept, settings.accept_encoding) = ("*/*".to_owned(), String::new());
        let request = Request::get(b"http://a.cz:81/x?y");
        let target = target(request.uri).unwrap();
        let mut outgoing = outgoing(&request, &target, &settings, None).unwrap();
        let sent = String::from_utf8_lossy(&outgoing.sent).into_owned();
        assert!(sent.starts_with("GET http://a.cz:81/x?y HTTP/1.1\r\nHost: a.cz:81\r\n"), "{sent}");
        assert!(sent.contains("\r\nProxy-Authorization: Basic bWU6c2VzYW1l\r\n"), "{sent}");
        let (recorded, withheld) = outgoing.take_record();
        assert!(!String::from_utf8_lossy(&recorded).contains("Proxy-"), "{withheld:?}");
        assert_eq!(withheld, ["Proxy-Authorization"]);
        // A tunnel is for the server, whose request has nothing of the proxy.
        let sent = composed(&Request::get(b"https://a.cz/"), &settings).unwrap();
        assert!(sent.starts_with("GET / HTTP/1.1\r\n") && !sent.contains("Proxy-"), "{sent}");
    }

    #[test]
    fn fields_that_decide_about_messages_or_carry_secrets_are_no_own_headers() {
        for (line, fine) in [
            ("Accept-Language: cs", true),
            ("X-Archive:yes", true),
            ("DNT : 1", true),
            ("Host: a", false),
            ("Content-Length: 1", false),
            ("transfer-encoding: chunked", false),
            ("Connection: close", false),
            ("Authorization: Basic x", false),
            ("Proxy-Authorization: x", false),
            ("proxy-connection: x", false),
            ("Cookie: a=b", false),
            ("User-Agent: x", false),
            ("Range: bytes=0-1", false),
            ("If-None-Match: x", false),
            ("X: a\r\nHost: b", false),
            ("X Y: a", false),
            ("nothing", false),
            ("X: \u{e9}", false),
        ] {
            assert_eq!(own_header(line).is_ok(), fine, "{line}");
        }
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
