//! A harvest through an HTTP or a SOCKS5 proxy of a few lines.

use super::archive;
use super::look_again_after;
use super::secrets::places_of;
use super::tiny::{Asked, Tiny};
use super::web::{Harvest, Job};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(60);

/// Passes on bytes in both directions until one side ends.
fn join(client: TcpStream, server: TcpStream) {
    let pass = |mut from: TcpStream, mut to: TcpStream| {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    };
    let (back_from, back_to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    std::thread::spawn(move || pass(back_from, back_to));
    pass(client, server);
}

/// What a proxy was asked for.
type Log = Arc<Mutex<Vec<String>>>;

/// Serves a listener as a proxy for which every host is at one address. The threads end with the process.
fn serve(listener: TcpListener, kind: &'static str, server: SocketAddr) -> Log {
    let log = Log::default();
    let own = Arc::clone(&log);
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let log = Arc::clone(&own);
            std::thread::spawn(move || match kind {
                "http" => http(client, server, &log),
                _ => socks(client, server, &log),
            });
        }
    });
    log
}

fn http(mut client: TcpStream, server: SocketAddr, log: &Mutex<Vec<String>>) -> Option<()> {
    let mut head = String::new();
    // One byte at a time, so that nothing behind the head is lost.
    let mut reader = BufReader::with_capacity(1, client.try_clone().ok()?);
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).ok().filter(|length| *length > 0)?;
    }
    log.lock().unwrap().push(head.lines().next()?.to_owned());
    // "me:s3same"
    if !head.contains("Proxy-Authorization: Basic bWU6czNzYW1l\r\n") {
        let answer = "HTTP/1.1 407 Who\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        return client.write_all(answer.as_bytes()).ok();
    }
    let mut server = TcpStream::connect(server).ok()?;
    server.write_all(head.as_bytes()).ok()?;
    join(client, server);
    Some(())
}

fn socks(mut client: TcpStream, server: SocketAddr, log: &Mutex<Vec<String>>) -> Option<()> {
    let mut read = |length: usize| {
        let mut bytes = vec![0; length];
        client.read_exact(&mut bytes).ok().map(|()| bytes)
    };
    let methods = read(2)?[1];
    read(methods.into())?;
    (&client).write_all(&[5, 0]).ok()?;
    let mut read = |length: usize| {
        let mut bytes = vec![0; length];
        client.read_exact(&mut bytes).ok().map(|()| bytes)
    };
    let start = read(5)?;
    assert_eq!(start[..4], [5, 1, 0, 3], "a name");
    let name = read(start[4].into())?;
    read(2)?;
    log.lock().unwrap().push(String::from_utf8(name).unwrap());
    (&client).write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).ok()?;
    join(client, TcpStream::connect(server).ok()?);
    Some(())
}

fn web() -> Tiny {
    Tiny::start(|asked: &Asked| match &*asked.path {
        "/robots.txt" => (404, String::new(), Vec::new()),
        "/" => (
            200,
            "Content-Type: text/html\r\n".to_owned(),
            b"<a href=/1><a href=/2><a href='http://localhost/'><a href='http://127.0.0.1/'>"
                .to_vec(),
        ),
        _ => (200, "Content-Type: text/html\r\n".to_owned(), b"<p>page".to_vec()),
    })
}

fn job(kind: &str, port: u16) -> Job {
    Job::bare("all")
        .identified()
        .with("contact", "\"archive@library.example\"")
        .with("operator", "\"a library\"")
        .with("purpose", "\"a test\"")
        .with("fetch.proxy", format!("\"{kind}://127.0.0.1:{port}\""))
        .seeds(&["http://www.example.cz/", "http://news.example.cz/"])
}

const PAGES: [&str; 6] = [
    "http://www.example.cz/",
    "http://www.example.cz/1",
    "http://www.example.cz/2",
    "http://news.example.cz/",
    "http://news.example.cz/1",
    "http://news.example.cz/2",
];

#[test]
fn everything_goes_through_the_proxy_and_records_do_not_claim_an_address() {
    for kind in ["http", "socks5h"] {
        let tiny = web();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let log = serve(listener, kind, tiny.addr);
        let mut job = job(kind, port);
        if kind == "http" {
            job = job.with("fetch.proxy_login", "\"file:proxy-login\"");
        }
        let harvest = Harvest::new(&job);
        harvest.session.write("proxy-login", b"me:s3same\n");
        harvest.run(WITHIN).expect(0);
        let found = archive::by_uri(&harvest.archive());
        assert!(PAGES.iter().all(|page| found.contains_key(*page)), "{:?}", found.keys());
        assert_eq!(tiny.asked().len(), 8);
        let log = log.lock().unwrap();
        let asked = |host: &str| log.iter().any(|line| line.contains(host));
        assert!(asked("www.example.cz") && asked("news.example.cz"), "{log:?}");
        // Names and addresses that are not public are not given to it.
        assert!(!asked("localhost") && !asked("//127."), "{log:?}");
        for uri in ["http://localhost/", "http://127.0.0.1/"] {
            let why = harvest.session.run(&format!("why {uri} --archive archive"));
            assert!(why.text().contains("address"), "{uri}: {}", why.text());
        }
        let mut is_told = 0;
        for path in archive::files(&harvest.archive()) {
            let mut reader = Reader::open(&path).unwrap();
            while let Some(mut record) = reader.next_record().unwrap() {
                let header = record.warc().unwrap();
                assert!(header.get("WARC-IP-Address").is_none(), "{header:?}");
                assert_ne!(header.get("Content-Type"), Some(&b"text/dns"[..]));
                if record.kind() == RecordType::Metadata {
                    let mut block = String::new();
                    record.read_to_string(&mut block).unwrap();
                    is_told += usize::from(block.contains(&format!("viaProxy: {kind}\r\n")));
                }
            }
        }
        assert_eq!(is_told, 6);
        assert_eq!(places_of(&harvest.archive(), &["s3same", "bWU6czNzYW1l"]), [""; 0]);
    }
}

#[test]
fn a_harvest_waits_for_a_proxy_that_fails_and_no_uri_ends_because_of_it() {
    let tiny = web();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let harvest = Harvest::new(&job("socks5h", address.port()));
    let mut running = harvest.start(&[]);
    let begun = Instant::now();
    loop {
        running.must_go_on(begun, WITHIN);
        let status = harvest.session.run("job status all --archive archive");
        if status.text().contains("proxy_fails_for=") {
            assert!(status.text().contains("finished=0 "), "{}", status.text());
            break;
        }
        look_again_after(Duration::from_millis(20));
    }
    serve(TcpListener::bind(address).unwrap(), "socks5h", tiny.addr);
    running.finish(WITHIN).expect(0);
    let found = archive::by_uri(&harvest.archive());
    assert!(PAGES.iter().all(|page| found.contains_key(*page)), "{:?}", found.keys());
    // The log names it.
    let log = std::fs::read_to_string(harvest.archive().join("jobs/all/logs/crawl.log")).unwrap();
    assert!(log.lines().any(|line| line.contains(" -2 ")), "{log}");
}
