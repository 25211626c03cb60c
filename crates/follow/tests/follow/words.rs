//! A follower for tests: counts the words of pages. Its store is one file, which is replaced at each commit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stodola_archive::FilePlace;
use stodola_follow::{Document, FollowError, Follower, Reads};

/// Counts words.
pub(crate) struct Words {
    path: PathBuf,
    name: &'static str,
    version: u32,
    store: Store,
    /// What was taken and not committed.
    taken: BTreeMap<String, u64>,
    /// Fails at a page with this word.
    pub(crate) fails_at: Option<(&'static str, Fault)>,
}

/// How it fails.
#[derive(Clone, Copy)]
pub(crate) enum Fault {
    Error,
    Panic,
}

/// What is in the file: a line for each file with its place, and for each word of a file its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Store {
    version: Option<u32>,
    places: BTreeMap<String, FilePlace>,
    /// By file and word.
    pub(crate) words: BTreeMap<(String, String), u64>,
}

impl Words {
    pub(crate) fn open(folder: &Path) -> Words {
        Words::named(folder, "words", 1)
    }

    pub(crate) fn named(folder: &Path, name: &'static str, version: u32) -> Words {
        let path = folder.join(format!("{name}.tsv"));
        let store = Store::read(&path);
        Words { path, name, version, store, taken: BTreeMap::new(), fails_at: None }
    }

    fn write(&self, store: &Store) -> Result<(), FollowError> {
        let mut text = format!("version\t{}\n", self.version);
        for (file, place) in &store.places {
            text += &format!("place\t{file}\t{}\t{}\n", place.offset, place.is_end);
        }
        for ((file, word), count) in &store.words {
            text += &format!("word\t{file}\t{word}\t{count}\n");
        }
        Ok(stodola_durable::replace(&self.path, text.as_bytes())?)
    }
}

impl Store {
    pub(crate) fn read(path: &Path) -> Store {
        let mut store = Store::default();
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["version", version] => store.version = Some(version.parse().unwrap()),
                ["place", file, offset, is_end] => {
                    let (offset, is_end) = (offset.parse().unwrap(), is_end == "true");
                    store.places.insert(file.to_owned(), FilePlace { offset, is_end });
                }
                ["word", file, word, count] => {
                    let key = (file.to_owned(), word.to_owned());
                    store.words.insert(key, count.parse().unwrap());
                }
                _ => panic!("{line}"),
            }
        }
        store
    }

    /// How often a word occurs in all files.
    pub(crate) fn count(&self, word: &str) -> u64 {
        self.words.iter().filter(|((_, it), _)| it == word).map(|(_, count)| count).sum()
    }
}

impl Follower for Words {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn stored_version(&self) -> Option<u32> {
        self.store.version
    }

    fn reads(&self) -> Reads {
        Reads::Pages
    }

    fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        Ok(self.store.places.get(file).copied().unwrap_or(FilePlace::START))
    }

    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        let Some(page) = document.page()? else { return Ok(()) };
        for word in page.text.text.split_whitespace() {
            match self.fails_at {
                Some((at, Fault::Error)) if at == word => {
                    return Err(FollowError::new("no room for that word"));
                }
                Some((at, Fault::Panic)) if at == word => panic!("a word too much"),
                _ => *self.taken.entry(word.to_owned()).or_default() += 1,
            }
        }
        Ok(())
    }

    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
        let mut store = self.store.clone();
        for (word, count) in std::mem::take(&mut self.taken) {
            *store.words.entry((file.to_owned(), word)).or_default() += count;
        }
        store.places.insert(file.to_owned(), place);
        self.write(&store)?;
        self.store = Store { version: Some(self.version), ..store };
        Ok(())
    }

    fn abandon(&mut self) {
        self.taken.clear();
    }

    fn forget(&mut self, file: &str) -> Result<(), FollowError> {
        let mut store = self.store.clone();
        store.places.remove(file);
        store.words.retain(|(it, _), _| it != file);
        self.write(&store)?;
        self.store = store;
        Ok(())
    }

    fn start_anew(&mut self) -> Result<(), FollowError> {
        self.store = Store::default();
        self.write(&self.store)
    }
}
