//! Reads dictionaries of Hunspell and writes them as a table.
//!
//! At most one suffix and one prefix are applied to a stem. Compounds, rules on rules and forbidden forms are not
//! supported: they matter for spelling, hardly for finding.

use crate::words::folded;
use encoding_rs::{Encoding, UTF_8};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// First line of a table; a number for the format behind it.
pub(super) const HEAD: &str = "stodola inflection 1";
/// Divides rules and stems.
pub(super) const DIVIDER: &str = "==";
/// Larger files are not dictionaries.
const FILE_MAX: u64 = 64 << 20;

/// How flags are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FlagForm {
    Letters,
    Pairs,
    Numbers,
}

/// Returns the lines of a table from a dictionary (`.dic`) and the rules beside it (`.aff`).
pub(super) fn table_of(dictionary: &Path) -> io::Result<String> {
    let mut bytes = read(&dictionary.with_extension("aff"))?;
    let encoding = encoding_of(&bytes);
    let rules = encoding.decode(&bytes).0.into_owned();
    bytes = read(dictionary)?;
    let stems = encoding.decode(&bytes).0;
    let form = form_of(&rules);
    let aliases = aliases_of(&rules);
    let mut numbers = FlagNumbers::default();
    let mut table = format!("{HEAD}\n");
    for line in rules.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let (kind @ ("PFX" | "SFX"), true) =
            (columns.first().copied().unwrap_or_default(), columns.len() >= 5)
        else {
            continue;
        };
        let [flag] = flags_of(columns[1], form, &mut numbers)[..] else { continue };
        let none = |text: &str| if text == "0" { String::new() } else { text.to_lowercase() };
        // What follows a slash are flags of the form, for rules on rules.
        let add = none(columns[3].split('/').next().unwrap_or_default());
        let (strip, on) = (none(columns[2]), columns[4].to_lowercase());
        table.push_str(&format!("{kind}\t{flag}\t{strip}\t{add}\t{on}\n"));
    }
    table.push_str(DIVIDER);
    table.push('\n');
    let mut entries: Vec<String> = Vec::new();
    for line in stems.lines().skip(1) {
        let entry = line.split(['\t', ' ']).next().unwrap_or_default();
        let (stem, flags) = entry.split_once('/').unwrap_or((entry, ""));
        let stem = stem.to_lowercase();
        if stem.is_empty() || stem.contains(|c: char| !c.is_alphanumeric()) {
            continue;
        }
        let flags = aliases.get(flags).map_or(flags, String::as_str);
        let flags: Vec<String> =
            flags_of(flags, form, &mut numbers).iter().map(u32::to_string).collect();
        let key = folded(&stem).unwrap_or_else(|| stem.clone());
        entries.push(format!("{key}\t{stem}\t{}\n", flags.join(",")));
    }
    entries.sort_unstable();
    entries.dedup();
    entries.iter().for_each(|entry| table.push_str(entry));
    Ok(table)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_MAX {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "too long for a dictionary"));
    }
    Ok(bytes)
}

/// The charset that a file of rules declares.
fn encoding_of(rules: &[u8]) -> &'static Encoding {
    let declared = rules.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"SET "));
    declared.and_then(|name| Encoding::for_label(name.trim_ascii())).unwrap_or(UTF_8)
}

fn form_of(rules: &str) -> FlagForm {
    match rules.lines().find_map(|line| line.strip_prefix("FLAG ")).map(str::trim) {
        Some("long") => FlagForm::Pairs,
        Some("num") => FlagForm::Numbers,
        _ => FlagForm::Letters,
    }
}

/// Sets of flags that have a number instead.
fn aliases_of(rules: &str) -> HashMap<String, String> {
    let sets = rules.lines().filter_map(|line| line.strip_prefix("AF "));
    // The first one is their count.
    let sets = sets.skip(1).map(|set| set.split_whitespace().next().unwrap_or_default());
    sets.enumerate().map(|(at, set)| ((at + 1).to_string(), set.to_owned())).collect()
}

/// Numbers of flags, in the order in which they are met.
#[derive(Default)]
struct FlagNumbers(HashMap<String, u32>);

fn flags_of(text: &str, form: FlagForm, numbers: &mut FlagNumbers) -> Vec<u32> {
    let letters: Vec<char> = text.chars().collect();
    let names: Vec<String> = match form {
        FlagForm::Letters => letters.iter().map(char::to_string).collect(),
        FlagForm::Pairs => letters.chunks(2).map(|pair| pair.iter().collect()).collect(),
        FlagForm::Numbers => text.split(',').map(str::to_owned).collect(),
    };
    let names = names.into_iter().filter(|name| !name.is_empty());
    names
        .map(|name| {
            let next = numbers.0.len() as u32;
            *numbers.0.entry(name).or_insert(next)
        })
        .collect()
}
