//! The parameters of a query string, decoded.

use super::CdxError;

/// More parameters than this are refused.
const MAX_PARAMETERS: usize = 100;
/// A form with more fields than this is refused.
const MAX_FIELDS: usize = 400;
/// A longer query string is refused, in bytes.
const MAX_LENGTH: usize = 32 << 10;

/// Names and values of a query string, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryParams(Vec<(String, String)>);

impl QueryParams {
    /// Reads a query string without its question mark. Bytes that are not UTF-8 are replaced.
    pub fn parse(query: &str) -> Result<QueryParams, CdxError> {
        if query.len() > MAX_LENGTH {
            return Err(CdxError::parameter("query", format!("longer than {MAX_LENGTH} bytes")));
        }
        QueryParams::read(query, MAX_PARAMETERS)
    }

    /// Reads the fields of a form: the same, for as many bytes as the caller has taken.
    pub fn parse_form(body: &str) -> Result<QueryParams, CdxError> {
        QueryParams::read(body, MAX_FIELDS)
    }

    fn read(query: &str, most: usize) -> Result<QueryParams, CdxError> {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let params: Vec<_> = pairs
            .take(most + 1)
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decoded(name), decoded(value))
            })
            .collect();
        if params.len() > most {
            return Err(CdxError::parameter("query", format!("more than {most} parameters")));
        }
        Ok(QueryParams(params))
    }

    /// The first value of that name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let named = self.0.iter().filter(|(known, value)| known == name && !value.is_empty());
        named.map(|(_, value)| &**value).next()
    }

    /// All values of that name.
    pub fn all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Whether a switch is on: `true`, `1`, or named without a value.
    pub fn is_on(&self, name: &str) -> bool {
        self.all(name).next().is_some_and(|value| matches!(value, "" | "true" | "1" | "yes"))
    }

    /// Whether a switch is off by its own words: `false` or `0`.
    pub fn is_off(&self, name: &str) -> bool {
        self.all(name).next().is_some_and(|value| matches!(value, "false" | "0" | "no"))
    }

    /// A whole number that is not negative; `None` if there is none.
    pub fn number(&self, name: &'static str) -> Result<Option<u64>, CdxError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(CdxError::parameter(name, format!("'{}' is not a number", short(value)))),
        }
    }
}

/// A value in an error message; a long one is cut.
pub(super) fn short(value: &str) -> String {
    let mut short: String = value.chars().take(60).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    short
}

/// Undoes percent-encoding, and `+` for a space.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        match (first, tail) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    bytes.push(high << 4 | low);
                    rest = after;
                }
                _ => bytes.push(b'%'),
            },
            _ => bytes.push(first),
        }
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let params =
            QueryParams::parse("url=http%3A%2F%2Fa.cz%2F&filter=a&filter=%21b&x=1+2&on&bad=%zz%2")
                .unwrap();
        assert_eq!(params.get("url"), Some("http://a.cz/"));
        assert_eq!(params.all("filter").collect::<Vec<_>>(), ["a", "!b"]);
        assert_eq!(params.get("x"), Some("1 2"));
        assert!(params.is_on("on") && !params.is_on("off"));
        assert_eq!(params.get("bad"), Some("%zz%2"));
    }

    #[test]
    fn absurd_queries_are_refused() {
        assert!(QueryParams::parse(&"a&".repeat(101)).is_err());
        assert!(QueryParams::parse(&"a".repeat(40_000)).is_err());
        assert!(QueryParams::parse("limit=x").unwrap().number("limit").is_err());
        assert_eq!(QueryParams::parse("limit=7").unwrap().number("limit").unwrap(), Some(7));
    }
}
