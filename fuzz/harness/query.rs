//! Any text may be searched for. A query is understood or
//! refused in plain words; what was understood is bounded, and nothing in it is empty.

use stodola_search::query::{QUERY_WORDS_MAX, QueryWords, parse};

/// Takes the bytes for a query.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match parse(&text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(query) => {
            assert!(query.clauses.len() <= QUERY_WORDS_MAX);
            for clause in &query.clauses {
                match &clause.words {
                    QueryWords::Forms(word) | QueryWords::Prefix(word) => assert!(!word.is_empty()),
                    QueryWords::Exact(words) => {
                        assert!(!words.is_empty() && words.iter().all(|word| !word.is_empty()));
                    }
                }
            }
            let dates = query.filters.dates.wanted.iter().chain(&query.filters.dates.unwanted);
            assert!(dates.into_iter().all(|(from, to)| from <= to));
        }
    }
}
