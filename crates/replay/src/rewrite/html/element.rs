//! Which attributes of which elements are links, and what for.

use stodola_extract::markup::{Attributes, StartTag};

use crate::Modifier;
use crate::rewrite::relation::{self, Relation};

/// What becomes of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rewrite) enum Action {
    Nothing,
    /// One address.
    Link(Modifier),
    /// The address that others are relative to.
    Base,
    /// Addresses with widths or densities between commas.
    ImageSet,
    /// Addresses between blanks or commas.
    List(Modifier),
    /// A style sheet without selectors.
    Style,
    /// The body of a function.
    Handler,
    /// A page.
    Document,
    /// The value of a refresh.
    Refresh,
    /// Gets another name, so that browsers do not obey it.
    Disable,
    /// Gets this value, so that browsers do not obey it.
    SpeculationRules,
}

/// What an attribute of an element is for. Both names in any case; that of an element has been lowered.
pub(in crate::rewrite) fn action(
    element: &[u8],
    attribute: &[u8],
    attributes: &Attributes<'_>,
    is_foreign: bool,
    page: Modifier,
) -> Action {
    let mut lower = [0; 16];
    let Some(lower) = lower.get_mut(..attribute.len()) else { return Action::Nothing };
    lower.copy_from_slice(attribute);
    lower.make_ascii_lowercase();
    let link = |elements: &[&[u8]], modifier: Modifier| {
        if elements.contains(&element) { Action::Link(modifier) } else { Action::Nothing }
    };
    match &*lower {
        b"href" | b"xlink:href" => href(element, attributes, is_foreign, page),
        b"src" => src(element, attributes),
        b"style" => Action::Style,
        b"srcset" if matches!(element, b"img" | b"source") => Action::ImageSet,
        b"imagesrcset" if element == b"link" => Action::ImageSet,
        b"background" => Action::Link(Modifier::Image),
        b"action" => link(&[b"form"], page),
        b"formaction" => link(&[b"button", b"input"], page),
        b"poster" => link(&[b"video"], Modifier::Image),
        b"data" => link(&[b"object"], Modifier::Embed),
        b"cite" => link(&[b"blockquote", b"q", b"del", b"ins"], page),
        b"longdesc" => link(&[b"img", b"frame", b"iframe"], page),
        b"lowsrc" | b"dynsrc" => link(&[b"img"], Modifier::Image),
        b"manifest" => link(&[b"html"], Modifier::Embed),
        b"icon" => link(&[b"menuitem", b"command"], Modifier::Image),
        b"codebase" => link(&[b"object", b"applet", b"embed"], Modifier::Embed),
        b"archive" if matches!(element, b"object" | b"applet") => Action::List(Modifier::Embed),
        b"pluginspage" | b"pluginurl" => link(&[b"embed"], page),
        b"ping" if matches!(element, b"a" | b"area") => Action::List(page),
        b"value" if element == b"param" && is_address(attributes) => Action::Link(Modifier::Embed),
        b"srcdoc" if element == b"iframe" => Action::Document,
        b"content" if element == b"meta" && is_refresh(attributes) => Action::Refresh,
        b"http-equiv" if element == b"meta" && is_policy(attributes) => Action::Disable,
        b"integrity" if matches!(element, b"script" | b"link") => Action::Disable,
        b"attributionsrc" => Action::Disable,
        b"type"
            if element == b"script" && script_type(attributes) == ScriptType::SpeculationRules =>
        {
            Action::SpeculationRules
        }
        [b'o', b'n', _, ..] => Action::Handler,
        _ => Action::Nothing,
    }
}

fn href(element: &[u8], attributes: &Attributes<'_>, is_foreign: bool, page: Modifier) -> Action {
    match element {
        b"a" | b"area" => Action::Link(page),
        b"link" => {
            let value = |name: &[u8]| attributes.get(name).unwrap_or_default();
            match relation::of_link(value(b"rel"), value(b"as"), page) {
                Relation::Neutralised => Action::Disable,
                Relation::Kept => Action::Nothing,
                Relation::Rewritten(modifier) => Action::Link(modifier),
            }
        }
        b"base" if !is_foreign => Action::Base,
        b"image" | b"feimage" => Action::Link(Modifier::Image),
        b"script" if is_foreign => Action::Link(script_modifier(attributes)),
        // In pictures everything else that has an address refers to a part of another picture.
        b"use" => Action::Link(Modifier::Image),
        _ if is_foreign => Action::Link(Modifier::Image),
        _ => Action::Nothing,
    }
}

fn src(element: &[u8], attributes: &Attributes<'_>) -> Action {
    Action::Link(match element {
        b"img" | b"image" | b"input" => Modifier::Image,
        b"script" => script_modifier(attributes),
        b"iframe" | b"layer" | b"ilayer" | b"portal" | b"fencedframe" => Modifier::Iframe,
        b"frame" => Modifier::Frame,
        b"embed" | b"audio" | b"video" | b"source" | b"track" | b"bgsound" | b"xml" => {
            Modifier::Embed
        }
        _ => return Action::Nothing,
    })
}

fn script_modifier(attributes: &Attributes<'_>) -> Modifier {
    match script_type(attributes) {
        ScriptType::Module => Modifier::Module,
        _ => Modifier::Script,
    }
}

/// What a `script` element holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rewrite) enum ScriptType {
    Classic,
    Module,
    ImportMap,
    SpeculationRules,
    /// Data, templates, other languages.
    Data,
}

pub(in crate::rewrite) fn script_type(attributes: &Attributes<'_>) -> ScriptType {
    let kind = match (attributes.get(b"type"), attributes.get(b"language")) {
        (Some(kind), _) => kind.trim_ascii(),
        (None, Some(language)) if !language.is_empty() => {
            let is_script =
                language.get(..10).is_some_and(|it| it.eq_ignore_ascii_case(b"javascript"))
                    || [&b"ecmascript"[..], b"jscript", b"livescript"]
                        .iter()
                        .any(|it| language.eq_ignore_ascii_case(it));
            return if is_script { ScriptType::Classic } else { ScriptType::Data };
        }
        (None, _) => return ScriptType::Classic,
    };
    let essence = &kind[..memchr::memchr(b';', kind).unwrap_or(kind.len())];
    let subtype = match memchr::memchr(b'/', essence) {
        None => match essence.to_ascii_lowercase().as_slice() {
            b"" => return ScriptType::Classic,
            b"module" => return ScriptType::Module,
            b"importmap" => return ScriptType::ImportMap,
            b"speculationrules" => return ScriptType::SpeculationRules,
            _ => return ScriptType::Data,
        },
        Some(slash) => essence[slash + 1..].trim_ascii().to_ascii_lowercase(),
    };
    let is_script = matches!(
        subtype.as_slice(),
        b"javascript"
            | b"ecmascript"
            | b"x-javascript"
            | b"x-ecmascript"
            | b"jscript"
            | b"livescript"
            | b"javascript1.0"
            | b"javascript1.1"
            | b"javascript1.2"
            | b"javascript1.3"
            | b"javascript1.4"
            | b"javascript1.5"
    );
    if is_script { ScriptType::Classic } else { ScriptType::Data }
}

/// What the text of an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rewrite) enum Content {
    Text,
    Style,
    Script,
    ImportMap,
    /// Markup that browsers with scripts do not parse.
    Markup,
}

/// By the name of an element, in lower case and without a prefix.
pub(in crate::rewrite) fn content(name: &[u8], tag: &StartTag<'_>) -> Content {
    if tag.is_foreign && tag.is_self_closing {
        return Content::Text;
    }
    match (name.len(), name) {
        (5, b"style") => Content::Style,
        (6, b"script") => match script_type(&tag.attributes) {
            ScriptType::Classic | ScriptType::Module => Content::Script,
            ScriptType::ImportMap => Content::ImportMap,
            ScriptType::SpeculationRules | ScriptType::Data => Content::Text,
        },
        (7, b"noembed") | (8, b"noscript" | b"noframes") if !tag.is_foreign => Content::Markup,
        _ => Content::Text,
    }
}

fn is(attributes: &Attributes<'_>, name: &[u8], values: &[&str]) -> bool {
    attributes.get(name).is_some_and(|value| {
        values.iter().any(|it| value.trim_ascii().eq_ignore_ascii_case(it.as_bytes()))
    })
}

fn is_refresh(attributes: &Attributes<'_>) -> bool {
    is(attributes, b"http-equiv", &["refresh"])
}

/// Policies of the live page would keep the client script and the archive out.
fn is_policy(attributes: &Attributes<'_>) -> bool {
    const POLICIES: &[&str] = &[
        "content-security-policy",
        "content-security-policy-report-only",
        "x-content-security-policy",
        "x-webkit-csp",
        "x-dns-prefetch-control",
        "x-frame-options",
        "set-cookie",
        "permissions-policy",
        "origin-trial",
        "delegate-ch",
        "accept-ch",
    ];
    is(attributes, b"http-equiv", POLICIES)
}

fn is_address(attributes: &Attributes<'_>) -> bool {
    const NAMES: &[&str] =
        &["movie", "src", "data", "filename", "file", "url", "href", "source", "base", "codebase"];
    is(attributes, b"valuetype", &["ref"]) || is(attributes, b"name", NAMES)
}
