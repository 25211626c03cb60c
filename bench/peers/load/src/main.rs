//! Asks HTTP servers on this machine for addresses, over many connections, and prints what came back as JSON.
//!
//! ```sh
//! load LIST CONNECTIONS SECONDS          # each connection asks again as soon as it has the answer (closed loop)
//! load LIST CONNECTIONS SECONDS RATE     # so many requests a second, whatever the answers do (open loop)
//! ```
//!
//! A line of LIST is `STATUS<TAB>http://HOST:PORT/PATH[<TAB>HEADER]…`: an answer with another status is an error, and
//! so is one that ends early. Lines are taken in random order. Latency counts from the moment at which a request was
//! due, so a server that answers late is charged for the requests that had to wait meanwhile.

mod answer;

use answer::{Answer, read_answer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

/// A server that says nothing for so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// A line of the list.
struct Request {
    status: u16,
    host: String,
    bytes: Vec<u8>,
}

/// What a connection has seen.
#[derive(Default)]
struct Seen {
    microseconds: Vec<u32>,
    bytes: u64,
    errors: u64,
    first_error: Option<String>,
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => {}
        Err(error) => {
            eprintln!("load: {error}");
            process::exit(2);
        }
    }
}

fn run(arguments: &[String]) -> io::Result<()> {
    let bad = |words: &str| io::Error::other(words.to_owned());
    let [list, connections, seconds, rest @ ..] = arguments else {
        return Err(bad("usage: load LIST CONNECTIONS SECONDS [RATE]"));
    };
    let requests =
        read_list(&fs::read_to_string(list)?).ok_or_else(|| bad("the list has a bad line"))?;
    let connections: u32 = connections.parse().map_err(io::Error::other)?;
    let seconds = Duration::from_secs_f64(seconds.parse().map_err(io::Error::other)?);
    let rate: Option<f64> =
        rest.first().map(|rate| rate.parse().map_err(io::Error::other)).transpose()?;
    let start = Instant::now();
    let seen: Vec<Seen> = thread::scope(|scope| {
        let ask = |number| {
            let pace = rate.map(|rate| Pace { rate, connections, number });
            let requests = &requests;
            scope.spawn(move || ask(requests, start, seconds, pace, number))
        };
        let threads: Vec<_> = (0..connections).map(ask).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    println!("{}", told(&seen, start.elapsed()));
    Ok(())
}

fn read_list(text: &str) -> Option<Vec<Request>> {
    let requests: Option<Vec<Request>> = text.lines().map(read_line).collect();
    requests.filter(|requests| !requests.is_empty())
}

fn read_line(line: &str) -> Option<Request> {
    let mut cells = line.split('\t');
    let status = cells.next()?.parse().ok()?;
    let (host, path) = cells.next()?.strip_prefix("http://")?.split_once('/')?;
    let headers: String = cells.map(|header| format!("{header}\r\n")).collect();
    let bytes = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").into_bytes();
    Some(Request { status, host: host.to_owned(), bytes })
}

/// When one of several connections asks, so that all together ask at a rate.
#[derive(Clone, Copy)]
struct Pace {
    rate: f64,
    connections: u32,
    number: u32,
}

impl Pace {
    fn due(self, count: u64) -> Duration {
        let place = count as f64 * f64::from(self.connections) + f64::from(self.number);
        Duration::from_secs_f64(place / self.rate)
    }
}

fn ask(
    requests: &[Request],
    start: Instant,
    length: Duration,
    pace: Option<Pace>,
    number: u32,
) -> Seen {
    let mut seen = Seen::default();
    let mut streams = Streams::new();
    let mut random = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for count in 0.. {
        let due = match pace {
            Some(pace) => {
                let due = start + pace.due(count);
                thread::sleep(due.saturating_duration_since(Instant::now()));
                due
            }
            None => Instant::now(),
        };
        if due.duration_since(start) >= length {
            break;
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let request = &requests[(random >> 11) as usize % requests.len()];
        match exchange(&mut streams, request) {
            Ok(bytes) => {
                seen.bytes += bytes;
                seen.microseconds
                    .push(u32::try_from(due.elapsed().as_micros()).unwrap_or(u32::MAX));
            }
            Err(error) => {
                streams.remove(request.host.as_str());
                seen.errors += 1;
                let told =
                    || format!("{error}: {}", String::from_utf8_lossy(&request.bytes).trim_end());
                seen.first_error.get_or_insert_with(told);
            }
        }
    }
    seen
}

type Streams<'r> = HashMap<&'r str, BufReader<TcpStream>>;

/// Sends a request and reads the answer to its end. Returns the bytes of the body.
fn exchange<'r>(streams: &mut Streams<'r>, request: &'r Request) -> io::Result<u64> {
    let is_kept = streams.contains_key(request.host.as_str());
    let answer = match exchange_once(streams, request) {
        // A server may close a connection that was idle; then one asks again, as browsers do.
        Err(error) if is_kept && is_closed(&error) => {
            streams.remove(request.host.as_str());
            exchange_once(streams, request)
        }
        result => result,
    }?;
    if answer.is_last {
        streams.remove(request.host.as_str());
    }
    match answer.status == request.status {
        true => Ok(answer.bytes),
        false => Err(io::Error::other(format!("status {}, not {}", answer.status, request.status))),
    }
}

fn exchange_once<'r>(streams: &mut Streams<'r>, request: &'r Request) -> io::Result<Answer> {
    let stream = match streams.entry(&request.host) {
        Entry::Occupied(stream) => stream.into_mut(),
        Entry::Vacant(place) => {
            let stream = TcpStream::connect(request.host.replace("localhost", "127.0.0.1"))?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            place.insert(BufReader::with_capacity(64 << 10, stream))
        }
    };
    stream.get_mut().write_all(&request.bytes)?;
    read_answer(stream)
}

fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}

fn told(seen: &[Seen], elapsed: Duration) -> String {
    let mut all: Vec<u32> =
        seen.iter().flat_map(|seen| seen.microseconds.iter().copied()).collect();
    all.sort_unstable();
    let at = |share: f64| {
        let index = (all.len() as f64 * share) as usize;
        f64::from(all.get(index.min(all.len().saturating_sub(1))).copied().unwrap_or(0)) / 1e3
    };
    let errors: u64 = seen.iter().map(|seen| seen.errors).sum();
    let bytes: u64 = seen.iter().map(|seen| seen.bytes).sum();
    let error = seen.iter().find_map(|seen| seen.first_error.as_deref()).unwrap_or("");
    let error: String = error
        .chars()
        .map(|it| if it.is_control() || "\"\\".contains(it) { ' ' } else { it })
        .collect();
    format!(
        "{{\"requests\": {}, \"errors\": {errors}, \"bytes\": {bytes}, \"seconds\": {:.3}, \"p50\": {:.3}, \
         \"p90\": {:.3}, \"p99\": {:.3}, \"max\": {:.3}, \"error\": \"{error}\"}}",
        all.len(),
        elapsed.as_secs_f64(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
    )
}
