//! Answers of a running harvest, and how they are sent.
//!
//! An answer is a line of words for programs: `limit documents 12`. The caller makes sentences for people. Harvests of
//! older versions send sentences, which are returned as [`ControlAnswer::Other`].

use super::HostLine;
use super::request::{escape, unescape};
use std::time::Duration;
use stodola_crawl::logs::TypeAmount;

/// What a harvest answers to a request that it has carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlAnswer {
    /// The progress: a word for the state, then `name=value`.
    Status(String),
    /// It starts no new requests.
    Paused,
    /// It continues.
    Running,
    /// It finishes the current requests and ends.
    Stopping,
    /// The checkpoint was written to disk.
    CheckpointWritten,
    /// A limit has a new value.
    Limit {
        /// Name of the limit.
        key: String,
        /// Its value.
        value: String,
    },
    /// It has added seeds.
    Seeds {
        /// Number of seeds received.
        received: u64,
        /// Number of those that were new.
        new: u64,
    },
    /// The scope was applied to the queue.
    Rescoped {
        /// Number of URIs in the queue that are out of scope now.
        refused: u64,
    },
    /// A host has its usual pause again.
    Pace {
        /// Name of the host.
        host: String,
        /// The pause before; zero if it was the usual one. Sent in whole milliseconds.
        grown: Duration,
    },
    /// What was changed in job.toml was taken over, as far as that is possible.
    Reloaded {
        /// Settings that count from now on.
        live: Vec<String>,
        /// Settings that count from the next run on.
        later: Vec<String>,
    },
    /// URIs that had ended wait again.
    Retried {
        /// Their number.
        uris: u64,
    },
    /// Media types, that with the most bytes first.
    Types {
        /// Number of types that there are.
        total: u64,
        /// Those that were asked for.
        types: Vec<TypeAmount>,
    },
    /// Hosts, the longest queue first.
    Hosts {
        /// Number of hosts that there are.
        total: u64,
        /// Those that were asked for.
        hosts: Vec<HostLine>,
    },
    /// Words of another version of the program.
    Other(String),
}

impl ControlAnswer {
    /// Returns the words to send.
    pub fn to_line(&self) -> String {
        let words = |name: &str, words: &[&str]| {
            let mut line = name.to_owned();
            for word in words {
                line.push(' ');
                escape(word, &mut line);
            }
            line
        };
        match self {
            ControlAnswer::Status(words) | ControlAnswer::Other(words) => words.clone(),
            ControlAnswer::Paused => "paused".to_owned(),
            ControlAnswer::Running => "running".to_owned(),
            ControlAnswer::Stopping => "stopping".to_owned(),
            ControlAnswer::CheckpointWritten => "checkpoint written".to_owned(),
            ControlAnswer::Limit { key, value } => words("limit", &[key, value]),
            ControlAnswer::Seeds { received, new } => format!("seeds {received} {new}"),
            ControlAnswer::Rescoped { refused } => format!("rescoped {refused}"),
            ControlAnswer::Reloaded { live, later } => {
                words("reloaded", &[&live.join(","), &later.join(",")].map(or_none))
            }
            ControlAnswer::Retried { uris } => format!("retried {uris}"),
            ControlAnswer::Types { total, types } => {
                let mut line = format!("types {total}");
                for TypeAmount { media_type, documents, bytes } in types {
                    line.push(' ');
                    escape(&format!("{documents},{bytes},{media_type}"), &mut line);
                }
                line
            }
            ControlAnswer::Hosts { total, hosts } => {
                let mut line = format!("hosts {total}");
                for host in hosts {
                    line.push(' ');
                    host.put(&mut line);
                }
                line
            }
            ControlAnswer::Pace { host, grown } => {
                words("pace", &[host, &grown.as_millis().to_string()])
            }
        }
    }

    /// Parses the words of a line. Never fails: unknown words are [`ControlAnswer::Other`].
    pub fn parse(line: &str) -> ControlAnswer {
        let other = || ControlAnswer::Other(line.to_owned());
        if let Some(rest) = line.strip_prefix("hosts ") {
            return parse_hosts(rest).unwrap_or_else(other);
        }
        let words: Vec<String> = line.split(' ').map(unescape).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["paused"] => ControlAnswer::Paused,
            ["running"] => ControlAnswer::Running,
            ["stopping"] => ControlAnswer::Stopping,
            ["checkpoint", "written"] => ControlAnswer::CheckpointWritten,
            ["limit", key, value] => {
                ControlAnswer::Limit { key: key.to_owned(), value: value.to_owned() }
            }
            ["seeds", received, new] => match (received.parse(), new.parse()) {
                (Ok(received), Ok(new)) => ControlAnswer::Seeds { received, new },
                _ => other(),
            },
            ["reloaded", live, later] => {
                ControlAnswer::Reloaded { live: parts(live), later: parts(later) }
            }
            ["retried", uris] => {
                uris.parse().map_or_else(|_| other(), |uris| ControlAnswer::Retried { uris })
            }
            ["types", total, ref types @ ..] => match (total.parse(), types_of(types)) {
                (Ok(total), Some(types)) => ControlAnswer::Types { total, types },
                _ => other(),
            },
            ["rescoped", refused] => refused
                .parse()
                .map_or_else(|_| other(), |refused| ControlAnswer::Rescoped { refused }),
            ["pace", host, grown] => match grown.parse() {
                Ok(grown) => ControlAnswer::Pace {
                    host: host.to_owned(),
                    grown: Duration::from_millis(grown),
                },
                Err(_) => other(),
            },
            ["running" | "paused", ..] => ControlAnswer::Status(line.to_owned()),
            _ => other(),
        }
    }
}

/// A list that may be empty, as a word that never is.
fn or_none(list: &String) -> &str {
    if list.is_empty() { "-" } else { list }
}

fn parts(word: &str) -> Vec<String> {
    let parts = word.split(',').filter(|part| !part.is_empty() && *part != "-");
    parts.map(str::to_owned).collect()
}

fn types_of(words: &[&str]) -> Option<Vec<TypeAmount>> {
    let amount = |word: &&str| {
        let mut parts = word.splitn(3, ',');
        let documents = parts.next()?.parse().ok()?;
        let bytes = parts.next()?.parse().ok()?;
        Some(TypeAmount { documents, bytes, media_type: parts.next()?.to_owned() })
    };
    words.iter().map(amount).collect()
}

fn parse_hosts(words: &str) -> Option<ControlAnswer> {
    let mut words = words.split(' ');
    let total = words.next()?.parse().ok()?;
    let hosts = words.map(HostLine::parse).collect::<Option<Vec<_>>>()?;
    Some(ControlAnswer::Hosts { total, hosts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_from_their_lines() {
        let limit = ControlAnswer::Limit { key: "bytes".to_owned(), value: "10 GB".to_owned() };
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let reloaded = |live: &[&str], later: &[&str]| ControlAnswer::Reloaded {
            live: words(live),
            later: words(later),
        };
        let types = vec![
            TypeAmount { media_type: "text/x y".to_owned(), documents: 2, bytes: 30 },
            TypeAmount { media_type: String::new(), documents: 1, bytes: 2 },
        ];
        for (answer, line) in [
            (
                ControlAnswer::Status("paused found=1 queued=2".to_owned()),
                "paused found=1 queued=2",
            ),
            (ControlAnswer::Paused, "paused"),
            (ControlAnswer::Running, "running"),
            (ControlAnswer::Stopping, "stopping"),
            (ControlAnswer::CheckpointWritten, "checkpoint written"),
            (limit, "limit bytes 10\\sGB"),
            (ControlAnswer::Seeds { received: 3, new: 1 }, "seeds 3 1"),
            (ControlAnswer::Rescoped { refused: 7 }, "rescoped 7"),
            (reloaded(&[], &[]), "reloaded - -"),
            (ControlAnswer::Retried { uris: 3 }, "retried 3"),
            (reloaded(&["a", "b.c"], &["d"]), "reloaded a,b.c d"),
            (ControlAnswer::Types { total: 9, types }, "types 9 2,30,text/x\\sy 1,2,"),
            (
                ControlAnswer::Pace { host: "a.cz".to_owned(), grown: Duration::from_secs(4) },
                "pace a.cz 4000",
            ),
            (ControlAnswer::Hosts { total: 7, hosts: Vec::new() }, "hosts 7"),
            (ControlAnswer::Other("hosts x".to_owned()), "hosts x"),
            (ControlAnswer::Other("hosts 7 x".to_owned()), "hosts 7 x"),
            // Of an older program.
            (ControlAnswer::Other("documents is 12 now".to_owned()), "documents is 12 now"),
            (ControlAnswer::Other("seeds x y".to_owned()), "seeds x y"),
        ] {
            assert_eq!(answer.to_line(), line);
            assert_eq!(ControlAnswer::parse(line), answer, "{line}");
        }
    }
}
