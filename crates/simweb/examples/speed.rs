//! How many small answers a second this web gives, and what each of them costs:
//! `cargo run --release -p stodola-simweb --example speed [SECONDS] [CLIENTS]`.
//!
//! The clients are as light as can be, and share the processors with the server, so the rate is that
//! of both; the time of the pure web, and that of the server's thread alone, are measured apart.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stodola_simweb::{SimRequest, SimWeb, World, WorldSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let seconds = arguments.next().unwrap_or(5);
    let clients = arguments.next().unwrap_or(32);
    let settings = WorldSettings { text_bytes: 300, ..WorldSettings::calm(1, 10_000) };
    let asked = targets(&World::new(settings.clone()));
    let mut out = io::stdout();
    writeln!(out, "{} addresses of {} hosts", asked.len(), settings.hosts)?;

    for codings in ["identity", "gzip, br"] {
        let (count, bytes, took) = pure(&World::new(settings.clone()), &asked, codings);
        let each = took.as_secs_f64() * 1e6 / count as f64;
        writeln!(out, "pure web, {codings}: {each:.1} us for {} bytes", bytes / count)?;
    }

    // A runtime of one thread serves, another asks, so that each has its own processor time.
    let server = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stop = Arc::new(AtomicBool::new(false));
    let (tell, told) = std::sync::mpsc::channel();
    let until = Arc::clone(&stop);
    let serving = std::thread::spawn(move || {
        server.block_on(async {
            let web = SimWeb::start(settings).await?;
            // Whoever waits for this has not gone away.
            let _ = tell.send(web.addr);
            let before = thread_time();
            while !until.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let busy = thread_time().zip(before).map(|(after, before)| after - before);
            io::Result::Ok((web.log.requests(), busy))
        })
    });
    let addr = told.recv().map_err(io::Error::other)?;
    let answers = Arc::new(AtomicU64::new(0));
    let asking = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asked = Arc::new(asked);
    let begin = Instant::now();
    asking.block_on(async {
        let mut tasks = tokio::task::JoinSet::new();
        for client in 0..clients as usize {
            let (asked, answers) = (Arc::clone(&asked), Arc::clone(&answers));
            tasks.spawn(async move {
                let mut stream = TcpStream::connect(addr).await?;
                stream.set_nodelay(true)?;
                let mut buffer = Vec::with_capacity(64 << 10);
                for (host, target) in asked.iter().cycle().skip(client * 997) {
                    let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
                    stream.write_all(request.as_bytes()).await?;
                    one_answer(&mut stream, &mut buffer).await?;
                    answers.fetch_add(1, Ordering::Relaxed);
                }
                io::Result::Ok(())
            });
        }
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        tasks.shutdown().await;
    });
    let rate = answers.load(Ordering::Relaxed) as f64 / begin.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    let (requests, busy) =
        serving.join().map_err(|_| io::Error::other("the server panicked"))??;
    writeln!(out, "over {clients} connections: {rate:.0} answers a second")?;
    if let Some(busy) = busy {
        let each = busy.as_secs_f64() * 1e6 / requests as f64;
        writeln!(out, "processor time of the server: {each:.1} us an answer")?;
    }
    Ok(())
}

/// Small pages whose end is told by their length, so that the client may be a simple one.
fn targets(world: &World) -> Vec<(String, String)> {
    let request = SimRequest::get();
    let small = |page: &stodola_simweb::SimPage| {
        let answer = world.response(&page.host, &page.target, &request);
        page.length < 4096 && answer.framing == stodola_simweb::Framing::Length
    };
    world.truth().filter(small).map(|page| (page.host, page.target)).take(20_000).collect()
}

fn pure(world: &World, asked: &[(String, String)], codings: &str) -> (usize, usize, Duration) {
    let request = SimRequest::get().with("Accept-Encoding", codings);
    let begin = Instant::now();
    let mut bytes = 0;
    for (host, target) in asked {
        bytes += world.response(host, target, &request).body.len();
    }
    (asked.len().max(1), bytes, begin.elapsed())
}

async fn one_answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&buffer[..end]);
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().ok())?
        });
        let whole = end + 4 + length.unwrap_or(0);
        while buffer.len() < whole {
            if stream.read_buf(buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        return Ok(());
    }
}

/// The processor time of this thread, where the system tells it in nanoseconds.
fn thread_time() -> Option<Duration> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    line.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
