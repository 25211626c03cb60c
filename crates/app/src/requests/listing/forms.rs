//! The formats of lists.

use super::{Listing, plain, write_json};
use serde_json::{Map, Value};
use std::fmt;
use std::io::{self, Write};

/// How deep lists and objects in a value are written as elements; what is deeper is written as JSON.
const DEPTH_MAX: usize = 8;

/// Writes a list piece by piece.
pub(super) trait ListForm {
    fn begin(&mut self, list: &Listing, package: &str, out: &mut dyn Write) -> io::Result<()>;
    fn row(&mut self, list: &Listing, row: &Value, out: &mut dyn Write) -> io::Result<()>;
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// JSON: the facts, and `rows`, one row a line.
#[derive(Default)]
pub(super) struct Json {
    is_begun: bool,
}

impl ListForm for Json {
    fn begin(&mut self, list: &Listing, _: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{\n")?;
        for (name, value) in &list.facts {
            write_json(out, &Value::from(name.clone()))?;
            out.write_all(b": ")?;
            write_json(out, value)?;
            out.write_all(b",\n")?;
        }
        out.write_all(b"\"rows\": [")
    }

    fn row(&mut self, _: &Listing, row: &Value, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.is_begun { b",\n" } else { b"\n" })?;
        self.is_begun = true;
        write_json(out, row)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\n]\n}\n")
    }
}

/// XML: `<result>` with an element for each fact, and `<rows>` with a `<row>` for each row.
pub(super) struct Xml;

impl ListForm for Xml {
    fn begin(&mut self, list: &Listing, package: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<result package=\"{}\">", Markup(package))?;
        elements(&list.facts, 1, out)?;
        out.write_all(b"\n<rows>")
    }

    fn row(&mut self, _: &Listing, row: &Value, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\n<row>")?;
        content(row, 1, out)?;
        out.write_all(b"</row>")
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\n</rows>\n</result>\n")
    }
}

fn elements(facts: &Map<String, Value>, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    facts.iter().try_for_each(|(name, value)| {
        // Names that come from data need not be names of XML.
        let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic())
            && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        match is_name {
            true => write!(out, "<{name}>")?,
            false => write!(out, "<item name=\"{}\">", Markup(name))?,
        }
        content(value, depth, out)?;
        write!(out, "</{}>", if is_name { name } else { "item" })
    })
}

fn content(value: &Value, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Value::Object(facts) if depth < DEPTH_MAX => elements(facts, depth + 1, out),
        Value::Array(values) if depth < DEPTH_MAX => values.iter().try_for_each(|value| {
            out.write_all(b"<item>")?;
            content(value, depth + 1, out)?;
            out.write_all(b"</item>")
        }),
        other => write!(out, "{}", Markup(&plain(other))),
    }
}

/// CSV (RFC 4180): names of columns, then the rows. Facts are left out.
pub(super) struct Csv;

impl Csv {
    fn line(cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
        for (number, cell) in cells.enumerate() {
            let comma = if number > 0 { "," } else { "" };
            // A program for tables would take such a text of a page for a formula.
            let is_formula =
                cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
            match is_formula || cell.contains([',', '"', '\n', '\r']) {
                true => {
                    let mark = if is_formula { "'" } else { "" };
                    write!(out, "{comma}\"{mark}{}\"", cell.replace('"', "\"\""))?;
                }
                false => write!(out, "{comma}{cell}")?,
            }
        }
        out.write_all(b"\r\n")
    }
}

impl ListForm for Csv {
    fn begin(&mut self, list: &Listing, _: &str, out: &mut dyn Write) -> io::Result<()> {
        Csv::line(list.columns.iter().map(|it| (*it).to_owned()), out)
    }

    fn row(&mut self, list: &Listing, row: &Value, out: &mut dyn Write) -> io::Result<()> {
        Csv::line(list.columns.iter().map(|name| plain(&row[*name])), out)
    }

    fn end(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A web page that needs nothing else: facts, then a table. A site can include it.
pub(super) struct Html;

const STYLE: &str = "body{font-family:sans-serif;margin:1rem}table{border-collapse:collapse}\
    td,th{border-bottom:1px solid #ccc;padding:.2rem .5rem;text-align:left;vertical-align:top;\
    overflow-wrap:anywhere}dt{font-weight:bold}dd{margin:0 0 .3rem 1rem}";

impl ListForm for Html {
    fn begin(&mut self, list: &Listing, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let title = Markup(&list.title);
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">")?;
        writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
        writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<dl>")?;
        for (name, value) in &list.facts {
            writeln!(out, "<dt>{}</dt><dd>{}</dd>", Markup(name), Markup(&plain(value)))?;
        }
        write!(out, "</dl>\n<table>\n<thead><tr>")?;
        list.columns.iter().try_for_each(|name| write!(out, "<th>{}</th>", Markup(name)))?;
        writeln!(out, "</tr></thead>\n<tbody>")
    }

    fn row(&mut self, list: &Listing, row: &Value, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<tr>")?;
        for name in list.columns {
            let text = plain(&row[*name]);
            let is_address = text.starts_with("http://") || text.starts_with("https://");
            match is_address {
                true => write!(
                    out,
                    "<td><a href=\"{0}\" rel=\"noopener nofollow\">{0}</a></td>",
                    Markup(&text)
                )?,
                false => write!(out, "<td>{}</td>", Markup(&text))?,
            }
        }
        out.write_all(b"</tr>\n")
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"</tbody>\n</table>\n</html>\n")
    }
}

/// A text in XML and HTML, as content or as a value in double quotes. Characters that XML cannot have are replaced.
pub(super) struct Markup<'t>(pub(super) &'t str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(form: &mut dyn ListForm) -> String {
        let facts = json!({ "host": "a<b>\u{1}", "kinds": [{ "name": "x", "a b": 1 }] });
        let Value::Object(facts) = facts else { panic!("not an object") };
        let list = Listing { title: "t&t".to_owned(), facts, columns: &["uri", "links", "none"] };
        let mut out = Vec::new();
        form.begin(&list, "map", &mut out).unwrap();
        for uri in ["http://a.cz/\"<script>", "=1+1", "a,b"] {
            form.row(&list, &json!({ "uri": uri, "links": [1, "]]>"] }), &mut out).unwrap();
        }
        form.end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn all_formats_have_the_same_and_no_text_gets_out_of_its_place() {
        let json: Value = serde_json::from_str(&written(&mut Json::default())).unwrap();
        assert_eq!(json["host"], "a<b>\u{1}");
        assert_eq!(
            json["rows"][0],
            json!({ "uri": "http://a.cz/\"<script>", "links": [1, "]]>"] })
        );
        let xml = written(&mut Xml);
        assert!(xml.contains("<host>a&lt;b&gt;\u{fffd}</host>"), "{xml}");
        assert!(
            xml.contains("<kinds><item><item name=\"a b\">1</item><name>x</name></item></kinds>")
        );
        assert!(xml.contains(
            "<row><links><item>1</item><item>]]&gt;</item></links><uri>http://a.cz/&quot;&lt;script&gt;</uri></row>"
        ));
        let csv = written(&mut Csv);
        assert_eq!(
            csv,
            "uri,links,none\r\n\"http://a.cz/\"\"<script>\",\"[1,\"\"]]>\"\"]\",\r\n\
             \"'=1+1\",\"[1,\"\"]]>\"\"]\",\r\n\"a,b\",\"[1,\"\"]]>\"\"]\",\r\n"
        );
        let html = written(&mut Html);
        assert!(!html.contains("<script>") && html.contains("<title>t&amp;t</title>"), "{html}");
        assert!(html.contains("<a href=\"http://a.cz/&quot;&lt;script&gt;\""), "{html}");
    }

    #[test]
    fn an_empty_list_is_whole() {
        let list = Listing { title: String::new(), facts: Map::new(), columns: &["uri"] };
        let whole = |form: &mut dyn ListForm| {
            let mut out = Vec::new();
            form.begin(&list, "rank", &mut out).unwrap();
            form.end(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            serde_json::from_str::<Value>(&whole(&mut Json::default())).unwrap()["rows"],
            json!([])
        );
        assert!(whole(&mut Xml).ends_with("<rows>\n</rows>\n</result>\n"));
        assert_eq!(whole(&mut Csv), "uri\r\n");
    }
}
