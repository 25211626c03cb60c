//! The gate of somebody who asks an archive once, with the rules of the archive as they are.

use super::{CaptureGate, OpenGate, ReaderGate};
use crate::access::now;
use crate::collections::{CollectionError, Collections};
use crate::export::ExportAccess;
use std::sync::Arc;
use stodola_access::{PeopleError, PeopleStore, RuleSet, Visitor};
use stodola_archive::Archive;

/// Errors from finding out what may be seen.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The rules of access could not be read.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// The collections of the archive could not be read.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// The archive has no such collection or job.
    #[error("there is no collection '{0}'")]
    NoCollection(String),
}

/// The gate of whoever asks, for the whole archive or for one collection or job of it.
pub(crate) fn gate_of(
    archive: &Archive,
    access: &ExportAccess,
    collection: Option<&str>,
) -> Result<Box<dyn CaptureGate>, GateError> {
    let scope = match collection {
        Some(name) => {
            let found = Collections::of_archive(archive).find(name)?;
            Some(Arc::new(found.ok_or_else(|| GateError::NoCollection(name.to_owned()))?))
        }
        None => None,
    };
    let (rules, visitor) = match access {
        ExportAccess::Everything if scope.is_none() => return Ok(Box::new(OpenGate)),
        ExportAccess::Everything => (RuleSet::default(), Visitor::default()),
        ExportAccess::Visitor(visitor) => {
            let store = PeopleStore::open_to_read(&PeopleStore::path_in(archive.folder()))?;
            let rules = store.map(|store| store.rule_set()).transpose()?.unwrap_or_default();
            (rules, visitor.clone())
        }
    };
    Ok(Box::new(ReaderGate::new(Arc::new(rules), visitor, now()).within(scope)))
}
