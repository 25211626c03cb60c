//! What people may do, and what their programs may.

use std::fmt;
use std::str::FromStr;

/// What a person may do. Each role may do what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PersonRole {
    /// Reads the archive.
    Reader,
    /// Decides what may be seen: rules, their log.
    Curator,
    /// Runs harvests, looks after the archive.
    Operator,
    /// Decides who may do what.
    Admin,
}

impl PersonRole {
    /// All roles, from the least to the greatest.
    pub const ALL: [PersonRole; 4] =
        [PersonRole::Reader, PersonRole::Curator, PersonRole::Operator, PersonRole::Admin];

    /// Its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            PersonRole::Reader => "reader",
            PersonRole::Curator => "curator",
            PersonRole::Operator => "operator",
            PersonRole::Admin => "admin",
        }
    }
}

impl fmt::Display for PersonRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for PersonRole {
    type Err = String;

    fn from_str(name: &str) -> Result<PersonRole, String> {
        let found = PersonRole::ALL.into_iter().find(|role| role.as_str() == name);
        found.ok_or_else(|| format!("'{name}' is not one of reader, curator, operator, admin"))
    }
}

/// What a program with a token may do, as far as its owner may do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenScope {
    /// Ask for captures and numbers.
    Read,
    /// See and change rules of access.
    Rules,
    /// See and steer jobs.
    Jobs,
    /// See and change projects.
    Projects,
    /// Ask for work, and get results.
    Requests,
    /// Be told of events.
    Events,
    /// See and change people and the log of what they did.
    People,
}

impl TokenScope {
    /// All scopes.
    pub const ALL: [TokenScope; 7] = [
        TokenScope::Read,
        TokenScope::Rules,
        TokenScope::Jobs,
        TokenScope::Projects,
        TokenScope::Requests,
        TokenScope::Events,
        TokenScope::People,
    ];

    /// Its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            TokenScope::Read => "read",
            TokenScope::Rules => "rules",
            TokenScope::Jobs => "jobs",
            TokenScope::Projects => "projects",
            TokenScope::Requests => "requests",
            TokenScope::Events => "events",
            TokenScope::People => "people",
        }
    }
}

impl FromStr for TokenScope {
    type Err = String;

    fn from_str(name: &str) -> Result<TokenScope, String> {
        let found = TokenScope::ALL.into_iter().find(|scope| scope.as_str() == name);
        found.ok_or_else(|| {
            format!("'{name}' is not one of read, rules, jobs, projects, requests, events, people")
        })
    }
}
