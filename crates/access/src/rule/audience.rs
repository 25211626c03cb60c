//! For whom a rule is.

use super::{AddressRange, RuleTextError};
use crate::decide::Visitor;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// For whom a rule is: `everybody`, `group:staff` or `address:10.1.0.0/16`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum RuleAudience {
    /// Everybody.
    #[default]
    Everybody,
    /// The members of a group.
    Group(String),
    /// Whoever comes from an address of that range.
    Address(AddressRange),
}

impl RuleAudience {
    /// Whether a visitor belongs to it.
    pub(crate) fn fits(&self, visitor: &Visitor) -> bool {
        match self {
            RuleAudience::Everybody => true,
            RuleAudience::Group(group) => visitor.groups.iter().any(|it| it == group),
            RuleAudience::Address(range) => {
                visitor.address.is_some_and(|address| range.contains(address))
            }
        }
    }

    /// How specific it is.
    pub(crate) fn narrowness(&self) -> u16 {
        match self {
            RuleAudience::Everybody => 0,
            RuleAudience::Address(range) => 1 + range.narrowness(),
            RuleAudience::Group(_) => u16::MAX,
        }
    }
}

impl FromStr for RuleAudience {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<RuleAudience, RuleTextError> {
        if text == "everybody" {
            return Ok(RuleAudience::Everybody);
        }
        if let Some(range) = text.strip_prefix("address:") {
            return Ok(RuleAudience::Address(range.parse()?));
        }
        let is_name = |name: &str| {
            let is_plain = !name.chars().any(|it| it.is_control() || it.is_whitespace());
            is_plain && !name.is_empty() && name.len() <= 200
        };
        match text.strip_prefix("group:").filter(|name| is_name(name)) {
            Some(name) => Ok(RuleAudience::Group(name.to_owned())),
            None => Err(RuleTextError::new("group:NAME or address:RANGE", text)),
        }
    }
}

impl fmt::Display for RuleAudience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleAudience::Everybody => f.write_str("everybody"),
            RuleAudience::Group(group) => write!(f, "group:{group}"),
            RuleAudience::Address(range) => write!(f, "address:{range}"),
        }
    }
}

impl From<RuleAudience> for String {
    fn from(audience: RuleAudience) -> String {
        audience.to_string()
    }
}

impl TryFrom<String> for RuleAudience {
    type Error = RuleTextError;

    fn try_from(text: String) -> Result<RuleAudience, RuleTextError> {
        text.parse()
    }
}
