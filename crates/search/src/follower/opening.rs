//! Opening database and index together.

use crate::error::SearchError;
use crate::index::IndexFiller;
use crate::store::Store;
use std::path::Path;

/// Opens database and index, and brings them together again if a crash came between their commits.
pub(super) fn open_both(folder: &Path) -> Result<(Store, IndexFiller), SearchError> {
    let mut store = Store::open(folder)?;
    let mut index = IndexFiller::open(folder)?;
    let (known, there) = (store.commits()?, index.commits()?);
    if there == known + 1 {
        let next = store.next()?;
        index.remove(move |content| content >= next)?;
        index.commit(known)?;
    } else if there != known {
        let reason = format!("its database is at commit {known}, the index at {there}");
        return Err(SearchError::damaged(reason));
    }
    remove_doomed(&mut store, &mut index)?;
    Ok((store, index))
}

/// Removes documents from the index that the database has given up.
pub(super) fn remove_doomed(store: &mut Store, index: &mut IndexFiller) -> Result<(), SearchError> {
    let doomed = store.doomed()?;
    if doomed.is_empty() {
        return Ok(());
    }
    let number = store.commits()?;
    index.remove(move |content| doomed.binary_search(&content).is_ok())?;
    index.commit(number)?;
    store.spare()
}
