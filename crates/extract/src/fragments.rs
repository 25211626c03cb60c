//! Fragments of a page: the names that a link can point to, and those that the page's own links point to.

/// Maximum length of a name in bytes. Links to longer names do not occur.
const MAX_NAME: usize = 1 << 10;

/// Names of places in a page, in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FragmentList {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    is_cut: bool,
}

impl FragmentList {
    /// Returns the names in the order of the document, each as often as it occurs. Names are in UTF-8 as far as the
    /// charset of the document allowed.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let from = std::mem::replace(&mut start, *end as usize);
            self.bytes.get(from..start).unwrap_or_default()
        })
    }

    /// Whether there were more or longer names than are kept.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Adds a name, if there is room. An empty one names nothing.
    pub(crate) fn push(&mut self, name: &[u8], max: usize) {
        if name.is_empty() {
            return;
        }
        let end = u32::try_from(self.bytes.len() + name.len());
        match end {
            Ok(end) if name.len() <= MAX_NAME && self.ends.len() < max => {
                self.bytes.extend_from_slice(name);
                self.ends.push(end);
            }
            _ => self.is_cut = true,
        }
    }
}
