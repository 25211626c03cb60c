//! The sections of a job file for limits, pauses, fetching, extraction and writing, with their defaults.
//!
//! `template.toml` explains each key once more, for operators; a test compares the two.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stodola_fetch::Proxy;

use super::SettingFault;
use super::address::{ConnectToSetting, DnsServer};
use super::long::LongSetting;
use super::quantity::{Limit, Period, Size};

/// `[limits]`: how much is fetched at most. What a limit rejects is recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "the section `[limits]`")]
pub struct LimitSettings {
    /// Largest size of a document; the rest is cut off, and the record says so.
    pub bytes_per_document: Size,
    /// Largest size of a document that was cut and that somebody asks for as a whole.
    pub bytes_per_whole_document: Size,
    /// Largest number of documents of the job, all runs together.
    pub documents: Limit<u64>,
    /// Largest number of bytes of the job, all runs together.
    pub bytes: Limit<Size>,
    /// Longest time of one run.
    pub time: Limit<Period>,
    /// Largest number of documents of one host.
    pub documents_per_host: Limit<u64>,
    /// Largest number of bytes of one host.
    pub bytes_per_host: Limit<Size>,
    /// Largest number of documents of one registrable domain.
    pub documents_per_domain: Limit<u64>,
    /// Largest number of bytes of one registrable domain.
    pub bytes_per_domain: Limit<Size>,
    /// Largest number of hosts of one registrable domain. Stops link farms behind a wildcard in the DNS.
    pub hosts_per_domain: Limit<u64>,
    /// Largest number of URIs of one host in the queue.
    pub queued_per_host: Limit<u64>,
    /// Largest number of bytes that are received in a second, from all hosts together.
    pub bandwidth: Limit<Size>,
    /// Largest number of bytes that are received in a second from one host.
    pub bandwidth_per_host: Limit<Size>,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            bytes_per_document: Size::from_bytes(100_000_000),
            bytes_per_whole_document: Size::from_bytes(10_000_000_000),
            documents: Limit::Unlimited,
            bytes: Limit::Unlimited,
            time: Limit::Unlimited,
            documents_per_host: Limit::Unlimited,
            bytes_per_host: Limit::Unlimited,
            documents_per_domain: Limit::Unlimited,
            bytes_per_domain: Limit::Unlimited,
            hosts_per_domain: Limit::At(10_000),
            queued_per_host: Limit::Unlimited,
            bandwidth: Limit::Unlimited,
            bandwidth_per_host: Limit::Unlimited,
        }
    }
}

impl LimitSettings {
    /// Returns these limits with one changed, for example `documents` to `5000` or `bytes` to `10GB`.
    ///
    /// # Errors
    /// There is no such limit, or it cannot have this value.
    pub fn with(&self, key: &str, value: &str) -> Result<LimitSettings, SettingFault> {
        let mut table =
            toml::Table::try_from(self).map_err(|error| SettingFault::Parser(error.to_string()))?;
        if !table.contains_key(key) {
            let known: Vec<&str> = table.keys().map(String::as_str).collect();
            let (limit, known) = (key.to_owned(), known.join(", "));
            return Err(SettingFault::NoSuchLimit { limit, known });
        }
        let value = match value.parse::<i64>() {
            Ok(number) => toml::Value::Integer(number),
            Err(_) => toml::Value::String(value.to_owned()),
        };
        table.insert(key.to_owned(), value);
        let parser = |error: toml::de::Error| SettingFault::Parser(error.message().to_owned());
        table.try_into().map_err(parser)
    }
}

/// `[politeness]`: how often servers are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "the section `[politeness]`")]
pub struct PolitenessSettings {
    /// The pause after a fetch, in multiples of the time the fetch took.
    pub delay_factor: f64,
    /// Shortest pause after a fetch.
    pub min_delay: Period,
    /// Longest pause after a fetch.
    pub max_delay: Period,
    /// Longest `Crawl-delay` of a robots.txt that is obeyed; a longer one is shortened to this.
    pub crawl_delay_max: Period,
    /// Largest number of connections to one host at a time.
    pub connections_per_host: u32,
    /// Pause between two fetches from one IP address, also if they are for different hosts.
    pub ip_delay: Period,
    /// Largest number of connections to one IP address at a time.
    pub connections_per_ip: u32,
    /// Number of attempts for a URI, the first included, before its failure is final.
    pub attempts: u32,
    /// Wait after the first failure; it doubles with each further failure.
    pub retry_wait: Period,
    /// Longest wait between two attempts, and the longest `Retry-After` that is obeyed.
    pub retry_wait_max: Period,
    /// Whether robots.txt is obeyed.
    pub robots: RobotsSetting,
    /// Time after which a robots.txt is fetched again; at most a day (RFC 9309, section 2.4).
    pub robots_expiry: Period,
    /// Instructions of pages (`<meta name="robots">`, `X-Robots-Tag`, `rel="nofollow"`) that are obeyed, if robots.txt
    /// is.
    pub robots_tags: Vec<RobotsTagSetting>,
}

impl Default for PolitenessSettings {
    fn default() -> PolitenessSettings {
        PolitenessSettings {
            delay_factor: 5.0,
            min_delay: Period::from_secs(1),
            max_delay: Period::from_secs(30),
            crawl_delay_max: Period::from_secs(300),
            connections_per_host: 1,
            ip_delay: Period::from_millis(250),
            connections_per_ip: 4,
            attempts: 4,
            retry_wait: Period::from_secs(60),
            retry_wait_max: Period::from_secs(4 * 3600),
            robots: RobotsSetting::Obey,
            robots_expiry: Period::from_secs(24 * 3600),
            robots_tags: vec![RobotsTagSetting::Nofollow],
        }
    }
}

impl PolitenessSettings {
    /// Whether an instruction of pages is obeyed.
    pub fn obeys(&self, tag: RobotsTagSetting) -> bool {
        self.robots == RobotsSetting::Obey && self.robots_tags.contains(&tag)
    }
}

/// An instruction of a page for robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RobotsTagSetting {
    /// Links of the page, or a link, are not followed.
    Nofollow,
    /// The page is not archived, because it is not to be found.
    Noindex,
    /// The page is not archived.
    Noarchive,
}

/// Whether robots.txt is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RobotsSetting {
    /// The rules are obeyed as RFC 9309 says.
    Obey,
    /// robots.txt is fetched and archived, but not obeyed. Only for the operator's own servers, or where the owner or
    /// the law allows it.
    Ignore,
}

/// `[fetch]`: connections and their limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fetch {
    /// Number of URIs that are worked on at the same time.
    pub workers: u32,
    /// Largest number of hosts whose robots.txt and pages are fetched at a time. All others wait their turn.
    pub active_hosts: u32,
    /// Number of documents of a host after which another host that waits takes its place.
    pub documents_per_stay: u32,
    /// Largest size of a response header.
    pub header_limit: Size,
    /// Time limit for name resolution, connection and TLS handshake together.
    pub connect_timeout: Period,
    /// Time limit for silence on a connection.
    pub idle_timeout: Period,
    /// Time limit for one document.
    pub total_timeout: Period,
    /// Lowest speed in bytes per second, as an average after half a minute; a slower response is cut off. 0: no limit.
    pub min_rate: Size,
    /// Bytes of a response that are kept in memory; the rest goes to a file.
    pub spool_memory: Size,
    /// Whether private, loopback and link-local addresses are fetched from.
    pub allow_private: bool,
    /// Other addresses to connect to, as `HOST:PORT:ADDRESS:PORT`; the first entry that matches counts.
    pub connect_to: Vec<ConnectToSetting>,
    /// What happens if a certificate is not valid.
    pub tls: Tls,
    /// DNS servers; if empty, those of the system.
    pub dns_servers: Vec<DnsServer>,
    /// Text that is added to the `User-Agent`.
    pub user_agent_extra: String,
    /// Other texts instead of the product in the `User-Agent`, for hosts with their subdomains: `HOST: TEXT`.
    pub user_agents: Vec<String>,
    /// Value of `Accept-Language`; `auto` for the language of the pack of a national job; empty for none.
    pub accept_language: String,
    /// Further header fields of every request: `NAME: VALUE`.
    pub headers: Vec<String>,
    /// Proxy that connections go through, as [`stodola_fetch::Proxy`] reads it. `None`: no proxy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// Where user name and password for the proxy are, see [`SecretSource`](super::SecretSource). `None`: it needs
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_login: Option<String>,
    /// Domains, addresses and networks that are connected to without the proxy.
    pub no_proxy: Vec<String>,
    /// Which cookies are kept.
    pub cookies: CookiesSetting,
    /// Path of a file with cookies to begin with. `None`: there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cookies_file: Option<PathBuf>,
    /// Path of a file with log-ins, see [`Logins`](super::Logins). `None`: there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logins: Option<PathBuf>,
    /// What is done with long documents, by media type; the first entry that is for a document counts.
    pub long: Vec<LongSetting>,
}

impl Default for Fetch {
    fn default() -> Fetch {
        Fetch {
            workers: 50,
            active_hosts: 20_000,
            documents_per_stay: 100,
            header_limit: Size::from_bytes(128 << 10),
            connect_timeout: Period::from_secs(20),
            idle_timeout: Period::from_secs(60),
            total_timeout: Period::from_secs(20 * 60),
            min_rate: Size::from_bytes(100),
            spool_memory: Size::from_bytes(256 << 10),
            allow_private: false,
            connect_to: Vec::new(),
            tls: Tls::Record,
            dns_servers: Vec::new(),
            user_agent_extra: String::new(),
            user_agents: Vec::new(),
            accept_language: "auto".to_owned(),
            headers: Vec::new(),
            proxy: None,
            proxy_login: None,
            no_proxy: Vec::new(),
            cookies: CookiesSetting::None,
            cookies_file: None,
            logins: None,
            long: Vec::new(),
        }
    }
}

impl Fetch {
    /// Returns the proxy, without user name and password; `None` if there is none, or if it is not valid.
    pub fn proxy(&self) -> Option<Proxy> {
        let mut proxy: Proxy = self.proxy.as_ref()?.parse().ok()?;
        proxy.bypass = self.no_proxy.iter().filter_map(|entry| entry.parse().ok()).collect();
        Some(proxy)
    }

    /// Returns the text for the `User-Agent` that is meant for a host; `None` if it has none of its own. The first
    /// entry that matches counts.
    pub fn user_agent_of(&self, host: &str) -> Option<&str> {
        self.user_agents.iter().filter_map(|line| user_agent_entry(line)).find_map(
            |(domain, text)| {
                let is_below = host.strip_suffix(domain)?;
                (is_below.is_empty() || is_below.ends_with('.')).then_some(text)
            },
        )
    }
}

/// Splits `HOST: TEXT`; `None` if it is not that.
pub(super) fn user_agent_entry(line: &str) -> Option<(&str, &str)> {
    let (host, text) = line.split_once(':')?;
    let (host, text) = (host.trim(), text.trim());
    let uri = format!("http://{host}/");
    let is_host = stodola_uri::host(uri.as_bytes()).is_some_and(|it| it == host);
    let is_text = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    (is_host && is_text).then_some((host, text))
}

/// Which cookies are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CookiesSetting {
    /// Cookies of servers are ignored, except for those of a log-in.
    None,
    /// Cookies are sent back until the run ends.
    Session,
    /// Cookies are sent back, also in later runs: they are stored in the folder of the job.
    Keep,
}

/// `[dns]`: how much name servers are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DnsSection {
    /// Most messages to name servers in a second, repeated questions included.
    pub questions_per_second: Limit<u64>,
    /// Most questions that wait for an answer at a time.
    pub questions_at_once: u32,
    /// How long it is remembered that a name does not exist or has no address.
    pub keep_negative: Period,
}

impl Default for DnsSection {
    fn default() -> DnsSection {
        DnsSection {
            questions_per_second: Limit::At(100),
            questions_at_once: 50,
            keep_negative: Period::from_secs(600),
        }
    }
}

impl DnsSection {
    /// Returns the limits for the client.
    pub fn limits(&self) -> stodola_fetch::DnsLimits {
        let per_second = self.questions_per_second.get();
        stodola_fetch::DnsLimits {
            per_second: per_second.map(|most| most.try_into().unwrap_or(u32::MAX)),
            at_once: self.questions_at_once as usize,
        }
    }
}

/// What happens if a certificate is not valid: expired, for another name, or self-signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// The document is archived, and the fault is recorded with it.
    Record,
    /// The document is not fetched.
    Refuse,
}

/// `[extract]`: which links are extracted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Extract {
    /// Whether the targets of forms are links.
    pub forms: bool,
    /// Whether guesses are links: `data-src` and similar attributes, parameters of plug-ins.
    pub guesses: bool,
    /// Whether strings in scripts and JSON that look like links are links.
    pub scripts: bool,
    /// Whether pictures and films for previews (`og:image` …) are links.
    pub previews: bool,
    /// Whether sitemaps that robots.txt or pages name are fetched.
    pub sitemaps: bool,
    /// Largest number of links of one document.
    pub max_links: u64,
    /// Bytes of a document that are searched for links.
    pub max_bytes: Size,
}

impl Default for Extract {
    fn default() -> Extract {
        Extract {
            forms: false,
            guesses: false,
            // Guessed links get crawlers banned, so they are off by default.
            scripts: false,
            previews: true,
            sitemaps: true,
            max_links: 50_000,
            max_bytes: Size::from_bytes(64 << 20),
        }
    }
}

impl Extract {
    /// Returns these settings for the extractor, except for sitemaps, which the engine decides about.
    pub fn options(&self) -> stodola_extract::ExtractOptions {
        stodola_extract::ExtractOptions {
            max_links: self.max_links,
            max_bytes: self.max_bytes.bytes(),
            forms: self.forms,
            previews: self.previews,
            guess_attributes: self.guesses,
            guess_scripts: self.scripts,
            ..stodola_extract::ExtractOptions::default()
        }
    }
}

/// `[write]`: how WARC files are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Write {
    /// Beginning of the file names.
    pub prefix: String,
    /// Size at which a file is finished and the next one starts.
    pub roll_bytes: Size,
    /// Age at which a file is finished and the next one starts.
    pub roll_age: Limit<Period>,
    /// Compression of records.
    pub compression: CompressionSetting,
    /// Compression effort.
    pub effort: EffortSetting,
    /// Version of the WARC standard.
    pub version: WarcVersionSetting,
    /// Digest algorithm for blocks and payloads.
    pub digest: DigestSetting,
    /// Further digests of blocks and payloads.
    pub more_digests: Vec<MoreDigest>,
    /// How often the same content is stored in the archive.
    pub dedup: DedupSetting,
    /// Whether each capture has a `metadata` record: hop path, via, times.
    pub metadata: bool,
    /// Whether that record lists the links found.
    pub outlinks: bool,
    /// Whether DNS answers are stored, for hosts from which something was archived.
    pub dns: bool,
    /// Whether requests are stored with passwords and cookies.
    pub credentials: bool,
}

impl Default for Write {
    fn default() -> Write {
        Write {
            prefix: "STODOLA".to_owned(),
            roll_bytes: Size::from_bytes(1_000_000_000),
            roll_age: Limit::Unlimited,
            compression: CompressionSetting::Gzip,
            effort: EffortSetting::Normal,
            version: WarcVersionSetting::V1_1,
            digest: DigestSetting::Sha1,
            more_digests: Vec::new(),
            dedup: DedupSetting::On,
            metadata: true,
            outlinks: false,
            dns: true,
            credentials: false,
        }
    }
}

impl Write {
    /// Returns the algorithm of the digests, if long responses may be compressed while they are received: as members of
    /// gzip files, with one digest.
    pub(crate) fn packs(&self) -> Option<stodola_warc::digest::Algorithm> {
        let is_gzip = self.compression == CompressionSetting::Gzip;
        self.options().digest.filter(|_| is_gzip && self.more_digests.is_empty())
    }

    /// Returns these settings for the writer of WARC files.
    pub fn options(&self) -> stodola_warc::write::WriterOptions {
        use stodola_warc::{digest::Algorithm, write};

        write::WriterOptions {
            compression: match self.compression {
                CompressionSetting::Gzip => write::Compression::Gzip,
                CompressionSetting::Zstd => write::Compression::Zstd,
                CompressionSetting::None => write::Compression::None,
            },
            effort: match self.effort {
                EffortSetting::Fast => write::Effort::Fast,
                EffortSetting::Normal => write::Effort::Normal,
            },
            digest: Some(match self.digest {
                DigestSetting::Sha1 => Algorithm::Sha1,
                DigestSetting::Sha256 => Algorithm::Sha256,
            }),
            ..write::WriterOptions::default()
        }
    }
}

/// Compression of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompressionSetting {
    /// A gzip member for each record.
    Gzip,
    /// A zstd frame for each record.
    Zstd,
    /// No compression.
    None,
}

/// Compression effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffortSetting {
    /// Twice as fast, and a few per cent larger.
    Fast,
    /// The usual effort for archives.
    Normal,
}

/// The version of the WARC standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarcVersionSetting {
    /// ISO 28500:2009.
    #[serde(rename = "1.0")]
    V1_0,
    /// ISO 28500:2017.
    #[serde(rename = "1.1")]
    V1_1,
}

/// Algorithm of a further digest of blocks and payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoreDigest {
    /// MD5, which some catalogues have.
    Md5,
    /// SHA-1.
    Sha1,
    /// SHA-256.
    Sha256,
    /// SHA-512.
    Sha512,
}

impl MoreDigest {
    /// Returns the algorithm.
    pub fn algorithm(self) -> stodola_warc::digest::Algorithm {
        use stodola_warc::digest::Algorithm;
        match self {
            MoreDigest::Md5 => Algorithm::Md5,
            MoreDigest::Sha1 => Algorithm::Sha1,
            MoreDigest::Sha256 => Algorithm::Sha256,
            MoreDigest::Sha512 => Algorithm::Sha512,
        }
    }
}

/// How often the same content is stored in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DedupSetting {
    /// Once; later captures refer to it.
    On,
    /// In two files.
    Twice,
    /// Each time.
    Off,
}

/// Digest algorithm for blocks and payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigestSetting {
    /// SHA-1, which nearly all archives use.
    Sha1,
    /// SHA-256, which is longer and for which no collisions are known.
    Sha256,
}
