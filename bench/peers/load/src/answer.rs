//! Answers of HTTP/1.1, read to their end; bodies are counted and thrown away.

use std::io::{self, BufRead, Read};

/// What came back.
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// Bytes of the body, without the frames of chunks.
    pub bytes: u64,
    /// Whether the server closes the connection.
    pub is_last: bool,
}

/// Reads one answer to a GET request. The error is [`io::ErrorKind::ConnectionAborted`] if nothing came at all.
pub fn read_answer(input: &mut impl BufRead) -> io::Result<Answer> {
    if input.fill_buf()?.is_empty() {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    let line = read_line(input)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status line: {line}")))?;
    let (mut length, mut is_chunked, mut is_last) = (None, false, line.starts_with("HTTP/1.0"));
    loop {
        let line = read_line(input)?;
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().ok(),
            "transfer-encoding" => is_chunked = value.eq_ignore_ascii_case("chunked"),
            "connection" => is_last |= value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let bytes = match (status, is_chunked, length) {
        (204 | 304, ..) => 0,
        (_, true, _) => chunks(input)?,
        (_, false, Some(length)) => exactly(input, length)?,
        (_, false, None) => {
            is_last = true;
            io::copy(input, &mut io::sink())?
        }
    };
    Ok(Answer { status, bytes, is_last })
}

fn chunks(input: &mut impl BufRead) -> io::Result<u64> {
    let mut bytes = 0;
    loop {
        let line = read_line(input)?;
        let size = line.split(';').next().unwrap_or("").trim();
        let size = u64::from_str_radix(size, 16).map_err(io::Error::other)?;
        if size == 0 {
            while !read_line(input)?.is_empty() {}
            return Ok(bytes);
        }
        bytes += exactly(input, size)?;
        read_line(input)?;
    }
}

fn exactly(input: &mut impl BufRead, length: u64) -> io::Result<u64> {
    match io::copy(&mut input.take(length), &mut io::sink())? {
        read if read == length => Ok(length),
        read => Err(io::Error::other(format!("the body ends after {read} of {length} bytes"))),
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    input.take(1 << 16).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}
