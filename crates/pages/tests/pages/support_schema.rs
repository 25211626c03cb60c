//! Schemas with nodes that are valid and not, and schemas that are refused.

/// A schema around some of its content. The namespace is `urn:t`, its prefix `t`; local elements are qualified.
pub(super) fn schema(inside: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:t' targetNamespace='urn:t' \
         elementFormDefault='qualified'>\n{inside}\n</xs:schema>"
    )
}

/// A node `<e xmlns='urn:t'…`.
pub(super) fn node(inside: &str) -> String {
    match inside.strip_prefix("<e") {
        Some(rest) => format!("<e xmlns='urn:t'{rest}"),
        None => format!("<e xmlns='urn:t'>{inside}</e>"),
    }
}

/// What stands in the schema, nodes that are valid, nodes that are not. A node that does not begin with `<e` stands
/// inside an element `e`.
pub(super) type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

macro_rules! simple {
    ($inside:literal) => {
        concat!("<xs:element name='e'><xs:simpleType>", $inside, "</xs:simpleType></xs:element>")
    };
}

macro_rules! complex {
    ($inside:literal) => {
        concat!("<xs:element name='e'><xs:complexType>", $inside, "</xs:complexType></xs:element>")
    };
}

pub(super) const CASES: &[Case] = &[
    // Built-in types.
    (
        "<xs:element name='e' type='xs:string'/>",
        &["", " a  b ", "<![CDATA[<]]>"],
        &["<b/>", "<e a='1'/>"],
    ),
    ("<xs:element name='e' type='xs:boolean'/>", &["true", "0", " 1 "], &["", "TRUE", "yes"]),
    (
        "<xs:element name='e' type='xs:decimal'/>",
        &["1", "-1.50", "+.5", "5.", "00"],
        &["", ".", "1e3", "1,5", "- 1"],
    ),
    (
        "<xs:element name='e' type='xs:integer'/>",
        &["0", "-12345678901234567890", "+7"],
        &["1.0", "", "a", "1 2"],
    ),
    ("<xs:element name='e' type='xs:byte'/>", &["127", "-128"], &["128", "-129"]),
    (
        "<xs:element name='e' type='xs:unsignedLong'/>",
        &["18446744073709551615", "0"],
        &["18446744073709551616", "-1"],
    ),
    ("<xs:element name='e' type='xs:positiveInteger'/>", &["1"], &["0", "-1"]),
    (
        "<xs:element name='e' type='xs:double'/>",
        &["1", "-1.5E-3", "INF", "-INF", "NaN"],
        &["", "inf", "1e", "0x1"],
    ),
    ("<xs:element name='e' type='xs:float'/>", &["1e10"], &["one"]),
    (
        "<xs:element name='e' type='xs:date'/>",
        &["2026-01-31", "2024-02-29", "2026-01-02Z", "2026-01-02+14:00", "-0044-03-15"],
        &[
            "2026-02-29",
            "2026-13-01",
            "26-01-01",
            "2026-1-1",
            "2026-01-02+14:30",
            "2026-01-02 z",
            "0000-01-01",
        ],
    ),
    (
        "<xs:element name='e' type='xs:dateTime'/>",
        &[
            "2026-01-02T03:04:05",
            "2026-01-02T03:04:05.123Z",
            "2026-01-02T24:00:00",
            "2026-01-02T03:04:05-05:30",
        ],
        &[
            "2026-01-02",
            "2026-01-02T25:00:00",
            "2026-01-02T03:04",
            "2026-01-02T03:60:00",
            "2026-01-02T03:04:05.",
        ],
    ),
    (
        "<xs:element name='e' type='xs:time'/>",
        &["03:04:05", "23:59:59.9Z"],
        &["3:04:05", "24:00:01", "12:00"],
    ),
    ("<xs:element name='e' type='xs:gYear'/>", &["2026", "-0001", "2026Z"], &["26", "02026"]),
    (
        "<xs:element name='e' type='xs:gYearMonth'/>",
        &["2026-05", "2026-05+01:00"],
        &["2026", "2026-13"],
    ),
    ("<xs:element name='e' type='xs:gMonthDay'/>", &["--02-29", "--12-31Z"], &["--02-30", "12-31"]),
    ("<xs:element name='e' type='xs:gDay'/>", &["---31"], &["---32", "--31"]),
    ("<xs:element name='e' type='xs:gMonth'/>", &["--12"], &["--13", "12"]),
    (
        "<xs:element name='e' type='xs:duration'/>",
        &["P1Y2M3DT4H5M6.7S", "-P1D", "PT0S"],
        &["P", "PT", "1D", "P1S", "P1M1Y", "P-1D", "P1.5D"],
    ),
    ("<xs:element name='e' type='xs:hexBinary'/>", &["", "0aFF"], &["0", "0g"]),
    (
        "<xs:element name='e' type='xs:base64Binary'/>",
        &["", "YQ==", "YWI=", "YWJj YWJj"],
        &["YQ=", "Y===", "YR==x"],
    ),
    (
        "<xs:element name='e' type='xs:language'/>",
        &["cs", "en-GB", "x-1234"],
        &["", "c_s", "toolongtag-x"],
    ),
    ("<xs:element name='e' type='xs:Name'/>", &["a:b", "_a"], &["1a", "a b"]),
    ("<xs:element name='e' type='xs:NCName'/>", &["a.b"], &["a:b", ""]),
    ("<xs:element name='e' type='xs:NMTOKENS'/>", &["a 1 :b"], &["", "a,b"]),
    // Facets.
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:minLength value='2'/><xs:maxLength value='3'/></xs:restriction>"
        ),
        &["ab", "žžž", "   "],
        &["a", "abcd"],
    ),
    (
        simple!("<xs:restriction base='xs:token'><xs:length value='3'/></xs:restriction>"),
        &["abc", "  abc "],
        &["ab", "a  b c"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:whiteSpace value='collapse'/><xs:enumeration value='a b'/>\
             <xs:enumeration value='c'/></xs:restriction>"
        ),
        &["a b", " a \n b ", "c"],
        &["a", "ab", ""],
    ),
    (
        simple!("<xs:restriction base='xs:decimal'><xs:enumeration value='1.0'/></xs:restriction>"),
        &["1", "01.00"],
        &["2", "1.01"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:decimal'><xs:totalDigits value='4'/><xs:fractionDigits value='2'/>\
             </xs:restriction>"
        ),
        &["12.34", "1234", "0012.3400"],
        &["123.45", "1.234", "12345"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:int'><xs:minInclusive value='-5'/><xs:maxExclusive value='5'/></xs:restriction>"
        ),
        &["-5", "4"],
        &["-6", "5"],
    ),
    (
        simple!("<xs:restriction base='xs:double'><xs:minExclusive value='0'/></xs:restriction>"),
        &["0.1", "INF"],
        &["0", "-1"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:date'><xs:minInclusive value='2026-01-01'/></xs:restriction>"
        ),
        &["2026-01-01", "2027-01-01"],
        &["2025-12-31"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='[a-z]{2,3}-\\d+'/></xs:restriction>"
        ),
        &["ab-1", "abc-12"],
        &["a-1", "ab-", "xxab-1", "ab-1 "],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='a|b'/><xs:pattern value='c.d'/></xs:restriction>"
        ),
        &["a", "b", "c$d"],
        &["ab", "cd", ""],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='[a-z-[aeiou]]+'/></xs:restriction>"
        ),
        &["bcd"],
        &["bad", "", "B"],
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='\\i\\c*'/></xs:restriction>"),
        &["a:b-1", "ž"],
        &["1a", "a b"],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='\\p{Lu}\\p{Ll}*[^\\s\\-]'/></xs:restriction>"
        ),
        &["Abc.", "Žx"],
        &["abc", "A-", "A "],
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='(a(b|c)?)*\\.\\*$?'/></xs:restriction>"
        ),
        &[".*", "abac.*$"],
        &["a", "d.*", ".*$$"],
    ),
    // Lists and unions.
    (simple!("<xs:list itemType='xs:int'/>"), &["", "1 2  3", " -1 "], &["1,2", "a"]),
    (
        "<xs:simpleType name='l'><xs:list itemType='xs:token'/></xs:simpleType>\
         <xs:element name='e'><xs:simpleType><xs:restriction base='t:l'><xs:minLength value='2'/>\
         <xs:enumeration value='a b'/><xs:enumeration value='c d e'/></xs:restriction></xs:simpleType></xs:element>",
        &["a b", "c  d e"],
        &["a", "a c"],
    ),
    (
        "<xs:simpleType name='u'><xs:union memberTypes='xs:int xs:boolean'/></xs:simpleType>\
         <xs:element name='e' type='t:u'/>",
        &["5", "true", " 7 "],
        &["x", ""],
    ),
    (
        simple!(
            "<xs:union><xs:simpleType><xs:restriction base='xs:int'/></xs:simpleType><xs:simpleType>\
             <xs:restriction base='xs:string'><xs:enumeration value='none'/></xs:restriction></xs:simpleType>\
             </xs:union>"
        ),
        &["5", "none"],
        &["some"],
    ),
    // Elements.
    (
        complex!(
            "<xs:sequence><xs:element name='a' type='xs:int'/><xs:element name='b' minOccurs='0' type='xs:string'/>\
             </xs:sequence>"
        ),
        &["<a>1</a>", "<a>1</a><b>x</b>", " <a>1</a>\n"],
        &[
            "",
            "<b/>",
            "<b/><a>1</a>",
            "<a>1</a><a>1</a>",
            "<a>x</a>",
            "text<a>1</a>",
            "<a xmlns=''>1</a>",
        ],
    ),
    (
        complex!(
            "<xs:choice maxOccurs='unbounded'><xs:element name='a' type='xs:int'/>\
             <xs:element name='b' type='xs:int'/></xs:choice>"
        ),
        &["<a>1</a>", "<b>1</b><a>1</a><b>2</b>"],
        &["", "<c/>"],
    ),
    (
        complex!(
            "<xs:sequence minOccurs='0' maxOccurs='2'><xs:element name='a' type='xs:int' maxOccurs='2'/>\
             <xs:element name='b' type='xs:int'/></xs:sequence>"
        ),
        &["", "<a>1</a><b>1</b>", "<a>1</a><a>1</a><b>1</b><a>1</a><b>1</b>"],
        &["<a>1</a>", "<b>1</b>", "<a>1</a><b>1</b><a>1</a><b>1</b><a>1</a><b>1</b>"],
    ),
    (
        complex!(
            "<xs:sequence><xs:element name='a' type='xs:int' minOccurs='2' maxOccurs='4'/>\
             <xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='b' type='xs:int'/>\
             <xs:sequence><xs:element name='c' type='xs:int'/><xs:element name='d' type='xs:int' minOccurs='0'/>\
             </xs:sequence>\
             </xs:choice></xs:sequence>"
        ),
        &[
            "<a>1</a><a>1</a>",
            "<a>1</a><a>1</a><a>1</a><a>1</a><b>1</b><c>1</c><d>1</d><c>1</c><b>1</b>",
        ],
        &["<a>1</a>", "<a>1</a><a>1</a><a>1</a><a>1</a><a>1</a>", "<a>1</a><a>1</a><d>1</d>"],
    ),
    (
        complex!(
            "<xs:all><xs:element name='a' type='xs:int'/><xs:element name='b' type='xs:int' minOccurs='0'/></xs:all>"
        ),
        &["<a>1</a>", "<b>1</b><a>1</a>"],
        &["", "<b>1</b>", "<a>1</a><a>1</a>", "<a>1</a><c/>"],
    ),
    (
        complex!("<xs:all minOccurs='0'><xs:element name='a' type='xs:int'/></xs:all>"),
        &["", "<a>1</a>"],
        &["x"],
    ),
    (
        "<xs:element name='e'><xs:complexType mixed='true'><xs:sequence>\
         <xs:element name='b' type='xs:string' minOccurs='0'/>\
         </xs:sequence></xs:complexType></xs:element>",
        &["text <b>x</b> more", ""],
        &["<c/>", "<b/><b/>"],
    ),
    (complex!(""), &["", "<e/>"], &["x", " ", "<b/>"]),
    (
        "<xs:element name='r'><xs:complexType><xs:sequence><xs:element ref='t:r' minOccurs='0'/></xs:sequence>\
         </xs:complexType></xs:element>\
         <xs:element name='e'><xs:complexType><xs:sequence><xs:element ref='t:r' minOccurs='0'/></xs:sequence>\
         </xs:complexType></xs:element>",
        &["", "<r/>", "<r><r/></r>"],
        &["<r/><r/>", "<f/>"],
    ),
    (
        "<xs:complexType name='list'><xs:sequence><xs:element name='i' type='t:item' maxOccurs='unbounded'/>\
         </xs:sequence></xs:complexType>\
         <xs:complexType name='item'><xs:sequence><xs:element name='sub' type='t:list' minOccurs='0'/></xs:sequence>\
         </xs:complexType>\
         <xs:element name='e' type='t:list'/>",
        &["<i/>", "<i><sub><i/><i/></sub></i>"],
        &["", "<i><sub/></i>"],
    ),
    (
        "<xs:group name='g'><xs:sequence><xs:element name='a' type='xs:int'/>\
         <xs:element name='b' type='xs:int' minOccurs='0'/></xs:sequence></xs:group>\
         <xs:element name='e'><xs:complexType><xs:group ref='t:g' maxOccurs='2'/></xs:complexType></xs:element>",
        &["<a>1</a>", "<a>1</a><b>1</b><a>1</a>"],
        &["", "<a>1</a><a>1</a><a>1</a>"],
    ),
    (
        complex!(
            "<xs:sequence><xs:element name='a' form='unqualified' type='xs:int'/></xs:sequence>"
        ),
        &["<a xmlns=''>1</a>"],
        &["<a>1</a>"],
    ),
    ("<xs:element name='e' type='xs:int' default='5'/>", &["", "7"], &["x"]),
    ("<xs:element name='e' type='xs:int' fixed='5'/>", &["", "5", " 05 "], &["6"]),
    // Attributes.
    (
        complex!(
            "<xs:attribute name='a' type='xs:int' use='required'/><xs:attribute name='b' default='x'/>\
             <xs:attribute name='c' type='xs:int' fixed='1'/>"
        ),
        &["<e a='1'/>", "<e a=' 2 ' b='anything' c='01'/>"],
        &[
            "<e/>",
            "<e a='x'/>",
            "<e a='1' c='2'/>",
            "<e a='1' d=''/>",
            "<e a='1' t:b='' xmlns:t='urn:t'/>",
        ],
    ),
    (
        "<xs:attribute name='g' type='xs:int'/><xs:attributeGroup name='ag'><xs:attribute ref='t:g' use='required'/>\
         </xs:attributeGroup>\
         <xs:element name='e'><xs:complexType><xs:attributeGroup ref='t:ag'/></xs:complexType></xs:element>",
        &["<e t:g='1' xmlns:t='urn:t'/>"],
        &["<e/>", "<e g='1'/>", "<e t:g='x' xmlns:t='urn:t'/>"],
    ),
    (
        "<xs:element name='e'><xs:complexType><xs:simpleContent><xs:extension base='xs:int'>\
         <xs:attribute name='u' type='xs:token'/>\
         </xs:extension></xs:simpleContent></xs:complexType></xs:element>",
        &["5", "<e u='m'>5</e>"],
        &["x", "", "<e v=''>5</e>"],
    ),
    (
        "<xs:complexType name='base'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence>\
         <xs:attribute name='p'/></xs:complexType>\
         <xs:element name='e'><xs:complexType><xs:complexContent><xs:extension base='t:base'><xs:sequence>\
         <xs:element name='b' type='xs:int'/></xs:sequence><xs:attribute name='q'/></xs:extension>\
         </xs:complexContent></xs:complexType></xs:element>",
        &["<e p='' q=''><a>1</a><b>1</b></e>"],
        &["<a>1</a>", "<b>1</b>", "<e r=''><a>1</a><b>1</b></e>"],
    ),
    (
        "<xs:annotation><xs:documentation>Any <b xmlns='urn:x'>thing</b>.</xs:documentation></xs:annotation>\
         <xs:element name='e' type='xs:int'><xs:annotation><xs:appinfo/></xs:annotation></xs:element>",
        &[
            "1",
            "<e xsi:schemaLocation='urn:t x.xsd' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>1</e>",
        ],
        &["<f/>"],
    ),
];

/// What stands in the second line of a schema, and a part of the reason why it is refused.
pub(super) const REFUSED: &[(&str, &str)] = &[
    (
        "<xs:import namespace='urn:x' schemaLocation='http://example.com/x.xsd'/>",
        "<import> is not supported",
    ),
    ("<xs:include schemaLocation='file:///etc/passwd'/>", "<include> is not supported"),
    ("<xs:redefine schemaLocation='x.xsd'/>", "<redefine> is not supported"),
    ("<xs:notation name='n' public='p'/>", "<notation> is not supported"),
    ("<xs:frobnicate/>", "<frobnicate> is not supported"),
    ("<e xmlns='urn:t'/>", "not an element of XML Schema"),
    ("text", "text between"),
    ("<xs:element name='e'/>", "without a type"),
    ("<xs:element name='e' type='xs:anyType'/>", "'anyType' is not supported"),
    ("<xs:element name='e' type='xs:ID'/>", "'ID' is not supported"),
    ("<xs:element name='e' type='xs:QName'/>", "'QName' is not supported"),
    ("<xs:element name='e' type='xs:glyphs'/>", "'glyphs' is not supported"),
    ("<xs:element name='e' type='t:missing'/>", "no type 'missing'"),
    ("<xs:element name='e' type='missing'/>", "not that of the schema"),
    ("<xs:element name='e' type='q:x'/>", "prefix of 'q:x' is not declared"),
    ("<xs:element name='e' type='xs:int' abstract='true'/>", "abstract"),
    ("<xs:element name='e' type='xs:int' nillable='true'/>", "nillable"),
    (
        "<xs:element name='e' type='xs:int' substitutionGroup='t:f'/>",
        "'substitutionGroup' is not supported",
    ),
    ("<xs:element name='e' type='xs:int' block='#all'/>", "'block' is not supported"),
    ("<xs:element name='e' type='xs:int' frob='1'/>", "'frob' is not supported"),
    ("<xs:element name='e' type='xs:int' minOccurs='1'/>", "'minOccurs' is not supported"),
    (
        "<xs:element name='e' type='xs:int'><xs:key name='k'/></xs:element>",
        "<key> is not supported",
    ),
    ("<xs:element name='e' type='xs:int' default='x'/>", "not a whole number"),
    ("<xs:element name='e' type='xs:int' default='1' fixed='1'/>", "exclude each other"),
    ("<xs:element name='e' type='xs:int'/><xs:element name='e' type='xs:int'/>", "defined twice"),
    ("<xs:element name='1e' type='xs:int'/>", "not a name"),
    ("<xs:element type='xs:int'/>", "has no 'name'"),
    ("<xs:simpleType name='s'/>", "needs one of"),
    ("<xs:simpleType name='s'><xs:restriction base='t:s'/></xs:simpleType>", "leads to itself"),
    (
        "<xs:simpleType name='s'><xs:restriction base='t:u'/></xs:simpleType><xs:simpleType name='u'>\
         <xs:restriction base='t:s'/></xs:simpleType>",
        "leads to itself",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='('/></xs:restriction>"),
        "'(' without",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='a)'/></xs:restriction>"),
        "')' too many",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='*a'/></xs:restriction>"),
        "'*' stands",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='a{3,1}'/></xs:restriction>"),
        "number of times",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='[z-a]'/></xs:restriction>"),
        "wrong way round",
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='\\p{IsGreek}'/></xs:restriction>"
        ),
        "not supported",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:pattern value='\\y'/></xs:restriction>"),
        "no meaning",
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:pattern value='((a{1000}){1000}){1000}'/></xs:restriction>"
        ),
        "too much memory",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:maxLength value='zz'/></xs:restriction>"),
        "not a number",
    ),
    (
        simple!("<xs:restriction base='xs:int'><xs:maxLength value='1'/></xs:restriction>"),
        "for this type",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:minInclusive value='1'/></xs:restriction>"),
        "for this type",
    ),
    (
        simple!(
            "<xs:restriction base='xs:duration'><xs:minInclusive value='P1D'/></xs:restriction>"
        ),
        "for this type",
    ),
    (
        simple!("<xs:restriction base='xs:int'><xs:enumeration value='x'/></xs:restriction>"),
        "not a whole number",
    ),
    (
        simple!(
            "<xs:restriction base='xs:int'><xs:minInclusive value='5'/><xs:maxInclusive value='4'/></xs:restriction>"
        ),
        "above the upper",
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:minLength value='5'/><xs:maxLength value='4'/></xs:restriction>"
        ),
        "larger than",
    ),
    (
        simple!(
            "<xs:restriction base='xs:string'><xs:maxLength value='5' fixed='true'/></xs:restriction>"
        ),
        "fixed",
    ),
    (
        simple!("<xs:restriction base='xs:string'><xs:assertion test='1'/></xs:restriction>"),
        "<assertion>",
    ),
    (simple!("<xs:list itemType='xs:NMTOKENS'/>"), "list of lists"),
    (simple!("<xs:union/>"), "1 to 64"),
    (complex!("<xs:sequence><xs:any/></xs:sequence>"), "<any> is not supported"),
    (complex!("<xs:anyAttribute/>"), "<anyAttribute> is not supported"),
    (complex!("<xs:choice/>"), "anything to choose"),
    (complex!("<xs:sequence><xs:element ref='t:zz'/></xs:sequence>"), "no element 'zz'"),
    (complex!("<xs:sequence maxOccurs='0' minOccurs='1'/>"), "smaller than"),
    (complex!("<xs:sequence maxOccurs='many'/>"), "number of times"),
    (
        complex!(
            "<xs:sequence><xs:element name='a' type='xs:int' minOccurs='0'/><xs:element name='a' type='xs:int'/>\
             </xs:sequence>"
        ),
        "not clear",
    ),
    (
        complex!(
            "<xs:choice><xs:element name='a' type='xs:int'/><xs:element name='a' type='xs:int'/></xs:choice>"
        ),
        "not clear",
    ),
    (
        complex!(
            "<xs:sequence><xs:element name='a' type='xs:int'/><xs:element name='a' type='xs:string'/></xs:sequence>"
        ),
        "two types",
    ),
    (
        complex!("<xs:all><xs:element name='a' type='xs:int' maxOccurs='2'/></xs:all>"),
        "once, or not at all",
    ),
    (complex!("<xs:attribute name='a'/><xs:attribute name='a'/>"), "twice"),
    (complex!("<xs:attribute name='a' use='prohibited'/>"), "prohibited"),
    (complex!("<xs:attribute name='a' use='required' default='x'/>"), "cannot have a default"),
    (complex!("<xs:attribute name='a' type='xs:int' default='x'/>"), "not a whole number"),
    (complex!("<xs:attribute ref='xml:lang'/>"), "not that of the schema"),
    (
        "<xs:complexType name='c'><xs:complexContent><xs:restriction base='t:c'/></xs:complexContent></xs:complexType>",
        "<restriction> is not supported",
    ),
    (
        "<xs:complexType name='c'><xs:complexContent><xs:extension base='t:c'/></xs:complexContent></xs:complexType>",
        "leads to itself",
    ),
    (
        "<xs:group name='g'><xs:sequence><xs:group ref='t:g'/></xs:sequence></xs:group>",
        "contains itself",
    ),
    (
        "<xs:attributeGroup name='g'><xs:attributeGroup ref='t:g'/></xs:attributeGroup>",
        "leads to itself",
    ),
    (
        complex!(
            "<xs:sequence><xs:element name='a' type='xs:int' maxOccurs='1000000'/></xs:sequence>"
        ),
        "too many places",
    ),
    (
        complex!(
            "<xs:sequence maxOccurs='999999999'><xs:sequence minOccurs='0' maxOccurs='999999999'>\
             <xs:element name='a' type='xs:int'/></xs:sequence></xs:sequence>"
        ),
        "too many places",
    ),
];
