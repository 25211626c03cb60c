//! robots.txt as servers have it: redirected to another host, cut, short-lived, missing at one of two ports.
//! What the harvest does is read from the servers' side.

use super::archive;
use super::tiny::{Asked, Tiny};
use super::web::{Harvest, Job};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const WITHIN: Duration = Duration::from_secs(120);

/// A request as the server saw it.
#[derive(Clone, Debug)]
struct Heard {
    host: String,
    path: String,
    at: Instant,
    /// Connections that were open for the host then, this one included.
    open: usize,
}

/// Answers requests to any number of hosts with bytes, one to a connection, and takes its time.
struct Server {
    port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Server {
    fn start(answer: impl Fn(&str, &str) -> Vec<u8> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (answer, heard) = (Arc::new(answer), Arc::default());
        let server = Server { port, heard: Arc::clone(&heard) };
        let open: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
        // The threads end with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, heard, open) =
                    (Arc::clone(&answer), Arc::clone(&heard), Arc::clone(&open));
                std::thread::spawn(move || talk(stream, &*answer, &heard, &open));
            }
        });
        server
    }

    fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// A job for which every host is this server.
    fn job(&self, delay: &str) -> Job {
        Job::bare("all")
            .with("fetch.connect_to", format!("[\"::127.0.0.1:{}\"]", self.port))
            .with("politeness.min_delay", delay)
            .with("politeness.max_delay", delay)
    }
}

fn talk(
    mut stream: TcpStream,
    answer: &dyn Fn(&str, &str) -> Vec<u8>,
    heard: &Mutex<Vec<Heard>>,
    open: &Mutex<BTreeMap<String, usize>>,
) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let host = lines.find_map(|line| line.strip_prefix("Host: ").map(str::to_owned));
    let host = host.unwrap_or_default();
    let now = {
        let mut open = open.lock().unwrap();
        let now = open.entry(host.clone()).or_default();
        *now += 1;
        *now
    };
    let (bytes, at) = (answer(&host, &path), Instant::now());
    heard.lock().unwrap().push(Heard { host: host.clone(), path, at, open: now });
    // Long enough to be met by a second connection, if there is one.
    super::look_again_after(Duration::from_millis(20));
    *open.lock().unwrap().get_mut(&host).unwrap() -= 1;
    let _ = stream.write_all(&bytes).and_then(|()| stream.shutdown(Shutdown::Write));
}

fn answer(head: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
        .into_bytes()
}

fn page(body: &str) -> Vec<u8> {
    answer("200 OK\r\nContent-Type: text/html", body)
}

#[test]
fn forty_hosts_redirected_to_one_are_served_one_after_another() {
    const PAUSE: Duration = Duration::from_millis(150);
    let server = Server::start(|host, path| match (host, path) {
        ("rules.example", "/robots.txt") => answer("404 Not here", ""),
        ("rules.example", "/") => {
            let links: String = (0..10).map(|page| format!("<a href='/page{page}'>")).collect();
            page(&links)
        }
        ("rules.example", path) if path.starts_with("/for/") => {
            answer("200 OK", "User-agent: *\nDisallow: /no\n")
        }
        (host, "/robots.txt") => {
            answer(&format!("302 Found\r\nLocation: http://rules.example/for/{host}"), "")
        }
        (_, "/") => page("<a href='/yes'><a href='/no'>"),
        _ => page("<p>page"),
    });
    let mut seeds: Vec<String> = (0..40).map(|host| format!("http://s{host}.example/")).collect();
    seeds.push("http://rules.example/".to_owned());
    let harvest = Harvest::new(&server.job("\"150ms\"").seeds(&seeds));
    harvest.run(WITHIN).expect(0);
    let heard = server.heard();
    let (there, elsewhere): (Vec<_>, Vec<_>) =
        heard.iter().partition(|heard| heard.host == "rules.example");
    assert_eq!(there.len(), 40 + 12, "{there:#?}");
    assert!(there.iter().all(|heard| heard.open == 1), "{there:#?}");
    // A busy machine looks at one request late and at the next in time. Without pauses they would follow each
    // other as fast as they are answered.
    let slack = PAUSE / 2;
    for pair in there.windows(2) {
        assert!(pair[1].at - pair[0].at + slack >= PAUSE, "{pair:#?}");
    }
    // The host's own pages did not have to wait for all the visitors.
    let is_own = |heard: &&&Heard| heard.path.starts_with("/page");
    let visitors_before = there.iter().position(|heard| is_own(&heard)).unwrap();
    assert!(visitors_before < 20, "{there:#?}");
    // What the rules say holds for those that were redirected to them.
    let asked: BTreeSet<_> = elsewhere.iter().map(|heard| (&*heard.host, &*heard.path)).collect();
    assert_eq!(asked.len(), 40 * 3, "{asked:?}");
    assert!(asked.iter().all(|(_, path)| *path != "/no"), "{asked:?}");
    assert_eq!(elsewhere.len(), asked.len(), "nothing is asked for twice");
    let found = archive::by_uri(&harvest.archive());
    assert!(found.contains_key("http://rules.example/for/s7.example"), "{:?}", found.keys());
}

#[test]
fn one_file_for_many_hosts_is_fetched_once() {
    let server = Server::start(|host, path| match (host, path) {
        ("rules.example", _) => answer("200 OK", "User-agent: *\nDisallow: /no\n"),
        (_, "/robots.txt") => answer("301 Moved\r\nLocation: http://rules.example/robots.txt", ""),
        (_, "/") => page("<a href='/yes'><a href='/no'>"),
        _ => page("<p>page"),
    });
    let seeds: Vec<String> = (0..20).map(|host| format!("http://s{host}.example/")).collect();
    let harvest = Harvest::new(&server.job("\"10ms\"").seeds(&seeds));
    harvest.run(WITHIN).expect(0);
    let heard = server.heard();
    let there = heard.iter().filter(|heard| heard.host == "rules.example").count();
    assert_eq!((there, heard.len()), (1, 1 + 20 * 3), "{heard:#?}");
}

#[test]
fn a_redirect_to_where_nobody_may_ask_ends_all_pages_and_is_followed_once() {
    let server = Server::start(|_, path| match path {
        "/robots.txt" => answer("302 Found\r\nLocation: http://169.254.169.254/robots.txt", ""),
        _ => page("<p>page"),
    });
    let job = server
        .job("\"0s\"")
        .with("fetch.connect_to", format!("[\"a.example:80:127.0.0.1:{}\"]", server.port))
        .with("fetch.allow_private", true)
        .identified()
        .seeds(&["http://a.example/1", "http://a.example/2", "http://a.example/3"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN);
    let paths: Vec<_> = server.heard().into_iter().map(|heard| heard.path).collect();
    assert_eq!(paths, ["/robots.txt"]);
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let refused = "\"outcome\":\"address-refused\",\"reason\":\"169.254.169.254\"";
    assert_eq!(ran.text().matches(refused).count(), 3, "{}", ran.text());
}

#[test]
fn what_is_cut_broken_or_a_part_is_asked_for_again_and_forbids_until_then() {
    let asked = Mutex::new(0);
    let server = Server::start(move |_, path| {
        if path != "/robots.txt" {
            return page("<p>page");
        }
        let mut asked = asked.lock().unwrap();
        *asked += 1;
        let allows = "User-agent: *\nAllow: /\n";
        match *asked {
            1 => format!("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{allows}").into_bytes(),
            2 => answer("206 Part\r\nContent-Range: bytes 0-23/900", allows),
            3 => answer("200 OK\r\nContent-Encoding: gzip", "\u{1f}\u{0b}\u{08}"),
            4 => b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nAllow\r\n".to_vec(),
            _ => answer("200 OK", allows),
        }
    });
    let job = server.job("\"0s\"").with("politeness.attempts", 9).seeds(&["http://a.example/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let paths: Vec<_> = server.heard().into_iter().map(|heard| heard.path).collect();
    let robots = "/robots.txt";
    assert_eq!(paths, [robots, robots, robots, robots, robots, "/"]);
}

#[test]
fn rules_that_hold_shorter_than_a_pause_do_not_starve_the_pages() {
    let server = Server::start(|_, path| match path {
        "/robots.txt" => answer("200 OK", "User-agent: *\nCrawl-delay: 1\n"),
        "/" => page("<a href=a><a href=b><a href=c>"),
        _ => page("<p>page"),
    });
    let job = server.job("\"0s\"").with("politeness.crawl_delay_max", "\"300ms\"");
    for expiry in ["\"0s\"", "\"50ms\""] {
        let before = server.heard().len();
        let job =
            job.clone().with("politeness.robots_expiry", expiry).seeds(&["http://a.example/"]);
        Harvest::new(&job).run(WITHIN).expect(0);
        let heard = server.heard().split_off(before);
        let paths: Vec<_> = heard.iter().map(|heard| &*heard.path).collect();
        assert_eq!(paths, ["/robots.txt", "/", "/a", "/b", "/c"], "{expiry}");
    }
}

#[test]
fn a_port_where_nobody_listens_does_not_hold_up_the_host() {
    // Somebody else's port from now on, where nobody listens.
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let tiny = Tiny::start(move |asked: &Asked| match &*asked.path {
        "/" => {
            let html = format!("<a href='http://127.0.0.1:{dead}/x'><a href='/a'><a href='/b'>");
            (200, "Content-Type: text/html\r\n".to_owned(), html.into_bytes())
        }
        "/robots.txt" => (404, String::new(), Vec::new()),
        _ => (200, String::new(), b"page".to_vec()),
    });
    let seed = format!("http://127.0.0.1:{}/", tiny.addr.port());
    // With the waits that a job has if nobody says anything else.
    let job = Job::bare("all")
        .without("politeness.retry_wait")
        .without("politeness.retry_wait_max")
        .with("fetch.allow_private", true)
        .seeds(&[&seed]);
    let harvest = Harvest::new(&job);
    harvest.run(Duration::from_secs(40)).expect(0);
    let mut asked = tiny.asked();
    asked.sort_unstable();
    assert_eq!(asked, ["/", "/a", "/b", "/robots.txt"]);
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let uri = format!("http://127.0.0.1:{dead}/x");
    let line = ran.text().lines().find(|line| line.contains(&uri)).unwrap();
    assert!(line.contains("\"outcome\":\"robots-unreachable\",\"reason\":\"connect\""), "{line}");
}

#[test]
fn a_port_whose_robots_txt_fails_does_not_hold_up_the_others() {
    let failing = Tiny::start(|_: &Asked| (500, String::new(), Vec::new()));
    let port = failing.addr.port();
    let tiny = Tiny::start(move |asked: &Asked| match &*asked.path {
        "/" => {
            let html = format!(
                "<a href='http://127.0.0.1:{port}/x'><a href='http://127.0.0.1:{port}/y'><a href='/a'>"
            );
            (200, "Content-Type: text/html\r\n".to_owned(), html.into_bytes())
        }
        "/robots.txt" => (404, String::new(), Vec::new()),
        _ => (200, String::new(), b"page".to_vec()),
    });
    let seed = format!("http://127.0.0.1:{}/", tiny.addr.port());
    let job = Job::bare("all")
        .with("fetch.allow_private", true)
        .with("politeness.attempts", 3)
        .seeds(&[&seed]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    assert_eq!(failing.asked(), ["/robots.txt"; 3]);
    assert_eq!(tiny.asked(), ["/robots.txt", "/", "/a"]);
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let unreachable = "\"outcome\":\"robots-unreachable\",\"reason\":\"500\"";
    assert_eq!(ran.text().matches(unreachable).count(), 2, "{}", ran.text());
    assert_eq!(ran.text().matches("\"outcome\":\"archived\"").count(), 2, "{}", ran.text());
}

/// Rules that are known keep robots.txt from being read again, also after a crash. So they are recorded after the
/// sitemaps that the file names: a kill between the two must not lose a site that only its sitemap leads to.
#[test]
fn sitemaps_are_recorded_before_the_rules_that_name_them() {
    let tiny = Tiny::start(|asked| match asked.path.as_str() {
        "/robots.txt" => {
            let rules =
                "User-agent: *\nDisallow: /rule-of-the-file\nSitemap: http://a.test/map.txt\n";
            (200, "Content-Type: text/plain\r\n".to_owned(), rules.into())
        }
        _ => (200, "Content-Type: text/plain\r\n".to_owned(), b"text".to_vec()),
    });
    let job = Job::bare("all")
        .seeds(&["http://a.test/"])
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()));
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let log = harvest.archive().join("jobs/all/frontier/0000000000000000.log");
    let log = std::fs::read(log).unwrap();
    let place = |wanted: &[u8]| log.windows(wanted.len()).position(|bytes| bytes == wanted);
    let (sitemap, rules) = (place(b"/map.txt").unwrap(), place(b"/rule-of-the-file").unwrap());
    assert!(sitemap < rules, "{sitemap} {rules}");
}
