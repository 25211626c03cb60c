//! When and by which jobs a content was captured, in 32 bytes: enough to count years and to decide most questions about
//! dates without looking at each capture.

use stodola_archive::Stamp;

/// Bytes of a span on disk.
pub(crate) const SPAN_BYTES: usize = 32;
/// Spans in one row of the database: 4 KiB, a page of SQLite.
pub(crate) const CHUNK: u64 = 128;
/// The year of the first bit; earlier years count as this one.
pub(crate) const FIRST_YEAR: u16 = 1990;
/// Years that have a bit; later ones count as the last of them.
pub(crate) const YEARS: u16 = 63;
/// The bit that says that there is a capture, whether its time is known or not.
const EXISTS: u64 = 1 << 63;
/// The last bit of the mask of jobs stands for this job and all later ones.
pub(crate) const LAST_JOB: u32 = 63;

/// When and by which jobs a content was captured. Without any capture it is all zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    /// The first and the last time, in fourteen digits; 0 if no time is known.
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// A bit for each year, from [`FIRST_YEAR`]; the last bit says that there is a capture at all.
    pub(crate) years: u64,
    /// A bit for each job by its number.
    pub(crate) jobs: u64,
}

impl Span {
    /// Adds a capture. `time`: fourteen digits, 0 if it is not known. `job`: its number, if it is known.
    pub(crate) fn add(&mut self, time: u64, job: Option<u32>) {
        self.years |= EXISTS;
        if let Some(stamp) = Stamp::from_number(time) {
            self.first = if self.first == 0 { time } else { self.first.min(time) };
            self.last = self.last.max(time);
            self.years |= 1 << year_bit(stamp.year());
        }
        if let Some(job) = job {
            self.jobs |= 1 << job.min(LAST_JOB);
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; SPAN_BYTES] {
        let mut bytes = [0; SPAN_BYTES];
        for (place, number) in [self.first, self.last, self.years, self.jobs].iter().enumerate() {
            bytes[place * 8..][..8].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads a span; one of zeros if there are not enough bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Span {
        let number = |place: usize| {
            let bytes = bytes.get(place * 8..place * 8 + 8);
            bytes.and_then(|it| it.try_into().ok()).map_or(0, u64::from_le_bytes)
        };
        Span { first: number(0), last: number(1), years: number(2), jobs: number(3) }
    }

    /// Whether there is a capture between two times, both included; `None` if the single captures must tell.
    pub(crate) fn touches(self, from: u64, to: u64) -> Option<bool> {
        if self.first == 0 || self.last < from || self.first > to {
            return Some(false);
        }
        if self.first >= from || self.last <= to {
            return Some(true);
        }
        // Captures before and behind; in between there is one if a whole year of the range has one.
        let year = |time: u64| (time / 10_000_000_000) as u16;
        let (first, last) = (year(from), year(to));
        let is_start = from % 10_000_000_000 <= 101_000_000;
        let is_end = to % 10_000_000_000 >= 1_231_235_959;
        let whole = |y: u16| (y > first || is_start) && (y < last || is_end);
        let is_plain = |y: u16| y > FIRST_YEAR && y < FIRST_YEAR + YEARS - 1;
        let has = |y: u16| self.years & (1 << year_bit(y)) != 0;
        let mut undecided = false;
        for year in first.max(FIRST_YEAR)..=last.min(FIRST_YEAR + YEARS - 1) {
            // The first and the last bit stand for several years.
            match (whole(year) && is_plain(year), has(year)) {
                (true, true) => return Some(true),
                (false, true) => undecided = true,
                (_, false) => {}
            }
        }
        if undecided { None } else { Some(false) }
    }

    /// Whether the content has a capture. Without one it does not count.
    pub(crate) fn exists(self) -> bool {
        self.years & EXISTS != 0
    }

    /// The years of its captures, without the mark that there are some.
    pub(crate) fn year_bits(self) -> u64 {
        self.years & !EXISTS
    }
}

/// The bit of a year.
pub(crate) fn year_bit(year: u16) -> u32 {
    u32::from(year.clamp(FIRST_YEAR, FIRST_YEAR + YEARS - 1) - FIRST_YEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(times: &[u64]) -> Span {
        let mut span = Span::default();
        times.iter().for_each(|time| span.add(*time, Some(1)));
        span
    }

    #[test]
    fn span_knows_what_it_touches_as_single_captures_do() {
        let sets: [&[u64]; 5] = [
            &[],
            &[20070301120000],
            &[20050101000000, 20090101000000],
            &[20050101000000, 20070615000000, 20091231235959],
            &[19850101000000, 20200101000000],
        ];
        let bounds = [
            19840101000000,
            20050101000000,
            20060101000000,
            20070101000000,
            20070615000000,
            20071231235959,
            20081231235959,
            20091231235959,
            20300101000000,
        ];
        for times in sets {
            let span = span(times);
            assert_eq!(Span::from_bytes(&span.to_bytes()), span);
            for (at, from) in bounds.iter().enumerate() {
                for to in &bounds[at..] {
                    let truth = times.iter().any(|time| (from..=to).contains(&time));
                    if let Some(said) = span.touches(*from, *to) {
                        assert_eq!(said, truth, "{times:?} {from} {to}");
                    }
                }
            }
        }
        // Years are decided without the captures.
        assert_eq!(span(sets[3]).touches(20070101000000, 20071231235959), Some(true));
        assert_eq!(span(sets[2]).touches(20070101000000, 20071231235959), Some(false));
        assert_eq!(span(sets[3]).touches(20070601000000, 20070701000000), None);
    }

    #[test]
    fn short_bytes_are_no_captures() {
        assert_eq!(Span::from_bytes(b"abc"), Span::default());
    }
}
