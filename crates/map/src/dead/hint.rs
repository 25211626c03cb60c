//! What could be done about a dead link: another address of the same page, or an older capture.

use super::LinkProblem;
use super::find::Findings;
use crate::error::MapError;
use crate::name::uri_of;
use crate::snapshot::{PageNumber, PageState};
use crate::time::MapTime;
use std::collections::HashMap;

/// What could be done about a dead link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixHint {
    /// Link to this page instead: redirects end there.
    EndOfRedirects(PageNumber),
    /// This page differs only in the spelling of its address: scheme, `www`, upper case, a slash at the end.
    Alike(PageNumber),
    /// The archive has a content of the address from this time, the newest one.
    Earlier(MapTime),
}

pub(super) fn add_hints(findings: &mut Findings<'_, '_>) -> Result<(), MapError> {
    let snapshot = findings.snapshot;
    // Targets without a content, by the key under which the catalogue has addresses that are alike.
    let mut keys: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
    let mut numbers: HashMap<PageNumber, Vec<usize>> = HashMap::new();
    for (place, target) in findings.found.targets.iter_mut().enumerate() {
        match target.problem {
            LinkProblem::RedirectChain(_) => {
                target.hint = Some(FixHint::EndOfRedirects(target.end));
            }
            LinkProblem::Status(_) | LinkProblem::NotHarvested(_) | LinkProblem::RedirectLoop => {
                let key = key_of(&snapshot.uri(target.page));
                keys.entry(key).or_default().push(place);
                numbers.entry(target.page).or_default().push(place);
            }
            LinkProblem::MissingPlace(_) | LinkProblem::SoftMissing | LinkProblem::MixedContent => {
            }
        }
    }
    if keys.is_empty() {
        return Ok(());
    }
    snapshot.each(false, |page| {
        let targets = &mut findings.found.targets;
        for place in numbers.get(&page.number).into_iter().flatten() {
            let earlier = page.captures.iter().rfind(|it| (200..300).contains(&it.status));
            if let (Some(earlier), None) = (earlier, targets[*place].hint) {
                targets[*place].hint = Some(FixHint::Earlier(earlier.time));
            }
        }
        if snapshot.standing(page.number).state == PageState::Present
            && let Some(places) = keys.get(&key_of(&uri_of(page.name)))
        {
            for place in places {
                let target = &mut targets[*place];
                if target.page != page.number {
                    target.hint = Some(FixHint::Alike(page.number));
                }
            }
        }
        Ok(())
    })
}

/// The key of an address in the catalogue, without a slash at the end.
fn key_of(uri: &[u8]) -> Vec<u8> {
    let mut key = stodola_archive::key_of(uri);
    if key.ends_with(b"/") && !key.ends_with(b")/") {
        key.pop();
    }
    key
}
