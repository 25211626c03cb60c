//! Requests to a running harvest, and how they are sent.
//!
//! A request is one line of words with a line end; the first word is its name. Spaces and line ends inside a word are
//! written `\s`, `\t`, `\n` and `\r`, and `\` is written `\\`.
//!
//! To add a request: a variant, its lines in `to_line` and `parse`, a row in the tests, and what it does in
//! `server.rs`; the compiler asks for the rest.

use super::HostsWanted;

/// A request to a running harvest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlRequest {
    /// Report the progress.
    Status,
    /// Start no new requests.
    Pause,
    /// Continue after a pause.
    Resume,
    /// Finish the current requests and end.
    Stop,
    /// Write a checkpoint.
    Checkpoint,
    /// Change a limit.
    Limit {
        /// Name of the limit.
        key: String,
        /// Its new value.
        value: String,
    },
    /// Add seeds.
    Seeds(Vec<String>),
    /// Give a host its usual pause again.
    Pace {
        /// Name of the host.
        host: String,
    },
    /// Apply the scope in job.toml to the queue.
    Rescope,
    /// Take over what was changed in job.toml, as far as that is possible while it runs.
    Reload,
    /// Put URIs that have ended back into the queue.
    Retry {
        /// The outcome they have.
        outcome: String,
        /// Only those of this host; `None` for all.
        host: Option<String>,
    },
    /// Tell the media types with the most bytes.
    Types {
        /// Most types to tell.
        most: u32,
    },
    /// Tell hosts and what each waits for.
    Hosts(HostsWanted),
    /// Tell hosts in the order in which they were found. Whoever asks again and again gets every host once.
    HostRange {
        /// Number of the first one, from 0.
        from: u32,
        /// Most hosts to tell.
        most: u32,
    },
}

/// Why a line is not a request.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestError {
    /// The line is empty.
    Empty,
    /// The first word is not the name of a request.
    Unknown(String),
    /// The other words are not what the request needs.
    Words(&'static str),
}

impl std::error::Error for RequestError {}

impl std::fmt::Display for RequestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RequestError::Empty => f.write_str("the request is empty"),
            RequestError::Unknown(word) => {
                let word: String = word.chars().take(40).flat_map(char::escape_default).collect();
                write!(f, "this harvest does not know the request '{word}'")
            }
            RequestError::Words(usage) => write!(f, "the request has to be '{usage}'"),
        }
    }
}

impl ControlRequest {
    /// Returns the line to send, without its line end.
    pub fn to_line(&self) -> String {
        let words = |name: &str, words: &[String]| {
            let mut line = name.to_owned();
            for word in words {
                line.push(' ');
                escape(word, &mut line);
            }
            line
        };
        match self {
            ControlRequest::Status => "status".to_owned(),
            ControlRequest::Pause => "pause".to_owned(),
            ControlRequest::Resume => "resume".to_owned(),
            ControlRequest::Stop => "stop".to_owned(),
            ControlRequest::Checkpoint => "checkpoint".to_owned(),
            ControlRequest::Limit { key, value } => words("limit", &[key.clone(), value.clone()]),
            ControlRequest::Seeds(seeds) => words("seeds", seeds),
            ControlRequest::Pace { host } => words("pace", &[host.clone(), "reset".to_owned()]),
            ControlRequest::Rescope => "rescope".to_owned(),
            ControlRequest::Reload => "reload".to_owned(),
            ControlRequest::Types { most } => format!("types {most}"),
            ControlRequest::Retry { outcome, host } => {
                let host = host.as_ref();
                words(
                    "retry",
                    &[Some(outcome), host].into_iter().flatten().cloned().collect::<Vec<_>>(),
                )
            }
            ControlRequest::Hosts(wanted) => {
                let mut line = String::new();
                wanted.put(&mut line);
                line
            }
            ControlRequest::HostRange { from, most } => format!("host-range {from} {most}"),
        }
    }

    /// Parses a line, without its line end.
    pub fn parse(line: &str) -> Result<ControlRequest, RequestError> {
        let mut words = line.split_ascii_whitespace();
        let name = words.next().ok_or(RequestError::Empty)?;
        let words: Vec<String> = words.map(unescape).collect();
        let alone = |request, usage| match words.is_empty() {
            true => Ok(request),
            false => Err(RequestError::Words(usage)),
        };
        match name {
            "status" => alone(ControlRequest::Status, "status"),
            "pause" => alone(ControlRequest::Pause, "pause"),
            "resume" => alone(ControlRequest::Resume, "resume"),
            "stop" => alone(ControlRequest::Stop, "stop"),
            "checkpoint" => alone(ControlRequest::Checkpoint, "checkpoint"),
            "rescope" => alone(ControlRequest::Rescope, "rescope"),
            "reload" => alone(ControlRequest::Reload, "reload"),
            "retry" => match &words[..] {
                [outcome] => Ok(ControlRequest::Retry { outcome: outcome.clone(), host: None }),
                [outcome, host] => {
                    let (outcome, host) = (outcome.clone(), Some(host.clone()));
                    Ok(ControlRequest::Retry { outcome, host })
                }
                _ => Err(RequestError::Words("retry OUTCOME [HOST]")),
            },
            "types" => match (words.len(), number(&words, 0)) {
                (1, Some(most)) => Ok(ControlRequest::Types { most }),
                _ => Err(RequestError::Words("types NUMBER")),
            },
            "limit" => match <[String; 2]>::try_from(words) {
                Ok([key, value]) => Ok(ControlRequest::Limit { key, value }),
                Err(_) => Err(RequestError::Words("limit KEY VALUE")),
            },
            "pace" => match <[String; 2]>::try_from(words) {
                Ok([host, reset]) if reset == "reset" => Ok(ControlRequest::Pace { host }),
                _ => Err(RequestError::Words("pace HOST reset")),
            },
            "hosts" => match HostsWanted::parse(&words) {
                Some(wanted) => Ok(ControlRequest::Hosts(wanted)),
                None => Err(RequestError::Words("hosts NUMBER [PART]")),
            },
            "host-range" => match (words.len(), number(&words, 0), number(&words, 1)) {
                (2, Some(from), Some(most)) => Ok(ControlRequest::HostRange { from, most }),
                _ => Err(RequestError::Words("host-range FROM NUMBER")),
            },
            "seeds" if words.is_empty() => Err(RequestError::Words("seeds URI…")),
            "seeds" => Ok(ControlRequest::Seeds(words)),
            _ => Err(RequestError::Unknown(name.to_owned())),
        }
    }
}

fn number(words: &[String], place: usize) -> Option<u32> {
    words.get(place)?.parse().ok()
}

/// Characters that are escaped, each with the letter behind the `\`.
const ESCAPES: [(char, char); 5] =
    [('\\', '\\'), (' ', 's'), ('\t', 't'), ('\n', 'n'), ('\r', 'r')];

pub(super) fn escape(word: &str, line: &mut String) {
    for c in word.chars() {
        match ESCAPES.iter().find(|(plain, _)| *plain == c) {
            Some((_, escaped)) => line.extend(['\\', *escaped]),
            // Other white space that ends a word in ASCII; it does not occur in URIs.
            None if c == '\x0c' => line.push_str("%0C"),
            None => line.push(c),
        }
    }
}

pub(super) fn unescape(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        let rest = chars.as_str();
        let escaped = match c {
            '\\' => ESCAPES.iter().find(|(_, escaped)| rest.starts_with(*escaped)),
            _ => None,
        };
        match escaped {
            Some((c, _)) => {
                plain.push(*c);
                chars.next();
            }
            // Older versions sent `\` as it is.
            None => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{HostOrder, HostWaitKind};

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn requests_come_back_from_their_lines() {
        let limit = ControlRequest::Limit { key: "bytes".to_owned(), value: "10 GB".to_owned() };
        let few = HostsWanted { most: 9, ..HostsWanted::default() };
        let named = HostsWanted { part: "a.cz".to_owned(), ..few.clone() };
        let odd_part = HostsWanted { part: "a= b".to_owned(), ..few.clone() };
        let all = HostsWanted {
            skip: 200,
            wait: Some(HostWaitKind::Pause),
            order: HostOrder::Next,
            is_turned: true,
            ..named.clone()
        };
        let retry = |host: Option<&str>| ControlRequest::Retry {
            outcome: "failed".to_owned(),
            host: host.map(str::to_owned),
        };
        let odd = ["http://a.cz/b c", "http://a.cz/\\s\\\\n", "http://ž.cz/\t\r\n%20", "\\"];
        for (request, line) in [
            (ControlRequest::Status, "status"),
            (ControlRequest::Pause, "pause"),
            (ControlRequest::Resume, "resume"),
            (ControlRequest::Stop, "stop"),
            (ControlRequest::Checkpoint, "checkpoint"),
            (ControlRequest::Rescope, "rescope"),
            (ControlRequest::Reload, "reload"),
            (ControlRequest::Types { most: 7 }, "types 7"),
            (retry(None), "retry failed"),
            (retry(Some("a.cz")), "retry failed a.cz"),
            (limit, "limit bytes 10\\sGB"),
            (ControlRequest::Hosts(few.clone()), "hosts 9"),
            (ControlRequest::Hosts(named.clone()), "hosts 9 a.cz"),
            (ControlRequest::Hosts(all), "hosts 9 a.cz order=-next skip=200 wait=pause"),
            (ControlRequest::Hosts(odd_part), "hosts 9 part=a=\\sb"),
            (ControlRequest::HostRange { from: 5, most: 7 }, "host-range 5 7"),
            (ControlRequest::Pace { host: "a.cz".to_owned() }, "pace a.cz reset"),
            (ControlRequest::Seeds(strings(&["http://a.cz/", "b.cz"])), "seeds http://a.cz/ b.cz"),
            (
                ControlRequest::Seeds(strings(&odd)),
                "seeds http://a.cz/b\\sc http://a.cz/\\\\s\\\\\\\\n http://ž.cz/\\t\\r\\n%20 \\\\",
            ),
        ] {
            assert_eq!(request.to_line(), line);
            assert_eq!(ControlRequest::parse(line), Ok(request), "{line}");
        }
        // Lines of programs that knew no escapes.
        let old = ControlRequest::Seeds(strings(&["http://a.cz/\\x", "b\\"]));
        assert_eq!(ControlRequest::parse("  seeds http://a.cz/\\x   b\\ "), Ok(old));
    }

    #[test]
    fn what_is_no_request_is_told_why() {
        for (line, word) in [
            ("", "empty"),
            ("  ", "empty"),
            ("Stop", "does not know the request 'Stop'"),
            ("stop now", "has to be 'stop'"),
            ("seeds", "has to be 'seeds URI…'"),
            ("limit documents", "has to be 'limit KEY VALUE'"),
            ("limit documents 1 2", "has to be 'limit KEY VALUE'"),
            ("hosts", "has to be 'hosts NUMBER [PART]'"),
            ("hosts x", "has to be 'hosts NUMBER [PART]'"),
            ("hosts 1 a b", "has to be 'hosts NUMBER [PART]'"),
            ("hosts 1 order=x", "has to be 'hosts NUMBER [PART]'"),
            ("hosts 1 wait=", "has to be 'hosts NUMBER [PART]'"),
            ("host-range 1", "has to be 'host-range FROM NUMBER'"),
            ("host-range 1 2 3", "has to be 'host-range FROM NUMBER'"),
            ("types", "has to be 'types NUMBER'"),
            ("reload now", "has to be 'reload'"),
            ("pace a.cz", "has to be 'pace HOST reset'"),
            ("pace a.cz faster", "has to be 'pace HOST reset'"),
            ("\u{1b}[31m", "\\u{1b}"),
        ] {
            let error = ControlRequest::parse(line).unwrap_err().to_string();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
