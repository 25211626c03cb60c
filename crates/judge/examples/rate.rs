//! How many pages a second one core judges, and how long a judge takes to be made.
//!
//! `cargo run --release -p stodola-judge --example rate -- PAGES… ` with text files, or without any
//! for a page of 150 words made of the pack's own.

#![allow(clippy::print_stdout, reason = "it prints figures")]

use std::time::Instant;

use stodola_judge::{Judge, JudgeSettings, Pack, Page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let judge = Judge::new(&Pack::open("cz")?, &JudgeSettings::default())?;
    println!("start\t{:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    let mut texts = Vec::new();
    for path in std::env::args().skip(1) {
        texts.push(String::from_utf8_lossy(&std::fs::read(path)?).into_owned());
    }
    if texts.is_empty() {
        let sentence = "Pokud byste chtěli vědět více, napište nám prosím na adresu klub@stodola.cz \
            nebo volejte +420 222 333 444; sídlíme v Praze nedaleko Vltavy. ";
        texts.push(sentence.repeat(7));
    }
    let links: Vec<String> = (0..40).map(|n| format!("http://www{n}.stodola.cz/a/{n}")).collect();
    let links: Vec<&[u8]> = links.iter().map(|link| link.as_bytes()).collect();
    let start = Instant::now();
    let (mut pages, mut valid, mut words) = (0u64, 0u64, 0u64);
    while start.elapsed().as_secs() < 3 {
        for text in &texts {
            let page = Page { uri: b"http://a.example/", text, links: &links, ..Page::default() };
            valid += u64::from(judge.judge(&page).is_valid);
            pages += 1;
            words += text.split_whitespace().count() as u64;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("pages/s\t{:.0}\t({} words a page)", pages as f64 / seconds, words / pages);
    println!("valid\t{:.1} %", 100.0 * valid as f64 / pages as f64);
    Ok(())
}
