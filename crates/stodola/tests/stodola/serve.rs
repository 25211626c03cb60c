//! `stodola serve` as a process: it says where it is, serves, and ends when it is told to.

use crate::session::Session;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that is killed if the test gives up on it.
pub(crate) struct Serving {
    child: Child,
    /// What it says on standard error.
    said: BufReader<std::process::ChildStderr>,
    /// Host and port of archived content.
    replay: String,
    pub(crate) first_line: String,
    /// What it said before.
    pub(crate) before: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    /// Serves the archive `archive` of a session at ports that are free.
    pub(crate) fn start(session: &Session) -> Serving {
        Serving::start_with(session, &["--archive", "archive"])
    }

    /// The same with other words. Lines before the one with the addresses are passed over.
    pub(crate) fn start_with(session: &Session, words: &[&str]) -> Serving {
        let mut command = session.command();
        command.args(["serve", "--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"]);
        command.args(words);
        Serving::of(session, command)
    }

    /// Runs a command that serves.
    pub(crate) fn of(session: &Session, mut command: Command) -> Serving {
        command.env("TMPDIR", session.path("")).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let (mut first_line, mut before) = (String::new(), String::new());
        while !first_line.starts_with("http://") {
            before.push_str(&first_line);
            first_line.clear();
            assert_ne!(said.read_line(&mut first_line).unwrap(), 0, "it ended");
        }
        let replay = first_line.split("http://").nth(2).unwrap_or_else(|| panic!("{first_line}"));
        let replay = replay.split(';').next().unwrap().to_owned();
        Serving { child, said, replay, first_line, before }
    }

    /// The answer of the replay origin, head and body.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.replay).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.replay);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a signal, and returns the exit code and what was said since the first line.
    pub(crate) fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.said.read_to_string(&mut said).unwrap();
        (code, said)
    }
}

#[test]
fn an_archive_is_served_until_a_signal_comes() {
    let session = Session::new();
    session.run("archive add @hello.warc.gz --archive archive").expect(0);
    for signal in ["-TERM", "-INT"] {
        let serving = Serving::start(&session);
        assert!(serving.first_line.starts_with("http://localhost:"), "{}", serving.first_line);
        let rows = serving.get("/web/cdx?url=*&limit=1&output=text&fl=timestamp,url");
        assert!(rows.starts_with("HTTP/1.1 200 OK\r\n"), "{rows}");
        let row = rows.rsplit("\r\n").next().unwrap().trim();
        let (time, url) = row.split_once(' ').unwrap();
        let capture = serving.get(&format!("/web/{time}id_/{url}"));
        assert!(capture.starts_with("HTTP/1.1 200 OK\r\n"), "{capture}");
        // Nobody is kept from writing meanwhile.
        session.run("archive add @hello.warc.gz --archive archive").expect(0);
        let (code, said) = serving.end(signal);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("stopping"), "{said}");
    }
}

#[test]
fn what_cannot_be_served_is_said_in_both_languages() {
    let session = Session::new();
    let ran = session.run("serve --archive nothing").expect(2);
    assert!(ran.stderr.contains("nothing"), "{}", ran.stderr);
    session.run("archive add @hello.warc.gz --archive archive").expect(0);
    for (words, english, czech) in [
        ("--listen 0.0.0.0:0", "--public-url and --replay-url", "--public-url a --replay-url"),
        (
            "--public-url https://a.cz --replay-url https://a.cz:444",
            "have the same host name",
            "mají stejné jméno serveru",
        ),
        ("--public-url a.cz --replay-url https://b.cz", "is not an address", "není adresa"),
    ] {
        let ports = "--listen 127.0.0.1:0 --replay-listen 127.0.0.1:0";
        let ports = if words.contains("--listen") { "--replay-listen 127.0.0.1:0" } else { ports };
        let words = format!("serve --archive archive {ports} {words}");
        let ran = session.run(&words).expect(2);
        assert!(ran.stderr.contains(english), "{}", ran.stderr);
        let mut command = session.command();
        let output = command.env("LC_ALL", "cs_CZ.UTF-8").args(words.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(czech), "{said}");
    }
    let ran = session.run("serve --archive archive --trusted-proxy everybody").expect(2);
    assert!(ran.stderr.contains("everybody"), "{}", ran.stderr);
}
