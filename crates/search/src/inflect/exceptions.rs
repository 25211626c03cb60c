//! `inflection.txt` of an archive: what people know better than tables and stemmers.
//!
//! ```text
//! # Words that belong together, whatever the tables say.
//! kůň = koně koni koněm
//! # Forms that are never looked for when somebody looks for the first word.
//! hora ! hořet hoří
//! ```
//!
//! Lines that cannot be understood are passed over, and told to who asks.

use crate::words::words_of;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The name of the file in the archive.
const FILE: &str = "inflection.txt";
/// A longer file is not read.
const FILE_MAX: u64 = 16 << 20;

/// What people have written.
#[derive(Debug, Default)]
pub(crate) struct Exceptions {
    together: HashMap<String, BTreeSet<String>>,
    apart: HashSet<(String, String)>,
    /// Numbers of lines that could not be understood.
    pub(crate) odd_lines: Vec<usize>,
}

impl Exceptions {
    /// Returns the file of an archive.
    pub(crate) fn path(archive: &Path) -> PathBuf {
        archive.join(FILE)
    }

    /// Reads the file of an archive; without one there are no exceptions.
    pub(crate) fn read(archive: &Path) -> Exceptions {
        let path = Exceptions::path(archive);
        if path.metadata().is_ok_and(|about| about.len() > FILE_MAX) {
            return Exceptions { odd_lines: vec![0], ..Exceptions::default() };
        }
        Exceptions::parse(&std::fs::read_to_string(path).unwrap_or_default())
    }

    fn parse(text: &str) -> Exceptions {
        let mut all = Exceptions::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let Some(at) = line.find(['=', '!']) else {
                all.odd_lines.push(number + 1);
                continue;
            };
            let (head, forms) = (words_of(&line[..at]), words_of(&line[at + 1..]));
            match (&head[..], line.as_bytes()[at]) {
                ([_], b'=') if !forms.is_empty() => {
                    let group: BTreeSet<String> = head.into_iter().chain(forms).collect();
                    for word in &group {
                        let known = all.together.entry(word.clone()).or_default();
                        known.extend(group.iter().cloned());
                    }
                }
                ([word], _) if !forms.is_empty() => {
                    let pairs = forms.into_iter().map(|form| (word.clone(), form));
                    all.apart.extend(pairs);
                }
                _ => all.odd_lines.push(number + 1),
            }
        }
        all
    }

    /// What stands for all words that belong together with this one; `None` if nobody has written any.
    pub(crate) fn base(&self, word: &str) -> Option<&str> {
        self.together.get(word)?.first().map(String::as_str)
    }

    /// Whether a form is none of a word, whatever the tables say.
    pub(crate) fn is_apart(&self, word: &str, form: &str) -> bool {
        !self.apart.is_empty() && self.apart.contains(&(word.to_owned(), form.to_owned()))
    }

    /// Corrects the forms of a word.
    pub(crate) fn correct(&self, word: &str, forms: &mut BTreeSet<String>) {
        if let Some(group) = self.together.get(word) {
            forms.extend(group.iter().cloned());
        }
        if !self.apart.is_empty() {
            forms.retain(|form| {
                form == word || !self.apart.contains(&(word.to_owned(), form.clone()))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_join_and_part_words() {
        let text = "# x\nkůň = koně, Koni # ne\n\nhora ! hoří\nodd line\na b = c\n= x\n";
        let exceptions = Exceptions::parse(text);
        let forms = |word: &str, known: &[&str]| {
            let mut forms: BTreeSet<String> = known.iter().map(|it| (*it).to_owned()).collect();
            exceptions.correct(word, &mut forms);
            forms.into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(forms("koně", &["koně"]), "koni koně kůň");
        assert_eq!(forms("hora", &["hora", "hory", "hoří"]), "hora hory");
        assert_eq!(forms("hoří", &["hora", "hoří"]), "hora hoří");
        assert_eq!(exceptions.base("koni"), exceptions.base("kůň"));
        assert_eq!(exceptions.base("hora"), None);
        assert!(exceptions.is_apart("hora", "hoří") && !exceptions.is_apart("hoří", "hora"));
        assert_eq!(exceptions.odd_lines, [5, 6, 7]);
    }
}
