//! The report on a run: a page of its own with charts, for people who decide on points and packs.
//!
//! For every criterion it shows what was found and what of that was valid, over the pages in their
//! order; how points are spread; and the pages that were close to being judged otherwise.

mod charts;

use super::tell::shortest;
use crate::lang::{decimal, language, text};
use crate::output;
use anyhow::Context;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use stodola_app::recognise::{PageStatistics, Recogniser};
use stodola_judge::{CRITERIA, VerdictRule};

pub(super) struct Report {
    file: PathBuf,
    title: String,
    pub(super) statistics: PageStatistics,
}

impl Report {
    /// Makes the folder, so that a long run does not fail at its end.
    pub(super) fn new(folder: &Path, recogniser: &Recogniser) -> anyhow::Result<Report> {
        fs::create_dir_all(folder)
            .with_context(|| text!("recognise-cannot-create", path = folder.display()))?;
        let pack = recogniser.pack();
        Ok(Report {
            file: folder.join("report.html"),
            title: format!("{} ({})", pack.title(), pack.name()),
            statistics: PageStatistics::new(recogniser.rule()),
        })
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        stodola_durable::replace(&self.file, self.page().as_bytes())
            .with_context(|| text!("recognise-report-failed"))?;
        let file = self.file.display();
        output::say(format_args!("{}", text!("recognise-report", path = file)));
        Ok(())
    }

    fn page(&self) -> String {
        let heading = text!("recognise-report-heading");
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{}\"><meta charset=\"utf-8\">\n<title>{heading}: \
             {title}</title>\n<style>{STYLE}</style>\n<h1>{heading}: {title}</h1>\n",
            language().tag(),
            title = escaped(&self.title),
        );
        self.sums(&mut out);
        self.points(&mut out);
        self.criteria(&mut out);
        self.border(&mut out);
        out.push_str("</html>\n");
        out
    }

    fn sums(&self, out: &mut String) {
        let PageStatistics { rule, pages, valid, others, .. } = &self.statistics;
        let rule = match *rule {
            VerdictRule::Points { minimum } => {
                text!("recognise-rule-points", minimum = minimum.to_string())
            }
            VerdictRule::Probability { threshold } => {
                text!("recognise-rule-probability", threshold = shortest(threshold))
            }
        };
        let judged = valid + others;
        let text = text!(
            "recognise-report-sums",
            pages = judged,
            valid = *valid,
            others = *others,
            rule = rule
        );
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "<p>{text}</p>");
        if judged > pages.len() as u64 {
            let text = text!("recognise-report-first", pages = pages.len());
            let _ = writeln!(out, "<p>{text}</p>");
        }
    }

    fn points(&self, out: &mut String) {
        let heading = text!("recognise-report-points");
        let pages = self.statistics.pages.iter();
        let points: Vec<(i64, bool)> = pages.map(|it| (it.points, it.is_valid)).collect();
        let _ = writeln!(out, "<h2>{heading}</h2>\n{}", charts::histogram(&points));
    }

    fn criteria(&self, out: &mut String) {
        let heading = text!("recognise-report-criteria");
        let _ = writeln!(out, "<h2>{heading}</h2><p>{}</p>", charts::legend());
        for (number, known) in CRITERIA.iter().enumerate() {
            let pages = self.statistics.pages.iter();
            let counts: Vec<(u32, u32)> =
                pages.filter_map(|page| page.counts.get(number).copied()).collect();
            let sum =
                |pick: fn(&(u32, u32)) -> u32| counts.iter().map(|it| u64::from(pick(it))).sum();
            let (found, valid): (u64, u64) = (sum(|it| it.0), sum(|it| it.1));
            if found == 0 {
                continue;
            }
            let percent = decimal(100.0 * valid as f64 / found as f64, 1);
            let sums = text!(
                "recognise-report-criterion",
                found = found,
                valid = valid,
                percent = percent
            );
            let (name, about) = (known.name, known.about);
            let chart = charts::found_and_valid(&counts);
            let _ = writeln!(out, "<h3>{name} <small>{about}: {sums}</small></h3>\n{chart}");
        }
    }

    fn border(&self, out: &mut String) {
        let _ = writeln!(out, "<h2>{}</h2>", text!("recognise-report-borderline"));
        if self.statistics.borderline.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", text!("recognise-report-none"));
            return;
        }
        let head: String = ["page", "valid", "points", "probability", "why"]
            .iter()
            .map(|column| format!("<th>{}", text!(&format!("recognise-column-{column}"))))
            .collect();
        let _ = writeln!(out, "<table><tr>{head}");
        for it in &self.statistics.borderline {
            let mark = if it.is_valid { "✓" } else { "" };
            let _ = writeln!(
                out,
                "<tr><td>{}<br><small>{}</small><td>{mark}<td>{}<td>{}<td>{}",
                escaped(&it.name),
                escaped(&it.title),
                it.points,
                decimal(it.probability, 3),
                escaped(&it.reasons),
            );
        }
        out.push_str("</table>\n");
    }
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
    text{font:11px system-ui,sans-serif;fill:#555}line{stroke:#999;stroke-width:1}";
