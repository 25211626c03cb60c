//! Charts as SVG, without a script.

use std::fmt::Write as _;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 160.0;
/// For the numbers on the left and below.
const LEFT: f64 = 50.0;
const BOTTOM: f64 = 20.0;
/// No chart has more bars.
const MAX_BARS: usize = 300;

/// What the colours mean.
pub(super) fn legend(found: &str, valid: &str) -> String {
    let item = |class: &str, text: &str| {
        format!(
            "<svg style=\"width:1em;height:1em\" viewBox=\"0 0 10 10\"><rect class=\"{class}\" \
             width=\"10\" height=\"10\"/></svg> {text} "
        )
    };
    item("f", found) + &item("v", valid)
}

/// Found and valid over pages, in their order; neighbours share a bar where there are many. `pages` is the text for
/// their number.
pub(super) fn found_and_valid(counts: &[(u32, u32)], pages: &str) -> String {
    let per_bar = counts.len().div_ceil(MAX_BARS).max(1);
    let bars: Vec<(f64, f64)> = counts
        .chunks(per_bar)
        .map(|pages| {
            let mean = |pick: fn(&(u32, u32)) -> u32| {
                pages.iter().map(|it| f64::from(pick(it))).sum::<f64>() / pages.len() as f64
            };
            (mean(|it| it.0), mean(|it| it.1))
        })
        .collect();
    let highest = bars.iter().fold(1.0f64, |highest, bar| highest.max(bar.0));
    let mut out = open(highest);
    let width = (WIDTH - LEFT) / bars.len().max(1) as f64;
    for (number, (found, valid)) in bars.iter().enumerate() {
        let x = LEFT + number as f64 * width;
        bar(&mut out, "f", x, width, found / highest);
        bar(&mut out, "v", x, width, valid / highest);
    }
    close(out, "1", pages)
}

/// How many pages have how many points; valid ones apart.
pub(super) fn histogram(points: &[(i64, bool)]) -> String {
    const BARS: usize = 40;
    let lowest = points.iter().map(|it| it.0).min().unwrap_or(0);
    let highest = points.iter().map(|it| it.0).max().unwrap_or(0);
    let span = (highest.saturating_sub(lowest) as f64).max(1.0);
    let mut bars = [(0u32, 0u32); BARS];
    for (points, is_valid) in points {
        let at = points.saturating_sub(lowest) as f64 / span * BARS as f64;
        let bar = &mut bars[(at as usize).min(BARS - 1)];
        *(if *is_valid { &mut bar.0 } else { &mut bar.1 }) += 1;
    }
    let most = bars.iter().map(|bar| bar.0 + bar.1).max().unwrap_or(0).max(1);
    let mut out = open(f64::from(most));
    let width = (WIDTH - LEFT) / BARS as f64;
    for (number, (valid, others)) in bars.iter().enumerate() {
        let x = LEFT + number as f64 * width;
        // Others stand on the valid ones.
        bar(&mut out, "o", x, width, f64::from(valid + others) / f64::from(most));
        bar(&mut out, "v", x, width, f64::from(*valid) / f64::from(most));
    }
    close(out, &lowest.to_string(), &highest.to_string())
}

fn open(highest: f64) -> String {
    let base = HEIGHT - BOTTOM;
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\"><line x1=\"{LEFT}\" y1=\"{base}\" x2=\"{WIDTH}\" \
         y2=\"{base}\"/><text x=\"{}\" y=\"12\" text-anchor=\"end\">{highest:.0}</text><text \
         x=\"{}\" y=\"{base}\" text-anchor=\"end\">0</text>",
        LEFT - 5.0,
        LEFT - 5.0
    )
}

fn bar(out: &mut String, class: &str, x: f64, width: f64, share: f64) {
    let height = share.clamp(0.0, 1.0) * (HEIGHT - BOTTOM - 5.0);
    if height > 0.0 {
        let y = HEIGHT - BOTTOM - height;
        let width = width * 0.9;
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.2}\" \
             height=\"{height:.1}\"/>"
        );
    }
}

fn close(mut out: String, first: &str, last: &str) -> String {
    let y = HEIGHT - 5.0;
    let _ = write!(
        out,
        "<text x=\"{LEFT}\" y=\"{y}\">{first}</text><text x=\"{WIDTH}\" y=\"{y}\" \
         text-anchor=\"end\">{last}</text></svg>"
    );
    out
}
