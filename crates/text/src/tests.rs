//! Both languages have the same texts with the same arguments, and all forms of plurals.

use crate::bundle::{CZECH, ENGLISH};
use crate::{Language, text};
use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What a text asks for: the names of its arguments, and of those that choose forms, the sets of forms.
#[derive(Default)]
struct Wants {
    arguments: BTreeSet<String>,
    forms: Vec<BTreeSet<String>>,
}

fn wants(sources: [&'static str; 7]) -> BTreeMap<String, Wants> {
    let entries =
        sources.into_iter().flat_map(|source| match fluent_syntax::parser::parse(source) {
            Ok(resource) => resource.body,
            Err((_, errors)) => panic!("the file does not parse: {errors:?}"),
        });
    let mut all = BTreeMap::new();
    for entry in entries {
        let Entry::Message(message) = entry else { continue };
        let mut wants = Wants::default();
        message.value.iter().for_each(|value| look(value, &mut wants));
        message.attributes.iter().for_each(|it| look(&it.value, &mut wants));
        let attributes: Vec<_> = message.attributes.iter().map(|it| it.id.name).collect();
        let key = format!("{} {attributes:?}", message.id.name);
        assert!(all.insert(key.clone(), wants).is_none(), "'{key}' is there twice");
    }
    all
}

fn look(pattern: &Pattern<&str>, wants: &mut Wants) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        look_into(expression, wants);
    }
}

fn look_into(expression: &Expression<&str>, wants: &mut Wants) {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            let forms = variants.iter().map(|variant| match variant.key {
                VariantKey::Identifier { name } => name.to_owned(),
                VariantKey::NumberLiteral { value } => value.to_owned(),
            });
            wants.forms.push(forms.collect());
            variants.iter().for_each(|variant| look(&variant.value, wants));
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            wants.arguments.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => look_into(expression, wants),
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                look_into(&Expression::Inline(argument.clone()), wants);
            }
        }
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. } => {}
    }
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_arguments() {
    let (english, czech) = (wants(ENGLISH), wants(CZECH));
    let keys = |all: &BTreeMap<String, Wants>| all.keys().cloned().collect::<BTreeSet<_>>();
    let (in_english, in_czech) = (keys(&english), keys(&czech));
    let only: Vec<_> = in_english.symmetric_difference(&in_czech).collect();
    assert!(only.is_empty(), "in one language only: {only:?}");
    assert!(!english.is_empty());
    for (key, wants) in &english {
        assert_eq!(wants.arguments, czech[key].arguments, "arguments of '{key}'");
    }
}

#[test]
fn plurals_have_the_forms_of_their_language() {
    for (source, forms) in
        [(ENGLISH, ["one", "other"].as_slice()), (CZECH, &["one", "few", "other"])]
    {
        let forms: BTreeSet<String> = forms.iter().map(|form| (*form).to_owned()).collect();
        for (key, wants) in wants(source) {
            for found in wants.forms {
                // Words choose among words; plurals have the names of their forms.
                let is_plural = found.iter().any(|form| ["one", "few", "many"].contains(&&**form));
                // Numbers such as 0 may have a text of their own.
                let named: BTreeSet<_> =
                    found.into_iter().filter(|form| form.parse::<u64>().is_err()).collect();
                assert!(!is_plural || named == forms, "'{key}' has the forms {named:?}");
            }
        }
    }
}

#[test]
fn plurals_follow_the_number() {
    let missing = |language, captures: u64| {
        text!(language, "archive-file-missing", name = "x", captures = captures)
    };
    assert_eq!(missing(Language::English, 1), "x: the file is missing, 1 capture in it");
    assert_eq!(missing(Language::English, 5), "x: the file is missing, 5 captures in it");
    assert_eq!(missing(Language::Czech, 1), "x: soubor chybí, obsahoval 1 záznam");
    assert_eq!(missing(Language::Czech, 3), "x: soubor chybí, obsahoval 3 záznamy");
    assert_eq!(missing(Language::Czech, 12), "x: soubor chybí, obsahoval 12 záznamů");
}

#[test]
fn the_locale_decides_the_language() {
    for (locale, expect) in [
        ("cs_CZ.UTF-8", Language::Czech),
        ("cs", Language::Czech),
        ("csb_PL", Language::English),
        ("C.UTF-8", Language::English),
        ("", Language::English),
    ] {
        assert_eq!(Language::of_locale(locale), expect, "{locale}");
    }
}

/// The texts that a source file asks for: key, and names of arguments.
fn asked_for(source: &str) -> Vec<(String, BTreeSet<String>)> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let source: Vec<&str> = source.lines().filter(is_code).collect();
    let mut all = Vec::new();
    let source = source.join("\n");
    for (call, is_phrase) in source
        .split(" text!(")
        .skip(1)
        .map(|call| (call, false))
        .chain(source.split("phrase!(").skip(1).map(|call| (call, true)))
    {
        let mut parts = parts(call).into_iter();
        let mut key = parts.next().unwrap_or_default();
        // The macros of this crate are told the language first.
        if key.trim() == "language" {
            key = parts.next().unwrap_or_default();
        }
        // Keys that are made at run time cannot be known here.
        let Some(key) = key.trim().strip_prefix('"').and_then(|key| key.strip_suffix('"')) else {
            continue;
        };
        let name = |part: String| match part.split_once('=') {
            Some((name, _)) => Some(name.trim().to_owned()),
            None => Some(part.trim().to_owned()).filter(|part| is_phrase && !part.is_empty()),
        };
        all.push((key.to_owned(), parts.filter_map(name).collect()));
    }
    all
}

/// The arguments of a call, whose text begins behind the bracket.
fn parts(call: &str) -> Vec<String> {
    let (mut parts, mut depth, mut is_quoted) = (vec![String::new()], 0, false);
    for c in call.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_text_that_the_program_asks_for_is_there_with_its_arguments() {
    let texts = wants(ENGLISH);
    let mut files = Vec::new();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    sources(&here.join("../stodola/src"), &mut files);
    sources(&here.join("../commands/src"), &mut files);
    sources(&here.join("src"), &mut files);
    let asked: Vec<_> = files.iter().flat_map(|source| asked_for(source)).collect();
    assert!(asked.len() > 500, "{} texts found", asked.len());
    for (key, arguments) in asked {
        // Attributes stand behind a dot, and their arguments are those of the message.
        let id = key.split('.').next().unwrap_or_default();
        let found = texts.iter().find(|(name, _)| name.split(' ').next() == Some(id));
        let Some((_, wants)) = found else { panic!("no text for '{key}'") };
        if key == id {
            assert_eq!(arguments, wants.arguments, "arguments of '{key}'");
        }
    }
}
