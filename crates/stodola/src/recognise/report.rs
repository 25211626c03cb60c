//! The report on a run: a page of its own with charts, for people who decide on points and packs.
//!
//! For every criterion it shows what was found and what of that was valid, over the pages in their
//! order; how points are spread; and the pages that were close to being judged otherwise.

mod charts;

use super::page::Judged;
use crate::lang;
use anyhow::Context;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use stodola_judge::{CRITERIA, Pack, Rule};

/// Pages beyond these are counted and not charted.
const MAX_PAGES: usize = 200_000;
/// Number of pages near the limit that are listed.
const MAX_BORDERLINE: usize = 100;
/// From which distance on a probability is not close any more.
const CLOSE: f64 = 0.35;

pub(super) struct Report {
    file: PathBuf,
    title: String,
    rule: Rule,
    rows: Vec<Row>,
    borderline: Vec<Borderline>,
    valid: u64,
    others: u64,
}

/// The figures of one page.
struct Row {
    /// Found and valid of each criterion.
    counts: Vec<(u32, u32)>,
    points: i64,
    is_valid: bool,
}

struct Borderline {
    name: String,
    title: String,
    points: i64,
    probability: f64,
    is_valid: bool,
    /// From the border, in its own measure made comparable.
    distance: f64,
    reasons: String,
}

impl Report {
    /// Makes the folder, so that a long run does not fail at its end.
    pub(super) fn new(folder: &Path, pack: &Pack, rule: Rule) -> anyhow::Result<Report> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder '{}'", folder.display()))?;
        Ok(Report {
            file: folder.join("report.html"),
            title: format!("{} ({})", pack.title(), pack.name()),
            rule,
            rows: Vec::new(),
            borderline: Vec::new(),
            valid: 0,
            others: 0,
        })
    }

    pub(super) fn add(&mut self, judged: &Judged) {
        let verdict = &judged.verdict;
        *(if verdict.is_valid { &mut self.valid } else { &mut self.others }) += 1;
        if self.rows.len() < MAX_PAGES {
            let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            let counts = verdict.criteria.iter().map(|it| (small(it.found), small(it.valid)));
            let (points, is_valid) = (verdict.points, verdict.is_valid);
            self.rows.push(Row { counts: counts.collect(), points, is_valid });
        }
        let distance = match self.rule {
            Rule::Points { minimum } => {
                (verdict.points - minimum).abs() as f64 / (minimum.abs().max(1) as f64)
            }
            Rule::Probability { threshold } => (verdict.probability - threshold).abs(),
        };
        if distance <= CLOSE {
            self.note_borderline(judged, distance);
        }
    }

    fn note_borderline(&mut self, judged: &Judged, distance: f64) {
        let verdict = &judged.verdict;
        let reasons: Vec<String> = verdict
            .criteria
            .iter()
            .filter(|it| it.points != 0)
            .map(|it| format!("{} {:+}", it.name, it.points))
            .collect();
        let at = self.borderline.partition_point(|it| it.distance <= distance);
        if at < MAX_BORDERLINE {
            self.borderline.insert(
                at,
                Borderline {
                    name: judged.name.clone(),
                    title: judged.title.clone().unwrap_or_default(),
                    points: verdict.points,
                    probability: verdict.probability,
                    is_valid: verdict.is_valid,
                    distance,
                    reasons: reasons.join(", "),
                },
            );
            self.borderline.truncate(MAX_BORDERLINE);
        }
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        stodola_durable::replace(&self.file, self.page().as_bytes())?;
        crate::output::say(format_args!(
            "{} {}",
            lang::pick("report:", "zpráva:"),
            self.file.display()
        ));
        Ok(())
    }

    fn page(&self) -> String {
        let heading = lang::pick("Recognised pages", "Rozpoznané stránky");
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{}\"><meta charset=\"utf-8\">\n<title>{heading}: \
             {title}</title>\n<style>{STYLE}</style>\n<h1>{heading}: {title}</h1>\n",
            lang::pick("en", "cs"),
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
        let (valid, others) = (self.valid, self.others);
        let rule = match self.rule {
            Rule::Points { minimum } => {
                lang::pick(format!("at least {minimum} points"), format!("alespoň {minimum} bodů"))
            }
            Rule::Probability { threshold } => lang::pick(
                format!("a probability of at least {threshold}"),
                format!("pravděpodobnost alespoň {}", threshold.to_string().replace('.', ",")),
            ),
        };
        let text = lang::pick(
            format!(
                "{} pages were judged: {valid} valid, {others} not valid. A valid page has {rule}.",
                valid + others
            ),
            format!(
                "Posouzeno stránek: {}; národních {valid}, jiných {others}. Rozhoduje {rule}.",
                valid + others
            ),
        );
        let _ = writeln!(out, "<p>{text}</p>");
        let judged = (valid + others) as usize;
        if judged > self.rows.len() {
            let rows = self.rows.len();
            let text = lang::pick(
                format!("The charts show the first {rows} pages."),
                format!("Grafy ukazují prvních {rows}."),
            );
            let _ = writeln!(out, "<p>{text}</p>");
        }
    }

    fn points(&self, out: &mut String) {
        let heading = lang::pick("Points", "Body");
        let points: Vec<(i64, bool)> =
            self.rows.iter().map(|it| (it.points, it.is_valid)).collect();
        let _ = writeln!(out, "<h2>{heading}</h2>\n{}", charts::histogram(&points));
    }

    fn criteria(&self, out: &mut String) {
        let heading = lang::pick(
            "Found and valid elements of each page, by criterion",
            "Nalezeno a platných po stránkách, podle kritérií",
        );
        let _ = writeln!(out, "<h2>{heading}</h2><p>{}</p>", charts::legend());
        for (number, known) in CRITERIA.iter().enumerate() {
            let counts: Vec<(u32, u32)> =
                self.rows.iter().filter_map(|row| row.counts.get(number).copied()).collect();
            let sum =
                |pick: fn(&(u32, u32)) -> u32| counts.iter().map(|it| u64::from(pick(it))).sum();
            let (found, valid): (u64, u64) = (sum(|it| it.0), sum(|it| it.1));
            if found == 0 {
                continue;
            }
            let percent = lang::decimal(100.0 * valid as f64 / found as f64, 1);
            let sums = lang::pick(
                format!("{found} found, {valid} valid ({percent} %)"),
                format!("nalezeno {found}, platných {valid} ({percent} %)"),
            );
            let (name, about) = (known.name, known.about);
            let chart = charts::found_and_valid(&counts);
            let _ = writeln!(out, "<h3>{name} <small>{about}: {sums}</small></h3>\n{chart}");
        }
    }

    fn border(&self, out: &mut String) {
        let heading = lang::pick("Borderline pages", "Stránky na hranici");
        let _ = writeln!(out, "<h2>{heading}</h2>");
        if self.borderline.is_empty() {
            let none = lang::pick("None.", "Žádné nejsou.");
            let _ = writeln!(out, "<p>{none}</p>");
            return;
        }
        let head = lang::pick(
            ["page", "valid", "points", "probability", "why"],
            ["stránka", "národní", "body", "pravděpodobnost", "proč"],
        );
        let head: String = head.iter().map(|it| format!("<th>{it}")).collect();
        let _ = writeln!(out, "<table><tr>{head}");
        for it in &self.borderline {
            let mark = if it.is_valid { "✓" } else { "" };
            let _ = writeln!(
                out,
                "<tr><td>{}<br><small>{}</small><td>{mark}<td>{}<td>{:.3}<td>{}",
                escaped(&it.name),
                escaped(&it.title),
                it.points,
                it.probability,
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
