//! Groups whose members are known by the address they come from: a reading room, an institute.

use crate::decide::Visitor;
use crate::rule::AddressRange;

/// A range of addresses whose visitors belong to a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRange {
    /// The name of the group.
    pub group: String,
    /// The addresses.
    pub range: AddressRange,
}

/// Adds the groups that a visitor belongs to by address.
pub(crate) fn recognise(ranges: &[GroupRange], mut visitor: Visitor) -> Visitor {
    let Some(address) = visitor.address else { return visitor };
    for GroupRange { group, range } in ranges {
        if range.contains(address) && !visitor.groups.contains(group) {
            visitor.groups.push(group.clone());
        }
    }
    visitor
}
