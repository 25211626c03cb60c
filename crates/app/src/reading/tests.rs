//! What differs between texts.

use super::*;

fn compared(a: &[&str], b: &[&str]) -> TextComparison {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    TextComparison::new(&owned(a), &owned(b))
}

#[test]
fn texts_are_compared_by_paragraphs_and_words() {
    let all = compared(
        &["Title", "the water is at 214 cm", "end"],
        &["Title", "the water is at 268 cm now", "school is closed", "end"],
    );
    assert_eq!((all.different, all.added, all.removed, all.same), (2, 5, 1, 7));
    let ComparedParagraph::Different([before, after]) = &all.paragraphs[1] else { panic!() };
    let shown = |runs: &[WordRun]| -> Vec<String> {
        let mark = |run: &WordRun| if run.change == WordChange::Same { "" } else { "*" };
        runs.iter().map(|run| format!("{}{}", mark(run), run.text)).collect()
    };
    assert_eq!(shown(before), ["the water is at", "*214", "cm"]);
    assert_eq!(shown(after), ["the water is at", "*268", "cm", "*now"]);
    let ComparedParagraph::Different([nothing, _]) = &all.paragraphs[2] else { panic!() };
    assert!(nothing.is_empty());
    assert_eq!(all.paragraphs[3], ComparedParagraph::Same("end".to_owned()));
}

#[test]
fn all_words_of_both_texts_come_out_in_order() {
    // A fixed sequence of numbers makes texts that are alike in part.
    let mut seed = 1u32;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    for _ in 0..200 {
        let mut text = || -> Vec<String> {
            let count = next(8);
            (0..count).map(|_| format!("w{} w{} w{}", next(3), next(3), next(3))).collect()
        };
        let (a, b) = (text(), text());
        let all = TextComparison::new(&a, &b);
        let side = |i: usize| -> String {
            let words = all.paragraphs.iter().flat_map(|paragraph| match paragraph {
                ComparedParagraph::Same(text) => vec![text.clone()],
                ComparedParagraph::Different(runs) => {
                    runs[i].iter().map(|run| run.text.clone()).collect()
                }
            });
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(side(0), a.join(" "));
        assert_eq!(side(1), b.join(" "));
    }
}

#[test]
fn texts_that_are_too_long_are_compared_at_their_ends() {
    let long = |word: &str| (0..3000).map(|i| format!("{word}{i}")).collect::<Vec<_>>().join(" ");
    let (a, b) = (format!("x {} z", long("a")), format!("x {} z", long("b")));
    let all = compared(&[&a], &[&b]);
    assert_eq!((all.added, all.removed, all.same), (3000, 3000, 2));
}
