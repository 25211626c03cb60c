//! What is done with long documents, by media type: entries of `fetch.long`, written `video/* 100MB skip`.

use super::Size;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use stodola_fetch::{MediaPattern, TypeLimit, declared_length};
use stodola_warc::http::ResponseHead;

/// An entry of `fetch.long`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LongSetting {
    /// Which media types it is for.
    pub media_type: MediaPattern,
    /// Length in bytes from which on a document is too long.
    pub over: Size,
    /// What is done with it then.
    pub action: LongAction,
}

/// What is done with a document that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongAction {
    /// It is left out, if its length is declared.
    Skip,
    /// The rest is cut off.
    Cut,
    /// Only its first bytes are asked for.
    Range,
}

const ACTIONS: [(LongAction, &str); 3] =
    [(LongAction::Skip, "skip"), (LongAction::Cut, "cut"), (LongAction::Range, "range")];

impl LongAction {
    /// Returns its name in job files.
    pub fn name(self) -> &'static str {
        ACTIONS.iter().find(|(action, _)| *action == self).map_or("cut", |(_, name)| name)
    }
}

/// The error for a text that says nothing about long documents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a type, a size and skip, cut or range, such as \"video/* 100MB skip\"")]
pub struct LongSettingError(String);

impl LongSetting {
    /// Returns the limit for the client.
    pub(crate) fn limit(&self) -> TypeLimit {
        TypeLimit {
            media_type: self.media_type.clone(),
            most: self.over.bytes(),
            refuses_longer: self.action != LongAction::Cut,
        }
    }

    /// Returns the entry that is for a response whose declared length is too long, with that length; `None` if there is
    /// none.
    pub(crate) fn of<'l>(
        entries: &'l [LongSetting],
        head: &ResponseHead<'_>,
    ) -> Option<(&'l LongSetting, u64)> {
        let declared = declared_length(head)?;
        let field = head.field("Content-Type").unwrap_or_default();
        let name = stodola_warc::http::media_type(&field);
        let entry = entries.iter().find(|entry| entry.media_type.matches(name))?;
        (declared > entry.over.bytes()).then_some((entry, declared))
    }
}

impl FromStr for LongSetting {
    type Err = LongSettingError;

    fn from_str(text: &str) -> Result<LongSetting, LongSettingError> {
        let wrong = || LongSettingError(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let [media_type, over, action] = words[..] else { return Err(wrong()) };
        let action = ACTIONS.iter().find(|(_, name)| *name == action).ok_or_else(wrong)?.0;
        let over: Size = over.parse().map_err(|_| wrong())?;
        if over == Size::default() {
            return Err(wrong());
        }
        let media_type = MediaPattern::parse(media_type).ok_or_else(wrong)?;
        Ok(LongSetting { media_type, over, action })
    }
}

impl fmt::Display for LongSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.media_type.as_str(), self.over, self.action.name())
    }
}

impl TryFrom<String> for LongSetting {
    type Error = LongSettingError;

    fn try_from(text: String) -> Result<LongSetting, LongSettingError> {
        text.parse()
    }
}

impl From<LongSetting> for String {
    fn from(entry: LongSetting) -> String {
        entry.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_as_they_were_written() {
        for (text, written) in [
            ("video/* 100MB skip", "video/* 100MB skip"),
            ("  *   1kB cut ", "* 1kB cut"),
            ("Application/ZIP 2GB range", "application/zip 2GB range"),
        ] {
            let entry: LongSetting = text.parse().unwrap();
            assert_eq!(entry.to_string(), written);
            assert_eq!(written.parse(), Ok(entry));
        }
        for wrong in [
            "",
            "video/*",
            "video/* 1MB",
            "video/* 1MB eat",
            "video 1MB cut",
            "a/b 0 cut",
            "a/b x cut",
        ] {
            assert!(wrong.parse::<LongSetting>().is_err(), "{wrong}");
        }
    }
}
