//! A web server of a few lines, for what the simulated web does not do.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// An answer: status, further header lines, body.
pub(super) type Answer = (u16, String, Vec<u8>);

/// Answers each path as a function says, as long as the test goes on.
pub(super) struct Tiny {
    pub(super) addr: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Tiny {
    pub(super) fn start(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Tiny {
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
        self.asked.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, answer: &dyn Fn(&str) -> Answer, asked: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let (status, headers, body) = answer(&path);
    asked.lock().unwrap().push(path);
    let head = format!(
        "HTTP/1.1 {status} Answer\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // Whoever goes away early does not want it.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
