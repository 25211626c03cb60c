//! Queries of the metadata: what they find, what is refused, and that hidden rows make no difference.

use super::metadata::{Sample, round_of};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use stodola_pages::database::{
    PageAnswer, PageQuery, PageQueryError, PageReader, PageSight, QueryBounds, QueryPart,
    QueryValue, SeenPage,
};

fn everything() -> Arc<dyn PageSight> {
    Arc::new(|_: &SeenPage<'_>| true)
}

fn query(condition: &str) -> PageQuery {
    PageQuery { condition: Some(condition.to_owned()), ..PageQuery::default() }
}

/// Domain, path and tag of what was found.
fn keys(answer: &PageAnswer) -> Vec<String> {
    let key =
        |it: &stodola_pages::database::PageVersion| format!("{} {}", it.meta.path, it.meta.tag);
    answer.versions.iter().map(key).collect()
}

/// Conditions that are answered, with the number of rows that they find in the sample.
const ANSWERED: &[(&str, usize)] = &[
    ("1", 7),
    ("0", 0),
    ("domain = 'a.cz'", 5),
    ("domain='a.cz' and until is null", 2),
    ("until IS NULL", 4),
    ("until isnull or until notnull", 7),
    ("not domain = 'a.cz'", 2),
    ("tag = 'a.cz@20260101T000000Z'", 3),
    ("tag like 'b.cz@%'", 2),
    ("url glob 'http://a.cz/*'", 5),
    ("url LIKE '%/50\\%' escape '\\'", 1),
    ("title = 'It''s -- ; \"x\" /* y */'", 1),
    ("title is null", 1),
    ("title is not null and length(title) > 0", 6),
    ("status = 404 or status between 300 and 399", 2),
    ("status not between 200 and 299", 2),
    ("status in (404, 301)", 2),
    ("status in ()", 0),
    ("type not in ('text/html')", 1),
    ("time >= 1000 and time < 2000", 3),
    ("time / 1000 % 2 = 1", 4),
    ("(time - 1) * 2 + 1 > -5", 7),
    ("-time < - -1", 7),
    ("lower(upper(domain)) collate nocase = 'A.CZ'", 5),
    ("domain = 'A.CZ' collate nocase", 5),
    ("domain || '/' || path = 'a.cz/p1'", 2),
    ("substr(path, 2, 1) = '1' and instr(url, 'a.cz') > 0", 2),
    ("coalesce(language, charset, 'none') = 'none'", 1),
    ("case when status = 404 then 1 else 0 end", 1),
    ("case status when 404 then 'a' when 200 then 'b' end = 'b'", 5),
    ("iif(status = 200, 1, 0) and max(status, 100) = 200", 5),
    ("nullif(language, 'cs') is null", 6),
    ("datetime(time / 1000, 'unixepoch') = '1970-01-01 00:00:01'", 3),
    ("date(time/1000,'unixepoch') between '1970-01-01' and '1970-01-02'", 7),
    ("round(status / 100.0) = 4", 1),
    ("commit_id = '1111111111111111111111111111111111111111'", 3),
    ("record = 'urn:uuid:1' or digest = 'sha256:2'", 3),
    ("true and not false and null is null", 7),
    ("not not 1", 7),
    (".5 < 1. and 1.5 > 1", 7),
];

/// Conditions that are refused, with the character and a part of the reason.
const REFUSED: &[(&str, usize, &str)] = &[
    ("", 1, "is expected"),
    ("   ", 4, "is expected"),
    ("domain = 'a' or", 16, "is expected"),
    ("domain = 'a') or (1 = 1", 13, "something stands behind"),
    ("1) UNION SELECT sql FROM sqlite_schema --", 40, "comments"),
    ("1) UNION SELECT sql FROM sqlite_schema", 2, "something stands behind"),
    ("1 UNION SELECT 1", 3, "'union' is not accepted"),
    ("1; DROP TABLE versions", 2, "';'"),
    ("1 LIMIT 100000000", 3, "'limit' is not accepted"),
    ("1 ORDER BY title", 3, "'order' is not accepted"),
    ("1 GROUP BY domain HAVING count(*) > 1", 3, "'group' is not accepted"),
    ("1 -- comment", 3, "comments"),
    ("1 /* comment */", 3, "comments"),
    ("(SELECT 1)", 2, "'select' is not accepted"),
    ("exists (select 1 from versions)", 1, "'exists' is not accepted"),
    ("domain in (select domain from rounds)", 12, "'select' is not accepted"),
    ("domain in versions", 11, "'(' is expected"),
    ("domain in pragma_table_info('versions')", 11, "'(' is expected"),
    ("with x as (select 1) select 1", 1, "'with' is not accepted"),
    ("values (1)", 1, "'values' is not accepted"),
    ("secret = 1", 1, "no column 'secret'"),
    ("rowid > 0", 1, "no column 'rowid'"),
    ("_rowid_ > 0", 1, "no column"),
    ("v.domain = 'a'", 2, "a number cannot be read"),
    ("main.versions", 5, "a number cannot be read"),
    ("\"domain\" = 'a'", 1, "quoted names"),
    ("`domain` = 'a'", 1, "quoted names"),
    ("[domain] = 'a'", 1, "quoted names"),
    ("domain = \"a\"", 10, "quoted names"),
    ("domain = 'a", 10, "no end"),
    ("domain = 'a\u{0}b'", 10, "no end"),
    ("domain = x'6162'", 10, "cannot have a prefix"),
    ("domain = ?1", 10, "not numbered"),
    ("domain = :name", 10, "'?' only"),
    ("domain = @name", 10, "'?' only"),
    ("domain = $name", 10, "'?' only"),
    ("domain = \u{2019}a\u{2019}", 10, "has no meaning"),
    ("domain\u{a0}= 'a'", 7, "has no meaning"),
    ("status = 0x10", 10, "cannot be read"),
    ("status = 1e9", 10, "cannot be read"),
    ("status = 1.2.3", 10, "cannot be read"),
    ("status = 1234567890123456789", 10, "18 digits"),
    ("status & 1", 8, "has no meaning"),
    ("status << 60", 9, "is expected"),
    ("~status", 1, "has no meaning"),
    ("status -> 'a'", 9, "is expected"),
    ("status = 1 = 1", 12, "something stands behind"),
    ("(status, time) = (1, 2)", 8, "lists in parentheses"),
    ("randomblob(1000000000)", 1, "function 'randomblob' is not accepted"),
    ("zeroblob(1000000000)", 1, "function 'zeroblob'"),
    ("printf('%1000000000d', 1)", 1, "function 'printf'"),
    ("format('%1000000000d', 1)", 1, "function 'format'"),
    ("replace(title, '', 'x')", 1, "function 'replace'"),
    ("hex(title)", 1, "function 'hex'"),
    ("quote(title)", 1, "function 'quote'"),
    ("group_concat(title)", 1, "function 'group_concat'"),
    ("count(*)", 1, "function 'count'"),
    ("sum(status)", 1, "function 'sum'"),
    ("total_changes()", 1, "function 'total_changes'"),
    ("load_extension('x')", 1, "function 'load_extension'"),
    ("readfile('/etc/passwd')", 1, "function 'readfile'"),
    ("writefile('/tmp/x', 'y')", 1, "function 'writefile'"),
    ("edit(title)", 1, "function 'edit'"),
    ("may_be_seen(domain, tag, path, url, time, type)", 1, "function 'may_be_seen'"),
    ("sqlite_version()", 1, "function 'sqlite_version'"),
    ("random() > 0", 1, "function 'random'"),
    ("abs(-922337203685477580 * 10)", 1, "function 'abs'"),
    ("json(title)", 1, "function 'json'"),
    ("like('a', title)", 1, "function 'like'"),
    ("regexp('a', title)", 1, "'regexp' is not accepted"),
    ("title regexp 'a'", 7, "'regexp' is not accepted"),
    ("title match 'a'", 7, "'match' is not accepted"),
    ("raise(fail, 'x')", 1, "'raise' is not accepted"),
    ("cast(title as blob)", 1, "'cast' is not accepted"),
    ("row_number() over ()", 1, "function 'row_number'"),
    ("max(time) over (order by time)", 1, "'max' takes 2 to 8"),
    ("max(time)", 1, "'max' takes 2 to 8"),
    ("max(distinct time, 1)", 5, "no column 'distinct'"),
    ("length()", 1, "takes 1 to 1"),
    ("length(*)", 8, "is expected"),
    ("length(title", 13, "')' is expected"),
    ("title like title", 12, "a pattern must be"),
    ("title like '%' || title", 16, "something stands behind"),
    ("'x' glob url", 10, "a pattern must be"),
    ("title like 'a' escape 'ab'", 23, "one character"),
    ("title like 'a' escape title", 23, "one character"),
    ("title collate unknown = 'a'", 15, "a collation is"),
    ("domain is", 10, "is expected"),
    ("domain not", 11, "is expected"),
    ("status between 1", 17, "'and' is expected"),
    ("case when 1 then 2", 19, "'end' is expected"),
    ("case end", 6, "no column 'end'"),
    (
        "title || 'a' || 'a' || 'a' || 'a' || 'a' || 'a' || 'a' || 'a' || 'a'",
        63,
        "more than 8 times",
    ),
    ("domain = 'a' \\", 14, "has no meaning"),
    ("current_timestamp > 0", 1, "no column 'current_timestamp'"),
];

const REFUSED_ORDERS: &[(&str, usize, &str)] = &[
    ("", 1, "is expected"),
    ("1", 1, "must name a column"),
    ("title, 99", 8, "must name a column"),
    ("title desc asc", 12, "something stands behind"),
    ("title nulls", 12, "'first' or 'last'"),
    ("title limit 1", 7, "'limit' is not accepted"),
    ("title; drop table versions", 6, "';'"),
    ("(select 1)", 2, "'select' is not accepted"),
    ("count(*) over ()", 1, "function 'count'"),
    ("title,", 7, "is expected"),
    ("random()", 1, "function 'random'"),
    ("title collate secret", 15, "a collation is"),
];

#[test]
fn conditions_find_what_they_say() {
    let sample = Sample::new();
    let mut wrong = Vec::new();
    for (condition, expected) in ANSWERED {
        match sample.reader.query(&query(condition), everything()) {
            Ok(answer) if answer.versions.len() == *expected && answer.is_complete => {}
            Ok(answer) => {
                wrong.push(format!("{condition}: {} instead of {expected}", answer.versions.len()));
            }
            Err(error) => wrong.push(format!("{condition}: {error:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_one_harmless_expression_is_refused_with_its_place() {
    let sample = Sample::new();
    let before = std::fs::read(sample.path()).unwrap();
    let mut wrong = Vec::new();
    let conditions = REFUSED.iter().map(|it| (QueryPart::Condition, it));
    let orders = REFUSED_ORDERS.iter().map(|it| (QueryPart::Order, it));
    for (wanted, (text, place, words)) in conditions.chain(orders) {
        let text = Some((*text).to_owned());
        let query = match wanted {
            QueryPart::Condition => PageQuery { condition: text.clone(), ..PageQuery::default() },
            QueryPart::Order => PageQuery { order: text.clone(), ..PageQuery::default() },
        };
        match sample.reader.query(&query, everything()) {
            Err(PageQueryError::Refused { part, at, what })
                if part == wanted && at == *place && what.contains(words) => {}
            other => wrong.push(format!("{text:?} {words}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(std::fs::read(sample.path()).unwrap(), before);
}

#[test]
fn long_and_deep_queries_are_refused() {
    let sample = Sample::new();
    for (condition, what) in [
        (format!("title = '{}'", "x".repeat(20_000)), "more than 16384 bytes"),
        (format!("{}1{}", "(".repeat(100), ")".repeat(100)), "nested deeper"),
        (format!("{}1", "not ".repeat(100)), "nested deeper"),
        (format!("{}1", "- ".repeat(100)), "nested deeper"),
        (format!("1{}", " or 1".repeat(1500)), "more than 2000 words"),
        (format!("{}1{}", "lower(".repeat(100), ")".repeat(100)), "nested deeper"),
        (format!("title like '{}'", "%".repeat(1000)), "more than 256 bytes"),
    ] {
        let error = sample.reader.query(&query(&condition), everything()).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(error.code(), "query-refused");
    }
}

#[test]
fn orders_are_kept_and_ties_are_always_the_same() {
    let sample = Sample::new();
    let ordered = |order: &str| {
        let query = PageQuery { order: Some(order.to_owned()), ..PageQuery::default() };
        sample.reader.query(&query, everything()).unwrap()
    };
    let times =
        |order: &str| ordered(order).versions.iter().map(|it| it.meta.time).collect::<Vec<_>>();
    let up = times("time");
    assert!(up.is_sorted());
    let down = times("time desc nulls last");
    assert!(down.iter().rev().is_sorted());
    assert_eq!(keys(&ordered("status / 1000")), keys(&sample.all()));
    assert_eq!(ordered("title nulls first, time desc").versions[0].meta.title, None);
    assert_eq!(keys(&ordered("case domain when 'b.cz' then 0 else 1 end")).len(), 7);
}

#[test]
fn values_are_never_read_as_sql() {
    let sample = Sample::new();
    let ask = |condition: &str, parameters: Vec<QueryValue>| {
        let query = PageQuery { parameters, ..query(condition) };
        sample.reader.query(&query, everything())
    };
    let found = |condition: &str, parameters| ask(condition, parameters).unwrap().versions.len();
    assert_eq!(found("domain = ?", vec!["a.cz".into()]), 5);
    assert_eq!(found("domain = ?", vec!["a.cz' or '1'='1".into()]), 0);
    assert_eq!(found("domain = ? and status = ?", vec!["a.cz".into(), 200.into()]), 4);
    assert_eq!(found("title is ?", vec![QueryValue::Null]), 1);
    assert_eq!(found("status > ?", vec![QueryValue::Real(300.5)]), 2);
    assert_eq!(found("url like ?", vec!["http://b%".into()]), 2);
    let wrong = ask("domain = ?", vec![]).unwrap_err();
    assert!(matches!(wrong, PageQueryError::Values { wanted: 1, given: 0 }), "{wrong}");
    let wrong = ask("domain = ?", vec!["x".repeat(5000).as_str().into()]).unwrap_err();
    assert!(matches!(wrong, PageQueryError::ValueTooLong { number: 1, .. }), "{wrong}");
    let both = PageQuery {
        order: Some("time = ? desc".to_owned()),
        parameters: vec!["a.cz".into(), 2000.into()],
        ..query("domain = ?")
    };
    assert_eq!(sample.reader.query(&both, everything()).unwrap().versions[0].meta.time, 2000);
}

#[test]
fn answers_are_bounded_and_say_so() {
    let sample = Sample::new();
    let limited = |limit| {
        let query = PageQuery { limit: Some(limit), ..PageQuery::default() };
        sample.reader.query(&query, everything()).unwrap()
    };
    assert_eq!((limited(3).versions.len(), limited(3).is_complete), (3, false));
    assert_eq!((limited(7).versions.len(), limited(7).is_complete), (7, true));
    assert_eq!((limited(0).versions.len(), limited(0).is_complete), (0, false));
    let bounds = QueryBounds { rows: 2, ..QueryBounds::default() };
    let few = sample
        .reader
        .clone()
        .with_bounds(bounds)
        .query(&PageQuery::default(), everything())
        .unwrap();
    assert_eq!((few.versions.len(), few.is_complete), (2, false));
    let bounds = QueryBounds { bytes: 1, ..QueryBounds::default() };
    let few = sample
        .reader
        .clone()
        .with_bounds(bounds)
        .query(&PageQuery::default(), everything())
        .unwrap();
    assert_eq!((few.versions.len(), few.is_complete), (1, false));
}

#[test]
fn a_query_that_takes_too_long_is_ended() {
    let sample = Sample::new();
    let round = round_of("c.cz", 1);
    let pages: Vec<_> = (0..3000).map(|it| Sample::page(&round, &format!("p{it}"), 200)).collect();
    sample.write(&round, &pages);
    let bounds = QueryBounds { time: Duration::ZERO, ..QueryBounds::default() };
    let error = sample
        .reader
        .clone()
        .with_bounds(bounds)
        .query(&query("title like '%x%'"), everything())
        .unwrap_err();
    assert!(matches!(error, PageQueryError::Late { .. }), "{error:?}");
}

#[test]
fn rows_that_are_hidden_make_no_difference() {
    let full = Sample::new();
    let orders = ["time desc", "title", "status, url desc"];
    for hidden in 0..1 << 7 {
        if hidden % 5 != 0 && !super::support::is_long() {
            continue;
        }
        let all = keys(&full.all());
        let secret: BTreeSet<String> = all
            .iter()
            .enumerate()
            .filter(|it| hidden >> it.0 & 1 == 1)
            .map(|it| it.1.clone())
            .collect();
        let partial = Sample::without(&secret);
        let shown = secret.clone();
        let sight =
            move |page: &SeenPage<'_>| !shown.contains(&format!("{} {}", page.path, page.tag));
        let sight: Arc<dyn PageSight> = Arc::new(sight);
        for (place, (condition, _)) in ANSWERED.iter().enumerate() {
            let order = Some(orders[place % 3].to_owned());
            let query = PageQuery { order, limit: Some(1 + place % 8), ..query(condition) };
            let found = full.reader.query(&query, Arc::clone(&sight)).unwrap();
            let expected = partial.reader.query(&query, everything()).unwrap();
            assert_eq!(found, expected, "{condition} without {secret:?}");
        }
    }
}

#[test]
fn a_database_that_is_not_there_is_an_error_and_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.db");
    let reader = PageReader::open(&path);
    let error = reader.query(&PageQuery::default(), everything()).unwrap_err();
    assert!(matches!(error, PageQueryError::Database(_)), "{error:?}");
    assert!(!path.exists());
    std::fs::write(&path, "something else").unwrap();
    assert!(reader.query(&PageQuery::default(), everything()).is_err());
}
