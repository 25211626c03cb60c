//! Zone files (master files of RFC 1035): the names that a zone delegates, which are the domains registered in it.
//!
//! A delegation is a record of the type NS whose owner is not the zone itself. Records in several lines (in brackets),
//! names relative to `$ORIGIN`, and owners that are left out are understood; `$INCLUDE` and `$GENERATE` are not
//! followed. A domain with several name servers gives one seed if its records stand together.

use super::SeedFault;
use super::address::seed_uri;
use super::format::Found;

/// Longest name in a zone, with escapes.
const NAME_MAX: usize = 1024;

/// Reads the lines of a zone file.
#[derive(Debug, Default)]
pub(super) struct Zone {
    /// The domain that relative names belong to, without the dot at its end.
    origin: String,
    /// The zone itself: the owner of the record SOA.
    apex: Option<String>,
    /// The owner of the last record.
    owner: Option<String>,
    /// The last delegation.
    last: String,
    /// Whether a record goes on in the next line.
    is_open: bool,
}

impl Zone {
    pub(super) fn line(&mut self, line: &[u8]) -> Found {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (goes_on, has_owner) = (self.is_open, line.first().is_some_and(|byte| *byte > b' '));
        let (words, is_open) = words(line, self.is_open);
        self.is_open = is_open;
        if goes_on {
            // The type of a record stands in its first line.
            return None;
        }
        let mut words = words.into_iter();
        if has_owner {
            let first = words.next()?;
            if first.starts_with(b"$") {
                return self.directive(first, words.next());
            }
            let Some(owner) = self.absolute(first) else {
                self.owner = None;
                return Some(Err(SeedFault::NoHost));
            };
            self.owner = Some(owner);
        }
        let kind = words.find(|word| !is_ttl(word) && !is_class(word))?;
        let owner = self.owner.as_ref()?;
        if kind.eq_ignore_ascii_case(b"SOA") {
            self.apex = Some(owner.clone());
            return None;
        }
        let is_apex = self.apex.as_ref().is_some_and(|apex| apex.eq_ignore_ascii_case(owner));
        if !kind.eq_ignore_ascii_case(b"NS") || is_apex || self.last.eq_ignore_ascii_case(owner) {
            return None;
        }
        words.next()?;
        self.last.clone_from(owner);
        Some(seed_uri(owner.as_bytes()))
    }

    fn directive(&mut self, name: &[u8], value: Option<&[u8]>) -> Found {
        if !name.eq_ignore_ascii_case(b"$ORIGIN") {
            return None;
        }
        match value.and_then(|value| self.absolute(value)) {
            Some(origin) => {
                self.origin = origin;
                None
            }
            None => Some(Err(SeedFault::NoHost)),
        }
    }

    /// Returns a whole name without the dot at its end; `None` if it is no name of a host. The root is empty.
    fn absolute(&self, name: &[u8]) -> Option<String> {
        let name = std::str::from_utf8(name).ok().filter(|name| name.len() <= NAME_MAX)?;
        if name == "@" {
            return Some(self.origin.clone());
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '*');
        if !name.chars().all(is_plain) {
            return None;
        }
        Some(match name.strip_suffix('.') {
            Some(whole) => whole.to_owned(),
            None if self.origin.is_empty() => name.to_owned(),
            None => format!("{name}.{}", self.origin),
        })
    }
}

/// Returns the words of a line without remarks and brackets, and whether a bracket is open behind it.
fn words(line: &[u8], mut is_open: bool) -> (Vec<&[u8]>, bool) {
    let (mut words, mut start) = (Vec::new(), None);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, &byte) in line.iter().chain(b"\n").enumerate() {
        let is_special = !is_quoted && !is_escaped;
        let is_end =
            at == line.len() || is_special && matches!(byte, b' ' | b'\t' | b'(' | b')' | b';');
        if is_end {
            if let Some(start) = start.take() {
                words.push(&line[start..at]);
            }
            match byte {
                b'(' => is_open = true,
                b')' => is_open = false,
                b';' => break,
                _ => {}
            }
            continue;
        }
        start.get_or_insert(at);
        if byte == b'"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    (words, is_open)
}

/// Whether a word is a time: `3600`, `1d12h`.
fn is_ttl(word: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"smhdwSMHDW".contains(byte);
    word.first().is_some_and(u8::is_ascii_digit) && word.iter().all(is_part)
}

fn is_class(word: &[u8]) -> bool {
    [&b"IN"[..], b"CH", b"HS", b"CS"].iter().any(|class| word.eq_ignore_ascii_case(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delegations(zone: &str) -> Vec<String> {
        let mut parser = Zone::default();
        zone.lines()
            .filter_map(|line| parser.line(line.as_bytes()))
            .map(|found| match found {
                Ok(uri) => String::from_utf8(uri).unwrap(),
                Err(fault) => format!("{fault:?}"),
            })
            .collect()
    }

    #[test]
    fn delegations_of_a_zone_are_the_seeds() {
        let zone = "\
; the zone of a country
$TTL 1h
$ORIGIN cz.
@   IN SOA a.ns.nic.cz. hostmaster.nic.cz. ( 2026111801 ; serial NS
        900 300 604800 900 )
    18000 IN NS a.ns.nic.cz.
    IN 18000 NS b.ns.nic.cz.
cz. 18000 IN NS d.ns.nic.cz.
a.ns.nic IN A 194.0.12.1
knihovna 18000 IN NS ns.knihovna.cz.
knihovna 18000 IN NS ns.other.example.
         18000 IN DS 1 13 2 ABCDEF
ns.knihovna IN A 192.0.2.1
PRIKLAD.cz.\t3600\tin\tns\tns.example.
xn--hkyrky-ptac70bc.cz. NS ns.example.
texty IN TXT \"a ; NS ( b\" ; c
dalsi IN NS ns.example.
0123456789ABCDEF.cz. IN NSEC3 1 0 0 - 89AB NS DS
$INCLUDE more.zone
$ORIGIN co.cz.
pod NS ns.example.
";
        assert_eq!(
            delegations(zone),
            [
                "http://knihovna.cz/",
                "http://priklad.cz/",
                "http://xn--hkyrky-ptac70bc.cz/",
                "http://dalsi.cz/",
                "http://pod.co.cz/",
            ]
        );
    }

    #[test]
    fn what_is_no_zone_gives_nothing_and_odd_names_are_faults() {
        for (line, expect) in [
            ("", None),
            ("http://example.org/", Some("NoHost")),
            ("example.cz", None),
            ("example.cz. NS", None),
            ("a\\032b NS ns.example.", Some("NoHost")),
            ("  IN NS ns.example.", None),
            ("((((", None),
            ("$ORIGIN", Some("NoHost")),
            ("a.cz. IN NS \"", Some("http://a.cz/")),
        ] {
            assert_eq!(delegations(line), Vec::from_iter(expect), "{line:?}");
        }
    }
}
