//! `stodola serve --harvest`: the server runs the jobs itself, or says who does, and takes over.

use super::again::{Versions, Watch, slow_job};
use crate::session::Session;
use std::io::{Read, Write};
use std::net::TcpStream;
use stodola_archive::Archive;

fn serve(session: &Session) -> Watch {
    let ports = ["--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"];
    Watch::begin(session, &[&["serve", "--archive", "archive", "--harvest"][..], &ports].concat())
}

/// The same job without pauses.
fn hurry(session: &Session, site: &Versions) {
    let job = site.job().with("name", "\"slow\"");
    session.write("archive/jobs/slow/job.toml", job.text().as_bytes());
}

/// The answer of the replay origin of a server.
fn get(said: &str, path: &str) -> String {
    let at = said.split("archived content at http://").nth(1).unwrap();
    let host = at.split(';').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_server_that_runs_jobs_goes_on_after_kill_9_and_serves_what_it_harvests() {
    let site = Versions::start();
    let session = Session::new();
    Archive::open_or_create(&session.path("archive")).unwrap();
    slow_job(&session, &site, "slow");
    let server = serve(&session);
    server.wait_until("it begins", |said| said.contains("job 'slow'"));
    // Dropping it is `kill -9`.
    drop(server);
    let listed = session.run("job ls --archive archive").expect(0);
    // New, if it was killed before it wrote that it runs.
    let is_open = ["slow interrupted ", "slow new "].iter().any(|it| listed.text().starts_with(it));
    assert!(is_open, "{}", listed.text());
    hurry(&session, &site);
    let server = serve(&session);
    server.wait_until("it goes on", |said| said.contains("job 'slow' finished"));
    let rows = get(&server.said(), &format!("/web/cdx?url={}&output=text", site.uri("/")));
    assert!(rows.contains("\"200\"") || rows.contains(" 200 "), "{rows}");
    let (code, said) = server.stop();
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("stopping"), "{said}");
    session.run("archive check --archive archive").expect(0);
}

#[test]
fn a_server_beside_a_watch_says_who_runs_the_jobs_and_takes_over_when_it_ends() {
    let site = Versions::start();
    let session = Session::new();
    Archive::open_or_create(&session.path("archive")).unwrap();
    slow_job(&session, &site, "slow");
    let watch = Watch::start(&session, &["--watch"]);
    watch.wait_until("it begins", |said| said.contains("job 'slow'"));
    let server = serve(&session);
    server.wait_until("it says who runs them", |said| {
        said.contains("jobs are run by process")
            && said.contains("harvest --archive archive --watch")
            && said.contains("archived content at")
    });
    hurry(&session, &site);
    drop(watch);
    server.wait_until("it takes over", |said| said.contains("job 'slow' finished"));
    // Others are told that it is the server now.
    let archive = Archive::open(&session.path("archive")).unwrap();
    let holder = archive.on_duty().unwrap();
    assert!(holder.command.unwrap().contains("serve"), "the server has the duty");
    assert_eq!(server.stop().0, 0);
    assert_eq!(archive.on_duty(), None);
}
