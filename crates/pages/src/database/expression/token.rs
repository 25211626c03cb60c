//! Words of an expression.

use super::{ExpressionFault, LENGTH_MAX, TOKENS_MAX};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a word of SQL, in lower case.
    Word(String),
    /// A text, without its quotes.
    Text(String),
    /// A number as written.
    Number(String),
    /// `?`
    Parameter,
    /// An operator, parenthesis or comma.
    Sign(&'static str),
}

/// Signs, the longer ones first.
const SIGNS: [&str; 17] =
    ["<=", ">=", "<>", "!=", "==", "||", "=", "<", ">", "(", ")", ",", "+", "-", "*", "/", "%"];

/// Words with their offsets.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ExpressionFault> {
    let fault = |at: usize, what: &str| Err(ExpressionFault::new(at, what));
    if text.len() > LENGTH_MAX {
        return fault(0, &format!("it has more than {LENGTH_MAX} bytes"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|it| !it.is_empty()) {
        let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        if space > 0 {
            at += space;
            continue;
        }
        if found.len() >= TOKENS_MAX {
            return fault(at, &format!("it has more than {TOKENS_MAX} words"));
        }
        let first = rest.chars().next().unwrap_or(' ');
        let (token, length) = match first {
            _ if rest.starts_with("--") || rest.starts_with("/*") => {
                return fault(at, "comments are not accepted");
            }
            '\'' => quoted(rest, at)?,
            '?' if rest[1..].starts_with(|it: char| it.is_ascii_digit()) => {
                return fault(at, "question marks are not numbered");
            }
            '?' => (Token::Parameter, 1),
            '0'..='9' | '.' => number(rest, at)?,
            'a'..='z' | 'A'..='Z' | '_' => {
                let is_end = |it: char| !it.is_ascii_alphanumeric() && it != '_';
                let length = rest.find(is_end).unwrap_or(rest.len());
                let word = rest[..length].to_ascii_lowercase();
                match rest[length..].starts_with('\'') {
                    true => return fault(at, "a text cannot have a prefix"),
                    false => (Token::Word(word), length),
                }
            }
            '"' | '`' | '[' => {
                return fault(at, "quoted names are not accepted; texts stand in single quotes");
            }
            ';' => return fault(at, "one expression is wanted, and ';' would end it"),
            ':' | '@' | '$' | '#' => return fault(at, "values stand as '?' only"),
            _ => match SIGNS.iter().find(|it| rest.starts_with(**it)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => {
                    return fault(at, &format!("'{}' has no meaning here", first.escape_debug()));
                }
            },
        };
        found.push((at, token));
        at += length;
    }
    Ok(found)
}

/// A text in single quotes; two of them inside stand for one.
fn quoted(rest: &str, at: usize) -> Result<(Token, usize), ExpressionFault> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((place, found)) = chars.next() {
        match found {
            '\'' if chars.peek().is_some_and(|it| it.1 == '\'') => {
                chars.next();
                text.push('\'');
            }
            '\'' => return Ok((Token::Text(text), place + 1)),
            '\0' => break,
            other => text.push(other),
        }
    }
    Err(ExpressionFault::new(at, "a text has no end, or has a character that it cannot have"))
}

fn number(rest: &str, at: usize) -> Result<(Token, usize), ExpressionFault> {
    let length = rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len());
    let text = &rest[..length];
    let wrong = |what: &str| Err(ExpressionFault::new(at, what));
    if text.len() > 18 {
        return wrong("a number has more than 18 digits");
    }
    if text.matches('.').count() > 1 || text.trim_matches('.').is_empty() {
        return wrong("a number cannot be read");
    }
    if rest[length..].starts_with(|it: char| it.is_alphanumeric() || it == '_') {
        return wrong("a number cannot be read; write it with digits and one point only");
    }
    Ok((Token::Number(text.to_owned()), length))
}
