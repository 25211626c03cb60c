//! Talk on standard error: harmless to a terminal, whatever names and URIs have in them.

use crate::lang::{language, text};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use stodola_archive::Holder;

/// Says something on standard error. Nobody is left to tell if that fails.
pub fn say(message: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(&message.to_string()));
}

/// Returns a message without control characters but line ends: names of files and URIs may have some, and a terminal
/// would obey them.
fn harmless(message: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && c != '\n';
    if !message.contains(is_harmful) {
        return Cow::Borrowed(message);
    }
    let mut harmless = String::with_capacity(message.len() + 8);
    for c in message.chars() {
        match is_harmful(c) {
            true => harmless.extend(c.escape_default()),
            false => harmless.push(c),
        }
    }
    Cow::Owned(harmless)
}

/// Says what went wrong, under the program's name.
pub fn complain(message: impl fmt::Display) {
    say(format_args!("stodola: {message}"));
}

/// Says for whom this process waits.
pub fn say_waiting(folder: &Path, holder: &Holder) {
    let holder = stodola_text::holder_text(language(), holder);
    say(text!("archive-waiting", folder = folder.display(), holder = holder));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_never_reach_the_terminal() {
        assert_eq!(harmless("two\nlines, čeština"), "two\nlines, čeština");
        assert_eq!(harmless("a\u{1b}[31mb\r\u{9b}"), "a\\u{1b}[31mb\\r\\u{9b}");
    }
}
