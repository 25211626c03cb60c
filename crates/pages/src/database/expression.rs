//! Expressions of queries: read by a grammar of their own, and written anew.
//!
//! What SQLite gets is put together here from words that are on a list, names of columns, literals and question marks,
//! so nothing that was not understood can reach it. Left out on purpose:
//!
//! - subselects, windows, `RAISE`, `MATCH`, `REGEXP`, `CAST`, blobs, quoted names, comments: not needed;
//! - functions that make long texts of short ones, or that fail for some values (`abs` of the smallest number): an
//!   error that depends on a value would tell something about rows that the asker may not see;
//! - patterns of `LIKE` and `GLOB` that come out of a row: long ones are slow, and too long ones fail.

mod parse;
mod token;

pub(super) use parse::{condition, order};

/// The columns of the view.
pub(super) const COLUMNS: [&str; 14] = [
    "domain",
    "tag",
    "path",
    "url",
    "title",
    "time",
    "digest",
    "status",
    "type",
    "charset",
    "language",
    "record",
    "until",
    "commit_id",
];

/// Functions, with the least and the most arguments.
pub(super) const FUNCTIONS: [(&str, usize, usize); 17] = [
    ("coalesce", 2, 8),
    ("date", 1, 4),
    ("datetime", 1, 4),
    ("ifnull", 2, 2),
    ("iif", 3, 3),
    ("instr", 2, 2),
    ("length", 1, 1),
    ("lower", 1, 1),
    ("ltrim", 1, 2),
    ("max", 2, 8),
    ("min", 2, 8),
    ("nullif", 2, 2),
    ("round", 1, 1),
    ("rtrim", 1, 2),
    ("substr", 2, 3),
    ("trim", 1, 2),
    ("upper", 1, 1),
];

/// The longest condition or order, in bytes.
pub(super) const LENGTH_MAX: usize = 16 << 10;
/// Most words of one.
const TOKENS_MAX: usize = 2000;
/// Parentheses, functions and operators inside one another.
const DEPTH_MAX: usize = 24;
/// Most `||`: each can double nothing, but texts add up.
const JOINS_MAX: usize = 8;

/// An expression that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Understood {
    /// It again, as SQL. Question marks are numbered.
    pub sql: String,
    /// How many there are.
    pub parameters: usize,
}

/// Why one is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpressionFault {
    /// The offset in bytes where it shows.
    pub at: usize,
    pub what: String,
}

impl ExpressionFault {
    fn new(at: usize, what: impl Into<String>) -> ExpressionFault {
        ExpressionFault { at, what: what.into() }
    }
}
