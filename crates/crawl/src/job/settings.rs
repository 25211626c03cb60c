//! The sections of a job file that bound, pace and shape a harvest, with their defaults.
//!
//! What each key means is told once more, for operators, in `template.toml`; a test holds the two
//! together.

use serde::{Deserialize, Serialize};

use super::address::{ConnectTo, DnsServer};
use super::quantity::{Limit, Period, Size};

/// `[limits]`: how much is fetched at most. What a limit refuses is recorded, never forgotten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes of one document; the rest is cut off, and the record says so.
    pub bytes_per_document: Size,
    /// Documents of the whole job.
    pub documents: Limit<u64>,
    /// Bytes of the whole job.
    pub bytes: Limit<Size>,
    /// How long one run of the job lasts.
    pub time: Limit<Period>,
    /// Documents of one host.
    pub documents_per_host: Limit<u64>,
    /// Bytes of one host.
    pub bytes_per_host: Limit<Size>,
    /// Documents of all hosts of one registrable domain.
    pub documents_per_domain: Limit<u64>,
    /// Hosts of one registrable domain; what stops link farms behind a wildcard in the DNS.
    pub hosts_per_domain: Limit<u64>,
    /// URIs of one host that wait in the frontier.
    pub queued_per_host: Limit<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes_per_document: Size::from_bytes(100_000_000),
            documents: Limit::Unlimited,
            bytes: Limit::Unlimited,
            time: Limit::Unlimited,
            documents_per_host: Limit::Unlimited,
            bytes_per_host: Limit::Unlimited,
            documents_per_domain: Limit::Unlimited,
            hosts_per_domain: Limit::At(10_000),
            queued_per_host: Limit::Unlimited,
        }
    }
}

impl Limits {
    /// The same with one of them changed: `documents` to `5000`, `bytes` to `10GB`.
    pub fn with(&self, key: &str, value: &str) -> Result<Limits, String> {
        let mut table = toml::Table::try_from(self).map_err(|error| error.to_string())?;
        if !table.contains_key(key) {
            let known: Vec<&str> = table.keys().map(String::as_str).collect();
            return Err(format!("there is no limit `{key}`; known: {}", known.join(", ")));
        }
        let value = match value.parse::<i64>() {
            Ok(number) => toml::Value::Integer(number),
            Err(_) => toml::Value::String(value.to_owned()),
        };
        table.insert(key.to_owned(), value);
        table.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
    }
}

/// `[politeness]`: how much of a server's time is taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Politeness {
    /// The pause after a fetch, in multiples of the time the fetch took.
    pub delay_factor: f64,
    /// The shortest such pause.
    pub min_delay: Period,
    /// The longest such pause.
    pub max_delay: Period,
    /// A longer `Crawl-delay` of robots.txt is taken for this one.
    pub crawl_delay_max: Period,
    /// Connections to one host at a time.
    pub connections_per_host: u32,
    /// The pause between fetches from one address, whichever hosts they are for.
    pub ip_delay: Period,
    /// Connections to one address at a time.
    pub connections_per_ip: u32,
    /// How often a URI is tried in all before its failure is final.
    pub attempts: u32,
    /// The wait after the first failure; each further one waits twice as long.
    pub retry_wait: Period,
    /// The longest wait between two attempts, and the longest `Retry-After` that is believed.
    pub retry_wait_max: Period,
    /// Whether robots.txt counts.
    pub robots: Robots,
    /// How long a robots.txt is believed; not more than a day (RFC 9309, section 2.4).
    pub robots_expiry: Period,
}

impl Default for Politeness {
    fn default() -> Politeness {
        Politeness {
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
            robots: Robots::Obey,
            robots_expiry: Period::from_secs(24 * 3600),
        }
    }
}

/// Whether robots.txt counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Robots {
    /// Rules are kept as RFC 9309 has them.
    Obey,
    /// Rules are fetched, archived, and not kept. Only for servers that are the operator's own, or
    /// whose owner, or the law, allows it.
    Ignore,
}

/// `[fetch]`: connections, and what they may cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fetch {
    /// How many URIs are worked on at a time.
    pub workers: u32,
    /// The longest response header.
    pub header_limit: Size,
    /// For the name, the connection and the TLS handshake together.
    pub connect_timeout: Period,
    /// For silence on a connection.
    pub idle_timeout: Period,
    /// For one document in all.
    pub total_timeout: Period,
    /// Bytes a second, on the average of half a minute, below which a server is given up.
    pub min_rate: Size,
    /// What is kept of a document in memory; the rest waits in a file.
    pub spool_memory: Size,
    /// Whether private, loopback and link-local addresses are fetched from.
    pub allow_private: bool,
    /// Other places to connect to, as `HOST:PORT:ADDRESS:PORT`; the first that fits counts.
    pub connect_to: Vec<ConnectTo>,
    /// What is done about a certificate that does not hold.
    pub tls: Tls,
    /// Name servers; none: those of the system.
    pub dns_servers: Vec<DnsServer>,
    /// What is added to the `User-Agent`.
    pub user_agent_extra: String,
}

impl Default for Fetch {
    fn default() -> Fetch {
        Fetch {
            workers: 50,
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
        }
    }
}

/// What is done about a certificate that does not hold: expired, of another name, self-signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// The document is archived, and the fault recorded with it: an archive keeps what readers of
    /// the day could see.
    Record,
    /// The document is not fetched.
    Refuse,
}

/// `[extract]`: which links are looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Extract {
    /// What forms submit to.
    pub forms: bool,
    /// Guesses: `data-src` and its like, parameters of plug-ins.
    pub guesses: bool,
    /// Strings in scripts and JSON that look like links.
    pub scripts: bool,
    /// Pictures and films named for previews (`og:image` …).
    pub previews: bool,
    /// Sitemaps, named by robots.txt or by pages.
    pub sitemaps: bool,
    /// Links of one document.
    pub max_links: u64,
    /// Bytes of one document that are looked at.
    pub max_bytes: Size,
}

impl Default for Extract {
    fn default() -> Extract {
        Extract {
            forms: false,
            guesses: false,
            // Guessed links are what gets crawlers banned; whoever wants them says so.
            scripts: false,
            previews: true,
            sitemaps: true,
            max_links: 50_000,
            max_bytes: Size::from_bytes(64 << 20),
        }
    }
}

impl Extract {
    /// The same, as the extractor takes it. Sitemaps are the engine's: it asks for them or not.
    pub fn options(&self) -> stodola_extract::Options {
        stodola_extract::Options {
            max_links: self.max_links,
            max_bytes: self.max_bytes.bytes(),
            forms: self.forms,
            previews: self.previews,
            guess_attributes: self.guesses,
            guess_scripts: self.scripts,
            ..stodola_extract::Options::default()
        }
    }
}

/// `[write]`: the WARC files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Write {
    /// How file names begin.
    pub prefix: String,
    /// The size at which the next file is begun.
    pub roll_bytes: Size,
    /// The age at which the next file is begun.
    pub roll_age: Limit<Period>,
    /// How records are packed.
    pub compression: Compression,
    /// How hard the packer tries.
    pub effort: Effort,
    /// The version of the standard.
    pub version: WarcVersion,
    /// The digest of blocks and payloads.
    pub digest: Digest,
    /// Whether each capture has a `metadata` record: hop path, via, times.
    pub metadata: bool,
    /// Whether that record lists the links found.
    pub outlinks: bool,
    /// Whether DNS answers are kept, for hosts something was archived from.
    pub dns: bool,
}

impl Default for Write {
    fn default() -> Write {
        Write {
            prefix: "STODOLA".to_owned(),
            roll_bytes: Size::from_bytes(1_000_000_000),
            roll_age: Limit::Unlimited,
            compression: Compression::Gzip,
            effort: Effort::Normal,
            version: WarcVersion::V1_1,
            digest: Digest::Sha1,
            metadata: true,
            outlinks: false,
            dns: true,
        }
    }
}

impl Write {
    /// The same, as the writer of WARC files takes it.
    pub fn options(&self) -> stodola_warc::write::Options {
        use stodola_warc::{digest::Algorithm, write};

        write::Options {
            compression: match self.compression {
                Compression::Gzip => write::Compression::Gzip,
                Compression::Zstd => write::Compression::Zstd,
                Compression::None => write::Compression::None,
            },
            effort: match self.effort {
                Effort::Fast => write::Effort::Fast,
                Effort::Normal => write::Effort::Normal,
            },
            digest: Some(match self.digest {
                Digest::Sha1 => Algorithm::Sha1,
                Digest::Sha256 => Algorithm::Sha256,
            }),
            ..write::Options::default()
        }
    }
}

/// How records are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compression {
    /// A gzip member each.
    Gzip,
    /// A zstd frame each.
    Zstd,
    /// Not at all.
    None,
}

/// How hard the packer tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// Twice as fast, a few per cent larger.
    Fast,
    /// What archives are kept in.
    Normal,
}

/// The version of the WARC standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarcVersion {
    /// ISO 28500:2009.
    #[serde(rename = "1.0")]
    V1_0,
    /// ISO 28500:2017.
    #[serde(rename = "1.1")]
    V1_1,
}

/// The digest of blocks and payloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Digest {
    /// What nearly all archives have, so that revisits find what others wrote.
    Sha1,
    /// Longer, and not yet known to be breakable.
    Sha256,
}
