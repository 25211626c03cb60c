//! A line over the last 90 minutes as SVG. Time stretches with the page; text never scales.

use super::format::escaped;
use std::fmt::Write as _;
use stodola_text::{Language, decimal};

/// Height of the plot, room above it for half of the topmost label, and the height of all, in pixels.
const PLOT: u64 = 80;
const TOP: u64 = 8;
const HEIGHT: u64 = 112;
/// Units of the plot from bottom to top.
const UNITS: f64 = 1000.0;
/// Without a sample for so many seconds the line is broken.
const GAP: u64 = 90;
/// Seconds between two labels of the axis.
const STEP: u64 = 15 * 60;

/// A moment in seconds since 1970, a value, and whether the line begins there anew.
pub(super) type ChartPoint = (u64, f64, bool);

/// What is drawn.
pub(super) struct RateChart<'c> {
    pub(super) language: Language,
    /// The sentence that says what can be seen.
    pub(super) name: &'c str,
    /// The first and last moment, in seconds since 1970.
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) points: &'c [ChartPoint],
}

impl RateChart<'_> {
    /// The chart as SVG.
    pub(super) fn draw(&self) -> String {
        let most = self.points.iter().map(|(_, value, _)| *value).fold(0.0, f64::max);
        let (top, digits) = round_top(most);
        let mut svg = format!(
            "<svg class=\"bars\" width=\"100%\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            escaped(self.name)
        );
        for part in 0..=2u64 {
            let y = TOP + PLOT - PLOT * part / 2;
            let _ =
                write!(svg, "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>");
            if part > 0 {
                let label = decimal(self.language, top * part as f64 / 2.0, digits);
                let _ = write!(
                    svg,
                    "<text class=\"axis\" x=\"-8\" y=\"{}\" text-anchor=\"end\">{label}</text>",
                    y + 4
                );
            }
        }
        self.label_times(&mut svg);
        let span = self.to.saturating_sub(self.from).max(1);
        let (line, area) = self.paths(top);
        let _ = write!(
            svg,
            "<svg y=\"{TOP}\" width=\"100%\" height=\"{PLOT}\" viewBox=\"0 0 {span} {UNITS}\" \
             preserveAspectRatio=\"none\"><path class=\"rate-area\" d=\"{area}\"/>\
             <path class=\"rate-line\" d=\"{line}\" vector-effect=\"non-scaling-stroke\"/></svg></svg>"
        );
        svg
    }

    /// Every quarter of an hour.
    fn label_times(&self, svg: &mut String) {
        let span = self.to.saturating_sub(self.from).max(1) as f64;
        let mut at = self.from.div_ceil(STEP) * STEP;
        while at <= self.to {
            let x = (at - self.from) as f64 * 100.0 / span;
            // A label at the edge would be cut.
            let anchor = match x {
                x if x < 4.0 => "start",
                x if x > 96.0 => "end",
                _ => "middle",
            };
            let _ = write!(
                svg,
                "<text class=\"axis\" x=\"{x:.2}%\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                HEIGHT - 6,
                clock(at)
            );
            at += STEP;
        }
    }

    /// The line, and the area below it. Where no samples are, there is neither.
    fn paths(&self, top: f64) -> (String, String) {
        let (mut line, mut area) = (String::new(), String::new());
        let mut last: Option<u64> = None;
        for &(time, value, is_first) in self.points.iter().filter(|point| point.0 >= self.from) {
            let x = time - self.from;
            let y = UNITS - (value.max(0.0) / top * UNITS).min(UNITS);
            match last.filter(|last| !is_first && x.saturating_sub(*last) <= GAP) {
                Some(_) => {
                    let _ = write!(line, "L{x} {y:.0}");
                    let _ = write!(area, "L{x} {y:.0}");
                }
                None => {
                    close(&mut area, last);
                    // A line that is alone is a dot.
                    let _ = write!(line, "M{x} {y:.0}h1");
                    let _ = write!(area, "M{x} {UNITS}L{x} {y:.0}");
                }
            }
            last = Some(x);
        }
        close(&mut area, last);
        (line, area)
    }
}

fn close(area: &mut String, last: Option<u64>) {
    if let Some(x) = last {
        let _ = write!(area, "L{x} {UNITS}z");
    }
}

/// A round number that is not smaller, and how many digits its half has behind the comma.
fn round_top(most: f64) -> (f64, usize) {
    let mut step = 0.001;
    // Not even a network of the year 2100 has more.
    while step < 1e12 {
        for factor in [1.0, 2.0, 5.0] {
            let top = 2.0 * step * factor;
            if top >= most {
                let digits = if step >= 1.0 { 0 } else { -step.log10().round() as usize };
                return (top, digits);
            }
        }
        step *= 10.0;
    }
    (most, 0)
}

/// The time of day of a moment in seconds since 1970: `14:32`.
pub(super) fn clock(seconds: u64) -> String {
    format!("{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_gaps_break_the_line_and_axes_end_at_round_numbers() {
        let points = [(20, 2.0, true), (40, 4.0, false), (60, 0.0, true), (600, 1.0, false)];
        let chart = RateChart {
            language: Language::Czech,
            name: "a \"b\" <c>",
            from: 0,
            to: 900,
            points: &points,
        };
        let svg = chart.draw();
        assert!(svg.contains("d=\"M20 500h1L40 0M60 1000h1M600 750h1\""), "{svg}");
        assert!(
            svg.contains(
                "d=\"M20 1000L20 500L40 0L40 1000zM60 1000L60 1000L60 1000zM600 1000L600 750L600 1000z\""
            ),
            "{svg}"
        );
        assert!(svg.contains("aria-label=\"a &quot;b&quot; &lt;c&gt;\""), "{svg}");
        assert!(svg.contains(">4</text>") && svg.contains(">00:15</text>"), "{svg}");
        for (most, top, digits) in
            [(0.0, 0.002, 3), (0.5, 1.0, 1), (3.1, 4.0, 0), (9.0, 10.0, 0), (110.0, 200.0, 0)]
        {
            let (found, shown) = round_top(most);
            assert!((found - top).abs() < 1e-9 && shown == digits, "{most}: {found} {shown}");
        }
    }
}
