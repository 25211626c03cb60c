//! Base forms: which forms of near words and key words are the same word.

use crate::inflect::{Exceptions, Table, stemmer};
use snowball_stemmers_rs::Stemmer;
use std::collections::HashMap;

/// Finds base forms, by the tables of an index, by stemmers, and by what people have written.
pub(crate) struct BaseForms<'i> {
    tables: &'i HashMap<String, Table>,
    exceptions: &'i Exceptions,
    stemmers: HashMap<String, Option<Stemmer>>,
    known: HashMap<(String, String), String>,
}

impl<'i> BaseForms<'i> {
    pub(crate) fn new(
        tables: &'i HashMap<String, Table>,
        exceptions: &'i Exceptions,
    ) -> BaseForms<'i> {
        BaseForms { tables, exceptions, stemmers: HashMap::new(), known: HashMap::new() }
    }

    /// Returns the base form of a word of a language; the word itself if nothing better is known.
    pub(crate) fn of(&mut self, language: &str, word: &str) -> String {
        let key = (language.to_owned(), word.to_owned());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let base = self.find(language, word);
        self.known.insert(key, base.clone());
        base
    }

    fn find(&mut self, language: &str, word: &str) -> String {
        if let Some(base) = self.exceptions.base(word) {
            return base.to_owned();
        }
        let by_table = self.tables.get(language).and_then(|table| table.base(word));
        let base = by_table.unwrap_or_else(|| {
            let of_language = || stemmer(language);
            let stemmer = self.stemmers.entry(language.to_owned()).or_insert_with(of_language);
            stemmer.as_ref().map_or_else(|| word.to_owned(), |it| it.stem(word).into_owned())
        });
        match self.exceptions.is_apart(&base, word) {
            true => word.to_owned(),
            false => base,
        }
    }
}
