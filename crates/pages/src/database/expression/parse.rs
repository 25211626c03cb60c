//! The grammar of expressions: each function reads a piece and writes it again.

use super::token::{Token, tokens};
use super::{COLUMNS, DEPTH_MAX, ExpressionFault, FUNCTIONS, JOINS_MAX, Understood};

/// The longest pattern of `LIKE` and `GLOB`, in bytes.
const PATTERN_MAX: usize = 256;

/// Words of SQL that are no names, so that a message can say more than "no such column".
const REFUSED: [&str; 22] = [
    "select",
    "union",
    "except",
    "intersect",
    "exists",
    "with",
    "values",
    "from",
    "join",
    "where",
    "group",
    "having",
    "limit",
    "offset",
    "order",
    "window",
    "over",
    "filter",
    "raise",
    "cast",
    "match",
    "regexp",
];

/// Understands what stands behind `WHERE`. `first` is the number of the first question mark.
pub(in super::super) fn condition(text: &str, first: usize) -> Result<Understood, ExpressionFault> {
    let mut parsing = Parsing::new(text, first)?;
    parsing.expression()?;
    parsing.end()
}

/// Understands what stands behind `ORDER BY`.
pub(in super::super) fn order(text: &str, first: usize) -> Result<Understood, ExpressionFault> {
    let mut parsing = Parsing::new(text, first)?;
    loop {
        let at = parsing.offset();
        let before = parsing.columns;
        parsing.expression()?;
        if parsing.columns == before {
            return Err(ExpressionFault::new(at, "an order must name a column"));
        }
        if !parsing.word("asc") {
            parsing.word("desc");
        }
        if parsing.word("nulls") && !parsing.word("first") && !parsing.word("last") {
            return Err(parsing.fault("'first' or 'last' is missing behind 'nulls'"));
        }
        if !parsing.sign(",") {
            return parsing.end();
        }
    }
}

struct Parsing {
    tokens: Vec<(usize, Token)>,
    next: usize,
    length: usize,
    sql: String,
    first: usize,
    parameters: usize,
    depth: usize,
    joins: usize,
    columns: usize,
}

type Parsed = Result<(), ExpressionFault>;

impl Parsing {
    fn new(text: &str, first: usize) -> Result<Parsing, ExpressionFault> {
        Ok(Parsing {
            tokens: tokens(text)?,
            next: 0,
            length: text.len(),
            sql: String::new(),
            first,
            parameters: 0,
            depth: 0,
            joins: 0,
            columns: 0,
        })
    }

    fn end(self) -> Result<Understood, ExpressionFault> {
        match self.peek() {
            None => Ok(Understood { sql: self.sql, parameters: self.parameters }),
            Some(Token::Word(word)) if REFUSED.contains(&word.as_str()) => {
                Err(self.fault(format!("'{word}' is not accepted")))
            }
            Some(_) => Err(self.fault("one expression is wanted, and something stands behind it")),
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|it| &it.1)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.next).map_or(self.length, |it| it.0)
    }

    fn fault(&self, what: impl Into<String>) -> ExpressionFault {
        ExpressionFault::new(self.offset(), what)
    }

    fn put(&mut self, sql: &str) {
        self.sql.push(' ');
        self.sql.push_str(sql);
    }

    /// Takes a word of SQL if it comes next.
    fn word(&mut self, word: &'static str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Word(found)) if found == word);
        if is_it {
            self.next += 1;
            self.put(word);
        }
        is_it
    }

    fn sign(&mut self, sign: &'static str) -> bool {
        let is_it = self.peek() == Some(&Token::Sign(sign));
        if is_it {
            self.next += 1;
            self.put(sign);
        }
        is_it
    }

    fn need_word(&mut self, word: &'static str) -> Parsed {
        if self.word(word) { Ok(()) } else { Err(self.fault(format!("'{word}' is expected here"))) }
    }

    fn need_sign(&mut self, sign: &'static str) -> Parsed {
        if self.sign(sign) { Ok(()) } else { Err(self.fault(format!("'{sign}' is expected here"))) }
    }

    /// Goes one level deeper.
    fn nested(&mut self, read: impl FnOnce(&mut Parsing) -> Parsed) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self.fault(format!("it is nested deeper than {DEPTH_MAX}")));
        }
        read(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn expression(&mut self) -> Parsed {
        self.nested(|it| {
            it.conjunction()?;
            while it.word("or") {
                it.conjunction()?;
            }
            Ok(())
        })
    }

    fn conjunction(&mut self) -> Parsed {
        self.negation()?;
        while self.word("and") {
            self.negation()?;
        }
        Ok(())
    }

    fn negation(&mut self) -> Parsed {
        match self.word("not") {
            true => self.nested(Parsing::negation),
            false => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Parsed {
        self.sum()?;
        for sign in ["=", "==", "<>", "!=", "<", "<=", ">", ">="] {
            if self.sign(sign) {
                return self.sum();
            }
        }
        if self.word("isnull") || self.word("notnull") {
            return Ok(());
        }
        if self.word("is") {
            self.word("not");
            return if self.word("null") { Ok(()) } else { self.sum() };
        }
        let is_negated = self.word("not");
        if self.word("like") {
            self.pattern()?;
            return if self.word("escape") { self.escape() } else { Ok(()) };
        }
        if self.word("glob") {
            return self.pattern();
        }
        if self.word("between") {
            self.sum()?;
            self.need_word("and")?;
            return self.sum();
        }
        if self.word("in") {
            return self.list();
        }
        match is_negated && !self.word("null") {
            true => Err(self.fault("'like', 'glob', 'between', 'in' or 'null' is expected here")),
            false => Ok(()),
        }
    }

    /// The values behind `IN`.
    fn list(&mut self) -> Parsed {
        self.need_sign("(")?;
        if self.sign(")") {
            return Ok(());
        }
        loop {
            self.nested(Parsing::sum)?;
            if !self.sign(",") {
                return self.need_sign(")");
            }
        }
    }

    /// A pattern is a text or a value, never something out of a row.
    fn pattern(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Text(text)) if text.len() > PATTERN_MAX => {
                Err(self.fault(format!("the pattern has more than {PATTERN_MAX} bytes")))
            }
            Some(Token::Text(_) | Token::Parameter) => self.literal().map(drop),
            _ => Err(self.fault("a pattern must be a text in quotes, or '?'")),
        }
    }

    fn escape(&mut self) -> Parsed {
        match self.peek() {
            Some(Token::Text(text)) if text.chars().count() == 1 => self.literal().map(drop),
            _ => Err(self.fault("one character in quotes is expected behind 'escape'")),
        }
    }

    fn sum(&mut self) -> Parsed {
        self.unary()?;
        loop {
            if self.peek() == Some(&Token::Sign("||")) {
                self.joins += 1;
                if self.joins > JOINS_MAX {
                    return Err(
                        self.fault(format!("'||' stands there more than {JOINS_MAX} times"))
                    );
                }
            }
            let is_more = ["||", "+", "-", "*", "/", "%"].iter().any(|sign| self.sign(sign));
            if !is_more {
                return Ok(());
            }
            self.unary()?;
        }
    }

    fn unary(&mut self) -> Parsed {
        if self.sign("-") || self.sign("+") {
            return self.nested(Parsing::unary);
        }
        self.primary()?;
        if self.word("collate")
            && !self.word("nocase")
            && !self.word("binary")
            && !self.word("rtrim")
        {
            return Err(self.fault("a collation is 'nocase', 'binary' or 'rtrim'"));
        }
        Ok(())
    }

    fn primary(&mut self) -> Parsed {
        if self.literal()? {
            return Ok(());
        }
        if self.sign("(") {
            self.expression()?;
            if self.peek() == Some(&Token::Sign(",")) {
                return Err(self.fault("lists in parentheses are not accepted"));
            }
            return self.need_sign(")");
        }
        if self.word("case") {
            return self.nested(Parsing::case);
        }
        for word in ["null", "true", "false"] {
            if self.word(word) {
                return Ok(());
            }
        }
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.fault("a column, a value or '(' is expected here"));
        };
        let is_call = self.tokens.get(self.next + 1).is_some_and(|it| it.1 == Token::Sign("("));
        let column = COLUMNS.iter().find(|it| *it == word);
        match column {
            _ if is_call => self.call(),
            Some(column) => {
                self.next += 1;
                self.columns += 1;
                self.put(column);
                Ok(())
            }
            None if REFUSED.contains(&word.as_str()) => {
                Err(self.fault(format!("'{word}' is not accepted")))
            }
            None => Err(self.fault(format!("there is no column '{word}'"))),
        }
    }

    /// A text, a number or a question mark; tells whether there was one.
    fn literal(&mut self) -> Result<bool, ExpressionFault> {
        let sql = match self.peek() {
            Some(Token::Text(text)) => format!("'{}'", text.replace('\'', "''")),
            Some(Token::Number(number)) => number.clone(),
            Some(Token::Parameter) => {
                self.parameters += 1;
                format!("?{}", self.first + self.parameters - 1)
            }
            _ => return Ok(false),
        };
        self.next += 1;
        self.put(&sql);
        Ok(true)
    }

    fn call(&mut self) -> Parsed {
        let at = self.offset();
        let Some(Token::Word(word)) = self.peek() else { return Ok(()) };
        let Some((name, least, most)) = FUNCTIONS.iter().find(|it| it.0 == word) else {
            return Err(match REFUSED.contains(&word.as_str()) {
                true => self.fault(format!("'{word}' is not accepted")),
                false => self.fault(format!("the function '{word}' is not accepted")),
            });
        };
        self.next += 1;
        self.put(name);
        self.need_sign("(")?;
        let mut arguments = 0;
        if !self.sign(")") {
            loop {
                self.expression()?;
                arguments += 1;
                if !self.sign(",") {
                    break;
                }
            }
            self.need_sign(")")?;
        }
        match (*least..=*most).contains(&arguments) {
            true => Ok(()),
            false => {
                let what = format!("'{name}' takes {least} to {most} arguments, not {arguments}");
                Err(ExpressionFault::new(at, what))
            }
        }
    }

    fn case(&mut self) -> Parsed {
        if !matches!(self.peek(), Some(Token::Word(word)) if word == "when") {
            self.expression()?;
        }
        self.need_word("when")?;
        loop {
            self.expression()?;
            self.need_word("then")?;
            self.expression()?;
            if !self.word("when") {
                break;
            }
        }
        if self.word("else") {
            self.expression()?;
        }
        self.need_word("end")
    }
}
