//! All settings of a job file as data, read from the template that explains them: for forms and for programs.
//!
//! What a setting can be is asked of the parser itself, so that a key has its explanation in one place, and its type in
//! another, and nowhere a second time.

use super::{Job, JobError};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::Value;

/// Settings that name a path, a program, a server or a secret, or relax the rules about addresses and robots.txt. A
/// file on the server sets them; whoever writes for other people (pages, an API) shows them and refuses to change
/// them. The name is that of the folder.
const KEPT: [&str; 22] = [
    "name",
    "seeds_file",
    "scope.site_rules",
    "politeness.robots",
    "politeness.robots_tags",
    "fetch.allow_private",
    "fetch.connect_to",
    "fetch.dns_servers",
    "hooks.command",
    "fetch.headers",
    "fetch.proxy",
    "fetch.proxy_login",
    "fetch.no_proxy",
    "fetch.cookies_file",
    "fetch.logins",
    "write.credentials",
    "national.geo",
    "national.properties",
    "national.lists",
    "national.whois",
    "national.in_links",
    "national.rdap",
];

/// Settings that may be missing altogether.
const OPTIONAL: [&str; 14] = [
    "seeds_file",
    "scope.site_rules",
    "fetch.proxy",
    "fetch.proxy_login",
    "fetch.cookies_file",
    "fetch.logins",
    "national.depth",
    "national.min_points",
    "national.geo",
    "national.properties",
    "national.lists",
    "national.whois",
    "national.in_links",
    "national.rdap",
];

/// What the value of a setting is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A line of text.
    Line,
    /// Any text.
    Prose,
    /// A list of texts, each on a line of its own.
    Lines,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Whole,
    /// A number.
    Real,
    /// A time: `30s`, `2h`.
    Time,
    /// A number of bytes: `100MB`.
    Bytes,
    /// A time, `adaptive` or `never`.
    Interval,
    /// One of these words.
    Choice(Vec<String>),
    /// Intervals of hosts, a line for each: `news.example = 1h`.
    Intervals,
    /// Scope rules, as job files write them.
    Rules,
}

/// A setting of a job file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingKey {
    /// Its name with that of its section: `limits.documents`.
    pub path: String,
    /// Its section; empty for settings that stand before all sections.
    pub section: String,
    /// Its name in its section.
    pub name: String,
    /// What the template says about it, in English.
    pub help: String,
    /// Its default as a form shows it; empty if it has none.
    pub default: String,
    /// What its value is.
    pub kind: SettingKind,
    /// Whether it can be `unlimited` as well.
    pub can_be_unlimited: bool,
    /// Whether only a file on the server sets it.
    pub is_kept: bool,
}

/// A section of a job file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingSection {
    /// Its name; empty for settings that stand before all sections.
    pub name: String,
    /// What the template says about it, in English.
    pub help: String,
}

/// All settings, and all sections, in the order of the template.
pub fn setting_keys() -> &'static (Vec<SettingSection>, Vec<SettingKey>) {
    static KEYS: LazyLock<(Vec<SettingSection>, Vec<SettingKey>)> = LazyLock::new(read);
    &KEYS
}

/// Returns a setting by its name with that of its section; `None` if there is none.
pub fn setting_key(path: &str) -> Option<&'static SettingKey> {
    setting_keys().1.iter().find(|key| key.path == path)
}

impl Job {
    /// Returns the values of all settings as a form shows them, by name. Rules are not among them: whoever shows them
    /// shows the text of the file.
    pub fn setting_texts(&self) -> BTreeMap<String, String> {
        let table = Value::try_from(self).unwrap_or(Value::Boolean(false));
        let mut texts = BTreeMap::new();
        for key in &setting_keys().1 {
            if key.kind != SettingKind::Rules {
                texts.insert(key.path.clone(), text_at(&table, key));
            }
        }
        texts
    }
}

/// Returns the text of a setting in all settings of a job; empty if it is missing.
fn text_at(job: &Value, key: &SettingKey) -> String {
    let section = if key.section.is_empty() { Some(job) } else { job.get(&key.section) };
    section.and_then(|section| section.get(&key.name)).map_or_else(String::new, text_of)
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => format!("{number:?}"),
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join("\n"),
        Value::Table(entries) => {
            let line = |(name, value)| format!("{name} = {}", text_of(value));
            entries.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// Reads the template.
fn read() -> (Vec<SettingSection>, Vec<SettingKey>) {
    let template = Job::template();
    let mut sections = vec![SettingSection { name: String::new(), help: String::new() }];
    let mut keys = Vec::new();
    let (mut remarks, mut is_used) = (Vec::new(), false);
    let mut is_in_list = false;
    let defaults = Value::try_from(Job::default()).unwrap_or(Value::Boolean(false));
    for line in template.lines() {
        let section = sections.last().map_or(String::new(), |it| it.name.clone());
        if is_in_list {
            is_in_list = line != "]";
        } else if let Some(key) = key_of(line, &section) {
            // The first setting of a section may be explained by what is said of the section.
            let help = match (remarks.is_empty(), sections.last()) {
                (true, Some(section)) => section.help.clone(),
                _ => remarks.join(" "),
            };
            keys.push(setting(&section, key, help, &defaults));
            (is_used, is_in_list) = (true, line.ends_with('['));
        } else if let Some(name) = line.strip_prefix('[') {
            let (name, help) = (name.trim_end_matches(']'), remarks.join(" "));
            match name {
                "again.hosts" => {
                    let hosts = setting("again", "hosts", help, &defaults);
                    keys.push(hosts);
                }
                name => sections.push(SettingSection { name: name.to_owned(), help }),
            }
            (remarks, is_used) = (Vec::new(), false);
        } else if let Some(remark) = line.strip_prefix('#') {
            // A remark is about all settings that follow it, up to the next remark.
            if std::mem::take(&mut is_used) {
                remarks.clear();
            }
            remarks.push(remark.trim().to_owned());
        } else {
            // The first remarks are about the file, the last ones of a section may be about its rules.
            if section == "scope" && remarks.iter().any(|it| it == "[[scope.rule]]") {
                let examples = remarks.iter().position(|it| it.is_empty()).unwrap_or(0);
                let help = remarks[..examples].join(" ");
                keys.push(setting("scope", "rule", help, &defaults));
            }
            (remarks, is_used) = (Vec::new(), false);
        }
    }
    (sections, keys)
}

/// Returns the name of the setting that a line of the template has; `None` if it has none. Settings that may be missing
/// are remarks.
fn key_of<'l>(line: &'l str, section: &str) -> Option<&'l str> {
    let is_key =
        |name: &str| !name.is_empty() && name.bytes().all(|c| c == b'_' || c.is_ascii_lowercase());
    match line.strip_prefix("# ") {
        None => line.split_once(" = ").map(|(name, _)| name).filter(|name| is_key(name)),
        Some(remark) => {
            let (name, _) = remark.split_once(" = ")?;
            OPTIONAL.contains(&&*path_of(section, name)).then_some(name)
        }
    }
}

fn path_of(section: &str, name: &str) -> String {
    match section {
        "" => name.to_owned(),
        section => format!("{section}.{name}"),
    }
}

fn setting(section: &str, name: &str, help: String, defaults: &Value) -> SettingKey {
    let path = path_of(section, name);
    let default = match section {
        "" => defaults.get(name),
        section => defaults.get(section).and_then(|section| section.get(name)),
    };
    let kind = kind_of(&path, default);
    let can_be_unlimited = match kind {
        SettingKind::Whole | SettingKind::Time | SettingKind::Bytes => {
            takes(&path, "\"unlimited\"")
        }
        _ => false,
    };
    SettingKey {
        is_kept: KEPT.contains(&&*path),
        section: section.to_owned(),
        name: name.to_owned(),
        help,
        default: default.map(text_of).unwrap_or_default(),
        kind,
        can_be_unlimited,
        path,
    }
}

/// Finds out what a setting can be: by its default, and by what the parser takes.
fn kind_of(path: &str, default: Option<&Value>) -> SettingKind {
    match (path, default) {
        ("scope.rule", _) => return SettingKind::Rules,
        ("again.hosts", _) => return SettingKind::Intervals,
        ("description", _) => return SettingKind::Prose,
        ("seeds_list.batch", _) => return SettingKind::Line,
        (_, Some(Value::Boolean(_))) => return SettingKind::Flag,
        (_, Some(Value::Float(_))) => return SettingKind::Real,
        (_, Some(Value::Array(_))) => return SettingKind::Lines,
        _ => {}
    }
    if let Err(JobError::UnknownValue { known, .. }) = parsed(path, "\"no such word\"") {
        return SettingKind::Choice(known);
    }
    if takes(path, "\"no such word\"") {
        return SettingKind::Line;
    }
    let kinds = [
        ("\"never\"", SettingKind::Interval),
        ("\"1h\"", SettingKind::Time),
        ("\"1MB\"", SettingKind::Bytes),
    ];
    let kind = kinds.into_iter().find(|(example, _)| takes(path, example));
    kind.map_or(SettingKind::Whole, |(_, kind)| kind)
}

/// Whether a value is of the type of a setting, allowed or not.
fn takes(path: &str, value: &str) -> bool {
    matches!(parsed(path, value), Ok(_) | Err(JobError::Invalid { .. }))
}

fn parsed(path: &str, value: &str) -> Result<Job, JobError> {
    Job::parse(&format!("{path} = {value}\n"), "job.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_a_job_is_a_key_with_help_and_a_type() {
        let (sections, keys) = setting_keys();
        let table = Value::try_from(Job::default()).unwrap();
        let mut paths: Vec<String> = OPTIONAL.map(str::to_owned).into();
        for (name, value) in table.as_table().unwrap() {
            match value.as_table() {
                Some(section) => paths.extend(section.keys().map(|key| format!("{name}.{key}"))),
                None => paths.push(name.clone()),
            }
        }
        paths.sort();
        let mut known: Vec<String> = keys.iter().map(|key| key.path.clone()).collect();
        known.sort();
        assert_eq!(known, paths);
        assert_eq!(sections.len(), 15);
        for key in keys {
            assert!(key.help.len() > 5, "{key:?}");
            let is_example = matches!(&*key.path, "again.hosts" | "scope.rule");
            assert!(is_example || !key.help.contains(" = "), "{key:?}");
        }
        for section in &sections[1..] {
            assert!(section.help.ends_with('.'), "{section:?}");
        }
    }

    #[test]
    fn types_are_those_of_the_parser() {
        let words = |words: &[&str]| {
            SettingKind::Choice(words.iter().map(|word| (*word).to_owned()).collect())
        };
        for (path, kind, can_be_unlimited) in [
            ("contact", SettingKind::Line, false),
            ("description", SettingKind::Prose, false),
            ("seeds", SettingKind::Lines, false),
            ("scope.max_hops", SettingKind::Whole, false),
            ("scope.profile_rules", SettingKind::Flag, false),
            ("scope.rule", SettingKind::Rules, false),
            ("limits.documents", SettingKind::Whole, true),
            ("limits.bytes", SettingKind::Bytes, true),
            ("limits.time", SettingKind::Time, true),
            ("limits.bytes_per_document", SettingKind::Bytes, false),
            ("limits.hosts_per_domain", SettingKind::Whole, true),
            ("politeness.delay_factor", SettingKind::Real, false),
            ("politeness.min_delay", SettingKind::Time, false),
            ("fetch.tls", words(&["record", "refuse"]), false),
            ("write.version", words(&["1.0", "1.1"]), false),
            ("again.every", SettingKind::Interval, false),
            ("again.hosts", SettingKind::Intervals, false),
            ("national.min_points", SettingKind::Whole, false),
            ("national.depth", SettingKind::Whole, false),
            ("national.follow_invalid", SettingKind::Whole, false),
            ("national.pack", SettingKind::Line, false),
        ] {
            let key = setting_key(path).unwrap();
            assert_eq!((&key.kind, key.can_be_unlimited), (&kind, can_be_unlimited), "{path}");
        }
    }

    #[test]
    fn settings_are_shown_as_people_write_them() {
        let text = "seeds = [\"http://a.cz/\", \"http://b.cz/\"]\nlimits.documents = 7\n\
            [again]\nevery = \"7d\"\n[again.hosts]\n\"news.example\" = \"1h\"\n";
        let texts = Job::parse(text, "job.toml").unwrap().setting_texts();
        for (path, expect) in [
            ("name", "harvest"),
            ("seeds", "http://a.cz/\nhttp://b.cz/"),
            ("limits.documents", "7"),
            ("limits.bytes", "unlimited"),
            ("politeness.delay_factor", "5.0"),
            ("again.every", "7d"),
            ("again.hosts", "news.example = 1h"),
            ("national.min_points", ""),
            ("write.dns", "true"),
        ] {
            assert_eq!(texts[path], expect, "{path}");
        }
    }
}
