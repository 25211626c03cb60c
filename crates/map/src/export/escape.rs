//! Texts of archived pages in files of other formats: whatever they have, the file stays what it is.

use std::fmt::{self, Write};

/// A text in XML, as content or as a value in double quotes. Characters that XML cannot have are replaced.
pub(super) struct Xml<'t>(pub(super) &'t str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", c as u32)?,
                '\u{0}'..'\u{20}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A text in JSON, with its quotes. It can stand within a script too.
pub(super) struct Json<'t>(pub(super) &'t str);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '<'
                | '>'
                | '&'
                | '\u{0}'..'\u{20}'
                | '\u{7f}'..='\u{9f}'
                | '\u{2028}'
                | '\u{2029}' => {
                    write!(f, "\\u{:04x}", c as u32)?;
                }
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// A text in DOT, with its quotes.
pub(super) struct Dot<'t>(pub(super) &'t str);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// A field of CSV, in quotes if it needs them (RFC 4180).
pub(super) struct Csv<'t>(pub(super) &'t str);

impl fmt::Display for Csv<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A program for tables would take such a field of a page for a formula.
        let is_formula =
            self.0.starts_with(['=', '+', '-', '@', '\t', '\r']) && self.0.parse::<f64>().is_err();
        if !is_formula && !self.0.contains([',', '"', '\n', '\r']) {
            return f.write_str(self.0);
        }
        let mark = if is_formula { "'" } else { "" };
        write!(f, "\"{mark}{}\"", self.0.replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_place() {
        let odd = "a<b>&\"'\\,\n\u{0}\u{1b}]]>ž\u{2028}";
        assert_eq!(
            Xml(odd).to_string(),
            "a&lt;b&gt;&amp;&quot;&#39;\\,&#10;\u{fffd}\u{fffd}]]&gt;ž\u{2028}"
        );
        let json = Json(odd).to_string();
        assert_eq!(serde_json_free_check(&json), odd);
        assert!(!json.contains('<') && !json.contains('\u{2028}'));
        assert_eq!(Dot("a\"b\\c\nd").to_string(), "\"a\\\"b\\\\c d\"");
        for (text, field) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("a\"b", "\"a\"\"b\""),
            ("a\nb", "\"a\nb\""),
            ("=1+1", "\"'=1+1\""),
            ("-5", "-5"),
            ("", ""),
        ] {
            assert_eq!(Csv(text).to_string(), field);
        }
    }

    /// Undoes the escapes of JSON.
    fn serde_json_free_check(json: &str) -> String {
        let mut text = String::new();
        let mut rest = json[1..json.len() - 1].chars();
        while let Some(c) = rest.next() {
            match (c, c == '\\') {
                (_, true) => match rest.next().unwrap() {
                    'u' => {
                        let digits: String = rest.by_ref().take(4).collect();
                        let code = u32::from_str_radix(&digits, 16).unwrap();
                        text.push(char::from_u32(code).unwrap());
                    }
                    c => text.push(c),
                },
                (c, false) => text.push(c),
            }
        }
        text
    }
}
