//! Which characters XML 1.0 (fifth edition) allows, and which of them in names.

/// Whether a character may stand in a document.
pub(crate) fn is_xml_char(found: char) -> bool {
    matches!(found, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Whether a name may begin with a character. The colon is left out: it separates prefixes.
pub(crate) fn is_name_start(found: char) -> bool {
    matches!(found,
        'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}'
        | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}'
        | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

/// Whether a name may go on with a character. The colon is left out.
pub(crate) fn is_name_char(found: char) -> bool {
    is_name_start(found)
        || matches!(found,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// Whether a text is a name without a colon.
pub(crate) fn is_nc_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_char)
}
