//! What becomes of a URI. Every one that is found ends with one of these, and a reason.

use std::fmt;

/// What became of a URI, or of one attempt at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Outcome {
    /// An attempt failed and another will follow.
    Retried = 0,
    /// A response was archived, whatever its status; the detail begins with that.
    Archived = 1,
    /// robots.txt forbids it; the detail is the line that does.
    RobotsExcluded = 2,
    /// Nobody could say what robots.txt allows, after several attempts.
    RobotsUnreachable = 3,
    /// No byte of a response came, after several attempts; the detail is why.
    Failed = 4,
    /// Its host has an address that must not be asked.
    AddressRefused = 5,
    /// A limit of documents or bytes for its host or domain was reached.
    OverBudget = 6,
    /// The scope was changed after it was found.
    OutOfScope = 7,
    /// It is one of too many that bring nothing new; the detail is the trap.
    Trap = 8,
    /// It cannot be fetched at all.
    Unfetchable = 9,
    /// The archive has a capture that is young enough; its links were followed. The detail tells
    /// from when it is.
    NotDue = 10,
    /// It was fetched and judged, and is not of the nation; nothing of it is kept. Or it was not fetched
    /// any more, after too many of its host were not: then the detail begins with `host-share`.
    NotNational = 11,
}

/// All outcomes.
const OUTCOMES: &[Outcome] = &[
    Outcome::Retried,
    Outcome::Archived,
    Outcome::RobotsExcluded,
    Outcome::RobotsUnreachable,
    Outcome::Failed,
    Outcome::AddressRefused,
    Outcome::OverBudget,
    Outcome::OutOfScope,
    Outcome::Trap,
    Outcome::Unfetchable,
    Outcome::NotDue,
    Outcome::NotNational,
];

impl Outcome {
    /// The number by which logs know it.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The outcome of that number.
    pub fn from_code(code: u8) -> Option<Outcome> {
        OUTCOMES.iter().copied().find(|outcome| outcome.code() == code)
    }

    /// A word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Retried => "retried",
            Outcome::Archived => "archived",
            Outcome::RobotsExcluded => "robots-excluded",
            Outcome::RobotsUnreachable => "robots-unreachable",
            Outcome::Failed => "failed",
            Outcome::AddressRefused => "address-refused",
            Outcome::OverBudget => "over-budget",
            Outcome::OutOfScope => "out-of-scope",
            Outcome::Trap => "trap",
            Outcome::Unfetchable => "unfetchable",
            Outcome::NotDue => "not-due",
            Outcome::NotNational => "not-national",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_places_in_the_list() {
        for (code, &outcome) in OUTCOMES.iter().enumerate() {
            assert_eq!(usize::from(outcome.code()), code);
            assert_eq!(Outcome::from_code(outcome.code()), Some(outcome));
        }
        assert_eq!(Outcome::from_code(OUTCOMES.len() as u8), None);
    }
}
