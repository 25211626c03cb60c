//! Affix rules: what they do to a stem.

/// A rule for the end (or the beginning) of a stem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AffixRule {
    /// Whether it is about the beginning.
    pub(super) is_prefix: bool,
    /// The flag of the stems it is for.
    pub(super) flag: u32,
    /// What is taken away.
    pub(super) strip: String,
    /// What is put there.
    pub(super) add: String,
    /// What the stem must end (or begin) with, before that: one item for each letter.
    pub(super) condition: Vec<LetterSet>,
}

/// Letters that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LetterSet {
    letters: String,
    is_negated: bool,
}

impl LetterSet {
    fn has(&self, letter: char) -> bool {
        self.letters.contains(letter) != self.is_negated
    }
}

/// Reads a condition such as `[^aeiou]k`; `.` asks for nothing.
pub(super) fn condition(text: &str) -> Vec<LetterSet> {
    let mut sets = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '.' if text == "." => return Vec::new(),
            '.' => sets.push(LetterSet { letters: String::new(), is_negated: true }),
            '[' => {
                let inside: String = letters.by_ref().take_while(|c| *c != ']').collect();
                let negated = inside.strip_prefix('^');
                let letters = negated.unwrap_or(&inside).to_owned();
                sets.push(LetterSet { letters, is_negated: negated.is_some() });
            }
            letter => sets.push(LetterSet { letters: letter.to_string(), is_negated: false }),
        }
    }
    sets
}

impl AffixRule {
    /// Returns the form that the rule makes of a stem; `None` if it is not for this stem.
    pub(super) fn apply(&self, stem: &str) -> Option<String> {
        if !self.fits(stem) {
            return None;
        }
        Some(match self.is_prefix {
            true => format!("{}{}", self.add, stem.strip_prefix(&*self.strip)?),
            false => format!("{}{}", stem.strip_suffix(&*self.strip)?, self.add),
        })
    }

    fn fits(&self, stem: &str) -> bool {
        let mut sets = self.condition.iter();
        match self.is_prefix {
            true => {
                let mut letters = stem.chars();
                sets.all(|set| letters.next().is_some_and(|letter| set.has(letter)))
            }
            false => {
                let mut letters = stem.chars().rev();
                sets.rev().all(|set| letters.next().is_some_and(|letter| set.has(letter)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_make_forms() {
        for (strip, add, on, stem, form) in [
            ("a", "y", "[^g]a", "kniha", Some("knihy")),
            ("ha", "ze", "ha", "kniha", Some("knize")),
            ("a", "y", "[^h]a", "kniha", None),
            ("", "em", ".", "hrad", Some("hradem")),
            ("", "x", ".a", "a", None),
        ] {
            let rule = AffixRule {
                is_prefix: false,
                flag: 1,
                strip: strip.to_owned(),
                add: add.to_owned(),
                condition: condition(on),
            };
            assert_eq!(rule.apply(stem).as_deref(), form, "{stem} {add}");
        }
        let rule = AffixRule {
            is_prefix: true,
            flag: 1,
            strip: String::new(),
            add: "ne".to_owned(),
            condition: condition("."),
        };
        assert_eq!(rule.apply("být").as_deref(), Some("nebýt"));
    }
}
