//! Definitions of collections: what is read, and what is refused.

use super::*;

fn read(text: &str) -> Result<Vec<CollectionDefinition>, DefinitionProblem> {
    CollectionDefinition::read_all(text)
}

#[test]
fn definitions_are_read() {
    let all = read(
        "[[collection]]\nname = \"floods-2013\"\ntitle = \"Floods\"\nabout = \"x\"\n\
         places = [\"*.voda.example\", \"http://a.example/b/*\"]\njobs = [\"floods\"]\n\
         from = \"2013-05-30\"\nto = \"2013-07\"\ntypes = [\"text/html\", \"image/*\"]\n\
         [[collection]]\nname = \"all-of-it\"\n",
    )
    .unwrap();
    assert_eq!(all[0].places[0].to_string(), "domain:example,voda");
    assert_eq!(all[0].captured.to.unwrap().to_string(), "2013-07-31T23:59:59Z");
    assert_eq!((&*all[0].title, &*all[1].title), ("Floods", "all-of-it"));
    assert!(all[1].places.is_empty() && all[1].captured.is_all());
    assert_eq!(read(""), Ok(Vec::new()));
}

#[test]
fn wrong_definitions_are_refused_and_named() {
    let one = |lines: &str| read(&format!("[[collection]]\n{lines}")).unwrap_err().to_string();
    for (lines, words) in [
        ("name = \"Velká\"", "'Velká' is no name"),
        ("name = \"\"", "'' is no name"),
        ("name = \"2013\"", "'2013' is no name"),
        ("name = \"../x\"", "'../x' is no name"),
        ("name = \"web\"", "the name 'web' is taken"),
        ("name = \"a-cdx\"", "the name 'a-cdx' is taken"),
        ("name = \"a\"\n[[collection]]\nname = \"a\"", "there are two collections 'a'"),
        ("name = \"a\"\nfrom = \"soon\"", "'soon' is no time"),
        ("name = \"a\"\nfrom = \"2014\"\nto = \"2013\"", "`to` is before `from`"),
        ("name = \"a\"\nplaces = [\"a b\"]", "'a b' is no place"),
        ("name = \"a\"\ntypes = [\"html\"]", "html"),
        ("name = \"a\"\nhosts = [\"a.example\"]", "unknown field `hosts`"),
        ("title = \"a\"", "missing field `name`"),
        ("name = ", "line 2"),
    ] {
        let told = one(lines);
        assert!(told.contains(words), "{lines}: {told}");
    }
}
