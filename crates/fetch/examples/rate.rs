//! Measures how many small responses a second one thread takes from a server on another.
//!
//! `cargo run --release -p stodola-fetch --example rate -- [sessions] [seconds]`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use stodola_fetch::{AddressPolicy, Client, ClientSettings, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A response of 300 bytes of head and 2 KB of body.
fn answer() -> Vec<u8> {
    let fields = "X-Filler: 0123456789012345678901234567890123456789\r\n".repeat(4);
    let body = "lorem ipsum ".repeat(170);
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nServer: rate\r\n{fields}Content-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// Answers every request at once, on a thread of its own.
fn serve() -> std::io::Result<std::net::SocketAddr> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(answer_all(listener))
    });
    Ok(address)
}

async fn answer_all(listener: std::net::TcpListener) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let answer: Arc<[u8]> = answer().into();
    loop {
        let (mut stream, _) = listener.accept().await?;
        let answer = Arc::clone(&answer);
        tokio::spawn(async move {
            let mut buffer = [0; 4096];
            while stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {
                if stream.write_all(&answer).await.is_err() {
                    return;
                }
            }
        });
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse());
    let (sessions, seconds) = (number(100)?, number(5)?);
    let address = serve()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let count = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    runtime.block_on(async {
        let settings = ClientSettings {
            addresses: AddressPolicy::AnyButMetadata,
            ..ClientSettings::new("rate")
        };
        let client = Client::new(settings)?;
        for _ in 0..sessions {
            let (client, count) = (client.clone(), Arc::clone(&count));
            tokio::spawn(async move {
                let mut session = client.session();
                let uri = format!("http://{address}/");
                while session.fetch(&Request::get(uri.as_bytes())).await.is_ok() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        Ok::<(), stodola_fetch::SetupError>(())
    })?;
    let rate = count.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64();
    writeln!(std::io::stdout(), "{rate:.0} responses/s over {sessions} sessions, one thread")?;
    Ok(())
}
