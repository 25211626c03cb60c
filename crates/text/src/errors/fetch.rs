//! Errors from asking servers.

use super::system_text;
use crate::{Language, phrase, retold, text};
use stodola_fetch::{
    ConnectToError, CookieFileError, DnsFailure, Failure, ProxyBypassError, ProxyError,
    ProxyFailure, RdapError, SetupError,
};

pub(super) fn failure(language: Language, error: &Failure) -> String {
    match error {
        Failure::Uri { uri, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "error-fetch-uri", uri, reason)
        }
        Failure::Header { name, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "error-fetch-header", name, reason)
        }
        Failure::Dns(error) => {
            let error = dns_failure(language, error);
            phrase!(language, "error-fetch-dns", error)
        }
        Failure::AddressRefused(address) => phrase!(language, "error-fetch-address", address),
        Failure::NameRefused(host) => phrase!(language, "error-fetch-name", host),
        Failure::Proxy(error) => {
            let error = proxy_failure(language, error);
            phrase!(language, "error-fetch-proxy", error)
        }
        Failure::ProxyRefused(words) => {
            let words = retold(language, words);
            phrase!(language, "error-fetch-proxy-refused", words)
        }
        Failure::Http2Only => text!(language, "error-fetch-http2-only"),
        Failure::Connect(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-fetch-connect", error)
        }
        Failure::ConnectTimeout => text!(language, "error-fetch-connect-timeout"),
        Failure::Tls(words) => phrase!(language, "error-fetch-tls", words),
        Failure::Send(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-fetch-send", error)
        }
        Failure::Closed => text!(language, "error-fetch-closed"),
        Failure::Unheard => text!(language, "error-fetch-unheard"),
        Failure::ResponseTimeout => text!(language, "error-fetch-response-timeout"),
        Failure::Spool(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-fetch-spool", error)
        }
    }
}

pub(super) fn proxy_failure(language: Language, error: &ProxyFailure) -> String {
    match error {
        ProxyFailure::Dns(error) => {
            let error = dns_failure(language, error);
            phrase!(language, "error-proxy-dns", error)
        }
        ProxyFailure::Connect(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-proxy-connect", error)
        }
        ProxyFailure::Timeout => text!(language, "error-dns-timeout"),
        ProxyFailure::Login => text!(language, "error-proxy-login"),
        ProxyFailure::Protocol => text!(language, "error-proxy-protocol"),
    }
}

pub(super) fn proxy_error(language: Language, error: &ProxyError) -> String {
    let (text, reason) = (&error.text, retold(language, error.reason));
    phrase!(language, "error-proxy-address", text, reason)
}

pub(super) fn proxy_bypass_error(language: Language, error: &ProxyBypassError) -> String {
    let entry = &error.0;
    phrase!(language, "error-proxy-bypass", entry)
}

pub(super) fn cookie_file_error(language: Language, error: &CookieFileError) -> String {
    let line = error.line;
    phrase!(language, "error-cookie-line", line)
}

pub(super) fn dns_failure(language: Language, error: &DnsFailure) -> String {
    match error {
        DnsFailure::NoSuchName => text!(language, "error-dns-no-such-name"),
        DnsFailure::NoAddress => text!(language, "error-dns-no-address"),
        DnsFailure::Server(words) => phrase!(language, "error-dns-server", words),
        DnsFailure::Timeout => text!(language, "error-dns-timeout"),
    }
}

pub(super) fn setup_error(language: Language, error: &SetupError) -> String {
    match error {
        SetupError::HeaderValue { setting, value } => {
            phrase!(language, "error-setup-header", setting, value)
        }
        SetupError::HeaderField { name, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "error-fetch-header", name, reason)
        }
        SetupError::SpoolFolder { path, source } => {
            let (path, error) = (path.display(), system_text(language, source));
            phrase!(language, "error-setup-spool", path, error)
        }
        SetupError::Dns(words) => phrase!(language, "error-setup-dns", words),
        SetupError::Tls(words) => phrase!(language, "error-setup-tls", words),
    }
}

pub(super) fn rdap_error(language: Language, error: &RdapError) -> String {
    match error {
        RdapError::Base(base) => phrase!(language, "error-rdap-base", base),
        RdapError::Whois(server) => phrase!(language, "error-rdap-whois", server),
        RdapError::Format(path) => text!(language, "error-rdap-format", path = path.display()),
        RdapError::Cache { path, source } => {
            let (path, error) = (path.display(), system_text(language, source));
            phrase!(language, "error-rdap-cache", path, error)
        }
    }
}

pub(super) fn connect_to_error(language: Language, error: &ConnectToError) -> String {
    let (text, reason) = (&error.text, retold(language, error.reason));
    phrase!(language, "error-connect-to", text, reason)
}
