//! Whois (RFC 3912), for registries without RDAP: one line is sent over TCP, and text comes back until the server
//! closes the connection. What the text looks like is nowhere defined, so only a few usual forms are understood; all
//! others name no country.

use std::future::poll_fn;
use std::time::Duration;

use tokio::time::timeout;

use super::answer::Country;
use crate::client::Client;
use crate::connection::{Connection, Protocol};
use crate::target::Origin;

/// The port of RFC 3912.
const PORT: u16 = 43;
/// Maximum number of bytes of an answer that are read.
const ANSWER_MAX: usize = 64 * 1024;
/// Maximum duration of one question.
const LONGEST: Duration = Duration::from_secs(10);
/// Maximum number of servers that refer to another one.
const REFERRALS: usize = 2;
/// Maximum length of a host name in bytes.
const NAME_MAX: usize = 253;

/// A whois server: a name or an address, and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WhoisServer {
    host: String,
    port: u16,
}

impl WhoisServer {
    /// Reads `NAME` or `NAME:PORT`; `None` if it is neither.
    pub(super) fn parse(text: &str) -> Option<WhoisServer> {
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().ok().filter(|port| *port > 0)?),
            None => (text, PORT),
        };
        let host = host_name(host)?;
        Some(WhoisServer { host, port })
    }
}

/// Asks a server for the country of a domain's owner, and then the servers that it refers to. The error means that no
/// server gave an answer.
pub(super) async fn ask(
    client: &Client,
    server: &WhoisServer,
    domain: &str,
) -> Result<Option<Country>, NoWhois> {
    let mut asked: Vec<WhoisServer> = Vec::new();
    let mut next = server.clone();
    while asked.len() <= REFERRALS {
        let text = match timeout(LONGEST, question(client, &next, domain)).await {
            Ok(Ok(text)) => text,
            // A registry that refers to a server that fails has answered nevertheless.
            _ if !asked.is_empty() => return Ok(None),
            _ => return Err(NoWhois),
        };
        let answer = whois_answer(&text);
        if answer.country.is_some() {
            return Ok(answer.country);
        }
        asked.push(next);
        // The port of a referral is never another one than ours: a server must not make us speak to others.
        match answer.referral.map(|host| WhoisServer { host, port: server.port }) {
            Some(other) if !asked.contains(&other) => next = other,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Error: no whois server gave an answer.
#[derive(Debug)]
pub(super) struct NoWhois;

async fn question(client: &Client, server: &WhoisServer, domain: &str) -> Result<Vec<u8>, NoWhois> {
    let origin = Origin { secure: false, host: server.host.clone(), port: server.port };
    let opened = Connection::open(client.shared(), &origin, Protocol::Other).await;
    let mut connection = opened.map_err(|_| NoWhois)?;
    let line = format!("{domain}\r\n").into_bytes();
    let mut sent = 0;
    while sent < line.len() {
        let written = poll_fn(|cx| connection.poll_write(cx, &line[sent..])).await;
        match written {
            Ok(0) | Err(_) => return Err(NoWhois),
            Ok(count) => sent += count,
        }
    }
    let (mut text, mut buffer) = (Vec::new(), [0; 4096]);
    while text.len() < ANSWER_MAX {
        match poll_fn(|cx| connection.poll_read(cx, &mut buffer)).await {
            Ok(0) => break,
            Ok(count) => text.extend_from_slice(&buffer[..count]),
            // Servers that close at once after an answer may reset the connection.
            Err(_) if !text.is_empty() => break,
            Err(_) => return Err(NoWhois),
        }
    }
    text.truncate(ANSWER_MAX);
    if text.is_empty() { Err(NoWhois) } else { Ok(text) }
}

/// What a whois answer says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhoisAnswer {
    /// Country of the registrant; `None` if the answer does not name it.
    pub country: Option<Country>,
    /// Name of the server that knows more; `None` if the answer refers to none.
    pub referral: Option<String>,
}

/// Keys of the registrant's country, in lower case.
const REGISTRANT_COUNTRY: [&str; 6] = [
    "registrant country",
    "registrant country/economy",
    "registrant country code",
    "registrant-country",
    "holder country",
    "owner country",
];
/// Keys that name the contact of the registrant.
const REGISTRANT: [&str; 4] = ["registrant", "holder", "holder-c", "owner-c"];
/// Keys with which a contact begins.
const CONTACT: [&str; 3] = ["contact", "nic-hdl", "nic-hdl-br"];
/// Keys of other servers.
const REFERRAL: [&str; 5] =
    ["refer", "whois", "whois server", "registrar whois server", "referralserver"];

/// Reads a whois answer. Any bytes are accepted.
pub fn whois_answer(bytes: &[u8]) -> WhoisAnswer {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(ANSWER_MAX)]);
    let blocks = blocks(&text);
    let lines = || blocks.iter().flatten();
    let direct = lines().find(|line| REGISTRANT_COUNTRY.contains(&&*line.key));
    let country = direct.and_then(|line| line.value.parse().ok());
    let country = country.or_else(|| by_contact(&blocks)).or_else(|| by_section(&blocks));
    let country = country.or_else(|| of_domain(&blocks));
    let mut referrals = lines().filter(|line| REFERRAL.contains(&&*line.key));
    let referral = referrals.find_map(|line| host_name(without_scheme(line.value)));
    WhoisAnswer { country, referral }
}

/// A line of an answer.
struct Line<'a> {
    /// In lower case.
    key: String,
    value: &'a str,
}

/// Returns the lines of an answer that have a key, in groups that empty lines divide.
fn blocks(text: &str) -> Vec<Vec<Line<'_>>> {
    let mut blocks = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            blocks.push(Vec::new());
            continue;
        }
        // Remarks of the registry.
        if line.starts_with(['%', '#', '>']) {
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let key = key.trim().trim_end_matches('.').to_lowercase();
        if let Some(block) = blocks.last_mut() {
            block.push(Line { key, value: value.trim() });
        }
    }
    blocks
}

/// `registrant: ID`, and elsewhere `contact: ID` with a country or an address that ends with its code.
fn by_contact(blocks: &[Vec<Line<'_>>]) -> Option<Country> {
    let mut lines = blocks.iter().flatten();
    let id = lines.find(|line| REGISTRANT.contains(&&*line.key) && !line.value.is_empty())?.value;
    let is_contact = |line: &Line<'_>| CONTACT.contains(&&*line.key) && line.value == id;
    let contact = blocks.iter().find(|block| block.iter().any(is_contact))?;
    let country = contact.iter().find(|line| line.key == "country");
    let address = || contact.iter().rfind(|line| line.key == "address");
    country.or_else(address)?.value.parse().ok()
}

/// `Registrant:` alone in a line, and below it `Country: XX`.
fn by_section(blocks: &[Vec<Line<'_>>]) -> Option<Country> {
    let mut lines = blocks.iter().flatten();
    let is_head = |line: &Line<'_>| line.key == "registrant" && line.value.is_empty();
    lines.find(|line| is_head(line))?;
    let mut own = lines.take_while(|line| !line.value.is_empty());
    own.find(|line| line.key == "country" || line.key == "country code")?.value.parse().ok()
}

/// A country in the same group as the domain, if that is the only one.
fn of_domain(blocks: &[Vec<Line<'_>>]) -> Option<Country> {
    let is_domain = |line: &Line<'_>| line.key == "domain" || line.key == "domain name";
    let block = blocks.iter().find(|block| block.iter().any(is_domain))?;
    let mut countries = blocks.iter().flatten().filter(|line| line.key == "country");
    countries.next()?;
    if countries.next().is_some() {
        return None;
    }
    block.iter().find(|line| line.key == "country")?.value.parse().ok()
}

/// `whois://NAME:PORT/path` without all but the name.
fn without_scheme(value: &str) -> &str {
    let value = value.split_once("://").map_or(value, |(_, rest)| rest);
    value.split(['/', ':', ' ']).next().unwrap_or_default()
}

/// Returns a host name in lower case; `None` if it cannot be one.
fn host_name(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let name = text.trim_end_matches('.').to_ascii_lowercase();
    let is_name = (1..=NAME_MAX).contains(&name.len())
        && name.bytes().all(is_plain)
        && !name.starts_with(['.', '-'])
        && name.contains(['.'])
        || name == "localhost";
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, country: Option<&str>, referral: Option<&str>) {
        let answer = whois_answer(text.as_bytes());
        let found = answer.country.map(|it| it.to_string());
        assert_eq!((found.as_deref(), answer.referral.as_deref()), (country, referral), "{text}");
    }

    #[test]
    fn usual_answers_are_understood() {
        check(
            "Domain Name: SPOLEK.EXAMPLE\r\n   Registrar WHOIS Server: whois.registrar.example\r\n\
             Registrar Country: US\r\nRegistrant Organization: Spolek\r\nRegistrant Country: cz\r\n",
            Some("CZ"),
            Some("whois.registrar.example"),
        );
        check(
            "% (c) registry\n\ndomain:       spolek.example\nregistrant:   SPOLEK-1\n\n\
             contact:      OTHER\naddress:      Wien\naddress:      AT\n\n\
             contact:      SPOLEK-1\nname:         Spolek\naddress:      Praha\naddress:      CZ\n",
            Some("CZ"),
            None,
        );
        check(
            "domain: a.example\nholder-c: H1\n\nnic-hdl: H1\ncontact: Someone\ncountry: FR\n",
            Some("FR"),
            None,
        );
        check(
            "Domain: a.example\n\nRegistrant:\n  Name: A\n  Country: SK\n\nRegistrar:\n  Country: DE\n",
            Some("SK"),
            None,
        );
        check("domain: a.example\ncountry: DK\n", Some("DK"), None);
        check(
            "refer:        whois.nic.example\n\ndomain: EXAMPLE\n",
            None,
            Some("whois.nic.example"),
        );
        check(
            "ReferralServer: whois://Whois.Nic.Example:4343/x\n",
            None,
            Some("whois.nic.example"),
        );
    }

    #[test]
    fn what_is_not_said_is_not_guessed() {
        check("", None, None);
        check("No match for 'a.example'", None, None);
        check("Registrant Country: REDACTED FOR PRIVACY\n", None, None);
        check("Registrar Country: US\n", None, None);
        check("domain: a.example\n\nregistrar: R\ncountry: US\n", None, None);
        check("domain: a.example\ncountry: US\n\ncontact: x\ncountry: DE\n", None, None);
        check("registrant: X\n\ncontact: Y\ncountry: CZ\n", None, None);
        check("refer: not a host\nwhois: -x.example\nwhois server: \n", None, None);
        check("refer: 127.0.0.1\n", None, Some("127.0.0.1"));
    }

    #[test]
    fn servers_are_named_with_or_without_a_port() {
        for (text, expected) in [
            ("whois.iana.org", Some(("whois.iana.org", 43))),
            ("Whois.Nic.Example.:4343", Some(("whois.nic.example", 4343))),
            ("127.0.0.1:43", Some(("127.0.0.1", 43))),
            ("whois", None),
            ("", None),
            ("http://whois.example", None),
            ("whois.example:0", None),
            ("whois.example:x", None),
            ("a b.example", None),
        ] {
            let server = WhoisServer::parse(text).map(|it| (it.host, it.port));
            let expected = expected.map(|(host, port)| (host.to_owned(), port));
            assert_eq!(server, expected, "{text}");
        }
    }
}
