//! A web server of a few lines, for what the simulated web does not do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The status of an answer that does not come: the connection is closed.
pub(super) const HANGS_UP: u16 = 0;

/// An answer: status, further header lines, body.
pub(super) type Answer = (u16, String, Vec<u8>);

/// What was asked for, and with which conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) path: String,
    /// `If-None-Match` or `If-Modified-Since`.
    pub(super) condition: Option<String>,
    /// `Range`.
    pub(super) range: Option<String>,
    /// The whole header.
    pub(super) head: String,
    /// What was posted.
    pub(super) body: Vec<u8>,
}

impl Asked {
    /// The value of a header field.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// Answers each path as a function says, as long as the test goes on.
pub(super) struct Tiny {
    pub(super) addr: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Tiny {
    pub(super) fn start(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Tiny {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (answer, asked_too) = (Arc::new(answer), Arc::clone(&asked));
        // The thread ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, asked) = (Arc::clone(&answer), Arc::clone(&asked_too));
                std::thread::spawn(move || serve(stream, &*answer, &asked));
            }
        });
        Tiny { addr, asked }
    }

    /// The paths that were asked for.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|asked| asked.path.clone()).collect()
    }

    /// All requests.
    pub(super) fn requests(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The conditions of all requests.
    pub(super) fn conditions(&self) -> Vec<Option<String>> {
        self.asked.lock().unwrap().iter().map(|asked| asked.condition.clone()).collect()
    }
}

fn serve(mut stream: TcpStream, answer: &dyn Fn(&Asked) -> Answer, asked: &Mutex<Vec<Asked>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        match reader.read_line(&mut head) {
            Ok(1..) => {}
            _ => return,
        }
    }
    let target = head.split(' ').nth(1).unwrap_or_default();
    // A proxy passes on what it gets: the whole address.
    let path = match target
        .strip_prefix("http://")
        .and_then(|rest| rest.find('/').map(|at| &rest[at..]))
    {
        Some(path) => path.to_owned(),
        None => target.to_owned(),
    };
    let mut this = Asked { path, condition: None, range: None, head, body: Vec::new() };
    let condition = this.field("If-None-Match").or(this.field("If-Modified-Since"));
    this.condition = condition.map(str::to_owned);
    this.range = this.field("Range").map(str::to_owned);
    let length = this.field("Content-Length").map_or(0, |length| length.parse().unwrap());
    if reader.take(length).read_to_end(&mut this.body).is_err() {
        return;
    }
    let (status, headers, body) = answer(&this);
    asked.lock().unwrap().push(this);
    if status == HANGS_UP {
        return;
    }
    // An answer that says how it is framed is believed.
    let length = match headers.contains("Transfer-Encoding") {
        true => String::new(),
        false => format!("Content-Length: {}\r\n", body.len()),
    };
    let head = format!("HTTP/1.1 {status} Answer\r\n{headers}{length}Connection: close\r\n\r\n");
    // Whoever goes away early does not want it.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
