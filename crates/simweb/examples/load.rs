//! Measures how many small answers the server gives in a second over kept connections:
//! `cargo run --release --example load -- [SECONDS] [CONNECTIONS]`.

#![allow(clippy::print_stdout, reason = "the result is printed")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stodola_simweb::{SimWeb, WorldSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let time = Duration::from_secs(numbers.next().unwrap_or(5).into());
    let connections = numbers.next().unwrap_or(32);
    let web =
        SimWeb::start(WorldSettings { fault_rate: 0.0, ..WorldSettings::calm(1, 10_000) }).await?;
    for (name, suffix) in [("page of about 2 kB", "/"), ("picture", "/img/background.png")] {
        let (answers, bytes) = measure(&web, connections, time, suffix).await;
        let seconds = time.as_secs_f64();
        println!(
            "{name}: {:.0} answers/s, {:.1} MB/s",
            answers as f64 / seconds,
            bytes as f64 / seconds / 1e6
        );
    }
    web.shutdown().await
}

/// Asks hosts in turn until the time is over; the numbers of answers and of bytes.
async fn measure(web: &SimWeb, connections: u32, time: Duration, target: &str) -> (u64, u64) {
    // Hosts that tell the length of their answers, so that a simple client will do.
    let request = stodola_simweb::SimRequest::get();
    let hosts: Vec<String> = web
        .world
        .hosts()
        .filter(|host| {
            let answer = web.world.response(host, target, &request);
            answer.framing == stodola_simweb::Framing::Length && answer.body.len() < 4096
        })
        .collect();
    let hosts = Arc::new(hosts);
    let (answers, bytes) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let end = Instant::now() + time;
    let clients = (0..connections).map(|client| {
        let (hosts, answers, bytes) =
            (Arc::clone(&hosts), Arc::clone(&answers), Arc::clone(&bytes));
        let (addr, target) = (web.addr, target.to_owned());
        tokio::spawn(async move {
            let Ok(mut stream) = TcpStream::connect(addr).await else { return };
            let mut buffer = Vec::with_capacity(16 << 10);
            let mut turn = client as usize * 97;
            while Instant::now() < end {
                let host = &hosts[turn % hosts.len()];
                turn += 1;
                let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
                if stream.write_all(request.as_bytes()).await.is_err() {
                    return;
                }
                buffer.clear();
                let Ok(length) = answer(&mut stream, &mut buffer).await else { return };
                answers.fetch_add(1, Ordering::Relaxed);
                bytes.fetch_add(length as u64, Ordering::Relaxed);
            }
        })
    });
    for client in clients.collect::<Vec<_>>() {
        // A client that fails has stopped counting; the result shows it.
        let _ = client.await;
    }
    (answers.load(Ordering::Relaxed), bytes.load(Ordering::Relaxed))
}

/// Reads one answer with a length and tells how long it was altogether.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<usize> {
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&buffer[..end]);
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
        let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
        while buffer.len() < end + 4 + length {
            if stream.read_buf(buffer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        return Ok(buffer.len());
    }
}
