//! `[alarms]` and `[hooks]`: what an operator is told of, and by which command.

use super::quantity::Period;
use super::{FreeRoom, SettingFault};
use serde::{Deserialize, Serialize};

/// `[alarms]`: what is unusual enough to be told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlarmSection {
    /// The part of the usual rate below which the rate of the last minute is alarming; 0 for never.
    pub rate_falls_to: f64,
    /// The part of attempts that may fail in a minute; 1 for any.
    pub error_share: f64,
    /// The part of all bytes that one host may have; 1 for any.
    pub host_share: f64,
    /// How much the part of a source that is archived may fall from one round to the next; 1 for any.
    pub completeness_falls: f64,
    /// Free room on the disk below which it is told: a size, or a part such as `5%`.
    pub min_free: String,
}

impl Default for AlarmSection {
    fn default() -> AlarmSection {
        AlarmSection {
            rate_falls_to: 0.2,
            error_share: 0.5,
            host_share: 0.5,
            completeness_falls: 0.1,
            min_free: "1GB".to_owned(),
        }
    }
}

impl AlarmSection {
    pub(super) fn fault(&self) -> Option<(&'static str, SettingFault)> {
        let parts = [
            ("alarms.rate_falls_to", self.rate_falls_to),
            ("alarms.error_share", self.error_share),
            ("alarms.host_share", self.host_share),
            ("alarms.completeness_falls", self.completeness_falls),
        ];
        let wrong = parts.into_iter().find(|(_, part)| !(0.0..=1.0).contains(part));
        if let Some((key, part)) = wrong {
            let fault = SettingFault::NotWithin { value: part.to_string(), least: 0, most: 1 };
            return Some((key, fault));
        }
        let value = self.min_free.clone();
        let is_room = FreeRoom::parse(&value).is_some();
        (!is_room).then_some(("alarms.min_free", SettingFault::NotRoom { value }))
    }

    /// Returns the room that has to be free on a disk of this size, in bytes.
    pub fn wanted_room(&self, disk: u64) -> u64 {
        FreeRoom::parse(&self.min_free).map_or(0, |room| room.of(disk))
    }
}

/// `[hooks]`: a command that is run when something happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HookSection {
    /// The program and its arguments; empty for none. No shell reads them.
    pub command: Vec<String>,
    /// What it is run for.
    pub on: Vec<HookEvent>,
    /// Time after which it is ended.
    pub timeout: Period,
}

/// What a hook is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookEvent {
    /// A run of the job has ended.
    Job,
    /// A round has ended: every URI has an outcome.
    Round,
    /// A WARC file is finished and listed.
    File,
    /// An alarm is raised or over.
    Alarm,
}

impl HookEvent {
    /// Its name in the environment of the command.
    pub fn name(self) -> &'static str {
        match self {
            HookEvent::Job => "job",
            HookEvent::Round => "round",
            HookEvent::File => "file",
            HookEvent::Alarm => "alarm",
        }
    }
}

impl Default for HookSection {
    fn default() -> HookSection {
        HookSection {
            command: Vec::new(),
            on: vec![HookEvent::Job, HookEvent::Round, HookEvent::File, HookEvent::Alarm],
            timeout: Period::from_secs(60),
        }
    }
}

impl HookSection {
    pub(super) fn fault(&self) -> Option<(&'static str, SettingFault)> {
        let has_no_program = self.command.first().is_some_and(String::is_empty);
        if has_no_program || self.command.iter().any(|word| word.contains('\0')) {
            return Some(("hooks.command", SettingFault::Empty));
        }
        let is_zero = self.timeout == Period::default();
        is_zero.then_some(("hooks.timeout", SettingFault::TimeIsZero))
    }
}
