//! Pages of staff: a sheet of sections with figures, tables, texts and forms, all drawn by one template.

use super::format::grouped;
use super::page::PageFrame;
use crate::api::{Call, Problem};
use crate::caller::Caller;
use crate::routes::FORM_FIELD;
use askama::Template;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use std::borrow::Cow;

/// A page that is a title, a sentence and sections.
#[derive(Template)]
#[template(path = "sheet.html")]
pub(super) struct Sheet<'p> {
    pub(super) page: &'p PageFrame,
    /// Where the page belongs: addresses and names.
    pub(super) crumbs: Vec<(String, String)>,
    pub(super) title: String,
    /// A word beside the title: its kind, its name in the stream of changes, and what it says.
    pub(super) state: Option<(&'static str, String)>,
    pub(super) lead: Vec<String>,
    /// How things are, in a sentence that changes while the page is open; empty for none.
    pub(super) sentence: String,
    /// Why it waits, in a sentence that changes while the page is open; empty for no reason.
    pub(super) hold: String,
    /// Alarms of a harvest; `None` on pages that have no place for them.
    pub(super) alarms: Option<Vec<AlarmLine>>,
    /// Something that was done, or went wrong.
    pub(super) notice: Option<Notice>,
    /// What has to be put right: addresses of fields on this page, and words.
    pub(super) problems: Vec<(String, String)>,
    pub(super) tabs: Vec<SheetTab>,
    /// Buttons beside the title.
    pub(super) acts: Vec<FormView>,
    pub(super) sections: Vec<SheetSection>,
    /// The address of the stream of changes.
    pub(super) live: Option<String>,
}

/// A place for an alarm, with where to look.
pub(super) struct AlarmLine {
    /// Its name in the stream of changes; empty if it does not change.
    pub(super) live: &'static str,
    /// What is unusual; empty if the alarm is not on.
    pub(super) text: String,
    pub(super) href: String,
    pub(super) link: String,
}

/// What is said above everything else.
pub(super) struct Notice {
    pub(super) is_wrong: bool,
    pub(super) text: String,
    /// Something to be copied.
    pub(super) secret: Option<String>,
}

/// A tab: an address of its own.
pub(super) struct SheetTab {
    pub(super) href: String,
    pub(super) text: String,
    pub(super) is_shown: bool,
}

/// A section of a sheet.
pub(super) struct SheetSection {
    pub(super) id: &'static str,
    pub(super) heading: String,
    pub(super) blocks: Vec<Block>,
    /// Whether it is drawn again while the page is open.
    pub(super) is_redrawn: bool,
    /// Whether another one stands beside it where there is room.
    pub(super) is_half: bool,
}

impl SheetSection {
    pub(super) fn new(id: &'static str, heading: String, blocks: Vec<Block>) -> SheetSection {
        SheetSection { id, heading, blocks, is_redrawn: false, is_half: false }
    }
}

/// What a section has.
pub(super) enum Block {
    /// A sentence.
    Text(String),
    /// Text as it stands in a file.
    Plain(String),
    Figures(Vec<Figure>),
    /// Markup that this program made; everything in it that is not ours is escaped.
    Markup(String),
    Table(TableView),
    Sorted(SortedTable),
    Form(FormView),
    /// Addresses and names.
    Links(Vec<(String, String)>),
}

/// A number with its label.
pub(super) struct Figure {
    pub(super) label: String,
    pub(super) value: String,
    /// Its name in the stream of changes; empty if it does not change.
    pub(super) live: &'static str,
    /// Whether it counts what is kept.
    pub(super) is_kept: bool,
    /// What stands below it; empty for nothing.
    pub(super) note: String,
}

impl Figure {
    /// A figure that does not change.
    pub(super) fn new(label: String, value: String) -> Figure {
        Figure { label, value, live: "", is_kept: false, note: String::new() }
    }
}

/// A table that can be ordered by its columns.
#[derive(Template)]
#[template(path = "sheet_sorted.html")]
pub(super) struct SortedTable {
    pub(super) table: TableView,
    /// Where each column leads, and whether the table is ordered by it: `ascending`, `descending` or nothing.
    pub(super) orders: Vec<(String, &'static str)>,
}

/// A table.
#[derive(Template)]
#[template(path = "sheet_table.html")]
pub(super) struct TableView {
    pub(super) caption: String,
    /// Heads of columns, and whether they are of numbers.
    pub(super) head: Vec<(String, bool)>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// What is said in the place of an empty table.
    pub(super) empty: String,
}

/// A cell of a table.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) href: Option<String>,
    pub(super) is_number: bool,
    /// `good`, `bad`, `wait` or nothing.
    pub(super) kind: &'static str,
    pub(super) forms: Vec<FormView>,
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    pub(super) fn number(number: u64) -> Cell {
        Cell { text: grouped(number), is_number: true, ..Cell::default() }
    }

    /// A number with a unit.
    pub(super) fn amount(text: String) -> Cell {
        Cell { text, is_number: true, ..Cell::default() }
    }

    pub(super) fn link(href: String, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), href: Some(href), ..Cell::default() }
    }

    pub(super) fn state(kind: &'static str, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), kind, ..Cell::default() }
    }

    pub(super) fn forms(forms: Vec<FormView>) -> Cell {
        Cell { forms, ..Cell::default() }
    }
}

/// How the button of a form looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ButtonLook {
    /// The main act of the page.
    Main,
    Quiet,
    /// Something that cannot be taken back.
    Harm,
}

impl ButtonLook {
    fn class(self) -> &'static str {
        match self {
            ButtonLook::Main => "main",
            ButtonLook::Quiet => "quiet",
            ButtonLook::Harm => "harm",
        }
    }
}

/// A form. Every form that changes something has the key of the session.
#[derive(Template)]
#[template(path = "sheet_form.html")]
pub(super) struct FormView {
    pub(super) action: String,
    pub(super) is_post: bool,
    pub(super) button: String,
    pub(super) look: ButtonLook,
    pub(super) fields: Vec<FieldView>,
    /// Other buttons of the same form: what the field `act` says then, and their texts.
    pub(super) others: Vec<(&'static str, String)>,
}

impl FormView {
    /// A form that changes something.
    pub(super) fn post(
        call: &Call,
        action: impl Into<String>,
        button: String,
        look: ButtonLook,
    ) -> FormView {
        let key = match &call.caller {
            Caller::Session(signed) => signed.form.reveal().to_owned(),
            Caller::Anonymous | Caller::Program(_) => String::new(),
        };
        let key = FieldView { kind: FieldKind::Hidden, ..FieldView::new(FORM_FIELD, "", key) };
        FormView { is_post: true, look, fields: vec![key], ..FormView::get(action, button) }
    }

    /// A form that asks for something.
    pub(super) fn get(action: impl Into<String>, button: String) -> FormView {
        let (action, look) = (action.into(), ButtonLook::Quiet);
        FormView { action, is_post: false, button, look, fields: Vec::new(), others: Vec::new() }
    }

    pub(super) fn field(mut self, field: FieldView) -> FormView {
        self.fields.push(field);
        self
    }

    /// The identifier of a field. There may be several forms on a page, and several ticks of one name.
    pub(super) fn id_of(&self, field: &FieldView) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let form: String = self.action.chars().map(plain).collect();
        let name: String = field.name.chars().map(plain).collect();
        match field.kind {
            FieldKind::Tick => format!("f{form}-{name}-{}", field.value),
            _ => format!("f{form}-{name}"),
        }
    }

    /// Whether there is a group among the first fields.
    fn is_grouped(&self, before: &usize) -> bool {
        self.fields.iter().take(*before).any(|field| matches!(field.kind, FieldKind::Group(_)))
    }

    /// A button without anything to fill in stands in a line with others.
    fn is_button(&self) -> bool {
        self.fields.iter().all(|field| matches!(field.kind, FieldKind::Hidden))
    }
}

/// What is filled in.
pub(super) enum FieldKind {
    Line,
    Password(&'static str),
    /// Several lines.
    Lines,
    /// One of these: values and names.
    Choice(Vec<(String, String)>),
    /// Ticked, or not.
    Tick,
    Hidden,
    /// Shown, but not to be changed.
    Shown,
    /// The heading of the fields that follow; whether they are unfolded.
    Group(bool),
}

/// A field of a form.
pub(super) struct FieldView {
    pub(super) name: Cow<'static, str>,
    pub(super) label: String,
    pub(super) help: String,
    pub(super) value: String,
    pub(super) kind: FieldKind,
    pub(super) is_needed: bool,
    /// An example.
    pub(super) example: String,
    /// What is wrong with its value; empty if nothing is.
    pub(super) error: String,
    /// Its name for those who know it from a file; empty if it has none.
    pub(super) code: String,
    /// Lines of a text.
    pub(super) rows: u32,
}

impl FieldView {
    pub(super) fn new(
        name: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        value: impl Into<String>,
    ) -> FieldView {
        FieldView {
            name: name.into(),
            label: label.into(),
            help: String::new(),
            value: value.into(),
            kind: FieldKind::Line,
            is_needed: false,
            example: String::new(),
            error: String::new(),
            code: String::new(),
            rows: 5,
        }
    }

    pub(super) fn needed(self) -> FieldView {
        FieldView { is_needed: true, ..self }
    }

    pub(super) fn help(self, help: String) -> FieldView {
        FieldView { help, ..self }
    }

    pub(super) fn example(self, example: &str) -> FieldView {
        FieldView { example: example.to_owned(), ..self }
    }

    pub(super) fn of_kind(self, kind: FieldKind) -> FieldView {
        FieldView { kind, ..self }
    }

    fn is_value(&self, value: &str) -> bool {
        self.value == value
    }
}

impl<'p> Sheet<'p> {
    pub(super) fn new(page: &'p PageFrame, title: impl Into<String>) -> Sheet<'p> {
        Sheet {
            page,
            crumbs: Vec::new(),
            title: title.into(),
            state: None,
            lead: Vec::new(),
            sentence: String::new(),
            hold: String::new(),
            alarms: None,
            notice: None,
            problems: Vec::new(),
            tabs: Vec::new(),
            acts: Vec::new(),
            sections: Vec::new(),
            live: None,
        }
    }

    pub(super) fn section(&mut self, id: &'static str, heading: String, blocks: Vec<Block>) {
        self.sections.push(SheetSection::new(id, heading, blocks));
    }

    /// Says what went wrong, above the forms that were sent.
    pub(super) fn wrong(&mut self, problem: &Problem) -> StatusCode {
        let (status, title, words) = problem.told(self.page.language);
        let text = words.unwrap_or(title);
        self.notice = Some(Notice { is_wrong: true, text, secret: None });
        match problem.is_about_input() {
            true => StatusCode::UNPROCESSABLE_ENTITY,
            false => status,
        }
    }

    /// Whether an alarm is on.
    fn is_alarming(&self) -> bool {
        self.alarms.iter().flatten().any(|alarm| !alarm.text.is_empty())
    }

    /// The page as an answer. It must not be kept: it has keys of forms.
    pub(super) fn respond(&self, status: StatusCode) -> Response<Body> {
        let mut answer = self.page.answer(status, self);
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        answer
    }
}

/// The frame of a page of staff.
pub(super) fn frame(call: &Call, section: &'static str) -> PageFrame {
    let mut page = PageFrame::of(&call.uri, &call.headers, &call.reader);
    page.section = section;
    page
}

/// A field that was sent, without spaces around it; `None` if it is empty.
pub(super) fn sent<'c>(call: &'c Call, name: &str) -> Option<&'c str> {
    call.body.fields.get(name).map(str::trim).filter(|value| !value.is_empty())
}
