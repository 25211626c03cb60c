//! A harvest with rules about addresses: what the server is asked for, and what the log says of the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use stodola_crawl::job::Job;
use stodola_crawl::{CaptureStore, ContractError, Contracts, Harvest, KeptCapture, NewCapture};
use stodola_fetch::DnsAnswer;
use stodola_frontier::{Happened, History};
use tokio::runtime::Builder;

struct Nowhere;

impl CaptureStore for Nowhere {
    fn write(&self, _capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError> {
        Ok(KeptCapture::default())
    }

    fn write_dns(&self, _answer: &DnsAnswer) -> Result<(), ContractError> {
        Ok(())
    }

    fn sync(&self) -> Result<(), ContractError> {
        Ok(())
    }
}

/// Answers each path, and notes what it was asked for.
fn serve(asked: Arc<Mutex<BTreeSet<String>>>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // The thread ends with the process.
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let asked = Arc::clone(&asked);
            std::thread::spawn(move || while answer(&stream, &asked).is_some() {});
        }
    });
    port
}

fn answer(mut stream: &TcpStream, asked: &Mutex<BTreeSet<String>>) -> Option<()> {
    let mut lines = BufReader::new(stream).lines();
    let path = lines.next()?.ok()?.split(' ').nth(1)?.to_owned();
    while !lines.next()?.ok()?.is_empty() {}
    let (status, more, body) = match &*path {
        "/robots.txt" => ("404 No", "", ""),
        "/?seed=1" => (
            "200 OK",
            "",
            "<a href=/index.php><a href='/show?sid=1&id=2'><a href='/show?id=2&sid=3'>\
             <a href=/show><a href='/show?id=3&lang=de'><a href=/turn>",
        ),
        "/turn/" => ("302 Found", "Location: /turn/index.php\r\n", ""),
        "/turn" => ("302 Found", "Location: /turn/\r\n", ""),
        _ => ("200 OK", "", "x"),
    };
    asked.lock().unwrap().insert(path);
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{more}Content-Length: {length}\r\n\r\n{body}"
    )
    .ok()
}

#[test]
fn links_are_fetched_under_the_address_that_counts_and_the_log_says_so() {
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let port = serve(Arc::clone(&asked));
    let name = format!("stodola-ruled-links-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let rules = "[[site]]\nhosts = ['a.test']\nindex = ['index.php']\n\
        [[site.page]]\npath = '/'\n[[site.page]]\npath = '/show'\n\
        parameters = [{ name = 'id', required = true }, { name = 'lang', values = ['cs'] }]\n";
    std::fs::write(folder.join("rules.toml"), rules).unwrap();
    let job = format!(
        "seeds = ['http://a.test/?seed=1']\nscope.site_rules = 'rules.toml'\n\
        politeness.min_delay = '0s'\npoliteness.max_delay = '0s'\npoliteness.ip_delay = '0s'\n\
        fetch.connect_to = ['*:80:127.0.0.1:{port}']\n"
    );
    let job = Job::parse(&job, "job.toml").unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let contracts = Contracts::new(Arc::new(Nowhere));
    runtime.block_on(async { Harvest::open(job, &folder, contracts)?.run().await }).unwrap();
    // The seed is as it was given, though a rule drops its parameter. A server that redirects to another spelling of
    // the address that counts is asked for that one.
    assert_eq!(
        asked.lock().unwrap().iter().map(String::as_str).collect::<Vec<_>>(),
        ["/", "/?seed=1", "/robots.txt", "/show?id=2", "/turn", "/turn/", "/turn/index.php"]
    );
    let mut rejected = BTreeMap::new();
    let mut history = History::open(&folder.join("frontier")).unwrap();
    history
        .read(|happened| {
            if let Happened::Rejected { uri, rule, .. } = happened {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                rejected.insert(text(uri), text(rule));
            }
            Ok(())
        })
        .unwrap();
    let lines: Vec<String> = rejected.iter().map(|(uri, rule)| format!("{uri}: {rule}")).collect();
    assert_eq!(
        lines,
        [
            "http://a.test/index.php: site-rule-same http://a.test/",
            "http://a.test/show: site-rule missing id",
            "http://a.test/show?id=2&sid=3: site-rule-same http://a.test/show?id=2",
            "http://a.test/show?id=3&lang=de: site-rule value lang=de",
            "http://a.test/show?sid=1&id=2: site-rule-same http://a.test/show?id=2",
        ]
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
