//! The text of `--help` in the user's language.
//!
//! English stands where the arguments are: their doc comments. Other languages have a file `locales/help.*.ftl` with a
//! message for each command. Its attributes are:
//! - `long`: what follows the first sentence, `after`: the end of the help, line by line;
//! - `arg-NAME`: an argument, `arg-NAME-long`: what follows its first sentence;
//! - `value-NAME-WORD`: a word that an argument can have.
//!
//! Tests say which texts are missing, and which belong to nothing.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgAction, Command};
use stodola_text::{Language, help_text};

/// Returns the command with all texts in a language.
pub(crate) fn in_language(command: Command, language: Language) -> Command {
    if language == Language::English {
        return command;
    }
    let mut command = command;
    // Adds what clap has of its own: --help, --version and the command `help`.
    command.build();
    translate(command, "help", &|key| help_text(language, key))
}

/// Looks up a text; `None` if there is none.
type LookUp<'a> = &'a dyn Fn(&str) -> Option<String>;

fn translate(command: Command, key: &str, text: LookUp<'_>) -> Command {
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

fn translate_argument(argument: Arg, command: &str, text: LookUp<'_>) -> Arg {
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
fn clap_own(argument: &Arg) -> Option<&'static str> {
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
fn attribute(parts: &[&str]) -> String {
    let name = parts.join("-");
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// The outline of a help page with headings in the language.
fn template(command: &Command, text: LookUp<'_>) -> String {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    fn plain() -> Command {
        let mut command = crate::Arguments::command();
        command.build();
        command
    }

    /// Every text that a command should have in another language, by what it has in English.
    fn wanted(command: &Command, key: &str, wanted: &mut BTreeSet<String>) {
        wanted.insert(key.to_owned());
        let mut want = |attribute: &str| wanted.insert(format!("{key}.{attribute}"));
        if command.get_long_about().is_some_and(|it| it.to_string().contains("\n\n")) {
            want("long");
        }
        if command.get_after_help().is_some() {
            want("after");
        }
        for argument in command.get_arguments() {
            let name = argument.get_id().as_str();
            if clap_own(argument).is_some() {
                continue;
            }
            assert!(argument.get_help().is_some(), "{key}: {name} has no text");
            want(&attribute(&["arg", name]));
            if argument.get_long_help().is_some_and(|it| it.to_string().contains("\n\n")) {
                want(&format!("{}-long", attribute(&["arg", name])));
            }
            for value in argument.get_possible_values() {
                if value.get_help().is_some() {
                    want(&attribute(&["value", name, value.get_name()]));
                }
            }
        }
        // Hidden commands are for the program itself: nobody reads their help.
        let is_shown = |sub: &&Command| sub.get_name() != "help" && !sub.is_hide_set();
        for sub in command.get_subcommands().filter(is_shown) {
            self::wanted(sub, &format!("{key}-{}", sub.get_name()), wanted);
        }
    }

    #[test]
    fn every_command_and_argument_has_its_texts_and_none_is_left_over() {
        let mut expect = BTreeSet::new();
        wanted(&plain(), "help", &mut expect);
        for own in [
            "heading-usage",
            "heading-commands",
            "heading-arguments",
            "heading-options",
            "arg-help",
            "arg-version",
        ] {
            expect.insert(format!("help.{own}"));
        }
        expect.insert("help-help".to_owned());
        for language in Language::ALL.into_iter().filter(|it| *it != Language::English) {
            let there: BTreeSet<String> = stodola_text::help_keys(language).into_iter().collect();
            let missing: Vec<_> = expect.difference(&there).collect();
            let left: Vec<_> = there.difference(&expect).collect();
            assert!(
                missing.is_empty() && left.is_empty(),
                "missing: {missing:#?}\nleft: {left:#?}"
            );
        }
    }

    #[test]
    fn every_text_is_used() {
        let used = RefCell::new(BTreeSet::new());
        let look_up = |key: &str| {
            let text = help_text(Language::Czech, key);
            if text.is_some() {
                used.borrow_mut().insert(key.to_owned());
            }
            text
        };
        translate(plain(), "help", &look_up);
        let there: BTreeSet<String> =
            stodola_text::help_keys(Language::Czech).into_iter().collect();
        let used = used.into_inner();
        assert_eq!(there.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new());
    }

    #[test]
    fn help_is_shown_in_the_language() {
        let mut command = in_language(crate::Arguments::command(), Language::Czech);
        let page = command.render_long_help().to_string();
        for part in ["Použití: stodola", "Příkazy:", "Volby:", "Vypíše nápovědu"] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        let warc = command.find_subcommand_mut("warc").unwrap();
        let page = warc.find_subcommand_mut("check").unwrap().render_long_help().to_string();
        for part in [
            "Použití: stodola warc check",
            "Argumenty:",
            "Soubory ke kontrole",
            "--grade <GRADE>",
            "- error: ",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        assert!(!page.contains("Possible values"), "{page}");
        let warc = command.find_subcommand_mut("warc").unwrap();
        let page = warc.find_subcommand_mut("check").unwrap().render_help().to_string();
        assert!(page.contains("[comment, recommendation, error]"), "{page}");
        assert!(!page.contains("\n\n\n"), "{page}");
    }
}
