//! The report on a run: a page of HTML with charts, for people who decide on points and packs.
//!
//! For every criterion it shows what was found and what of that was valid, over the pages in their order; how points
//! are spread; and the pages that were close to being judged otherwise. Its texts come from the caller.

mod charts;

use super::statistics::PageFigures;
use super::{JudgedPage, PageStatistics, Recogniser};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};
use stodola_durable::PathError;
use stodola_judge::{CRITERIA, VerdictRule};

/// A text of the report, with the numbers in it. None may contain markup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReportText {
    /// The tag of the language that all texts are in, for example `en`.
    LanguageTag,
    /// The heading of the page; the title of the pack follows it.
    Heading,
    /// How many pages there are, and the rule that decided.
    Sums {
        /// Pages that were judged.
        pages: u64,
        /// Pages that belong to the nation.
        valid: u64,
        /// Pages that do not.
        others: u64,
        /// The rule.
        rule: VerdictRule,
    },
    /// That the charts show only so many pages, the first ones.
    FirstPages(usize),
    /// The heading of the chart of points.
    Points,
    /// The heading of the charts of all criteria.
    Criteria,
    /// What a criterion found, how much of that is valid, and the share of that in per cent.
    Criterion {
        /// Elements found.
        found: u64,
        /// Those that belong to the nation.
        valid: u64,
        /// Their share.
        percent: f64,
    },
    /// What a criterion looks for, given in English.
    About(&'static str),
    /// What the colour of found elements means.
    Found,
    /// What the colour of valid elements means.
    Valid,
    /// A number of pages, at the end of an axis.
    Pages(usize),
    /// The heading of the pages that were close to being judged otherwise.
    Borderline,
    /// That there are none.
    NoBorderline,
    /// The heading of a column of their table.
    Column(ReportColumn),
    /// A probability.
    Probability(f64),
    /// The heading of the table that sets criteria against each other.
    Comparison,
    /// What the columns of that table mean.
    ComparisonAbout,
    /// The heading of a column of it.
    ComparisonColumn(ComparisonColumn),
    /// The heading of the table of agreement.
    Agreement,
    /// What its numbers mean.
    AgreementAbout,
    /// A share in per cent.
    Percent(f64),
}

/// A column of the table that sets criteria against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonColumn {
    /// Name of the criterion.
    Criterion,
    /// Pages that it spoke for.
    Spoke,
    /// Share of these that belong to the nation.
    Rightly,
    /// Share of the pages of the nation that it spoke for.
    Reach,
    /// Pages that it spoke against.
    Against,
    /// Pages for which it gave most points.
    Led,
    /// Pages that would have been judged otherwise without it.
    Decided,
}

/// A column of the table of pages that were close to being judged otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportColumn {
    /// Name and title.
    Page,
    /// Whether it belongs to the nation.
    Valid,
    /// Points of all criteria.
    Points,
    /// Probability that it belongs to the nation.
    Probability,
    /// Criteria with points.
    Why,
}

/// Makes the texts of a report.
pub type ReportTexts<'a> = &'a dyn Fn(ReportText) -> String;

/// A report while its pages are judged.
pub struct RecogniseReport {
    file: PathBuf,
    title: String,
    statistics: PageStatistics,
}

impl RecogniseReport {
    /// Makes the folder, so that a long run does not fail at its end.
    pub fn new(folder: &Path, recogniser: &Recogniser) -> io::Result<RecogniseReport> {
        fs::create_dir_all(folder)?;
        let pack = recogniser.pack();
        Ok(RecogniseReport {
            file: folder.join("report.html"),
            title: format!("{} ({})", pack.title(), pack.name()),
            statistics: PageStatistics::new(recogniser.rule()),
        })
    }

    /// Creates a report with this title in an existing folder.
    pub(super) fn named(folder: &Path, title: String, rule: VerdictRule) -> RecogniseReport {
        let file = folder.join("report.html");
        RecogniseReport { file, title, statistics: PageStatistics::new(rule) }
    }

    /// Takes the figures of a page into the report.
    pub(super) fn count(&mut self, page: &PageFigures<'_>) {
        self.statistics.count(page);
    }

    /// Takes a page into the report.
    pub fn add(&mut self, judged: &JudgedPage) {
        self.statistics.add(judged);
    }

    /// Writes the file, and returns its path.
    pub fn write(self, texts: ReportTexts<'_>) -> Result<PathBuf, PathError> {
        stodola_durable::replace(&self.file, self.page(texts).as_bytes())?;
        Ok(self.file)
    }

    fn page(&self, texts: ReportTexts<'_>) -> String {
        let heading = texts(ReportText::Heading);
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{}\"><meta charset=\"utf-8\">\n<title>{heading}: \
             {title}</title>\n<style>{STYLE}</style>\n<h1>{heading}: {title}</h1>\n",
            texts(ReportText::LanguageTag),
            title = escaped(&self.title),
        );
        write_sums(&mut out, &self.statistics, texts);
        write_points(&mut out, &self.statistics, texts);
        write_criteria(&mut out, &self.statistics, texts);
        write_comparison(&mut out, &self.statistics, texts);
        write_agreement(&mut out, &self.statistics, texts);
        write_borderline(&mut out, &self.statistics, texts);
        out.push_str("</html>\n");
        out
    }
}

fn write_sums(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    let PageStatistics { rule, ref pages, valid, others, .. } = *statistics;
    let judged = valid + others;
    let sums = texts(ReportText::Sums { pages: judged, valid, others, rule });
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "<p>{sums}</p>");
    if judged > pages.len() as u64 {
        let _ = writeln!(out, "<p>{}</p>", texts(ReportText::FirstPages(pages.len())));
    }
}

fn write_points(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    let points: Vec<(i64, bool)> =
        statistics.pages.iter().map(|it| (it.points, it.is_valid)).collect();
    let _ = writeln!(out, "<h2>{}</h2>\n{}", texts(ReportText::Points), charts::histogram(&points));
}

fn write_criteria(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    let legend = charts::legend(&texts(ReportText::Found), &texts(ReportText::Valid));
    let _ = writeln!(out, "<h2>{}</h2><p>{legend}</p>", texts(ReportText::Criteria));
    for (number, known) in CRITERIA.iter().enumerate() {
        let pages = statistics.pages.iter();
        let counts: Vec<(u32, u32)> =
            pages.filter_map(|page| page.counts.get(number).copied()).collect();
        let sum = |pick: fn(&(u32, u32)) -> u32| counts.iter().map(|it| u64::from(pick(it))).sum();
        let (found, valid): (u64, u64) = (sum(|it| it.0), sum(|it| it.1));
        if found == 0 {
            continue;
        }
        let percent = 100.0 * valid as f64 / found as f64;
        let sums = texts(ReportText::Criterion { found, valid, percent });
        let (name, about) = (known.name, texts(ReportText::About(known.about)));
        let chart = charts::found_and_valid(&counts, &texts(ReportText::Pages(counts.len())));
        let _ = writeln!(out, "<h3>{name} <small>{about}: {sums}</small></h3>\n{chart}");
    }
}

/// Numbers of the criteria that spoke for or against a page.
fn heard(statistics: &PageStatistics) -> Vec<usize> {
    let criteria = statistics.comparison.criteria.iter().enumerate();
    criteria.filter(|(_, it)| it.spoke > 0 || it.against > 0).map(|(number, _)| number).collect()
}

fn write_comparison(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    use ComparisonColumn::{Against, Criterion, Decided, Led, Reach, Rightly, Spoke};
    let heard = heard(statistics);
    if heard.is_empty() {
        return;
    }
    let by_points = matches!(statistics.rule, VerdictRule::Points { .. });
    let columns = [Criterion, Spoke, Rightly, Reach, Against, Led, Decided];
    let columns = &columns[..columns.len() - usize::from(!by_points)];
    let head: String = columns
        .iter()
        .map(|it| format!("<th>{}", texts(ReportText::ComparisonColumn(*it))))
        .collect();
    let (heading, about) = (texts(ReportText::Comparison), texts(ReportText::ComparisonAbout));
    let _ = writeln!(out, "<h2>{heading}</h2>\n<p>{about}</p>\n<table><tr>{head}");
    let percent = |part: u64, whole: u64| match whole {
        0 => String::new(),
        whole => texts(ReportText::Percent(100.0 * part as f64 / whole as f64)),
    };
    for number in heard {
        let it = statistics.comparison.criteria[number];
        let (rightly, reach) =
            (percent(it.spoke_rightly, it.spoke), percent(it.spoke_rightly, statistics.valid));
        let _ = write!(
            out,
            "<tr><td>{}<td>{}<td>{rightly}<td>{reach}<td>{}<td>{}",
            CRITERIA[number].name, it.spoke, it.against, it.led
        );
        let decided = if by_points { format!("<td>{}\n", it.decided) } else { "\n".to_owned() };
        out.push_str(&decided);
    }
    out.push_str("</table>\n");
}

fn write_agreement(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    let comparison = &statistics.comparison;
    let speakers: Vec<usize> =
        heard(statistics).into_iter().filter(|it| comparison.criteria[*it].spoke > 0).collect();
    if speakers.len() < 2 {
        return;
    }
    let (heading, about) = (texts(ReportText::Agreement), texts(ReportText::AgreementAbout));
    let head: String = speakers.iter().map(|it| format!("<th>{}", CRITERIA[*it].name)).collect();
    let _ = writeln!(out, "<h2>{heading}</h2>\n<p>{about}</p>\n<table class=\"m\"><tr><th>{head}");
    for one in &speakers {
        let _ = write!(out, "<tr><th>{}", CRITERIA[*one].name);
        for other in &speakers {
            let agreement = comparison.agreement(*one, *other).unwrap_or_default();
            // The same green as that of valid elements.
            let _ = write!(
                out,
                "<td style=\"background:rgba(44,122,75,{:.2})\">{}",
                agreement * 0.6,
                texts(ReportText::Percent(100.0 * agreement))
            );
        }
        out.push('\n');
    }
    out.push_str("</table>\n");
}

fn write_borderline(out: &mut String, statistics: &PageStatistics, texts: ReportTexts<'_>) {
    use ReportColumn::{Page, Points, Probability, Valid, Why};
    let _ = writeln!(out, "<h2>{}</h2>", texts(ReportText::Borderline));
    if statistics.borderline.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", texts(ReportText::NoBorderline));
        return;
    }
    let head = [Page, Valid, Points, Probability, Why]
        .map(|column| format!("<th>{}", texts(ReportText::Column(column))));
    let _ = writeln!(out, "<table><tr>{}", head.concat());
    for it in &statistics.borderline {
        let mark = if it.is_valid { "✓" } else { "" };
        let _ = writeln!(
            out,
            "<tr><td>{}<br><small>{}</small><td>{mark}<td>{}<td>{}<td>{}",
            escaped(&it.name),
            escaped(&it.title),
            it.points,
            texts(ReportText::Probability(it.probability)),
            escaped(&it.reasons),
        );
    }
    out.push_str("</table>\n");
}

/// Text for HTML. Names and titles come from outside, and are no markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:60em;margin:2em auto;\
    padding:0 1em;color:#222}svg{width:100%;height:auto;background:#f7f7f5}\
    small{font-weight:normal;color:#666}table{border-collapse:collapse;font-size:14px}\
    td,th{text-align:left;padding:.2em .6em;border-bottom:1px solid #ddd;vertical-align:top;\
    overflow-wrap:anywhere}.f{fill:#b9c7d6}.v{fill:#2c7a4b}.o{fill:#b65c4a}\
    table.m{font-size:11px}table.m td{text-align:right}\
    text{font:11px system-ui,sans-serif;fill:#555}line{stroke:#999;stroke-width:1}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::{BorderlinePage, PageCounts};

    #[test]
    fn names_and_titles_of_pages_are_no_markup() {
        let mut statistics = PageStatistics::new(VerdictRule::Points { minimum: 5 });
        statistics.valid = 3;
        statistics.pages.push(PageCounts { counts: vec![(4, 3)], points: 7, is_valid: true });
        statistics.borderline.push(BorderlinePage {
            name: "http://a.example/?<script>".to_owned(),
            title: "\"&\u{1b}".to_owned(),
            points: 7,
            probability: 0.5,
            is_valid: true,
            distance: 0.1,
            reasons: "email +7".to_owned(),
        });
        let file = PathBuf::from("report.html");
        let report = RecogniseReport { file, title: "<Česko>".to_owned(), statistics };
        let page = report.page(&|text| format!("[{text:?}]"));
        for part in [
            "<h1>[Heading]: &lt;Česko&gt;</h1>",
            "[Sums { pages: 3, valid: 3, others: 0, rule: Points { minimum: 5 } }]",
            // Two of the three are only counted.
            "[FirstPages(1)]",
            "[Criterion { found: 4, valid: 3, percent: 75.0 }]",
            "text-anchor=\"end\">[Pages(1)]</text>",
            "<td>http://a.example/?&lt;script&gt;<br><small>&quot;&amp;\u{fffd}</small><td>✓<td>7<td>[Probability(0.5)]",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        assert!(!page.contains("<script>"));
    }
}
