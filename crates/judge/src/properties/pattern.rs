//! Patterns of Java, for the engine that is used here.
//!
//! The engine takes time proportional to the text whatever the pattern is, and therefore knows fewer constructs than
//! Java; some others it knows with another meaning. A pattern is translated construct by construct: what means the same
//! is passed on, what can be said otherwise is said otherwise (`\d` is ASCII in Java), and everything else is refused
//! with its place. So a pattern never finds something else than it did, without a word.

use std::iter::Peekable;
use std::str::CharIndices;

use regex::{Regex, RegexBuilder};

/// Maximum memory of a compiled pattern in bytes; a larger one is refused.
const MAX_PATTERN: usize = 1 << 20;
/// Depth of groups within groups.
const MAX_GROUPS: usize = 50;

/// What a pattern is matched against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// An e-mail address: one line, whose end is the end of the input.
    Address,
    /// A text of many lines.
    Text,
}

/// Compiles a pattern of Java; the error is one line.
pub(super) fn from_java(pattern: &str, against: Against) -> Result<Regex, String> {
    let wrong = |reason: String| format!("invalid pattern '{pattern}': {reason}");
    let chars = pattern.char_indices().peekable();
    let mut reader = JavaPattern { chars, against, dot_is_all: false, out: String::new() };
    reader.translate().map_err(|refused| wrong(refused.told(pattern)))?;
    let built = RegexBuilder::new(&reader.out).size_limit(MAX_PATTERN).build();
    built.map_err(|error| {
        let text = error.to_string();
        let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
        wrong(reason.to_owned())
    })
}

/// A construct that is refused.
struct Refused {
    at: usize,
    what: String,
    why: &'static str,
}

impl Refused {
    fn new(at: usize, what: impl Into<String>, why: &'static str) -> Refused {
        Refused { at, what: what.into(), why }
    }

    fn told(&self, pattern: &str) -> String {
        let Refused { at, what, why } = self;
        let place = 1 + pattern.char_indices().take_while(|(start, _)| start < at).count();
        format!("'{what}' at character {place} {why}")
    }
}

const UNSUPPORTED: &str = "is not supported here";
const DIFFERENT: &str = "means something else here than in Java; write it in another way";
const NOT_JAVA: &str = "is not allowed in Java";

struct JavaPattern<'a> {
    chars: Peekable<CharIndices<'a>>,
    against: Against,
    /// Whether the pattern begins with the flag `s`.
    dot_is_all: bool,
    out: String,
}

impl JavaPattern<'_> {
    fn translate(&mut self) -> Result<(), Refused> {
        // Where the groups begin that are open.
        let mut open = Vec::new();
        // Whether a quantifier may follow.
        let mut has_atom = false;
        let mut is_first = true;
        while let Some((at, c)) = self.chars.next() {
            match c {
                '\\' => has_atom = self.escape(at)?,
                '[' => {
                    self.class(at)?;
                    has_atom = true;
                }
                '(' => {
                    if self.group(at, is_first)? {
                        open.push(at);
                        if open.len() > MAX_GROUPS {
                            return Err(Refused::new(at, "(", "is nested too deeply"));
                        }
                    }
                    has_atom = false;
                }
                ')' => {
                    open.pop().ok_or_else(|| Refused::new(at, ")", "ends no group"))?;
                    self.out.push(')');
                    has_atom = true;
                }
                '*' | '+' | '?' | '{' => {
                    if !has_atom {
                        let why = "has nothing before it to repeat; a sign itself is written with two backslashes, \
                                   as in '\\\\+'";
                        return Err(Refused::new(at, c, why));
                    }
                    self.quantifier(at, c)?;
                    has_atom = false;
                }
                '|' => {
                    self.out.push('|');
                    has_atom = false;
                }
                '^' => {
                    self.out.push('^');
                    has_atom = false;
                }
                // In Java it is also found before the last line end.
                '$' if self.against == Against::Text => {
                    return Err(Refused::new(at, "$", DIFFERENT));
                }
                '$' => {
                    self.out.push('$');
                    has_atom = false;
                }
                '.' => {
                    let dot = match self.dot_is_all {
                        true => "(?s:.)",
                        false => r"[^\n\r\x{85}\x{2028}\x{2029}]",
                    };
                    self.out.push_str(dot);
                    has_atom = true;
                }
                c => {
                    self.literal(c);
                    has_atom = true;
                }
            }
            is_first = false;
        }
        match open.last() {
            None => Ok(()),
            Some(at) => Err(Refused::new(*at, "(", "is not closed")),
        }
    }

    fn literal(&mut self, c: char) {
        self.out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
    }

    /// Translates what follows a backslash. Returns whether it may be repeated.
    fn escape(&mut self, at: usize) -> Result<bool, Refused> {
        let Some((_, c)) = self.chars.next() else {
            return Err(Refused::new(at, "\\", "has nothing behind it"));
        };
        if let Some(set) = ascii_set(c) {
            self.out.push_str(set);
            return Ok(true);
        }
        match c {
            'A' | 'z' => {
                self.out.push('\\');
                self.out.push(c);
                Ok(false)
            }
            'b' | 'B' if self.chars.peek().is_none_or(|(_, next)| *next != '{') => {
                self.out.push('\\');
                self.out.push(c);
                Ok(false)
            }
            'p' | 'P' => {
                let category = self.category(at, c)?;
                self.out.push_str(&category);
                Ok(true)
            }
            c => {
                let literal = self.escaped_char(at, c)?;
                self.literal(literal);
                Ok(true)
            }
        }
    }

    /// Returns the character that an escape stands for; the error refuses escapes that stand for something else.
    fn escaped_char(&mut self, at: usize, c: char) -> Result<char, Refused> {
        let digits = match c {
            't' => return Ok('\t'),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            'f' => return Ok('\x0c'),
            'a' => return Ok('\x07'),
            'e' => return Ok('\x1b'),
            'x' => 2,
            'u' => 4,
            '1'..='9' | 'k' => {
                let why = "is a reference to a group, which is not supported here";
                return Err(Refused::new(at, format!("\\{c}"), why));
            }
            c if c.is_ascii_alphanumeric() => {
                return Err(Refused::new(at, format!("\\{c}"), UNSUPPORTED));
            }
            c => return Ok(c),
        };
        let mut code = 0;
        for _ in 0..digits {
            let digit = self.chars.next().and_then(|(_, digit)| digit.to_digit(16));
            let why = "must be followed by as many hexadecimal digits as in Java";
            code = code * 16 + digit.ok_or_else(|| Refused::new(at, format!("\\{c}"), why))?;
        }
        char::from_u32(code).ok_or_else(|| Refused::new(at, format!("\\{c}"), UNSUPPORTED))
    }

    /// Translates `\p{Lu}`: the general categories are the same, other names mean other sets in Java.
    fn category(&mut self, at: usize, c: char) -> Result<String, Refused> {
        let mut name = String::new();
        match self.chars.next() {
            Some((_, '{')) => loop {
                match self.chars.next() {
                    Some((_, '}')) => break,
                    Some((_, letter)) if name.len() < 40 => name.push(letter),
                    _ => return Err(Refused::new(at, format!("\\{c}{{{name}"), "is not closed")),
                }
            },
            Some((_, letter)) => name.push(letter),
            None => {}
        }
        const CATEGORIES: &[&str] = &[
            "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P",
            "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl",
            "Zp",
        ];
        match CATEGORIES.contains(&&*name) {
            true => Ok(format!("\\{c}{{{name}}}")),
            false => {
                let what = format!("\\{c}{{{name}}}");
                let why = "is a set of characters that is another one in Java; write the characters, as in '[a-zěšč]'";
                Err(Refused::new(at, what, why))
            }
        }
    }

    /// Translates the beginning of a group. Returns `false` for flags that are a group of their own.
    fn group(&mut self, at: usize, is_first: bool) -> Result<bool, Refused> {
        if self.chars.next_if(|(_, c)| *c == '?').is_none() {
            self.out.push('(');
            return Ok(true);
        }
        let kind = self.chars.next().map(|(_, c)| c);
        let look = "looks at what is around, which is not supported here";
        match kind {
            Some(':') => {
                self.out.push_str("(?:");
                Ok(true)
            }
            Some('=' | '!') => {
                Err(Refused::new(at, format!("(?{}", kind.unwrap_or_default()), look))
            }
            Some('<') if self.chars.peek().is_some_and(|(_, c)| matches!(c, '=' | '!')) => {
                Err(Refused::new(at, "(?<", look))
            }
            Some('<') => {
                let mut name = String::new();
                while let Some((_, c)) = self.chars.next_if(|(_, c)| c.is_ascii_alphanumeric()) {
                    name.push(c);
                }
                let is_named = name.starts_with(|c: char| c.is_ascii_alphabetic());
                if !is_named || self.chars.next().is_none_or(|(_, c)| c != '>') {
                    return Err(Refused::new(at, "(?<", NOT_JAVA));
                }
                // Nobody reads the groups, so a name used twice does no harm here and is refused as in Java.
                self.out.push_str(&format!("(?<{name}>"));
                Ok(true)
            }
            Some('>') => {
                let why = "is a group without backtracking, which is not supported here";
                Err(Refused::new(at, "(?>", why))
            }
            Some(flag) => self.flags(at, flag, is_first),
            None => Err(Refused::new(at, "(?", "is not closed")),
        }
    }

    /// Translates flags, `(?i)` or `(?i:`. The flag `s` counts only at the beginning of the pattern.
    fn flags(&mut self, at: usize, first: char, is_first: bool) -> Result<bool, Refused> {
        let mut next = Some(first);
        let mut written = String::new();
        let mut ignores_case = false;
        let opens = loop {
            match next {
                Some('i') => ignores_case = true,
                // Case is always that of all letters here; see the guide.
                Some('u') => {}
                Some('s') if is_first => self.dot_is_all = true,
                Some(')') => break false,
                Some(':') => break true,
                Some(c) => {
                    let why = match c {
                        's' => "is supported only at the beginning of the pattern, as '(?s)'",
                        'd' | 'm' | 'x' | 'U' | '-' => "is a flag that is not supported here",
                        _ => NOT_JAVA,
                    };
                    return Err(Refused::new(at, format!("(?{written}{c}"), why));
                }
                None => return Err(Refused::new(at, format!("(?{written}"), "is not closed")),
            }
            written.extend(next);
            next = self.chars.next().map(|(_, c)| c);
        };
        if opens && self.dot_is_all && written.contains('s') {
            let why = "is supported only at the beginning of the pattern, as '(?s)'";
            return Err(Refused::new(at, format!("(?{written}:"), why));
        }
        match (opens, ignores_case) {
            (true, true) => self.out.push_str("(?i:"),
            (true, false) => self.out.push_str("(?:"),
            (false, true) => self.out.push_str("(?i)"),
            (false, false) => {}
        }
        Ok(opens)
    }

    fn quantifier(&mut self, at: usize, c: char) -> Result<(), Refused> {
        self.out.push(c);
        let mut written = String::from(c);
        if c == '{' {
            loop {
                match self.chars.next() {
                    Some((_, '}')) => break,
                    Some((_, c)) if c.is_ascii_digit() || c == ',' && written.len() > 1 => {
                        written.push(c);
                    }
                    _ => return Err(Refused::new(at, written, NOT_JAVA)),
                }
            }
            if written.len() < 2 {
                return Err(Refused::new(at, "{}", NOT_JAVA));
            }
            written.push('}');
            self.out.push_str(&written[1..]);
        }
        if self.chars.next_if(|(_, c)| *c == '?').is_some() {
            self.out.push('?');
            written.push('?');
        }
        match self.chars.peek() {
            Some((_, '+')) => {
                let why = "takes all it can for good, which is not supported here";
                Err(Refused::new(at, format!("{written}+"), why))
            }
            Some((_, next @ ('*' | '?' | '{'))) => Err(Refused::new(
                at,
                format!("{written}{next}"),
                "repeats a repetition; write a group",
            )),
            _ => Ok(()),
        }
    }

    /// Translates a class of characters.
    fn class(&mut self, at: usize) -> Result<(), Refused> {
        self.out.push('[');
        if self.chars.next_if(|(_, c)| *c == '^').is_some() {
            self.out.push('^');
        }
        let open = || Refused::new(at, "[", "is not closed");
        let mut is_empty = true;
        loop {
            let (place, c) = self.chars.next().ok_or_else(open)?;
            if c == ']' && !is_empty {
                break;
            }
            is_empty = false;
            let Some(from) = self.class_char(place, c)? else { continue };
            self.class_literal(from);
            let mut ahead = self.chars.clone();
            let is_range = ahead.next().is_some_and(|(_, c)| c == '-')
                && ahead.next().is_some_and(|(_, c)| c != ']');
            if is_range {
                self.chars.next();
                let (place, c) = self.chars.next().ok_or_else(open)?;
                let to = self.class_char(place, c)?;
                let wrong = || Refused::new(place, c, "cannot end a range");
                let to = to.filter(|to| *to >= from).ok_or_else(wrong)?;
                self.out.push('-');
                self.class_literal(to);
            }
        }
        self.out.push(']');
        Ok(())
    }

    /// Returns a character of a class; `None` if a set of characters was written instead.
    fn class_char(&mut self, at: usize, c: char) -> Result<Option<char>, Refused> {
        let double = c == '&' && self.chars.peek().is_some_and(|(_, next)| *next == '&');
        match c {
            '[' => {
                let why = "within a class means something else here than in Java; write '\\\\['";
                Err(Refused::new(at, "[", why))
            }
            '&' if double => Err(Refused::new(at, "&&", UNSUPPORTED)),
            '\\' => {
                let Some((_, c)) = self.chars.next() else {
                    return Err(Refused::new(at, "\\", "has nothing behind it"));
                };
                if let Some(set) = ascii_set(c) {
                    self.out.push_str(set);
                    return Ok(None);
                }
                if matches!(c, 'p' | 'P') {
                    let category = self.category(at, c)?;
                    self.out.push_str(&category);
                    return Ok(None);
                }
                self.escaped_char(at, c).map(Some)
            }
            c => Ok(Some(c)),
        }
    }

    fn class_literal(&mut self, c: char) {
        self.out.push_str(&format!("\\x{{{:x}}}", u32::from(c)));
    }
}

/// Returns the characters of `\d` and the like, which are ASCII in Java; `None` if it is another escape.
fn ascii_set(c: char) -> Option<&'static str> {
    Some(match c {
        'd' => "[0-9]",
        'D' => "[^0-9]",
        'w' => "[0-9A-Za-z_]",
        'W' => "[^0-9A-Za-z_]",
        's' => r"[\t\n\x0B\x0C\r ]",
        'S' => r"[^\t\n\x0B\x0C\r ]",
        _ => return None,
    })
}
