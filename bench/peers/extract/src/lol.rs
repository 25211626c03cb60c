//! What lol_html finds of the attributes that have links: their values, nothing resolved. That is less than what is
//! measured of ours.

use lol_html::html_content::Element;
use lol_html::{HtmlRewriter, Settings, element};
use std::cell::Cell;
use std::error::Error;

/// The elements that most links of real pages stand in, with their attributes.
const SELECTORS: &[(&str, &str)] = &[
    ("a[href]", "href"),
    ("area[href]", "href"),
    ("link[href]", "href"),
    ("img[src]", "src"),
    ("script[src]", "src"),
    ("iframe[src]", "src"),
    ("frame[src]", "src"),
    ("source[src]", "src"),
    ("embed[src]", "src"),
    ("object[data]", "data"),
    ("input[src]", "src"),
    ("body[background]", "background"),
];

/// Returns the number of attributes with a link.
pub(crate) fn attributes(page: &[u8]) -> Result<u64, Box<dyn Error>> {
    let found = Cell::new(0);
    // Strict, it gives up on pages whose markup is ambiguous.
    let mut settings = Settings::new().with_strict(false);
    for (selector, attribute) in SELECTORS {
        settings = settings.append_element_content_handler(element!(selector, |element: &mut Element<'_, '_>| {
            let length = element.get_attribute(attribute).map_or(0, |value| value.len());
            found.set(found.get() + u64::from(length > 0));
            Ok(())
        }));
    }
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page)?;
    rewriter.end()?;
    Ok(found.get())
}
