//! Trains the model of languages: `train_language TEXT.tsv packs/languages`, called by
//! `bench/recognise-train`, which makes the text.
//!
//! Each line of the text is a document: language, family, blocks divided by the record separator.
//! Windows of three to sixty words are drawn from the documents, some without diacritics, some with
//! English words strewn in, and a multinomial logistic regression over the rows of their features
//! is fitted by stochastic gradient descent with one rate a row (Adagrad). The confidence is fitted
//! on a family the weights have not seen, with weights trained without it.

#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use stodola_judge::language::Identifier;
use stodola_judge::language::features::{ROWS, Word};
use stodola_judge::language::words::{self, Take, Tally};

/// The family the confidence is fitted on.
const HELD_OUT: &str = "plasma";
const STEPS: usize = 4_000_000;
const RATE: f32 = 1.0;
/// Two languages that are hard to tell from each other, and the share of windows that only these two are learnt from.
const CLOSE: [&str; 2] = ["cs", "sk"];
const CLOSE_SHARE: f32 = 0.25;
/// Weights beyond this are cut: a single feature shall not decide.
const LARGEST: f32 = 6.0;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [text, out] = arguments.as_slice() else {
        eprintln!("usage: train_language TEXT.tsv FOLDER");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(text).expect("the text cannot be read");
    let codes: Vec<String> = Identifier::built_in().languages().map(str::to_string).collect();
    let steps = std::env::var("STEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(STEPS);

    eprintln!("training without {HELD_OUT} and with everything");
    let all = Corpus::read(&text, &codes, |_| true);
    let (columns, confidence) = std::thread::scope(|scope| {
        let columns = scope.spawn(|| quantise(&train(&all, &codes, steps), codes.len()));
        let corpus = Corpus::read(&text, &codes, |family| family != HELD_OUT);
        let others = quantise(&train(&corpus, &codes, steps), codes.len());
        let held_out = Corpus::read(&text, &codes, |family| family == HELD_OUT);
        let plain = identifier(&codes, &others, [0.0, 1.0, 0.0]);
        let confidence = fit_confidence(&plain, &held_out, &codes);
        (columns.join().expect("training does not panic"), confidence)
    });
    for (code, column) in codes.iter().zip(&columns.bytes) {
        let path = Path::new(out).join(format!("{code}.weights"));
        std::fs::write(path, column).expect("the weights cannot be written");
    }
    let path = Path::new(out).join("figures.txt");
    std::fs::write(path, figures(columns.scale, confidence))
        .expect("figures.txt cannot be written");
}

/// Documents by language and family.
struct Corpus<'t> {
    languages: Vec<Vec<(&'t str, Vec<&'t str>)>>,
    english: Vec<&'t str>,
}

impl<'t> Corpus<'t> {
    fn read(text: &'t str, codes: &[String], wanted: impl Fn(&str) -> bool) -> Corpus<'t> {
        let mut languages = vec![BTreeMap::<&str, Vec<&str>>::new(); codes.len()];
        for line in text.lines() {
            let mut fields = line.splitn(3, '\t');
            let (Some(label), Some(family), Some(blocks)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let code = if label.starts_with("und-") { "und" } else { label };
            let Some(lane) = codes.iter().position(|known| known == code) else { continue };
            // Each unknown language is a family of its own, so that none drowns the others.
            let family = if code == "und" { label } else { family };
            if wanted(fields_family(line)) {
                languages[lane].entry(family).or_default().push(blocks);
            }
        }
        let english = codes.iter().position(|code| code == "en").expect("English is known");
        let english = languages[english]
            .values()
            .flatten()
            .flat_map(|doc| tokens(doc))
            .take(200_000)
            .collect();
        Corpus {
            languages: languages.into_iter().map(|map| map.into_iter().collect()).collect(),
            english,
        }
    }
}

fn fields_family(line: &str) -> &str {
    line.split('\t').nth(1).unwrap_or("")
}

fn tokens(document: &str) -> impl Iterator<Item = &str> {
    document
        .split(|c: char| c.is_ascii_whitespace() || c == '\x1e')
        .filter(|token| !token.is_empty())
}

fn train(corpus: &Corpus<'_>, codes: &[String], steps: usize) -> Vec<f32> {
    let lanes = codes.len();
    let mut weights = vec![0f32; ROWS * lanes];
    let mut squares = vec![1e-3f32; ROWS];
    let mut chance = Chance(0x5eed);
    let (mut seen, mut right) = (0, 0);
    let close =
        CLOSE.map(|code| codes.iter().position(|known| known == code).expect("it is known"));
    for step in 0..steps {
        let is_close = chance.unit() < CLOSE_SHARE;
        let lane = if is_close { close[chance.below(2)] } else { chance.below(lanes) };
        let Some(text) = draw(corpus, lane, &mut chance) else { continue };
        let rows = rows_of(&text);
        if rows.is_empty() {
            continue;
        }
        let share = 1.0 / (rows.len() as f32).sqrt();
        let mut scores = vec![0f32; lanes];
        for &row in &rows {
            for (score, weight) in scores.iter_mut().zip(&weights[row * lanes..][..lanes]) {
                *score += weight;
            }
        }
        scores.iter_mut().for_each(|score| *score *= share);
        seen += 1;
        right += usize::from(best(&scores) == lane);
        if is_close {
            // Only the difference of the two is learnt here; both together stand to the others as before.
            for (other, score) in scores.iter_mut().enumerate() {
                if !close.contains(&other) {
                    *score = f32::MIN;
                }
            }
        }
        let mut errors = softmax(&scores);
        errors[lane] -= 1.0;
        errors.iter_mut().for_each(|error| *error *= share);
        let square = errors.iter().map(|error| error * error).sum::<f32>() / lanes as f32;
        if square < 1e-14 {
            continue;
        }
        let decay = 1.0 - 0.9 * step as f32 / steps as f32;
        for &row in &rows {
            squares[row] += square;
            let rate = RATE * decay / squares[row].sqrt() * 0.1;
            for (weight, error) in weights[row * lanes..][..lanes].iter_mut().zip(&errors) {
                *weight -= rate * error;
            }
        }
        if step % 100_000 == 99_999 {
            eprintln!("{:8} windows, {:.4} right", step + 1, right as f64 / f64::from(seen));
            (seen, right) = (0, 0);
        }
    }
    weights
}

/// A window of words of a language.
fn draw(corpus: &Corpus<'_>, lane: usize, chance: &mut Chance) -> Option<String> {
    let families = &corpus.languages[lane];
    // The larger a family the likelier it is drawn, but only by the root of its size; the words of
    // dictionaries, without any sentence, are a tenth at most.
    let weigh = |(name, docs): &(&str, Vec<&str>)| {
        let weight = (docs.len() as f32).sqrt();
        if *name == "hunspell" { weight.min(6.0) } else { weight }
    };
    let total: f32 = families.iter().map(weigh).sum();
    let mut at = chance.unit() * total;
    let (_, documents) = families.iter().find(|family| {
        at -= weigh(family);
        at <= 0.0
    })?;
    let words: Vec<&str> = tokens(documents[chance.below(documents.len())]).collect();
    let length = (3.0 * 20f32.powf(chance.unit())) as usize;
    let start = chance.below(words.len().saturating_sub(length) + 1);
    let mut window: Vec<&str> = words[start..words.len().min(start + length)].to_vec();
    if chance.unit() < 0.1 {
        for _ in 0..window.len() * chance.below(40) / 100 {
            window.insert(
                chance.below(window.len() + 1),
                corpus.english[chance.below(corpus.english.len())],
            );
        }
    }
    let text = window.join(" ");
    Some(if chance.unit() < 0.15 { without_diacritics(&text) } else { text })
}

struct Rows(Vec<usize>);

impl Take for Rows {
    fn word(&mut self, word: &mut Word) {
        word.rows(|row| self.0.push(row));
    }
    fn line_end(&mut self) {}
    fn letters(&mut self, _: &Tally) {}
}

/// The rows of the features of a text. Words with a slash are not learnt from: many are parts of paths.
fn rows_of(text: &str) -> Vec<usize> {
    let mut rows = Rows(Vec::new());
    for token in text.split(' ').filter(|token| !token.contains('/')) {
        words::read(token, &mut rows);
    }
    rows.0
}

fn best(scores: &[f32]) -> usize {
    (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0)
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let most = scores[best(scores)];
    let mut out: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = out.iter().sum();
    out.iter_mut().for_each(|value| *value /= sum);
    out
}

struct Columns {
    bytes: Vec<Vec<u8>>,
    scale: f32,
}

fn quantise(weights: &[f32], lanes: usize) -> Columns {
    // The mean of a row speaks for no language and would only cost precision.
    let mut centred = weights.to_vec();
    for row in centred.chunks_exact_mut(lanes) {
        let mean = row.iter().sum::<f32>() / lanes as f32;
        row.iter_mut().for_each(|weight| *weight -= mean);
    }
    let mut sizes: Vec<f32> = centred.iter().map(|weight| weight.abs()).collect();
    let rank = sizes.len() - sizes.len() / 2000;
    let (_, size, _) = sizes.select_nth_unstable_by(rank, f32::total_cmp);
    let scale = size.min(LARGEST) / 127.0;
    let bytes = (0..lanes)
        .map(|lane| {
            (0..ROWS)
                .map(|row| {
                    let weight = centred[row * lanes + lane] / scale;
                    (weight.round().clamp(-127.0, 127.0) as i8).cast_unsigned()
                })
                .collect()
        })
        .collect();
    Columns { bytes, scale }
}

fn figures(scale: f32, confidence: [f64; 3]) -> String {
    let mut out = String::from("# Written by bench/recognise-train.\n");
    let [constant, margin, share] = confidence;
    let _ = writeln!(out, "scale {scale}");
    let _ = writeln!(out, "confidence {constant:.4} {margin:.4} {share:.4}");
    out
}

fn identifier(codes: &[String], columns: &Columns, confidence: [f64; 3]) -> Identifier {
    let named: Vec<(&str, &[u8])> = codes
        .iter()
        .zip(&columns.bytes)
        .map(|(code, bytes)| (code.as_str(), bytes.as_slice()))
        .collect();
    Identifier::from_columns(&figures(columns.scale, confidence), &named)
        .expect("our own figures fit")
}

/// Logistic regression of being right on the margin and the share, by Newton-free gradient descent:
/// three coefficients need no more.
fn fit_confidence(plain: &Identifier, corpus: &Corpus<'_>, codes: &[String]) -> [f64; 3] {
    let mut chance = Chance(0xca11b);
    let mut seen: Vec<([f64; 3], f64)> = Vec::new();
    for _ in 0..60_000 {
        let lane = chance.below(codes.len());
        let Some(text) = draw(corpus, lane, &mut chance) else { continue };
        if let Some(found) = plain.identify(&text) {
            let right = f64::from(u8::from(found.language == codes[lane]));
            seen.push(([1.0, found.margin, found.share], right));
        }
    }
    let rate_right = seen.iter().map(|(_, right)| right).sum::<f64>() / seen.len().max(1) as f64;
    eprintln!("{} windows of {HELD_OUT}, {rate_right:.4} right", seen.len());
    let mut out = [0.0; 3];
    for _ in 0..3000 {
        let mut slope = [0.0; 3];
        for (inputs, right) in &seen {
            let odds: f64 = inputs.iter().zip(&out).map(|(x, c)| x * c).sum();
            let error = right - 1.0 / (1.0 + (-odds).exp());
            for (slot, x) in slope.iter_mut().zip(inputs) {
                *slot += error * x;
            }
        }
        for (coefficient, slope) in out.iter_mut().zip(slope) {
            *coefficient += 0.5 * slope / seen.len().max(1) as f64;
        }
    }
    eprintln!("confidence {out:.3?}");
    out
}

fn without_diacritics(text: &str) -> String {
    const LATIN_1: &str = "AAAAAAACEEEEIIIIDNOOOOO OUUUUYTsaaaaaaaceeeeiiiidnooooo ouuuuyty";
    const EXTENDED_A: &str = "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl\
                              NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
    let from = |table: &str, at: u32| char::from(table.as_bytes()[at as usize]);
    text.chars()
        .map(|letter| match u32::from(letter) {
            code @ 0xc0..=0xff => from(LATIN_1, code - 0xc0),
            code @ 0x100..=0x17f => from(EXTENDED_A, code - 0x100),
            code @ 0x218..=0x21b => from("SsTt", code - 0x218),
            _ => letter,
        })
        .collect()
}

/// Numbers that are the same each time (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
}
