//! The page that a log-in form stands on: its hidden fields have values that the server wants back, such as a token
//! against forged requests.

use crate::job::LoginForm;
use std::borrow::Cow;
use stodola_extract::markup::{Sink, StartTag, Tokeniser, unescaped};

/// Maximum number of hidden fields of a form, and of bytes of their names and values.
const FIELDS_MAX: usize = 200;
const BYTES_MAX: usize = 64 << 10;
/// Longest tag whose attributes are read.
const TAG_MAX: usize = 64 << 10;

/// Returns names and values of the hidden fields of the form that has a field for the password; `None` if the page has
/// no such form, or one with too many of them. Fields that the operator has given a value are left out.
pub(super) fn hidden_fields(page: &[u8], form: &LoginForm) -> Option<Vec<(String, String)>> {
    let mut forms = Forms { form, current: None, found: None };
    Tokeniser::new(TAG_MAX).feed(page, true, &mut forms);
    forms.close();
    let fields = forms.found?.hidden;
    let bytes: usize = fields.iter().map(|(name, value)| name.len() + value.len()).sum();
    (fields.len() <= FIELDS_MAX && bytes <= BYTES_MAX).then_some(fields)
}

/// Looks for the form.
struct Forms<'f> {
    form: &'f LoginForm,
    /// The form that the page is in.
    current: Option<PageForm>,
    found: Option<PageForm>,
}

/// A form of a page, as far as it matters.
#[derive(Default)]
struct PageForm {
    has_password: bool,
    hidden: Vec<(String, String)>,
}

impl Forms<'_> {
    fn close(&mut self) {
        if let Some(form) = self.current.take().filter(|form| form.has_password) {
            self.found.get_or_insert(form);
        }
    }

    fn input(&mut self, tag: &StartTag<'_>) {
        let text = |name: &[u8]| {
            let value = unescaped(Cow::Borrowed(tag.attributes.get(name)?));
            Some(String::from_utf8_lossy(&value).into_owned())
        };
        let (Some(form), Some(name)) = (&mut self.current, text(b"name")) else { return };
        let kind = text(b"type").unwrap_or_default();
        match self.form.fields.get(&name) {
            Some(value) => form.has_password |= value.contains("{password}"),
            // One more than allowed shows that there are too many.
            None if kind.eq_ignore_ascii_case("hidden") && form.hidden.len() <= FIELDS_MAX => {
                form.hidden.push((name, text(b"value").unwrap_or_default()));
            }
            None => {}
        }
    }
}

impl Sink for Forms<'_> {
    fn start(&mut self, tag: &StartTag<'_>) {
        match tag.name {
            // Forms do not stand in each other.
            b"form" if self.current.is_none() => self.current = Some(PageForm::default()),
            b"input" => self.input(tag),
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if name == b"form" {
            self.close();
        }
    }

    fn text(&mut self, _: &[u8], _: u64) {}

    fn fell_short(&mut self) {}

    fn is_full(&self) -> bool {
        self.found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::LoginSign;

    fn hidden(page: &str) -> Option<Vec<(String, String)>> {
        let fields = [("who", "{user}"), ("pass", "{password}"), ("stay", "1")];
        let form = LoginForm {
            url: "http://a.cz/login".to_owned(),
            page: None,
            fields: fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            success: LoginSign::Status(303),
            logged_out: None,
        };
        hidden_fields(page.as_bytes(), &form)
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn hidden_fields_of_the_form_with_the_password_are_found() {
        let page = "<form><input type=hidden name=search value=1><input name=q></form>\
            <!-- <form><input name=pass><input type=hidden name=no value=no></form> -->\
            <FORM action='/login' method=post><input name=who><INPUT TYPE=\"HIDDEN\" Name='csrf' \
            value='a&amp;b&#43;c'><input type=password name=pass><input type=hidden name=stay value=0>\
            <input type=hidden name=empty><input type=hidden value=nameless><input name=open value=x>\
            <form><input type=hidden name=inside value='&lt;é&quot;'></FORM>\
            <form><input name=pass><input type=hidden name=second value=2></form>";
        let expected = [("csrf", "a&b+c"), ("empty", ""), ("inside", "<é\"")];
        assert_eq!(hidden(page), Some(pairs(&expected)));
        assert_eq!(hidden("<form><input name=pass>"), Some(Vec::new()), "it may end with the page");
        assert_eq!(hidden("<form><input name=q></form><input name=pass>"), None);
        assert_eq!(hidden(""), None);
    }

    #[test]
    fn a_form_with_too_much_in_it_is_not_sent() {
        let many = "<input type=hidden name=a value=b>".repeat(100_000);
        assert_eq!(hidden(&format!("<form><input name=pass>{many}</form>")), None);
        let long = "x".repeat(40_000);
        let two = format!("<input type=hidden name=a value='{long}'>").repeat(2);
        assert_eq!(hidden(&format!("<form><input name=pass>{two}</form>")), None);
    }
}
