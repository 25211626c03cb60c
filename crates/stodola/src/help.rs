//! Tests of the help in other languages: `stodola_terminal::help` makes it, the arguments are here.

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use clap::{Command, CommandFactory};
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use stodola_terminal::help::{attribute, clap_own, in_language, translate};
    use stodola_text::{Language, help_text};

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
