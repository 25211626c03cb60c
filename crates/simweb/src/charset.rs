//! Text in the character sets of the older web. Only the letters of the word lists are supported; all others are
//! written as numeric references, as a browser does in a form.

use crate::words::SiteLanguage;

/// How the text of a site is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SiteCharset {
    /// UTF-8.
    Utf8,
    /// Declared as UTF-8, with bytes that are not.
    BrokenUtf8,
    /// Central European, Microsoft.
    Windows1250,
    /// Central European, ISO.
    Iso8859_2,
    /// Western European, ISO.
    Iso8859_1,
    /// Cyrillic, KOI8-R.
    Koi8R,
}

/// Where a page declares its character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Declared {
    /// In `Content-Type`.
    Header,
    /// In a `meta` element.
    Meta,
    /// Nowhere.
    Nowhere,
}

impl SiteCharset {
    /// Returns the character sets in which `language` is written here.
    pub(crate) fn choices(language: SiteLanguage) -> &'static [SiteCharset] {
        use SiteCharset::{BrokenUtf8, Iso8859_1, Iso8859_2, Koi8R, Utf8, Windows1250};
        match language {
            SiteLanguage::Czech | SiteLanguage::Slovak | SiteLanguage::Polish => {
                &[Utf8, Utf8, Utf8, Utf8, BrokenUtf8, Windows1250, Windows1250, Iso8859_2]
            }
            SiteLanguage::German | SiteLanguage::French => &[Utf8, Utf8, Iso8859_1],
            SiteLanguage::Russian => &[Utf8, Koi8R],
            SiteLanguage::Ukrainian => &[Utf8, Utf8, BrokenUtf8],
            SiteLanguage::English | SiteLanguage::Hungarian | SiteLanguage::Slovenian => &[Utf8],
        }
    }

    /// The name for `charset=`.
    pub fn name(self) -> &'static str {
        match self {
            SiteCharset::Utf8 | SiteCharset::BrokenUtf8 => "utf-8",
            SiteCharset::Windows1250 => "windows-1250",
            SiteCharset::Iso8859_2 => "iso-8859-2",
            SiteCharset::Iso8859_1 => "iso-8859-1",
            SiteCharset::Koi8R => "koi8-r",
        }
    }

    /// Appends `text` to `out` in this character set.
    pub(crate) fn encode(self, text: &str, out: &mut Vec<u8>) {
        if matches!(self, SiteCharset::Utf8 | SiteCharset::BrokenUtf8) {
            out.extend_from_slice(text.as_bytes());
            return;
        }
        for letter in text.chars() {
            if letter.is_ascii() {
                out.push(letter as u8);
            } else if let Some(byte) = self.byte(letter) {
                out.push(byte);
            } else {
                out.extend_from_slice(format!("&#{};", letter as u32).as_bytes());
            }
        }
    }

    fn byte(self, letter: char) -> Option<u8> {
        match self {
            SiteCharset::Utf8 | SiteCharset::BrokenUtf8 => None,
            SiteCharset::Iso8859_1 => u8::try_from(letter as u32).ok().filter(|byte| *byte >= 0xa0),
            SiteCharset::Iso8859_2 => {
                find(ISO_8859_2_SIGNS, letter).or_else(|| latin_2_letter(letter))
            }
            SiteCharset::Windows1250 => {
                find(WINDOWS_1250_SIGNS, letter).or_else(|| latin_2_letter(letter))
            }
            SiteCharset::Koi8R => koi8_r(letter),
        }
    }
}

fn find(table: &[(char, u8)], letter: char) -> Option<u8> {
    table.iter().find(|(known, _)| *known == letter).map(|(_, byte)| *byte)
}

/// Returns the byte of a letter in the range 0xC0–0xFF, which Windows-1250 and ISO 8859-2 share; `None` for others.
fn latin_2_letter(letter: char) -> Option<u8> {
    let place = LATIN_2_LETTERS.chars().position(|known| known == letter)?;
    u8::try_from(0xc0 + place).ok()
}

const LATIN_2_LETTERS: &str = "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

const ISO_8859_2_SIGNS: &[(char, u8)] = &[
    ('Ą', 0xa1),
    ('Ł', 0xa3),
    ('Ľ', 0xa5),
    ('Ś', 0xa6),
    ('Š', 0xa9),
    ('Ť', 0xab),
    ('Ź', 0xac),
    ('Ž', 0xae),
    ('Ż', 0xaf),
    ('ą', 0xb1),
    ('ł', 0xb3),
    ('ľ', 0xb5),
    ('ś', 0xb6),
    ('š', 0xb9),
    ('ť', 0xbb),
    ('ź', 0xbc),
    ('ž', 0xbe),
    ('ż', 0xbf),
];

const WINDOWS_1250_SIGNS: &[(char, u8)] = &[
    ('Š', 0x8a),
    ('Ś', 0x8c),
    ('Ť', 0x8d),
    ('Ž', 0x8e),
    ('Ź', 0x8f),
    ('š', 0x9a),
    ('ś', 0x9c),
    ('ť', 0x9d),
    ('ž', 0x9e),
    ('ź', 0x9f),
    ('Ł', 0xa3),
    ('Ą', 0xa5),
    ('Ż', 0xaf),
    ('ł', 0xb3),
    ('ą', 0xb9),
    ('Ľ', 0xbc),
    ('ľ', 0xbe),
    ('ż', 0xbf),
];

fn koi8_r(letter: char) -> Option<u8> {
    match letter {
        'ё' => return Some(0xa3),
        'Ё' => return Some(0xb3),
        _ => {}
    }
    let lower = KOI8_R_LETTERS.chars().position(|known| known == letter);
    let upper =
        || KOI8_R_LETTERS.chars().position(|known| letter.to_lowercase().next() == Some(known));
    let code = lower.map(|place| 0xc0 + place).or_else(|| upper().map(|place| 0xe0 + place))?;
    u8::try_from(code).ok()
}

const KOI8_R_LETTERS: &str = "юабцдефгхийклмнопярстужвьызшэщчъ";

#[cfg(test)]
mod tests {
    use super::SiteCharset;
    use crate::words::SiteLanguage;

    fn check(charset: SiteCharset, text: &str, expect: &[u8]) {
        let mut out = Vec::new();
        charset.encode(text, &mut out);
        assert_eq!(out, expect, "{text} in {}", charset.name());
    }

    #[test]
    fn letters_have_their_codes() {
        check(SiteCharset::Utf8, "ž", "ž".as_bytes());
        check(SiteCharset::Windows1250, "žluťŠ", b"\x9elu\x9d\x8a");
        check(SiteCharset::Iso8859_2, "žluťŠ", b"\xbelu\xbb\xa9");
        check(SiteCharset::Windows1250, "příběhŁ", b"p\xf8\xedb\xech\xa3");
        check(SiteCharset::Iso8859_1, "größe é", b"gr\xf6\xdfe \xe9");
        check(SiteCharset::Koi8R, "Привет ещё", b"\xf0\xd2\xc9\xd7\xc5\xd4 \xc5\xdd\xa3");
        check(SiteCharset::Koi8R, "ž", b"&#382;");
    }

    #[test]
    fn every_word_can_be_written_in_the_charsets_of_its_language() {
        for language in SiteLanguage::WEIGHTED {
            for charset in SiteCharset::choices(*language) {
                let mut out = Vec::new();
                language.words().iter().for_each(|word| charset.encode(word, &mut out));
                assert!(!out.contains(&b'&'), "{language:?} in {}", charset.name());
            }
        }
    }
}
