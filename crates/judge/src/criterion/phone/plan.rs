//! The numbering plans of all countries, from libphonenumber's metadata: which numbers exist, and in which country.
//!
//! Input is digits only. A pattern is compiled when the first number of its region occurs, once for all threads: most
//! programs meet a handful of the 245 regions.

use std::sync::{LazyLock, OnceLock};

use regex::{Regex, RegexBuilder};

/// The plans, one per line. Made by `build.rs`, which explains the columns.
const TABLE: &str = include_str!(concat!(env!("OUT_DIR"), "/plans.tsv"));

static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| TABLE.lines().filter_map(plan).collect());

/// A valid phone number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Digits with the calling code, without a prefix that is dialled only inside the country: the same for all
    /// spellings.
    pub(super) digits: String,
    /// ISO 3166 code of the country.
    pub(super) region: &'static str,
}

/// The numbering plan of a region. Some regions share a calling code.
struct Plan {
    code: &'static str,
    region: &'static str,
    /// Prefix that is dialled inside the country, and written abroad by mistake: `+44 (0)20 …`.
    prefix: &'static str,
    leading: &'static str,
    numbers: &'static str,
    patterns: OnceLock<Option<Patterns>>,
}

struct Patterns {
    /// Beginnings of numbers of this region, among regions that share its code.
    leading: Option<Regex>,
    numbers: Regex,
}

/// Returns the number with these digits, which begin with a calling code; `None` if it is not valid.
pub(super) fn international(digits: &str) -> Option<Number> {
    // No calling code is the beginning of another.
    (1..=3).find_map(|length| {
        let (code, national) = digits.split_at_checked(length)?;
        within(code, national)
    })
}

/// Returns the number with these digits, as it is dialled inside a region; `None` if it is not valid.
pub(super) fn at_home(digits: &str, region: &str) -> Option<Number> {
    let home = PLANS.iter().find(|plan| plan.region == region)?;
    within(home.code, digits).filter(|number| number.region == region)
}

fn within(code: &str, national: &str) -> Option<Number> {
    let main = PLANS.iter().find(|plan| plan.code == code)?;
    let without_prefix = national.strip_prefix(main.prefix).filter(|_| !main.prefix.is_empty());
    [Some(national), without_prefix].into_iter().flatten().find_map(|national| {
        let region = owner(code, national)?.region;
        Some(Number { digits: format!("{code}{national}"), region })
    })
}

/// Returns the region of a number; `None` if it is not valid. If its first digits belong to one region, no other is
/// asked.
fn owner(code: &str, national: &str) -> Option<&'static Plan> {
    for plan in PLANS.iter().filter(|plan| plan.code == code) {
        let Some(patterns) = plan.patterns() else { continue };
        let is_number = patterns.numbers.is_match(national);
        match &patterns.leading {
            Some(leading) if leading.is_match(national) => return is_number.then_some(plan),
            None if is_number => return Some(plan),
            Some(_) | None => {}
        }
    }
    None
}

impl Plan {
    fn patterns(&self) -> Option<&Patterns> {
        let compile = || {
            let numbers = pattern(&format!("^(?:{})$", self.numbers))?;
            let leading = match self.leading {
                "" => None,
                leading => Some(pattern(&format!("^(?:{leading})"))?),
            };
            Some(Patterns { leading, numbers })
        };
        self.patterns.get_or_init(compile).as_ref()
    }
}

fn plan(line: &'static str) -> Option<Plan> {
    let mut columns = line.split('\t');
    Some(Plan {
        code: columns.next()?,
        region: columns.next()?,
        prefix: columns.next()?,
        leading: columns.next()?,
        numbers: columns.next()?,
        patterns: OnceLock::new(),
    })
}

/// Compiles a pattern for ASCII digits only: digits of all scripts would make it ten times as large.
fn pattern(text: &str) -> Option<Regex> {
    RegexBuilder::new(text).unicode(false).build().ok()
}

#[cfg(test)]
mod tests {
    use phonenumber::metadata::{DATABASE, Descriptor};

    use super::*;

    #[test]
    fn every_plan_has_patterns_that_can_be_used() {
        assert!(PLANS.len() > 200, "{}", PLANS.len());
        for plan in PLANS.iter() {
            assert!(plan.patterns().is_some(), "{}", plan.region);
        }
    }

    /// The metadata has an example for each kind of number.
    #[test]
    fn every_example_of_the_metadata_is_a_number_of_its_country() {
        let mut count = 0;
        for region in DATABASE.iter().filter(|region| region.id() != "001") {
            let it = region.descriptors();
            let kinds =
                [it.fixed_line(), it.mobile(), it.toll_free(), it.premium_rate(), it.voip()];
            for example in kinds.into_iter().flatten().filter_map(Descriptor::example) {
                let digits = format!("{}{example}", region.country_code());
                let number = international(&digits);
                let number = number.unwrap_or_else(|| panic!("{digits} of {}", region.id()));
                // Regions that share a code share numbers, too: then it is the main one's.
                let is_alone = DATABASE.region(&region.country_code()).unwrap().len() == 1;
                assert!(number.region == region.id() || !is_alone, "{digits}: {number:?}");
                assert_eq!(number.digits, digits);
                count += 1;
            }
        }
        assert!(count > 600, "{count}");
    }

    #[test]
    fn the_country_is_told_also_where_several_share_a_code() {
        for (digits, region) in [
            ("420601123456", Some("CZ")),
            ("421905123456", Some("SK")),
            ("12125551234", Some("US")),
            ("16137827274", Some("CA")),
            ("441534212345", Some("JE")),
            ("442079460018", Some("GB")),
            ("4402079460018", Some("GB")),
            ("390612345678", Some("IT")),
            ("390669812345", Some("VA")),
            ("77172123456", Some("KZ")),
            ("74951234567", Some("RU")),
            ("80012345678", None),
            ("999123456789", None),
            ("0420601123456", None),
            ("", None),
            ("4", None),
            ("420", None),
            ("999999999999999", None),
        ] {
            assert_eq!(international(digits).map(|it| it.region), region, "{digits}");
        }
    }

    #[test]
    fn a_number_at_home_is_the_same_as_abroad() {
        let same = international("421905123456");
        assert!(same.is_some());
        assert_eq!(at_home("0905123456", "SK"), same);
        assert_eq!(at_home("905123456", "SK"), same);
        assert_eq!(international("4210905123456"), same);
        assert_eq!(at_home("123456789", "CZ"), None);
        assert_eq!(at_home("1534212345", "GB"), None, "that is Jersey");
        assert_eq!(at_home("601123456", "XX"), None);
    }
}
