//! What became of an address, part by part: the decision, the line that decided, the way from the seed, what to do.

use super::archive::object;
use super::wire::{ScopeRuleItem, WayStep, WhyAnswer, WhyLine, WhyRule};
use super::{Call, Problem, ProblemKind};
use serde_json::{Map, Value};
use stodola_app::job::{StoredJob, Time};
use stodola_app::why::{RuleFile, RuleText, UriAnswer, WhyReport, WhySettings, why};
use stodola_text::{RoundWords, WhyWords, retold, why_words, write_why};

/// What is known of an address.
pub(crate) struct WhyParts {
    pub(crate) report: WhyReport,
    pub(crate) words: WhyWords,
    /// The rounds as JSON has them.
    pub(crate) records: Vec<Map<String, Value>>,
    /// The place in `words.rounds` of the round in which something happened last; `None` if no round knows it.
    newest: Option<usize>,
    /// The line that decided in that round.
    pub(crate) rule: Option<RuleText>,
}

impl WhyParts {
    /// Reads the logs of all jobs, or of the one that the query names.
    pub(crate) fn ask(call: &Call, url: &str) -> Result<WhyParts, Problem> {
        let job = call.query.get("job").filter(|it| !it.is_empty()).map(str::to_owned);
        let settings =
            WhySettings { archive: call.shared.archive.clone(), url: url.to_owned(), job };
        let report = why(&settings)?;
        let words = why_words(call.language, &report);
        let records: Result<_, Problem> = report.records().map(|record| object(&record)).collect();
        let places = 0..words.rounds.len();
        let newest = places.max_by_key(|at| last(&report.rounds[words.rounds[*at].place].1));
        let mut parts = WhyParts { records: records?, report, words, newest, rule: None };
        parts.rule = parts.find_rule(call)?;
        Ok(parts)
    }

    fn find_rule(&self, call: &Call) -> Result<Option<RuleText>, Problem> {
        let Some((_, job, answer)) = self.newest() else { return Ok(None) };
        let shared = &call.shared;
        let gate = shared.gate(&call.reader)?;
        Ok(RuleText::find(job, &self.report.uri, answer, &shared.captures, &gate))
    }

    /// The round in which something happened last.
    pub(crate) fn newest(&self) -> Option<(&RoundWords, &StoredJob, &UriAnswer)> {
        let words = self.words.rounds.get(self.newest?)?;
        let (job, answer) = self.report.rounds.get(words.place)?;
        Some((words, job, answer))
    }

    /// The other rounds that know the address.
    pub(crate) fn others(&self) -> impl Iterator<Item = &RoundWords> {
        let all = self.words.rounds.iter().enumerate();
        all.filter(|(place, _)| Some(*place) != self.newest).map(|(_, words)| words)
    }

    /// The address in normal form.
    pub(crate) fn uri(&self) -> String {
        String::from_utf8_lossy(&self.report.uri).into_owned()
    }

    /// One word for what became of it in a round.
    pub(crate) fn state(&self, words: &RoundWords) -> &str {
        let record = self.records.get(words.place);
        record.and_then(|it| it.get("state")?.as_str()).unwrap_or("")
    }

    /// The same for programs.
    pub(crate) fn answer(&self, call: &Call) -> Result<WhyAnswer, Problem> {
        let language = call.language;
        let mut all = Vec::new();
        let fault = |error| Problem::caused(ProblemKind::Fault, error);
        write_why(&mut all, language, &self.report).map_err(fault)?;
        let newest = self.newest();
        let words = newest.map(|(words, ..)| words);
        let scope = newest.map(|(.., answer)| &answer.rules[..]).unwrap_or_default();
        let way = words.map(|words| &words.path[..]).unwrap_or_default();
        Ok(WhyAnswer {
            uri: self.uri(),
            job: newest.map(|(_, job, _)| job.name.clone()),
            round: newest.map(|(_, job, _)| job.round),
            state: words.map(|words| self.state(words).to_owned()),
            decision: match words {
                Some(words) => words.sentence().to_owned(),
                None => self.words.never.join(" "),
            },
            rule: self.rule.as_ref().map(rule),
            scope: scope
                .iter()
                .map(|it| ScopeRuleItem {
                    rule: it.name.clone(),
                    description: retold(language, &it.description),
                    accepts: it.accepts,
                    matches: it.matches,
                })
                .collect(),
            way: way
                .iter()
                .map(|(words, uri)| WayStep { uri: uri.clone(), words: words.clone() })
                .collect(),
            attempts: words.map(|words| words.attempts.clone()).unwrap_or_default(),
            next: words.and_then(|words| words.advice.clone()),
            rounds: self.records.clone(),
            words: String::from_utf8_lossy(&all).into_owned(),
        })
    }
}

fn rule(text: &RuleText) -> WhyRule {
    let (file, time) = match &text.file {
        RuleFile::Robots { uri, time } => (uri.clone(), Some(time.to_string())),
        RuleFile::Settings => ("job.toml".to_owned(), None),
    };
    let line = |it: &stodola_app::why::RuleLine| WhyLine {
        number: it.number as u64,
        text: it.text.clone(),
        decides: it.decides,
    };
    WhyRule { file, time, lines: text.lines.iter().map(line).collect() }
}

/// When something was last logged about an address.
fn last(answer: &UriAnswer) -> Option<Time> {
    let attempts = answer.attempts.iter().chain(answer.beside.iter().map(|(_, attempt)| attempt));
    let times = attempts.map(|attempt| attempt.time);
    let found = answer.found.as_ref().map(|found| found.time);
    times.chain(found).chain(answer.rejected.as_ref().map(|rejected| rejected.time)).max()
}
