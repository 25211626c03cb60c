//! Access control files of pywb: `SURT - {"access": "block", …}`, a rule a line.
//!
//! What pywb does, and what becomes of it:
//!
//! - The rule with the longest SURT that the key begins with decides, one for the visitor's user before one for
//!   everybody. Ours does the same: `user` becomes a group.
//! - `###` behind a SURT is a single address, and `*,` is everything.
//! - A rule with a date (`before`, `after`, `newer`, `older`) that does not apply gives way to the *default access*,
//!   not to a shorter SURT. So it is accompanied by a rule without a date that decides that.
//! - `allow` gives way to embargoes, `allow_ignore_embargo` does not. Embargoes stand in pywb's configuration and are
//!   not part of the file.
//! - Without `access` a rule excludes.
//!
//! pywb counts `newer` and `older` back from now, ours from the capture on; at the ends of months that can differ by up
//! to three days.

use super::{Collected, IMPORT_MAX, ImportError, shortened};
use crate::moment::{CalendarPeriod, Moment};
use crate::rule::{AccessPolicy, AccessRule, AgeLimit, BlockCause, RuleAudience, RulePlace};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// How a file of pywb is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcljOptions {
    /// What pywb's configuration says under `default_access`. If it is not `Allow`, a rule for everything is added.
    pub default_access: AccessPolicy,
}

impl Default for AcljOptions {
    fn default() -> AcljOptions {
        AcljOptions { default_access: AccessPolicy::Allow }
    }
}

/// Reads the rules of an `.aclj` file.
pub fn read_aclj(file: &[u8], options: AcljOptions) -> Result<Vec<AccessRule>, ImportError> {
    if file.len() > IMPORT_MAX {
        return Err(ImportError::TooLarge);
    }
    let mut collected = Collected::default();
    let mut seen: HashMap<(RulePlace, RuleAudience), usize> = HashMap::new();
    for (number, line) in (1..).zip(file.split(|&byte| byte == b'\n')) {
        let place = format!("line {number}");
        let line = match std::str::from_utf8(line) {
            Ok(line) => line.trim(),
            Err(_) => {
                collected.refuse(place, "it is not UTF-8");
                continue;
            }
        };
        if line.is_empty() {
            continue;
        }
        match read_line(line, options) {
            Err(what) => collected.refuse(place, what),
            Ok(rules) => {
                let key = rules.first().map(|it| (it.place.clone(), it.audience.clone()));
                match key.and_then(|key| seen.insert(key, number)) {
                    Some(before) => collected.refuse(
                        place,
                        format!("the same SURT and user as in line {before}; pywb uses only one of the two"),
                    ),
                    None => collected.rules.extend(rules),
                }
            }
        }
    }
    let everything = (RulePlace::everything(), RuleAudience::Everybody);
    if options.default_access != AccessPolicy::Allow && !seen.contains_key(&everything) {
        collected.rules.push(AccessRule::new(RulePlace::everything(), options.default_access));
    }
    collected.finish()
}

/// The rules of a line: one, and perhaps the one that accompanies it.
fn read_line(line: &str, options: AcljOptions) -> Result<Vec<AccessRule>, String> {
    let mut parts = line.splitn(3, ' ');
    let (Some(key), Some(date), Some(json)) = (parts.next(), parts.next(), parts.next()) else {
        return Err("it is not of the form SURT - {…}".to_owned());
    };
    if date != "-" {
        return Err(format!("'{}' stands where pywb has a dash", shortened(date)));
    }
    let fields: Map<String, Value> =
        serde_json::from_str(json.trim()).map_err(|error| format!("its JSON: {error}"))?;
    let (policy, yields_to_embargo) = match fields.get("access").map(text) {
        None => (AccessPolicy::Hide, false),
        Some(Some("exclude")) => (AccessPolicy::Hide, false),
        Some(Some("block")) => (AccessPolicy::Block, false),
        Some(Some("allow")) => (AccessPolicy::Allow, true),
        Some(Some("allow_ignore_embargo")) => (AccessPolicy::Allow, false),
        Some(_) => {
            return Err("its access is none of allow, block, exclude, allow_ignore_embargo".into());
        }
    };
    let mut rule = AccessRule {
        audience: audience(&fields)?,
        yields_to_embargo,
        cause: BlockCause::Rights,
        note: Some(shortened(&format!("pywb: {line}"))),
        ..AccessRule::new(place(key)?, policy)
    };
    if !set_date(&mut rule, &fields)? {
        return Ok(vec![rule]);
    }
    let otherwise = AccessRule {
        audience: rule.audience.clone(),
        note: rule.note.clone(),
        yields_to_embargo: options.default_access == AccessPolicy::Allow,
        ..AccessRule::new(rule.place.clone(), options.default_access)
    };
    Ok(vec![rule, otherwise])
}

fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

fn place(key: &str) -> Result<RulePlace, String> {
    if key == "*," {
        return Ok(RulePlace::everything());
    }
    let kept = match key.strip_suffix("###") {
        Some(key) => format!("exact:{key}"),
        None => format!("surt:{key}"),
    };
    kept.parse().map_err(|_| format!("'{}' is no SURT", shortened(key)))
}

fn audience(fields: &Map<String, Value>) -> Result<RuleAudience, String> {
    match fields.get("user") {
        None | Some(Value::Null) => Ok(RuleAudience::Everybody),
        Some(Value::String(user)) if user.is_empty() => Ok(RuleAudience::Everybody),
        Some(Value::String(user)) => format!("group:{user}")
            .parse()
            .map_err(|_| format!("'{}' cannot be the name of a group", shortened(user))),
        Some(_) => Err("its user is no text".to_owned()),
    }
}

/// Takes the limit by dates over. Tells whether there is one.
fn set_date(rule: &mut AccessRule, fields: &Map<String, Value>) -> Result<bool, String> {
    // An empty value is none for pywb.
    let is_set = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Object(object)) => !object.is_empty(),
        Some(_) => true,
    };
    let mut given = ["before", "after", "newer", "older"].into_iter().filter(|name| is_set(name));
    let Some(name) = given.next() else { return Ok(false) };
    if let Some(other) = given.next() {
        return Err(format!("it has both `{name}` and `{other}`; pywb uses only the first"));
    }
    let value = fields.get(name).unwrap_or(&Value::Null);
    match name {
        // Both are meant without the moment itself.
        "before" => rule.captured.to = Some(Moment(moment(name, value)?.0 - 1)),
        "after" => rule.captured.from = Some(Moment(moment(name, value)?.0 + 1)),
        "newer" => rule.age = Some(AgeLimit::Younger(period(name, value)?)),
        _ => rule.age = Some(AgeLimit::Older(period(name, value)?)),
    }
    Ok(true)
}

fn moment(name: &str, value: &Value) -> Result<Moment, String> {
    let digits = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let moment = Moment::parse(&digits).filter(|_| is_plain);
    moment.ok_or_else(|| format!("`{name}` is no time of 4 to 14 digits"))
}

fn period(name: &str, value: &Value) -> Result<CalendarPeriod, String> {
    let wrong = || format!("`{name}` is no period of years, months, weeks and days");
    let fields = value.as_object().ok_or_else(wrong)?;
    let mut period = CalendarPeriod::default();
    for (unit, number) in fields {
        let number = number.as_u64().and_then(|it| u32::try_from(it).ok()).ok_or_else(wrong)?;
        let (months, days) = match unit.as_str() {
            "years" => (number.checked_mul(12), Some(0)),
            "months" => (Some(number), Some(0)),
            "weeks" => (Some(0), number.checked_mul(7)),
            "days" => (Some(0), Some(number)),
            // pywb passes others over.
            other => return Err(format!("`{name}` has the unknown unit '{}'", shortened(other))),
        };
        let sum = |a: u32, b: Option<u32>| b.and_then(|b| a.checked_add(b)).ok_or_else(wrong);
        period =
            CalendarPeriod { months: sum(period.months, months)?, days: sum(period.days, days)? };
    }
    // Written and read, so that its limits hold.
    CalendarPeriod::parse(&period.to_string()).ok_or_else(wrong)
}
