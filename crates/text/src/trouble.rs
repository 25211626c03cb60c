//! What went wrong at a URI of a harvest, and what follows, in words.

use crate::why::failure_words;
use crate::{Language, span, text};
use stodola_app::job::{TroubleFollows, TroubleKind};
use stodola_frontier::Time;

/// Returns what went wrong.
pub fn trouble_words(language: Language, kind: TroubleKind) -> String {
    match kind {
        TroubleKind::Failure(failure) => failure_words(language, failure.name()),
        TroubleKind::Status(status) => {
            text!(language, "trouble-status", status = status.to_string())
        }
        TroubleKind::Robots => text!(language, "trouble-robots"),
        TroubleKind::Unfetchable => text!(language, "trouble-unfetchable"),
        TroubleKind::Trap => text!(language, "trouble-trap"),
        TroubleKind::CutLength => text!(language, "trouble-cut-length"),
        TroubleKind::CutTime => text!(language, "trouble-cut-time"),
        TroubleKind::CutOther => text!(language, "trouble-cut"),
        TroubleKind::Other => text!(language, "why-failure-other"),
    }
}

/// Returns what follows from a trouble. `most` is the number of attempts that the job makes; `None` if it is unknown.
pub fn trouble_follows_words(
    language: Language,
    follows: TroubleFollows,
    most: Option<u32>,
    now: Time,
) -> String {
    match follows {
        TroubleFollows::Again { not_before, failed } => {
            let number = match most {
                Some(most) => text!(language, "trouble-attempt-of", number = failed, most = most),
                None => text!(language, "trouble-attempt", number = failed),
            };
            if not_before > now {
                let time = span(language, not_before.since(now));
                text!(language, "trouble-again-in", time = time, number = number)
            } else {
                text!(language, "trouble-again", number = number)
            }
        }
        TroubleFollows::GivenUp(attempts) => {
            text!(language, "trouble-given-up", number = attempts)
        }
        TroubleFollows::Archived => text!(language, "trouble-archived"),
        TroubleFollows::NotFetched => text!(language, "trouble-not-fetched"),
    }
}
