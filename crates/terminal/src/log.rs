//! The log for operators: off unless the environment asks for it, then on standard error.
//!
//! - `RUST_LOG` says what is logged: a level (`error`, `warn`, `info`, `debug`, `trace`), or a list such as
//!   `info,stodola_fetch=debug`.
//! - `STODOLA_LOG` says in which form: `text`, or `json` for one JSON object a line. If it is set without `RUST_LOG`,
//!   the level is `info`.
//!
//! While there is a log, counters are collected too; their last values are logged at level `info` when the program
//! ends.

use std::io::{self, IsTerminal};
use stodola_server::Metrics;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{Layer, Registry, fmt};

const FILTER: &str = "RUST_LOG";
const FORM: &str = "STODOLA_LOG";

/// How lines of the log look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
}

/// A log that was asked for. Dropping it logs the counters.
pub struct ProgramLog {
    counters: Metrics,
}

/// Starts the log if the environment asks for one. What is wrong with those variables is told to `complain`, and does
/// not stop the program: somebody may have set them for another one.
pub fn start(complain: impl FnOnce(&str)) -> Option<ProgramLog> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match wanted(variable(FILTER).as_deref(), variable(FORM).as_deref()) {
        Ok(None) => None,
        Ok(Some((filter, form))) => Some(install(filter, form)),
        Err(problem) => {
            complain(&format!("{problem}; nothing is logged"));
            None
        }
    }
}

/// What the values of the two variables mean. Returns `None` if nothing is to be logged.
fn wanted(filter: Option<&str>, form: Option<&str>) -> Result<Option<(Targets, Form)>, String> {
    if filter.is_none() && form.is_none() {
        return Ok(None);
    }
    let form = match form {
        None | Some("text") => Form::Text,
        Some("json") => Form::Json,
        Some(other) => {
            let other = other.escape_debug();
            return Err(format!("{FORM} is 'text' or 'json', not '{other}'"));
        }
    };
    let filter = filter.unwrap_or("info");
    match filter.parse() {
        Ok(targets) => Ok(Some((targets, form))),
        Err(_) => {
            let filter = filter.escape_debug();
            Err(format!(
                "{FILTER} is a level or a list like 'info,stodola_fetch=debug', not '{filter}'"
            ))
        }
    }
}

fn install(filter: Targets, form: Form) -> ProgramLog {
    // Nobody is left to be told if standard error is closed.
    let layer = fmt::layer().with_writer(io::stderr).log_internal_errors(false);
    let subscriber = Registry::default().with(match form {
        Form::Text => layer.with_ansi(io::stderr().is_terminal()).with_filter(filter).boxed(),
        Form::Json => layer.json().flatten_event(true).with_filter(filter).boxed(),
    });
    // It fails only if this was done before.
    let _ = tracing::subscriber::set_global_default(subscriber);
    ProgramLog { counters: Metrics::install() }
}

impl Drop for ProgramLog {
    fn drop(&mut self) {
        for (name, value) in self.counters.counters() {
            tracing::info!(name, value, "counter");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_whether_and_how_to_log() {
        let form = |filter, form| wanted(filter, form).unwrap().map(|(_, form)| form);
        assert_eq!(form(None, None), None);
        assert_eq!(form(Some("debug"), None), Some(Form::Text));
        assert_eq!(form(None, Some("text")), Some(Form::Text));
        assert_eq!(form(Some("info,stodola_fetch=debug"), Some("json")), Some(Form::Json));
        let info: Targets = "info".parse().unwrap();
        assert_eq!(wanted(None, Some("json")).unwrap(), Some((info, Form::Json)));
        for (filter, form, expect) in [
            (None, Some("xml"), "STODOLA_LOG is 'text' or 'json', not 'xml'"),
            (Some("stodola=loud"), None, "RUST_LOG is a level or a list"),
        ] {
            let problem = wanted(filter, form).unwrap_err();
            assert!(problem.contains(expect), "{problem}");
        }
    }
}
