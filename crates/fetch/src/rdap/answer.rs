//! Finds the country of a registrant in an RDAP answer (RFC 9083, with jCard of RFC 7095).
//!
//! Only a few members of an answer are read, and each may be missing or of another type than it should be. The depth is
//! limited by the JSON parser, the size by the caller that fetched it.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

/// A country by its code of two letters, in upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Country([u8; 2]);

impl Country {
    /// The two letters.
    pub fn as_str(&self) -> &str {
        // Made of ASCII letters only, so the default is never used.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Country {
    type Err = NoCountry;

    fn from_str(text: &str) -> Result<Country, NoCountry> {
        match text.trim().as_bytes() {
            [first, second] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => {
                Ok(Country([first.to_ascii_uppercase(), second.to_ascii_uppercase()]))
            }
            _ => Err(NoCountry),
        }
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Error: a text that is not a country code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a country code of two letters")]
pub struct NoCountry;

/// Error: bytes that are not an RDAP answer: not JSON, not complete, or not an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an RDAP answer")]
pub struct NoAnswer;

/// Returns the registrant's country in an RDAP answer; `None` if the answer does not name it.
pub fn registrant_country(bytes: &[u8]) -> Result<Option<Country>, NoAnswer> {
    let answer: Value = serde_json::from_slice(bytes).map_err(|_| NoAnswer)?;
    if !answer.is_object() {
        return Err(NoAnswer);
    }
    let registrants = || items(&answer["entities"]).filter(|entity| is_registrant(entity));
    let by_address = registrants().find_map(of_card);
    let by_member = || registrants().find_map(|entity| code(&entity["country"]));
    Ok(by_address.or_else(by_member).or_else(|| code(&answer["country"])))
}

fn is_registrant(entity: &Value) -> bool {
    // Some servers have a string where a list should be.
    let roles = items(&entity["roles"]).chain([&entity["roles"]]);
    roles.filter_map(Value::as_str).any(|role| role.eq_ignore_ascii_case("registrant"))
}

/// Finds the country in a jCard:
/// `["vcard", [["adr", {"cc": "CZ"}, "text", ["", "", "street", "city", "", "code", "country"]]]]`
fn of_card(entity: &Value) -> Option<Country> {
    let properties = items(&entity["vcardArray"][1]);
    let addresses = properties
        .filter(|property| property[0].as_str().is_some_and(|it| it.eq_ignore_ascii_case("adr")));
    addresses
        .filter_map(|address| {
            code(&address[1]["cc"]).or_else(|| {
                let components = address[3].as_array()?;
                code(components.last()?)
            })
        })
        .next()
}

/// Returns a code that stands alone or first in a list.
fn code(value: &Value) -> Option<Country> {
    let text = value.as_str().or_else(|| value[0].as_str())?;
    text.parse().ok()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer whose registrant has this property of an address.
    fn with_address(property: &str) -> String {
        format!(
            r#"{{"objectClassName":"domain","ldhName":"spolek.example","entities":[
            {{"roles":["registrar"],"vcardArray":["vcard",[["adr",{{"cc":"US"}},"text",[]]]]}},
            {{"roles":["administrative","registrant"],"vcardArray":["vcard",
            [["version",{{}},"text","4.0"],["fn",{{}},"text","Spolek"],{property}]]}}]}}"#
        )
    }

    #[track_caller]
    fn check(json: &str, expected: Result<Option<&str>, NoAnswer>) {
        let found = registrant_country(json.as_bytes());
        let found = found.map(|it| it.map(|it| it.to_string()));
        assert_eq!(found, expected.map(|it| it.map(str::to_owned)), "{json}");
    }

    #[test]
    fn the_registrant_s_address_tells_the_country() {
        let rest = r#""text",["","","Ulice 1","Praha","","11000","Czech Republic"]"#;
        for (property, expected) in [
            (format!(r#"["adr",{{"cc":"cz"}},{rest}]"#), Some("CZ")),
            (format!(r#"["ADR",{{"cc":["sk","cz"]}},{rest}]"#), Some("SK")),
            (r#"["adr",{},"text",["","","","","","","CZ"]]"#.to_owned(), Some("CZ")),
            (r#"["adr",{},"text",["","","","","",""," cz "]]"#.to_owned(), Some("CZ")),
            (r#"["adr",{},"text",["","","","","","",["CZ"]]]"#.to_owned(), Some("CZ")),
            (r#"["adr",{},"text",[]],["adr",{},"text",["AT"]]"#.to_owned(), Some("AT")),
            // Names of countries are not guessed at.
            (format!(r#"["adr",{{}},{rest}]"#), None),
            (r#"["adr",{"cc":""},"text","Praha 1, CZ"]"#.to_owned(), None),
            (r#"["adr",{"cc":"č"},"text",["ČR"]]"#.to_owned(), None),
            (r#"["adr",{"cc":42},"text",[null]]"#.to_owned(), None),
            (r#"["adr"]"#.to_owned(), None),
            (r#""adr""#.to_owned(), None),
        ] {
            check(&with_address(&property), Ok(expected));
        }
    }

    #[test]
    fn members_of_other_shapes_are_understood_or_left_alone() {
        for (json, expected) in [
            (r#"{}"#, Ok(None)),
            (r#"{"country":"cz"}"#, Ok(Some("CZ"))),
            (r#"{"entities":[{"roles":"registrant","country":"CZ"}]}"#, Ok(Some("CZ"))),
            (r#"{"entities":[{"roles":["registrar"],"country":"US"}]}"#, Ok(None)),
            (r#"{"entities":{"roles":["registrant"]},"country":"Czechia"}"#, Ok(None)),
            (r#"{"entities":[null,1,"x",[],{"roles":[null,{}]}]}"#, Ok(None)),
            (r#"{"entities":[{"roles":["registrant"],"vcardArray":"x"}]}"#, Ok(None)),
            (r#"{"entities":[{"roles":["registrant"],"vcardArray":["vcard",{}]}]}"#, Ok(None)),
            (r#"{"errorCode":404,"title":"Not Found"}"#, Ok(None)),
            ("", Err(NoAnswer)),
            ("[]", Err(NoAnswer)),
            ("\"CZ\"", Err(NoAnswer)),
            ("<html>CZ</html>", Err(NoAnswer)),
        ] {
            check(json, expected);
        }
    }

    #[test]
    fn half_an_answer_is_none() {
        let whole = with_address(r#"["adr",{"cc":"CZ"},"text",["","ulice \u010d. 1","CZ"]]"#);
        for end in 0..whole.len() {
            assert_eq!(registrant_country(&whole.as_bytes()[..end]), Err(NoAnswer), "{end}");
        }
        check(&whole, Ok(Some("CZ")));
    }

    #[test]
    fn no_byte_in_the_wrong_place_does_harm() {
        let whole = with_address(r#"["adr",{"cc":"CZ"},"text",["","","CZ"]]"#);
        for at in 0..whole.len() {
            for byte in [b'"', b'\\', b'[', b'}', b',', b'0', 0, 0xff] {
                let mut bytes = whole.clone().into_bytes();
                bytes[at] = byte;
                if let Ok(Some(country)) = registrant_country(&bytes) {
                    let code = country.as_str().as_bytes();
                    assert!(matches!(code, [b'A'..=b'Z', b'A'..=b'Z']), "{at}: {country:?}");
                }
            }
        }
    }

    #[test]
    fn depth_is_bounded() {
        for (open, close) in [("[", "]"), (r#"{"entities":"#, "}")] {
            let deep = open.repeat(100_000) + "1" + &close.repeat(100_000);
            check(&deep, Err(NoAnswer));
            check(&open.repeat(100_000), Err(NoAnswer));
        }
    }
}
