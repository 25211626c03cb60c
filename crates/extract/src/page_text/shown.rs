//! How elements show their text: visible or not, inline or as a block.

/// How the text of an element is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Visible,
    Hidden,
    Title,
}

/// Returns how the text directly within an element (name in lower case) is shown.
pub(crate) fn shown_within(name: &[u8]) -> Shown {
    match name {
        b"title" => Shown::Title,
        b"script" | b"style" | b"noscript" | b"noframes" | b"noembed" | b"iframe" | b"template"
        | b"datalist" => Shown::Hidden,
        _ => Shown::Visible,
    }
}

/// Whether an element is inline, so that the words on both its sides may be one.
pub(crate) fn is_inline(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"abbr"
            | b"acronym"
            | b"b"
            | b"bdi"
            | b"bdo"
            | b"big"
            | b"cite"
            | b"code"
            | b"data"
            | b"del"
            | b"dfn"
            | b"em"
            | b"font"
            | b"i"
            | b"ins"
            | b"kbd"
            | b"label"
            | b"mark"
            | b"nobr"
            | b"q"
            | b"rp"
            | b"rt"
            | b"ruby"
            | b"s"
            | b"samp"
            | b"small"
            | b"span"
            | b"strike"
            | b"strong"
            | b"sub"
            | b"sup"
            | b"time"
            | b"tt"
            | b"u"
            | b"var"
            | b"wbr"
    )
}
