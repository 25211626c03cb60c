//! One verdict of a national harvest, with all that is known about it.

use super::{JobsError, StoredJob, VerdictsWanted, verdicts};
use serde::Deserialize;
use serde_json::Value;
use stodola_judge::{CRITERIA, Pack, VerdictRule};

/// Parts of the log that are searched at most, 64 MiB each.
const PARTS_MAX: u32 = 64;

/// A verdict of a harvest.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredVerdict {
    /// URI of the page.
    pub uri: String,
    /// Whether it belongs to the nation.
    #[serde(rename = "valid")]
    pub is_valid: bool,
    /// Sum of the points of all criteria.
    pub points: i64,
    /// Probability that it belongs to the nation, from 0 to 1.
    pub probability: f64,
    /// Language of its text by statistics; `None` if it could not be identified.
    pub language: Option<String>,
    /// What each criterion found, in the order of the log.
    pub criteria: Vec<StoredCriterion>,
    /// The rule that decides by the settings of the job and its pack, as they are now; `None` if it is not known.
    #[serde(skip)]
    pub rule: Option<VerdictRule>,
    /// Name of the pack; empty if the settings cannot be read.
    #[serde(skip)]
    pub pack: String,
}

/// What a criterion found.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredCriterion {
    /// Name of the criterion.
    pub name: String,
    /// What it looks at, in English; empty if this version does not know it.
    #[serde(skip)]
    pub about: &'static str,
    /// Number of pieces of evidence.
    pub found: u64,
    /// Number of them that belong to the nation.
    pub valid: u64,
    /// Points for these.
    pub points: i64,
    /// The most points that it can give, as an absolute value; `None` if it is not known.
    #[serde(skip)]
    pub most: Option<i64>,
    /// Some of those that belong to the nation.
    pub evidence: Vec<StoredEvidence>,
    /// Why it has no result; `None` if it has one.
    pub lacks: Option<String>,
}

/// A piece of evidence.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct StoredEvidence {
    /// Text as found.
    pub text: String,
    /// Byte offset in the text of the page; `None` if it is not from the text.
    pub position: Option<u64>,
}

impl StoredVerdict {
    /// Finds the last verdict of a round on a URI, as it stands in the log; `None` if there is none.
    pub fn find(job: &StoredJob, uri: &str) -> Result<Option<StoredVerdict>, JobsError> {
        let mut wanted =
            VerdictsWanted { uri: Some(uri.to_owned()), limit: 100, ..VerdictsWanted::default() };
        let mut last = None;
        for _ in 0..PARTS_MAX {
            let mut page = verdicts(job, &wanted)?;
            last = page.verdicts.pop().or(last);
            match page.next {
                Some(next) => wanted.after = next,
                None => break,
            }
        }
        let verdict = last.and_then(|verdict| StoredVerdict::read(Value::Object(verdict)));
        Ok(verdict.map(|verdict| verdict.with_rule(job)))
    }

    /// Reads a line of the log; `None` if it is not a verdict.
    pub(crate) fn read(verdict: Value) -> Option<StoredVerdict> {
        let mut verdict: StoredVerdict = serde_json::from_value(verdict).ok()?;
        for criterion in &mut verdict.criteria {
            let known = CRITERIA.iter().find(|known| known.name == criterion.name);
            criterion.about = known.map_or("", |known| known.about);
        }
        Some(verdict)
    }

    /// Adds what the settings and the pack say.
    fn with_rule(mut self, job: &StoredJob) -> StoredVerdict {
        let Ok(settings) = job.settings() else { return self };
        let Some(national) = settings.as_national() else { return self };
        self.pack.clone_from(&national.pack);
        // Points of a configuration of WebAnalyzer are other ones.
        let Some(pack) = Pack::open(&national.pack).ok().filter(|_| national.properties.is_none())
        else {
            return self;
        };
        self.rule = Some(pack.rule(national.min_points));
        for criterion in &mut self.criteria {
            criterion.most = pack.most_points(&criterion.name);
        }
        self
    }
}
