//! Measures how fast bodies are rewritten, in MB of input per second of processor time:
//!
//! ```sh
//! cargo run --release -p stodola-replay --example rewrite_speed -- FOLDER…
//! ```
//!
//! All files below the folders that end in `.html`, `.css` or `.js` are read into memory and rewritten several times.

#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, io};

use stodola_replay::{BodyKind, BodyRewriter, ClientScript, Modifier, ReplayContext};

/// Each kind of file is rewritten until at least so many bytes have gone through.
const WORK: usize = 400 << 20;

/// As a server reads bodies.
const PIECE: usize = 64 << 10;

fn main() -> io::Result<()> {
    let mut paths = Vec::new();
    for folder in env::args_os().skip(1) {
        find(Path::new(&folder), &mut paths)?;
    }
    let kinds = [
        ("html", BodyKind::Html, Modifier::Page),
        ("css", BodyKind::Css, Modifier::Style),
        ("js", BodyKind::Script, Modifier::Script),
    ];
    for (extension, kind, modifier) in kinds {
        let mut bodies = Vec::new();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|it| it == extension)) {
            bodies.push(fs::read(path)?);
        }
        measure(extension, kind, modifier, &bodies)?;
    }
    Ok(())
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            find(&entry.path(), paths)?;
        } else if kind.is_file() {
            paths.push(entry.path());
        }
    }
    Ok(())
}

fn measure(name: &str, kind: BodyKind, modifier: Modifier, bodies: &[Vec<u8>]) -> io::Result<()> {
    let total: usize = bodies.iter().map(Vec::len).sum();
    if total == 0 {
        println!("{name}: no files");
        return Ok(());
    }
    let client = ClientScript { markup: Arc::from(&b"<script src=\"/client.js\"></script>"[..]) };
    let context = ReplayContext::new(
        "http://127.0.0.1:8081/web/",
        "20140126200624",
        b"https://doc.example/a/b.html",
        modifier,
    )
    .with_client(client);
    let rounds = WORK.div_ceil(total);
    let (mut written, mut out) = (0usize, Vec::new());
    let start = processor_time()?;
    for body in (0..rounds).flat_map(|_| bodies) {
        let mut rewriter = BodyRewriter::new(kind, Some(b"utf-8"), &context);
        for piece in body.chunks(PIECE) {
            out.clear();
            rewriter.write(piece, &mut out);
            written += out.len();
        }
        out.clear();
        rewriter.end(&mut out);
        written += out.len();
    }
    let nanoseconds = processor_time()? - start;
    let read = (total * rounds) as f64;
    println!(
        "{name}: {} files, {:.1} MB, {:.0} MB/s, {:.1} us a file, grows by {:.1} %",
        bodies.len(),
        total as f64 / 1e6,
        read * 1e3 / nanoseconds as f64,
        nanoseconds as f64 / 1e3 / (bodies.len() * rounds) as f64,
        (written as f64 / read - 1.0) * 100.0,
    );
    Ok(())
}

/// Processor time of this process, in nanoseconds. Other programs on the machine do not count.
fn processor_time() -> io::Result<u64> {
    let text = fs::read_to_string("/proc/self/schedstat")?;
    let first = text.split_ascii_whitespace().next().and_then(|number| number.parse().ok());
    first.ok_or_else(|| io::Error::other("/proc/self/schedstat has no number"))
}
