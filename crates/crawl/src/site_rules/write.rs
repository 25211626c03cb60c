//! Rules as the text of a file, for rules that a program proposes.

use stodola_uri::{OtherParameters, SiteRule};
use toml::{Table, Value};

/// Returns the part of a file that has these rules. [`SiteRulesFile::parse`](super::SiteRulesFile::parse) reads it as
/// the same ones.
pub fn site_rules_text(site: &SiteRule) -> String {
    let list = |texts: &[String]| Value::from(texts.to_vec()).to_string();
    let mut text = format!("[[site]]\nhosts = {}\n", list(&site.hosts));
    if !site.index.is_empty() {
        text.push_str(&format!("index = {}\n", list(&site.index)));
    }
    if !site.equal.is_empty() {
        let equal = site.equal.iter().map(|(path, counts)| (path.clone(), counts.clone().into()));
        let equal: Table = equal.collect();
        text.push_str(&format!("equal = {}\n", Value::Table(equal)));
    }
    for page in &site.pages {
        text.push_str(&format!("\n[[site.page]]\npath = {}\n", quoted(&page.path.to_string())));
        match page.others {
            OtherParameters::Drop => {}
            OtherParameters::Keep => text.push_str("others = \"keep\"\n"),
            OtherParameters::Ignore => text.push_str("others = \"ignore\"\n"),
        }
        if page.parameters.is_empty() {
            continue;
        }
        text.push_str("parameters = [\n");
        for parameter in &page.parameters {
            text.push_str(&format!("    {{ name = {}", quoted(&parameter.name)));
            if parameter.is_required {
                text.push_str(", required = true");
            }
            if !parameter.values.is_empty() {
                text.push_str(&format!(", values = {}", list(&parameter.values)));
            }
            text.push_str(" },\n");
        }
        text.push_str("]\n");
    }
    text
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
