//! Content of elements as an automaton.
//!
//! A content is a tree of sequences and choices with numbers of times. Each place where an element may stand is a
//! position (Glushkov's construction); numbers of times are written out, and only the last copy of something unbounded
//! leads back to itself. A position leads to those that may follow, so checking a child takes the number of positions
//! that it may be at. That number, and the number of arrows, are bounded when the schema is registered.

use super::model::{ElementDeclaration, ElementId, ModelName};
use crate::data::xml::XmlFault;
use std::collections::HashMap;
use std::sync::Arc;

/// Most positions of one content.
const POSITIONS_MAX: usize = 4096;
/// Most arrows of one content.
const ARROWS_MAX: usize = 100_000;

/// What building all contents of a schema may cost. Empty sequences cost steps but no positions.
#[derive(Debug)]
pub(super) struct Budget {
    pub steps: usize,
    pub arrows: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 200_000, arrows: 1_000_000 }
    }
}

/// Content as it was written.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub term: Term,
    pub min: u32,
    /// `None` is unbounded.
    pub max: Option<u32>,
    /// Where it stands in the schema.
    pub at: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Term {
    /// A declaration, and the number of this mention of it.
    Element(ElementId, usize),
    Sequence(Vec<Arc<Particle>>),
    Choice(Vec<Arc<Particle>>),
}

/// A content that children can be checked by.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    /// The declaration and the mention of each position.
    positions: Vec<(ElementId, usize)>,
    /// Which positions may follow each.
    follow: Vec<Vec<u32>>,
    first: Vec<u32>,
    /// Whether the content may end at each position.
    is_last: Vec<bool>,
    can_be_empty: bool,
}

/// Where the children of an element have led to.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// `None` before the first child.
    at: Option<Vec<u32>>,
}

struct Fragment {
    can_be_empty: bool,
    first: Vec<u32>,
    last: Vec<u32>,
}

impl Fragment {
    const EMPTY: Fragment = Fragment { can_be_empty: true, first: Vec::new(), last: Vec::new() };
}

impl Automaton {
    /// Builds the automaton of a content. `at` is where the content stands.
    pub(super) fn build(
        particle: &Particle,
        elements: &[ElementDeclaration],
        at: usize,
        budget: &mut Budget,
    ) -> Result<Automaton, XmlFault> {
        let mut building = Building { automaton: Automaton::default(), arrows: 0, budget };
        let whole = building.particle(particle)?;
        let mut automaton = building.automaton;
        automaton.is_last = vec![false; automaton.positions.len()];
        for place in &whole.last {
            if let Some(is_last) = automaton.is_last.get_mut(*place as usize) {
                *is_last = true;
            }
        }
        automaton.first = whole.first;
        automaton.can_be_empty = whole.can_be_empty;
        for list in &mut automaton.follow {
            list.sort_unstable();
            list.dedup();
        }
        automaton.check_unique(elements, at)?;
        Ok(automaton)
    }

    /// The content of an element that has no children.
    pub(super) fn empty() -> Automaton {
        Automaton { can_be_empty: true, ..Automaton::default() }
    }

    /// All declarations that may stand in the content.
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.positions.iter().map(|it| it.0)
    }

    /// XML Schema wants it to be clear by the name alone which mention of an element a child is.
    fn check_unique(&self, elements: &[ElementDeclaration], at: usize) -> Result<(), XmlFault> {
        for list in std::iter::once(&self.first).chain(&self.follow) {
            let mut mentions: HashMap<&ModelName, usize> = HashMap::new();
            for (element, mention) in list.iter().filter_map(|it| self.positions.get(*it as usize))
            {
                let Some(declared) = elements.get(*element) else { continue };
                if *mentions.entry(&declared.name).or_insert(*mention) != *mention {
                    let what = format!(
                        "it is not clear which <{}> of the content a child would be",
                        declared.name.local
                    );
                    return Err(XmlFault::new(at, what));
                }
            }
        }
        Ok(())
    }

    /// Takes one child more, if it may stand there; returns its declaration.
    pub(super) fn step(
        &self,
        progress: &mut Progress,
        is_it: impl Fn(ElementId) -> bool,
        work: &mut u64,
    ) -> Option<ElementId> {
        let mut next = Vec::new();
        let mut found = None;
        let mut take = |list: &[u32]| {
            *work += list.len() as u64;
            for place in list {
                let Some((element, _)) = self.positions.get(*place as usize) else { continue };
                if is_it(*element) {
                    found = Some(*element);
                    next.push(*place);
                }
            }
        };
        match &progress.at {
            None => take(&self.first),
            Some(places) => {
                for place in places {
                    take(self.follow.get(*place as usize).map_or(&[], Vec::as_slice));
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        progress.at = Some(next);
        found
    }

    /// Whether the content may end there.
    pub(super) fn is_complete(&self, progress: &Progress) -> bool {
        match &progress.at {
            None => self.can_be_empty,
            Some(places) => {
                places.iter().any(|it| self.is_last.get(*it as usize).copied().unwrap_or(false))
            }
        }
    }

    /// What may come next, for a message.
    pub(super) fn expected(&self, progress: &Progress) -> Vec<ElementId> {
        let mut places: Vec<u32> = match &progress.at {
            None => self.first.clone(),
            Some(places) => {
                let lists = places.iter().filter_map(|it| self.follow.get(*it as usize));
                lists.flatten().take(100).copied().collect()
            }
        };
        places.sort_unstable();
        let mut elements: Vec<ElementId> = places
            .iter()
            .filter_map(|it| self.positions.get(*it as usize))
            .map(|it| it.0)
            .collect();
        elements.dedup();
        elements
    }
}

struct Building<'a> {
    automaton: Automaton,
    arrows: usize,
    budget: &'a mut Budget,
}

impl Building<'_> {
    fn particle(&mut self, particle: &Particle) -> Result<Fragment, XmlFault> {
        if particle.max == Some(0) {
            return Ok(Fragment::EMPTY);
        }
        let copies = particle.max.unwrap_or(particle.min.max(1));
        let mut whole =
            Fragment { can_be_empty: particle.min == 0, first: Vec::new(), last: Vec::new() };
        let mut before: Vec<u32> = Vec::new();
        for copy in 0..copies {
            let one = self.term(particle)?;
            if one.first.is_empty() {
                // Nothing can stand in it, however often.
                return Ok(Fragment {
                    can_be_empty: one.can_be_empty || particle.min == 0,
                    ..Fragment::EMPTY
                });
            }
            self.connect(&before, &one.first, particle.at)?;
            if copy == 0 {
                whole.first.clone_from(&one.first);
                whole.can_be_empty |= one.can_be_empty;
            }
            if copy + 1 >= particle.min || one.can_be_empty {
                whole.last.extend_from_slice(&one.last);
            }
            if particle.max.is_none() && copy + 1 == copies {
                self.connect(&one.last, &one.first, particle.at)?;
            }
            before = one.last;
        }
        Ok(whole)
    }

    /// One copy of what stands there.
    fn term(&mut self, particle: &Particle) -> Result<Fragment, XmlFault> {
        let left = self.budget.steps.checked_sub(1);
        self.budget.steps = left.ok_or_else(|| too_large(particle.at))?;
        match &particle.term {
            Term::Element(element, mention) => {
                let place = self.automaton.positions.len();
                if place >= POSITIONS_MAX {
                    return Err(too_large(particle.at));
                }
                self.automaton.positions.push((*element, *mention));
                self.automaton.follow.push(Vec::new());
                // There are at most `POSITIONS_MAX`.
                let place = place as u32;
                Ok(Fragment { can_be_empty: false, first: vec![place], last: vec![place] })
            }
            Term::Choice(members) => {
                let mut whole =
                    Fragment { can_be_empty: false, first: Vec::new(), last: Vec::new() };
                for member in members {
                    let one = self.particle(member)?;
                    whole.can_be_empty |= one.can_be_empty;
                    whole.first.extend(one.first);
                    whole.last.extend(one.last);
                }
                Ok(whole)
            }
            Term::Sequence(members) => {
                let mut whole = Fragment::EMPTY;
                for member in members {
                    let one = self.particle(member)?;
                    self.connect(&whole.last, &one.first, member.at)?;
                    if whole.can_be_empty {
                        whole.first.extend_from_slice(&one.first);
                    }
                    if one.can_be_empty {
                        whole.last.extend(one.last);
                    } else {
                        whole.last = one.last;
                    }
                    whole.can_be_empty &= one.can_be_empty;
                }
                Ok(whole)
            }
        }
    }

    fn connect(&mut self, from: &[u32], to: &[u32], at: usize) -> Result<(), XmlFault> {
        let more = from.len() * to.len();
        self.arrows += more;
        let left = self.budget.arrows.checked_sub(more).filter(|_| self.arrows <= ARROWS_MAX);
        self.budget.arrows = left.ok_or_else(|| too_large(at))?;
        for place in from {
            if let Some(list) = self.automaton.follow.get_mut(*place as usize) {
                list.extend_from_slice(to);
            }
        }
        Ok(())
    }
}

fn too_large(at: usize) -> XmlFault {
    let what = "the content has too many places for elements; make maxOccurs smaller, or unbounded";
    XmlFault::new(at, what)
}
