//! Pages that are found by the texts of links to them.

use super::SearchRequest;
use crate::error::SearchError;
use crate::run::ClauseTerms;
use crate::snapshot::OpenIndex;
use crate::store::NameKind;
use std::collections::HashMap;
use std::sync::Arc;

/// Adds to words the pages that links have them for. Texts of links count only if the reader may see all pages of the
/// site that says them: otherwise a hidden page could be known by what it calls others.
pub(super) fn link_clauses(
    open: &OpenIndex,
    request: &SearchRequest<'_>,
    clauses: &mut [ClauseTerms],
) -> Result<(), SearchError> {
    let Some(links) = open.links.as_ref().filter(|_| !request.images) else { return Ok(()) };
    let gate = request.gate.filter(|gate| gate.may_restrict(""));
    open.with_store(|store| {
        let mut known: HashMap<u32, bool> = HashMap::new();
        let mut may_use = |site: u32| -> Result<bool, SearchError> {
            let Some(gate) = gate else { return Ok(true) };
            if let Some(known) = known.get(&site) {
                return Ok(*known);
            }
            let name = store.name_of(NameKind::Site, site)?;
            let is_open = name.is_some_and(|name| !gate.may_restrict(&name));
            known.insert(site, is_open);
            Ok(is_open)
        };
        for (clause, asked) in clauses.iter_mut().zip(&request.query.clauses) {
            // What must not be there, and what must be in a certain part, is asked of the page itself.
            let is_open = asked.parts.is_empty() && clause.is_wanted() && !clause.is_phrase();
            let Some(group) = clause.groups.first().filter(|_| is_open) else { continue };
            let anchors = links.anchors(group, &mut may_use)?;
            clause.anchors = Some(Arc::new(anchors)).filter(|anchors| !anchors.is_empty());
        }
        Ok(())
    })
}
