//! What the libraries count while they work: requests, visits, commits and so on.

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Counters by their names, labels included. Clones have the same counters. Gauges and histograms are not kept.
#[derive(Clone, Default)]
pub struct Counters(Arc<Mutex<BTreeMap<String, Arc<AtomicU64>>>>);

impl Counters {
    /// Takes everything that this process counts from now on. Does nothing if other counters are installed already.
    pub fn install(&self) {
        let _ = metrics::set_global_recorder(self.clone());
    }

    /// Returns the value of each counter, in the order of their names.
    pub fn values(&self) -> Vec<(String, u64)> {
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
