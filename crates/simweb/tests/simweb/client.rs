//! A client that knows just enough HTTP, and hides nothing.

use std::net::SocketAddr;
use stodola_simweb::{SimWeb, WorldSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection to the server.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer, its body without chunks.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Client {
    pub(crate) async fn connect(addr: SocketAddr) -> Client {
        let stream = TcpStream::connect(addr).await.unwrap();
        Client { stream, buffer: Vec::new() }
    }

    pub(crate) async fn send(&mut self, bytes: &str) {
        self.stream.write_all(bytes.as_bytes()).await.unwrap();
    }

    /// Asks on this connection; `fields` are lines with their ends.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        host: &str,
        target: &str,
        fields: &str,
    ) -> Reply {
        let request = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\n{fields}\r\n");
        self.send(&request).await;
        self.reply(method == "HEAD").await
    }

    pub(crate) async fn get(&mut self, host: &str, target: &str) -> Reply {
        self.ask("GET", host, target, "").await
    }

    /// Reads one answer that is as it should be.
    pub(crate) async fn reply(&mut self, no_body: bool) -> Reply {
        let end = loop {
            if let Some(end) = header_end(&self.buffer) {
                break end;
            }
            assert_ne!(self.more().await, 0, "no header");
        };
        let head = String::from_utf8(self.buffer.drain(..end).collect()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut reply = Reply { status, head, body: Vec::new() };
        if no_body || status == 304 {
            return reply;
        }
        reply.body = if let Some(length) = reply.header("Content-Length") {
            self.exactly(length.parse().unwrap()).await
        } else if reply.header("Transfer-Encoding") == Some("chunked") {
            self.chunks().await
        } else {
            self.rest().await
        };
        reply
    }

    async fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let end = loop {
                if let Some(end) = self.buffer.windows(2).position(|window| window == b"\r\n") {
                    break end;
                }
                assert_ne!(self.more().await, 0, "no chunk");
            };
            let line = self.exactly(end + 2).await;
            let size = str::from_utf8(&line[..end]).unwrap();
            let size = usize::from_str_radix(size, 16).unwrap();
            body.extend(self.exactly(size).await);
            assert_eq!(self.exactly(2).await, b"\r\n");
            if size == 0 {
                return body;
            }
        }
    }

    async fn exactly(&mut self, length: usize) -> Vec<u8> {
        while self.buffer.len() < length {
            assert_ne!(self.more().await, 0, "body too short");
        }
        self.buffer.drain(..length).collect()
    }

    /// Everything until the server closes.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        while self.more().await > 0 {}
        std::mem::take(&mut self.buffer)
    }

    async fn more(&mut self) -> usize {
        self.stream.read_buf(&mut self.buffer).await.unwrap()
    }

    /// Reads until `enough` bytes are there or the connection ends, however it ends.
    pub(crate) async fn raw(&mut self, enough: usize) -> (Vec<u8>, std::io::Result<()>) {
        let end = loop {
            if self.buffer.len() >= enough {
                break Ok(());
            }
            match self.stream.read_buf(&mut self.buffer).await {
                Ok(0) => break Ok(()),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        };
        (std::mem::take(&mut self.buffer), end)
    }
}

/// Either kind of line end will do.
fn header_end(bytes: &[u8]) -> Option<usize> {
    let crlf = bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
    let lf = bytes.windows(2).position(|window| window == b"\n\n").map(|at| at + 2);
    crlf.into_iter().chain(lf).min()
}

pub(crate) async fn start(settings: WorldSettings) -> SimWeb {
    SimWeb::start(settings).await.unwrap()
}

/// One answer on a connection of its own.
pub(crate) async fn fetch(web: &SimWeb, host: &str, target: &str) -> Reply {
    Client::connect(web.addr).await.get(host, target).await
}
