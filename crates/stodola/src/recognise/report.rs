//! The texts of the HTML report.

use crate::lang::{decimal, language, text};
use stodola_app::recognise::{ComparisonColumn, ReportColumn, ReportText};
use stodola_judge::VerdictRule;
use stodola_text::shortest_decimal;

pub(super) fn report_text(wanted: ReportText) -> String {
    match wanted {
        ReportText::LanguageTag => language().tag().to_owned(),
        ReportText::Heading => text!("recognise-report-heading"),
        ReportText::Sums { pages, valid, others, rule } => text!(
            "recognise-report-sums",
            pages = pages,
            valid = valid,
            others = others,
            rule = rule_text(rule)
        ),
        ReportText::FirstPages(pages) => text!("recognise-report-first", pages = pages),
        ReportText::Points => text!("recognise-report-points"),
        ReportText::Criteria => text!("recognise-report-criteria"),
        ReportText::Criterion { found, valid, percent } => text!(
            "recognise-report-criterion",
            found = found,
            valid = valid,
            percent = decimal(percent, 1)
        ),
        ReportText::About(about) => stodola_text::retold(language(), about),
        ReportText::Found => text!("recognise-found"),
        ReportText::Valid => text!("recognise-valid-elements"),
        ReportText::Pages(pages) => text!("recognise-pages", pages = pages),
        ReportText::Borderline => text!("recognise-report-borderline"),
        ReportText::NoBorderline => text!("recognise-report-none"),
        ReportText::Column(column) => text!(match column {
            ReportColumn::Page => "recognise-column-page",
            ReportColumn::Valid => "recognise-column-valid",
            ReportColumn::Points => "recognise-column-points",
            ReportColumn::Probability => "recognise-column-probability",
            ReportColumn::Why => "recognise-column-why",
        }),
        ReportText::Probability(probability) => decimal(probability, 3),
        ReportText::Comparison => text!("recognise-comparison"),
        ReportText::ComparisonAbout => text!("recognise-comparison-about"),
        ReportText::ComparisonColumn(column) => text!(match column {
            ComparisonColumn::Criterion => "recognise-column-criterion",
            ComparisonColumn::Spoke => "recognise-column-spoke",
            ComparisonColumn::Rightly => "recognise-column-rightly",
            ComparisonColumn::Reach => "recognise-column-reach",
            ComparisonColumn::Against => "recognise-column-against",
            ComparisonColumn::Led => "recognise-column-led",
            ComparisonColumn::Decided => "recognise-column-decided",
        }),
        ReportText::Agreement => text!("recognise-agreement"),
        ReportText::AgreementAbout => text!("recognise-agreement-about"),
        ReportText::Percent(percent) => format!("{} %", decimal(percent, 1)),
    }
}

fn rule_text(rule: VerdictRule) -> String {
    match rule {
        VerdictRule::Points { minimum } => {
            text!("recognise-rule-points", minimum = minimum.to_string())
        }
        VerdictRule::Expression => text!("recognise-rule-expression"),
        VerdictRule::Probability { threshold } => {
            text!("recognise-rule-probability", threshold = shortest_decimal(language(), threshold))
        }
    }
}
