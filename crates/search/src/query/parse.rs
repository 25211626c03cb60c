//! From the text of a query to its meaning.

use super::{QUERY_BYTES_MAX, QUERY_WORDS_MAX, date};
use super::{QueryClause, QueryDemand, QueryError, QueryWords, SearchQuery, ValueFilter};
use crate::kind::DocumentType;
use crate::parts::SearchPart;
use crate::words::words_of;

/// Understands a query. Takes time and memory in proportion to its length.
pub fn parse(text: &str) -> Result<SearchQuery, QueryError> {
    if text.len() > QUERY_BYTES_MAX {
        return Err(QueryError::TooLong);
    }
    let mut query = SearchQuery::default();
    let mut blocks: Vec<SearchPart> = Vec::new();
    let mut rest = text;
    while let Some((item, after)) = next_item(rest) {
        rest = after;
        apply(&item, &mut query, &mut blocks)?;
    }
    for clause in query.clauses.iter_mut().filter(|clause| clause.parts.is_empty()) {
        clause.parts.clone_from(&blocks);
    }
    let words = query.clauses.iter().map(|clause| match &clause.words {
        QueryWords::Exact(words) => words.len(),
        QueryWords::Forms(_) | QueryWords::Prefix(_) => 1,
    });
    if words.sum::<usize>() > QUERY_WORDS_MAX {
        return Err(QueryError::TooLong);
    }
    let is_wanted = |clause: &QueryClause| clause.demand != QueryDemand::Excluded;
    match query.clauses.iter().any(is_wanted) {
        true => Ok(query),
        false if !query.filters.is_empty() => Ok(query),
        false if query.clauses.is_empty() => Err(QueryError::Empty),
        false => Err(QueryError::OnlyExcluded),
    }
}

/// Takes a text for words alone: nothing in it is a sign, a field or a quotation.
pub fn parse_literally(text: &str) -> Result<SearchQuery, QueryError> {
    let words = words_of(text);
    if text.len() > QUERY_BYTES_MAX || words.len() > QUERY_WORDS_MAX {
        return Err(QueryError::TooLong);
    }
    let clause = |word| QueryClause {
        demand: QueryDemand::Wanted,
        words: QueryWords::Forms(word),
        parts: Vec::new(),
    };
    let clauses: Vec<QueryClause> = words.into_iter().map(clause).collect();
    if clauses.is_empty() {
        return Err(QueryError::Empty);
    }
    Ok(SearchQuery { clauses, ..SearchQuery::default() })
}

/// One piece of a query, between blanks.
#[derive(Debug)]
struct Item<'t> {
    sign: Option<char>,
    /// What stands before the colon.
    field: Option<&'t str>,
    value: &'t str,
    is_quoted: bool,
}

/// Returns the next piece and what stands behind it.
fn next_item(text: &str) -> Option<(Item<'_>, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'));
    let body = sign.map_or(text, |sign| &text[sign.len_utf8()..]);
    // A name and a colon; what follows may be quoted.
    let name_end = body.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(body.len());
    let field = (name_end > 0 && body[name_end..].starts_with(':')).then(|| &body[..name_end]);
    let field = field.filter(|name| Field::named(name).is_some());
    let value = field.map_or(body, |name| &body[name.len() + 1..]);
    if let Some(quoted) = value.strip_prefix(['"', '„', '“']) {
        let end = quoted.find(['"', '“', '”']);
        let (value, after) = match end {
            Some(end) => {
                let width = quoted[end..].chars().next().map_or(1, char::len_utf8);
                (&quoted[..end], &quoted[end + width..])
            }
            None => (quoted, ""),
        };
        return Some((Item { sign, field, value, is_quoted: true }, after));
    }
    let end = value.find(char::is_whitespace).unwrap_or(value.len());
    let (value, after) = value.split_at(end);
    Some((Item { sign, field, value, is_quoted: false }, after))
}

/// What stands before a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Site,
    Type,
    Language,
    Date,
    Job,
    Status,
    Block,
    Part(SearchPart),
}

impl Field {
    fn named(name: &str) -> Option<Field> {
        let name = name.to_ascii_lowercase();
        Some(match name.as_str() {
            "site" | "host" => Field::Site,
            "type" => Field::Type,
            "lang" | "language" => Field::Language,
            "date" | "year" => Field::Date,
            "job" => Field::Job,
            "status" => Field::Status,
            "block" => Field::Block,
            name => Field::Part(SearchPart::named(name)?),
        })
    }
}

fn apply(
    item: &Item<'_>,
    query: &mut SearchQuery,
    blocks: &mut Vec<SearchPart>,
) -> Result<(), QueryError> {
    let field = item.field.and_then(Field::named);
    let (Some(name), Some(field)) = (item.field, field) else {
        add_words(item, Vec::new(), query);
        return Ok(());
    };
    if item.value.trim().is_empty() {
        return Err(QueryError::NoValue(name.to_owned()));
    }
    let filters = &mut query.filters;
    let is_unwanted = item.sign == Some('-');
    for value in values(item) {
        match field {
            Field::Part(part) => {
                add_words(item, vec![part], query);
                return Ok(());
            }
            Field::Block => {
                let part = SearchPart::named(&value.to_lowercase());
                blocks.push(part.ok_or_else(|| QueryError::Part { value: value.to_owned() })?);
            }
            Field::Site => filters.sites.add(is_unwanted, site_key(value)),
            Field::Type => {
                let kind = DocumentType::named(&value.to_lowercase());
                let kind = kind.ok_or_else(|| QueryError::Type { value: value.to_owned() })?;
                filters.types.add(is_unwanted, kind);
            }
            Field::Language => {
                let language = value.split(['-', '_']).next().unwrap_or(value).to_lowercase();
                filters.languages.add(is_unwanted, language);
            }
            Field::Job => filters.jobs.add(is_unwanted, value.to_owned()),
            Field::Status => filters.statuses.add(is_unwanted, status(value)?),
            Field::Date => filters.dates.add(is_unwanted, date::range(value)?),
        }
    }
    Ok(())
}

/// The values of a field: `type:pdf,html` has two. A quoted one is one.
fn values<'t>(item: &Item<'t>) -> Vec<&'t str> {
    if item.is_quoted {
        return vec![item.value];
    }
    item.value.split(',').filter(|value| !value.is_empty()).collect()
}

impl<T> ValueFilter<T> {
    fn add(&mut self, is_unwanted: bool, value: T) {
        if is_unwanted { self.unwanted.push(value) } else { self.wanted.push(value) }
    }
}

fn add_words(item: &Item<'_>, parts: Vec<SearchPart>, query: &mut SearchQuery) {
    let demand = match item.sign {
        Some('+') => QueryDemand::Required,
        Some('-') => QueryDemand::Excluded,
        _ => QueryDemand::Wanted,
    };
    let mut words = words_of(item.value);
    let is_prefix = !item.is_quoted && item.value.ends_with('*') && words.len() == 1;
    let words = match words.len() {
        0 => return,
        1 if item.is_quoted => QueryWords::Exact(words),
        1 if is_prefix => QueryWords::Prefix(words.remove(0)),
        1 => QueryWords::Forms(words.remove(0)),
        // `e-mail` and `3.14` are words one behind another.
        _ => QueryWords::Exact(words),
    };
    query.clauses.push(QueryClause { demand, words, parts });
}

/// The key of a site, from a host or a URL.
fn site_key(value: &str) -> String {
    let host = value.split_once("://").map_or(value, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.trim_start_matches("*.").trim_matches('.');
    let key = stodola_uri::surt(format!("http://{host}/").as_bytes());
    let end = key.iter().position(|byte| matches!(byte, b')' | b':')).unwrap_or(key.len());
    String::from_utf8_lossy(&key[..end]).into_owned()
}

fn status(value: &str) -> Result<(u16, u16), QueryError> {
    let wrong = || QueryError::Status(value.to_owned());
    let number = |text: &str| {
        let number = text.parse::<u16>().ok().filter(|it| (100..1000).contains(it));
        number.ok_or_else(wrong)
    };
    let (from, to) = match value.split_once("..") {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(value)?, number(value)?),
    };
    if from > to { Err(wrong()) } else { Ok((from, to)) }
}
