//! A query as it was understood: parameters of any dialect in, one description of the answer out.

use super::CdxError;
use super::collapse::Collapser;
use super::field::{self, CdxField};
use super::filter::{self, Filter};
use super::params::{QueryParams, short};
use super::ranges::Wanted;
use super::request::RequestFilter;
use super::resume;
use stodola_archive::{Key, Stamp};

/// At most so many rows are held in memory to answer from the end or by distance.
const MAX_HELD: u64 = 10_000;
/// Pages have so many blocks if the query does not say.
const PAGE_BLOCKS: u64 = 5;

/// Whose conventions an answer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CdxDialect {
    /// `/web/cdx`
    Pywb,
    /// `/cdx/search/cdx`
    InternetArchive,
    /// `/web?url=`
    Outback,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// Columns with spaces between them.
    Text,
    /// One array of arrays, the first of them with the names.
    Arrays,
    /// One array of objects.
    Objects,
    /// An object a line.
    Lines,
    /// Key, time, and an object a line.
    Cdxj,
    /// Mementos as links.
    Links,
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOrder {
    Forwards,
    Backwards,
    /// By distance to a moment; of two as near, the earlier one first.
    Nearest(Stamp),
}

/// Which rows of those that match are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowLimit {
    None,
    First(u64),
    Last(u64),
}

/// What is told of pages instead of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageWish {
    Rows,
    Number,
    Index,
}

/// What is added to the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    pub(super) dupe_count: bool,
    pub(super) skip_count: bool,
    pub(super) last_skipped: bool,
    pub(super) group_count: bool,
    pub(super) uniq_count: bool,
    pub(super) originals: bool,
}

/// A CDX query.
#[derive(Clone, Debug)]
pub struct CdxQuery {
    pub(super) dialect: CdxDialect,
    pub(super) wanted: Wanted,
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) filters: Vec<Filter>,
    pub(super) collapser: Collapser,
    pub(super) order: RowOrder,
    pub(super) limit: RowLimit,
    pub(super) offset: u64,
    pub(super) fields: Vec<CdxField>,
    pub(super) output: Output,
    pub(super) extras: Extras,
    pub(super) resume: Option<Key>,
    pub(super) shows_resume_key: bool,
    pub(super) page: Option<u64>,
    pub(super) page_size: u64,
    pub(super) page_wish: PageWish,
    /// Only answers to such requests; `None` for all.
    pub(super) request: Option<RequestFilter>,
    /// Whether revisits show media type and status of their originals.
    pub(super) resolves: bool,
    /// Whether redirects of a URL to itself are left out.
    pub(super) omits_self_redirects: bool,
    access_point: Option<String>,
    may_be_compressed: bool,
}

impl CdxQuery {
    /// Understands the parameters of a query. Unknown parameters are passed over, as all servers do.
    pub fn read(params: &QueryParams, dialect: CdxDialect) -> Result<CdxQuery, CdxError> {
        let wanted = Wanted::read(params)?;
        let extras = Extras {
            dupe_count: params.is_on("showDupeCount"),
            skip_count: params.is_on("showSkipCount"),
            last_skipped: params.is_on("lastSkipTimestamp"),
            group_count: params.is_on("showGroupCount"),
            uniq_count: params.is_on("showUniqCount"),
            originals: params.is_on("resolveRevisits"),
        };
        let fields = fields(params, dialect, extras)?;
        let extras = Extras {
            originals: fields.iter().any(|field| field::ORIGINAL.contains(field)),
            ..extras
        };
        let query = CdxQuery {
            dialect,
            wanted,
            from: moment(params, "from", "10000101000000")?
                .or(moment(params, "startDate", "10000101000000")?)
                .unwrap_or(0),
            to: moment(params, "to", "99991231235959")?.unwrap_or(u64::MAX),
            filters: filter::read(params, dialect)?,
            collapser: Collapser::read(params)?,
            order: order(params)?,
            limit: limit(params)?,
            offset: params.number("offset")?.unwrap_or(0),
            fields,
            output: output(params, dialect)?,
            extras,
            resume: params.get("resumeKey").map(resume::read).transpose()?,
            shows_resume_key: params.is_on("showResumeKey"),
            page: params.number("page")?,
            page_size: params.number("pageSize")?.unwrap_or(PAGE_BLOCKS),
            page_wish: match (params.is_on("showNumPages"), params.is_on("showPagedIndex")) {
                (true, _) => PageWish::Number,
                (false, true) => PageWish::Index,
                (false, false) => PageWish::Rows,
            },
            request: RequestFilter::read(params)?,
            resolves: params.is_on("resolveRevisits") && dialect != CdxDialect::Outback,
            omits_self_redirects: params.is_on("omitSelfRedirects"),
            access_point: params.get("accesspoint").map(str::to_owned),
            may_be_compressed: !params.is_off("gzip"),
        };
        query.check()
    }

    /// Refuses what cannot be combined: a wrong answer would be worse.
    fn check(self) -> Result<CdxQuery, CdxError> {
        let wrong = |name, problem: &str| Err(CdxError::parameter(name, problem));
        if self.page_size == 0 || self.page_size > 1000 {
            return wrong("pageSize", "a number from 1 to 1000 is needed");
        }
        let is_nearest = matches!(self.order, RowOrder::Nearest(_));
        let resumes = self.resume.is_some() || self.shows_resume_key;
        match self.limit {
            RowLimit::Last(n) if n > MAX_HELD => {
                return wrong("limit", "at least -10000 is needed");
            }
            RowLimit::Last(_) if self.order != RowOrder::Forwards => {
                return wrong("limit", "a negative limit needs the usual order");
            }
            RowLimit::Last(_) if resumes => {
                return wrong("resumeKey", "not possible with a negative limit");
            }
            _ => {}
        }
        if is_nearest && resumes {
            return wrong("resumeKey", "not possible with sort=closest");
        }
        let is_bounded =
            matches!(self.limit, RowLimit::First(n) if n.saturating_add(self.offset) <= MAX_HELD);
        if is_nearest && self.wanted.key.is_none() && !is_bounded {
            return wrong("sort", "closest needs one URL, or a limit of at most 10000");
        }
        Ok(self)
    }

    /// Whose conventions the answer follows.
    pub fn dialect(&self) -> CdxDialect {
        self.dialect
    }

    /// The media type of the answer.
    pub fn media_type(&self) -> &'static str {
        match (self.page_wish, self.output, self.dialect) {
            (PageWish::Number, _, CdxDialect::Pywb) => "application/json",
            (PageWish::Number, ..) => "text/plain; charset=utf-8",
            (PageWish::Index, Output::Lines, _) => "text/x-ndjson",
            (PageWish::Index, ..) => "text/plain; charset=utf-8",
            (PageWish::Rows, output, _) => match output {
                Output::Text => "text/plain; charset=utf-8",
                Output::Arrays | Output::Objects => "application/json",
                Output::Lines => "text/x-ndjson",
                Output::Cdxj => "text/x-cdxj",
                Output::Links => "application/link-format",
            },
        }
    }

    /// The key of the URL, if the query asks for one URL.
    pub fn key(&self) -> Option<&[u8]> {
        self.wanted.key.as_deref()
    }

    /// The access point of OutbackCDX: whose view of the archive is wanted, and without what they may not see; `None`
    /// for the view of whoever asks.
    pub fn access_point(&self) -> Option<&str> {
        self.access_point.as_deref()
    }

    /// Whether the answer may be compressed for clients that can read that.
    pub fn may_be_compressed(&self) -> bool {
        self.may_be_compressed
    }

    /// Whether a row has to wait until it is known what was left out behind it.
    pub(super) fn looks_ahead(&self) -> bool {
        let Extras { skip_count, last_skipped, group_count, uniq_count, .. } = self.extras;
        let is_told = skip_count || last_skipped || group_count || uniq_count;
        is_told || self.collapser.keep == super::collapse::Keep::Last
    }
}

/// Digits of a moment, completed to fourteen.
fn moment(params: &QueryParams, name: &'static str, rest: &str) -> Result<Option<u64>, CdxError> {
    let Some(value) = params.get(name) else { return Ok(None) };
    let is_moment = value.len() <= 14 && value.bytes().all(|byte| byte.is_ascii_digit());
    let digits = is_moment.then(|| format!("{value}{}", &rest[value.len()..]));
    match digits.and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok(Some(number)),
        None => Err(CdxError::parameter(name, format!("'{}' is not 1 to 14 digits", short(value)))),
    }
}

fn order(params: &QueryParams) -> Result<RowOrder, CdxError> {
    let closest = match params.get("closest") {
        None => None,
        Some(value) => Some(Stamp::parse(value).ok_or_else(|| {
            let problem = format!("'{}' is not a time of 4 to 14 digits", short(value));
            CdxError::parameter("closest", problem)
        })?),
    };
    match (params.get("sort"), closest) {
        (None | Some("default" | "closest"), Some(moment)) => Ok(RowOrder::Nearest(moment)),
        (None | Some("default"), None) => Ok(RowOrder::Forwards),
        (Some("reverse"), _) => Ok(RowOrder::Backwards),
        // pywb names the parameter and leaves it empty if it wants any time.
        (Some("closest"), None) if params.all("closest").next().is_some() => Ok(RowOrder::Forwards),
        (Some("closest"), None) => {
            Err(CdxError::parameter("sort", "closest needs the parameter 'closest' with a time"))
        }
        (Some(other), _) => {
            let problem = format!("'{}' is none of default, closest, reverse", short(other));
            Err(CdxError::parameter("sort", problem))
        }
    }
}

fn limit(params: &QueryParams) -> Result<RowLimit, CdxError> {
    let Some(value) = params.get("limit") else { return Ok(RowLimit::None) };
    match value.parse::<i64>() {
        Ok(limit) if limit < 0 => Ok(RowLimit::Last(limit.unsigned_abs())),
        Ok(limit) => Ok(RowLimit::First(limit.unsigned_abs())),
        Err(_) => Err(CdxError::parameter("limit", format!("'{}' is not a number", short(value)))),
    }
}

fn fields(
    params: &QueryParams,
    dialect: CdxDialect,
    extras: Extras,
) -> Result<Vec<CdxField>, CdxError> {
    let named = params.get("fl").map(|text| ("fl", text));
    let named = named.or_else(|| params.get("fields").map(|text| ("fields", text)));
    let mut fields = match named {
        Some((name, text)) => text
            .split(',')
            .map(str::trim)
            .filter(|field| !field.is_empty())
            .take(50)
            .map(|field| CdxField::parse(name, field))
            .collect::<Result<Vec<_>, _>>()?,
        None => Vec::new(),
    };
    if fields.is_empty() {
        fields = match dialect {
            CdxDialect::Pywb => field::PYWB.to_vec(),
            CdxDialect::InternetArchive => field::INTERNET_ARCHIVE.to_vec(),
            CdxDialect::Outback => field::OUTBACK.to_vec(),
        };
    }
    let mut add = |is_wanted: bool, more: &[CdxField]| {
        for field in more {
            if is_wanted && !fields.contains(field) {
                fields.push(*field);
            }
        }
    };
    add(extras.originals, field::ORIGINAL);
    add(extras.dupe_count, &[CdxField::DupeCount]);
    add(extras.skip_count, &[CdxField::SkipCount]);
    add(extras.last_skipped, &[CdxField::EndTimestamp]);
    add(extras.group_count, &[CdxField::GroupCount]);
    add(extras.uniq_count, &[CdxField::UniqCount]);
    Ok(fields)
}

fn output(params: &QueryParams, dialect: CdxDialect) -> Result<Output, CdxError> {
    match (params.get("output"), dialect) {
        (None, CdxDialect::Pywb) | (Some("cdxj"), _) => Ok(Output::Cdxj),
        (None, _) | (Some("text" | "cdx"), _) => Ok(Output::Text),
        (Some("json"), CdxDialect::Pywb) | (Some("ndjson" | "jsonl"), _) => Ok(Output::Lines),
        (Some("json"), _) => Ok(Output::Arrays),
        (Some("jsondict"), _) => Ok(Output::Objects),
        (Some("link"), _) => Ok(Output::Links),
        (Some(other), _) => {
            let problem = format!("'{}' is none of text, json, cdxj, link", short(other));
            Err(CdxError::parameter("output", problem))
        }
    }
}
