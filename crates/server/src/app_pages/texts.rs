//! Every text that pages ask for is there, and none is left that no page asks for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use stodola_text::{Language, tell};

/// Keys that are made at run time begin so.
const MADE: [&str; 11] = [
    "web-condition-",
    "web-kind-",
    "web-language-",
    "web-month-",
    "web-outcome-",
    "web-column-",
    "web-package-",
    "web-question-",
    "web-search-help-",
    "web-stage-",
    "web-weekday-",
];

/// All keys of pages that stand in quotes in files of a folder.
fn keys_in(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            keys_in(&path, keys);
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let found = text.split("\"web-").skip(1).filter_map(|rest| rest.split('"').next());
        let whole =
            found.filter(|key| key.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-'));
        let named = whole.filter(|key| !key.is_empty());
        keys.extend(named.map(|key| format!("web-{key}")));
    }
}

#[test]
fn texts_are_there_and_are_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut asked = BTreeSet::new();
    keys_in(&root.join("src"), &mut asked);
    keys_in(&root.join("templates"), &mut asked);
    asked.retain(|key| !MADE.contains(&&**key));
    assert!(asked.len() > 100, "{}", asked.len());
    let made = (1..=12).map(|i| format!("web-month-{i}"));
    let kinds = stodola_search::DocumentType::ALL.map(|kind| format!("web-kind-{}", kind.name()));
    let made = made.chain(kinds).chain((0..7).map(|i| format!("web-weekday-{i}")));
    for key in asked.iter().cloned().chain(made) {
        for language in Language::ALL {
            assert_ne!(tell(language, &key, &[]), key, "no text in {language:?}");
        }
    }
    let texts = ["pages", "jobs"]
        .map(|name| fs::read_to_string(root.join(format!("../../locales/{name}.en.ftl"))).unwrap());
    let texts = texts.concat();
    for line in texts.lines() {
        let Some((key, _)) = line.split_once(" = ").filter(|_| line.starts_with("web-")) else {
            continue;
        };
        let is_used = asked.contains(key) || MADE.iter().any(|start| key.starts_with(start));
        assert!(is_used, "nobody asks for '{key}'");
    }
}
