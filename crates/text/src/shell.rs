//! Words of commands that people paste into a shell.

/// Returns a word of a command as a shell takes it.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@%+,=".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_commands_can_be_pasted() {
        for (text, expect) in [
            ("archive/2026", "archive/2026"),
            ("my archive", "'my archive'"),
            ("it's", "'it'\\''s'"),
            ("", "''"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(shell_word(text), expect);
        }
    }
}
