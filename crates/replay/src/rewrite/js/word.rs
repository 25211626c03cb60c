//! Words of a script: which are keywords, and what they say of what follows.

use crate::rewrite::charset::SecondBytes;

/// What a word means for the tokens behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A name that means nothing here.
    Name,
    /// A name by which windows go: `window`, `self`.
    WindowName,
    Location,
    Top,
    Eval,
    Import,
    Export,
    Function,
    Class,
    /// `if`, `for` and others: brackets follow, and a statement behind them.
    Control,
    /// `else`, `do`, `try`, `finally`: a statement follows.
    Statement,
    /// `return`, `typeof`, `var` and others: a value or a pattern follows.
    Operator,
    Delete,
    Await,
    Async,
    /// `this`, `null`, `true`, `false`.
    Value,
    Super,
    /// `of`: an operator behind a value, and else a name.
    Of,
    /// `from`: stands before the address of a module.
    From,
    As,
    /// `get`, `set`, `static`, `accessor`: may stand before the name of a member.
    MemberModifier,
}

/// Classifies a word.
pub(super) fn classify(word: &[u8]) -> Word {
    match word {
        b"location" => Word::Location,
        b"top" => Word::Top,
        b"eval" => Word::Eval,
        b"import" => Word::Import,
        b"export" => Word::Export,
        b"function" => Word::Function,
        b"class" => Word::Class,
        b"if" | b"for" | b"while" | b"with" | b"switch" | b"catch" => Word::Control,
        b"else" | b"do" | b"try" | b"finally" => Word::Statement,
        b"return" | b"typeof" | b"var" | b"let" | b"const" | b"case" | b"default" | b"in"
        | b"instanceof" | b"new" | b"void" | b"throw" | b"yield" | b"extends" | b"break"
        | b"continue" => Word::Operator,
        b"delete" => Word::Delete,
        b"await" => Word::Await,
        b"async" => Word::Async,
        b"this" | b"null" | b"true" | b"false" => Word::Value,
        b"super" => Word::Super,
        b"of" => Word::Of,
        b"from" => Word::From,
        b"as" => Word::As,
        b"get" | b"set" | b"static" | b"accessor" => Word::MemberModifier,
        b"window" | b"self" | b"parent" | b"globalThis" | b"frames" | b"opener"
        | b"defaultView" | b"contentWindow" => Word::WindowName,
        _ => Word::Name,
    }
}

/// Whether a byte may stand in a word. Bytes outside ASCII may, whatever they mean.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\') || !byte.is_ascii()
}

/// The place behind a word.
pub(super) fn end_of_word(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| is_word_byte(*byte)) {
        at += 1;
    }
    at
}

/// The place of the first byte that is neither blank nor in a comment; `None` if that is not among the bytes.
pub(super) fn next_token(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            byte if byte.is_ascii_whitespace() || *byte == 0x0b => at += 1,
            b'/' => match bytes.get(at + 1)? {
                b'/' => at += memchr::memchr2(b'\n', b'\r', &bytes[at..])?,
                b'*' => at += 2 + memchr::memmem::find(&bytes[at + 2..], b"*/")? + 2,
                _ => return Some(at),
            },
            _ => return Some(at),
        }
    }
}

/// The place behind the string that begins here, or `None` if it does not end among the bytes, or ends the line.
pub(super) fn end_of_string(bytes: &[u8], start: usize, second: SecondBytes) -> Option<usize> {
    let quote = *bytes.get(start)?;
    let mut at = start + 1;
    loop {
        at = find_in_text(bytes, at, [quote, b'\\', b'\n'], second)?;
        match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') => {
                at += 3;
            }
            b'\\' => at += 2,
            b'\n' => return None,
            _ => return Some(at + 1),
        }
    }
}

/// The place of the first of three bytes that is not the second half of a character.
pub(super) fn find_in_text(
    bytes: &[u8],
    start: usize,
    wanted: [u8; 3],
    second: SecondBytes,
) -> Option<usize> {
    if second == SecondBytes::NeverAscii {
        let [a, b, c] = wanted;
        return memchr::memchr3(a, b, c, bytes.get(start..)?).map(|at| start + at);
    }
    let mut at = start;
    loop {
        let byte = *bytes.get(at)?;
        if second.follow(byte) {
            at += 2;
        } else if wanted.contains(&byte) {
            return Some(at);
        } else {
            at += 1;
        }
    }
}
