//! Reads a rule as it is written in a pack.
//!
//! ```text
//! rule      = part { "and" part } | part { "or" part }
//! part      = "not" part | "(" rule ")" | "at least" NUMBER "of" "(" rule { "," rule } ")" | test
//! test      = "domain" "(" NAME { "," NAME } ")" | "url" "(" 'PATTERN' ")"
//!           | CRITERION [ ">=" NUMBER [ "points" | "%" ] ] | "points" ">=" NUMBER | "probability" ">=" NUMBER
//! ```
//!
//! `and` and `or` beside each other need parentheses, because people read them differently.

use std::ops::Range;
use std::sync::Arc;

use super::{Least, MAX_DEPTH, MAX_PARTS, NationRule, Node, Test};
use crate::criterion::CRITERIA;
use crate::pack::compile;

/// Maximum length of a rule in bytes.
const MAX_LENGTH: usize = 16 << 10;

/// What is wrong with a rule, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleProblem {
    /// Byte offset in the rule.
    pub(crate) offset: usize,
    pub(crate) problem: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    /// A text in quotation marks, without them.
    Quoted(&'a str),
    Open,
    Close,
    Comma,
    AtLeast,
    Percent,
}

impl NationRule {
    /// Reads a rule.
    pub(crate) fn parse(text: &str) -> Result<NationRule, RuleProblem> {
        if text.len() > MAX_LENGTH {
            let problem = format!("the rule has more than {MAX_LENGTH} bytes; shorten it");
            return Err(RuleProblem { offset: 0, problem });
        }
        let tokens = tokens(text)?;
        let mut parser = Parser { text, tokens: &tokens, at: 0, parts: 0 };
        let root = parser.rule(0)?;
        match parser.peek() {
            None => Ok(NationRule { root }),
            Some(_) => Err(parser.unexpected("'and', 'or' or the end of the rule")),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(Range<usize>, Token<'_>)>, RuleProblem> {
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, token) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '(' => (1, Token::Open),
            ')' => (1, Token::Close),
            ',' => (1, Token::Comma),
            '%' => (1, Token::Percent),
            '≥' => (c.len_utf8(), Token::AtLeast),
            '>' if rest.starts_with(">=") => (2, Token::AtLeast),
            '\'' | '"' => {
                let Some(length) = rest[1..].find(c) else {
                    let problem = format!("a {c} is never closed");
                    return Err(RuleProblem { offset: at, problem });
                };
                (length + 2, Token::Quoted(&rest[1..=length]))
            }
            _ if is_of_word(c) => {
                let length = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
                (length, Token::Word(&rest[..length]))
            }
            _ => {
                let problem = format!("a rule cannot have '{}' here", c.escape_default());
                return Err(RuleProblem { offset: at, problem });
            }
        };
        tokens.push((at..at + length, token));
        at += length;
    }
    Ok(tokens)
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [(Range<usize>, Token<'a>)],
    at: usize,
    /// Number of parts so far.
    parts: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |(range, _)| range.start)
    }

    fn problem(&self, problem: impl Into<String>) -> RuleProblem {
        RuleProblem { offset: self.offset(), problem: problem.into() }
    }

    fn unexpected(&self, wanted: &str) -> RuleProblem {
        match self.tokens.get(self.at) {
            Some((range, _)) => {
                let found: String = self.text[range.clone()].chars().take(40).collect();
                self.problem(format!("the rule has '{found}' where {wanted} was expected"))
            }
            None => self.problem(format!("the rule ends where {wanted} was expected")),
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word))
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &Token<'_>, wanted: &str) -> Result<(), RuleProblem> {
        if self.peek() != Some(token) {
            return Err(self.unexpected(wanted));
        }
        self.at += 1;
        Ok(())
    }

    fn node(&mut self, text: &str, test: Test) -> Result<Node, RuleProblem> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(self.problem(format!("the rule has more than {MAX_PARTS} parts")));
        }
        Ok(Node { text: Arc::from(text), test })
    }

    fn rule(&mut self, depth: usize) -> Result<Node, RuleProblem> {
        let first = self.part(depth)?;
        let operator = match () {
            _ if self.is_word("and") => "and",
            _ if self.is_word("or") => "or",
            _ => return Ok(first),
        };
        let mut nodes = vec![first];
        while self.take_word(operator) {
            nodes.push(self.part(depth)?);
        }
        if self.is_word("and") || self.is_word("or") {
            let problem = "'and' and 'or' are mixed; write parentheses: a and (b or c)";
            return Err(self.problem(problem));
        }
        match operator {
            "and" => self.node(operator, Test::All(nodes)),
            _ => self.node(operator, Test::Any(nodes)),
        }
    }

    fn part(&mut self, depth: usize) -> Result<Node, RuleProblem> {
        if depth >= MAX_DEPTH {
            let problem = format!("more than {MAX_DEPTH} parts stand inside each other");
            return Err(self.problem(problem));
        }
        if self.take_word("not") {
            let inner = self.part(depth + 1)?;
            return self.node("not", Test::Not(Box::new(inner)));
        }
        if self.peek() == Some(&Token::Open) {
            self.at += 1;
            let inner = self.rule(depth + 1)?;
            self.expect(&Token::Close, "')'")?;
            return Ok(inner);
        }
        match self.take_word("at") {
            true => self.at_least(depth),
            false => self.test(),
        }
    }

    fn at_least(&mut self, depth: usize) -> Result<Node, RuleProblem> {
        if !self.take_word("least") {
            return Err(self.unexpected("'at least'"));
        }
        let (place, least) = (self.at, self.number::<usize>("a number")?);
        if !self.take_word("of") {
            return Err(self.unexpected("'of'"));
        }
        self.expect(&Token::Open, "'('")?;
        let mut nodes = vec![self.rule(depth + 1)?];
        while self.peek() == Some(&Token::Comma) {
            self.at += 1;
            nodes.push(self.rule(depth + 1)?);
        }
        self.expect(&Token::Close, "',' or ')'")?;
        if least == 0 || least > nodes.len() {
            self.at = place;
            let problem = format!("'at least {least}' of {} parts; give 1 to all", nodes.len());
            return Err(self.problem(problem));
        }
        self.node(&format!("at least {least} of"), Test::AtLeast(least, nodes))
    }

    fn test(&mut self) -> Result<Node, RuleProblem> {
        let first = self.at;
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.unexpected("a criterion, 'domain', 'url', 'not' or '('"));
        };
        self.at += 1;
        let test = match word.to_ascii_lowercase().as_str() {
            "domain" => Test::Domain(self.names()?),
            "url" if self.peek() == Some(&Token::Open) => Test::Url(self.pattern()?),
            "points" => {
                self.expect(&Token::AtLeast, "'>='")?;
                Test::Points(self.number("a number of points")?)
            }
            "probability" => {
                self.expect(&Token::AtLeast, "'>='")?;
                let place = self.at;
                let least = self.number::<f64>("a number from 0 to 1")?;
                if !(0.0..=1.0).contains(&least) {
                    self.at = place;
                    return Err(self.unexpected("a number from 0 to 1"));
                }
                Test::Probability(least)
            }
            name => {
                let Some(number) = CRITERIA.iter().position(|known| known.name == name) else {
                    self.at = first;
                    return Err(self.problem(no_criterion(word)));
                };
                Test::Criterion(number, self.least()?)
            }
        };
        // A test has at least one word.
        let range = |at: usize| self.tokens.get(at).map_or(0..0, |(range, _)| range.clone());
        let written = &self.text[range(first).start..range(self.at.saturating_sub(1)).end];
        let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
        self.node(&written, test)
    }

    fn names(&mut self) -> Result<Vec<Box<str>>, RuleProblem> {
        self.expect(&Token::Open, "'('")?;
        let mut names = Vec::new();
        loop {
            let (Some(Token::Word(name)) | Some(Token::Quoted(name))) = self.peek() else {
                return Err(self.unexpected("a domain such as 'cz'"));
            };
            let clean = name.trim_matches('.').to_lowercase();
            if clean.is_empty() {
                return Err(self.unexpected("a domain such as 'cz'"));
            }
            names.push(clean.into());
            self.at += 1;
            match self.peek() {
                Some(Token::Comma) => self.at += 1,
                Some(Token::Close) => {
                    self.at += 1;
                    return Ok(names);
                }
                _ => return Err(self.unexpected("',' or ')'")),
            }
        }
    }

    fn pattern(&mut self) -> Result<regex::Regex, RuleProblem> {
        self.expect(&Token::Open, "'('")?;
        let Some(Token::Quoted(pattern)) = self.peek() else {
            return Err(self.unexpected("a pattern in quotation marks"));
        };
        let pattern = compile(pattern).map_err(|problem| self.problem(problem))?;
        self.at += 1;
        self.expect(&Token::Close, "')'")?;
        Ok(pattern)
    }

    fn least(&mut self) -> Result<Least, RuleProblem> {
        if self.peek() != Some(&Token::AtLeast) {
            return Ok(Least::Valid(1));
        }
        self.at += 1;
        let place = self.at;
        let number = self.number::<f64>("a number")?;
        if self.peek() == Some(&Token::Percent) {
            self.at += 1;
            if (0.0..=100.0).contains(&number) {
                return Ok(Least::Percent(number));
            }
            self.at = place;
            return Err(self.unexpected("0 to 100 %"));
        }
        self.at = place;
        let number = self.number::<i64>("a whole number")?;
        if self.take_word("points") {
            return Ok(Least::Points(number));
        }
        u64::try_from(number).map(Least::Valid).map_err(|_| {
            self.at = place;
            self.unexpected("a number from 0 on, points, or a share in %")
        })
    }

    fn number<T: std::str::FromStr>(&mut self, wanted: &str) -> Result<T, RuleProblem> {
        let found = match self.peek() {
            Some(Token::Word(word)) => word.parse().ok(),
            _ => None,
        };
        let number = found.ok_or_else(|| self.unexpected(wanted))?;
        self.at += 1;
        Ok(number)
    }
}

fn no_criterion(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    let known: Vec<_> = CRITERIA.iter().map(|known| known.name).collect();
    format!("there is no criterion '{name}'; known: {}", known.join(", "))
}
