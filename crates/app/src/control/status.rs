//! The progress of a running harvest, as data.

use crate::crawl::Alarm;
use std::collections::BTreeMap;

/// The progress of a running harvest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarvestStatus {
    /// `running` or `paused`.
    pub state: String,
    /// Its numbers by name: `found`, `finished`, `archived`, `bytes`, `rejected`, `queued`, `in_flight`, `hosts`,
    /// `failures`, `seconds`, `slowed`; other versions of the program may have others.
    pub numbers: BTreeMap<String, u64>,
    /// The alarms that are on.
    pub alarms: Vec<Alarm>,
    /// What it waits for before it starts more requests: `hours`, `disk` or `memory`; `None` if it starts them.
    pub waits_for: Option<String>,
}

impl HarvestStatus {
    /// Reads the words of a status. What is not known is left out.
    pub fn parse(words: &str) -> HarvestStatus {
        let mut words = words.split(' ');
        let state = words.next().unwrap_or_default().to_owned();
        let mut status = HarvestStatus { state, ..HarvestStatus::default() };
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match (name, value.parse()) {
                ("alarms", _) => status.alarms = alarms_of(value),
                ("waits_for", _) => status.waits_for = Some(value.to_owned()),
                (name, Ok(number)) => {
                    status.numbers.insert(name.to_owned(), number);
                }
                (_, Err(_)) => {}
            }
        }
        status
    }

    /// A number by its name; 0 if there is none.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.get(name).copied().unwrap_or_default()
    }
}

/// Characters that end an alarm in a list, each with what stands for it. No host name has a `%`.
const ESCAPED: [(char, &str); 2] = [(',', "%2C"), (' ', "%20")];

/// Writes a list of alarms as one word; `None` if there are none.
pub(super) fn alarm_words(alarms: &[Alarm]) -> Option<String> {
    let word = |alarm: &Alarm| {
        ESCAPED.iter().fold(alarm.word(), |word, (plain, escaped)| word.replace(*plain, escaped))
    };
    let list = alarms.iter().map(word).collect::<Vec<_>>().join(",");
    (!list.is_empty()).then_some(list)
}

fn alarms_of(list: &str) -> Vec<Alarm> {
    let plain = |word: &str| {
        ESCAPED.iter().fold(word.to_owned(), |word, (plain, escaped)| {
            word.replace(escaped, plain.encode_utf8(&mut [0; 4]))
        })
    };
    list.split(',').filter_map(|word| Alarm::parse(&plain(word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_and_waits_come_back_from_a_status() {
        let alarms = vec![Alarm::Disk, Alarm::Host("a,b c.cz".to_owned())];
        let words = alarm_words(&alarms).unwrap();
        assert_eq!(words, "disk,host:a%2Cb%20c.cz");
        let status =
            HarvestStatus::parse(&format!("running found=3 waits_for=disk alarms={words}"));
        assert_eq!((status.alarms, status.waits_for.as_deref()), (alarms, Some("disk")));
        let calm = HarvestStatus::parse("running found=3 alarms=flood");
        assert_eq!((calm.alarms, calm.waits_for, alarm_words(&[])), (Vec::new(), None, None));
    }

    #[test]
    fn words_of_a_status_are_numbers_by_name() {
        let status = HarvestStatus::parse("paused found=3 bytes=70 slowest=a.cz:4000ms odd");
        assert_eq!((&*status.state, status.number("found")), ("paused", 3));
        assert_eq!((status.number("bytes"), status.number("queued")), (70, 0));
        assert_eq!(status.numbers.len(), 2);
    }
}
