//! Sends an answer, byte by byte as the fault requires.

use crate::answer::{Dialect, Framing, SimAnswer, reason};
use crate::fault::Fault;
use crate::media;
use crate::settings::Pace;
use crate::talk::Stream;
use std::io;
use std::io::Write;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

/// What happens with the connection after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Keep,
    Close,
    Reset,
}

/// What the client can receive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Whether the request was `HEAD`.
    pub(crate) no_body: bool,
    /// Whether the client uses HTTP/1.0, which has no chunks.
    pub(crate) is_1_0: bool,
    pub(crate) keep_alive: bool,
}

/// Size of the chunks in bytes: odd, so that they seldom end where something else ends.
const CHUNK: usize = 1013;
const PIECES: usize = 8;

/// Sends the answer; `out` is a buffer that is reused.
pub(crate) async fn send(
    stream: &mut impl Stream,
    answer: &SimAnswer,
    manner: Manner,
    pace: &Pace,
    out: &mut Vec<u8>,
) -> io::Result<After> {
    out.clear();
    if let Some(fault) = answer.fault {
        return send_faulty(stream, answer, fault, manner, pace, out).await;
    }
    let old = manner.is_1_0 || answer.dialect == Dialect::Http10;
    let framing = match answer.framing {
        Framing::Chunked if old => Framing::UntilClose,
        framing => framing,
    };
    let keep = manner.keep_alive
        && answer.dialect != Dialect::Http10
        && (framing != Framing::UntilClose || answer.is_bodiless());
    head(out, answer, framing, answer.body.len() as u64, keep, manner.is_1_0);
    out.extend_from_slice(line_end(answer).as_bytes());
    if !manner.no_body && !answer.is_bodiless() {
        match framing {
            Framing::Length | Framing::UntilClose => out.extend_from_slice(&answer.body),
            Framing::Chunked => {
                answer.body.chunks(CHUNK).for_each(|piece| chunk(out, piece));
                chunk(out, b"");
            }
        }
    }
    stream.write_all(out).await?;
    Ok(if keep { After::Keep } else { After::Close })
}

/// Writes the header without the empty line at its end.
fn head(
    out: &mut Vec<u8>,
    answer: &SimAnswer,
    framing: Framing,
    length: u64,
    keep: bool,
    is_1_0: bool,
) {
    let version = if answer.dialect == Dialect::Http10 { "HTTP/1.0" } else { "HTTP/1.1" };
    let reason = if answer.dialect == Dialect::NoReason { "" } else { reason(answer.status) };
    // Writing to memory cannot fail.
    let _ = write!(out, "{version} {} {reason}{}", answer.status, line_end(answer));
    for (name, value) in &answer.headers {
        field(out, answer, name, value);
    }
    if !answer.is_bodiless() {
        match framing {
            Framing::Length => field(out, answer, "Content-Length", &length.to_string()),
            Framing::Chunked => field(out, answer, "Transfer-Encoding", "chunked"),
            Framing::UntilClose => {}
        }
    }
    if answer.dialect == Dialect::Folded {
        out.extend_from_slice(b"X-Twice: one\r\nX-Folded: first\r\n second\r\nX-Twice: two\r\n");
    }
    if !keep {
        field(out, answer, "Connection", "close");
    } else if is_1_0 {
        field(out, answer, "Connection", "keep-alive");
    }
}

fn line_end(answer: &SimAnswer) -> &'static str {
    if answer.dialect == Dialect::BareLineFeed { "\n" } else { "\r\n" }
}

fn field(out: &mut Vec<u8>, answer: &SimAnswer, name: &str, value: &str) {
    let start = out.len();
    out.extend_from_slice(name.as_bytes());
    if answer.dialect == Dialect::LowerCase {
        out[start..].make_ascii_lowercase();
    }
    out.extend_from_slice(b": ");
    out.extend_from_slice(value.as_bytes());
    out.extend_from_slice(line_end(answer).as_bytes());
}

fn chunk(out: &mut Vec<u8>, piece: &[u8]) {
    let _ = write!(out, "{:x}\r\n", piece.len());
    out.extend_from_slice(piece);
    out.extend_from_slice(b"\r\n");
}

async fn send_faulty(
    stream: &mut impl Stream,
    answer: &SimAnswer,
    fault: Fault,
    manner: Manner,
    pace: &Pace,
    out: &mut Vec<u8>,
) -> io::Result<After> {
    let body = &answer.body;
    let half = body.len() / 2;
    let length = body.len() as u64;
    let keep = manner.keep_alive;
    let with_head = |out: &mut Vec<u8>, length: u64, keep: bool| {
        head(out, answer, answer.framing, length, keep, manner.is_1_0);
    };
    match fault {
        Fault::EmptyReply => return Ok(After::Close),
        Fault::GarbageStatus => {
            stream.write_all(b"220 mail.example ESMTP ready\r\n\x16\x03\x01\x02\0\r\n").await?;
            return Ok(After::Close);
        }
        Fault::HeaderBomb => return header_bomb(stream, answer, manner, pace, out).await,
        Fault::SlowHeaders => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            slowly(stream, out, pace).await?;
            if !manner.no_body {
                stream.write_all(body).await?;
            }
            return Ok(if keep { After::Keep } else { After::Close });
        }
        _ if manner.no_body => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            stream.write_all(out).await?;
            return Ok(if keep { After::Keep } else { After::Close });
        }
        Fault::SlowBody => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            stream.write_all(out).await?;
            slowly(stream, body, pace).await?;
            return Ok(if keep { After::Keep } else { After::Close });
        }
        Fault::TooManyRequests | Fault::Unavailable | Fault::WrongMime | Fault::BadGzip => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(body);
            stream.write_all(out).await?;
            return Ok(if keep { After::Keep } else { After::Close });
        }
        Fault::Stall | Fault::Reset => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(&body[..half]);
        }
        Fault::ShortLength => {
            with_head(out, half as u64, false);
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(body);
        }
        Fault::LongLength => {
            with_head(out, length * 2 + 10, false);
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(body);
        }
        Fault::TruncatedBody | Fault::BadChunk => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            body[..half].chunks(CHUNK).for_each(|piece| chunk(out, piece));
            if fault == Fault::BadChunk {
                out.extend_from_slice(b"size unknown\r\n");
                out.extend_from_slice(&body[half..]);
            }
        }
        Fault::EndlessBody => {
            with_head(out, length, keep);
            out.extend_from_slice(b"\r\n");
            return endless(stream, body, out).await;
        }
        Fault::GzipBomb => {
            let bomb = media::bomb(pace.bomb_bytes);
            let pieces = bomb.pieces * bomb.piece.len() as u64;
            with_head(out, (bomb.head.len() + bomb.tail.len()) as u64 + pieces, keep);
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(&bomb.head);
            stream.write_all(out).await?;
            for _ in 0..bomb.pieces {
                stream.write_all(&bomb.piece).await?;
            }
            stream.write_all(&bomb.tail).await?;
            return Ok(if keep { After::Keep } else { After::Close });
        }
    }
    stream.write_all(out).await?;
    match fault {
        Fault::Stall => {
            hold(stream, pace).await;
            Ok(After::Close)
        }
        Fault::Reset => Ok(After::Reset),
        _ => Ok(After::Close),
    }
}

async fn slowly(stream: &mut impl Stream, bytes: &[u8], pace: &Pace) -> io::Result<()> {
    for piece in bytes.chunks(bytes.len().div_ceil(PIECES).max(1)) {
        sleep(pace.pause).await;
        stream.write_all(piece).await?;
    }
    Ok(())
}

/// Sends nothing until the client closes the connection or the time is over.
async fn hold(stream: &mut impl Stream, pace: &Pace) {
    let gone = async {
        let mut scratch = [0; 512];
        while !matches!(stream.read(&mut scratch).await, Ok(0) | Err(_)) {}
    };
    tokio::select! {
        () = sleep(pace.stall) => {}
        () = gone => {}
    }
}

/// Sends the body repeatedly until the client closes the connection.
async fn endless(stream: &mut impl Stream, body: &[u8], out: &mut Vec<u8>) -> io::Result<After> {
    stream.write_all(out).await?;
    out.clear();
    while out.len() < 16 << 10 {
        chunk(out, if body.is_empty() { b"more " } else { body });
    }
    loop {
        stream.write_all(out).await?;
        tokio::task::yield_now().await;
    }
}

async fn header_bomb(
    stream: &mut impl Stream,
    answer: &SimAnswer,
    manner: Manner,
    pace: &Pace,
    out: &mut Vec<u8>,
) -> io::Result<After> {
    let length = answer.body.len() as u64;
    head(out, answer, answer.framing, length, manner.keep_alive, manner.is_1_0);
    let mut sent = 0;
    let mut line = 0u64;
    while sent < pace.header_bytes {
        while out.len() < 16 << 10 {
            let _ = write!(out, "X-Field-{line}: {:0>200}\r\n", line);
            line += 1;
        }
        stream.write_all(out).await?;
        sent += out.len() as u64;
        out.clear();
    }
    out.extend_from_slice(b"\r\n");
    if !manner.no_body {
        out.extend_from_slice(&answer.body);
    }
    stream.write_all(out).await?;
    Ok(if manner.keep_alive { After::Keep } else { After::Close })
}
