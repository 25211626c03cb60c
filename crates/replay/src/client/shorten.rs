//! Makes our own script shorter: comments and spaces go, and names that are only the script's own become short.
//!
//! This is no tool for scripts in general. It relies on the habits of `client/`: comments on lines of their own, a
//! semicolon after every statement, no string over more than one line, and a name that is declared anywhere is nowhere
//! the name of something that the browser has.

use std::collections::{BTreeMap, BTreeSet};

/// Words that stand before a value, so that a slash behind them starts an expression between slashes.
const BEFORE_VALUE: &[&str] =
    &["return", "typeof", "case", "in", "of", "else", "new", "delete", "void", "await"];

/// Words before a parenthesis that does not enclose parameters.
const NO_FUNCTION: &[&str] = &["if", "for", "while", "switch", "catch", "return"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name, a word of the language, or a number.
    Word,
    /// A string, a piece of a template, an expression between slashes: never changed.
    Text,
    /// One character of punctuation.
    Mark,
}

/// What a word is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The name of a variable, a parameter, a function, or a word of the language.
    Name,
    /// A variable and a property of the same name: `{ name }`.
    Shorthand,
    /// A property, a key, a method, or no word at all.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
}

/// The script with the same effect and fewer bytes.
pub(super) fn shorten(script: &str) -> String {
    let bare = without_comments(script);
    let tokens = tokens(&bare);
    let places = places(&tokens);
    let names = short_names(&tokens, &places);
    let merged = merged_declarations(&tokens);
    let mut out = String::with_capacity(bare.len());
    for (index, token) in tokens.iter().enumerate() {
        if is_needless(&tokens, index) || index > 0 && merged.contains(&(index - 1)) {
            continue;
        }
        let text = match (places[index], names.get(token.text)) {
            _ if merged.contains(&index) => ",".to_owned(),
            (Place::Name, Some(short)) => short.clone(),
            (Place::Shorthand, Some(short)) => format!("{}:{short}", token.text),
            (Place::Name, None) => shorter_value(token.text).to_owned(),
            _ => token.text.to_owned(),
        };
        if needs_space(&out, &text) {
            out.push(' ');
        }
        out.push_str(&text);
    }
    out.push('\n');
    out
}

/// Whether this is the last semicolon of a block, the last comma of a list, or encloses the only parameter of an arrow.
fn is_needless(tokens: &[Token<'_>], index: usize) -> bool {
    let is_only_parameter = |start: usize| {
        tokens.get(start + 1).is_some_and(|token| token.kind == Kind::Word)
            && [(0, "("), (2, ")"), (3, "="), (4, ">")]
                .iter()
                .all(|(offset, text)| text_at(tokens, start + offset) == *text)
    };
    if is_only_parameter(index) || index >= 2 && is_only_parameter(index - 2) {
        return true;
    }
    match text_at(tokens, index + 1) {
        "}" => matches!(tokens[index].text, ";" | ","),
        "]" | ")" => tokens[index].text == ",",
        _ => false,
    }
}

fn shorter_value(name: &str) -> &str {
    match name {
        "undefined" => "void 0",
        "true" => "!0",
        "false" => "!1",
        other => other,
    }
}

/// Semicolons between two declarations of constants, which can be one: `const a = 1, b = 2`.
fn merged_declarations(tokens: &[Token<'_>]) -> BTreeSet<usize> {
    let mut merged = BTreeSet::new();
    // For each open bracket, whether the statement in it that is being read declares constants.
    let mut open = vec![false];
    for (index, token) in tokens.iter().enumerate() {
        let declares = open.last().copied().unwrap_or(false);
        let follows = match token.text {
            "{" | "(" | "[" => {
                open.push(false);
                continue;
            }
            "}" | ")" | "]" => {
                open.pop();
                continue;
            }
            "const" => text_at(tokens, index.wrapping_sub(1)) != "(",
            ";" if declares && text_at(tokens, index + 1) == "const" => merged.insert(index),
            ";" => false,
            _ => continue,
        };
        if let Some(last) = open.last_mut() {
            *last = follows;
        }
    }
    merged
}

/// Lines without those that are comments or empty, and without their indentation.
fn without_comments(script: &str) -> String {
    let lines =
        script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether two tokens would become another one without a space between them.
fn needs_space(out: &str, text: &str) -> bool {
    let (Some(last), Some(first)) = (out.chars().last(), text.chars().next()) else {
        return false;
    };
    is_word(last) && is_word(first) || last == first && matches!(first, '+' | '-')
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

fn tokens(script: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    // For each open brace, whether it is that of an expression in a template.
    let mut braces = Vec::new();
    let mut at = 0;
    while let Some(first) = script[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let mut in_template = first == '`';
        if first == '{' {
            braces.push(false);
        } else if first == '}' {
            in_template = braces.pop().unwrap_or(false);
        }
        let rest = &script[at..];
        let (kind, length) = if in_template {
            let length = template_length(rest);
            if rest[..length].ends_with("${") {
                braces.push(true);
            }
            (Kind::Text, length)
        } else if is_word(first) {
            (Kind::Word, rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()))
        } else if first == '"' || first == '\'' {
            (Kind::Text, quoted_length(rest, first))
        } else if first == '/' && starts_value(tokens.last()) {
            (Kind::Text, pattern_length(rest))
        } else {
            (Kind::Mark, first.len_utf8())
        };
        tokens.push(Token { kind, text: &rest[..length] });
        at += length;
    }
    tokens
}

/// Length of a string with its quotes.
fn quoted_length(text: &str, quote: char) -> usize {
    ended(text, |letter, _| letter == quote)
}

/// Length of an expression between slashes with its flags.
fn pattern_length(text: &str) -> usize {
    let mut in_class = false;
    let length = ended(text, |letter, _| {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        letter == '/' && !in_class
    });
    length + text[length..].find(|letter| !is_word(letter)).unwrap_or(0)
}

/// Length of a piece of a template: up to its end, or up to and with the next `${`.
fn template_length(text: &str) -> usize {
    ended(text, |letter, before| letter == '`' || letter == '{' && before == '$')
}

/// Bytes up to and with the first letter behind the first one for which `is_end` holds; escaped letters are passed.
fn ended(text: &str, mut is_end: impl FnMut(char, char) -> bool) -> usize {
    let mut before = ' ';
    for (index, letter) in text.char_indices().skip(1) {
        if before != '\\' && is_end(letter, before) {
            return index + letter.len_utf8();
        }
        before = if before == '\\' { ' ' } else { letter };
    }
    text.len()
}

/// Whether what comes behind this token is a value rather than an operator.
fn starts_value(last: Option<&Token<'_>>) -> bool {
    match last {
        Some(token) if token.kind == Kind::Word => BEFORE_VALUE.contains(&token.text),
        Some(token) if token.kind == Kind::Text => false,
        Some(token) => !matches!(token.text, ")" | "]" | "}"),
        None => true,
    }
}

/// What the word at each place is.
fn places(tokens: &[Token<'_>]) -> Vec<Place> {
    let mut open = Vec::new();
    let mut places = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "{" | "(" | "[" => open.push(token.text),
            "}" | ")" | "]" => {
                open.pop();
            }
            text if token.kind == Kind::Text => {
                if text.starts_with('}') {
                    open.pop();
                }
                if text.ends_with("${") {
                    open.push("${");
                }
            }
            _ => {}
        }
        let is_in_braces = open.last() == Some(&"{");
        places.push(if token.kind == Kind::Word {
            place(tokens, index, is_in_braces)
        } else {
            Place::Other
        });
    }
    places
}

fn place(tokens: &[Token<'_>], index: usize, is_in_braces: bool) -> Place {
    let before = text_at(tokens, index.wrapping_sub(1));
    let after = text_at(tokens, index + 1);
    let is_spread = index >= 3 && tokens[index - 3..index].iter().all(|token| token.text == ".");
    if before == "." && !is_spread {
        return Place::Other;
    }
    let is_word_after = tokens.get(index + 1).is_some_and(|token| token.kind == Kind::Word);
    if matches!(tokens[index].text, "get" | "set") && is_word_after
        || matches!(before, "get" | "set") && after == "("
    {
        return Place::Other;
    }
    if !is_in_braces || !matches!(before, "{" | "," | "async") {
        return Place::Name;
    }
    match after {
        ":" => Place::Other,
        "," | "}" => Place::Shorthand,
        "(" if text_at(tokens, closing(tokens, index + 1) + 1) == "{" => Place::Other,
        _ => Place::Name,
    }
}

/// The short name for each name that can have one; the most used get the shortest.
fn short_names<'a>(tokens: &[Token<'a>], places: &[Place]) -> BTreeMap<&'a str, String> {
    let own = declared(tokens, places);
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for (token, place) in tokens.iter().zip(places) {
        if own.contains(token.text) && *place != Place::Other {
            *uses.entry(token.text).or_default() += 1;
        }
    }
    let mut sorted: Vec<(&str, usize)> = uses.into_iter().collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let taken: BTreeSet<&str> = tokens.iter().map(|token| token.text).collect();
    let free =
        (0..).map(letters).filter(|short| !taken.contains(short.as_str()) && !is_reserved(short));
    let named = sorted.into_iter().zip(free).filter(|((name, _), short)| short.len() < name.len());
    named.map(|((name, _), short)| (name, short)).collect()
}

/// Whether this is a word of the language with two or three letters.
fn is_reserved(name: &str) -> bool {
    ["do", "if", "in", "is", "of", "as", "for", "let", "new", "try", "var", "get", "set"]
        .contains(&name)
}

/// a, b … Z, aa, ab …
fn letters(mut number: usize) -> String {
    const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        name.insert(0, char::from(ALPHABET[number % ALPHABET.len()]));
        number /= ALPHABET.len();
        if number == 0 {
            return name;
        }
        number -= 1;
    }
}

fn text_at<'a>(tokens: &[Token<'a>], index: usize) -> &'a str {
    tokens.get(index).map_or("", |token| token.text)
}

/// Names that the script itself declares.
fn declared<'a>(tokens: &[Token<'a>], places: &[Place]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "function" | "const" | "let" if token.kind == Kind::Word => {
                match text_at(tokens, index + 1) {
                    "[" | "{" => names.extend(words_within(tokens, places, index + 1)),
                    name => {
                        names.insert(name);
                    }
                }
            }
            "(" if is_parameters(tokens, index) => {
                names.extend(words_within(tokens, places, index));
            }
            "=" if text_at(tokens, index + 1) == ">" && index > 0 => {
                names.insert(tokens[index - 1].text);
            }
            _ => {}
        }
    }
    names.retain(|name| {
        name.len() > 1 && name.starts_with(|first: char| first.is_ascii_alphabetic())
    });
    names
}

/// Whether the parenthesis at this place encloses the parameters of a function.
fn is_parameters(tokens: &[Token<'_>], index: usize) -> bool {
    let end = closing(tokens, index);
    let is_arrow = text_at(tokens, end + 1) == "=" && text_at(tokens, end + 2) == ">";
    let before = text_at(tokens, index.wrapping_sub(1));
    is_arrow || text_at(tokens, end + 1) == "{" && !NO_FUNCTION.contains(&before)
}

/// Index of the bracket that closes the one at this place.
fn closing(tokens: &[Token<'_>], index: usize) -> usize {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(index) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place;
        }
    }
    tokens.len()
}

/// Names between the bracket at this place and the one that closes it; not properties.
fn words_within<'a>(tokens: &[Token<'a>], places: &[Place], index: usize) -> Vec<&'a str> {
    let end = closing(tokens, index).min(tokens.len());
    let within = (index + 1..end).filter(|place| places[*place] != Place::Other);
    within.map(|place| tokens[place].text).filter(|text| !BEFORE_VALUE.contains(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[track_caller]
    fn check(script: &str, expected: &str) {
        assert_eq!(shorten(script), format!("{expected}\n"));
    }

    #[test]
    fn comments_and_spaces_go() {
        check("// Says why.\n  call( 1,  2 );\n\n  return  found;\n", "call(1,2);return found;");
        check("each([1, 2,], { one, });", "each([1,2],{one});");
        check(
            "const one = 1; const two = () => { const three = 3; const four = 4; };",
            "const b=1,d=()=>{const c=3,a=4};",
        );
        check("put(true, undefined);", "put(!0,void 0);");
        check("one + +two; three - -four;", "one+ +two;three- -four;");
    }

    #[test]
    fn strings_templates_and_expressions_stay() {
        check(r#"put("a  // b", 'c "  d');"#, r#"put("a  // b",'c "  d');"#);
        check(r#"put("a\"  b");"#, r#"put("a\"  b");"#);
        check("const wide = 1; put(`a  ${ wide + 1 }  b`);", "const a=1;put(`a  ${a+1}  b`);");
        check(r"const wide = /a  [/\]]  b/gi; wide / 2;", r"const a=/a  [/\]]  b/gi;a/2;");
        check("return /  x/;", "return/  x/;");
    }

    #[test]
    fn own_names_become_short() {
        check("function one(given) { return given; } one(2);", "function b(a){return a}b(2);");
        check("const pair = (left, right) => left + right;", "const c=(a,b)=>a+b;");
        check("const [first, second] = list; first(second);", "const[a,b]=list;a(b);");
        check("each((item) => item + 1, async (item) => 2);", "each(a=>a+1,async a=>2);");
        check("each((...rest) => rest);", "each((...a)=>a);");
    }

    #[test]
    fn names_of_others_stay() {
        check("location.href = document.title;", "location.href=document.title;");
        check("const title = 1; x.title = title;", "const a=1;x.title=a;");
        check("const { title } = page; put(title);", "const{title:a}=page;put(a);");
        check("const title = 1; put({ title, other });", "const a=1;put({title:a,other});");
        check(
            "const name = 1; put({ name: 2, other() {} }, name);",
            "const a=1;put({name:2,other(){}},a);",
        );
        check(
            "function get(value) { return { get value() { return value; } }; }",
            "function b(a){return{get value(){return a}}}",
        );
    }

    #[test]
    fn short_name_is_never_one_that_is_there() {
        check("const wide = a + b;", "const c=a+b;");
    }
}
