//! A `Set-Cookie` field (RFC 6265bis, section 5.6). Nothing is decided here about whether it is allowed.

use super::date;

/// Maximum number of bytes of name and value together, and of the value of an attribute.
const PAIR_MAX: usize = 4096;
const ATTRIBUTE_MAX: usize = 1024;

/// A cookie as a server describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SetCookie {
    pub(super) name: String,
    pub(super) value: String,
    /// In lower case, without a dot in front; empty if the attribute is.
    pub(super) domain: Option<String>,
    pub(super) path: Option<String>,
    pub(super) is_secure: bool,
    /// Seconds from now on.
    pub(super) max_age: Option<i64>,
    /// Seconds since 1970.
    pub(super) expires: Option<u64>,
}

impl SetCookie {
    /// Parses a field; `None` if it is to be ignored.
    pub(super) fn parse(field: &[u8]) -> Option<SetCookie> {
        // Bytes beyond ASCII go back as they came only if they are UTF-8; others are rare and are refused.
        let text = std::str::from_utf8(field).ok()?;
        if text.chars().any(|c| c.is_control() && c != '\t') {
            return None;
        }
        let mut parts = text.split(';');
        let pair = parts.next()?;
        let (name, value) = pair.split_once('=').unwrap_or(("", pair));
        let (name, value) = (trimmed(name), trimmed(value));
        if name.is_empty() && value.is_empty() || name.len() + value.len() > PAIR_MAX {
            return None;
        }
        // The standard allows it, but it has no form in a file.
        if name.contains('\t') || value.contains('\t') {
            return None;
        }
        // Otherwise it would be read as a cookie with another name when it is sent back.
        if name.is_empty() && starts_like_prefix(value) {
            return None;
        }
        let (name, value) = (name.to_owned(), value.to_owned());
        let mut set = SetCookie { name, value, ..SetCookie::default() };
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            set.add(trimmed(key), trimmed(value));
        }
        Some(set)
    }

    fn add(&mut self, key: &str, value: &str) {
        if value.len() > ATTRIBUTE_MAX {
            return;
        }
        match &*key.to_ascii_lowercase() {
            "expires" => self.expires = date::parse(value).or(self.expires),
            "max-age" => self.max_age = max_age(value).or(self.max_age),
            "domain" => {
                let domain = value.strip_prefix('.').unwrap_or(value);
                self.domain = Some(domain.to_ascii_lowercase());
            }
            "path" if !value.contains('\t') => self.path = Some(value.to_owned()),
            "secure" => self.is_secure = true,
            _ => {}
        }
    }
}

fn starts_like_prefix(value: &str) -> bool {
    ["__secure-", "__host-"].iter().any(|prefix| {
        value.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    })
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

fn max_age(value: &str) -> Option<i64> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if value.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(value.parse().unwrap_or(limit))
}
