//! Changes to any settings of a job file that leave everything else in it as it is: comments, order, spaces.
//!
//! A change is accepted only if the new text parses as a job with exactly these settings changed.

use super::keys::{SettingKey, SettingKind, setting_key};
use super::{Every, FollowInvalid, Job, JobError, Period, SettingFault, Size};
use crate::scope::ScopeRule;
use std::collections::BTreeMap;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, RawString, Table, TableLike, Value,
};

const RULES: &str = "scope.rule";
const FOLLOW_INVALID: &str = "national.follow_invalid";
/// The name of that setting in older files.
const PROBE: &str = "probe";
/// The longest list of problems that is told.
const PROBLEMS_MAX: usize = 100;

/// What is wrong with the new value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// The setting with its section: `limits.documents`.
    pub key: String,
    /// What is wrong.
    pub fault: SettingFault,
}

/// New values of settings, by name, as a form has them. A value that is the present one changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsDraft {
    values: BTreeMap<String, String>,
}

impl SettingsDraft {
    /// Sets the value of a setting.
    pub fn set(&mut self, path: &str, value: &str) {
        self.values.insert(path.to_owned(), value.replace("\r\n", "\n"));
    }

    /// Returns the value of a setting; `None` if it is left as it is.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.values.get(path).map(String::as_str)
    }

    /// Returns the text of a job file with the new values. `file_name` is used in messages.
    ///
    /// # Errors
    /// All values that are wrong, by themselves or together.
    pub fn apply(&self, text: &str, file_name: &str) -> Result<String, Vec<SettingProblem>> {
        let problem = |key: &str, fault| SettingProblem { key: key.to_owned(), fault };
        let parser = |words: String| vec![problem("", SettingFault::Parser(words))];
        let old = Job::parse(text, file_name).map_err(|error| parser(error.to_string()))?;
        let (mark, body) = match text.strip_prefix('\u{feff}') {
            Some(rest) => ("\u{feff}", rest),
            None => ("", text),
        };
        let mut document: DocumentMut =
            body.parse().map_err(|error: toml_edit::TomlError| parser(error.to_string()))?;
        let shown = old.setting_texts();
        let mut problems = Vec::new();
        let mut changed = Vec::new();
        for (path, value) in &self.values {
            let is_same = match &**path {
                RULES => value.trim() == rules_text(text).trim(),
                path => shown.get(path).is_some_and(|shown| same(shown, value)),
            };
            if is_same {
                continue;
            }
            match setting_key(path) {
                None => problems.push(problem(path, SettingFault::NoSuchSetting)),
                Some(key) => match put(&mut document, key, value) {
                    Ok(()) => changed.push(key),
                    Err(fault) => problems.push(problem(path, fault)),
                },
            }
        }
        let new = format!("{mark}{document}");
        problems.extend(faults(document, file_name));
        problems.truncate(PROBLEMS_MAX);
        if !problems.is_empty() {
            return Err(problems);
        }
        match Job::parse(&new, file_name) {
            Ok(job) if is_only(&old, &job, &changed) => Ok(new),
            Ok(_) => {
                let key = changed.first().map_or("", |key| &key.path);
                Err(vec![problem(key, SettingFault::NotEditable)])
            }
            Err(error) => Err(parser(error.to_string())),
        }
    }
}

/// Returns the scope rules of a job file as it writes them, with its remarks; empty if it has none.
pub fn rules_text(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Ok(document) = text.parse::<DocumentMut>() else { return String::new() };
    let rules = document.get("scope").and_then(|scope| scope.get("rule"));
    let rules = match rules {
        Some(Item::ArrayOfTables(rules)) => rules.clone(),
        // Rules in one line each.
        Some(Item::Value(Value::Array(rules))) => {
            let tables = rules.iter().filter_map(Value::as_inline_table);
            tables.cloned().map(InlineTable::into_table).collect()
        }
        _ => return String::new(),
    };
    let mut scope = Table::new();
    scope.set_implicit(true);
    scope.insert("rule", Item::ArrayOfTables(without_places(rules)));
    let mut document = DocumentMut::new();
    document.insert("scope", Item::Table(scope));
    document.to_string().trim_start_matches('\n').to_owned()
}

/// Whether two texts are the same value in a form.
fn same(one: &str, two: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    one.trim() == two.trim() || lines(one) == lines(two)
}

/// Returns what the parser finds wrong with values: one after another is set aside, so that all are told at once.
fn faults(mut document: DocumentMut, file_name: &str) -> Vec<SettingProblem> {
    let mut faults = Vec::new();
    while faults.len() < PROBLEMS_MAX {
        let Err(JobError::Invalid { key, fault, .. }) =
            Job::parse(&document.to_string(), file_name)
        else {
            break;
        };
        let Some(setting) = setting_key(key) else { break };
        let is_new = !faults.iter().any(|it: &SettingProblem| it.key == key);
        faults.push(SettingProblem { key: key.to_owned(), fault });
        // What is wrong with its default as well is wrong with another value.
        if !is_new
            || table_of(&mut document, &setting.section)
                .is_none_or(|table| table.remove(&setting.name).is_none())
        {
            faults.dedup();
            break;
        }
    }
    faults
}

/// Whether a job differs from an older one in these settings only.
fn is_only(old: &Job, new: &Job, changed: &[&SettingKey]) -> bool {
    let (before, after) = (old.setting_texts(), new.setting_texts());
    let is_changed = |path: &str| changed.iter().any(|key| key.path == path);
    before.iter().all(|(path, text)| is_changed(path) || after.get(path) == Some(text))
        && (is_changed(RULES) || old.scope.rule == new.scope.rule)
}

/// Returns the table of a section; `None` if the section is something else.
fn table_of<'d>(document: &'d mut DocumentMut, section: &str) -> Option<&'d mut dyn TableLike> {
    match section {
        "" => Some(document.as_table_mut()),
        section => document.get_mut(section)?.as_table_like_mut(),
    }
}

/// Puts a value into a document, in the place of the one that is there.
fn put(document: &mut DocumentMut, key: &SettingKey, text: &str) -> Result<(), SettingFault> {
    if !key.section.is_empty() && !document.contains_key(&key.section) {
        let mut table = Table::new();
        table.set_implicit(key.kind == SettingKind::Rules);
        document.insert(&key.section, Item::Table(table));
    }
    let rules = match key.kind {
        SettingKind::Rules => Some(parse_rules(text)?),
        _ => None,
    };
    let table = table_of(document, &key.section).ok_or(SettingFault::NotEditable)?;
    if let Some(rules) = rules {
        table.insert(&key.name, Item::ArrayOfTables(rules));
        return Ok(());
    }
    match &key.kind {
        SettingKind::Lines => put_lines(table, &key.name, text),
        SettingKind::Intervals => return put_intervals(table, &key.name, text),
        _ => {
            // Older files have the setting under another name.
            let has_old_name = key.path == FOLLOW_INVALID && table.contains_key(PROBE);
            let name = if has_old_name { PROBE } else { &key.name };
            match value(key, text)? {
                Some(value) => put_value(table, name, value),
                None => remove(table, name),
            }
        }
    }
    Ok(())
}

/// Returns a text as the value of a setting; `None` if there is to be none.
fn value(key: &SettingKey, text: &str) -> Result<Option<Value>, SettingFault> {
    let text = if key.kind == SettingKind::Prose { text } else { text.trim() };
    if text.is_empty() && !matches!(key.kind, SettingKind::Line | SettingKind::Prose) {
        // An empty field is the usual value.
        return match &*key.default {
            "" => Ok(None),
            default => value(key, default),
        };
    }
    let word = || Value::from(text);
    if key.can_be_unlimited && text == "unlimited" {
        return Ok(Some(word()));
    }
    if key.path == FOLLOW_INVALID && text == FollowInvalid::SCOPE {
        return Ok(Some(word()));
    }
    let is_right = match &key.kind {
        SettingKind::Line if text.is_empty() && key.default.is_empty() && key.is_kept => {
            return Ok(None);
        }
        SettingKind::Line | SettingKind::Prose => true,
        SettingKind::Flag => match text {
            "true" => return Ok(Some(Value::from(true))),
            "false" => return Ok(Some(Value::from(false))),
            _ => false,
        },
        SettingKind::Whole => match text.parse::<i64>() {
            Ok(number) if key.path == "national.min_points" || number >= 0 => {
                return Ok(Some(Value::from(number)));
            }
            _ => return Err(SettingFault::NotANumber { can_be_unlimited: key.can_be_unlimited }),
        },
        SettingKind::Real => match text.replace(',', ".").parse::<f64>() {
            Ok(number) if number.is_finite() => return Ok(Some(Value::from(number))),
            _ => return Err(SettingFault::NotANumber { can_be_unlimited: false }),
        },
        SettingKind::Time => text.parse::<Period>().is_ok(),
        SettingKind::Bytes => text.parse::<Size>().is_ok(),
        SettingKind::Interval => text.parse::<Every>().is_ok(),
        SettingKind::Choice(words) => words.iter().any(|word| word == text),
        SettingKind::Lines | SettingKind::Intervals | SettingKind::Rules => false,
    };
    match (is_right, &key.kind) {
        (true, _) => Ok(Some(word())),
        (_, SettingKind::Time) => {
            Err(SettingFault::NotATime { can_be_unlimited: key.can_be_unlimited })
        }
        (_, SettingKind::Bytes) => {
            Err(SettingFault::NotASize { can_be_unlimited: key.can_be_unlimited })
        }
        (_, SettingKind::Interval) => Err(SettingFault::NotAnInterval { text: text.to_owned() }),
        (_, SettingKind::Choice(words)) => Err(SettingFault::NotOneOf { known: words.join(", ") }),
        _ => Err(SettingFault::NotOneOf { known: "true, false".to_owned() }),
    }
}

fn put_value(table: &mut dyn TableLike, name: &str, mut new: Value) {
    match table.get_mut(name) {
        Some(item) => {
            if let Some(old) = item.as_value() {
                *new.decor_mut() = old.decor().clone();
            }
            *item = Item::Value(new);
        }
        None => {
            table.insert(name, Item::Value(new));
        }
    }
}

/// Removes a setting, and keeps the remarks before it.
fn remove(table: &mut dyn TableLike, name: &str) {
    let prefix = table.key(name).and_then(|key| key.leaf_decor().prefix()).map(written);
    let following = table.iter().skip_while(|(key, _)| *key != name).nth(1);
    let following = following.map(|(key, _)| key.to_owned());
    table.remove(name);
    let remarks = prefix.filter(|prefix| prefix.contains('#'));
    if let (Some(remarks), Some(following)) = (&remarks, following)
        && let Some(mut key) = table.key_mut(&following)
    {
        let own = key.leaf_decor().prefix().map(written).unwrap_or_default();
        key.leaf_decor_mut().set_prefix(format!("{remarks}{own}"));
    }
}

fn written(raw: &RawString) -> String {
    raw.as_str().unwrap_or_default().to_owned()
}

/// Puts a list of texts. Entries that stay keep their remarks; those of others go to the entry that follows.
fn put_lines(table: &mut dyn TableLike, name: &str, text: &str) {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let old = table.get(name).and_then(Item::as_array).cloned().unwrap_or_default();
    let mut new = Array::new();
    let mut remarks = String::new();
    // A list that a program has written has its entries side by side, or none at all.
    let gap = if old.is_empty() && lines.len() < 2 { "" } else { "\n    " };
    let mut left: Vec<&Value> = old.iter().collect();
    for line in lines {
        let known = left.iter().position(|value| value.as_str() == Some(line));
        let mut entry = match known {
            Some(place) => {
                for gone in left.drain(..place) {
                    // Remarks of an entry that has gone, or that comes later.
                    remarks.push_str(&remark_of(gone));
                }
                left.remove(0).clone()
            }
            None => {
                let mut entry = Value::from(line);
                entry.decor_mut().set_prefix(gap);
                entry
            }
        };
        if !remarks.is_empty() {
            let own = entry.decor().prefix().map(written).unwrap_or_default();
            entry.decor_mut().set_prefix(format!("{}{own}", std::mem::take(&mut remarks)));
        }
        new.push_formatted(entry);
    }
    remarks.extend(left.iter().map(|gone| remark_of(gone)));
    let trailing = written(old.trailing());
    let end = if trailing.is_empty() && new.len() > 1 { "\n" } else { "" };
    new.set_trailing(format!("{remarks}{trailing}{end}"));
    new.set_trailing_comma(new.len() > 1 || (old.trailing_comma() && !new.is_empty()));
    put_value(table, name, Value::Array(new));
}

/// Returns the remarks before an entry of a list, each on its line.
fn remark_of(entry: &Value) -> String {
    let prefix = entry.decor().prefix().map(written).unwrap_or_default();
    let remarks = prefix.lines().filter(|line| line.contains('#'));
    remarks.map(|line| format!("{line}\n")).collect()
}

/// Puts the intervals of hosts: `news.example = 1h` on each line.
fn put_intervals(table: &mut dyn TableLike, name: &str, text: &str) -> Result<(), SettingFault> {
    let mut wanted = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (host, every) = line
            .split_once('=')
            .ok_or_else(|| SettingFault::NotAnInterval { text: line.to_owned() })?;
        let (host, every) = (host.trim().trim_matches('"'), every.trim().trim_matches('"'));
        if every.parse::<Every>().is_err() {
            return Err(SettingFault::NotAnInterval { text: every.to_owned() });
        }
        wanted.push((host.to_owned(), every.to_owned()));
    }
    if table.get(name).is_none() {
        table.insert(name, Item::Table(Table::new()));
    }
    let hosts = table.get_mut(name).and_then(Item::as_table_like_mut);
    let hosts = hosts.ok_or(SettingFault::NotEditable)?;
    let gone: Vec<String> = hosts.iter().map(|(host, _)| host.to_owned()).collect();
    for host in gone.iter().filter(|host| !wanted.iter().any(|(it, _)| it == *host)) {
        remove(hosts, host);
    }
    for (host, every) in wanted {
        let is_same = hosts.get(&host).and_then(Item::as_str) == Some(every.as_str());
        if !is_same {
            put_value(hosts, &host, Value::from(every));
        }
    }
    Ok(())
}

/// Reads scope rules from their text.
fn parse_rules(text: &str) -> Result<ArrayOfTables, SettingFault> {
    let parser = |words: String| SettingFault::Parser(words);
    // The parser of jobs has the better messages.
    let alone: JobError = match Job::parse(text, "") {
        Ok(job) => {
            let is_alone = Job {
                scope: crate::scope::ScopeSettings { rule: Vec::new(), ..job.scope.clone() },
                ..job
            } == Job::default();
            if !is_alone {
                return Err(SettingFault::NotRules);
            }
            let document: DocumentMut =
                text.parse().map_err(|error: toml_edit::TomlError| parser(error.to_string()))?;
            return Ok(match document.get("scope").and_then(|scope| scope.get("rule")) {
                Some(Item::ArrayOfTables(rules)) => without_places(rules.clone()),
                None => ArrayOfTables::new(),
                Some(_) => return Err(SettingFault::NotRules),
            });
        }
        Err(error) => error,
    };
    Err(parser(alone.to_string().trim_start_matches(':').trim().to_owned()))
}

/// Tables that came from another document stand where they are put, not where they were.
fn without_places(rules: ArrayOfTables) -> ArrayOfTables {
    let forget = |mut table: Table| {
        table.set_position(None);
        table
    };
    rules.into_iter().map(forget).collect()
}

/// Returns the lists that scope rules read, in their order: rules of a form must not name others.
pub fn rule_files(rules: &[ScopeRule]) -> Vec<String> {
    let mut rules = rules.to_vec();
    let files = rules.iter_mut().filter_map(|rule| rule.file_mut());
    files.map(|file| file.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# My harvest\nname = \"a\" # short\n# where it starts\nseeds = [\n  \
        \"http://a.cz/\", # the first\n  \"http://b.cz/\",\n]\n\n[limits] # ours\ndocuments = 5 # few\n\n\
        # how polite\n[politeness]\nmin_delay = \"2s\"\n\
        [[scope.rule]] # mine\ntype = \"tld\"\ntlds = [\"cz\"]\naction = \"accept\"\n[national]\n# by hand\n\
        min_points = 7\nprobe = 1\n";

    fn change(values: &[(&str, &str)]) -> Result<String, Vec<(String, String)>> {
        let mut draft = SettingsDraft::default();
        values.iter().for_each(|(path, value)| draft.set(path, value));
        draft.apply(FILE, "job.toml").map_err(|problems| {
            problems.into_iter().map(|it| (it.key, it.fault.to_string())).collect()
        })
    }

    #[test]
    fn what_is_the_same_changes_nothing() {
        let mut draft = SettingsDraft::default();
        let job = Job::parse(FILE, "job.toml").unwrap();
        for (path, value) in job.setting_texts() {
            draft.set(&path, &value.replace('\n', "\r\n"));
        }
        draft.set(RULES, &rules_text(FILE));
        assert_eq!(draft.apply(FILE, "job.toml").as_deref(), Ok(FILE));
    }

    #[test]
    fn values_are_changed_and_every_remark_stays() {
        for (path, value, from, to) in [
            ("limits.documents", "12", "documents = 5 # few", "documents = 12 # few"),
            ("limits.documents", "unlimited", "= 5 # few", "= \"unlimited\" # few"),
            ("national.follow_invalid", "scope", "probe = 1", "probe = \"scope\""),
            ("national.follow_invalid", "7", "probe = 1", "probe = 7"),
            ("politeness.min_delay", "", "\"2s\"", "\"1s\""),
            ("national.min_points", "", "# by hand\nmin_points = 7\n", "# by hand\n"),
            (
                "seeds",
                "http://a.cz/\nhttp://b.cz/\nhttp://c.cz/",
                "b.cz/\",\n]",
                "b.cz/\",\n    \"http://c.cz/\",\n]",
            ),
            ("limits.time", "2h", "few\n", "few\ntime = \"2h\"\n"),
            ("contact", "me@a.cz", "\n]\n", "\n]\ncontact = \"me@a.cz\"\n"),
            (
                "scope.max_hops",
                "3",
                "[[scope.rule]] # mine",
                "[scope]\nmax_hops = 3\n[[scope.rule]] # mine",
            ),
        ] {
            let expect = FILE.replacen(from, to, 1);
            let changed = change(&[(path, value)]).unwrap();
            assert_ne!(changed, FILE, "{path}");
            if path == "scope.max_hops" {
                // Where the new section stands is for the library to say.
                assert!(
                    changed.contains("max_hops = 3") && changed.contains("# mine"),
                    "{changed}"
                );
            } else {
                assert_eq!(changed, expect, "{path}");
            }
            let remarks = |text: &str| text.matches('#').count();
            assert_eq!(remarks(&changed), remarks(FILE), "{changed}");
        }
        // Also those of entries that go.
        let changed = change(&[("seeds", "http://b.cz/")]).unwrap();
        assert!(changed.contains("# the first") && !changed.contains("a.cz"), "{changed}");
        let job = Job::parse(&changed, "x").unwrap();
        assert_eq!(job.seeds, ["http://b.cz/"]);
        let changed = change(&[("seeds", "")]).unwrap();
        assert!(changed.contains("# the first"), "{changed}");
        assert!(Job::parse(&changed, "x").unwrap().seeds.is_empty());
    }

    #[test]
    fn rules_and_intervals_are_changed_as_text() {
        let rules = rules_text(FILE);
        assert!(rules.starts_with("[[scope.rule]] # mine\ntype = \"tld\""), "{rules}");
        let more = format!("{rules}\n# no prints\n[[scope.rule]]\ntype = \"reject-all\"\n");
        let changed =
            change(&[(RULES, &more), ("again.hosts", "a.cz = 1h\n\"b.cz\" = never")]).unwrap();
        assert!(changed.contains("# mine") && changed.contains("# no prints"), "{changed}");
        let job = Job::parse(&changed, "x").unwrap();
        assert_eq!((job.scope.rule.len(), job.again.hosts.len()), (2, 2));
        assert_eq!(rules_text(&changed).trim(), more.trim());
        let mut draft = SettingsDraft::default();
        draft.set("again.hosts", "b.cz = 2d");
        draft.set(RULES, "");
        let job = Job::parse(&draft.apply(&changed, "x").unwrap(), "x").unwrap();
        assert_eq!((job.scope.rule.len(), job.again.hosts.len()), (0, 1));
        for wrong in ["[[scope.rule]]\ntype = \"tdl\"", "x = 1", "name = \"b\"", "[[scope.rule"] {
            let problems = change(&[(RULES, wrong)]).unwrap_err();
            assert_eq!(problems[0].0, RULES, "{wrong}");
        }
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let problems = change(&[
            ("limits.documents", "many"),
            ("limits.bytes", "10 cows"),
            ("limits.time", "soon"),
            ("fetch.tls", "maybe"),
            ("write.dns", "perhaps"),
            ("again.every", "now"),
            ("fetch.workers", "99999"),
            ("politeness.delay_factor", "-1"),
            ("nosuch", "1"),
        ])
        .unwrap_err();
        let mut keys: Vec<&str> = problems.iter().map(|(key, _)| &**key).collect();
        keys.sort_unstable();
        let expect = [
            "again.every",
            "fetch.tls",
            "fetch.workers",
            "limits.bytes",
            "limits.documents",
            "limits.time",
            "nosuch",
            "politeness.delay_factor",
            "write.dns",
        ];
        assert_eq!(keys, expect, "{problems:?}");
        let problems = change(&[("politeness.min_delay", "1h")]).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].1.contains("max_delay"), "{problems:?}");
    }
}
