//! The text of `--help` in the user's language.
//!
//! English stands where the arguments are: their doc comments. Other languages have a file `locales/help.*.ftl` with a
//! message for each command. Its attributes are:
//! - `long`: what follows the first sentence, `after`: the end of the help, line by line;
//! - `arg-NAME`: an argument, `arg-NAME-long`: what follows its first sentence;
//! - `value-NAME-WORD`: a word that an argument can have.
//!
//! Tests of the program say which texts are missing, and which belong to nothing.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgAction, Command};
use stodola_text::{Language, help_text};

/// Returns the command with all texts in a language.
pub fn in_language(command: Command, language: Language) -> Command {
    if language == Language::English {
        return command;
    }
    let mut command = command;
    // Adds what clap has of its own: --help, --version and the command `help`.
    command.build();
    translate(command, "help", &|key| help_text(language, key))
}

/// Looks up a text of the help by its key; `None` if there is none.
pub type HelpTexts<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Returns the command with the texts that are found; `key` is that of the command.
pub fn translate(command: Command, key: &str, text: HelpTexts<'_>) -> Command {
    let paragraphs = |attribute: &str| text(&format!("{key}.{attribute}")).map(|it| reflow(&it));
    let after = text(&format!("{key}.after"));
    let mut command = match text(key).map(|it| reflow(&it)) {
        Some(about) => {
            let long = paragraphs("long").map(|long| format!("{about}\n\n{long}"));
            command.about(about).long_about(styled(long))
        }
        None => command,
    };
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command = command.mut_args(|argument| translate_argument(argument, key, text));
    let template = template(&command, text);
    command.help_template(template).mut_subcommands(|sub| match sub.get_name() {
        // Below it clap has all commands once more, by name only.
        "help" => sub.about(text("help-help").unwrap_or_default()),
        name => {
            let key = format!("{key}-{name}");
            translate(sub, &key, text)
        }
    })
}

fn translate_argument(argument: Arg, command: &str, text: HelpTexts<'_>) -> Arg {
    let name = argument.get_id().to_string();
    let key = match clap_own(&argument) {
        Some(name) => format!("help.arg-{name}"),
        None => format!("{command}.{}", attribute(&["arg", &name])),
    };
    let Some(help) = text(&key).map(|it| reflow(&it)) else { return argument };
    let long = text(&format!("{key}-long")).map(|long| format!("{help}\n\n{}", reflow(&long)));
    let values = argument.get_possible_values();
    let mut argument = argument.help(help).long_help(styled(long));
    if !values.is_empty()
        && !argument.is_hide_possible_values_set()
        && argument.get_action().takes_values()
    {
        let values = values.into_iter().map(|value| {
            let key = attribute(&["value", &name, value.get_name()]);
            match text(&format!("{command}.{key}")) {
                Some(help) => value.help(reflow(&help)),
                None => value,
            }
        });
        let values: Vec<_> = values.collect();
        // The parser of the values stays what it is: only its words are shown, by hand.
        argument = with_values(argument, &values);
    }
    argument
}

/// The name of an argument that clap adds to commands by itself.
pub fn clap_own(argument: &Arg) -> Option<&'static str> {
    match argument.get_action() {
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong => Some("help"),
        ArgAction::Version => Some("version"),
        _ => None,
    }
}

/// Lists the words that an argument can have in its long help, since those of the parser cannot be changed.
fn with_values(argument: Arg, values: &[clap::builder::PossibleValue]) -> Arg {
    let described = values.iter().any(|value| value.get_help().is_some());
    if !described {
        return argument;
    }
    let base = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
    let mut long = base.unwrap_or_default();
    long.push('\n');
    for value in values {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        long.push_str(&format!("\n- {}: {help}", value.get_name()));
    }
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    let short = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let short = format!("{short} [{}]", names.join(", "));
    argument.help(short).long_help(long).hide_possible_values(true)
}

/// The name of an attribute: what cannot stand in one becomes an underscore.
pub fn attribute(parts: &[&str]) -> String {
    let name = parts.join("-");
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// The outline of a help page with headings in the language.
fn template(command: &Command, text: HelpTexts<'_>) -> String {
    let style = command.get_styles();
    let heading = |style: &clap::builder::styling::Style, name: &str| {
        let name = text(&format!("help.heading-{name}")).unwrap_or_default();
        format!("{}{name}:{}", style.render(), style.render_reset())
    };
    let usage = heading(style.get_usage(), "usage");
    let mut template = format!("{{before-help}}{{about-with-newline}}\n{usage} {{usage}}");
    let sections = [
        ("commands", "subcommands", command.has_subcommands()),
        ("arguments", "positionals", command.get_positionals().next().is_some()),
        ("options", "options", true),
    ];
    for (name, tag, is_there) in sections {
        if is_there {
            let heading = heading(style.get_header(), name);
            template.push_str(&format!("\n\n{heading}\n{{{tag}}}"));
        }
    }
    template.push_str("{after-help}");
    template
}

/// Joins the lines of each paragraph.
fn reflow(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A text, or none, which takes away what was there.
fn styled(text: Option<String>) -> Resettable<StyledStr> {
    text.map(StyledStr::from).into()
}
