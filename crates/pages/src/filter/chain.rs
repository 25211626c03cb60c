//! All filters of a job, one after another.

use super::settings::FilterSettings;
use super::{
    AnswerBook, AnswerKey, FilterAnswer, FilterPage, FilterSettingsError, HostListReport,
    PageFilter,
};

/// What becomes of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterVerdict {
    /// It is kept.
    Kept,
    /// It is dropped, and leaves nothing behind in the text archive.
    Dropped {
        /// The name of the filter that decided.
        filter: String,
        /// Why.
        reason: String,
    },
}

/// The filters of a job in their order.
pub struct FilterChain {
    filters: Vec<Box<dyn PageFilter>>,
}

impl std::fmt::Debug for FilterChain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.filters.iter().map(|it| it.name())).finish()
    }
}

impl FilterChain {
    /// Makes the filters; also returns what was found in each list of hosts.
    pub fn new(
        settings: &[FilterSettings],
    ) -> Result<(FilterChain, Vec<HostListReport>), FilterSettingsError> {
        let mut reports = Vec::new();
        let make = |(number, it): (usize, &FilterSettings)| it.make(number, &mut reports);
        let filters = (1..).zip(settings).map(make).collect::<Result<_, _>>()?;
        Ok((FilterChain { filters }, reports))
    }

    /// A chain of filters that somebody has made.
    pub fn of(filters: Vec<Box<dyn PageFilter>>) -> FilterChain {
        FilterChain { filters }
    }

    /// Says what becomes of a page. Answers that are in the book count; new ones of filters that may answer differently
    /// another time are put into it. `key` stands for the capture. The caller writes the book
    /// ([`AnswerBook::save`]) before anything that follows from the answers is committed.
    pub fn judge(
        &mut self,
        page: &FilterPage<'_>,
        key: AnswerKey,
        book: &mut AnswerBook,
    ) -> FilterVerdict {
        for filter in &mut self.filters {
            let answer = match filter.is_repeatable() {
                true => filter.judge(page),
                false => match book.find(key, filter.name()) {
                    Some(answer) => answer.clone(),
                    None => {
                        let answer = filter.judge(page);
                        book.add(key, filter.name(), answer.clone());
                        answer
                    }
                },
            };
            if let FilterAnswer::Drop { reason } = answer {
                return FilterVerdict::Dropped { filter: filter.name().to_owned(), reason };
            }
        }
        FilterVerdict::Kept
    }
}
