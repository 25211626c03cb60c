//! Identifies texts for `bench/recognise`: one a line on standard input, its own lines divided by
//! the record separator. Each answer is a line: language, confidence, share, runner-up; `-` for what
//! cannot be told. With `--time` only the rate is printed, and the time the model takes to load.

#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::io::{Read as _, Write as _};
use std::time::Instant;

use stodola_judge::language::Identifier;

fn main() {
    let begin = Instant::now();
    let identifier = Identifier::built_in();
    let load = begin.elapsed();
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("standard input cannot be read");
    let texts: Vec<String> = input.lines().map(|line| line.replace('\x1e', "\n")).collect();
    if std::env::args().any(|argument| argument == "--time") {
        time(identifier, &texts);
        println!("load_ms {:.2}", load.as_secs_f64() * 1e3);
        return;
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for text in &texts {
        let answer = match identifier.identify(text) {
            Some(found) => format!(
                "{}\t{:.5}\t{:.3}\t{}\t{:.3}",
                found.language,
                found.confidence,
                found.share,
                found.runner_up.as_deref().unwrap_or("-"),
                found.margin
            ),
            None => "-\t0\t0\t-\t0".to_string(),
        };
        writeln!(out, "{answer}").expect("the answers cannot be written");
    }
}

/// The kernel counts in ticks; a round takes many of them.
const PASSES: usize = 20;

/// The fastest of five rounds counts, in seconds of CPU.
fn time(identifier: &Identifier, texts: &[String]) {
    let mut least = f64::MAX;
    for _ in 0..5 {
        let begin = cpu_seconds();
        let passes = (0..PASSES).flat_map(|_| texts);
        let found = passes.filter(|text| identifier.identify(text).is_some()).count();
        least = least.min((cpu_seconds() - begin) / PASSES as f64);
        assert!(found <= PASSES * texts.len());
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("pages_per_second {:.0}", texts.len() as f64 / least);
    println!("mb_per_second {:.1}", bytes as f64 / least / 1e6);
}

fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = told.split(' ').next().and_then(|spent| spent.parse::<f64>().ok());
    spent.expect("the kernel tells the time spent") / 1e9
}
