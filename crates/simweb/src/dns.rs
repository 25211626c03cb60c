//! The name service of the simulated web: answers questions over UDP like a resolver that knows every name (RFC 1035).
//! It supports only what crawlers ask: IPv4 addresses, and that there is nothing else.

use crate::ip::{DnsFault, Resolution};
use crate::log::{Log, LoggedLookup};
use crate::world::World;
use std::future::Future;
use std::io;
use std::net::Ipv4Addr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::UdpSocket;

const HEADER: usize = 12;
/// Pointer to the name of the question, which begins at the same offset in every message.
const POINTER: [u8; 2] = [0xc0, HEADER as u8];
const A: u16 = 1;
const CNAME: u16 = 5;
const SOA: u16 = 6;
const IN: u16 = 1;
/// Maximum length of a name in bytes (RFC 1035, 2.3.4).
const MAX_NAME: usize = 255;

const NO_ERROR: u8 = 0;
const FORMAT_ERROR: u8 = 1;
const SERVER_FAILURE: u8 = 2;
const NAME_ERROR: u8 = 3;
const NOT_IMPLEMENTED: u8 = 4;
const REFUSED: u8 = 5;

/// Answers questions about the names of `world` until `shutdown` completes. Questions from outside the loopback are not
/// answered.
///
/// # Errors
/// Only if the socket no longer works. An error with a single question does not end the service.
pub async fn serve_dns(
    socket: UdpSocket,
    world: Arc<World>,
    log: Log,
    shutdown: impl Future,
) -> io::Result<()> {
    let mut shutdown = pin!(shutdown);
    // Longer questions are sent over TCP only.
    let mut buffer = [0; 1500];
    loop {
        let received = tokio::select! {
            _ = &mut shutdown => return Ok(()),
            received = socket.recv_from(&mut buffer) => received,
        };
        let (length, peer) = match received {
            Ok(received) => received,
            // The client of an earlier answer was gone; the system reports that here as an error.
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => continue,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(error),
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        if !peer.ip().to_canonical().is_loopback() {
            continue;
        }
        let (answer, lookup) = answer(&world, &buffer[..length]);
        if let Some(lookup) = lookup {
            log.look_up(lookup);
        }
        if let Some(answer) = answer {
            // The answer may be lost like any other datagram.
            let _ = socket.send_to(&answer, peer).await;
        }
    }
}

/// Returns the answer, or `None` if there is none on purpose, and what goes to the log.
fn answer(world: &World, query: &[u8]) -> (Option<Vec<u8>>, Option<LoggedLookup>) {
    // Answers are not answered: two servers could be made to talk to each other for ever.
    if query.len() < HEADER || query[2] & 0x80 != 0 {
        return (None, None);
    }
    if query[2] & 0x78 != 0 {
        return (Some(header(query, NOT_IMPLEMENTED)), None);
    }
    let Some(question) = Question::parse(query) else {
        return (Some(header(query, FORMAT_ERROR)), None);
    };
    let resolution = match question.class {
        IN => world.resolve(&question.name),
        _ => return (Some(question.reply(query, REFUSED).bytes), None),
    };
    let fault = match resolution {
        Resolution::Fault(fault) => Some(fault),
        _ => None,
    };
    let lookup = LoggedLookup {
        number: 0,
        at: Duration::ZERO,
        name: question.name.clone(),
        kind: question.kind,
        fault,
        ip: match resolution {
            Resolution::Found { ip, .. } if question.kind == A => Some(ip),
            _ => None,
        },
    };
    let ttl = world.settings().dns_ttl;
    let reply = match resolution {
        Resolution::Found { alias, ip } => {
            let mut reply = question.reply(query, NO_ERROR);
            let mut owner = POINTER.to_vec();
            if let Some(alias) = alias {
                let target = labels(&alias);
                reply.record(&owner, CNAME, ttl, &target);
                owner = target;
            }
            match question.kind {
                A => reply.record(&owner, A, ttl, &Ipv4Addr::octets(&ip)),
                CNAME => {}
                _ => reply.nothing(ttl),
            }
            Some(reply)
        }
        Resolution::Empty => {
            let mut reply = question.reply(query, NO_ERROR);
            reply.nothing(ttl);
            Some(reply)
        }
        Resolution::Unknown | Resolution::Fault(DnsFault::NoSuchName) => {
            let mut reply = question.reply(query, NAME_ERROR);
            reply.nothing(ttl);
            Some(reply)
        }
        Resolution::Fault(DnsFault::ServerFailure) => Some(question.reply(query, SERVER_FAILURE)),
        Resolution::Fault(DnsFault::NoAnswer) => None,
        Resolution::Fault(DnsFault::AliasLoop) => {
            let mut reply = question.reply(query, NO_ERROR);
            let other = labels("circle.hosting.test");
            reply.record(&POINTER, CNAME, ttl, &other);
            reply.record(&other, CNAME, ttl, &POINTER);
            Some(reply)
        }
    };
    (reply.map(|reply| reply.bytes), Some(lookup))
}

/// The first question of a message; nobody sends more than one.
struct Question {
    /// Name in lower case. Labels that are not ASCII text are not names of this web.
    name: String,
    kind: u16,
    class: u16,
    /// Offset of its end in the message.
    end: usize,
}

impl Question {
    fn parse(query: &[u8]) -> Option<Question> {
        if query[4..6] != [0, 1] {
            return None;
        }
        let mut name = String::new();
        let mut at = HEADER;
        loop {
            let length = usize::from(*query.get(at)?);
            let label = query.get(at + 1..at + 1 + length)?;
            at += 1 + length;
            if length == 0 {
                break;
            }
            // Longer labels would be pointers, which make no sense before anything else.
            if length > 63 || at - HEADER > MAX_NAME {
                return None;
            }
            if !name.is_empty() {
                name.push('.');
            }
            name.extend(label.iter().map(|byte| char::from(byte.to_ascii_lowercase())));
        }
        let rest = query.get(at..at + 4)?;
        let word = |at: usize| u16::from_be_bytes([rest[at], rest[at + 1]]);
        Some(Question { name, kind: word(0), class: word(2), end: at + 4 })
    }

    /// Returns a message with the question in the same upper and lower case: clients that mix these against forgery
    /// compare it with theirs.
    fn reply(&self, query: &[u8], code: u8) -> Reply {
        let mut bytes = header(query, code);
        bytes[5] = 1;
        bytes.extend_from_slice(&query[HEADER..self.end]);
        Reply { bytes }
    }
}

/// Returns the header of an answer without records: authoritative, with recursion available.
fn header(query: &[u8], code: u8) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..2].copy_from_slice(&query[..2]);
    bytes[2] = 0x84 | query[2] & 0x79;
    bytes[3] = 0x80 | code;
    bytes
}

/// An answer while it is written.
struct Reply {
    bytes: Vec<u8>,
}

impl Reply {
    fn record(&mut self, owner: &[u8], kind: u16, ttl: u32, data: &[u8]) {
        // Authority records are counted apart from answers.
        self.bytes[if kind == SOA { 9 } else { 7 }] += 1;
        self.bytes.extend_from_slice(owner);
        self.bytes.extend_from_slice(&kind.to_be_bytes());
        self.bytes.extend_from_slice(&IN.to_be_bytes());
        self.bytes.extend_from_slice(&ttl.to_be_bytes());
        self.bytes.extend_from_slice(&(data.len() as u16).to_be_bytes());
        self.bytes.extend_from_slice(data);
    }

    /// Adds how long a client may remember that there is nothing (RFC 2308), as a record of the root.
    fn nothing(&mut self, ttl: u32) {
        let mut data = vec![0, 0];
        for number in [1, 3600, 600, 86_400, ttl] {
            data.extend_from_slice(&u32::to_be_bytes(number));
        }
        self.record(&[0], SOA, ttl, &data);
    }
}

/// Returns a name as messages have it; for names of this web, whose labels are short.
fn labels(name: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(name.len() + 2);
    for label in name.split('.') {
        bytes.push(label.len() as u8);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.push(0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::{answer, labels};
    use crate::settings::WorldSettings;
    use crate::world::World;

    fn query(name: &str, kind: u16) -> Vec<u8> {
        let mut bytes = vec![0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        bytes.extend(labels(name));
        bytes.extend(kind.to_be_bytes());
        bytes.extend([0, 1]);
        bytes
    }

    #[test]
    fn address_as_the_standard_writes_it() {
        let world = World::new(WorldSettings::calm(1, 10));
        let asked = query("Catalogue0.example", 1);
        let (bytes, lookup) = answer(&world, &asked);
        let mut expect = asked.clone();
        expect[2] = 0x85;
        expect[3] = 0x80;
        expect[7] = 1;
        expect.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 44, 0, 4, 127, 0, 0, 1]);
        assert_eq!(bytes, Some(expect));
        assert_eq!(lookup.map(|lookup| lookup.name).as_deref(), Some("catalogue0.example"));
    }

    #[test]
    fn nothing_else_is_there() {
        let world = World::new(WorldSettings::calm(1, 10));
        for (name, kind, code) in
            [("catalogue0.example", 28, 0), ("nothing.example", 1, 3), ("example", 1, 0)]
        {
            let bytes = answer(&world, &query(name, kind)).0.unwrap();
            assert_eq!((bytes[3] & 15, bytes[7], bytes[9]), (code, 0, 1), "{name}");
        }
    }

    #[test]
    fn nonsense_is_refused_or_ignored() {
        let world = World::new(WorldSettings::calm(1, 10));
        let good = query("catalogue0.example", 1);
        for length in 0..good.len() {
            let bytes = answer(&world, &good[..length]).0;
            assert_eq!(bytes.map(|bytes| bytes[3] & 15), (length >= 12).then_some(1));
        }
        let with = |at: usize, byte| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            answer(&world, &bytes).0.map(|bytes| bytes[3] & 15)
        };
        assert_eq!(with(2, 0x80), None);
        assert_eq!(with(2, 0x10), Some(4));
        assert_eq!(with(12, 0xc0), Some(1));
        assert_eq!(with(5, 2), Some(1));
        assert_eq!(with(good.len() - 1, 3), Some(5));
    }
}
