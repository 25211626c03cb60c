//! Filters that must hold in addition to those of a query: a reader narrows what was found.

use super::{QueryFilters, ValueFilter};

impl QueryFilters {
    /// Both these filters and the others must hold. Within one list of a query one value is enough, so what both ask
    /// for is left of the two lists.
    pub fn narrow(&mut self, others: QueryFilters) {
        self.sites.narrow(others.sites, |a, b| deeper(a, b).map(str::to_owned));
        self.types.narrow(others.types, same);
        self.languages.narrow(others.languages, same);
        self.jobs.narrow(others.jobs, same);
        self.statuses.narrow(others.statuses, |a, b| common(*a, *b));
        self.dates.narrow(others.dates, |a, b| common(*a, *b));
    }
}

impl<T: Clone> ValueFilter<T> {
    /// `common` returns what two values have in common; `None` if nothing.
    fn narrow(&mut self, others: ValueFilter<T>, common: impl Fn(&T, &T) -> Option<T>) {
        self.unwanted.extend(others.unwanted);
        if others.wanted.is_empty() {
            return;
        }
        if self.wanted.is_empty() {
            self.wanted = others.wanted;
            return;
        }
        let pairs = self.wanted.iter().flat_map(|a| others.wanted.iter().map(move |b| (a, b)));
        let both: Vec<T> = pairs.filter_map(|(a, b)| common(a, b)).collect();
        if both.is_empty() {
            // What is asked for and not wanted at once is nothing.
            self.unwanted.extend(others.wanted.iter().cloned());
            self.wanted = others.wanted;
        } else {
            self.wanted = both;
        }
    }
}

fn same<T: PartialEq + Clone>(a: &T, b: &T) -> Option<T> {
    (a == b).then(|| a.clone())
}

/// Of two sites, of which one lies below the other, the lower one.
fn deeper<'s>(a: &'s str, b: &'s str) -> Option<&'s str> {
    let is_below = |low: &str, high: &str| {
        low.strip_prefix(high).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    };
    match (is_below(a, b), is_below(b, a)) {
        (true, _) => Some(a),
        (_, true) => Some(b),
        _ => None,
    }
}

/// What two ranges have in common.
fn common<N: Ord + Copy>(a: (N, N), b: (N, N)) -> Option<(N, N)> {
    let both = (a.0.max(b.0), a.1.min(b.1));
    (both.0 <= both.1).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn filters_that_are_added_narrow() {
        for (query, more, both) in [
            ("x", "type:pdf date:2008", "x type:pdf date:2008"),
            ("x type:pdf", "lang:cs", "x type:pdf lang:cs"),
            ("x type:pdf,html", "type:html", "x type:html"),
            ("x date:2007..2009", "date:2008..2012", "x date:2008..2009"),
            ("x site:example.cz", "site:a.example.cz", "x site:a.example.cz"),
            ("x site:a.example.cz", "site:example.cz", "x site:a.example.cz"),
            ("x -type:pdf", "type:html", "x type:html -type:pdf"),
            // Nothing is both.
            ("x type:pdf", "type:html", "x type:html -type:html"),
            ("x site:example.cz", "site:anexample.cz", "x site:anexample.cz -site:anexample.cz"),
        ] {
            let mut narrowed = parse(query).unwrap();
            narrowed.filters.narrow(parse(more).unwrap().filters);
            assert_eq!(narrowed, parse(both).unwrap(), "{query} and {more}");
        }
    }
}
