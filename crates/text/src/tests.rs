//! Both languages have the same texts with the same arguments, and all forms of plurals.

use crate::bundle::{CZECH, ENGLISH};
use crate::{Language, text};
use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a text asks for: the names of its arguments, and of those that choose forms, the sets of forms.
#[derive(Default)]
struct Wants {
    arguments: BTreeSet<String>,
    forms: Vec<BTreeSet<String>>,
}

fn wants(source: &'static str) -> BTreeMap<String, Wants> {
    let resource = match fluent_syntax::parser::parse(source) {
        Ok(resource) => resource,
        Err((_, errors)) => panic!("the file does not parse: {errors:?}"),
    };
    let mut all = BTreeMap::new();
    for entry in resource.body {
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
