//! What a server asks for in `WWW-Authenticate`.
//!
//! A field may have several challenges, and there may be several fields (RFC 9110, section 11.6.1). The comma stands
//! both between challenges and between parameters, so a challenge ends where a word without `=` begins the next one.

use super::{Algorithm, AuthScheme};

/// Maximum number of bytes of a field that are read, and of challenges that are looked at.
const VALUE_MAX: usize = 8 << 10;
const CHALLENGES_MAX: usize = 16;

/// A challenge that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthChallenge {
    /// Basic.
    Basic {
        /// Name of the part of the site that the password is for.
        realm: String,
    },
    /// Digest.
    Digest(DigestChallenge),
}

/// The parameters of a Digest challenge, as they were sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestChallenge {
    pub(super) realm: String,
    pub(super) nonce: String,
    pub(super) opaque: Option<String>,
    pub(super) algorithm: Algorithm,
    /// Whether `qop=auth` is offered. If not, the server knows only the form of RFC 2069.
    pub(super) has_qop: bool,
    pub(super) is_stale: bool,
}

impl AuthChallenge {
    /// Returns the best challenge of these fields that can be answered; `None` if there is none.
    pub fn choose<'v>(values: impl IntoIterator<Item = &'v [u8]>) -> Option<AuthChallenge> {
        AuthChallenge::choose_where(values, |_| true)
    }

    /// Same as [`choose`](AuthChallenge::choose), of those that fit.
    pub fn choose_where<'v>(
        values: impl IntoIterator<Item = &'v [u8]>,
        fits: impl Fn(&AuthChallenge) -> bool,
    ) -> Option<AuthChallenge> {
        let mut found: Vec<AuthChallenge> = Vec::new();
        for value in values {
            for (scheme, parameters) in challenges(value) {
                found.extend(understood(&scheme, &parameters).filter(&fits));
            }
        }
        found.into_iter().max_by_key(AuthChallenge::rank)
    }

    /// How a server wants to be told the password.
    pub fn scheme(&self) -> AuthScheme {
        match self {
            AuthChallenge::Basic { .. } => AuthScheme::Basic,
            AuthChallenge::Digest(_) => AuthScheme::Digest,
        }
    }

    /// Name of the part of the site that the password is for.
    pub fn realm(&self) -> &str {
        match self {
            AuthChallenge::Basic { realm } => realm,
            AuthChallenge::Digest(digest) => &digest.realm,
        }
    }

    /// Whether the server says that the password was right, and only its own nonce is too old.
    pub fn is_stale(&self) -> bool {
        matches!(self, AuthChallenge::Digest(digest) if digest.is_stale)
    }

    fn rank(&self) -> u8 {
        match self {
            AuthChallenge::Basic { .. } => 0,
            AuthChallenge::Digest(digest) if digest.algorithm.is_md5() => 1,
            AuthChallenge::Digest(_) => 2,
        }
    }
}

type Parameters = Vec<(String, String)>;

fn understood(scheme: &str, parameters: &Parameters) -> Option<AuthChallenge> {
    let get = |name: &str| {
        let mut values = parameters.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value.clone())
    };
    let realm = get("realm").unwrap_or_default();
    if scheme.eq_ignore_ascii_case("Basic") {
        return Some(AuthChallenge::Basic { realm });
    }
    if !scheme.eq_ignore_ascii_case("Digest") {
        return None;
    }
    let algorithm = Algorithm::from_name(get("algorithm").as_deref().unwrap_or("MD5"))?;
    let qop = get("qop");
    let offers = |qop: &String| qop.split(',').any(|it| it.trim().eq_ignore_ascii_case("auth"));
    if qop.as_ref().is_some_and(|qop| !offers(qop)) {
        return None; // only auth-int, which would need the body
    }
    Some(AuthChallenge::Digest(DigestChallenge {
        realm,
        nonce: get("nonce")?,
        opaque: get("opaque"),
        algorithm,
        has_qop: qop.is_some(),
        is_stale: get("stale").is_some_and(|stale| stale.eq_ignore_ascii_case("true")),
    }))
}

/// Splits a field into challenges: scheme and parameters. What cannot be parsed ends the field.
fn challenges(value: &[u8]) -> Vec<(String, Parameters)> {
    let text = String::from_utf8_lossy(&value[..value.len().min(VALUE_MAX)]).into_owned();
    let mut found: Vec<(String, Parameters)> = Vec::new();
    let mut rest = text.as_str();
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let word = rest.find(|c: char| !is_token(c)).unwrap_or(rest.len());
        if word == 0 || found.len() > CHALLENGES_MAX {
            return found;
        }
        let (name, after) = rest.split_at(word);
        let behind = after.trim_start_matches([' ', '\t']);
        let parameter = behind.strip_prefix('=').map(|it| it.trim_start_matches([' ', '\t']));
        match (parameter, found.last_mut()) {
            // The padding of a token68 (`abc==`), which no scheme here uses.
            (Some(value), _) if value.is_empty() || value.starts_with(['=', ',']) => {
                rest = behind.trim_start_matches(['=', ' ', '\t']);
            }
            (Some(value), Some((_, parameters))) => {
                let Some((value, behind)) = parameter_value(value) else { return found };
                parameters.push((name.to_owned(), value));
                rest = behind;
            }
            (Some(_), None) => return found,
            (None, _) => {
                found.push((name.to_owned(), Vec::new()));
                rest = after;
            }
        }
    }
}

/// Returns a token or a quoted string, and what is behind it; `None` if a quote is not closed.
fn parameter_value(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(|c: char| !is_token(c)).unwrap_or(text.len());
        return Some((text[..end].to_owned(), &text[end..]));
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((value, &quoted[at + 1..])),
            '\\' => value.push(characters.next().map(|it| it.1).filter(|c| !is_control(*c))?),
            // They cannot be sent back in a field.
            other if is_control(other) => return None,
            other => value.push(other),
        }
    }
    None
}

fn is_control(c: char) -> bool {
    c.is_ascii_control() && c != '\t'
}

fn is_token(c: char) -> bool {
    // Unquoted values of some servers have more than a token may have.
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~/:@".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(values: &[&str]) -> String {
        let chosen = AuthChallenge::choose(values.iter().map(|value| value.as_bytes()));
        chosen.map_or("none".to_owned(), |it| match &it {
            AuthChallenge::Basic { realm } => format!("basic {realm}"),
            AuthChallenge::Digest(digest) => {
                let DigestChallenge { realm, nonce, algorithm, has_qop, is_stale, .. } = digest;
                format!("{} {realm} {nonce} qop={has_qop} stale={is_stale}", algorithm.name())
            }
        })
    }

    #[test]
    fn the_best_challenge_is_chosen() {
        let table: &[(&[&str], &str)] = &[
            (&["Basic realm=\"a b\""], "basic a b"),
            (&["basic"], "basic "),
            (&["Basic realm=x, charset=\"UTF-8\""], "basic x"),
            (&["Negotiate, Basic realm=\"x\""], "basic x"),
            (&["Negotiate abc==, Basic realm=\"x\""], "basic x"),
            (
                &["Digest realm=\"r\\\"s\", nonce=\"n\", qop=\"auth\""],
                "MD5 r\"s n qop=true stale=false",
            ),
            (&["Basic realm=b", "Digest realm=d, nonce=n"], "MD5 d n qop=false stale=false"),
            (
                &["Digest realm=d,nonce=m,algorithm=MD5,stale=TRUE, Digest realm=d, \
                   nonce=\"s\", algorithm=SHA-256, qop=\"auth-int,auth\""],
                "SHA-256 d s qop=true stale=false",
            ),
            (&["Digest realm=d, nonce=m, stale=true"], "MD5 d m qop=false stale=true"),
            (&["Digest realm=d"], "none"),
            (&["Digest realm=d, nonce=n, qop=auth-int"], "none"),
            (&["Digest realm=d, nonce=n, algorithm=SHA-512"], "none"),
            (&["Bearer realm=\"x\""], "none"),
            (&["Digest realm=\"d, nonce=n"], "none"),
            (&["Basic realm=\"a\r\nX: y\""], "basic "),
            (&[""], "none"),
            (&["=,=,=\"\""], "none"),
        ];
        for (values, expected) in table {
            assert_eq!(shown(values), *expected, "{values:?}");
        }
    }
}
