//! Cookies in a file of the format that Netscape began and that curl, wget and browsers' extensions write: a line for
//! each cookie, with seven fields between tabs.
//!
//! ```text
//! domain  include-subdomains  path  secure  expires  name  value
//! .example.org  TRUE  /  FALSE  1790000000  session  abc
//! ```
//!
//! Lines that begin with `#` are remarks, except for `#HttpOnly_`, which stands before a domain.

use super::{Cookie, CookieJar, is_host};

/// Maximum length of a line in bytes.
const LINE_MAX: usize = 16 << 10;
const HEADER: &str = "# Netscape HTTP Cookie File";

/// Error: a line of a file of cookies cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a cookie of seven fields between tabs")]
pub struct CookieFileError {
    /// Number of the line, counted from 1.
    pub line: usize,
}

impl CookieJar {
    /// Adds the cookies of a file; those that have ended are ignored. Returns how many were added. With
    /// `is_credential` they stand for a log-in.
    ///
    /// # Errors
    /// A line is not a cookie. The message does not show it, because it may have a secret.
    pub fn add_file(
        &mut self,
        text: &[u8],
        is_credential: bool,
        now: u64,
    ) -> Result<usize, CookieFileError> {
        let mut added = 0;
        for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let line =
                if number == 0 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
            let line = match line.strip_prefix(b"#HttpOnly_") {
                Some(cookie) => cookie,
                None if line.starts_with(b"#") || line.trim_ascii().is_empty() => continue,
                None => line,
            };
            let cookie = parse(line).ok_or(CookieFileError { line: number + 1 })?;
            added += usize::from(self.put(Cookie { is_credential, ..cookie }, now));
        }
        Ok(added)
    }

    /// Returns the cookies that have not ended as a file, also those of the session.
    pub fn to_file(&self, now: u64) -> String {
        let mut text =
            format!("{HEADER}\n# Written by Stodola. Whoever has this file has these log-ins.\n");
        for cookie in self.iter(now) {
            let Cookie { name, value, domain, is_host_only, path, is_secure, expires, .. } = cookie;
            let flag = |is_so: bool| if is_so { "TRUE" } else { "FALSE" };
            let dot = if *is_host_only { "" } else { "." };
            let (below, secure) = (flag(!is_host_only), flag(*is_secure));
            let expires = expires.unwrap_or(0);
            // No part can have a tab or a line end: fields with control characters are refused.
            text.push_str(&format!(
                "{dot}{domain}\t{below}\t{path}\t{secure}\t{expires}\t{name}\t{value}\n"
            ));
        }
        text
    }
}

fn parse(line: &[u8]) -> Option<Cookie> {
    if line.len() > LINE_MAX {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?;
    let fields: Vec<&str> = text.split('\t').collect();
    // Some programs leave the last tab out if there is no value.
    let (domain, below, path, secure, expires, name, value) = match fields[..] {
        [domain, below, path, secure, expires, name, value] => {
            (domain, below, path, secure, expires, name, value)
        }
        [domain, below, path, secure, expires, name] => {
            (domain, below, path, secure, expires, name, "")
        }
        _ => return None,
    };
    let is_true = |field: &str| match field {
        "TRUE" | "true" | "1" => Some(true),
        "FALSE" | "false" | "0" => Some(false),
        _ => None,
    };
    let has_control = |part: &str| part.chars().any(|c| c.is_control());
    let is_host_only = !is_true(below)?;
    let domain = domain.trim().trim_start_matches('.').trim_end_matches('.').to_ascii_lowercase();
    if !is_host(&domain) || !path.starts_with('/') {
        return None;
    }
    if [name, value, path].into_iter().any(has_control)
        || (name.is_empty() && value.is_empty())
        || [name, value, path].into_iter().any(|part| part.contains(';'))
    {
        return None;
    }
    // Some programs write fractions.
    let expires = expires.split('.').next().unwrap_or_default().trim();
    let expires = match expires.strip_prefix('-') {
        Some(_) => 0,
        None => expires.parse::<u64>().ok()?,
    };
    Some(Cookie {
        name: name.to_owned(),
        value: value.to_owned(),
        domain,
        is_host_only,
        path: path.to_owned(),
        is_secure: is_true(secure)?,
        expires: (expires != 0).then_some(expires),
        is_credential: false,
    })
}
