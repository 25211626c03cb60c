//! A server that follows a script, one for each connection.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use stodola_fetch::{AddressPolicy, Client, ClientSettings, Exchange, Failure, Limits, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What a server does next.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Waits for the next request.
    Request,
    Send(Vec<u8>),
    /// Sends in pieces of so many bytes, each a packet of its own.
    Pieces(Vec<u8>, usize),
    /// Sends until nobody listens any more.
    Endless,
    Pause(Duration),
    Reset,
    /// Keeps the connection open without a word.
    Hold,
}

/// A running server. After the last script connections are refused.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Each script serves one connection, then it is closed.
    pub(crate) async fn start(scripts: Vec<Vec<Act>>) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        tokio::spawn(async move {
            for script in scripts {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(follow(stream, script, Arc::clone(&log)));
            }
        });
        Server { address, requests }
    }

    /// Answers one request after another with the same bytes, then closes.
    pub(crate) async fn answering(answer: impl AsRef<[u8]>) -> Server {
        Server::start(vec![vec![Act::Request, Act::Send(answer.as_ref().to_vec())]]).await
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What was asked, on all connections.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn follow(mut stream: TcpStream, script: Vec<Act>, log: Arc<Mutex<Vec<String>>>) {
    stream.set_nodelay(true).unwrap();
    for act in script {
        let done = match act {
            Act::Request => match read_request(&mut stream).await {
                Some(request) => {
                    log.lock().unwrap().push(request);
                    true
                }
                None => false,
            },
            Act::Send(bytes) => stream.write_all(&bytes).await.is_ok(),
            Act::Pieces(bytes, size) => {
                for piece in bytes.chunks(size) {
                    if stream.write_all(piece).await.is_err() {
                        return;
                    }
                    tokio::task::yield_now().await;
                }
                true
            }
            Act::Endless => {
                let bytes = vec![b'x'; 1 << 16];
                while stream.write_all(&bytes).await.is_ok() {}
                return;
            }
            Act::Pause(time) => {
                tokio::time::sleep(time).await;
                true
            }
            Act::Reset => {
                stream.set_zero_linger().unwrap();
                return;
            }
            Act::Hold => {
                // Until the other side is gone.
                while stream.read(&mut [0; 512]).await.is_ok_and(|count| count > 0) {}
                return;
            }
        };
        if !done {
            return;
        }
    }
    // A close with unread bytes would be a reset.
    let _ = stream.shutdown().await;
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let byte = stream.read_u8().await.ok()?;
        request.push(byte);
    }
    Some(String::from_utf8(request).unwrap())
}

/// Settings under which loopback may be fetched, with limits that a test can wait for.
pub(crate) fn settings() -> ClientSettings {
    ClientSettings {
        addresses: AddressPolicy::AnyButMetadata,
        limits: Limits { idle: Duration::from_secs(5), ..Limits::default() },
        ..ClientSettings::new("archive/1.0 (+https://archive.example/)")
    }
}

pub(crate) fn client() -> Client {
    Client::new(settings()).unwrap()
}

/// Fetches a URI with a session of its own.
pub(crate) async fn fetch(client: &Client, uri: &str) -> Result<Exchange, Failure> {
    client.session().fetch(&Request::get(uri.as_bytes())).await
}

/// All bytes of a response as text.
pub(crate) fn text(exchange: &Exchange) -> String {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut exchange.response.reader(), &mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
