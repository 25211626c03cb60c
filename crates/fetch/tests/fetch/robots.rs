//! `robots.txt` over the wire: redirects, statuses, bodies that are cut.

use stodola_fetch::robots::{Robots, RobotsTrail, Then};
use stodola_fetch::{Access, Client, ClientSettings, RobotsAnswer};

use crate::server::{Act, Server, settings};

/// A server that answers one after another.
async fn server(answers: &[&str]) -> Server {
    let script = answers
        .iter()
        .flat_map(|answer| [Act::Request, Act::Send(answer.as_bytes().to_vec())])
        .collect();
    Server::start(vec![script]).await
}

/// A client that finds every host at the server.
fn client_of(server: &Server) -> Client {
    let connect_to = format!("::127.0.0.1:{}", server.address.port()).parse().unwrap();
    let settings = ClientSettings { connect_to: vec![connect_to], ..settings() };
    Client::new(settings).unwrap()
}

/// Asks a server for its rules.
async fn ask(server: &Server) -> RobotsAnswer {
    let client = client_of(server);
    client.robots(&mut client.session(), b"http://site.example/page").await
}

fn full(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn the_status_decides() {
    let body = "User-agent: *\nDisallow: /x";
    for (status, expected) in [
        ("200", "rules"),
        ("204", "rules"),
        ("300", "all"),
        ("304", "all"),
        ("400", "all"),
        ("401", "all"),
        ("403", "all"),
        ("404", "all"),
        ("410", "all"),
        ("429", "none"),
        ("500", "none"),
        ("503", "none"),
        ("999", "none"),
        ("abc", "none"),
    ] {
        let answer = ask(&server(&[&full(status, body)]).await).await;
        let found = match &answer.access {
            Access::Rules(_) => "rules",
            Access::AllowAll => "all",
            Access::Unreachable => "none",
        };
        assert_eq!(found, expected, "{status}");
        assert_eq!(answer.steps.len(), 1);
        assert_eq!(answer.steps[0].0, b"http://site.example/robots.txt");
    }
}

#[tokio::test]
async fn rules_are_read_whatever_the_framing() {
    let mut zipped = format!(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        GZIP.len()
    )
    .into_bytes();
    zipped.extend_from_slice(GZIP);
    let plain = "User-agent: *\nDisallow: /x";
    let chunked =
        format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{plain}\r\n0\r\n\r\n");
    for answer in [full("200", plain).into_bytes(), chunked.into_bytes(), zipped] {
        let server = Server::start(vec![vec![Act::Request, Act::Send(answer.clone())]]).await;
        let Access::Rules(robots) = ask(&server).await.access else { panic!("no rules") };
        let rules = robots.for_agent("archive");
        let shown = answer.escape_ascii().to_string();
        assert!(!rules.verdict(b"/x").allowed && rules.verdict(b"/y").allowed, "{shown}");
    }
}

#[tokio::test]
async fn redirects_are_followed_five_times() {
    let redirect =
        |to: &str| format!("HTTP/1.1 301 X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
    let (near, last) = (redirect("/a"), full("200", "User-agent: *\nDisallow: /"));
    let answer = ask(&server(&[&near, &near, &near, &near, &near, &last]).await).await;
    assert!(matches!(answer.access, Access::Rules(_)));
    assert_eq!(answer.steps.len(), 6);
    let answer = ask(&server(&[&near, &near, &near, &near, &near, &near, &last]).await).await;
    assert_eq!((answer.access, answer.steps.len()), (Access::AllowAll, 6));
    let nowhere = ask(&server(&[&redirect("ftp://x/")]).await).await;
    assert_eq!((nowhere.access, nowhere.steps.len()), (Access::AllowAll, 1));
}

#[tokio::test]
async fn redirects_to_other_hosts_are_judged_by_their_address() {
    let redirect = "HTTP/1.1 302 X\r\nLocation: http://169.254.169.254/robots.txt\r\n\
                    Content-Length: 0\r\n\r\n";
    let server = server(&[redirect, redirect]).await;
    let rule = format!("site.example::127.0.0.1:{}", server.address.port());
    let settings = ClientSettings { connect_to: vec![rule.parse().unwrap()], ..settings() };
    let client = Client::new(settings).unwrap();
    let mut session = client.session();
    let answer = client.robots(&mut session, b"http://site.example/").await;
    assert_eq!((answer.access, answer.steps.len()), (Access::Unreachable, 2));
    assert_eq!(answer.steps[1].1.as_ref().unwrap_err().name(), "address-refused");
    // The connection to the site itself is still open.
    assert!(session.is_connected());
}

/// A file in gzip that forbids /x.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b-N-\xd2MLO\xcd+\xb1R\xd0\xe2r\
    \xc9,N\xcc\xc9\xc9/\xb7R\xd0\xaf\x00\x00R\x94\xaf1\x1a\x00\x00\x00";

/// What may be done where a server sends these bytes and closes.
async fn access(head: &str, body: &[u8]) -> Access {
    let answer = [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat();
    let server = Server::start(vec![vec![Act::Request, Act::Send(answer)]]).await;
    ask(&server).await.access
}

#[tokio::test]
async fn a_file_that_is_cut_broken_or_only_a_part_forbids_for_now() {
    let rules = b"User-agent: *\nDisallow: /x\nDisallow: /";
    let zipped =
        |length: usize| format!("200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {length}");
    let mut flipped = GZIP.to_vec();
    flipped[20] ^= 0x55;
    let mut wrong_sum = GZIP.to_vec();
    wrong_sum[GZIP.len() - 6] ^= 1;
    let chunked = "200 OK\r\nTransfer-Encoding: chunked".to_owned();
    let table: &[(String, &[u8])] = &[
        // Fewer bytes than the head says.
        ("200 OK\r\nContent-Length: 1000".to_owned(), rules),
        ("200 OK\r\nContent-Length: 1000".to_owned(), b"# nothing\n"),
        ("200 OK\r\nContent-Length: 1000".to_owned(), b""),
        // Chunks without an end, chunks that are none.
        (chunked.clone(), b"e\r\nUser-agent: *\n\r\n"),
        (chunked.clone(), b"e\r\nUser-agent: *\n\r\nzz\r\nDisallow: /\n\r\n0\r\n\r\n"),
        // The coding ends too early, has a fault, or the wrong sum; the framing is right.
        (zipped(20), &GZIP[..20]),
        (zipped(GZIP.len() - 8), &GZIP[..GZIP.len() - 8]),
        (zipped(GZIP.len()), &flipped),
        (zipped(GZIP.len()), &wrong_sum),
        // Said to be in a coding, in none that is known, and no text either.
        (zipped(4), b"\x00\x01\x02\x03"),
        ("200 OK\r\nContent-Encoding: x-own\r\nContent-Length: 4".to_owned(), b"\x00\x01\x02\x03"),
        // A part, though nobody asked for one.
        (
            format!("206 Part\r\nContent-Range: bytes 0-38/900\r\nContent-Length: {}", rules.len()),
            rules,
        ),
    ];
    for (head, body) in table {
        let found = access(head, body).await;
        assert_eq!(found, Access::Unreachable, "{head:?} {}", body.escape_ascii());
    }
    let nothing = Server::start(vec![vec![Act::Request]]).await;
    assert_eq!(ask(&nothing).await.access, Access::Unreachable);
}

#[tokio::test]
async fn a_head_that_lies_about_the_coding_does_not_hide_the_rules() {
    let rules = b"User-agent: *\nDisallow: /x\n";
    let length = rules.len();
    for coding in ["gzip", "utf-8", "none"] {
        let head = format!("200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {length}");
        let Access::Rules(robots) = access(&head, rules).await else { panic!("{coding}") };
        assert!(!robots.for_agent("archive").verdict(b"/x").allowed);
        let empty = format!("200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: 0");
        assert!(matches!(access(&empty, b"").await, Access::Rules(_)), "{coding}");
    }
}

#[tokio::test]
async fn steps_can_be_taken_one_by_one() {
    let redirect =
        "HTTP/1.1 301 X\r\nLocation: http://other.example/r\r\nContent-Length: 0\r\n\r\n";
    let first = Act::Send(redirect.as_bytes().to_vec());
    let last = Act::Send(full("200", "User-agent: *\nDisallow: /x").into_bytes());
    let server = Server::start(vec![vec![Act::Request, first], vec![Act::Request, last]]).await;
    let client = client_of(&server);
    let trail = RobotsTrail::new(b"http://me:secret@site.example/page?q").unwrap();
    assert_eq!(trail.next(), b"http://site.example/robots.txt");
    let step = trail.step(&mut client.session()).await;
    let Then::Follow(trail) = step.then else { panic!("{step:?}") };
    assert_eq!(trail.next(), b"http://other.example/r");
    let step = trail.step(&mut client.session()).await;
    let Then::Access { access: Access::Rules(robots), text } = step.then else { panic!() };
    assert_eq!((step.uri, robots), (b"http://other.example/r".to_vec(), Robots::parse(&text)));
    assert!(RobotsTrail::new(b"ftp://site.example/").is_err());
}

#[tokio::test]
async fn a_huge_file_is_read_to_the_limit() {
    let body = format!("User-agent: *\nDisallow: /x\n{}", "# filler\n".repeat(300_000));
    let answer = ask(&server(&[&full("200", &body)]).await).await;
    let Access::Rules(robots) = answer.access else { panic!("no rules") };
    assert!(!robots.for_agent("archive").verdict(b"/x").allowed);
}

#[tokio::test]
async fn what_is_no_site_has_no_rules() {
    let client = Client::new(settings()).unwrap();
    let answer = client.robots(&mut client.session(), b"dns:example.cz").await;
    assert_eq!((answer.access, answer.steps.len()), (Access::Unreachable, 1));
}
