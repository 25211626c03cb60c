//! Connections through a proxy: HTTP (RFC 9110, section 9.3.6) or SOCKS5 (RFC 1928, RFC 1929).
//!
//! What the address policy can promise depends on who resolves names. With `socks5` names are resolved here, the
//! address is checked, and the proxy is given the address: the policy holds. With `http` and `socks5h` the proxy
//! resolves names. Then addresses in URIs are checked, and so are names that are certainly not public; whether a public
//! name leads to a private address only the proxy can know.
//!
//! The address of the proxy itself was configured by the user, so the policy does not apply to it.

mod bypass;
mod handshake;

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use crate::secret::Secret;
use crate::settings::ClientSettings;
use crate::target::{Origin, address, target};
pub use bypass::{ProxyBypass, ProxyBypassError};
pub(crate) use handshake::{Hop, dial, tunnel};

/// The kind of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyKind {
    /// HTTP: requests for http in absolute form, `CONNECT` for https. The proxy resolves names.
    Http,
    /// SOCKS5; names are resolved here.
    Socks5,
    /// SOCKS5; the proxy resolves names.
    Socks5h,
}

impl ProxyKind {
    /// The scheme of its address: `http`, `socks5` or `socks5h`.
    pub fn name(self) -> &'static str {
        match self {
            ProxyKind::Http => "http",
            ProxyKind::Socks5 => "socks5",
            ProxyKind::Socks5h => "socks5h",
        }
    }
}

/// A proxy: `http://proxy.example:3128`, `socks5://127.0.0.1:1080` or `socks5h://[::1]:1080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    /// What it speaks, and who resolves names.
    pub kind: ProxyKind,
    host: String,
    port: u16,
    /// User name and password for the proxy; `None` if it needs none.
    pub login: Option<(String, Secret)>,
    /// Hosts that are connected to directly.
    pub bypass: Vec<ProxyBypass>,
}

/// Error: a text that is not a [`Proxy`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a proxy: {reason}")]
pub struct ProxyError {
    /// The text that was given, without a password.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Proxy {
    /// Whether the proxy resolves the names of hosts.
    pub fn resolves_names(&self) -> bool {
        self.kind != ProxyKind::Socks5
    }

    /// Whether no name is ever resolved here: the proxy resolves those of hosts, and has an address itself.
    pub(crate) fn needs_no_names(&self) -> bool {
        let has_address = matches!(address(&self.host), Ok(Some(_)));
        self.resolves_names() && self.bypass.is_empty() && has_address
    }

    /// Host and port of the proxy.
    pub(crate) fn place(&self) -> (&str, u16) {
        (&self.host, self.port)
    }

    /// Value of `Proxy-Authorization`; `None` if the proxy needs none.
    pub(crate) fn authorization(&self) -> Option<String> {
        let (user, password) = self.login.as_ref()?;
        Some(crate::auth::basic(user, password))
    }
}

/// Returns the proxy for a host; `None` if the host is connected to directly: there is no proxy, the proxy is not for
/// this host, or a [`ConnectTo`](crate::ConnectTo) gives its place.
pub(crate) fn proxy_for<'s>(settings: &'s ClientSettings, host: &str) -> Option<&'s Proxy> {
    let proxy = settings.proxy.as_ref()?;
    let is_placed = settings.connect_to.iter().any(|rule| rule.is_for_host(host));
    let is_direct = is_placed || proxy.bypass.iter().any(|bypass| bypass.matches(host));
    (!is_direct).then_some(proxy)
}

/// Returns the proxy to which a request for an origin is sent in absolute form; `None` if the request goes to the
/// server, directly or through a tunnel.
pub(crate) fn relay_for<'s>(settings: &'s ClientSettings, origin: &Origin) -> Option<&'s Proxy> {
    let proxy = proxy_for(settings, &origin.host)?;
    (proxy.kind == ProxyKind::Http && !origin.secure).then_some(proxy)
}

impl FromStr for Proxy {
    type Err = ProxyError;

    fn from_str(text: &str) -> Result<Proxy, ProxyError> {
        let shown = String::from_utf8_lossy(&stodola_uri::without_user_info(text.as_bytes()))
            .escape_debug()
            .to_string();
        let error = |reason| ProxyError { text: shown.clone(), reason };
        let (scheme, rest) = text.split_once("://").ok_or(error("it has no scheme"))?;
        let (kind, port) = match &*scheme.to_ascii_lowercase() {
            "http" => (ProxyKind::Http, 3128),
            "socks5" => (ProxyKind::Socks5, 1080),
            "socks5h" => (ProxyKind::Socks5h, 1080),
            _ => return Err(error("its scheme is not http, socks5 or socks5h")),
        };
        let place = rest.strip_suffix('/').unwrap_or(rest);
        if place.contains('@') {
            return Err(error("user name and password do not belong here"));
        }
        if place.contains(['/', '?', '#']) {
            return Err(error("something follows the port"));
        }
        // The port of the parser is that of http, so one is always given to it.
        let has_port = place.rsplit_once(':').is_some_and(|(_, port)| {
            !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
        });
        let whole = if has_port { place.to_owned() } else { format!("{place}:{port}") };
        let origin = target(format!("http://{whole}/").as_bytes())
            .map_err(|_| error("its host or port is not valid"))?
            .origin;
        let (host, port) = (origin.host, origin.port);
        Ok(Proxy { kind, host, port, login: None, bypass: Vec::new() })
    }
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.kind.name(), self.host, self.port)
    }
}

/// How a connection got to its server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// Address of the server; `None` if only the proxy knows it.
    pub(crate) address: Option<SocketAddr>,
    /// The kind of the proxy; `None` without one.
    pub(crate) proxy: Option<ProxyKind>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_read_and_written() {
        let table = [
            ("http://proxy.example:8080", Ok("http://proxy.example:8080")),
            ("HTTP://Proxy.Example/", Ok("http://proxy.example:3128")),
            ("socks5://127.0.0.1", Ok("socks5://127.0.0.1:1080")),
            ("socks5h://[::1]:9050", Ok("socks5h://[::1]:9050")),
            ("socks5h://[::1]", Ok("socks5h://[::1]:1080")),
            ("proxy.example:3128", Err("it has no scheme")),
            ("https://proxy.example", Err("its scheme is not http, socks5 or socks5h")),
            ("http://me:sesame@proxy.example", Err("user name and password do not belong here")),
            ("http://proxy.example/path", Err("something follows the port")),
            ("http://proxy.example:99999", Err("its host or port is not valid")),
            ("http://:3128", Err("its host or port is not valid")),
            ("socks5://a b", Err("its host or port is not valid")),
        ];
        for (text, expected) in table {
            let found = text.parse::<Proxy>();
            assert!(!format!("{found:?}").contains("sesame"));
            let found = found.map(|proxy| proxy.to_string()).map_err(|error| error.reason);
            assert_eq!(found.as_deref(), expected.as_ref().copied(), "{text}");
        }
    }

    #[test]
    fn some_hosts_are_connected_to_directly() {
        let mut proxy: Proxy = "http://127.0.0.1:3128".parse().unwrap();
        assert!(proxy.needs_no_names());
        proxy.bypass = ["direct.example", "10.0.0.0/8"].map(|it| it.parse().unwrap()).into();
        assert!(!proxy.needs_no_names());
        let connect_to = vec!["placed.example::192.0.2.1:".parse().unwrap()];
        let settings =
            ClientSettings { proxy: Some(proxy), connect_to, ..ClientSettings::default() };
        for (host, is_proxied) in [
            ("www.example", true),
            ("www.direct.example", false),
            ("10.1.2.3", false),
            ("11.1.2.3", true),
            ("placed.example", false),
        ] {
            assert_eq!(proxy_for(&settings, host).is_some(), is_proxied, "{host}");
        }
    }
}
