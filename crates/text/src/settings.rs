//! Names and explanations of the settings of harvests.

use crate::Language;
use crate::bundle::setting_message;
use stodola_app::settings::{SettingKey, SettingSection};

/// Returns the name of a setting in a language: `Documents per host`.
pub fn setting_label(language: Language, key: &SettingKey) -> String {
    setting_message(language, &id(&key.path)).unwrap_or_else(|| words(&key.name))
}

/// Returns what a setting does, in a language. English stands in the template of job files.
pub fn setting_help(language: Language, key: &SettingKey) -> String {
    let own = setting_message(language, &format!("{}.help", id(&key.path)));
    own.unwrap_or_else(|| key.help.clone())
}

/// Returns the name of a section in a language, and what it is about; empty for the settings before all sections.
pub fn setting_section(language: Language, section: &SettingSection) -> (String, String) {
    let id = match &*section.name {
        "" => "section".to_owned(),
        name => format!("section-{name}"),
    };
    let label = setting_message(language, &id).unwrap_or_else(|| match &*section.name {
        "" => "What to harvest".to_owned(),
        name => words(name),
    });
    let help = setting_message(language, &format!("{id}.help"));
    (label, help.unwrap_or_else(|| section.help.clone()))
}

/// The key of the texts of a setting.
fn id(path: &str) -> String {
    path.replace('.', "-")
}

/// The name of a key as words: `documents_per_host` is `Documents per host`.
fn words(name: &str) -> String {
    let short = ["dns", "ip", "rdap", "tls"];
    let word = |word: &str| match short.contains(&word) {
        true => word.to_uppercase(),
        false => word.to_owned(),
    };
    let words = name.split('_').map(word).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::setting_ids;
    use std::collections::BTreeSet;
    use stodola_app::settings::setting_keys;

    #[test]
    fn every_setting_has_a_name_and_an_explanation_in_czech_and_none_is_left_over() {
        let (sections, keys) = setting_keys();
        let mut expected: BTreeSet<String> = BTreeSet::new();
        for key in keys {
            expected.extend([id(&key.path), format!("{}.help", id(&key.path))]);
        }
        for section in sections {
            match &*section.name {
                "" => drop(expected.insert("section".to_owned())),
                name => {
                    expected.extend([format!("section-{name}"), format!("section-{name}.help")]);
                }
            }
        }
        let found: BTreeSet<String> = setting_ids().into_iter().collect();
        let differ: Vec<_> = expected.symmetric_difference(&found).collect();
        assert!(differ.is_empty(), "{differ:?}");
        let key = stodola_app::settings::setting_key("limits.documents_per_host").unwrap();
        assert_eq!(setting_label(Language::English, key), "Documents per host");
        assert_eq!(setting_label(Language::Czech, key), "Dokumentů z jednoho serveru");
    }
}
