//! Which licence an address or a text stands for.

use std::fmt;

/// A licence that a page names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Licence {
    /// Its short name if it is a known one: `CC BY-SA 4.0`.
    pub name: Option<String>,
    /// Its address; `None` if the page gives words only.
    pub uri: Option<String>,
}

impl fmt::Display for Licence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, &self.uri) {
            (Some(name), Some(uri)) => write!(f, "{name} ({uri})"),
            (Some(text), None) | (None, Some(text)) => f.write_str(text),
            (None, None) => f.write_str("-"),
        }
    }
}

/// Beginnings of addresses, without scheme and `www.`, and what they stand for. Creative Commons is read by its parts.
const KNOWN: &[(&str, &str)] = &[
    ("gnu.org/licenses/fdl", "GNU FDL"),
    ("gnu.org/copyleft/fdl", "GNU FDL"),
    ("gnu.org/licenses/gpl", "GNU GPL"),
    ("gnu.org/licenses/agpl", "GNU AGPL"),
    ("gnu.org/licenses/lgpl", "GNU LGPL"),
    ("opendatacommons.org/licenses/odbl", "ODbL"),
    ("opendatacommons.org/licenses/by", "ODC-By"),
    ("opendatacommons.org/licenses/pddl", "PDDL"),
    ("opensource.org/licenses/mit", "MIT"),
    ("opensource.org/license/mit", "MIT"),
    ("apache.org/licenses/license-2.0", "Apache-2.0"),
    ("artlibre.org/licence", "Free Art License"),
    ("nationalarchives.gov.uk/doc/open-government-licence", "OGL"),
];

/// The kinds of Creative Commons licences.
const KINDS: &[&str] = &[
    "by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa", "nc", "nd", "nc-sa",
];

impl Licence {
    /// The licence at an address. Any address can be one.
    pub fn at(uri: &str) -> Licence {
        Licence { name: name_of(uri), uri: Some(uri.to_owned()) }
    }

    /// The licence that an address is known to be; `None` if it is another page.
    pub fn known_at(uri: &str) -> Option<Licence> {
        name_of(uri).map(|name| Licence { name: Some(name), uri: Some(uri.to_owned()) })
    }

    /// The licence that words name: an address in them, or `CC BY-SA 4.0` and the like. `None` if they name none.
    pub fn in_words(words: &str) -> Option<Licence> {
        for word in words.split(|c: char| c.is_whitespace() || "<>\"'(),;".contains(c)) {
            let uri = word.trim_end_matches(['.', ')']);
            if (uri.starts_with("http://") || uri.starts_with("https://"))
                && let Some(licence) = Licence::known_at(uri)
            {
                return Some(licence);
            }
        }
        let name = short_name(words)?;
        Some(Licence { name: Some(name), uri: None })
    }
}

/// Lower case, without scheme, `www.` and what follows the path.
fn bare(uri: &str) -> Option<String> {
    let lower = uri.trim().to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    Some(rest.split(['?', '#']).next().unwrap_or_default().to_owned())
}

fn name_of(uri: &str) -> Option<String> {
    let bare = bare(uri)?;
    if let Some(path) = bare.strip_prefix("creativecommons.org/") {
        return creative_commons(path);
    }
    KNOWN.iter().find(|(start, _)| bare.starts_with(start)).map(|(_, name)| (*name).to_owned())
}

/// `licenses/by-sa/3.0/cz/` or `publicdomain/zero/1.0/`.
fn creative_commons(path: &str) -> Option<String> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let family = parts.next()?;
    let kind = parts.next()?;
    let version = parts.next().filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let version = version.map(|version| format!(" {version}")).unwrap_or_default();
    match family {
        "licenses" if KINDS.contains(&kind) => {
            let country = parts.next().filter(|it| {
                (2..=3).contains(&it.len()) && it.bytes().all(|byte| byte.is_ascii_lowercase())
            });
            let country = country.map(|it| format!(" {}", it.to_uppercase())).unwrap_or_default();
            Some(format!("CC {}{version}{country}", kind.to_uppercase()))
        }
        "publicdomain" if kind == "zero" => Some(format!("CC0{version}")),
        "publicdomain" if kind == "mark" => Some(format!("Public Domain Mark{version}")),
        _ => None,
    }
}

/// `CC BY-SA 4.0`, `CC-BY 3.0`, `CC0` anywhere in a text.
fn short_name(words: &str) -> Option<String> {
    let original: Vec<&str> = words
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let upper: Vec<String> = original.iter().map(|word| word.to_ascii_uppercase()).collect();
    for (at, word) in upper.iter().enumerate() {
        if word == "CC0" {
            return Some("CC0".to_owned());
        }
        let (kind, next) = match word.as_str() {
            "CC" => (upper.get(at + 1)?.as_str(), at + 2),
            word => match word.strip_prefix("CC-") {
                Some(kind) => (kind, at + 1),
                None => continue,
            },
        };
        if !KINDS.contains(&kind.to_ascii_lowercase().as_str()) || !kind.starts_with("BY") {
            continue;
        }
        let is_version = |it: &&String| it.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let version = upper.get(next).map(|it| it.trim_end_matches('.').to_owned());
        let version = version.as_ref().filter(is_version).filter(|it| !it.is_empty());
        // "cc: by the editor" is none.
        let is_written_so =
            original[at..next.min(original.len())] == upper[at..next.min(upper.len())];
        if !is_written_so && version.is_none() && !kind.contains('-') {
            continue;
        }
        let version = version.map(|it| format!(" {it}")).unwrap_or_default();
        return Some(format!("CC {kind}{version}"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Licence;

    #[test]
    fn addresses_of_licences_have_names() {
        for (uri, name) in [
            ("http://creativecommons.org/licenses/by-sa/3.0/cz/", Some("CC BY-SA 3.0 CZ")),
            ("https://CreativeCommons.org/licenses/by/4.0", Some("CC BY 4.0")),
            ("https://creativecommons.org/licenses/by/4.0/deed.cs#x", Some("CC BY 4.0")),
            ("https://creativecommons.org/licenses/by/4.0/legalcode", Some("CC BY 4.0")),
            ("http://creativecommons.org/publicdomain/zero/1.0/", Some("CC0 1.0")),
            ("http://creativecommons.org/publicdomain/mark/1.0/", Some("Public Domain Mark 1.0")),
            ("http://www.gnu.org/licenses/fdl-1.3.html", Some("GNU FDL")),
            ("https://opendatacommons.org/licenses/odbl/1-0/", Some("ODbL")),
            ("http://creativecommons.org/about", None),
            ("http://creativecommons.org.evil.cz/licenses/by/4.0/", None),
            ("ftp://creativecommons.org/licenses/by/4.0/", None),
            ("http://a.cz/licence", None),
            ("", None),
        ] {
            assert_eq!(Licence::at(uri).name.as_deref(), name, "{uri}");
        }
    }

    #[test]
    fn words_name_licences() {
        for (words, name) in [
            ("Text je dostupný pod CC BY-SA 4.0.", Some("CC BY-SA 4.0")),
            ("licensed under cc-by-nc 3.0", Some("CC BY-NC 3.0")),
            ("CC0", Some("CC0")),
            ("(see http://creativecommons.org/licenses/by/2.5/)", Some("CC BY 2.5")),
            ("CC", None),
            ("cc: by the editor", None),
            ("All rights reserved", None),
            ("© 2014", None),
        ] {
            let licence = Licence::in_words(words).and_then(|licence| licence.name);
            assert_eq!(licence.as_deref(), name, "{words}");
        }
    }
}
