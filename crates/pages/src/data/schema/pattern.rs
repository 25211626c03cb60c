//! Patterns of XML Schema as regular expressions of the crate `regex`, which take linear time.
//!
//! The two languages look alike and differ: `^` and `$` are plain characters here, a pattern always covers the whole
//! value, classes are subtracted (`[a-z-[aeiou]]`), and `\i`, `\c` stand for characters of names. So a pattern is read
//! by the grammar of XML Schema and written anew. Blocks of Unicode (`\p{IsGreek}`) are refused.

use regex::Regex;

/// The longest pattern, in bytes.
const PATTERN_MAX: usize = 4096;
/// Groups and classes inside one another.
const DEPTH_MAX: usize = 32;
/// The largest compiled program, in bytes.
const PROGRAM_MAX: usize = 1 << 20;

const NAME_START: &str = "_:A-Za-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\
    \\u{200c}-\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\
    \\u{10000}-\\u{effff}";
const NAME_MORE: &str = "\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}-\\u{2040}";

/// Categories of Unicode that may stand in `\p{}`.
const CATEGORIES: [&str; 36] = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc",
    "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Z", "Zs", "Zl", "Zp", "S", "Sm", "Sc", "Sk", "So", "C",
    "Cc", "Cf", "Co", "Cn",
];

/// Understands a pattern.
pub(super) fn compile(pattern: &str) -> Result<Regex, String> {
    if pattern.len() > PATTERN_MAX {
        return Err(format!("a pattern is longer than {PATTERN_MAX} bytes"));
    }
    let mut reading = Reading { rest: pattern.chars().peekable(), out: String::new(), depth: 0 };
    reading.alternatives()?;
    if reading.rest.peek().is_some() {
        return Err("a pattern has a ')' too many".to_owned());
    }
    regex::RegexBuilder::new(&format!("\\A(?:{})\\z", reading.out))
        .size_limit(PROGRAM_MAX)
        .nest_limit(100)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => "a pattern needs too much memory".to_owned(),
            _ => format!("the pattern '{pattern}' cannot be used"),
        })
}

struct Reading<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    out: String,
    depth: usize,
}

impl Reading<'_> {
    fn alternatives(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("a pattern is nested too deeply".to_owned());
        }
        while let Some(&found) = self.rest.peek() {
            match found {
                ')' => break,
                '|' => {
                    self.rest.next();
                    self.out.push('|');
                }
                _ => {
                    self.atom()?;
                    self.quantifier()?;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn atom(&mut self) -> Result<(), String> {
        match self.rest.next() {
            Some('(') => {
                self.out.push_str("(?:");
                self.alternatives()?;
                if self.rest.next() != Some(')') {
                    return Err("a pattern has a '(' without ')'".to_owned());
                }
                self.out.push(')');
            }
            Some('[') => self.class()?,
            Some('.') => self.out.push_str("[^\\n\\r]"),
            Some('\\') => self.escape(false)?,
            Some(found @ ('?' | '*' | '+' | '{' | '}' | ']')) => {
                return Err(format!("'{found}' stands in a pattern where a character is expected"));
            }
            Some(found) => self.literal(found),
            None => return Err("a pattern ends too early".to_owned()),
        }
        Ok(())
    }

    fn literal(&mut self, found: char) {
        let mut buffer = [0; 4];
        self.out.push_str(&regex::escape(found.encode_utf8(&mut buffer)));
    }

    fn quantifier(&mut self) -> Result<(), String> {
        match self.rest.peek() {
            Some(&found @ ('?' | '*' | '+')) => {
                self.rest.next();
                self.out.push(found);
            }
            Some('{') => {
                self.rest.next();
                let mut inside = String::new();
                for found in self.rest.by_ref() {
                    if found == '}' {
                        return self.times(&inside);
                    }
                    inside.push(found);
                }
                return Err("a pattern has a '{' without '}'".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    fn times(&mut self, inside: &str) -> Result<(), String> {
        let wrong = || format!("'{{{inside}}}' in a pattern is not a number of times");
        let number = |text: &str| match text.bytes().all(|it| it.is_ascii_digit()) {
            true => text.parse::<u32>().map_err(|_| wrong()),
            false => Err(wrong()),
        };
        let written = match inside.split_once(',') {
            None => format!("{{{}}}", number(inside)?),
            Some((least, "")) => format!("{{{},}}", number(least)?),
            Some((least, most)) => {
                let (least, most) = (number(least)?, number(most)?);
                if most < least {
                    return Err(wrong());
                }
                format!("{{{least},{most}}}")
            }
        };
        self.out.push_str(&written);
        Ok(())
    }

    /// What stands behind a backslash.
    fn escape(&mut self, in_class: bool) -> Result<(), String> {
        let found = self.rest.next().ok_or("a pattern ends with a backslash")?;
        let class =
            |inside: &str, is_not: bool| format!("[{}{inside}]", if is_not { "^" } else { "" });
        let written = match found {
            'n' => "\\n".to_owned(),
            'r' => "\\r".to_owned(),
            't' => "\\t".to_owned(),
            's' | 'S' => class(" \\t\\n\\r", found == 'S'),
            'd' | 'D' => class("\\p{Nd}", found == 'D'),
            'w' | 'W' => class("\\p{P}\\p{Z}\\p{C}", found == 'w'),
            'i' | 'I' => class(NAME_START, found == 'I'),
            'c' | 'C' => class(&format!("{NAME_START}{NAME_MORE}"), found == 'C'),
            'p' | 'P' => {
                let mut name = String::new();
                if self.rest.next() != Some('{') {
                    return Err("'\\p' in a pattern has no '{'".to_owned());
                }
                for inside in self.rest.by_ref().take_while(|it| *it != '}') {
                    name.push(inside);
                }
                if !CATEGORIES.contains(&name.as_str()) {
                    return Err(format!("'\\p{{{name}}}' in a pattern is not supported"));
                }
                format!("\\{found}{{{name}}}")
            }
            '\\' | '|' | '.' | '-' | '^' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']' => {
                match in_class {
                    true => format!("\\{found}"),
                    false => regex::escape(&found.to_string()),
                }
            }
            _ => return Err(format!("'\\{found}' in a pattern has no meaning")),
        };
        self.out.push_str(&written);
        Ok(())
    }

    /// A class, behind its `[`.
    fn class(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("a pattern is nested too deeply".to_owned());
        }
        // `[[…]--[…]]` is a class without another one.
        self.out.push_str("[[");
        if self.rest.peek() == Some(&'^') {
            self.rest.next();
            self.out.push('^');
        }
        let mut is_first = true;
        loop {
            let found = self.rest.next().ok_or("a pattern has a '[' without ']'")?;
            match found {
                ']' if is_first => return Err("a class in a pattern is empty".to_owned()),
                ']' => {
                    self.out.push_str("]]");
                    break;
                }
                '[' => return Err("'[' stands in a class of a pattern".to_owned()),
                '-' if self.rest.peek() == Some(&'[') && !is_first => {
                    self.rest.next();
                    self.out.push_str("]--");
                    self.class()?;
                    if self.rest.next() != Some(']') {
                        return Err("']' is missing behind a subtracted class".to_owned());
                    }
                    self.out.push(']');
                    break;
                }
                _ => self.range(found, is_first)?,
            }
            is_first = false;
        }
        self.depth -= 1;
        Ok(())
    }

    /// A character or a range of a class.
    fn range(&mut self, found: char, is_first: bool) -> Result<(), String> {
        let from = match found {
            '\\' => match self.rest.peek() {
                Some(&next) if is_single(next) => {
                    self.rest.next();
                    unescaped(next)
                }
                _ => return self.escape(true),
            },
            '-' => {
                // It stands for itself at the ends of a class only.
                return match is_first || self.rest.peek() == Some(&']') {
                    true => {
                        self.out.push_str("\\-");
                        Ok(())
                    }
                    false => Err("'-' stands in the middle of a class of a pattern".to_owned()),
                };
            }
            other => other,
        };
        self.one(from);
        if self.rest.peek() != Some(&'-') {
            return Ok(());
        }
        let mut ahead = self.rest.clone();
        ahead.next();
        // `a-]` and `a-[` are no ranges.
        if matches!(ahead.peek(), Some(']' | '[') | None) {
            return Ok(());
        }
        self.rest.next();
        let to = match self.rest.next() {
            Some('\\') => match self.rest.next() {
                Some(next) if is_single(next) => unescaped(next),
                _ => return Err("a range in a pattern has no end".to_owned()),
            },
            Some(other) => other,
            None => return Err("a range in a pattern has no end".to_owned()),
        };
        if to < from {
            return Err(format!("the range '{from}-{to}' in a pattern is the wrong way round"));
        }
        self.out.push('-');
        self.one(to);
        Ok(())
    }

    fn one(&mut self, found: char) {
        self.out.push_str(&format!("\\u{{{:x}}}", u32::from(found)));
    }
}

/// Whether a backslash with this character stands for one character.
fn is_single(found: char) -> bool {
    "nrt\\|.-^?*+{}()[]".contains(found)
}

fn unescaped(found: char) -> char {
    match found {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    }
}
