//! The sentences of each language, parsed once.

use crate::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

pub(crate) const ERRORS_ENGLISH: &str = include_str!("../../../locales/errors.en.ftl");
pub(crate) const FINDINGS_ENGLISH: &str = include_str!("../../../locales/findings.en.ftl");

pub(crate) const ENGLISH: [&str; 7] = [
    include_str!("../../../locales/en.ftl"),
    ERRORS_ENGLISH,
    FINDINGS_ENGLISH,
    include_str!("../../../locales/rules.en.ftl"),
    include_str!("../../../locales/pages.en.ftl"),
    include_str!("../../../locales/jobs.en.ftl"),
    include_str!("../../../locales/map.en.ftl"),
];
pub(crate) const CZECH: [&str; 7] = [
    include_str!("../../../locales/cs.ftl"),
    include_str!("../../../locales/errors.cs.ftl"),
    include_str!("../../../locales/findings.cs.ftl"),
    include_str!("../../../locales/rules.cs.ftl"),
    include_str!("../../../locales/pages.cs.ftl"),
    include_str!("../../../locales/jobs.cs.ftl"),
    include_str!("../../../locales/map.cs.ftl"),
];

/// Texts of `--help`. English has none: it stands where the arguments are.
const CZECH_HELP: &str = include_str!("../../../locales/help.cs.ftl");

/// Names and explanations of settings. English has none: it stands in the template of job files.
const CZECH_SETTINGS: &str = include_str!("../../../locales/settings.cs.ftl");

/// The value of an argument.
pub enum Argument<'a> {
    /// Text that is put in as it is.
    Text(Cow<'a, str>),
    /// A number that plural forms can depend on. It is shown without separators.
    Number(u64),
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Argument<'a> {
        Argument::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Argument<'a> {
    fn from(text: &'a String) -> Argument<'a> {
        Argument::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<String> for Argument<'a> {
    fn from(text: String) -> Argument<'a> {
        Argument::Text(Cow::Owned(text))
    }
}

impl<'a> From<std::path::Display<'_>> for Argument<'a> {
    fn from(path: std::path::Display<'_>) -> Argument<'a> {
        Argument::Text(Cow::Owned(path.to_string()))
    }
}

macro_rules! from_number {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Argument<'_> {
            fn from(number: $kind) -> Self {
                Argument::Number(number as u64)
            }
        })*
    };
}
from_number!(u8, u16, u32, u64, usize);

/// Returns the text of a key. A key that no language has is returned itself, which tests prevent.
pub fn tell(language: Language, key: &str, arguments: &[(&str, Argument<'_>)]) -> String {
    let bundle = bundle(language);
    let (id, attribute) = key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
    let pattern = bundle.get_message(id).and_then(|message| match attribute {
        Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
        None => message.value(),
    });
    let Some(pattern) = pattern else { return key.to_owned() };
    let mut values = FluentArgs::with_capacity(arguments.len());
    for (name, value) in arguments {
        let value = match value {
            Argument::Text(text) => FluentValue::String(Cow::Borrowed(&**text)),
            Argument::Number(number) => FluentValue::from(*number),
        };
        values.set(*name, value);
    }
    // An argument that is missing shows as its name; the tests of the callers see it.
    bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned()
}

/// Returns a text of `--help`: `help-COMMAND` or `help-COMMAND.ATTRIBUTE`. `None` if the language has no such text, as
/// English, whose texts stand beside the arguments.
pub fn help_text(language: Language, key: &str) -> Option<String> {
    message_of(help_bundle(language)?, key)
}

/// Returns a text about a setting, or an attribute of it; `None` if the language has no such text, as English.
pub(crate) fn setting_message(language: Language, key: &str) -> Option<String> {
    static CZECH_BUNDLE: OnceLock<FluentBundle<FluentResource>> = OnceLock::new();
    match language {
        Language::English => None,
        Language::Czech => {
            message_of(CZECH_BUNDLE.get_or_init(|| parse("cs", &[CZECH_SETTINGS])), key)
        }
    }
}

/// Returns the keys of all texts about settings.
#[cfg(test)]
pub(crate) fn setting_ids() -> Vec<String> {
    keys_in(CZECH_SETTINGS)
}

fn message_of(bundle: &FluentBundle<FluentResource>, key: &str) -> Option<String> {
    let (id, attribute) = key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
    let message = bundle.get_message(id)?;
    let pattern = match attribute {
        Some(name) => message.get_attribute(name)?.value(),
        None => message.value()?,
    };
    Some(bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
}

/// Returns the keys of all texts of `--help` in a language, for tests that compare them with the arguments.
pub fn help_keys(language: Language) -> Vec<String> {
    let source = match language {
        Language::English => return Vec::new(),
        Language::Czech => CZECH_HELP,
    };
    keys_in(source)
}

fn keys_in(source: &str) -> Vec<String> {
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(rest, _)| rest);
    let mut keys = Vec::new();
    for entry in resource.entries() {
        if let fluent_syntax::ast::Entry::Message(message) = entry {
            let id = message.id.name;
            keys.push(id.to_owned());
            keys.extend(message.attributes.iter().map(|it| format!("{id}.{}", it.id.name)));
        }
    }
    keys
}

fn help_bundle(language: Language) -> Option<&'static FluentBundle<FluentResource>> {
    static CZECH_BUNDLE: OnceLock<FluentBundle<FluentResource>> = OnceLock::new();
    match language {
        Language::English => None,
        Language::Czech => Some(CZECH_BUNDLE.get_or_init(|| parse("cs", &[CZECH_HELP]))),
    }
}

fn bundle(language: Language) -> &'static FluentBundle<FluentResource> {
    static ENGLISH_BUNDLE: OnceLock<FluentBundle<FluentResource>> = OnceLock::new();
    static CZECH_BUNDLE: OnceLock<FluentBundle<FluentResource>> = OnceLock::new();
    match language {
        Language::English => ENGLISH_BUNDLE.get_or_init(|| parse("en-GB", &ENGLISH)),
        Language::Czech => CZECH_BUNDLE.get_or_init(|| parse("cs", &CZECH)),
    }
}

fn parse(tag: &str, sources: &[&str]) -> FluentBundle<FluentResource> {
    // The tags are those above: the default is never taken.
    let tag: LanguageIdentifier = tag.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Marks around arguments are for texts of mixed direction; terminals show them as rubbish.
    bundle.set_use_isolating(false);
    for source in sources {
        // What cannot be parsed is left out; a test says that there is nothing of the kind.
        let source = (*source).to_owned();
        let resource = FluentResource::try_new(source).unwrap_or_else(|(rest, _)| rest);
        bundle.add_resource_overriding(resource);
    }
    bundle
}
