//! Nodes that are accepted and refused, and numbers by chance.

/// Numbers that look random and are the same each time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % end
    }
}

pub(super) const NODES_ACCEPTED: &[&str] = &[
    "<a xmlns='urn:a'/>",
    "<a xmlns=\"urn:a\"></a >",
    "\u{feff}<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?>\n<a xmlns='urn:a'/>\n",
    "<t:a xmlns:t='http://tools.example/words#1' t:b='1' b='2'>text</t:a>",
    "<t:a xmlns:t='urn:a'><b/><b xmlns=''/><c xmlns='urn:c' t:d=''/></t:a>",
    "<a xmlns='urn:a'>&lt;&gt;&amp;&quot;&apos;&#65;&#x41;&#x1F600;&#0000065;</a>",
    "<a xmlns='urn:a' b=\"&lt;&#10;'\" c='\"&#x9;>'>]] ></a>",
    "<a xmlns='urn:a'><![CDATA[<not> &a; ]] ]]><!-- a - comment & <it> --></a>",
    "<a xmlns='urn:a'>žluťoučký 漢字 😀\r\n\ttext</a>",
    "<čeština xmlns='urn:a' ěšč='ř'/>",
    "<a xmlns='urn:a' xml:lang='cs' xml:space='preserve'/>",
    "<a xmlns = 'urn:a'\n\tb\r\n=\n'c'\n/>",
    "<x:a xmlns:x='urn:a' xmlns:y='urn:b' x:b='' y:b='' b=''/>",
    "<a.b-c_9 xmlns='urn:a'/>",
    "<a xmlns='urn:a'><b xmlns:p='urn:p'><p:c/></b><b xmlns:p='urn:q'><p:c/></b></a>",
];

/// Node, line, column, code, a part of the reason.
pub(super) const NODES_REFUSED: &[(&str, u64, u64, &str, &str)] = &[
    ("", 1, 1, "node-not-xml", "there is no element"),
    ("text", 1, 1, "node-not-xml", "text outside"),
    ("<a/>", 1, 1, "node-without-namespace", "<a> has no namespace"),
    ("<a xmlns=''/>", 1, 1, "node-without-namespace", "<a> has no namespace"),
    ("<p:a/>", 1, 1, "node-not-xml", "prefix 'p' is not declared"),
    ("<a xmlns='urn:a'>\n<p:b/></a>", 2, 1, "node-not-xml", "prefix 'p' is not declared"),
    ("<a xmlns='urn:a' p:b=''/>", 1, 18, "node-not-xml", "prefix 'p' is not declared"),
    ("<a xmlns='urn:stodola:page'/>", 1, 1, "node-namespace", "urn:stodola:page"),
    ("<xml:a/>", 1, 1, "node-namespace", "cannot be used"),
    ("<a xmlns='http://www.w3.org/2001/XMLSchema'/>", 1, 1, "node-namespace", "XMLSchema"),
    ("<a xmlns='words'/>", 1, 1, "node-namespace", "'words' cannot be used"),
    ("<a xmlns='!urn:a'/>", 1, 1, "node-namespace", "'!urn:a' cannot be used"),
    ("<a xmlns='urn: a'/>", 1, 1, "node-namespace", "urn: a"),
    ("<a xmlns='urn:a'>\n\n<b></a>", 3, 4, "node-not-xml", "</a> ends an element <b>"),
    ("<a xmlns='urn:a'>", 1, 1, "node-not-xml", "<a> has no end tag"),
    ("</a>", 1, 1, "node-not-xml", "ends nothing"),
    ("<a xmlns='urn:a'/><b xmlns='urn:a'/>", 1, 19, "node-not-xml", "second element"),
    ("<a xmlns='urn:a'/>x", 1, 19, "node-not-xml", "text outside"),
    ("<!-- c --><a xmlns='urn:a'/>", 1, 1, "node-not-xml", "outside the element"),
    ("<a xmlns='urn:a'/>\n<!-- c -->", 2, 1, "node-not-xml", "outside the element"),
    ("<!DOCTYPE a><a xmlns='urn:a'/>", 1, 1, "node-not-xml", "document type"),
    (
        "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a xmlns='urn:a'/>",
        1,
        1,
        "node-not-xml",
        "document type",
    ),
    ("<a xmlns='urn:a'>&nbsp;</a>", 1, 18, "node-not-xml", "'&nbsp;' is not accepted"),
    ("<a xmlns='urn:a'>&a b;</a>", 1, 18, "node-not-xml", "is not accepted"),
    ("<a xmlns='urn:a'>a & b</a>", 1, 20, "node-not-xml", "'&amp;'"),
    ("<a xmlns='urn:a'>&#0;</a>", 1, 18, "node-not-xml", "not a character"),
    ("<a xmlns='urn:a'>&#xFFFE;</a>", 1, 18, "node-not-xml", "not a character"),
    ("<a xmlns='urn:a'>&#xD800;</a>", 1, 18, "node-not-xml", "not a character"),
    ("<a xmlns='urn:a'>&#;</a>", 1, 18, "node-not-xml", "not a character"),
    ("<a xmlns='urn:a'>&#+65;</a>", 1, 18, "node-not-xml", "is not accepted"),
    ("<a xmlns='urn:a'>&#X41;</a>", 1, 18, "node-not-xml", "is not accepted"),
    ("<a xmlns='urn:a' b='&c;'/>", 1, 21, "node-not-xml", "is not accepted"),
    ("<a xmlns='urn:a'>\u{1}</a>", 1, 18, "node-not-xml", "U+0001"),
    ("<a xmlns='urn:a'>\u{ffff}</a>", 1, 18, "node-not-xml", "U+FFFF"),
    ("<a xmlns='urn:a'>]]></a>", 1, 18, "node-not-xml", "]]>"),
    ("<a xmlns='urn:a'><!-- a -- b --></a>", 1, 18, "node-not-xml", "'--'"),
    ("<a xmlns='urn:a'><!-- a ---></a>", 1, 18, "node-not-xml", "'--'"),
    ("<a xmlns='urn:a'><!-- a</a>", 1, 18, "node-not-xml", "no end"),
    ("<a xmlns='urn:a'><![CDATA[ x</a>", 1, 18, "node-not-xml", "no end"),
    ("<a xmlns='urn:a'><?php x ?></a>", 1, 18, "node-not-xml", "processing instruction"),
    ("<a xmlns='urn:a'><![INCLUDE[x]]></a>", 1, 18, "node-not-xml", "declaration"),
    ("<a xmlns='urn:a' b='1' b='2'/>", 1, 24, "node-not-xml", "twice"),
    (
        "<a xmlns='urn:a' xmlns:p='urn:p' xmlns:q='urn:p' p:b='1' q:b='2'/>",
        1,
        58,
        "node-not-xml",
        "twice",
    ),
    ("<a xmlns='urn:a' xmlns='urn:b'/>", 1, 18, "node-not-xml", "twice"),
    ("<a xmlns='urn:a' b=1/>", 1, 20, "node-not-xml", "quotation marks"),
    ("<a xmlns='urn:a' b/>", 1, 19, "node-not-xml", "no '='"),
    ("<a xmlns='urn:a'b='c'/>", 1, 17, "node-not-xml", "white space"),
    ("<a xmlns='urn:a' b='<'/>", 1, 21, "node-not-xml", "'<' stands in the value"),
    ("<a xmlns='urn:a' b='c/>", 1, 20, "node-not-xml", "closing quotation mark"),
    ("<a xmlns='urn:a' :b='c'/>", 1, 18, "node-not-xml", "a name is expected"),
    ("<a xmlns='urn:a' b:='c'/>", 1, 18, "node-not-xml", "a name is expected"),
    ("<a:b:c xmlns:a='urn:a'/>", 1, 2, "node-not-xml", "a name is expected"),
    ("<9a xmlns='urn:a'/>", 1, 2, "node-not-xml", "a name is expected"),
    ("< a xmlns='urn:a'/>", 1, 2, "node-not-xml", "a name is expected"),
    ("<a xmlns:p='' xmlns='urn:a'/>", 1, 4, "node-not-xml", "without a namespace"),
    ("<a xmlns='urn:a' xmlns:xmlns='urn:b'/>", 1, 18, "node-not-xml", "'xmlns' cannot be declared"),
    ("<a xmlns='urn:a' xmlns:xml='urn:b'/>", 1, 18, "node-not-xml", "'xml' cannot be declared"),
    ("<?xml version='1.1'?><a xmlns='urn:a'/>", 1, 1, "node-not-xml", "'1.1'"),
    ("<?xml version='1.0' encoding='utf-16'?><a xmlns='urn:a'/>", 1, 1, "node-not-xml", "'utf-16'"),
    ("<?xml encoding='utf-8'?><a xmlns='urn:a'/>", 1, 1, "node-not-xml", "no version"),
    (" <?xml version='1.0'?><a xmlns='urn:a'/>", 1, 2, "node-not-xml", "processing instruction"),
];
