//! The table of a language: rules, and stems sorted by their letters without diacritics, so that words are found
//! however they were typed.

use super::hunspell::{DIVIDER, HEAD};
use super::rules::{AffixRule, condition};
use crate::words::folded;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// So many entries of the dictionary are taken for one word.
const ENTRIES_MAX: usize = 8;
/// So many forms are made of one entry.
const FORMS_MAX: usize = 96;

/// The table of a language, in memory.
pub(crate) struct Table {
    text: String,
    /// Where the stems begin.
    stems: usize,
    suffixes: HashMap<u32, Vec<AffixRule>>,
    prefixes: Vec<AffixRule>,
    /// Suffix rules by what they add, without diacritics.
    by_ending: HashMap<String, Vec<(u32, usize)>>,
    longest: usize,
}

/// An entry of the dictionary.
struct StemEntry<'t> {
    stem: &'t str,
    flags: Vec<u32>,
}

impl Table {
    /// Reads a table; `None` if there is none, or if it has another format.
    pub(crate) fn read(path: &Path) -> Option<Table> {
        Table::parse(std::fs::read_to_string(path).ok()?)
    }

    fn parse(text: String) -> Option<Table> {
        let rules_end = text.find(&format!("\n{DIVIDER}\n"))?;
        let mut lines = text[..rules_end].lines();
        if lines.next()? != HEAD {
            return None;
        }
        let mut suffixes: HashMap<u32, Vec<AffixRule>> = HashMap::new();
        let (mut prefixes, mut by_ending) =
            (Vec::new(), HashMap::<String, Vec<(u32, usize)>>::new());
        let mut longest = 0;
        for line in lines {
            let columns: Vec<&str> = line.split('\t').collect();
            let [kind, flag, strip, add, on] = columns[..] else { return None };
            let rule = AffixRule {
                is_prefix: kind == "PFX",
                flag: flag.parse().ok()?,
                strip: strip.to_owned(),
                add: add.to_owned(),
                condition: condition(on),
            };
            if rule.is_prefix {
                prefixes.push(rule);
                continue;
            }
            let rules = suffixes.entry(rule.flag).or_default();
            let ending = folded(add).unwrap_or_else(|| add.to_owned());
            longest = longest.max(ending.chars().count());
            by_ending.entry(ending).or_default().push((rule.flag, rules.len()));
            rules.push(rule);
        }
        let stems = rules_end + DIVIDER.len() + 2;
        Some(Table { text, stems, suffixes, prefixes, by_ending, longest })
    }

    /// Returns all forms of a word, itself included; empty if the table does not have it. A word without diacritics is
    /// also taken for one with them.
    pub(crate) fn forms(&self, word: &str) -> BTreeSet<String> {
        let mut forms = self.forms_without_prefix(word);
        if forms.is_empty() {
            forms = self.forms_with_prefix(word);
        }
        forms
    }

    fn forms_without_prefix(&self, word: &str) -> BTreeSet<String> {
        let mut forms = BTreeSet::new();
        for entry in self.entries_of(word) {
            forms.extend(self.all_forms(&entry));
        }
        forms
    }

    /// A negation or a superlative: `neznámý` of `známý`. Its forms keep the prefix.
    fn forms_with_prefix(&self, word: &str) -> BTreeSet<String> {
        let mut forms = BTreeSet::new();
        for rule in &self.prefixes {
            let Some(rest) = word.strip_prefix(&*rule.add).filter(|rest| rest.chars().count() > 2)
            else {
                continue;
            };
            let base = format!("{}{rest}", rule.strip);
            for entry in self.entries_of(&base) {
                if entry.flags.contains(&rule.flag) {
                    forms.extend(self.all_forms(&entry).iter().filter_map(|form| rule.apply(form)));
                }
            }
        }
        forms
    }

    /// Returns the base form of a word: the entry of the dictionary that it is a form of; of several the word itself,
    /// or the first in the order of the alphabet. `None` if the table does not have it.
    pub(crate) fn base(&self, word: &str) -> Option<String> {
        let of = |word: &str, flag: Option<u32>| {
            let mut stems: Vec<&str> = Vec::new();
            for entry in self.entries_of(word) {
                if flag.is_none_or(|flag| entry.flags.contains(&flag)) {
                    stems.push(entry.stem);
                }
            }
            let same = stems.iter().find(|stem| **stem == word);
            same.or_else(|| stems.iter().min()).map(|stem| (*stem).to_owned())
        };
        let negated = || {
            self.prefixes.iter().find_map(|rule| {
                let rest = word.strip_prefix(&*rule.add).filter(|rest| rest.chars().count() > 2)?;
                rule.apply(&of(&format!("{}{rest}", rule.strip), Some(rule.flag))?)
            })
        };
        of(word, None).or_else(negated)
    }

    /// The entries of the dictionary that a word may be a form of.
    fn entries_of(&self, word: &str) -> Vec<StemEntry<'_>> {
        let plain = folded(word);
        let has_marks = plain.is_some();
        let plain = plain.unwrap_or_else(|| word.to_owned());
        let is_it = |form: &str| {
            form == word || (!has_marks && folded(form).is_some_and(|folded| folded == plain))
        };
        let mut entries: Vec<StemEntry<'_>> = Vec::new();
        let mut add = |entry: StemEntry<'_>, form: &str| {
            let is_new = !entries.iter().any(|it| it.stem == entry.stem && it.flags == entry.flags);
            if is_it(form) && is_new {
                // Just as it was typed goes first.
                let place = if form == word { 0 } else { entries.len() };
                let stem = &self.text[self.offset_of(entry.stem)..][..entry.stem.len()];
                entries.insert(place, StemEntry { stem, flags: entry.flags });
            }
        };
        for entry in self.lookup(&plain) {
            let stem = entry.stem;
            add(entry, stem);
        }
        let ends = plain.char_indices().map(|(at, _)| at).chain([plain.len()]);
        let ends: Vec<usize> = ends.filter(|at| *at > 0).collect();
        for at in ends.into_iter().rev().take(self.longest + 1) {
            let Some(rules) = self.by_ending.get(&plain[at..]) else { continue };
            for (flag, number) in rules {
                let rule = &self.suffixes[flag][*number];
                let strip = folded(&rule.strip);
                let key = format!("{}{}", &plain[..at], strip.as_deref().unwrap_or(&rule.strip));
                for entry in self.lookup(&key) {
                    if entry.flags.contains(flag)
                        && let Some(form) = rule.apply(entry.stem)
                    {
                        add(entry, &form);
                    }
                }
            }
        }
        // What was typed without diacritics may be anything; with an exact entry it is that one.
        if entries.iter().any(|entry| self.makes(entry, word)) {
            entries.retain(|entry| self.makes(entry, word));
        }
        entries.truncate(ENTRIES_MAX);
        entries
    }

    fn makes(&self, entry: &StemEntry<'_>, word: &str) -> bool {
        entry.stem == word || self.all_forms(entry).contains(word)
    }

    fn all_forms(&self, entry: &StemEntry<'_>) -> BTreeSet<String> {
        let rules = entry.flags.iter().filter_map(|flag| self.suffixes.get(flag)).flatten();
        let forms = rules.filter_map(|rule| rule.apply(entry.stem)).take(FORMS_MAX);
        forms.chain([entry.stem.to_owned()]).collect()
    }

    /// Where a stem that was borrowed from the text stands in it.
    fn offset_of(&self, stem: &str) -> usize {
        stem.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// The entries with a key, found by halving.
    fn lookup(&self, key: &str) -> Vec<StemEntry<'_>> {
        let stems = &self.text[self.stems..];
        let bytes = stems.as_bytes();
        let line_start = |at: usize| {
            bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
        };
        let line_end = |at: usize| {
            bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end)
        };
        let key_of = |at: usize| stems[at..line_end(at)].split('\t').next().unwrap_or_default();
        let (mut low, mut high) = (0, bytes.len());
        while low < high {
            let middle = line_start(low.midpoint(high));
            match key_of(middle) < key {
                true => low = line_end(middle) + 1,
                false => high = middle,
            }
        }
        let mut entries = Vec::new();
        while low < bytes.len() && key_of(low) == key && entries.len() < 2 * ENTRIES_MAX {
            let end = line_end(low);
            let mut columns = stems[low..end].split('\t').skip(1);
            if let (Some(stem), Some(flags)) = (columns.next(), columns.next()) {
                let flags = flags.split(',').filter_map(|flag| flag.parse().ok()).collect();
                entries.push(StemEntry { stem, flags });
            }
            low = end + 1;
        }
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::super::hunspell::table_of;
    use super::*;

    const RULES: &str = "SET UTF-8\nPFX N Y 1\nPFX N 0 ne .\n\
        SFX Z Y 5\nSFX Z a y [^gž]a\nSFX Z a ou a\nSFX Z ha ze ha\nSFX Z a 0 [^k]a\nSFX Z žena žen žena\n\
        SFX Y Y 3\nSFX Y ý ého ý\nSFX Y ý ou ý\nSFX Y ý í/N ý\n";
    const STEMS: &str = "6\nkniha/Z\nžena/Z\nznámý/YN\nPraha/Z\nrad\nřád/X\n";

    fn table() -> Table {
        let folder = std::env::temp_dir().join(format!(
            "stodola-table-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("x.aff"), RULES).unwrap();
        std::fs::write(folder.join("x.dic"), STEMS).unwrap();
        let table = Table::parse(table_of(&folder.join("x.dic")).unwrap()).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        table
    }

    fn forms(word: &str) -> String {
        table().forms(word).into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_form_of_a_word_has_the_same_forms() {
        for word in ["kniha", "knihy", "knihou", "knize"] {
            assert_eq!(forms(word), "knih kniha knihou knihy knize", "{word}");
        }
        assert_eq!(forms("praze"), "prah praha prahou prahy praze");
        assert_eq!(forms("xyz"), "");
        assert_eq!(forms(""), "");
    }

    #[test]
    fn words_are_found_without_their_diacritics() {
        assert_eq!(forms("zenou"), forms("ženou"));
        assert!(forms("zenou").contains("ženy"));
        // As it was typed, it is a word of its own.
        assert_eq!(forms("rad"), "rad");
        assert_eq!(forms("řád"), "řád");
    }

    #[test]
    fn negated_words_stay_negated() {
        assert_eq!(forms("neznámého"), "neznámou neznámého neznámí neznámý");
        assert_eq!(forms("známého"), "známou známého známí známý");
    }

    #[test]
    fn forms_have_one_base() {
        for (word, base) in [
            ("knihou", Some("kniha")),
            ("knize", Some("kniha")),
            ("kniha", Some("kniha")),
            ("zenou", Some("žena")),
            ("neznámého", Some("neznámý")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(table().base(word).as_deref(), base, "{word}");
        }
    }

    #[test]
    fn odd_tables_are_refused() {
        for text in ["", "stodola inflection 2\n==\n", "stodola inflection 1\nSFX\tx\n==\n", "x"] {
            assert!(Table::parse(text.to_owned()).is_none(), "{text}");
        }
        let empty = Table::parse("stodola inflection 1\n\n==\n".to_owned());
        assert!(empty.is_none_or(|table| table.forms("a").is_empty()));
    }
}
