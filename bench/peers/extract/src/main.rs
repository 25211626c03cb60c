//! Extracts the links of files, one after the other on one core, and prints one line of JSON with
//! what that took. Files are read before the clock starts, a hundred megabytes at a time.
//!
//!     peer-extract ROUNDS MODE < LIST-OF-FILES
//!
//! Modes: `links`; `text`, links and lines of text; `blocks`, links with the texts of their anchors and typed blocks of
//! text; `lol_html`, the attributes that have links as lol_html finds them, nothing resolved; `texts`, not measured: a
//! hash of the text of each file.

mod lol;

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use stodola_extract::{ExtractOptions, Input, Link, PageText, Type, extract, extract_page};

const BATCH: usize = 100_000_000;

#[derive(Default)]
struct Figures {
    files: u64,
    bytes: u64,
    links: u64,
    requisites: u64,
    incomplete: u64,
    not_html: u64,
    nanoseconds: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Links,
    Text,
    Blocks,
    LolHtml,
    Texts,
}

impl Mode {
    fn parse(word: &str) -> Result<Mode, Box<dyn Error>> {
        Ok(match word {
            "links" => Mode::Links,
            "text" => Mode::Text,
            "blocks" => Mode::Blocks,
            "lol_html" => Mode::LolHtml,
            "texts" => Mode::Texts,
            _ => return Err(format!("unknown mode '{word}'").into()),
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: u32 = std::env::args().nth(1).ok_or("how many rounds?")?.parse()?;
    let mode = Mode::parse(&std::env::args().nth(2).ok_or("which mode?")?)?;
    let mut list = String::new();
    std::io::stdin().read_to_string(&mut list)?;
    let mut figures = Figures::default();
    let mut batch = Vec::new();
    let mut held = 0;
    for path in list.lines() {
        let page = std::fs::read(path)?;
        held += page.len();
        batch.push((format!("http://example.org{path}"), page));
        if held >= BATCH {
            run(&batch, rounds, mode, &mut figures)?;
            batch.clear();
            held = 0;
        }
    }
    run(&batch, rounds, mode, &mut figures)?;
    let Figures { files, bytes, links, requisites, incomplete, not_html, nanoseconds } = figures;
    let speed = bytes as f64 * 1e3 / nanoseconds.max(1) as f64;
    println!(
        "{{\"files\":{files},\"bytes\":{bytes},\"links\":{links},\"requisites\":{requisites},\
         \"incomplete\":{incomplete},\"not_html\":{not_html},\"speed\":{speed:.1},\"peak\":{}}}",
        peak()?
    );
    Ok(())
}

/// Takes the fastest of the rounds.
fn run(
    batch: &[(String, Vec<u8>)],
    rounds: u32,
    mode: Mode,
    figures: &mut Figures,
) -> Result<(), Box<dyn Error>> {
    let options = match mode {
        Mode::Blocks => ExtractOptions { max_blocks: 100_000, anchor_text: 256, ..ExtractOptions::default() },
        _ => ExtractOptions::default(),
    };
    let headers = [(&b"Content-Type"[..], &b"text/html"[..])];
    let mut best = u64::MAX;
    for round in 0..rounds {
        let started = cpu_time()?;
        let (mut links, mut requisites) = (0, 0);
        for (uri, page) in batch {
            let input = Input { headers: &headers, ..Input::new(uri.as_bytes()) };
            let mut sink = |link: &Link<'_>| {
                links += 1;
                requisites += u64::from(link.kind.is_requisite());
            };
            let mut text = PageText::default();
            let summary = match mode {
                Mode::Links => extract(&input, &page[..], &options, &mut sink),
                Mode::Text | Mode::Blocks | Mode::Texts => {
                    extract_page(&input, &page[..], &options, &mut sink, &mut text)
                }
                Mode::LolHtml => {
                    links += lol::attributes(page)?;
                    if round == 0 {
                        figures.files += 1;
                        figures.bytes += page.len() as u64;
                    }
                    continue;
                }
            };
            if mode == Mode::Texts {
                let mut hasher = DefaultHasher::new();
                let PageText { title, languages, text, contacts, is_cut, .. } = &text;
                (title, languages, text, contacts, is_cut).hash(&mut hasher);
                println!("{uri} {:x} {}", hasher.finish(), text.len());
            }
            if round == 0 {
                figures.files += 1;
                figures.bytes += page.len() as u64;
                figures.incomplete += u64::from(!summary.is_complete());
                figures.not_html += u64::from(summary.document != Type::Html);
            }
        }
        best = best.min(cpu_time()? - started);
        if round == 0 {
            figures.links += links;
            figures.requisites += requisites;
        }
    }
    figures.nanoseconds += best;
    Ok(())
}

/// The most memory this process ever held, the files included.
fn peak() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024)
}

/// The time this thread has worked, which waiting for a core does not count in.
fn cpu_time() -> Result<u64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().ok_or("no schedstat")?.parse()?)
}
