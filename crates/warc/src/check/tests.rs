//! Data in, findings out. Every row names what an edit of sound records must lead to; together the
//! rows must break every rule.

mod arc;
mod files;
mod reader;
mod records;
mod samples;

use super::chains::Limits;
use super::*;
use samples::Sample;
use std::collections::BTreeSet;

/// What was found in a file, each as `grade rule`, and the summary.
fn findings(file: &[u8], limits: Limits) -> (Vec<String>, CheckSummary) {
    let mut found = Vec::new();
    let mut on = |f: Finding| {
        let message = f.fault.to_string();
        assert!(!message.is_empty() && !message.contains('\n'), "{f:?}");
        found.push(format!("{} {}", f.grade.as_str(), f.rule));
    };
    let mut reader = Reader::new(file);
    let mut checker = Checker::with_limits(&CheckerOptions::default(), &mut on, limits);
    while let Some(record) = reader.next_record().unwrap() {
        checker.record(record).unwrap();
        reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
    }
    reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
    let summary = checker.finish();
    assert_eq!(summary.errors, found.iter().filter(|f| f.starts_with("error")).count() as u64);
    (found, summary)
}

/// The findings that a row expects: grades are written once for all rules behind them.
fn expected(text: &str) -> Vec<String> {
    let mut grade = "";
    let mut list = Vec::new();
    for word in text.split_ascii_whitespace() {
        match word {
            "error" | "recommendation" | "comment" => grade = word,
            rule => list.push(format!("{grade} {rule}")),
        }
    }
    list
}

/// Runs all rows, so that one look shows every row that fails.
fn assert_rows<'r>(rows: impl Iterator<Item = (String, Vec<u8>, &'r str)>) {
    let mut wrong = Vec::new();
    for (what, file, expect) in rows {
        let (mut found, _) = findings(&file, Limits::default());
        let mut expect = expected(expect);
        found.sort();
        expect.sort();
        if found != expect {
            wrong.push(format!("{what}\n  found {found:?}\n  expected {expect:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_broken_by_some_row() {
    let rows = records::ROWS.iter().map(|row| row.2);
    let rows = rows.chain(files::ROWS.iter().map(|row| row.2)).chain(arc::ROWS.iter().map(|r| r.2));
    let told: BTreeSet<String> = rows
        .chain([files::LIMIT_FINDINGS])
        .flat_map(expected)
        .filter_map(|f| f.split_once(' ').map(|(_, rule)| rule.to_owned()))
        .chain(reader::rows().into_iter().map(|row| row.0.to_owned()))
        .collect();
    for rule in RULES {
        assert!(told.contains(rule.name), "no row breaks {}", rule.name);
    }
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len(), "two rules of one name");
}

/// The messages of the findings in all rows, word for word: programs that read `--json` may depend on them.
#[test]
fn messages_are_those_of_before() {
    let files = records::rows().chain(files::rows()).chain(arc::rows()).map(|row| row.1);
    let files = files.chain(reader::rows().into_iter().map(|row| row.1));
    let mut found = BTreeSet::new();
    let mut on = |f: Finding| {
        found.insert(format!("{}: {}\n", f.rule, f.fault));
    };
    for file in files {
        super::check(&mut Reader::new(&file[..]), &CheckerOptions::default(), &mut on).unwrap();
    }
    let found: String = found.into_iter().collect();
    assert_eq!(found, include_str!("tests/messages.txt"));
}

/// Whatever is found has a rule in the list: no name can come from elsewhere.
#[test]
fn every_rule_found_is_listed_and_explained() {
    for (_, file) in reader::rows() {
        let mut on =
            |f: Finding| assert!(CheckRule::named(f.rule).is_some(), "{} is not listed", f.rule);
        super::check(&mut Reader::new(&file[..]), &CheckerOptions::default(), &mut on).unwrap();
    }
    for rule in RULES {
        let CheckRule { name, meaning, explanation, .. } = rule;
        assert!(!meaning.is_empty() && !meaning.ends_with('.'), "{name}");
        assert!(explanation.ends_with('.') && !explanation.contains("  "), "{name}: {explanation}");
        assert!(explanation.len() > 20 && explanation != meaning, "{name}");
        assert_eq!(CheckRule::named(name), Some(*rule));
    }
    assert_eq!(CheckRule::named("no-such-rule"), None);
}
