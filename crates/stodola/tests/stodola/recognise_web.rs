//! Many pages of the web are recognised beside each other, as the servers see it: robots.txt first, one request at a
//! time to a host, its pauses, and never more at a time than was asked for.

use crate::session::Session;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

const PAGE: &str = "<html lang=cs><p>Pište na klub@stodola.cz nebo volejte +420 222 333 444.";

/// A request as the server saw it.
#[derive(Clone)]
struct Seen {
    host: String,
    path: String,
    begun: Instant,
    ended: Option<Instant>,
}

#[derive(Default)]
struct Log {
    seen: Vec<Seen>,
    open: usize,
    most: usize,
}

/// A server that every address of loopback leads to.
#[derive(Clone)]
struct Everywhere {
    port: u16,
    log: Arc<(Mutex<Log>, Condvar)>,
}

impl Everywhere {
    /// The first `together` requests are answered only when all of them are there.
    fn start(together: usize) -> Everywhere {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Everywhere { port, log: Arc::default() };
        let answering = server.clone();
        // The thread ends with the test.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let server = answering.clone();
                std::thread::spawn(move || server.answer(stream.unwrap(), together));
            }
        });
        server
    }

    fn answer(&self, mut stream: TcpStream, together: usize) {
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let head: Vec<String> =
            lines.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        let Some(path) = head.first().and_then(|line| line.split(' ').nth(1)) else { return };
        let host = head
            .iter()
            .find_map(|line| line.to_lowercase().strip_prefix("host: ").map(str::to_owned));
        let host = host.unwrap_or_default();
        let (log, arrived) = &*self.log;
        let number = {
            let mut log = log.lock().unwrap();
            log.seen.push(Seen {
                host: host.clone(),
                path: path.to_owned(),
                begun: Instant::now(),
                ended: None,
            });
            log.open += 1;
            log.most = log.most.max(log.open);
            arrived.notify_all();
            let number = log.seen.len() - 1;
            if number < together {
                drop(arrived.wait_while(log, |log| log.seen.len() < together).unwrap());
            }
            number
        };
        let other = if host.starts_with("127.0.0.6:") { 7 } else { 6 };
        let circle = format!("Location: {}\r\n", self.address(other, "/circle"));
        let (kind, body, more) = match path {
            "/robots.txt" if host.starts_with("127.0.0.2:") => {
                ("text/plain", "User-agent: *\nCrawl-delay: 1\n", "")
            }
            "/robots.txt" if host.starts_with("127.0.0.3:") => {
                ("text/plain", "User-agent: *\nDisallow: /1\n", "")
            }
            "/robots.txt" => ("text/plain", "", ""),
            "/moved" => ("text/plain", "", "Location: /9\r\n"),
            "/circle" => ("text/plain", "", &*circle),
            _ => ("text/html; charset=utf-8", PAGE, ""),
        };
        let status = if more.is_empty() { "200 OK" } else { "302 Found" };
        let length = body.len();
        // Before the answer goes out: whoever has it may ask again at once.
        {
            let mut log = log.lock().unwrap();
            log.seen[number].ended = Some(Instant::now());
            log.open -= 1;
        }
        let _ = write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        );
    }

    fn address(&self, host: u8, path: &str) -> String {
        format!("http://127.0.0.{host}:{}{path}", self.port)
    }
}

#[test]
fn many_pages_are_fetched_beside_each_other_and_told_in_order() {
    const WORKERS: usize = 4;
    let server = Everywhere::start(WORKERS);
    let mut list = Vec::new();
    for path in ["/0", "/1"] {
        list.extend((2..14).map(|host| server.address(host, path)));
    }
    list.push(server.address(20, "/moved"));
    let session = Session::new();
    session.write("list.txt", list.join("\n").as_bytes());
    let words = format!("recognise --json --allow-private --workers {WORKERS} --list list.txt");
    // One of the pages is forbidden, which is told and shows in the exit code.
    let ran = session.run(&words).expect(2);
    let forbidden = server.address(3, "/1");
    assert!(
        ran.stderr.contains(&format!("{forbidden}: its robots.txt forbids it")),
        "{}",
        ran.stderr
    );
    let told: Vec<&str> = ran.text().lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    let mut expect: Vec<String> = list.into_iter().filter(|it| *it != forbidden).collect();
    *expect.last_mut().unwrap() = server.address(20, "/9");
    assert_eq!(told, expect);

    let log = server.log.0.lock().unwrap();
    assert_eq!(log.most, WORKERS, "that many at a time, and never more");
    let mut hosts: BTreeMap<&str, Vec<&Seen>> = BTreeMap::new();
    log.seen.iter().for_each(|seen| hosts.entry(&seen.host).or_default().push(seen));
    assert_eq!(hosts.len(), 13);
    for (host, seen) in hosts {
        let paths: Vec<&str> = seen.iter().map(|it| &*it.path).collect();
        let pages = match host.split(':').next().unwrap() {
            "127.0.0.3" => vec!["/robots.txt", "/0"],
            "127.0.0.20" => vec!["/robots.txt", "/moved", "/9"],
            _ => vec!["/robots.txt", "/0", "/1"],
        };
        assert_eq!(paths, pages, "{host}");
        let pause =
            if host.starts_with("127.0.0.2:") { Duration::from_secs(1) } else { Duration::ZERO };
        for pair in seen.windows(2) {
            let before = pair[0].ended.unwrap();
            assert!(pair[1].begun >= before + pause, "{host}: {}", pair[1].path);
        }
    }
}

/// Neither hosts that send everybody to each other nor those that are gone hold up the rest.
#[test]
fn hosts_that_send_to_each_other_and_hosts_that_are_gone_are_told() {
    let server = Everywhere::start(1);
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let circles = [6, 7].map(|host| server.address(host, "/circle"));
    let list = [
        format!("http://{gone}/"),
        circles[0].clone(),
        circles[1].clone(),
        server.address(5, "/0"),
        server.address(6, "/0"),
    ];
    let session = Session::new();
    session.write("list.txt", list.join("\n").as_bytes());
    let ran = session.run("recognise --json --allow-private --workers 3 --list list.txt").expect(2);
    let told: Vec<&str> = ran.text().lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(told, [&list[3], &list[4]]);
    let unreachable = format!("{}: its robots.txt cannot be reached", list[0]);
    assert!(ran.stderr.contains(&unreachable), "{}", ran.stderr);
    for circle in circles {
        assert!(ran.stderr.contains(&format!("{circle}: more than 5 redirects")), "{}", ran.stderr);
    }
    let log = server.log.0.lock().unwrap();
    assert_eq!(log.seen.iter().filter(|seen| seen.path == "/circle").count(), 12);
    assert_eq!(log.seen.iter().filter(|seen| seen.path == "/robots.txt").count(), 3);
}

/// Ctrl-C: what is under way is ended and told, the rest is counted.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_run_in_good_order() {
    let server = Everywhere::start(1);
    let list: Vec<String> = (0..40).map(|page| server.address(2, &format!("/{page}"))).collect();
    let session = Session::new();
    session.write("list.txt", list.join("\n").as_bytes());
    let mut command = session.command();
    command.args(["recognise", "--json", "--allow-private", "--list", "list.txt"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    {
        // The host asks for a pause of a second, so most pages are still to come after the first.
        let (log, arrived) = &*server.log;
        drop(arrived.wait_while(log.lock().unwrap(), |log| log.seen.len() < 2).unwrap());
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    let told = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!((1..40).contains(&told), "{told}");
    assert!(stderr.contains(&format!("stopped: {} inputs are left", 40 - told)), "{stderr}");
}
