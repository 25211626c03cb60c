//! Scripts: which letters a text is written in. If only one language uses a script, that decides; Latin and Cyrillic
//! texts are decided by statistics.

use crate::words::is_letter;

/// What the script of a letter says about the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Latin or Cyrillic: many languages, distinguished by their letter sequences.
    Shared,
    /// A script that is used by one language, as far as the web goes.
    Of(Sole),
    /// Chinese characters: Chinese, unless kana stand beside them.
    Han,
    /// A letter of a script that is not supported.
    Other,
}

/// A language that is known by its script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sole {
    Greek,
    Armenian,
    Hebrew,
    Arabic,
    Hindi,
    Thai,
    Georgian,
    Japanese,
    Korean,
    Chinese,
}

impl Sole {
    pub(super) const ALL: [Sole; 10] = [
        Sole::Greek,
        Sole::Armenian,
        Sole::Hebrew,
        Sole::Arabic,
        Sole::Hindi,
        Sole::Thai,
        Sole::Georgian,
        Sole::Japanese,
        Sole::Korean,
        Sole::Chinese,
    ];

    pub(super) fn code(self) -> &'static str {
        match self {
            Sole::Greek => "el",
            Sole::Armenian => "hy",
            Sole::Hebrew => "he",
            Sole::Arabic => "ar",
            Sole::Hindi => "hi",
            Sole::Thai => "th",
            Sole::Georgian => "ka",
            Sole::Japanese => "ja",
            Sole::Korean => "ko",
            Sole::Chinese => "zh",
        }
    }

    /// Number of letters that count as one word of Latin letters.
    pub(super) fn letters_per_word(self) -> f32 {
        match self {
            Sole::Japanese | Sole::Chinese => 2.0,
            Sole::Korean => 3.0,
            Sole::Greek
            | Sole::Armenian
            | Sole::Hebrew
            | Sole::Arabic
            | Sole::Hindi
            | Sole::Thai
            | Sole::Georgian => 5.0,
        }
    }
}

/// Returns the script of a character; `None` if it is not a letter.
pub(super) fn of(letter: char) -> Option<Script> {
    let script = match letter {
        'a'..='z' | 'A'..='Z' => Script::Shared,
        '\0'..='\u{a9}' => return None,
        '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{400}'..='\u{52f}' => Script::Shared,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Of(Sole::Greek),
        '\u{530}'..='\u{58f}' => Script::Of(Sole::Armenian),
        '\u{590}'..='\u{5ff}' => Script::Of(Sole::Hebrew),
        '\u{600}'..='\u{77f}' => Script::Of(Sole::Arabic),
        '\u{900}'..='\u{97f}' => Script::Of(Sole::Hindi),
        '\u{e00}'..='\u{e7f}' => Script::Of(Sole::Thai),
        '\u{10a0}'..='\u{10ff}' => Script::Of(Sole::Georgian),
        '\u{3040}'..='\u{30ff}' => Script::Of(Sole::Japanese),
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => Script::Of(Sole::Korean),
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => Script::Han,
        _ => Script::Other,
    };
    is_letter(letter).then_some(script)
}
