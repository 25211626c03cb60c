//! Outcomes of URIs. Every URI that is found ends with one of these, and a reason.

use std::fmt;

/// The result for a URI, or of one attempt at it. The numbers are stored in logs and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Outcome {
    /// An attempt failed and another will follow.
    Retried = 0,
    /// A response was archived, whatever its status. The reason is the status.
    Archived = 1,
    /// robots.txt forbids it. The reason is the line that does.
    RobotsExcluded = 2,
    /// robots.txt could not be fetched, after several attempts.
    RobotsUnreachable = 3,
    /// No byte of a response was received, after several attempts. The reason is the failure.
    Failed = 4,
    /// The address of its host is not permitted. The reason is the address.
    AddressRefused = 5,
    /// A limit of documents or bytes for its host or domain was reached. The reason is the limit.
    OverBudget = 6,
    /// The scope was changed after the URI was found. The reason is the rule.
    OutOfScope = 7,
    /// It is one of too many similar URIs without new content. The reason is the trap.
    Trap = 8,
    /// The URI cannot be fetched at all.
    Unfetchable = 9,
    /// The archive has a capture that is young enough; its links were followed. The reason is the time of that
    /// capture.
    NotDue = 10,
    /// The page does not belong to the nation, and nothing of it is archived. It was fetched and judged, or, if the
    /// reason is [`HostShare`](crate::Reason::HostShare), not fetched at all.
    NotNational = 11,
    /// A setting of the job leaves it out of the archive. The reason is [`TooLong`](crate::Reason::TooLong), or the
    /// name of the rule for the stage of writing; its links were followed then.
    LeftOut = 12,
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
    Outcome::LeftOut,
];

impl Outcome {
    /// The number that is stored in logs.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns the outcome with this number; `None` if there is none.
    pub fn from_code(code: u8) -> Option<Outcome> {
        OUTCOMES.iter().copied().find(|outcome| outcome.code() == code)
    }

    /// Returns the outcome with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Outcome> {
        OUTCOMES.iter().copied().find(|outcome| outcome.name() == name)
    }

    /// Name for reports.
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
            Outcome::LeftOut => "left-out",
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
            assert_eq!(Outcome::from_name(outcome.name()), Some(outcome));
        }
        assert_eq!(Outcome::from_code(OUTCOMES.len() as u8), None);
    }
}
