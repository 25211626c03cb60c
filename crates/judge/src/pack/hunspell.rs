//! Dictionaries of Hunspell: stems with flags (`.dic`) and what the flags do (`.aff`).
//!
//! At most one suffix rule and one prefix rule are applied to a stem. Compounds, flags that forbid a form, and rules on
//! rules are not supported: a form too many only makes the exclusive dictionary a little shorter.

use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8};

use super::at;
use super::build::Lexicon;
use crate::error::Error;

/// Maximum size in bytes of a dictionary, and of a file of affixes.
const MAX_SIZE: u64 = 256 << 20;

/// Maximum number of forms that the affixes of one stem may make. Real dictionaries stay far below; in a malicious one,
/// a megabyte of prefixes and suffixes would make thousands of millions.
const MAX_FORMS: usize = 1_000_000;

/// Calls back with each word of a dictionary.
pub(super) fn each_word(
    path: &Path,
    lexicon: Lexicon,
    take: &mut dyn FnMut(&str),
) -> Result<(), Error> {
    let affixes = Affixes::read(&path.with_extension("aff"), lexicon)?;
    let text = read(path, affixes.encoding)?;
    let mut lines = (1..).zip(text.lines());
    if let Some((line, count)) = lines.next() {
        let count = count.trim_start_matches('\u{feff}').trim();
        if count.parse::<u64>().is_err() {
            let shown: String = count.chars().take(20).collect();
            let problem = format!(
                "'{shown}' is not a number; a dictionary starts with the number of its entries"
            );
            return Err(at(path, line, problem));
        }
    }
    for (number, line) in lines {
        // What follows a blank is information about the word.
        let entry = line.split(['\t', ' ']).next().unwrap_or_default();
        let (stem, flags) = match entry.split_once('/') {
            Some((stem, flags)) => (stem, flags),
            None => (entry, ""),
        };
        if stem.is_empty() {
            continue;
        }
        take(stem);
        if lexicon == Lexicon::Inflected && !affixes.each_form(stem, flags, take) {
            let problem = format!("the affixes of this entry make more than {MAX_FORMS} forms");
            return Err(at(path, number, problem));
        }
    }
    Ok(())
}

/// Reads a file of at most [`MAX_SIZE`] bytes; a larger one is an error.
fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let unreadable = |source| Error::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SIZE {
        let problem = format!("the file has more than {MAX_SIZE} bytes, which is the limit");
        return Err(at(path, 1, problem));
    }
    Ok(bytes)
}

fn read(path: &Path, encoding: &'static Encoding) -> Result<String, Error> {
    let bytes = read_bytes(path)?;
    let (text, _, has_errors) = encoding.decode(&bytes);
    if has_errors && encoding == UTF_8 {
        let good = std::str::from_utf8(&bytes).map_or_else(|e| e.valid_up_to(), str::len);
        let line = 1 + bytes[..good].iter().filter(|byte| **byte == b'\n').count();
        return Err(at(path, line, "not UTF-8, and there is no .aff file that gives its charset"));
    }
    Ok(text.into_owned())
}

/// How flags are written in the files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flags {
    Character,
    Long,
    Number,
}

struct Affixes {
    encoding: &'static Encoding,
    flags: Flags,
    /// Numbered sets of flags; stems then have only the number.
    aliases: Vec<String>,
    rules: HashMap<String, Vec<Rule>>,
}

struct Rule {
    is_prefix: bool,
    strip: String,
    add: String,
    condition: Condition,
}

impl Affixes {
    /// Reads the affixes of a dictionary. Without an `.aff`, words are in UTF-8 and have no other forms.
    fn read(path: &Path, lexicon: Lexicon) -> Result<Affixes, Error> {
        let mut out = Affixes {
            encoding: UTF_8,
            flags: Flags::Character,
            aliases: Vec::new(),
            rules: HashMap::new(),
        };
        let bytes = match read_bytes(path) {
            Ok(bytes) => bytes,
            Err(Error::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(out);
            }
            Err(error) => return Err(error),
        };
        let latin: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        for (number, line) in (1..).zip(latin.lines()) {
            let mut parts = line.trim_start_matches("ï»¿").split_whitespace();
            match (parts.next(), parts.next()) {
                (Some("SET"), Some(name)) => {
                    let label = name.to_ascii_lowercase().replace("iso8859-", "iso-8859-");
                    let label = label.replace("microsoft-cp", "windows-");
                    out.encoding = Encoding::for_label(label.as_bytes()).ok_or_else(|| {
                        at(
                            path,
                            number,
                            format!("the charset '{name}' is not known; convert the file to UTF-8"),
                        )
                    })?;
                }
                (Some("FLAG"), Some(kind)) => {
                    out.flags = match kind {
                        "long" => Flags::Long,
                        "num" => Flags::Number,
                        _ => Flags::Character,
                    };
                }
                _ => {}
            }
        }
        if lexicon == Lexicon::Inflected {
            let (text, _, _) = out.encoding.decode(&bytes);
            out.rules(&text);
        }
        Ok(out)
    }

    fn rules(&mut self, text: &str) {
        let mut has_head = HashMap::new();
        let mut aliases = Vec::new();
        for line in text.lines() {
            let parts: Vec<&str> = line.split_whitespace().collect();
            match parts.as_slice() {
                ["AF", flags, ..] => aliases.push((*flags).to_owned()),
                [kind @ ("SFX" | "PFX"), flag, strip, add, rest @ ..] => {
                    // The first line of a flag has the number of lines that follow.
                    if has_head.insert((*kind, (*flag).to_owned()), ()).is_none() {
                        continue;
                    }
                    let empty = |text: &str| if text == "0" { String::new() } else { text.into() };
                    let add = add.split('/').next().unwrap_or_default();
                    let is_prefix = *kind == "PFX";
                    let condition = Condition::parse(rest.first().map_or(".", |it| it));
                    self.rules.entry((*flag).to_owned()).or_default().push(Rule {
                        is_prefix,
                        strip: empty(strip),
                        add: empty(add),
                        condition,
                    });
                }
                _ => {}
            }
        }
        // The first of them is a count.
        self.aliases = aliases.into_iter().skip(1).collect();
    }

    /// Calls `take` with each form of a stem except the stem itself. Returns `false`, without a call, if there might be
    /// more than [`MAX_FORMS`].
    fn each_form(&self, stem: &str, flags: &str, take: &mut dyn FnMut(&str)) -> bool {
        let flags = match flags.parse::<usize>() {
            Ok(number) if !self.aliases.is_empty() => {
                number.checked_sub(1).and_then(|at| self.aliases.get(at)).map_or("", |it| it)
            }
            _ => flags,
        };
        // A flag counts once, however often it is written.
        let mut names = self.flag_names(flags);
        names.sort_unstable();
        names.dedup();
        let rules = names.iter().filter_map(|name| self.rules.get(*name)).flatten();
        let (prefixes, suffixes): (Vec<&Rule>, Vec<&Rule>) = rules.partition(|it| it.is_prefix);
        // Counts all rules, also those that do not apply to this stem: trying them takes the same time.
        if suffixes.len() + prefixes.len().saturating_mul(suffixes.len() + 1) > MAX_FORMS {
            return false;
        }
        let mut form = String::new();
        for prefix in &prefixes {
            if prefix.apply(stem, &mut form) {
                take(&form);
            }
        }
        for suffix in suffixes {
            if !suffix.apply(stem, &mut form) {
                continue;
            }
            take(&form);
            let suffixed = form.clone();
            for prefix in &prefixes {
                if prefix.apply(&suffixed, &mut form) {
                    take(&form);
                }
            }
        }
        true
    }

    fn flag_names<'a>(&self, flags: &'a str) -> Vec<&'a str> {
        let step = match self.flags {
            Flags::Number => return flags.split(',').collect(),
            Flags::Long => 2,
            Flags::Character => 1,
        };
        let mut names = Vec::new();
        let mut rest = flags;
        while !rest.is_empty() {
            let end = rest.char_indices().nth(step).map_or(rest.len(), |(at, _)| at);
            names.push(&rest[..end]);
            rest = &rest[end..];
        }
        names
    }
}

impl Rule {
    /// Sets `out` to the form of a stem. Returns whether the rule applies to this stem.
    fn apply(&self, stem: &str, out: &mut String) -> bool {
        let is_for_stem = match self.is_prefix {
            true => self.condition.is_start(stem),
            false => self.condition.is_end(stem),
        };
        if !is_for_stem {
            return false;
        }
        let stripped = match self.is_prefix {
            true => stem.strip_prefix(self.strip.as_str()),
            false => stem.strip_suffix(self.strip.as_str()),
        };
        let Some(stripped) = stripped else { return false };
        out.clear();
        match self.is_prefix {
            true => out.extend([self.add.as_str(), stripped]),
            false => out.extend([stripped, self.add.as_str()]),
        }
        true
    }
}

/// A condition on the first or last letters of a stem, letter by letter: `[^aeiou]y`.
struct Condition(Vec<Letter>);

struct Letter {
    /// Allowed letters; empty for any letter.
    letters: Vec<char>,
    is_negated: bool,
}

impl Condition {
    fn parse(text: &str) -> Condition {
        let mut out = Vec::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let mut letter = Letter { letters: Vec::new(), is_negated: false };
            match c {
                '.' if text.len() == 1 => break,
                '.' => {}
                '[' => {
                    letter.letters = chars.by_ref().take_while(|c| *c != ']').collect();
                    letter.is_negated = letter.letters.first() == Some(&'^');
                    if letter.is_negated {
                        letter.letters.remove(0);
                    }
                }
                c => letter.letters.push(c),
            }
            out.push(letter);
        }
        Condition(out)
    }

    fn is_start(&self, stem: &str) -> bool {
        let mut chars = stem.chars();
        self.0.iter().all(|letter| chars.next().is_some_and(|c| letter.is(c)))
    }

    fn is_end(&self, stem: &str) -> bool {
        let mut chars = stem.chars();
        self.0.iter().rev().all(|letter| chars.next_back().is_some_and(|c| letter.is(c)))
    }
}

impl Letter {
    fn is(&self, c: char) -> bool {
        self.letters.is_empty() || self.letters.contains(&c) != self.is_negated
    }
}
