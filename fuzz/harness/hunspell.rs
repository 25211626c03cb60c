//! Any bytes may be a dictionary of Hunspell. It is read, or refused with file and line. Words are in lower case; the
//! listed ones are among the inflected ones, and none is left if the language is its own neighbour.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use stodola_judge::{Built, Lexicon, build_words};

/// Takes what stands before the first empty line for the affixes and the rest for the words.
pub(crate) fn run(bytes: &[u8]) {
    let folder = Folder::new();
    let words = match bytes.windows(2).position(|pair| pair == b"\n\n") {
        Some(end) => {
            fs::write(folder.0.join("fuzz.aff"), &bytes[..end]).expect("the folder is ours");
            &bytes[end + 2..]
        }
        None => bytes,
    };
    let path = folder.0.join("fuzz.dic");
    fs::write(&path, words).expect("the folder is ours");
    let build = |lexicon, neighbours: &[PathBuf]| {
        let built = build_words(std::slice::from_ref(&path), lexicon, neighbours);
        built.map(check).map_err(|error| error.to_string())
    };
    let listed = build(Lexicon::Listed, &[]);
    let inflected = build(Lexicon::Inflected, &[]);
    let left = build(Lexicon::Listed, std::slice::from_ref(&path));
    for error in [&listed, &inflected, &left].into_iter().filter_map(|it| it.as_ref().err()) {
        assert!(error.contains("fuzz.dic") || error.contains("fuzz.aff"), "{error}");
    }
    if let (Ok(listed), Ok(inflected), Ok(left)) = (listed, inflected, left) {
        assert!(listed.is_subset(&inflected), "an inflected dictionary lacks a listed word");
        assert!(left.is_empty(), "a language differs from itself: {left:?}");
    }
}

fn check(built: Built) -> BTreeSet<Box<str>> {
    assert_eq!(built.of_language, built.words.len() + built.shared);
    for word in &built.words {
        assert!(word.chars().count() >= 3, "{word:?}");
        assert!(word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase()), "{word:?}");
    }
    built.words
}

/// A folder of its own, which is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-hunspell-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("there is room for a temporary folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // a leftover harms nobody
    }
}
