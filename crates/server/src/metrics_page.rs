//! Counters and gauges, as Prometheus reads them.

use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, Key, KeyName, Metadata, Recorder, SharedString,
    Unit,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// All counters and gauges of the program, by name and labels.
#[derive(Clone, Default)]
pub struct Metrics(Arc<Mutex<Values>>);

#[derive(Default)]
struct Values {
    counters: BTreeMap<String, Arc<Number>>,
    gauges: BTreeMap<String, Arc<Number>>,
}

static INSTALLED: OnceLock<Metrics> = OnceLock::new();

/// A counter as it is, a gauge as the bits of a floating-point number.
#[derive(Default)]
struct Number(AtomicU64);

impl CounterFn for Number {
    fn increment(&self, value: u64) {
        self.0.fetch_add(value, Ordering::Relaxed);
    }

    fn absolute(&self, value: u64) {
        self.0.fetch_max(value, Ordering::Relaxed);
    }
}

impl GaugeFn for Number {
    fn increment(&self, value: f64) {
        self.change(|now| now + value);
    }

    fn decrement(&self, value: f64) {
        self.change(|now| now - value);
    }

    fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }
}

impl Number {
    fn change(&self, by: impl Fn(f64) -> f64) {
        let change = |bits: u64| Some(by(f64::from_bits(bits)).to_bits());
        // It never fails: every change is one.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
    }
}

impl Metrics {
    /// The counters of this program. The first call begins to collect them.
    pub fn install() -> Metrics {
        let metrics = INSTALLED.get_or_init(|| {
            let metrics = Metrics::default();
            // It fails only if somebody else collects; then these stay empty.
            let _ = metrics::set_global_recorder(metrics.clone());
            metrics
        });
        metrics.clone()
    }

    /// All counters with their labels, by name.
    pub fn counters(&self) -> Vec<(String, u64)> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |it: &Arc<Number>| it.0.load(Ordering::Relaxed);
        values.counters.iter().map(|(name, it)| (name.clone(), read(it))).collect()
    }

    /// The text format of Prometheus.
    pub(crate) fn text(&self) -> String {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        for (kind, numbers) in [("counter", &values.counters), ("gauge", &values.gauges)] {
            let mut family = "";
            for (name, number) in numbers {
                let bare = name.split('{').next().unwrap_or(name);
                if bare != family {
                    family = bare;
                    let _ = writeln!(text, "# TYPE {family} {kind}");
                }
                let value = number.0.load(Ordering::Relaxed);
                let _ = match kind {
                    "counter" => writeln!(text, "{name} {value}"),
                    _ => writeln!(text, "{name} {}", f64::from_bits(value)),
                };
            }
        }
        text
    }
}

impl Recorder for Metrics {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Counter::from_arc(Arc::clone(values.counters.entry(shown(key)).or_default()))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Gauge::from_arc(Arc::clone(values.gauges.entry(shown(key)).or_default()))
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

/// A name with labels as Prometheus writes it: `name{label="value"}`.
fn shown(key: &Key) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let name: String = key.name().chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let escaped =
        |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let labels: Vec<String> = key
        .labels()
        .map(|label| format!("{}=\"{}\"", label.key(), escaped(label.value())))
        .collect();
    match labels.is_empty() {
        true => name,
        false => format!("{name}{{{}}}", labels.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_and_gauges_are_told_in_prometheus_format() {
        let collected = Metrics::default();
        metrics::with_local_recorder(&collected, || {
            metrics::counter!("visits").increment(2);
            metrics::counter!("visits", "outcome" => "fa\"iled").increment(1);
            metrics::counter!("stodola.files").increment(3);
            metrics::gauge!("open").set(1.5);
            metrics::gauge!("open").decrement(0.5);
        });
        let expected = "# TYPE stodola_files counter\nstodola_files 3\n# TYPE visits counter\n\
            visits 2\nvisits{outcome=\"fa\\\"iled\"} 1\n# TYPE open gauge\nopen 1\n";
        assert_eq!(collected.text(), expected);
    }
}
