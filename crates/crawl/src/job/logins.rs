//! `logins.toml`: how a harvest logs in to servers. It names where passwords stand, and does not have them itself.
//!
//! ```toml
//! [[login]]
//! origin = "https://members.example"
//! type = "http"
//! user = "library"
//! password = "env:MEMBERS_PASSWORD"
//!
//! [[login]]
//! origin = "https://press.example"
//! type = "form"
//! page = "https://press.example/login"
//! url = "https://press.example/login"
//! user = "library"
//! password = "file:press-password"
//! fields = { name = "{user}", secret = "{password}", stay = "1" }
//! success = "cookie:session"
//! logged_out = "location:/login"
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use stodola_fetch::{AuthScheme, Exchange, Secret};

use super::secret::{SecretError, SecretSource};
use crate::engine::origin_of;

/// Maximum size of the file in bytes.
const FILE_MAX: u64 = 1 << 20;
/// Bytes of an answer that are searched for a text.
const SEARCH_MAX: u64 = 1 << 20;

/// The log-ins of a job, with their secrets.
#[derive(Debug, Default)]
pub struct Logins {
    all: Vec<Login>,
}

/// A log-in to one server.
#[derive(Debug)]
pub struct Login {
    /// Scheme, host and port that it is for, as URIs in normal form begin: `https://members.example`. Secrets are sent
    /// to no other server.
    pub origin: String,
    /// User name.
    pub user: String,
    /// Password.
    pub password: Secret,
    /// How user name and password are sent.
    pub kind: LoginKind,
}

/// How user name and password are sent.
#[derive(Debug)]
pub enum LoginKind {
    /// By HTTP itself, when the server asks for it; `None` for any way of doing that.
    Http(Option<AuthScheme>),
    /// With a form.
    Form(LoginForm),
}

/// A form to log in with.
#[derive(Debug)]
pub struct LoginForm {
    /// Where the form is sent to.
    pub url: String,
    /// The page with the form, which is fetched first because its hidden fields are sent along; `None` if that is not
    /// needed.
    pub page: Option<String>,
    /// Names of fields, with values in which `{user}` and `{password}` stand for user name and password.
    pub fields: BTreeMap<String, String>,
    /// What shows that the log-in worked.
    pub success: LoginSign,
    /// What shows in an answer to another request that the server has forgotten the log-in; `None` if that cannot be
    /// seen.
    pub logged_out: Option<LoginSign>,
}

/// Something in an answer: `cookie:NAME`, `location:TEXT`, `text:TEXT` or `status:NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginSign {
    /// A cookie with this name is set.
    Cookie(String),
    /// It is a redirect to an address that has this text.
    Location(String),
    /// Its content has this text.
    Text(String),
    /// It has this status.
    Status(u16),
}

/// Errors from reading log-ins.
#[derive(Debug, thiserror::Error)]
pub enum LoginsError {
    /// The file could not be read.
    #[error("cannot read '{}': {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not in its format.
    #[error("'{}' is not a list of log-ins: {message}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// An origin is not scheme, host and port.
    #[error(
        "the log-in for '{origin}': an origin is a scheme and a host, such as https://members.example"
    )]
    Origin {
        /// The origin as it was given.
        origin: String,
    },
    /// There are two log-ins for an origin.
    #[error("the log-in for '{origin}' stands there twice")]
    Twice {
        /// The origin.
        origin: String,
    },
    /// A key is missing, or is not for this type.
    #[error("the log-in for '{origin}': '{key}' is missing, or does not belong to its type")]
    Key {
        /// The origin.
        origin: String,
        /// The key.
        key: &'static str,
    },
    /// The form is sent to another server.
    #[error(
        "the log-in for '{origin}': the form and its page must be at the same origin, and no field may hold the \
         password itself"
    )]
    Form {
        /// The origin.
        origin: String,
    },
    /// A sign cannot be understood.
    #[error(
        "the log-in for '{origin}': '{sign}' is not cookie:NAME, location:TEXT, text:TEXT or status:NUMBER"
    )]
    Sign {
        /// The origin.
        origin: String,
        /// The sign as it was given.
        sign: String,
    },
    /// A password could not be read.
    #[error("the log-in for '{origin}': {source}")]
    Secret {
        /// The origin.
        origin: String,
        /// What is wrong.
        source: SecretError,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    login: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    origin: String,
    #[serde(rename = "type")]
    kind: EntryKind,
    user: String,
    password: String,
    url: Option<String>,
    page: Option<String>,
    fields: Option<BTreeMap<String, String>>,
    success: Option<String>,
    logged_out: Option<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum EntryKind {
    Http,
    Basic,
    Digest,
    Form,
}

impl Logins {
    /// Reads a file, and the secrets that it names. Paths in it are relative to its folder.
    pub fn open(path: &Path) -> Result<Logins, LoginsError> {
        let read = |source| LoginsError::Read { path: path.to_owned(), source };
        let format = |message: String| LoginsError::Format { path: path.to_owned(), message };
        if fs::metadata(path).map_err(read)?.len() > FILE_MAX {
            return Err(format("it is too large".to_owned()));
        }
        let text = fs::read_to_string(path).map_err(read)?;
        let written: Written = toml::from_str(&text).map_err(|error| {
            // Without the line itself, which may have a password in the wrong place.
            let line = error.span().map_or(0, |span| 1 + text[..span.start].matches('\n').count());
            format(format!("line {line}: {}", first_words(error.message())))
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut all: Vec<Login> = Vec::new();
        for entry in written.login {
            let login = entry.read(folder)?;
            if all.iter().any(|other| other.origin == login.origin) {
                return Err(LoginsError::Twice { origin: login.origin });
            }
            all.push(login);
        }
        Ok(Logins { all })
    }

    /// Returns the log-in for a URI; `None` if there is none.
    pub fn for_uri(&self, uri: &[u8]) -> Option<&Login> {
        if self.all.is_empty() {
            return None;
        }
        let origin = origin_of(uri);
        self.all.iter().find(|login| login.origin.as_bytes() == origin)
    }

    /// All log-ins.
    pub fn iter(&self) -> impl Iterator<Item = &Login> {
        self.all.iter()
    }
}

/// Returns the message of the parser without what it quotes.
fn first_words(message: &str) -> String {
    message.lines().next().unwrap_or_default().chars().take(120).collect()
}

impl Entry {
    fn read(self, folder: &Path) -> Result<Login, LoginsError> {
        let origin = origin(&self.origin).ok_or_else(|| LoginsError::Origin {
            origin: super::without_user_info(&self.origin),
        })?;
        let key = |key| LoginsError::Key { origin: origin.clone(), key };
        let secret = |source| LoginsError::Secret { origin: origin.clone(), source };
        if self.user.is_empty() || self.user.chars().any(char::is_control) {
            return Err(key("user"));
        }
        let source: SecretSource = self.password.parse().map_err(secret)?;
        let password = source.read(folder).map_err(secret)?;
        let is_form = self.url.is_some()
            || self.page.is_some()
            || self.fields.is_some()
            || self.success.is_some()
            || self.logged_out.is_some();
        let http = |scheme| match is_form {
            false => Ok(LoginKind::Http(scheme)),
            true => Err(key("url")),
        };
        let kind = match self.kind {
            EntryKind::Http => http(None)?,
            EntryKind::Basic => http(Some(AuthScheme::Basic))?,
            EntryKind::Digest => http(Some(AuthScheme::Digest))?,
            EntryKind::Form => {
                let url = self.url.as_ref().ok_or_else(|| key("url"))?;
                let url = stodola_uri::normalise(url.as_bytes());
                let page = self.page.as_ref().map(|page| stodola_uri::normalise(page.as_bytes()));
                let fields = self.fields.clone().ok_or_else(|| key("fields"))?;
                let sign = |text: &String| {
                    LoginSign::parse(text).ok_or_else(|| LoginsError::Sign {
                        origin: origin.clone(),
                        sign: text.clone(),
                    })
                };
                let success = sign(self.success.as_ref().ok_or_else(|| key("success"))?)?;
                let logged_out = self.logged_out.as_ref().map(sign).transpose()?;
                let has_password = fields.values().any(|value| value.contains(password.reveal()));
                let is_elsewhere = |url: &Vec<u8>| origin_of(url) != origin.as_bytes();
                if is_elsewhere(&url) || page.as_ref().is_some_and(is_elsewhere) || has_password {
                    return Err(LoginsError::Form { origin });
                }
                let text = |url: Vec<u8>| String::from_utf8_lossy(&url).into_owned();
                let (url, page) = (text(url), page.map(text));
                LoginKind::Form(LoginForm { url, page, fields, success, logged_out })
            }
        };
        Ok(Login { origin, user: self.user, password, kind })
    }
}

/// Returns an origin in normal form; `None` if the text is something else.
fn origin(text: &str) -> Option<String> {
    let normal = stodola_uri::normalise(text.as_bytes());
    let origin = origin_of(&normal);
    let is_web = origin.starts_with(b"http://") || origin.starts_with(b"https://");
    let has_host = stodola_uri::host(&normal).is_some_and(|host| !host.is_empty());
    let is_bare = matches!(&normal[origin.len()..], b"" | b"/");
    let has_user = stodola_uri::without_user_info(&normal).len() != normal.len();
    (is_web && has_host && is_bare && !has_user)
        .then(|| String::from_utf8_lossy(origin).into_owned())
}

impl LoginForm {
    /// Returns the body to send: the fields as forms encode them, with `hidden` ones before them.
    pub fn body(&self, user: &str, password: &Secret, hidden: &[(String, String)]) -> String {
        let mut body = String::new();
        let mut add = |name: &str, value: &str| {
            if !body.is_empty() {
                body.push('&');
            }
            encode(name, &mut body);
            body.push('=');
            encode(value, &mut body);
        };
        for (name, value) in hidden {
            add(name, value);
        }
        for (name, value) in &self.fields {
            let value = match value.as_str() {
                "{user}" => user.to_owned(),
                "{password}" => password.reveal().to_owned(),
                // A password that looks like the other place holder is not filled in twice.
                other => other
                    .split("{password}")
                    .map(|part| part.replace("{user}", user))
                    .collect::<Vec<_>>()
                    .join(password.reveal()),
            };
            add(name, &value);
        }
        body
    }
}

/// Adds a text in `application/x-www-form-urlencoded`.
fn encode(text: &str, to: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'*' | b'-' | b'.' | b'_' => {
                to.push(byte.into());
            }
            b' ' => to.push('+'),
            _ => to.push_str(&format!("%{byte:02X}")),
        }
    }
}

impl LoginSign {
    /// Parses a sign; `None` if it is none.
    pub fn parse(text: &str) -> Option<LoginSign> {
        let (kind, rest) = text.split_once(':').filter(|(_, rest)| !rest.is_empty())?;
        match kind {
            "cookie" => Some(LoginSign::Cookie(rest.to_owned())),
            "location" => Some(LoginSign::Location(rest.to_owned())),
            "text" => Some(LoginSign::Text(rest.to_owned())),
            "status" => rest.parse().ok().map(LoginSign::Status),
            _ => None,
        }
    }

    /// Whether an answer shows it.
    pub fn is_in(&self, exchange: &Exchange) -> bool {
        let Some(head) = exchange.head() else { return false };
        match self {
            LoginSign::Cookie(name) => head.fields.all("Set-Cookie").any(|value| {
                let pair = value.split(|byte| *byte == b';').next().unwrap_or_default();
                let (key, value) = split(pair);
                // An empty one is how servers take a cookie back.
                key == name.as_bytes() && !value.is_empty()
            }),
            LoginSign::Location(text) => head.field("Location").is_some_and(|location| {
                head.status.is_some_and(|status| (300..400).contains(&status))
                    && memchr::memmem::find(&location, text.as_bytes()).is_some()
            }),
            LoginSign::Status(status) => head.status == Some(*status),
            LoginSign::Text(text) => crate::engine::body_start(exchange, SEARCH_MAX)
                .is_some_and(|body| memchr::memmem::find(&body, text.as_bytes()).is_some()),
        }
    }
}

/// Splits a pair at the equals sign, without space.
fn split(pair: &[u8]) -> (&[u8], &[u8]) {
    let at = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
    let value = pair.get(at + 1..).unwrap_or_default();
    (pair[..at].trim_ascii(), value.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file with this text, beside a file `secret` with the password.
    fn read(name: &str, text: &str) -> Result<Logins, LoginsError> {
        let folder =
            std::env::temp_dir().join(format!("stodola-logins-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("secret"), "open sesame&\n").unwrap();
        fs::write(folder.join("logins.toml"), text).unwrap();
        let found = Logins::open(&folder.join("logins.toml"));
        fs::remove_dir_all(folder).unwrap();
        found
    }

    const FORM: &str = "[[login]]\norigin = 'HTTPS://Press.example/'\ntype = 'form'\n\
        url = 'https://press.example/login'\nuser = 'me'\npassword = 'file:secret'\n\
        fields = { a = '{user}', b = '{password}', 'c d' = '1 é' }\nsuccess = 'cookie:sid'\n";

    #[test]
    fn log_ins_are_read_with_their_secrets() {
        let text = format!(
            "{FORM}[[login]]\norigin = 'http://m.example:8080'\ntype = 'digest'\nuser = 'me'\n\
             password = 'file:secret'\n"
        );
        let logins = read("good", &text).unwrap();
        assert!(!format!("{logins:?}").contains("sesame"));
        let login = logins.for_uri(b"https://press.example/any?thing").unwrap();
        let LoginKind::Form(form) = &login.kind else { panic!("{login:?}") };
        let body = form.body(&login.user, &login.password, &[]);
        assert_eq!(body, "a=me&b=open+sesame%26&c+d=1+%C3%A9");
        // What a page has in its fields is sent as it is.
        let hidden = [("t".to_owned(), "{password}&".to_owned())];
        let body = form.body(&login.user, &login.password, &hidden);
        assert!(body.starts_with("t=%7Bpassword%7D%26&a=me&"), "{body}");
        assert!(matches!(
            logins.for_uri(b"http://m.example:8080/").unwrap().kind,
            LoginKind::Http(Some(AuthScheme::Digest))
        ));
        for other in [
            "http://press.example/",
            "https://press.example:444/",
            "https://press.example.evil/",
            "https://www.press.example/",
            "http://m.example/",
        ] {
            assert!(logins.for_uri(other.as_bytes()).is_none(), "{other}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_secret() {
        for (from, to, words) in [
            ("'HTTPS://Press.example/'", "'press.example'", "an origin is a scheme"),
            ("'HTTPS://Press.example/'", "'https://press.example/x'", "an origin is a scheme"),
            ("'HTTPS://Press.example/'", "'https://me:sesame@press.example'", "an origin is"),
            ("https://press.example/login", "https://other.example/login", "at the same origin"),
            ("https://press.example/login", "http://press.example/login", "at the same origin"),
            ("user = 'me'", "user = 'me'\npage = 'https://evil.example/'", "at the same origin"),
            ("'{password}'", "'open sesame&'", "at the same origin"),
            ("file:secret", "sesame", "never the secret itself"),
            ("file:secret", "file:nothing", "cannot read"),
            ("cookie:sid", "sid", "is not cookie:NAME"),
            ("success = 'cookie:sid'\n", "", "'success' is missing"),
            ("type = 'form'", "type = 'http'", "'url' is missing"),
            ("user = 'me'", "usr = 'me'", "line 5: unknown field"),
        ] {
            let text = FORM.replace(from, to);
            assert_ne!(text, FORM);
            let error = read("wrong", &text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert!(!error.contains("open sesame"), "{error}");
        }
        let error = read("twice", &format!("{FORM}{FORM}")).unwrap_err();
        assert!(matches!(error, LoginsError::Twice { .. }), "{error}");
    }
}
