//! Traps, in which a careless crawler stays for ever. They do not belong to the finite part of the web.

/// What keeps a crawler busy without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trap {
    /// Every month links to the next one.
    Calendar,
    /// A list that can be paged, sorted and filtered without end.
    Parameters,
    /// A relative link that makes the path longer each time.
    RepeatingSegments,
    /// Each visit gets a new session id in all its links.
    SessionIds,
    /// A host for every name; each links to ten others.
    LinkFarm,
    /// Every address whatsoever is answered with status 200.
    SoftNotFound,
    /// An address of twenty thousand characters.
    LongUri,
    /// Redirects that go in a circle.
    RedirectLoop,
}

impl Trap {
    /// Every trap, in the order of the type.
    pub const ALL: &[Trap] = &[
        Trap::Calendar,
        Trap::Parameters,
        Trap::RepeatingSegments,
        Trap::SessionIds,
        Trap::LinkFarm,
        Trap::SoftNotFound,
        Trap::LongUri,
        Trap::RedirectLoop,
    ];
}
