//! The log for operators: off unless the environment asks for it, then on standard error.
//!
//! - `RUST_LOG` says what is logged: a level (`error`, `warn`, `info`, `debug`, `trace`), or a list such as
//!   `info,stodola_fetch=debug`.
//! - `STODOLA_LOG` says in which form: `text`, or `json` for one JSON object a line. If it is set without `RUST_LOG`,
//!   the level is `info`.
//!
//! While there is a log, counters are collected too; their last values are logged at level `info` when the program
//! ends.

use crate::output;
use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
pub(crate) struct Log {
    counters: Counters,
}

/// Starts the log if the environment asks for one. What is wrong with those variables is said on standard error, and
/// does not stop the program: somebody may have set them for another one.
pub(crate) fn start() -> Option<Log> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match wanted(variable(FILTER).as_deref(), variable(FORM).as_deref()) {
        Ok(None) => None,
        Ok(Some((filter, form))) => Some(install(filter, form)),
        Err(problem) => {
            output::complain(format_args!("{problem}; nothing is logged"));
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

fn install(filter: Targets, form: Form) -> Log {
    // Nobody is left to be told if standard error is closed.
    let layer = fmt::layer().with_writer(io::stderr).log_internal_errors(false);
    let subscriber = Registry::default().with(match form {
        Form::Text => layer.with_ansi(io::stderr().is_terminal()).with_filter(filter).boxed(),
        Form::Json => layer.json().flatten_event(true).with_filter(filter).boxed(),
    });
    let counters = Counters::default();
    // Both fail only if this was done before.
    let _ = tracing::subscriber::set_global_default(subscriber);
    let _ = metrics::set_global_recorder(counters.clone());
    Log { counters }
}

impl Drop for Log {
    fn drop(&mut self) {
        for (name, value) in self.counters.values() {
            tracing::info!(name, value, "counter");
        }
    }
}

/// Counters by their names, labels included.
#[derive(Clone, Default)]
struct Counters(Arc<Mutex<BTreeMap<String, Arc<AtomicU64>>>>);

impl Counters {
    fn values(&self) -> Vec<(String, u64)> {
        let counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counters.iter().map(|(name, it)| (name.clone(), it.load(Ordering::Relaxed))).collect()
    }
}

impl Recorder for Counters {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Counter::from_arc(Arc::clone(counters.entry(shown(key)).or_default()))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

/// The name of a counter as Prometheus writes it: `name{label="value"}`.
fn shown(key: &Key) -> String {
    let labels: Vec<String> =
        key.labels().map(|label| format!("{}={:?}", label.key(), label.value())).collect();
    match labels.is_empty() {
        true => key.name().to_owned(),
        false => format!("{}{{{}}}", key.name(), labels.join(",")),
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

    #[test]
    fn counters_are_kept_by_name_and_labels() {
        let counters = Counters::default();
        metrics::with_local_recorder(&counters, || {
            metrics::counter!("visits").increment(2);
            metrics::counter!("visits").increment(3);
            metrics::counter!("visits", "outcome" => "failed").increment(1);
            metrics::gauge!("ignored").set(1.0);
        });
        let expected = [("visits".to_owned(), 5), ("visits{outcome=\"failed\"}".to_owned(), 1)];
        assert_eq!(counters.values(), expected);
    }
}
