//! The form of all settings of a job: fields made from the template of job files, with help and what is wrong.

use crate::api::Call;
use crate::api::settings::choices;
use crate::app_pages::PageFrame;
use crate::app_pages::sheet::{
    Block, Cell, FieldKind, FieldView, FormView, Sheet, TableView, sent,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use stodola_app::settings::{
    HarvestEstimate, ScopeTrial, SettingKey, SettingKind, SettingProblem, SettingsDraft,
    TrialAddress, setting_key, setting_keys,
};
use stodola_text::{
    retold, setting_help, setting_label, setting_section, setting_text, size, span,
};

/// The name of the rules among the settings.
pub(super) const RULES: &str = "scope.rule";
/// A longer list of seeds is not put into a form.
const SEEDS_MAX: usize = 100_000;
/// Sections that are unfolded even where everything is as usual.
const OPEN: [&str; 4] = ["", "scope", "limits", "again"];
/// Kinds of rules that can be added by filling in a list or a pattern.
const RULE_KINDS: [(&str, &str); 5] = [
    ("domain", "domains"),
    ("surt", "prefixes"),
    ("tld", "tlds"),
    ("regex", "pattern"),
    ("suffix", "suffixes"),
];

/// What a form shows.
#[derive(Default)]
pub(super) struct SettingsForm {
    /// Values by name, with the rules.
    pub(super) values: BTreeMap<String, String>,
    /// What is wrong with them.
    pub(super) problems: Vec<SettingProblem>,
    /// What the file has instead, where somebody has changed it meanwhile.
    pub(super) elsewhere: BTreeMap<String, String>,
    /// Whether the name can be chosen.
    pub(super) is_new: bool,
}

impl SettingsForm {
    /// A form with what was sent in the place of the values.
    pub(super) fn with_sent(mut self, call: &Call) -> SettingsForm {
        for key in &setting_keys().1 {
            if let Some(value) = call.body.fields.all(&key.path).next()
                && (!key.is_kept || (self.is_new && key.path == "name"))
            {
                self.values.insert(key.path.clone(), value.replace("\r\n", "\n"));
            }
        }
        self
    }

    /// The fields, section by section.
    pub(super) fn fields(&self, page: &PageFrame) -> Vec<FieldView> {
        let (sections, keys) = setting_keys();
        let mut fields = Vec::new();
        for section in sections {
            let own = keys.iter().filter(|key| key.section == section.name);
            let own: Vec<&SettingKey> = own.collect();
            let is_unusual = own.iter().any(|key| self.is_unusual(key));
            let is_open = OPEN.contains(&&*section.name) || is_unusual;
            let (label, help) = setting_section(page.language, section);
            let kind = FieldKind::Group(is_open);
            fields.push(FieldView::new("", label, "").help(help).of_kind(kind));
            fields.extend(own.into_iter().filter_map(|key| self.field(page, key)));
        }
        fields
    }

    fn value(&self, key: &SettingKey) -> &str {
        self.values.get(&key.path).map_or("", String::as_str)
    }

    /// Whether somebody should see the setting: it is not as usual, or something is wrong with it.
    fn is_unusual(&self, key: &SettingKey) -> bool {
        let has_problem = self.problems.iter().any(|problem| problem.key == key.path);
        has_problem
            || self.elsewhere.contains_key(&key.path)
            || self.value(key).trim() != key.default.trim()
    }

    fn field(&self, page: &PageFrame, key: &'static SettingKey) -> Option<FieldView> {
        let value = self.value(key);
        let is_long = key.kind == SettingKind::Lines && value.len() > SEEDS_MAX;
        let is_kept = key.is_kept && !(self.is_new && key.path == "name");
        if is_kept && value.is_empty() {
            return None;
        }
        let mut help = setting_help(page.language, key);
        let kind = match &key.kind {
            _ if is_kept || is_long => {
                let why = if is_long { "web-setting-long" } else { "web-setting-kept" };
                help = format!("{help} {}", page.t(why));
                FieldKind::Shown
            }
            SettingKind::Lines
            | SettingKind::Prose
            | SettingKind::Intervals
            | SettingKind::Rules => FieldKind::Lines,
            SettingKind::Flag => {
                let words = [("true", "web-flag-yes"), ("false", "web-flag-no")];
                FieldKind::Choice(words.map(|(word, key)| (word.to_owned(), page.t(key))).into())
            }
            _ => match choices(key) {
                words if words.is_empty() => FieldKind::Line,
                mut words => {
                    // One that a file on the server has set stays.
                    if !words.iter().any(|word| word == value) {
                        words.push(value.to_owned());
                    }
                    FieldKind::Choice(words.into_iter().map(|word| (word.clone(), word)).collect())
                }
            },
        };
        let shown = if is_long { page.t("web-setting-many") } else { value.to_owned() };
        Some(FieldView {
            error: self.error(page, key),
            code: key.path.clone(),
            example: if matches!(kind, FieldKind::Line) {
                key.default.clone()
            } else {
                String::new()
            },
            rows: match key.kind {
                SettingKind::Rules => 8,
                SettingKind::Lines => 5,
                _ => 3,
            },
            ..FieldView::new(&*key.path, setting_label(page.language, key), shown)
                .help(help)
                .of_kind(kind)
        })
    }

    fn error(&self, page: &PageFrame, key: &SettingKey) -> String {
        let problem = self.problems.iter().find(|problem| problem.key == key.path);
        match (problem, self.elsewhere.get(&key.path)) {
            (Some(problem), _) => setting_text(page.language, &problem.fault),
            (None, Some(now)) => page.say("web-setting-elsewhere", &[("value", now.into())]),
            (None, None) => String::new(),
        }
    }

    /// Says at the top of the page what has to be put right, with the places where it can be.
    pub(super) fn summarise(&self, page: &PageFrame, form: &FormView, sheet: &mut Sheet<'_>) {
        for problem in &self.problems {
            let words = setting_text(page.language, &problem.fault);
            let field = form.fields.iter().find(|field| field.name == problem.key);
            let line = match (setting_key(&problem.key), field) {
                (Some(key), Some(field)) => {
                    let label = setting_label(page.language, key);
                    (format!("#{}", form.id_of(field)), format!("{label}: {words}"))
                }
                _ if problem.key.is_empty() => ("#settings".to_owned(), words),
                _ => ("#settings".to_owned(), format!("{}: {words}", problem.key)),
            };
            sheet.problems.push(line);
        }
    }
}

/// The settings that were sent.
pub(super) fn sent_draft(call: &Call) -> SettingsDraft {
    let mut draft = SettingsDraft::default();
    for key in setting_keys().1.iter().filter(|key| key.path != "name") {
        if let Some(value) = call.body.fields.all(&key.path).next() {
            draft.set(&key.path, value);
        }
    }
    draft
}

/// The fields by which a rule is added, and an address is tried.
pub(super) fn trial_fields(call: &Call, page: &PageFrame) -> Vec<FieldView> {
    let value = |name| sent(call, name).unwrap_or("");
    let group = |label: &str, help: &str, is_open| {
        FieldView::new("", page.t(label), "").help(page.t(help)).of_kind(FieldKind::Group(is_open))
    };
    let kinds = RULE_KINDS.map(|(kind, _)| (kind.to_owned(), kind.to_owned()));
    let acts = [("reject", "web-rule-reject"), ("accept", "web-rule-accept")];
    let acts = acts.map(|(word, key)| (word.to_owned(), page.t(key)));
    vec![
        group("web-scope-rule-add", "web-scope-rule-add-help", sent(call, "act") == Some("rule")),
        FieldView::new("rule-act", page.t("web-rule-act"), value("rule-act"))
            .of_kind(FieldKind::Choice(acts.into())),
        FieldView::new("rule-kind", page.t("web-rule-kind"), value("rule-kind"))
            .help(page.t("web-rule-kind-help"))
            .of_kind(FieldKind::Choice(kinds.into())),
        FieldView::new("rule-value", page.t("web-rule-value"), value("rule-value"))
            .help(page.t("web-rule-value-help")),
        group("web-try", "web-try-help", true),
        FieldView::new("try-url", page.t("web-address"), value("try-url"))
            .example("https://www.example.org/calendar/2031/04/"),
        FieldView::new("try-links", page.t("web-try-links"), value("try-links"))
            .help(page.t("web-try-links-help"))
            .example("1"),
        FieldView {
            is_needed: sent(call, "try-part").is_some(),
            ..FieldView::new("try-part", page.t("web-try-part"), "yes").of_kind(FieldKind::Tick)
        },
    ]
}

/// The buttons for them.
pub(super) fn trial_buttons(page: &PageFrame) -> Vec<(&'static str, String)> {
    vec![("try", page.t("web-try-button")), ("rule", page.t("web-scope-rule-add"))]
}

/// The address that is to be tried; `None` if there is none.
pub(super) fn tried(call: &Call) -> Option<TrialAddress> {
    Some(TrialAddress {
        uri: sent(call, "try-url")?.to_owned(),
        links: sent(call, "try-links").and_then(|links| links.parse().ok()).unwrap_or(1),
        is_part: sent(call, "try-part").is_some(),
    })
}

/// The rules with the one that was filled in; `None` if none was.
pub(super) fn with_rule(call: &Call, rules: &str) -> Option<String> {
    let value = sent(call, "rule-value")?;
    let kind = sent(call, "rule-kind")?;
    let (kind, name) = RULE_KINDS.into_iter().find(|(known, _)| *known == kind)?;
    let act = if sent(call, "rule-act") == Some("accept") { "accept" } else { "reject" };
    // A string of JSON is one of TOML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let value = match kind {
        "regex" => quoted(value),
        _ => {
            let words = value.split([' ', ',', ';']).filter(|word| !word.is_empty());
            format!("[{}]", words.map(quoted).collect::<Vec<_>>().join(", "))
        }
    };
    let mut text = rules.trim_end().to_owned();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    // Writing to a string cannot fail.
    let _ =
        write!(text, "[[scope.rule]]\ntype = \"{kind}\"\n{name} = {value}\naction = \"{act}\"\n");
    Some(text)
}

/// What the scope says about an address, in words and with all rules that match.
pub(super) fn trial_blocks(page: &PageFrame, trial: Option<&ScopeTrial>) -> Vec<Block> {
    let Some(trial) = trial else { return vec![Block::Text(page.t("web-try-no-address"))] };
    let words = match (trial.is_accepted, trial.is_seed, trial.matching.last()) {
        (true, true, _) => page.say("web-try-seed", &[("uri", (&trial.uri).into())]),
        (is_accepted, _, Some(rule)) => {
            let key = if is_accepted { "web-try-accepted" } else { "web-try-rejected" };
            let (number, name) = (rule.number, &rule.name);
            page.say(
                key,
                &[("uri", (&trial.uri).into()), ("number", number.into()), ("rule", name.into())],
            )
        }
        (_, _, None) => page.say("web-try-nothing", &[("uri", (&trial.uri).into())]),
    };
    let line = |rule: &stodola_app::settings::TrialRule| {
        let (kind, act) = match rule.accepts {
            true => ("kept", "web-rule-accepts"),
            false => ("none", "web-rule-rejects"),
        };
        let whose = if rule.is_own { "web-rule-own" } else { "web-rule-profile" };
        vec![
            Cell::number(rule.number as u64),
            Cell::state(kind, page.t(act)),
            Cell::text(retold(page.language, &rule.description)),
            Cell::text(page.t(whose)),
        ]
    };
    let table = TableView {
        caption: page.t("web-try-rules"),
        head: vec![
            (page.t("web-rule-number"), true),
            (page.t("web-rule-act"), false),
            (page.t("web-why-rule"), false),
            (page.t("web-rule-whose"), false),
        ],
        rows: trial.matching.iter().map(line).collect(),
        empty: String::new(),
    };
    vec![Block::Text(words), Block::Table(table)]
}

/// What can honestly be said about how much it will be.
pub(super) fn estimate_blocks(page: &PageFrame, estimate: &HarvestEstimate) -> Vec<Block> {
    let mut words = page.count("web-estimate-hosts", estimate.hosts as u64);
    if estimate.known.is_empty() {
        words.push(' ');
        words.push_str(&page.t("web-estimate-unknown"));
        return vec![Block::Text(words)];
    }
    let addresses: u64 = estimate.known.iter().map(|host| host.addresses).sum();
    let bytes: u64 = estimate.known.iter().map(|host| host.bytes).sum();
    let is_more = estimate.is_cut || estimate.known.iter().any(|host| host.is_cut);
    let known = page.say(
        if is_more { "web-estimate-at-least" } else { "web-estimate-known" },
        &[
            ("known", estimate.known.len().into()),
            ("addresses", crate::app_pages::format::grouped(addresses).into()),
            ("bytes", size(page.language, bytes).into()),
            ("time", span(page.language, estimate.at_least).into()),
        ],
    );
    vec![Block::Text(format!("{words} {known}")), Block::Text(page.t("web-estimate-honest"))]
}
