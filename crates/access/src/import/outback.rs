//! Rules of OutbackCDX, as its `/access/rules` gives them, with the policies of `/access/policies`.
//!
//! What OutbackCDX does, and what becomes of it:
//!
//! - A policy lists the *access points* where captures may be seen. Access points become groups; one of them is that of
//!   the public, which is everybody. Where a capture may not be seen, OutbackCDX leaves it out: it is hidden.
//! - Of the patterns that fit, the longest decides. Of several rules with the same pattern the last one that was
//!   changed decides, which rules of ours cannot say: if they differ in their policies, they are refused.
//! - A pattern `*.example.org` is a domain, one that ends in `*` a prefix, any other a single address.
//! - `captured` and `accessed` are spans without their ends, `period` is an embargo by the calendar.
//! - `enabled`, `pinned` and who made the rule have no effect on its decisions; they are kept in the note.

use super::{Collected, IMPORT_MAX, ImportError, shortened};
use crate::moment::{CalendarPeriod, Moment};
use crate::rule::{AccessPolicy, AccessRule, AgeLimit, MomentSpan, RuleAudience, RulePlace};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How rules of OutbackCDX are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutbackOptions {
    /// The access point that everybody uses.
    pub public_access_point: String,
    /// What is done where a capture may not be seen: `Hide`, as OutbackCDX does, or `Block`.
    pub denial: AccessPolicy,
}

impl Default for OutbackOptions {
    fn default() -> OutbackOptions {
        OutbackOptions { public_access_point: "public".to_owned(), denial: AccessPolicy::Hide }
    }
}

/// The access points of each policy, by its number.
type Policies = BTreeMap<i64, BTreeSet<String>>;

/// Reads rules and policies. Both may stand in one file, as `{"rules": […], "policies": […]}`; else `file` is the list
/// of rules and `policies` the list of policies.
pub fn read_outback(
    file: &[u8],
    policies: Option<&[u8]>,
    options: &OutbackOptions,
) -> Result<Vec<AccessRule>, ImportError> {
    if file.len() > IMPORT_MAX || policies.is_some_and(|it| it.len() > IMPORT_MAX) {
        return Err(ImportError::TooLarge);
    }
    let parse = |bytes: &[u8]| -> Result<Value, ImportError> {
        serde_json::from_slice(bytes).map_err(|error| ImportError::Format(error.to_string()))
    };
    let (rules, inside) = match parse(file)? {
        Value::Array(rules) => (rules, None),
        Value::Object(mut both) => match both.remove("rules") {
            Some(Value::Array(rules)) => (rules, both.remove("policies")),
            _ => return Err(ImportError::Format("it has no list `rules`".to_owned())),
        },
        _ => return Err(ImportError::Format("it is no list of rules".to_owned())),
    };
    let policies = match policies {
        Some(bytes) => Some(parse(bytes)?),
        None => inside,
    };
    let policies = read_policies(policies.as_ref())?;
    let mut collected = Collected::default();
    let mut patterns: HashMap<RulePlace, (String, i64)> = HashMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let name = match rule.get("id").and_then(Value::as_i64) {
            Some(id) => format!("rule {id}"),
            None => format!("rule at place {}", at + 1),
        };
        let read = rule.as_object().ok_or_else(|| "it is no object".to_owned());
        let read = read.and_then(|rule| OutbackRule::read(rule, &policies));
        let rule = match read {
            Ok(rule) => rule,
            Err(what) => {
                collected.refuse(name, what);
                continue;
            }
        };
        for place in &rule.places {
            match patterns.insert(place.clone(), (name.clone(), rule.policy)) {
                Some((other, policy)) if policy != rule.policy => collected.refuse(
                    name.clone(),
                    format!("it has the pattern '{place}' of {other} with another policy, and the last change decides"),
                ),
                _ => collected.rules.extend(rule.rules(place, &policies, options)),
            }
        }
    }
    collected.finish()
}

fn read_policies(value: Option<&Value>) -> Result<Policies, ImportError> {
    let wrong = |what: &str| ImportError::Format(format!("the policies: {what}"));
    let Some(value) = value else { return Ok(Policies::new()) };
    let list = value.as_array().ok_or_else(|| wrong("it is no list"))?;
    let mut policies = Policies::new();
    for policy in list {
        let id = policy.get("id").and_then(Value::as_i64).ok_or_else(|| wrong("one has no id"))?;
        let points = match policy.get("accessPoints") {
            None | Some(Value::Null) => &[][..],
            Some(Value::Array(points)) => points,
            Some(_) => return Err(wrong("accessPoints is no list")),
        };
        let mut names = BTreeSet::new();
        for point in points {
            let name = point.as_str().ok_or_else(|| wrong("an access point is no text"))?;
            let group = format!("group:{name}").parse::<RuleAudience>();
            group.map_err(|_| wrong("an access point cannot be the name of a group"))?;
            names.insert(name.to_owned());
        }
        policies.insert(id, names);
    }
    Ok(policies)
}

/// What is taken over of a rule.
struct OutbackRule {
    policy: i64,
    places: Vec<RulePlace>,
    captured: MomentSpan,
    accessed: MomentSpan,
    age: Option<AgeLimit>,
    message: Option<String>,
    note: String,
}

/// What a rule may have. Anything else is refused: it may mean something.
const FIELDS: &[&str] = &[
    "id",
    "policyId",
    "urlPatterns",
    "captured",
    "accessed",
    "period",
    "privateComment",
    "publicMessage",
    "enabled",
    "pinned",
    "created",
    "creator",
    "modified",
    "modifier",
];

impl OutbackRule {
    fn read(rule: &Map<String, Value>, policies: &Policies) -> Result<OutbackRule, String> {
        if let Some(field) = rule.keys().find(|key| !FIELDS.contains(&key.as_str())) {
            return Err(format!("it has the unknown field `{}`", shortened(field)));
        }
        let policy = rule.get("policyId").and_then(Value::as_i64).ok_or("it has no policyId")?;
        if !policies.contains_key(&policy) {
            return Err(format!("policy {policy} is not known; give the list of policies"));
        }
        let patterns = rule.get("urlPatterns").and_then(Value::as_array);
        let patterns = patterns.filter(|it| !it.is_empty()).ok_or("it has no urlPatterns")?;
        let places = patterns.iter().map(place).collect::<Result<_, _>>()?;
        let optional_text = |name: &str| match rule.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => Ok(Some(shortened(text))),
            Some(_) => Err(format!("`{name}` is no text")),
        };
        let mut note = String::from("OutbackCDX:");
        for field in FIELDS {
            let is_kept = !matches!(*field, "policyId" | "urlPatterns" | "publicMessage");
            if let Some(value) = rule.get(*field).filter(|it| is_kept && !it.is_null()) {
                note.push_str(&format!(" {field}={}", shortened(&value.to_string())));
            }
        }
        Ok(OutbackRule {
            policy,
            places,
            captured: span("captured", rule.get("captured"))?,
            accessed: span("accessed", rule.get("accessed"))?,
            age: period(rule.get("period"))?.map(AgeLimit::Younger),
            message: optional_text("publicMessage")?,
            note,
        })
    }

    /// The rules for one of its patterns: one for everybody, and one for each access point that differs.
    fn rules(
        &self,
        place: &RulePlace,
        policies: &Policies,
        options: &OutbackOptions,
    ) -> Vec<AccessRule> {
        let open = policies.get(&self.policy);
        let policy_at = |point: &str| match open.is_some_and(|open| open.contains(point)) {
            true => AccessPolicy::Allow,
            false => options.denial,
        };
        let rule = |audience: RuleAudience, policy: AccessPolicy| AccessRule {
            audience,
            captured: self.captured,
            valid: self.accessed,
            age: self.age,
            message: self.message.clone(),
            note: Some(self.note.clone()),
            ..AccessRule::new(place.clone(), policy)
        };
        let public = policy_at(&options.public_access_point);
        let mut rules = vec![rule(RuleAudience::Everybody, public)];
        let points: BTreeSet<&String> = policies.values().flatten().collect();
        for point in points.into_iter().filter(|it| **it != options.public_access_point) {
            // A rule with dates must not let a rule for the group shine through that is more specific.
            rules.push(rule(RuleAudience::Group(point.clone()), policy_at(point)));
        }
        rules
    }
}

fn place(pattern: &Value) -> Result<RulePlace, String> {
    let pattern = pattern.as_str().ok_or("a pattern is no text")?.trim();
    let wrong = || format!("'{}' is no pattern", shortened(pattern));
    if pattern == "*" || pattern.starts_with("*.") {
        return pattern.parse().map_err(|_| wrong());
    }
    let lower = pattern.to_ascii_lowercase();
    let is_web =
        !lower.contains("://") || lower.starts_with("http://") || lower.starts_with("https://");
    if pattern.is_empty() || !is_web {
        return Err(format!(
            "'{}': only http and https can be told apart from nothing",
            shortened(pattern)
        ));
    }
    // A bare host is an address here, of its first page.
    let with_scheme = match lower.contains("://") {
        true => pattern.to_owned(),
        false => format!("http://{pattern}"),
    };
    with_scheme.parse().map_err(|_| wrong())
}

/// A span without its ends.
fn span(name: &str, value: Option<&Value>) -> Result<MomentSpan, String> {
    let fields = match value {
        None | Some(Value::Null) => return Ok(MomentSpan::default()),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err(format!("`{name}` is no span")),
    };
    let end = |field: &str, step: i64| match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) => match with_zone(text) {
            Some(moment) => Ok(Some(Moment(moment.0 + step))),
            None => Err(format!("`{name}.{field}` is no time: '{}'", shortened(text))),
        },
        Some(_) => Err(format!("`{name}.{field}` is no time")),
    };
    if let Some(field) = fields.keys().find(|it| !["start", "end"].contains(&it.as_str())) {
        return Err(format!("`{name}` has the unknown field `{}`", shortened(field)));
    }
    Ok(MomentSpan { from: end("start", 1)?, to: end("end", -1)? })
}

/// `2014-01-26T20:06:24+1100`, or with `Z`.
fn with_zone(text: &str) -> Option<Moment> {
    if text.ends_with('Z') || text.len() <= 10 {
        return Moment::parse(text);
    }
    let (time, zone) = text.split_at_checked(text.len().checked_sub(5)?)?;
    let sign = match zone.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (hours, minutes) =
        (zone.get(1..3)?.parse::<i64>().ok()?, zone.get(3..5)?.parse::<i64>().ok()?);
    let moment = Moment::parse(time)?;
    Some(Moment(moment.0 - sign * (hours * 3600 + minutes * 60)))
}

fn period(value: Option<&Value>) -> Result<Option<CalendarPeriod>, String> {
    let fields = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err("`period` is no period".to_owned()),
    };
    let mut numbers = [0_u32; 3];
    for (unit, number) in fields {
        let at = ["years", "months", "days"].iter().position(|it| it == unit);
        let at =
            at.ok_or_else(|| format!("`period` has the unknown unit '{}'", shortened(unit)))?;
        let number = number.as_u64().and_then(|it| u32::try_from(it).ok());
        numbers[at] = number.ok_or("`period` has a number that is none, or negative")?;
    }
    let [years, months, days] = numbers;
    let months = years.checked_mul(12).and_then(|it| it.checked_add(months));
    let period = CalendarPeriod { months: months.ok_or("`period` is too long")?, days };
    let period = CalendarPeriod::parse(&period.to_string()).ok_or("`period` is too long")?;
    Ok((!period.is_zero()).then_some(period))
}
