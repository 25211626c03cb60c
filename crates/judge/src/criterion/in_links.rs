//! Pages of the national domain that link to this one: the rule by which Portugal distinguishes its pages from
//! Brazil's.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

struct InLinks;

pub(super) fn make(_: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(InLinks))
}

impl Criterion for InLinks {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let count = page.national_in_links;
        let mut out = Found { found: count, valid: count, ..Found::default() };
        if count > 0 {
            out.show(&format!("{count} from the national domain"), None);
        }
        out
    }
}
